"""A lock on an open file. The system takes it away when the process ends, however that happens."""

import os
import sys
from typing import IO

FAR = 1 << 30  # Windows locks bytes, which nobody else can read; these are behind the end of the file


def lock(file: IO, *, shared: bool = False, wait: bool = False) -> bool:
    """Lock the file until it is closed. Returns whether it is ours, or shared with others that only want it `shared`,
    which Windows does not know."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file.fileno(), FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file.fileno(), 0, os.SEEK_SET)
        return True
    import fcntl

    how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    try:
        fcntl.flock(file, how if wait else how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
