"""Python's garbage collector, where it costs more than it brings."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """No collection within it; for seconds in which hundreds of thousands of objects are made, none of them in a cycle,
    and each collection would go through all of them. Whoever paused it first lets it go on."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
