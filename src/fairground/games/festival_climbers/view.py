"""What a seat may know: everything, for nothing is hidden."""

import msgspec

from fairground.engine.outcome import Outcome, decide
from fairground.engine.picture import SYMBOLS, seat_styled, styled
from fairground.games.festival_climbers.notation import highest, names, space_name
from fairground.games.festival_climbers.rules import PLAYING, STUCK, SUMMIT, WIDTH, Climbers

REASONS = {PLAYING: None, SUMMIT: "summit", STUCK: "no moves"}


class ClimbersView(msgspec.Struct, frozen=True):
    """`locked` are the climbers that may not leave; `carried` the spaces somebody could climb to."""

    seat: int | None
    actors: list[int]
    levels: int
    climbers: list[list[str]]
    hand: list[int]
    points: list[int]
    locked: list[str]
    carried: list[str]
    reason: str | None


def view(state: Climbers, seat: int | None) -> ClimbersView:
    seats = range(state.seats)
    free = sum(state.movers(each) for each in seats)
    return ClimbersView(
        seat=seat,
        actors=state.actors(),
        levels=state.levels,
        climbers=[names(state.own[each]) for each in seats],
        hand=list(state.hand),
        points=state.scores(),
        locked=names(state.occupied & ~free),
        carried=names(state.carried()),
        reason=REASONS[state.ending],
    )


def outcome(state: Climbers) -> Outcome:
    """§5 Points, then the highest level reached, then who moved last."""
    criteria = {
        "points": state.scores(),
        "highest level": [highest(own) for own in state.own],
        "last move": list(state.moved),
    }
    by_level = zip(*(state.points_by_level(seat) for seat in range(state.seats)), strict=True)
    headings = {f"level {level}": points for level, points in enumerate(by_level, 1)}
    return decide(criteria, headings, REASONS[state.ending])


def picture(view: msgspec.Struct) -> str:
    """The temple, the top first, and a line a seat that tells the same in words."""
    assert isinstance(view, ClimbersView)
    owner = {space: seat for seat, spaces in enumerate(view.climbers) for space in spaces}
    rows = [_row(view.levels, level, owner) for level in range(view.levels - 1, -1, -1)]
    return "\n".join([*rows, "", *(_line(view, seat) for seat in range(len(view.hand)))])


def _row(levels: int, level: int, owner: dict[str, int]) -> str:
    spaces = [space_name(WIDTH * level + place) for place in range(levels - level)]
    return "  " + "   " * level + "   ".join(_cell(name, owner.get(name)) for name in spaces)


def _cell(name: str, seat: int | None) -> str:
    return styled(f" {name}", "muted") if seat is None else seat_styled(SYMBOLS[seat] + name, seat)


def _line(view: ClimbersView, seat: int) -> str:
    standing = " ".join(view.climbers[seat]) or "nobody on the temple"
    name = seat_styled(f"{SYMBOLS[seat]} seat {seat}", seat)
    return f"  {name}: {view.points[seat]} points, {view.hand[seat]} in hand; {standing}"
