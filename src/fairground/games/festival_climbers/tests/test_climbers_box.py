"""Own boxes: which temples and teams can be played, found by searching all positions."""

from collections.abc import Iterator

import pytest

from fairground import BoxError, Match
from fairground.engine.picture import plain
from fairground.games.festival_climbers import GAME
from fairground.games.festival_climbers.box import CLIMBERS_NEEDED
from fairground.games.festival_climbers.rules import SUMMIT, Climbers

TEXT = GAME.document("box.toml")
Space = tuple[int, int]  # level and place, from 0


def box_text(levels: int, two: int = 12, three: int = 8, four: int = 6) -> str:
    text = TEXT.replace("levels = 8", f"levels = {levels}").replace("for_two = 12", f"for_two = {two}")
    return text.replace("for_three = 8", f"for_three = {three}").replace("for_four = 6", f"for_four = {four}")


def following(standing: frozenset[Space], levels: int, climbers: int) -> Iterator[frozenset[Space]]:
    """Yield what one move of anybody can make of the temple, in plain sets."""
    if len(standing) < climbers:
        yield from (standing | {(0, place)} for place in range(levels) if (0, place) not in standing)
    for level in range(1, levels):
        for place in range(levels - level):
            below = {(level - 1, place), (level - 1, place + 1)}
            if (level, place) not in standing and below <= standing:
                for mover in standing - below:
                    left = standing - {mover}
                    if mover[0] < level and all(is_carried(each, left) for each in left):
                        yield left | {(level, place)}


def is_carried(space: Space, standing: frozenset[Space]) -> bool:
    level, place = space
    return level == 0 or (level - 1, place) in standing or (level - 1, place + 1) in standing


def reaches_the_top(levels: int, climbers: int) -> bool:
    """Tell whether so many climbers can reach the top, if everybody helps and turns do not matter."""
    seen: set[frozenset[Space]] = {frozenset()}
    open_positions = [frozenset[Space]()]
    while open_positions:
        standing = open_positions.pop()
        if (levels - 1, 0) in standing:
            return True
        new = set(following(standing, levels, climbers)) - seen
        seen |= new
        open_positions += new
    return False


@pytest.mark.parametrize("levels", [3, 4, 5, 6])
def test_the_climbers_needed_are_the_fewest_that_reach_the_top(levels: int) -> None:
    needed = CLIMBERS_NEEDED[levels]
    assert reaches_the_top(levels, needed) and not reaches_the_top(levels, needed - 1)


@pytest.mark.soak
@pytest.mark.parametrize("levels", [7, 8])
def test_the_climbers_needed_for_high_temples(levels: int) -> None:
    needed = CLIMBERS_NEEDED[levels]
    assert reaches_the_top(levels, needed) and not reaches_the_top(levels, needed - 1)


def some_match_reaches_the_top(start: Climbers) -> bool:
    """Tell whether the seats can reach the top together, moving in turn as the rules say."""
    seen: set[tuple[tuple[int, ...], int]] = set()
    open_positions = [start]
    while open_positions:
        state = open_positions.pop()
        if state.ending == SUMMIT:
            return True
        for move in state.legal(state.actor):
            after = state.copy()
            after.play(state.actor, move)
            key = tuple(after.own), int(after.actor)
            if key not in seen:
                seen.add(key)
                open_positions.append(after)
    return False


@pytest.mark.parametrize("levels", [3, 4, 5, 6])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_smallest_teams_that_a_box_may_have_can_reach_the_top(levels: int, seats: int) -> None:
    least = [-(-CLIMBERS_NEEDED[levels] // each) for each in (2, 3, 4)]
    box = GAME.box(box_text(levels, *least))
    assert some_match_reaches_the_top(Match(GAME, seats, "small", box=box).state)


@pytest.mark.parametrize("levels", CLIMBERS_NEEDED)
@pytest.mark.parametrize(("seats", "name"), [(2, "two"), (3, "three"), (4, "four")])
def test_a_smaller_team_is_refused(levels: int, seats: int, name: str) -> None:
    least = -(-CLIMBERS_NEEDED[levels] // seats)
    GAME.box(box_text(levels, **{name: least}))
    with pytest.raises(BoxError, match=f"line .*expected {least} to 36 climbers for each of {seats} seats"):
        GAME.box(box_text(levels, **{name: least - 1}))


@pytest.mark.parametrize("levels", [-1, 0, 2, 9, 100])
def test_6_a_temple_has_3_to_8_levels(levels: int) -> None:
    with pytest.raises(BoxError, match=f"expected 3 to 8 levels, got {levels}"):
        GAME.box(box_text(levels))


def test_everybody_sees_the_values_of_an_own_box() -> None:
    """No space, hand or heading of the usual temple is left."""
    match = Match(GAME, 3, "own", box=box_text(5, three=9))
    view = GAME.view(match.state, 0)
    drawn = plain(GAME.picture(view))
    assert "e1" in drawn and "a5" in drawn and "f1" not in drawn and "a6" not in drawn
    assert drawn.count("9 in hand") == 3 and "8 in hand" not in drawn
    assert list(match.outcome().headings) == [f"level {level}" for level in range(1, 6)]
