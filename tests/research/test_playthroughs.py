"""OpenSpiel's own playthroughs of every game and number of seats are as they were stored.

    python tests/research/test_playthroughs.py [game ...]

writes them anew, into each game's tests/playthroughs. They are OpenSpiel's text, of which long lines and
those that are the same as before are kept as a digest only.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough

from fairground import list_games, load
from fairground.research.open_spiel import PREFIX  # the import registers all games

LONGEST = 80  # characters of a line that is kept
ROOT = Path(__file__).parents[2]
EVERY = [(name, seats) for name in list_games() for seats in load(name).seats]
STORED = [(name, seats) for name, seats in EVERY if (ROOT / "src/fairground/games" / name).is_dir()]


def file_of(name: str, seats: int) -> Path:
    return ROOT / f"src/fairground/games/{name}/tests/playthroughs/{seats}.txt"


def shortened(text: str) -> Iterator[str]:
    """Yield the short lines that say something new, and after each move a digest of all that was left out."""
    before: dict[str, str] = {}
    left_out = hashlib.blake2b(digest_size=8)
    for line in text.splitlines():
        key = line.partition(" = ")[0].partition(": ")[0]
        if line.startswith("action"):
            yield f"{line}  [{left_out.hexdigest()}]"
        elif len(line) > LONGEST or before.get(key) == line:
            left_out.update(line.encode())
        elif line and not line.startswith("# State"):
            yield line
        before[key] = line
    yield f"[{left_out.hexdigest()}]"


def play(name: str, seats: int) -> str:
    text = playthrough(f"{PREFIX}{name}(seats={seats},chance=sampled,seed=storm)", None, seed=7)
    return "\n".join(shortened(text)) + "\n"


@pytest.mark.parametrize("name", sorted({name for name, _ in STORED}))
def test_openspiels_playthrough_is_as_it_was_stored(name: str) -> None:
    seats = load(name).seats[0]
    assert play(name, seats) == file_of(name, seats).read_text(encoding="utf-8")


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats"), STORED)
def test_openspiels_playthroughs_with_every_number_of_seats_are_as_they_were_stored(
    name: str, seats: int
) -> None:
    assert play(name, seats) == file_of(name, seats).read_text(encoding="utf-8")


def test_every_game_and_number_of_seats_has_a_playthrough() -> None:
    for name in {name for name, _ in STORED}:
        files = {path.stem for path in file_of(name, 2).parent.glob("*.txt")}
        assert files == {str(seats) for seats in load(name).seats}


@pytest.mark.soak
@pytest.mark.parametrize("name", list_games())
def test_openspiels_generator_works_with_explicit_chance(name: str) -> None:
    seats = load(name).seats[0]
    text = playthrough(f"{PREFIX}{name}(seats={seats},chance=explicit)", None, seed=3)
    assert "IsTerminal() = True" in text


def main(names: list[str]) -> None:
    for name, seats in STORED:
        if not names or name in names:
            file_of(name, seats).parent.mkdir(exist_ok=True)
            file_of(name, seats).write_text(play(name, seats), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
