"""Lanterns: a toy game with hidden hands, sealed choices and chance, to test the laws on.

Everybody holds three of nine cards. Three times all choose a card at once; the highest wins as many
points as a die then shows (1-3). Most points win; then shared.
"""

import msgspec

from fairground.engine.box import Misprint, Source
from fairground.engine.errors import NotationError
from fairground.engine.game import Block, Game
from fairground.engine.outcome import Outcome, decide
from fairground.engine.sheet import Sheet
from fairground.engine.state import OVER, State
from fairground.engine.story import Entry


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: int
    source: Source


class LanternsBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deck: Deck


class Lanterns(State):
    def __init__(self) -> None:
        super().__init__()
        self.cards = 0
        self.hands: list[list[int]] = []
        self.sealed: list[int] = []
        self.shown: list[list[int]] = []
        self.points: list[int] = []

    def copy(self) -> "Lanterns":
        twin = type(self)()
        twin._adopt(self)
        twin.cards = self.cards
        twin.hands = [list(hand) for hand in self.hands]
        twin.sealed = list(self.sealed)
        twin.shown = [list(row) for row in self.shown]
        twin.points = list(self.points)
        return twin

    def actors(self) -> list[int]:
        return [] if self.actor == OVER else [seat for seat in range(self.seats) if self.sealed[seat] < 0]

    def legal(self, seat: int) -> list[int]:
        return sorted(self.hands[seat]) if seat in self.actors() else []

    def play(self, seat: int, move: int) -> None:
        self.sealed[seat] = move
        waiting = self.actors()
        if waiting:
            self.actor = waiting[0]
        else:
            self._reveal()

    def _reveal(self) -> None:
        self.revealed += 1
        self.shown.append(list(self.sealed))
        for hand, card in zip(self.hands, self.sealed, strict=True):
            hand.remove(card)
        self.points[self.sealed.index(max(self.sealed))] += 1 + self.rng.below(3)
        self.sealed = [-1] * self.seats
        self.actor = 0 if self.hands[0] else OVER

    def scores(self) -> list[int]:
        return list(self.points)

    def redeal(self, seat: int) -> None:
        seen = {card for row in self.shown for card in row} | set(self.hands[seat])
        unseen = [card for card in range(self.cards) if card not in seen]
        self.rng.shuffle(unseen)
        for other in range(self.seats):
            if other != seat:
                self.hands[other] = [unseen.pop() for _ in self.hands[other]]
                if self.sealed[other] >= 0:
                    self.sealed[other] = self.hands[other][self.rng.below(len(self.hands[other]))]


class LanternsView(msgspec.Struct, frozen=True):
    hand: list[int]
    chosen: list[bool]
    own: int
    shown: list[list[int]]
    points: list[int]


class LanternsPosition(msgspec.Struct, forbid_unknown_fields=True):
    hands: list[list[int]]
    sealed: list[int]
    shown: list[list[int]]
    points: list[int]
    actor: int
    revealed: int


def check_box(box: LanternsBox) -> None:
    if box.deck.cards < 9:
        raise Misprint(("deck", "cards"), f"expected 9 cards or more, got {box.deck.cards}")


def deal(state: Lanterns, box: LanternsBox) -> None:
    state.cards = box.deck.cards
    deck = list(range(state.cards))
    state.rng.shuffle(deck)
    state.hands = [sorted(deck[3 * seat : 3 * seat + 3]) for seat in range(state.seats)]
    state.sealed = [-1] * state.seats
    state.points = [0] * state.seats
    state.actor = 0


def view(state: Lanterns, seat: int | None) -> LanternsView:
    return LanternsView(
        hand=[] if seat is None else sorted(state.hands[seat]),
        chosen=[card >= 0 for card in state.sealed],
        own=-1 if seat is None else state.sealed[seat],
        shown=state.shown,
        points=state.points,
    )


def read(words: str) -> int:
    if not words.startswith("card ") or not words[5:].isdecimal() or not words.isascii():
        raise NotationError(f"expected a card such as `card 3`, got {words!r}")
    return int(words[5:])


def story(before: Lanterns, seat: int, move: int, after: Lanterns) -> list[Entry]:
    told = [Entry("chosen", {"seat": seat}), Entry("own", {"card": move}, to=seat)]
    if after.revealed > before.revealed:
        told.append(Entry("shown", {"cards": list(after.shown[-1])}))
    return told


def outcome(state: Lanterns) -> Outcome:
    points = state.scores()
    return decide({"points": points}, {"cards": points}, "no cards" if state.actor == OVER else None)


def pack(state: Lanterns) -> LanternsPosition:
    return LanternsPosition(
        state.hands, state.sealed, state.shown, state.points, int(state.actor), int(state.revealed)
    )


def unpack(state: Lanterns, raw: bytes, box: LanternsBox) -> None:
    position = msgspec.json.decode(raw, type=LanternsPosition)
    state.cards = box.deck.cards
    state.hands, state.sealed = position.hands, position.sealed
    state.shown, state.points = position.shown, position.points
    state.actor, state.revealed = position.actor, position.revealed


def layout(seats: int) -> list[Block]:
    return [Block("hand", 3, "own cards"), Block("points", seats, "points of each seat")]


def encode(state: Lanterns, seat: int, sheet: Sheet) -> None:
    hand = sorted(state.hands[seat]) + [0] * (3 - len(state.hands[seat]))
    for number in (*hand, *state.points):
        sheet.put(float(number))


def check(state: Lanterns) -> list[str]:
    places = [card for pile in (*state.hands, *state.shown) for card in pile]
    return [] if len(places) == len(set(places)) else ["a card lies in two places"]


GAME: Game[Lanterns, LanternsBox] = Game(
    name="lanterns",
    title="Lanterns",
    rules=2,
    seats=range(2, 4),
    package=__name__,
    tagline="A toy.",
    credits="ours",
    hidden=True,
    reasons=("no cards",),
    deciders=("points", "shared"),
    longest=9,
    widest=9,
    draws=11,
    box_kind=LanternsBox,
    box_check=check_box,
    empty=Lanterns,
    deal=deal,
    view=view,
    moves=range(100),
    write=lambda move: f"card {move}",
    read=read,
    path=lambda move: [f"card:{move}"],
    story=story,
    phrases={"chosen": "{seat} has chosen", "own": "you chose {card}", "shown": "the cards are {cards}"},
    why=lambda state, seat, move: "you do not hold it",
    outcome=outcome,
    pack=pack,
    unpack=unpack,
    encode=encode,
    layout=layout,
    picture=lambda view: f"[strong]{view}[/]",
    check=check,
)
