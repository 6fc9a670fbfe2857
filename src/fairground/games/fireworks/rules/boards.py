"""§4, §5, §8 Boards at any time of a match: their points, the arranging moves, and imagined worlds.

Moves are numbers: 0 gather, 1-9 aim, 10-13 with a seat, then enough, done, arrange; and from the numbers
below take, give, aim from a height (zone * 3 + height), turn (space * 6 + direction) and swap
(space * 23 + space).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fairground.engine.bag import Bag
from fairground.games.fireworks.arranger.arranger import arrange
from fairground.games.fireworks.rules.score import BoardTally, count
from fairground.games.fireworks.rules.table import (
    AT_END,
    AUTO,
    DOWN,
    FINISHED,
    GIVE,
    GONE,
    NONE,
    OUT_DOWN,
    RETURN,
    FireworksTable,
)
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    DIRECTIONS,
    EMPTY,
    FACES,
    MOST_CARDS,
    MOST_SKY,
    SPACES,
    SPECIAL,
)

# Moves.
GATHER: Final = 0
AIM: Final = 1
WITH: Final = 10
ENOUGH: Final = 14
DONE: Final = 15
ARRANGE: Final = 16
TAKE: Final = 20
GIVE_TILE: Final = 140
AIM_FROM: Final = 260  # + 3 * zone + height
TURN_TILE: Final = 300
SWAP: Final = 500

# The moves that turn a tile, by its space and direction; those that swap a space with a later one.
TURNS: Final = [
    [TURN_TILE + space * DIRECTIONS + to for to in range(DIRECTIONS) if to != lying]
    for space in range(SPACES)
    for lying in range(DIRECTIONS)
]
SWAPS: Final = [
    [SWAP + space * SPACES + other for other in range(space + 1, SPACES)] for space in range(SPACES)
]


# Reused whenever hidden things are dealt again.
HIDDEN_FACES: Final = Bag(FACES)
HIDDEN_CARDS: Final = Bag(MOST_CARDS)
UNSEEN: Final = vec[i64]([0] * MOST_SKY)


class Boards(FireworksTable):
    """A table whose boards can be arranged and scored."""

    def arranging_moves(self, seat: i64) -> list[int]:
        """§4 Return the moves that arrange a board: the arranger, then turns and swaps."""
        board, base = self.board, seat * SPACES
        moves: list[int] = [ARRANGE]
        for space in range(i64(SPACES)):
            tile = board[base + space]
            if tile != EMPTY and BASIC <= self.face[tile] < SPECIAL:
                moves.extend(TURNS[space * DIRECTIONS + i64(self.facing[tile])])
        for space in range(i64(SPACES)):
            if board[base + space] != EMPTY:
                moves.extend(SWAPS[space])
            else:
                for other in range(space + 1, i64(SPACES)):
                    if board[base + other] != EMPTY:
                        moves.append(SWAP + space * SPACES + other)
        return moves

    # §4, §5 Boards and points

    def arrange_stale_boards(self) -> None:
        """Arrange the boards that the arranger has not arranged yet.

        This is called when somebody looks, which saves work: when a board is arranged does not change how.
        """
        if self.arranging == AUTO or (self.arranging == AT_END and self.phase == FINISHED):
            for fell in self.late:
                self.lift(fell & 7, fell >> 3)
                self.place[fell >> 3] = GONE
            for seat in range(self.seats):
                if self.stale[seat]:
                    arrange(self, seat)
                    self.stale[seat] = 0
            if self.late:
                for fell in self.late:  # taken but not yet placed: it lies where it fell
                    self.drop(fell & 7, fell >> 3)
                self.late = []

    def scores(self) -> list[int]:
        self.arrange_stale_boards()
        counted = BoardTally()
        points: list[int] = []
        for seat in range(self.seats):
            count(self, seat, counted)
            points.append(counted.total())
        return points

    # §8 Hidden information

    def redeal(self, seat: i64) -> None:
        self.reshuffle()
        self._redeal_choices(seat)

    def reshuffle(self) -> None:
        self._redeal_faces()
        self._redeal_cards()

    def _redeal_faces(self) -> None:
        """Shuffle the faces that nobody has seen."""
        face, seen, place, hidden = self.face, self.seen, self.place, HIDDEN_FACES
        unseen: i64 = 0
        for tile in range(self.printed.slots):
            if not seen[tile] and (place[tile] == DOWN or place[tile] == OUT_DOWN):
                UNSEEN[unseen] = tile
                unseen += 1
                hidden.add(i64(face[tile]))
        hidden.shuffle(self.rng)
        shuffled = hidden.items
        for at in range(unseen):
            face[UNSEEN[at]] = u8(shuffled[at])

    def _redeal_cards(self) -> None:
        if self.sorted_piles:
            self.first_pile = self._mixed(self.first_pile)
            self.second_pile = self._mixed(self.second_pile)
            return
        first: i64 = len(self.first_pile)
        for card in self.first_pile:
            HIDDEN_CARDS.add(card)
        second = self._mixed(self.second_pile, first)
        self.first_pile = [HIDDEN_CARDS.items[at] for at in range(first)]
        self.second_pile = second

    def _mixed(self, cards: list[int], before: i64 = 0) -> list[int]:
        """Shuffle cards together with the `before` ones that are in the bag; return those that come after."""
        for card in cards:
            HIDDEN_CARDS.add(card)
        HIDDEN_CARDS.shuffle(self.rng)
        shuffled = HIDDEN_CARDS.items
        return [shuffled[at] for at in range(before, before + len(cards))]

    def reopen(self, seat: i64) -> None:
        """§3.6 Ask the other seats again for a tile, except those that have a single one to give."""
        if self.phase == GIVE or self.phase == RETURN:
            for other in range(self.seats - 1, -1, -1):
                if len(self.givable_tiles(other)) > 1:
                    self.sealed[other] = NONE
                    self.actor = other

    def _redeal_choices(self, seat: i64) -> None:
        """Draw the secret choices of the other seats: any of their tiles."""
        if self.phase == GIVE or self.phase == RETURN:
            for other in range(self.seats):
                if other != seat and self.sealed[other] != NONE:
                    tiles = self.givable_tiles(other)
                    self.sealed[other] = tiles[self.rng.below(len(tiles))]
