"""Who must agree before somebody takes a chair during a match.

A chair without a person has a hand all the same: a bot plays it, or somebody left it. Whoever takes the chair
sees that hand, so an invitation alone would let the host look into it. Everybody else who sits at the table,
present or not, must agree first.
"""

from collections.abc import Iterable

from fairground.server.errors import Refusal
from fairground.server.store.store import StoredChair, StoredTable


def missing_seats(stored: StoredTable, seat: int) -> list[int]:
    """Return the seats of the people who must still agree before somebody may take the chair."""
    chairs = stored.progress.chairs
    if stored.phase != "playing" or chairs[seat].person:
        return []
    return [other for other, chair in enumerate(chairs) if chair.person and other not in chairs[seat].agreed]


def check_consent(stored: StoredTable, seat: int) -> None:
    """Raise a Refusal if somebody has not agreed that the chair is taken."""
    missing = missing_seats(stored, seat)
    if missing:
        chairs = stored.progress.chairs
        names = ", ".join(chairs[other].name or f"seat {other}" for other in missing)
        verb = "has" if len(missing) == 1 else "have"
        raise Refusal(f"everybody at the table must agree first: {names} {verb} not")


def set_consent(chair: StoredChair, seat: int, agrees: bool) -> None:
    """Note that the person in a seat agrees that the chair is taken, or no longer does."""
    if agrees == (seat in chair.agreed):
        raise Refusal("you have agreed already" if agrees else "you have not agreed")
    chair.agreed = sorted({*chair.agreed, seat}) if agrees else [s for s in chair.agreed if s != seat]


def void_consent(chairs: Iterable[StoredChair], seat: int | None = None) -> None:
    """Make all agreements void, or only those of the person who sat in a seat."""
    for chair in chairs:
        chair.agreed = [] if seat is None else [other for other in chair.agreed if other != seat]
