"""The recount of a signed copy: once, by a program that shares no code with this one (docs/guides/recount.md)."""

import subprocess
import sys
from collections.abc import Collection
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from ..common import limits
from ..common.installation import BASE_DIR
from ..models import Publication
from ..web.published.storage import unpack

TOOLS = BASE_DIR / "tools"
LONGEST = timedelta(minutes=5)


def recount(copies: Collection[int], attempt: int) -> None:
    """Count the documents of these copies again, unless that was done, and store the reports."""
    waiting = Publication.objects.filter(pk__in=copies, recount_is_equal=None, document__isnull=False)
    for copy in waiting:
        report, is_equal = counted(unpack(copy.document or b""))
        waiting.filter(pk=copy.pk).update(recount=report, recount_is_equal=is_equal)


def counted(*documents: bytes, program: str = "recount.py") -> tuple[str, bool]:
    """The report of a program of tools/ on these documents, and whether everything in them is equal."""
    with TemporaryDirectory() as folder:
        names = [f"{number}.json" for number in range(len(documents))]
        for name, document in zip(names, documents, strict=True):
            (Path(folder) / name).write_bytes(document)
        command = [sys.executable, "-I", "-S", "-X", "utf8", str(TOOLS / program), *names]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, encoding="utf-8", timeout=LONGEST.total_seconds(), check=False
        )
    return _shortened(done.stdout + done.stderr), done.returncode == 0


def _shortened(report: str) -> str:
    """The report; a long one is cut, and its last line, the summary, is kept."""
    if len(report) <= limits.RECOUNT_REPORT:
        return report
    end = "\n…\n" + report.rstrip("\n").rpartition("\n")[2][:1000] + "\n"
    return report[: limits.RECOUNT_REPORT - len(end)] + end
