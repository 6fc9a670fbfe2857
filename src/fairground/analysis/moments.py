"""The moments that decided a match."""

from fairground.analysis.report import DecisiveMoment, MoveReview

MOST = 3


def find_moments(moves: list[MoveReview]) -> list[DecisiveMoment]:
    """Return the moves that changed the shares most, in the order in which they were made."""
    changes = [describe_change(move) for move in moves]
    largest = sorted(changes, key=lambda moment: -moment.change)[:MOST]
    return sorted(largest, key=lambda moment: moment.at)


def describe_change(move: MoveReview) -> DecisiveMoment:
    """Say who gained most by a move, and whether that was the decision's doing or chance's."""
    change = [effect + luck for effect, luck in zip(move.effect, move.luck, strict=True)]
    gainer = max(range(len(change)), key=lambda seat: change[seat])
    kind = "luck" if move.luck[gainer] > move.effect[gainer] else "decision"
    return DecisiveMoment(move.at, move.seat, kind, gainer, change[gainer])
