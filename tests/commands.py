"""The command line, run in this process: a new interpreter for each command would take most of the time.

`test_cli.py` starts real processes too, where terminals, pipes and the way in are what is tested.
"""

import io
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from fairground.cli.main import main


def run(*arguments: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `fairground` with these arguments and return what it printed and how it ended."""
    words = ["fairground", *arguments]
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(cwd or Path.cwd()),
        patch.object(sys, "argv", words),
        patch.object(sys, "stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = _exit_code()
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def succeed(*arguments: str, typed: str = "", cwd: Path | None = None) -> str:
    """Run a command that has to succeed and return what it printed."""
    result = run(*arguments, typed=typed, cwd=cwd)
    assert result.returncode == 0, result.stderr
    return result.stdout


def _exit_code() -> int:
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    raise AssertionError("the command did not end with an exit code")
