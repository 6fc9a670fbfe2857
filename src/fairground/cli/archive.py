"""`export` and `import`: move all tables of a store, with their records, through one file."""

import asyncio
import os
from pathlib import Path
from typing import Annotated

import typer

from fairground.cli.files import check_writable
from fairground.cli.options import warn_about_password
from fairground.cli.output import say_plainly
from fairground.engine.errors import FairgroundError
from fairground.extras import require

Store = Annotated[
    str, typer.Option(help="The database for tables, as a URL.", show_default="a file in your data folder")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("export", epilog="Example: fairground export all.jsonl")(export_all)
    app.command("import", epilog="Example: fairground import all.jsonl --store postgresql:///fair")(
        import_all
    )


def export_all(
    file: Annotated[Path, typer.Argument(help="The file to write; only you can read it.")], store: Store = ""
) -> None:
    """Write all tables, records and studies of a store to one file. A server may be using the store."""
    require("server")
    check_writable(file)
    warn_about_password(store)
    count = asyncio.run(_export(file, store))
    say_plainly(f"{file} has {count} tables and studies")


def import_all(
    file: Annotated[Path, typer.Argument(help="A file written by `export`.")], store: Store = ""
) -> None:
    """Add the tables and studies of a file to a store. Those that it already has do not change."""
    require("server")
    warn_about_password(store)
    added, there = asyncio.run(_import(file, store))
    say_plainly(f"{added} tables and studies added, {there} were there already")


async def _export(file: Path, url: str) -> int:
    from fairground.server.store.archive import export_lines
    from fairground.server.store.opening import default_url, open_read_only

    beside, count = file.with_name(file.name + ".part"), -1
    async with open_read_only(url or default_url()) as store:
        try:
            beside.unlink(missing_ok=True)  # it would keep its mode
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                async for line in export_lines(store):
                    out.write(line)
                    count += 1
            beside.replace(file)
        except OSError as error:
            raise FairgroundError(f"{file} cannot be written: {error.strerror}") from None
    return count


async def _import(file: Path, url: str) -> tuple[int, int]:
    from fairground.server.store.archive import import_tables
    from fairground.server.store.opening import default_url, open_store
    from fairground.server.workers.executor import LaneExecutor

    try:
        with file.open("rb") as lines:
            async with open_store(url or default_url()) as store:
                workers = LaneExecutor()
                try:
                    counts = await import_tables(store, lines, workers)
                finally:
                    await workers.close()
    except OSError as error:
        raise FairgroundError(f"expected an archive, but {file} cannot be read: {error.strerror}") from None
    return counts.added, counts.existing
