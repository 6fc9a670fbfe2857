"""The web site: the built one if there is one, otherwise a plain page that needs no build."""

from pathlib import Path

from litestar import Router
from litestar.static_files import create_static_files_router

SERVER = Path(__file__).parents[1]


def folder() -> Path:
    """Return the folder of the site's files."""
    built = SERVER / "site"
    return built if (built / "index.html").is_file() else SERVER / "plain"


def site_router() -> Router:
    return create_static_files_router(
        path="/", directories=[folder()], html_mode=True, include_in_schema=False
    )
