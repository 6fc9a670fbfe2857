"""Every message of a table's WebSocket, and the values of all messages. See `docs/protocol.md`.

Messages over the WebSocket carry their kind in `type`. Decoders and encoders are created here, at import,
because msgspec must not see a type for the first time in several threads at once.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from fairground.analysis.hints import HintedMove
from fairground.engine.outcome import Outcome
from fairground.engine.story import Value
from fairground.server.chat_wire import ChatMessage, ChatRequest
from fairground.server.wire_values import Mark as Mark

Name: TypeAlias = Annotated[str, Meta(max_length=24)]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Key: TypeAlias = Annotated[str, Meta(max_length=64)]
SpotId: TypeAlias = Annotated[str, Meta(max_length=80)]
Clicks: TypeAlias = Annotated[list[SpotId], Meta(max_length=10)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
RecordText: TypeAlias = Annotated[str, Meta(max_length=400_000)]
UpdateNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Move: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=60 * 60 * 24 * 60)]
LONGEST_BOX = 100_000
BoxText: TypeAlias = Annotated[str, Meta(max_length=LONGEST_BOX)]
Away: TypeAlias = Annotated[int, Meta(ge=10, le=60 * 60 * 24 * 60)]
SeatCount: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
MoveCount: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Options: TypeAlias = Annotated[dict[str, Annotated[str, Meta(max_length=80)]], Meta(max_length=20)]
Phase: TypeAlias = Literal["waiting", "playing", "over"]
View: TypeAlias = Any  # the game's own view, which the server only passes on


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think.

    `move`: `seconds` for each decision. `bank`: `seconds` for the whole match plus `increment` for each
    decision made.
    """

    kind: Literal["none", "move", "bank"] = "none"
    seconds: Seconds = 0
    increment: Seconds = 0


# From a browser, over the WebSocket


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: who connects, and the number of the last update it has (0 for none).

    With `picture`, updates include the board as text. The key of a `passport` opens the chair of whoever has
    it, in place of the chair's own key.
    """

    key: Key | None = None
    host: Key | None = None
    since: UpdateNumber = 0
    picture: bool = False
    passport: Key | None = None


class Play(Struct, tag="play", forbid_unknown_fields=True):
    """Make a move that was chosen while update number `update` was on the screen."""

    update: UpdateNumber
    move: Move
    mark: Mark = ""


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Take back the seat's last decision, as shown in update number `update`."""

    update: UpdateNumber
    mark: Mark = ""


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask for good moves in the decision that the seat owes. Everybody is told that a hint was taken."""

    mark: Mark = ""


class AskWhy(Struct, tag="why", forbid_unknown_fields=True):
    """Ask why the thing `id` on the board cannot be clicked now, after the `clicks` of a half-made choice."""

    id: SpotId
    clicks: Clicks = []
    mark: Mark = ""


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """Say whether the table is in sight, on a page in front. Whoever looks is not told what they see anyway.

    There is no answer. Until it is said, a connection counts as one that looks.
    """

    visible: bool
    mark: Mark = ""


class Rename(Struct, tag="rename", forbid_unknown_fields=True):
    """Change the name of the person in the seat."""

    name: Name
    mark: Mark = ""


class Resign(Struct, tag="resign", forbid_unknown_fields=True):
    """Let a bot play in the person's chair at once; the person can take it back."""

    mark: Mark = ""


class Return(Struct, tag="return", forbid_unknown_fields=True):
    """Take the chair back from the bot."""

    mark: Mark = ""


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """Give the chair up for good; its key becomes void."""

    mark: Mark = ""


class SeatBot(Struct, tag="bot", forbid_unknown_fields=True):
    """Put a bot of a level into a chair, or remove it (no level). Only the host may do this."""

    seat: Seat
    level: Level | None = None
    mark: Mark = ""


class Agree(Struct, tag="agree", forbid_unknown_fields=True):
    """Agree that somebody may take a chair in which no person sits, during the match; or no longer agree."""

    seat: Seat
    yes: bool = True
    mark: Mark = ""


class Remove(Struct, tag="remove", forbid_unknown_fields=True):
    """Remove the person from a chair. Only the host may do this.

    During the match this hands the chair of somebody who has been away for long to a bot, until they return.
    """

    seat: Seat
    mark: Mark = ""


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """Begin the match."""

    mark: Mark = ""


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """Set up the next match with the same people; everybody's key opens their chair at the new table."""

    mark: Mark = ""


Request: TypeAlias = (
    Play
    | Undo
    | AskHint
    | AskWhy
    | Look
    | Rename
    | Resign
    | Return
    | Leave
    | SeatBot
    | Agree
    | Remove
    | Start
    | Rematch
    | ChatRequest
)
FromBrowser: TypeAlias = Hello | Request


# To a browser, over the WebSocket


class ParentFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """The moment of a finished match at which another one begins: after `moves` moves.

    `record` are the first 16 hexadecimal digits of the SHA-256 of its record, and `table` is its table, None
    if somebody brought the record. Hidden things were dealt again from what the seat `redealt` knew; None if
    they stayed as they were. If nothing is ever `hidden` in such a match, they do not matter.
    """

    record: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    moves: MoveCount
    redealt: Seat | None = None
    table: Annotated[str, Meta(max_length=32)] | None = None
    hidden: bool = True


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fixed about a table from the start. `seal` is the SHA-256 of the seed in hexadecimal.

    With `draw`, lots decide who sits where when the match begins. `parent` is where the match begins, if that
    is not the start of the game. With `free_text`, people can write to each other in their own words. A
    match may be `rated`, and belong to a `tournament`: then there is no undo, there are no hints, and whoever
    leaves it comes last.
    """

    id: str
    game: str
    title: str
    rules: int
    seats: int
    options: dict[str, str]
    box: str
    own_box: bool
    listed: bool
    clock: Clock
    away: int | None
    seal: str
    created: float
    draw: bool = False
    parent: ParentFacts | None = None
    hints: bool = False
    free_text: bool = False
    rated: bool = False
    tournament: str | None = None


class Welcome(Struct, tag="welcome", frozen=True):
    """The answer to `hello`. `seat` is the chair that the key opens, or None for a spectator.

    It is sent again when lots were drawn for the chairs, and when the connection loses its chair; then `why`
    says why, if that was not its own request.
    """

    table: Facts
    seat: int | None
    host: bool
    why: str | None = None


class Chair(Struct, frozen=True):
    """Who sits in a chair. `bot` is the level of the bot that plays, possibly for a person who is away.

    During the match a chair without a person can be taken once everybody who sits at the table agrees:
    `agreed` are the seats that do, `missing` those that do not yet. A `reserved` chair needs an invitation
    even at a listed table. `picture` is the one that a person has chosen. A person who is `gone` has had
    everything about them deleted. Who has `departed` from a match that counts comes last in it.
    """

    person: bool
    name: str
    bot: str | None
    agreed: list[int] = []
    missing: list[int] = []
    reserved: bool = False
    picture: str = ""
    gone: bool = False
    departed: bool = False


class Offer(Struct, frozen=True):
    """A legal move: its number, its words, and what to click for it, in order."""

    move: int
    words: str
    path: list[str]


class Told(Struct, frozen=True):
    """One entry of the story; the game's `phrases` turn it into English.

    Entries about the table itself have a key that begins with `table.`.
    """

    key: str
    values: dict[str, Value]


class Times(Struct, frozen=True):
    """The seconds each seat has left (None: no clock), and the seats whose clocks are running."""

    left: list[float | None]
    running: list[int]


class Update(Struct, tag="update", frozen=True):
    """The present state of a table, as one seat or a spectator may know it.

    `update` is the number of this update; `moves` is how many moves have been made. The first `kept`
    entries of the story stay, and `story` continues it. `hints` says whether the seat may ask for hints,
    `headings` what each seat has its points for. `seed` is sent once the match is over; `next` is the table
    of the rematch.
    """

    update: int
    phase: Phase
    moves: int
    chairs: list[Chair]
    kept: int
    story: list[Told]
    actors: list[int]
    offers: list[Offer]
    undo: bool
    hints: bool
    view: View
    picture: str | None
    points: list[int] | None
    headings: dict[str, list[int]] | None
    outcome: Outcome | None
    times: Times
    seed: str | None
    next: str | None


class Presence(Struct, tag="presence", frozen=True):
    """Which seats have somebody connected, and how many spectators there are."""

    present: list[bool]
    watching: int


class Done(Struct, tag="done", frozen=True):
    """The request with that mark was carried out and stored; `update` is the number of the latest update."""

    mark: str
    update: int


class Refused(Struct, tag="refused", frozen=True):
    """Why the request with that mark was refused; it changed nothing."""

    mark: str
    why: str


class Closing(Struct, tag="closing", frozen=True):
    """Why the connection ends; `again` says whether to reconnect."""

    why: str
    again: bool


class Hint(Struct, tag="hint", frozen=True):
    """Good moves for the decision that the seat has been asked for since update `since`, the best first."""

    since: int
    moves: list[HintedMove]


class ClickObstacle(Struct, tag="obstacle", frozen=True):
    """Why the thing `id` cannot be clicked now: a key with values as in `Told`, and the same in English.

    Without a key there is nothing to say: the thing can be clicked, or it never can.
    """

    id: str
    key: str | None = None
    values: dict[str, Value] = {}
    text: str = ""


FromServer: TypeAlias = (
    Welcome | Update | Presence | Done | Refused | Hint | ClickObstacle | Closing | ChatMessage
)


# REST


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    why: str


class Condition(Struct, frozen=True):
    """Whether the server works."""

    ok: bool
    why: str | None
    version: str


REST: tuple[type[Struct], ...] = (
    Problem,
    Condition,
)

read_request: Callable[[bytes | str], FromBrowser] = msgspec.json.Decoder(FromBrowser).decode
read_answer: Callable[[bytes | str], FromServer] = msgspec.json.Decoder(FromServer).decode
write = msgspec.json.Encoder().encode
