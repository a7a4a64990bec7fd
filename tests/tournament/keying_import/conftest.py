"""Files of lines."""

import pytest

from tournament.imports import actions as imports
from tournament.models import Job


def csv(*rows: str) -> bytes:
    return "\n".join(("round,sheet,box,line,mark", *rows)).encode()


@pytest.fixture
def keep(event, volunteer):
    def keep(content: bytes, filename: str = "lines.csv", by=None):
        return imports.keep(by=by or volunteer, event=event, kind="lines", filename=filename, content=content)

    return keep


@pytest.fixture
def work(work_through):
    """Work until nothing waits."""

    def until_done() -> None:
        while Job.objects.filter(state=Job.State.WAITING).exists():
            work_through()

    return until_done
