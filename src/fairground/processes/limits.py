"""Limits that a process puts on itself: memory, processor time, open files, no core dumps.

Windows has none of them. macOS knows them but does not hold a process to its memory.
"""

import math
import mmap
import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":
    import resource

CAN_LIMIT = sys.platform != "win32"
MEGABYTE = 1 << 20


def limit_process(megabytes: int, files: int = 64, nice: int = 0) -> None:
    """Let this process take only so much more memory, open only so many files, and go after others.

    What it has in memory already does not count, because libraries reserve more of it on machines with more
    cores. Beyond the limit Python raises a MemoryError.
    """
    if sys.platform != "win32":
        _lower(resource.RLIMIT_AS, _bytes_reserved() + megabytes * MEGABYTE)
        _lower(resource.RLIMIT_NOFILE, files)
        _lower(resource.RLIMIT_CORE, 0)
        os.nice(nice)


def allow_processor_time(seconds: int) -> None:
    """Let this process use so many more seconds of processor time; then the system ends it with SIGXCPU."""
    if sys.platform != "win32":
        use = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        _lower(resource.RLIMIT_CPU, math.ceil(use.ru_utime + use.ru_stime) + seconds, hard)


if sys.platform != "win32":

    def _lower(kind: int, wanted: int, hard: int | None = None) -> None:
        """Set a limit, the hard one too unless it is given, but never above what the process may have."""
        most = resource.getrlimit(kind)[1]
        soft = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with suppress(ValueError, OSError):  # a system that does not know this limit
            resource.setrlimit(kind, (soft, soft if hard is None else hard))


def _bytes_reserved() -> int:
    """Return how much address space this process has now; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    return pages * mmap.PAGESIZE
