"""How busy the machine is with other programs; printed beside every figure that depends on it. And what PostgreSQL
used."""

import os
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


def database_seconds() -> float:
    """Processor time that PostgreSQL spent on this connection since it began; 0 on SQLite, which works in our
    process."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
