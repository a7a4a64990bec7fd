"""Every write to the record. A function here takes keywords only, names who signs (`by`), asks permission first,
runs in one transaction and leaves its audit entry inside it. What a person must be told is raised as `Refused`,
so that the transaction rolls back; views turn it into a message at its place."""

from .refusals import Refused

__all__ = ["Refused"]
