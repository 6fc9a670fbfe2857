"""What is asked of a table other than over its WebSocket."""

from typing import TypeAlias

import msgspec

from fairground.server import keys, wire
from fairground.server.errors import Refusal
from fairground.server.store.store import Change, Seated
from fairground.server.tables.requests import tidy
from fairground.server.tables.state import LiveTable


class TakeChair(msgspec.Struct, tag="take"):
    """Somebody sits down."""

    seat: int
    name: str
    invitation: str | None


class Invite(msgspec.Struct, tag="invite"):
    """The host wants a fresh invitation."""

    seat: int
    host: str | None


Action: TypeAlias = TakeChair | Invite
Result: TypeAlias = wire.Taken | wire.Invitation


def act(live: LiveTable, action: Action) -> tuple[Result, list[Change]]:
    """Do it and say what to store; Refusal if it may not be done."""
    if action.seat >= live.kept.seats:
        raise Refusal(f"expected a seat below {live.kept.seats}, got {action.seat}", 404)
    return take(live, action) if isinstance(action, TakeChair) else invite(live, action)


def take(live: LiveTable, action: TakeChair) -> tuple[wire.Taken, list[Change]]:
    """The chair is held by a key that only the taker has: whoever made the invitation has it no more."""
    chair = live.chairs[action.seat]
    if chair.person:
        raise Refusal("somebody sits in that chair already")
    invited = keys.fits(action.invitation, chair.hash)
    if action.invitation is not None and not invited:
        raise Refusal("this invitation is not, or no longer, good for that chair", 403)
    if not invited and not live.kept.listed:
        raise Refusal("this chair is taken with an invitation", 403)
    if not invited and chair.bot:
        raise Refusal("a bot sits in that chair")
    if live.kept.phase == "over":
        raise Refusal("the match is over")
    key = keys.new_key()
    live.chairs[action.seat] = Seated(keys.hashed(key), person=True, name=tidy(action.name))
    return wire.Taken(live.kept.id, action.seat, key), changed(live, action.seat)


def invite(live: LiveTable, action: Invite) -> tuple[wire.Invitation, list[Change]]:
    if not keys.fits(action.host, live.kept.host):
        raise Refusal("only the host of the table invites", 403)
    if live.chairs[action.seat].person:
        raise Refusal("somebody sits in that chair already")
    key = keys.new_key()
    live.chairs[action.seat].hash = keys.hashed(key)
    return wire.Invitation(live.kept.id, action.seat, key), changed(live)


def changed(live: LiveTable, seat: int | None = None) -> list[Change]:
    live.kept.number += 1
    if seat is not None:
        live.ask([seat])
    return [Change(live.kept)]
