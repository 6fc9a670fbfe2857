"""The parts of Fairground that need further packages, and the sentence that says how to install them."""

from importlib import util

from fairground.engine.errors import FairgroundError

# What each extra of pyproject.toml must bring, by the names under which it is imported.
NEEDS = {
    "server": (
        "aiosqlite",
        "filelock",
        "httptools",
        "litestar",
        "networkx",
        "openskill",
        "platformdirs",
        "prometheus_client",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    ),
    "arena": ("filelock", "jinja2", "matplotlib", "openskill", "pyarrow", "tomli_w"),
    "train": ("torch",),
}


class MissingExtra(FairgroundError, ModuleNotFoundError):
    """A part of Fairground is not installed. The message has the command that installs it."""


def require(extra: str) -> None:
    """Raise MissingExtra if a package of this extra is not installed."""
    for name in NEEDS[extra]:
        if util.find_spec(name) is None:
            raise MissingExtra(f"{name} is not installed; pip install 'fairground[{extra}]'", name=name)
