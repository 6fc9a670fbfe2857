"""The web site: the built one if it is there, else a plain page that needs no build."""

from pathlib import Path

from litestar import Router
from litestar.static_files import create_static_files_router

HERE = Path(__file__).parents[1]


def folder() -> Path:
    """Where the site lies."""
    built = HERE / "site"
    return built if (built / "index.html").is_file() else HERE / "plain"


def site() -> Router:
    return create_static_files_router(
        path="/", directories=[folder()], html_mode=True, include_in_schema=False
    )
