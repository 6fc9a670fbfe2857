"""`serve`: run the server."""

import asyncio
import logging
import socket
import sys
import webbrowser
from typing import Annotated

import typer

from fairground.cli.options import warn_about_password
from fairground.cli.output import say_plainly
from fairground.extras import require

EVERYWHERE = {"0.0.0.0", "::"}
SOMEWHERE = ("192.0.2.1", 9)  # an address reserved for documentation (RFC 5737); nothing is sent there


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(epilog="Example: fairground serve --port 8080 --open")(serve)


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for all addresses.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any free one.")] = 8000,
    store: Annotated[
        str,
        typer.Option(help="The database for tables, as a URL.", show_default="a file in your data folder"),
    ] = "",
    workers: Annotated[int, typer.Option(help="The number of processes for strong bots.", min=1, max=64)] = 1,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="Another origin whose pages may connect, such as https://a.org. Repeatable."
        ),
    ] = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="A name under which people reach the server, such as fair.org. Repeatable."
        ),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(metavar="URL", help="The address at which people reach the server, for links in mails."),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(metavar="URL", help="Your mail server, such as smtp://user@mail.example.org:587."),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The sender of mails, such as fair@example.org.")
    ] = "",
    browser: Annotated[bool, typer.Option("--open", help="Open the site in a browser.")] = False,
) -> None:
    """Run the server, where people play in browsers."""
    require("server")
    # Imported here so that other commands start fast.
    from fairground.server import logs
    from fairground.server.notifications.smtp import read_mail_server
    from fairground.server.run import event_loop_factory
    from fairground.server.run import serve as run
    from fairground.server.settings import ServerSettings, check_public_url, limits_from

    warn_about_password(store)
    limits = limits_from()
    settings = ServerSettings(
        host,
        port,
        store,
        workers,
        tuple(origin or ()),
        limits=limits,
        host_names=tuple(host_name or ()),
        public_url=check_public_url(public_url),
        mail_server=read_mail_server(smtp) if smtp else None,
        mail_sender=mail_from,
    )
    # In a terminal show only problems; a log collector gets everything.
    logs.set_up(sys.stderr, logging.WARNING if sys.stderr.isatty() else logging.INFO)

    def ready(actual: int) -> None:
        address = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{actual}/"
        say_plainly(f"Fairground is open at {address} (press Ctrl+C to stop it)")
        if host in EVERYWHERE and (outside := own_address()):
            say_plainly(f"Others in your network can reach it at http://{outside}:{actual}/")
        sys.stdout.flush()  # a parent process may be waiting for this line
        if browser:
            webbrowser.open(address)

    with asyncio.Runner(loop_factory=event_loop_factory()) as runner:
        runner.run(run(settings, ready))


def own_address() -> str | None:
    """Return the address at which other machines reach this one, or None without a network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect(SOMEWHERE)
            return str(line.getsockname()[0])
    except OSError:
        return None
