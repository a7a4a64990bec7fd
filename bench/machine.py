"""How busy the machine is with other programs; printed beside every figure that depends on it. And what our processes
and PostgreSQL used."""

import math
import os
from collections.abc import Iterable
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
    """Processor time that these processes have used (Linux; nan elsewhere)."""
    try:
        stats = [Path(f"/proc/{each}/stat").read_text() for each in processes]
    except OSError:
        return math.nan
    ticks = sum(sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in stats)
    return ticks / os.sysconf("SC_CLK_TCK")


def database_seconds(*, of_all: bool = False) -> float:
    """Processor time that PostgreSQL spent on this connection since it began, or on all open ones to this database; 0
    on SQLite, which works in our process."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND (%s OR pid = pg_backend_pid())",
            [of_all],
        )
        processes = [process for (process,) in cursor.fetchall()]
    return sum(int(Path(f"/proc/{each}/schedstat").read_text().split()[0]) for each in processes) / 1e9
