"""Matches that count: who may set them up, what leaving means, and when their result is known."""

from collections.abc import Collection, Sequence
from typing import Final

from fairground.games import load
from fairground.server import table_wire
from fairground.server.errors import Refusal
from fairground.server.ratings.anchors import bot_ratings
from fairground.server.ratings.result import ContestResult, SeatResult, final_places
from fairground.server.store.store import StoredChair, StoredTable

MOST_SEATS: Final = 5
FIXED: Final = "the match counts, so the chairs stay as they are until it is over"
DEPARTED: Final = "you have left this match, and its result counts you as last"


def check_rated(wish: table_wire.Create, passport: str) -> None:
    """Raise a Refusal if a rated table cannot be set up like this."""
    if wish.seat is not None and not passport:
        raise Refusal("a rated match needs a passport in every chair of a person", 401)
    if not 2 <= wish.seats <= MOST_SEATS:
        raise Refusal(f"expected 2 to {MOST_SEATS} chairs at a rated table, got {wish.seats}", 400)
    if wish.box is not None or wish.hints:
        raise Refusal("expected the game's own box and no hints at a rated table", 400)
    game = load(wish.game)
    if game.settle_options(wish.options) != game.settle_options({}):
        raise Refusal("expected the usual options at a rated table", 400)
    if wish.clock.kind == "none":
        raise Refusal("expected a clock at a rated table, so that every match ends", 400)
    for level in wish.bots:
        if level is not None:
            check_rated_bot(wish.game, level)


def check_rated_bot(game: str, level: str) -> None:
    """Raise a Refusal if a bot's strength in a game is not published."""
    known = bot_ratings(game)
    if level not in known:
        listed = ", ".join(known) or "none in this game"
        raise Refusal(f"expected a bot with a known strength at a rated table ({listed}), got {level}", 400)


def check_sitter(stored: StoredTable, passport: str) -> None:
    """Raise a Refusal if somebody may not sit down at a table whose match counts."""
    contest = stored.progress.contest
    if contest is None:
        return
    if stored.phase != "waiting" or contest.tournament:
        raise Refusal(FIXED)
    if not passport:
        raise Refusal("a rated match needs a passport in every chair of a person", 401)
    if any(chair.passport == passport for chair in stored.progress.chairs):
        raise Refusal("you sit at this table already: a rated match has each person once")


def check_rated_start(stored: StoredTable) -> None:
    """Raise a Refusal if the match counts, but bots alone would play it, or people who never came to it.

    Otherwise one could ask for a rematch and begin it when the others have gone, and they would lose it.
    """
    people = [chair for chair in stored.progress.chairs if chair.person]
    if stored.progress.contest is None:
        return
    if not people:
        raise Refusal("expected at least one person at a rated table")
    if any(chair.expected for chair in people):
        raise Refusal("a rated rematch begins when everybody has come to the new table")


def is_fixed(stored: StoredTable) -> bool:
    """Return whether a match that counts is under way, so that nobody may change who sits where."""
    return stored.progress.contest is not None and stored.phase == "playing"


def is_vacated(chair: StoredChair) -> bool:
    """Return whether nobody holds a chair any more: it was given up, or its person has deleted everything."""
    return chair.gone or not chair.person


def has_departed(stored: StoredTable, seat: int) -> bool:
    """Return whether the person in a seat has left a match that counts."""
    contest = stored.progress.contest
    return contest is not None and seat in contest.departed


def depart(stored: StoredTable, seat: int, stand_in: str) -> None:
    """Let a bot play to the end for somebody who leaves a match that counts."""
    contest, chair = stored.progress.contest, stored.progress.chairs[seat]
    assert contest is not None
    if seat not in contest.departed:
        contest.departed = [*contest.departed, seat]
    chair.bot, chair.resigned = stand_in, True


def end_late(stored: StoredTable) -> None:
    """Decide a match at the deadline of its round."""
    assert stored.progress.contest is not None
    stored.progress.contest.late = True


def settle_contest(
    stored: StoredTable, places: Sequence[int] | None, owing: Collection[int]
) -> ContestResult | None:
    """Return the result of a match that counts when it is first known, else None.

    `places` are those of the rules, None before the end; `owing` are the seats of people who owe a decision.
    At the deadline they come behind those who wait for them.
    """
    contest = stored.progress.contest
    if contest is None or contest.settled or stored.phase == "waiting":
        return None
    if places is None and contest.late:
        places = [1 + (seat in owing) for seat in range(stored.seats)]
    bots = [seat for seat, chair in enumerate(stored.progress.chairs) if not chair.person]
    final = final_places(places, contest.departed, stored.seats, bots)
    if final is None:
        return None
    contest.settled = True
    seats = [_seat_result(stored, seat, place) for seat, place in enumerate(final)]
    late = contest.late and len(contest.departed) < stored.seats - 1
    return ContestResult(
        stored.id, stored.game, stored.changed, seats, contest.rated, contest.tournament, late
    )


def _seat_result(stored: StoredTable, seat: int, place: int) -> SeatResult:
    """Return how a seat ended. Somebody whose passport was deleted is still somebody of their own."""
    chair = stored.progress.chairs[seat]
    if chair.person:
        player = chair.passport or f"{stored.id}-{seat}"
        return SeatResult(place, player=player, left=has_departed(stored, seat))
    level = chair.bot or ""
    return SeatResult(place, bot=level, mu=bot_ratings(stored.game).get(level, 0.0))
