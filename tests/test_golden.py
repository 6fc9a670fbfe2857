"""Golden records pass through the same positions and tell the same story as when they were published.

    python tests/test_golden.py

writes the digests anew, into each game's tests/golden.txt. A digest may change only with a new edition of the
rules, or when a story or a position tells more than before.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fairground import Match, Record, State, load
from fairground.engine.story import Entry

GAMES = Path(__file__).parent.parent / "src/fairground/games"
WITH_RECORDS = sorted(path.parent.parent.name for path in GAMES.glob("*/tests/golden.txt"))


def replay(name: str, path: Path) -> Iterator[tuple[Match[State, object], list[Entry]]]:
    """A record, move by move, with what each move tells."""
    record = Record.parse(path.read_text())
    game = load(name, record.rules)
    match = Match(game, record.seats, record.seed, record.options, game.shipped_box(record.box))
    for seat, words in record.moves:
        yield match, match.play(seat, words)


def records(name: str) -> list[Path]:
    return sorted((GAMES / name / "tests/golden").glob("*.game"))


def digest(name: str, path: Path) -> str:
    """A fingerprint of a record's story and of the position after each of its moves."""
    seal = hashlib.sha256()
    for match, told in replay(name, path):
        facts = [[entry.key, entry.values] for entry in told], match.game.dump(match.state)["state"]
        seal.update(msgspec.json.encode(facts, order="sorted"))
    return seal.hexdigest()[:16]


def digests(name: str) -> str:
    return "".join(f"{path.stem} {digest(name, path)}\n" for path in records(name))


@pytest.mark.parametrize("name", WITH_RECORDS)
def test_golden_records_tell_the_published_story(name: str) -> None:
    assert digests(name) == (GAMES / name / "tests/golden.txt").read_text()


@pytest.mark.parametrize("name", WITH_RECORDS)
def test_a_copy_is_the_same_position_all_through_the_golden_records(name: str) -> None:
    for path in records(name):
        for match, _ in replay(name, path):
            assert match.game.dump(match.state.copy()) == match.game.dump(match.state), path.name


@pytest.mark.parametrize("name", WITH_RECORDS)
def test_only_actors_have_moves_all_through_the_golden_records(name: str) -> None:
    for path in records(name):
        for match, _ in replay(name, path):
            state = match.state
            assert [seat for seat in range(state.seats) if state.legal(seat)] == state.actors(), path.name


@pytest.mark.parametrize("name", WITH_RECORDS)
def test_golden_records_can_be_taken_up_from_their_positions(name: str) -> None:
    """A match that is written down and read again every few moves goes on as if nothing had happened."""
    for path in records(name):
        for broken, whole in zip(replay(name, path), replay(name, path), strict=True):
            match, told = broken
            assert told == whole[1], path.name
            if len(match.made) % 8 == 0 and not match.over:
                match.state = match.game.restore(match.game.dump(match.state))
        assert match.outcome() == whole[0].outcome(), path.name


if __name__ == "__main__":
    for game in WITH_RECORDS:
        (GAMES / game / "tests/golden.txt").write_text(digests(game))
