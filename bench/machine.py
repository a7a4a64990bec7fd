"""How busy the machine is with other programs; printed beside every figure that depends on it."""

import os
from time import perf_counter, process_time


def said() -> str:
    return f"load average {os.getloadavg()[0]:.1f}, a second of processor time takes {stretch():.1f} s"


def stretch(sample: float = 0.1) -> float:
    """Seconds that pass while this process gets one second of processor time: 1 on a quiet machine."""
    began, used = perf_counter(), process_time()
    while process_time() - used < sample:
        pass
    return (perf_counter() - began) / sample
