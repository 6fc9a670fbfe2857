"""Golden records pass through the same positions and tell the same story as when they were published.

    python tests/test_golden.py

writes the digests anew, into each game's tests/golden.txt. A digest may change only with a new edition of the
rules, or when a story or a position tells more than before.
"""

import hashlib
from pathlib import Path

import msgspec
import pytest

from fairground import Match, Record, load
from settings import EVERY_GAME

GAMES = Path(__file__).parent.parent / "src/fairground/games"


def digest(name: str, path: Path) -> str:
    """A fingerprint of a record's story and of the position after each of its moves."""
    game = load(name)
    record = Record.parse(path.read_text())
    match = Match(game, record.seats, record.seed, record.options)
    seal = hashlib.sha256()
    for seat, words in record.moves:
        told = match.play(seat, words)
        facts = [[entry.key, entry.values] for entry in told], game.dump(match.state)["state"]
        seal.update(msgspec.json.encode(facts, order="sorted"))
    return seal.hexdigest()[:16]


def digests(name: str) -> str:
    paths = sorted((GAMES / name / "tests/golden").glob("*.game"))
    return "".join(f"{path.stem} {digest(name, path)}\n" for path in paths)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_golden_records_tell_the_published_story(name: str) -> None:
    assert digests(name) == (GAMES / name / "tests/golden.txt").read_text()


if __name__ == "__main__":
    for game in EVERY_GAME:
        (GAMES / game / "tests/golden.txt").write_text(digests(game))
