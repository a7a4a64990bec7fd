"""The manners of the API, shared by the `api.py` of every folder.

| file | holds |
|---|---|
| `authentication.py` | who a request acts for: a session, or a program's token, for files of pages too |
| `conditions.py` | `If-Match`: overwrite only what was read |
| `expanding.py` | the row that a reference names, in its place |
| `idempotency.py` | a request that is sent twice is done once |
| `inputs.py` | what an action takes, as a serializer, from its parameters |
| `paging.py` | lists, a page at a time |
| `parameters.py` | query parameters, and a refusal of those that an address does not have |
| `parsing.py` | JSON that is sent |
| `problems.py` | refusals as problem details (RFC 9457) |
| `public.py` | the base of views that anybody may read |
| `references.py` | fields that name a row of the event: a grade, a player's number, a sheet's code |
| `resources.py` | the base of an event's resources, and their writes |
| `schema.py` | what the OpenAPI document says of all of them |
| `throttles.py` | how often a token may ask |
"""
