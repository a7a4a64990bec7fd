"""How busy the machine is with other programs; printed beside every figure that depends on it. And what our processes
and PostgreSQL used."""

import math
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import perf_counter, process_time


def description() -> str:
    return f"load average {os.getloadavg()[0]:.1f}, a second of processor time takes {stretch():.1f} s"


def stretch(sample: float = 0.1) -> float:
    """Seconds that pass while this process gets one second of processor time: 1 on a quiet machine."""
    began, used = perf_counter(), process_time()
    while process_time() - used < sample:
        pass
    return (perf_counter() - began) / sample


def seconds_of(processes: Iterable[int]) -> float:
    """Processor time that those of these processes that run have used (Linux; nan elsewhere)."""
    stats = []
    for each in processes:
        with suppress(FileNotFoundError, ProcessLookupError):
            stats.append(Path(f"/proc/{each}/stat").read_text())
    if not stats:
        return math.nan
    ticks = sum(sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in stats)
    return ticks / os.sysconf("SC_CLK_TCK")


def database_seconds() -> float:
    """Processor time that PostgreSQL spent on this connection since it began; 0 on SQLite, which works in our
    process."""
    if (process := _of_this_connection()) is None:
        return 0.0
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def server_seconds() -> float:
    """Processor time of the whole PostgreSQL server, also of its processes that have ended; 0 on SQLite."""
    from bench.running import below

    if (process := _of_this_connection()) is None:
        return 0.0
    (server,) = re.findall(r"^PPid:\t(\d+)", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    ended = sum(map(int, Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[13:15]))
    return seconds_of([int(server), *below(int(server))]) + ended / os.sysconf("SC_CLK_TCK")


def _of_this_connection() -> int | None:
    """The process of PostgreSQL that serves it."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]
