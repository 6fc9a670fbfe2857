"""The command line that starts a module of this program in another Python process."""

import sys

START = (
    "import sys, importlib; sys.path[:] = sys.argv[2:]; name = sys.argv[1]; "
    "sys.argv[:] = [name]; importlib.import_module(name).main()"
)


def python_command(module: str) -> list[str]:
    """Return a command that calls `main()` of a module, with the same interpreter and import path as ours.

    The path is passed as arguments and not as PYTHONPATH, because other Pythons that the child
    starts would read that too.
    """
    return [sys.executable, "-c", START, module, *sys.path]
