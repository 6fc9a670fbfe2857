"""`serve`: tables for people in browsers."""

import asyncio
import logging
import socket
import sys
import webbrowser
from typing import Annotated

import typer

from fairground.cli.show import say_plainly

EVERYWHERE = {"0.0.0.0", "::"}
SOMEWHERE = ("192.0.2.1", 9)  # an address for examples (RFC 5737); nothing is sent there


def register(app: typer.Typer) -> None:
    app.command(epilog="Example: fairground serve --port 8080 --open")(serve)


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.")] = 8000,
    store: Annotated[
        str, typer.Option(help="Where tables are kept, as a URL; else a file in your data folder.")
    ] = "",
    workers: Annotated[int, typer.Option(help="Processes in which bots think.", min=1, max=64)] = 1,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another origin whose pages may connect, such as https://a.org.")
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Host tables for people in browsers."""
    # The other commands need not wait until all of this is loaded.
    from fairground.server import logs
    from fairground.server.run import event_loop_factory
    from fairground.server.run import serve as run
    from fairground.server.settings import ServerSettings, limits_from

    limits = limits_from()
    settings = ServerSettings(host, port, store, workers, tuple(origin or ()), limits=limits)
    # Whoever sits before it wants to know of trouble; what collects logs wants everything.
    logs.set_up(sys.stderr, logging.WARNING if sys.stderr.isatty() else logging.INFO)

    def ready(actual: int) -> None:
        address = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{actual}/"
        say_plainly(f"Fairground is open at {address} (Ctrl+C closes it)")
        if host in EVERYWHERE and (outside := own_address()):
            say_plainly(f"Others in your network reach it at http://{outside}:{actual}/")
        sys.stdout.flush()  # whoever started us may be waiting for this line
        if browser:
            webbrowser.open(address)

    with asyncio.Runner(loop_factory=event_loop_factory()) as runner:
        runner.run(run(settings, ready))


def own_address() -> str | None:
    """The address by which other machines reach this one; None without a network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect(SOMEWHERE)
            return str(line.getsockname()[0])
    except OSError:
        return None
