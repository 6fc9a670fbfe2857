"""Playing on from a moment of a match that is over, and checking that a match really began there."""

from typing import cast

import msgspec

from fairground.engine.errors import BadSetting, RecordError
from fairground.engine.game import B, Game, Position, S
from fairground.engine.match import Match
from fairground.engine.start_position import ParentMoment, StartPosition, digest_of, redealing_generator


def take_position(
    match: Match[S, B], record: str, moves: int, seed: str | bytes, redealt: int | None = None
) -> StartPosition:
    """Return the position after some moves of a match that is over; `record` is the text of its record.

    With `redealt`, whatever that seat did not know is dealt again, by the seed of the match that begins here.
    """
    _check_moment(match, moves)
    state = match.at(moves).state
    if redealt is not None:
        if not 0 <= redealt < state.seats:
            raise BadSetting(f"expected a seat from 0 to {state.seats - 1}, got {redealt}")
        state = cast(S, state.imagine(redealt, redealing_generator(seed)))
    parent = ParentMoment(digest_of(record), moves, redealt)
    return StartPosition(dump_without_generator(match.game, state), parent)


def dump_without_generator(game: Game[S, B], state: S) -> Position:
    """Return the whole position as plain data, without the generator."""
    position = {name: value for name, value in game.dump(state).items() if name != "rng"}
    return msgspec.json.decode(msgspec.json.encode(position), type=dict[str, object])


def check_parent(match: Match[S, B], parent: Match[S, B], record: str) -> None:
    """Raise RecordError unless the match began at the moment of the parent that its record names."""
    named = match.start.parent if match.start else None
    if named is None:
        raise RecordError("the record names no parent: its match begins at the start of the game")
    if named.record != digest_of(record):
        raise RecordError(f"the record names the parent {named.record}, this one is {digest_of(record)}")
    try:
        expected = take_position(parent, record, named.moves, match.seed, named.redealt)
    except BadSetting as error:
        raise RecordError(f"the record names a moment that its parent does not have: {error}") from None
    if match.start != expected:
        raise RecordError("the record's position is not the one of its parent at that moment")


def _check_moment(match: Match[S, B], moves: int) -> None:
    if not match.over:
        raise BadSetting("you can play on only from a match that is over, and this one is not")
    last = len(match.made) - 1
    if moves == last + 1:
        raise BadSetting(f"after {moves} moves the match is over: expected a moment from 0 to {last}")
    if not 0 <= moves <= last:
        raise BadSetting(f"expected a moment from 0 to {last} moves, got {moves}")
