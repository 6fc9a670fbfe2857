"""Archives that want to do harm: each is refused with a sentence, and nothing of it runs."""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attack.tally import Tally
from attack.target import QUICK_GAME, Target
from fairground import load
from fairground.server.store.archive import FORMAT

HUGE: tuple[object, ...] = (10**6, -1, 10**19, 10**400, 1e308, "x" * 50_000, None, [], {})
Entry = dict[str, Any]


async def archives(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Import archives into a store of our own."""
    with tempfile.TemporaryDirectory() as folder:
        for number, entry in enumerate(hostile_entries(Path(folder) / "ran")):
            if stop.is_set():
                return
            await _import(Path(folder), number, entry, tally)
            if (Path(folder) / "ran").exists():
                tally.fault(f"an archive ran a command: {str(entry)[:200]}")


async def _import(folder: Path, number: int, entry: Entry, tally: Tally) -> None:
    archive = folder / f"{number}.jsonl"
    archive.write_text(f'{{"fairground_archive": {FORMAT}}}\n{json.dumps(entry)}\n')
    words = ("-m", "fairground", "import", str(archive), "--store", f"sqlite:///{folder}/tables.db")
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    printed, _ = await process.communicate()
    tally.count("refused" if process.returncode else "imported")
    if b"Traceback" in printed:
        tally.fault(f"a traceback for {str(entry)[:200]}")
    if not process.returncode:
        tally.fault(f"imported: {str(entry)[:200]}")


def hostile_entries(marker: Path) -> Iterator[Entry]:
    """Yield entries that differ from a good one in one field."""
    for command in (
        f"exec:/bin/sh -c 'touch {marker}'",
        "python:os.abort",
        "policy:/etc/passwd",
        "x" * 50_000,
    ):
        entry = good_entry()
        entry["table"]["progress"]["chairs"][1]["bot"] = command
        yield entry
    for field in good_entry()["table"]:
        if field not in {"listed", "away", "options", "box_text", "clock", "progress"}:
            yield from _replace(("table", field), HUGE[-1:] if field == "id" else HUGE)
    for field in ("hash", "name", "mark"):
        yield from _replace(("table", "progress", "chairs", 0, field), ("x" * 50_000, "\x1b[2J", 10**30))


def _replace(path: tuple[str | int, ...], values: tuple[object, ...]) -> Iterator[Entry]:
    for value in values:
        entry = good_entry()
        place: Any = entry
        for step in path[:-1]:
            place = place[step]
        if place[path[-1]] != value:
            place[path[-1]] = value
            yield entry


def good_entry() -> Entry:
    """Return a table as an archive has it."""
    game = load(QUICK_GAME)
    chair = {"hash": "0" * 64, "person": True, "name": "Ann", "bot": None, "resigned": False, "mark": ""}
    bot = {**chair, "person": False, "name": "", "bot": "random"}
    return {
        "table": {
            "id": "abcdefghjkmn",
            "game": game.name,
            "rules": game.rules,
            "seats": 2,
            "options": game.settle_options({}),
            "box": game.box().digest,
            "box_text": None,
            "listed": False,
            "clock": {"kind": "none", "seconds": 0, "increment": 0},
            "away": None,
            "seed": "A" * 43 + "=",
            "host": "0" * 64,
            "created": 1_700_000_000.0,
            "phase": "playing",
            "update_number": 1,
            "progress": {"chairs": [chair, bot], "banks": [0.0, 0.0]},
            "changed": 1_700_000_000.0,
        },
        "moves": [],
        "record": None,
    }
