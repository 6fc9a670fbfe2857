"""A second, naive implementation of the rules: words and lists instead of bit masks and tables."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from fairground.games.festival.box import FestivalBox, Objective, PleaserCondition, StartingSide
from fairground.games.festival.positions import FestivalPosition

Card = Objective | StartingSide
Tile = tuple[str, str]
Column = list[Tile]  # the tiles on one space, the lowest first
Board = list[list[Column]]  # rows of spaces


def empty_board() -> Board:
    return [[[] for _ in range(3)] for _ in range(3)]


# Patterns, cell by cell


Cell = tuple[tuple[str, ...], int]  # words that the visible tile must have, and its lowest level
Placed = list[tuple[int, int, Cell]]


def cell(word: str) -> Cell:
    name, hat, level = word.partition("^")
    return () if name == "any" else tuple(name.split("-")), int(level or 2) if hat else 1


def suits(asked: Cell, column: Column) -> bool:
    """Tell whether the visible tile of a space is what a cell asks for."""
    words, least = asked
    return bool(column) and len(column) >= least and all(word in column[-1] for word in words)


def agree(columns: Sequence[Column], same: str | None) -> bool:
    return same is None or len({column[-1][same == "type"] for column in columns}) == 1


@lru_cache(maxsize=100)
def every_way(card: Card) -> list[Placed]:
    """Return every turn of a linked card in every place where it fits on the board."""
    rows = [row.split() for row in card.linked]
    cells = [(r, c, cell(word)) for r, row in enumerate(rows) for c, word in enumerate(row) if word != "."]
    ways = []
    for _ in range(4):
        cells = [(c, -r, asked) for r, c, asked in cells]
        for down in range(-2, 5):
            for across in range(-2, 5):
                way = [(r + down, c + across, asked) for r, c, asked in cells]
                if all(r in (0, 1, 2) and c in (0, 1, 2) for r, c, _ in way):
                    ways.append(way)
    return ways


def shows(board: Board, card: Card) -> bool:
    """Tell whether a board shows a card, cell by cell."""
    return any(
        all(suits(asked, board[r][c]) for r, c, asked in way)
        and shows_free(board, [(r, c) for r, c, _ in way], card)
        for way in (every_way(card) if card.linked else [[]])
    )


def shows_free(board: Board, taken: list[tuple[int, int]], card: Card) -> bool:
    """Tell whether the spaces that the layout has not taken show the free cells."""
    cells = [cell(word) for word in card.free]
    drawn = [board[r][c] for r, c in taken]
    others = [board[r][c] for r in range(3) for c in range(3) if board[r][c] and (r, c) not in taken]
    return any(
        all(suits(asked, column) for asked, column in zip(cells, chosen, strict=True))
        and agree([*drawn, *chosen], card.same)
        for chosen in permutations(others, len(cells))
    )


# Crowd-pleasers


def pleases(board: Board, values: list[int], condition: PleaserCondition) -> bool:
    columns = [column for row in board for column in row]
    tops = [column[-1] for column in columns if column]
    colours = [colour for colour, _ in tops]
    types = [kind for _, kind in tops]
    counts = {
        "colour": max(map(colours.count, colours), default=0),
        "type": max(map(types.count, types), default=0),
        "stacks": sum(len(column) >= condition.level for column in columns),
        "values": len(set(values)),
        "objectives": len(values),
        "covered": len(tops),
        "variety": min(len(set(colours)), len(set(types))),
    }
    return counts[condition.asks] >= condition.least


# The whole match


class Referee:
    """Follow a match in words, move by move, from its dumped start."""

    def __init__(self, box: FestivalBox, start: FestivalPosition) -> None:
        self.colours = start.boards
        self.seats = len(self.colours)
        self.stacks = [[self.tile(word) for word in stack] for stack in start.stacks or []]
        self.piles = [list(pile) for pile in start.piles or []]
        self.cards: dict[str, Card] = {card.name: card for card in box.objectives}
        self.cards |= {f"start-{card.board}-{card.side}": card for card in box.starting}
        self.worth = {card.name: card.points for card in box.objectives}
        worth = {"a": box.starting_points.a, "b": box.starting_points.b}
        self.worth |= {f"start-{card.board}-{card.side}": worth[card.side] for card in box.starting}
        self.types: dict[str, str] = {board.colour: board.type_name for board in box.boards}
        self.pleasers = [self.side_up(box, tile, side) for tile, side in enumerate(start.pleasers)]
        self.boards = [empty_board() for _ in self.colours]
        self.incomplete: list[list[str]] = [[] for _ in self.colours]
        self.completed: list[list[str]] = [[] for _ in self.colours]
        self.owners: list[int | None] = [None] * 4
        self.turns = [0] * self.seats
        self.actor = 0
        self.ending = "playing"
        self.passed: list[int] = []

    @staticmethod
    def tile(word: str) -> Tile:
        colour, kind = word.split()
        return colour, kind

    @staticmethod
    def side_up(box: FestivalBox, tile: int, side: str) -> tuple[PleaserCondition, int]:
        pleaser, points = box.crowd_pleasers[tile], box.crowd_pleaser_points
        name, worth = (pleaser.a, points.a) if side == "a" else (pleaser.b, points.b)
        return next(each for each in box.conditions if each.name == name), worth[tile]

    def play(self, seat: int, words: str) -> None:
        assert seat == self.actor and words in self.legal(seat)
        kind, place = words.split()
        if kind == "side":
            self.incomplete[seat].append(f"start-{self.colours[seat]}-{place}")
            self.actor = (seat + 1) % self.seats
            return
        self.turns[seat] += 1
        if kind == "pile":
            self.incomplete[seat].append(self.piles[int(place) - 1].pop(0))
        else:
            tile = self.stacks[self.stack(seat, kind)].pop(0)
            self.boards[seat]["123".index(place[1])]["abc".index(place[0])].append(tile)
        self.look(seat)
        self.go_on(seat)

    def stack(self, seat: int, side: str) -> int:
        return seat if side == "left" else (seat + self.seats - 1) % self.seats

    def legal(self, seat: int) -> list[str]:
        if not self.incomplete[seat] + self.completed[seat]:
            return ["side a", "side b"]
        spaces = [column + row for row in "123" for column in "abc"]
        sides = [side for side in ("left", "right") if self.stacks[self.stack(seat, side)]]
        piles = [f"pile {number}" for number in range(1, 5) if self.piles[number - 1]]
        tiles = [f"{side} {space}" for side in sides for space in spaces]
        return tiles + (piles if len(self.incomplete[seat]) < 6 else [])

    def look(self, seat: int) -> None:
        board = self.boards[seat]
        done = [card for card in self.incomplete[seat] if shows(board, self.cards[card])]
        self.completed[seat] += done
        self.incomplete[seat] = [card for card in self.incomplete[seat] if card not in done]
        values = [self.worth[card] for card in self.completed[seat]]
        for number, (condition, _) in enumerate(self.pleasers):
            if self.owners[number] is None and pleases(board, values, condition):
                self.owners[number] = seat

    def go_on(self, seat: int) -> None:
        if self.ending == "playing":
            self.ending = self.end(seat)
        for following in range(seat + 1, self.seats):
            if self.legal(following):
                self.actor = following
                return
            self.passed.append(following)
        self.actor = 0 if self.ending == "playing" else -1

    def end(self, seat: int) -> str:
        six, out = len(self.completed[seat]) >= 6, [] in self.stacks
        return "both" if six and out else "sixth objective" if six else "empty stack" if out else "playing"

    def points(self, seat: int) -> dict[str, int]:
        own = self.colours[seat], self.types[self.colours[seat]]
        columns = [column for row in self.boards[seat] for column in row if column]
        mine = [number for number, owner in enumerate(self.owners) if owner == seat]
        return {
            "objectives": sum(self.worth[card] for card in self.completed[seat]),
            "crowd-pleasers": sum(self.pleasers[number][1] for number in mine),
            "colour": sum(len(column) for column in columns if column[-1][0] == own[0]),
            "type": sum(len(column) for column in columns if column[-1][1] == own[1]),
        }
