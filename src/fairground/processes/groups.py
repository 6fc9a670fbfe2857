"""Process groups: start a process in a group of its own, and kill it with everything it has started."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TypedDict

HAS_GROUPS = hasattr(os, "killpg")  # Windows has none


class GroupOptions(TypedDict, total=False):
    """The arguments of `subprocess.Popen` that start a process in a group of its own."""

    start_new_session: bool
    creationflags: int


def new_group() -> GroupOptions:
    """Return the arguments for `subprocess.Popen`; the terminal's Ctrl-C does not reach the new group."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def kill_group(leader: int) -> None:
    """Kill the group that the process `leader` leads; do nothing if there is no such group."""
    if HAS_GROUPS:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)


def kill_own_group() -> None:
    """End this process, and the whole group if it leads one."""
    if HAS_GROUPS and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
