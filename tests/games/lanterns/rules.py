"""The rules of Lanterns."""

from fairground.engine.state import OVER, State


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
