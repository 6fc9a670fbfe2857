"""`ratings`: compute the ratings of people again, or check that they agree with the results."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from fairground.cli.options import warn_about_password
from fairground.cli.output import say_plainly
from fairground.engine.errors import FairgroundError
from fairground.extras import require

if TYPE_CHECKING:
    from fairground.server.ratings.rating_book import RatingBook
    from fairground.server.store.sql import SqlStore

SHOWN = 20  # differences, at most
Store = Annotated[
    str, typer.Option(help="The database for tables, as a URL.", show_default="a file in your data folder")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(epilog="Example: fairground ratings --check")(ratings)


def ratings(
    check: Annotated[
        bool, typer.Option("--check", help="Only compare the ratings with the results, to the last bit.")
    ] = False,
    store: Store = "",
) -> None:
    """Compute the ratings of all people again from the results of rated matches.

    With --check, a server may be using the store; without it, none may use a SQLite store.
    """
    require("server")
    warn_about_password(store)
    if check:
        _report(asyncio.run(_check(store)))
    else:
        say_plainly(f"{asyncio.run(_recompute(store))} changes of ratings computed again")


def _report(differences: list[str]) -> None:
    for difference in differences[:SHOWN]:
        say_plainly(difference)
    if differences:
        raise FairgroundError(f"{len(differences)} differences: `fairground ratings` removes them")
    say_plainly("all ratings agree with the results")


async def _recompute(url: str) -> int:
    from fairground.server.store.opening import default_url, open_store

    async with open_store(url or default_url()) as store:
        return await _book(store).recompute()


async def _check(url: str) -> list[str]:
    from fairground.server.store.opening import default_url, open_read_only

    async with open_read_only(url or default_url()) as store:
        return await _book(store).find_differences()


def _book(store: "SqlStore") -> "RatingBook":
    from fairground.server.ratings.rating_book import RatingBook
    from fairground.server.store.passports import PassportStore
    from fairground.server.store.ratings import RatingStore

    return RatingBook(RatingStore(store), PassportStore(store))
