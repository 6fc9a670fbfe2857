"""The laws find faults that are planted in a toy game."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from fairground import Match, NotationError, Record
from fairground.cli import fuzz
from fairground.engine.game import Game
from fairground.engine.laws import BrokenLaw, check_match
from fairground.engine.obstacle import Obstacle
from fairground.engine.outcome import decide
from fairground.engine.story import Entry
from lanterns import GAME, features, notation, positions, story, view
from lanterns.box import LanternsBox
from lanterns.rules import Lanterns
from lanterns.view import LanternsView

Toy = Game[Lanterns, LanternsBox]


def planted(module: str, **members: object) -> Toy:
    """Lanterns with some members of one module replaced."""
    sound = vars(getattr(GAME.modules, module))
    return replace(GAME, modules=replace(GAME.modules, **{module: SimpleNamespace(**{**sound, **members})}))


@pytest.mark.parametrize("seats", [2, 3])
def test_the_sound_game_keeps_every_law(seats: int) -> None:
    for number in range(20):
        check_match(GAME, seats, {}, f"sound {number}")


class Touchy(Lanterns):
    """Sorts the shown cards, but only when somebody asks for the points."""

    def scores(self) -> list[int]:
        self.shown = [sorted(cards) for cards in self.shown]
        return super().scores()


class ShallowCopy(Lanterns):
    def copy(self) -> Lanterns:
        twin = super().copy()
        twin.points = self.points
        return twin


class LazyCopy(Lanterns):
    def copy(self) -> Lanterns:
        twin = super().copy()
        twin.hands = self.hands
        return twin


class Generous(Lanterns):
    def reopen(self, seat: int) -> None:
        self.points[seat] += 1


class Unsorted(Lanterns):
    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[::-1]


class Repeating(Lanterns):
    def legal(self, seat: int) -> list[int]:
        return sorted(super().legal(seat) * 2)


class DeadEnd(Lanterns):
    def legal(self, seat: int) -> list[int]:
        return [] if len(self.shown) == 2 else super().legal(seat)


class OutOfTurn(Lanterns):
    def legal(self, seat: int) -> list[int]:
        return sorted(self.hands[seat])


class Endless(Lanterns):
    """Whoever shows a card takes back the one it has shown before."""

    def _reveal(self) -> None:
        self.revealed += 1
        for hand, card in zip(self.hands, self.sealed, strict=True):
            hand.remove(card)
        for hand, card in zip(self.hands, self.shown[0] if self.shown else [], strict=False):
            hand.append(card)
        self.shown = [list(self.sealed)]
        self.sealed = [-1] * self.seats
        self.actor = 0


class Peeking(Lanterns):
    """The imagined world depends on what the seat cannot know."""

    def redeal(self, seat: int) -> None:
        for other in range(self.seats):
            if other != seat and self.sealed[other] < 0:
                rest = sorted(set(range(self.cards)) - {c for row in self.shown for c in row})
                free = [c for c in rest if not any(c in hand for hand in self.hands)]
                if free and self.hands[other]:
                    self.hands[other][0] = free[self.rng.below(len(free))]


class NeverDifferent(Lanterns):
    def redeal(self, seat: int) -> None:
        return


class Silent(Lanterns):
    """Reveals something without saying so and without drawing."""

    def _reveal(self) -> None:
        rng = self.rng.copy()
        super()._reveal()
        self.revealed -= 1
        self.rng = rng


class Crashing(Lanterns):
    def scores(self) -> list[int]:
        return [self.points[3]]


class Forgetful(Lanterns):
    """Two cards in one place."""

    def _reveal(self) -> None:
        first = self.sealed[0]
        super()._reveal()
        if self.hands[0]:
            self.hands[0].append(first)
            self.hands[0].pop(0)


def leaking_view(state: Lanterns, seat: int | None) -> LanternsView:
    seen = view.view(state, seat)
    return LanternsView(seen.hand, seen.chosen, max(state.sealed), seen.shown, seen.points)


def leaking_spectator(state: Lanterns, seat: int | None) -> LanternsView:
    return view.view(state, 1 if seat is None else seat)


def leaking_story(before: Lanterns, seat: int, move: int, after: Lanterns) -> list[Entry]:
    return [Entry("own", {"card": move}), *story.story(before, seat, move, after)]


def collapsing_write(move: int) -> str:
    return f"card {move // 2 * 2}"


def forgiving_read(words: str) -> int:
    try:
        return notation.read(words)
    except NotationError:
        raise KeyError(words) from None


def leaking_why(state: Lanterns, seat: int, move: int) -> Obstacle:
    return Obstacle("not held", {"hands": str(state.hands)})


def forgetful_unpack(state: Lanterns, raw: bytes, box: LanternsBox) -> None:
    positions.unpack(state, raw, box)
    state.sealed = [-1] * state.seats
    state.actor = 0


FAULTS: dict[str, tuple[str, Callable[[], Toy]]] = {
    "a view that leaks a sealed card": ("secrecy", lambda: planted("view", view=leaking_view)),
    "a spectator who sees a hand": ("secrecy", lambda: planted("view", view=leaking_spectator)),
    "a story that tells a sealed card": ("secrecy", lambda: planted("story", story=leaking_story)),
    "reasons that leak": ("secrecy", lambda: planted("notation", why=leaking_why)),
    "an obstacle without a sentence": ("obstacles", lambda: planted("notation", OBSTACLES={})),
    "an obstacle that lacks a value": (
        "never fails",
        lambda: planted("notation", OBSTACLES={"not held": "you do not hold {card}"}),
    ),
    "features that leak": (
        "secrecy",
        lambda: planted(
            "features", encode=lambda s, seat, sheet: features.encode(s, (seat + 1) % s.seats, sheet)
        ),
    ),
    "a shallow copy": ("copy", lambda: replace(GAME, state=ShallowCopy)),
    "a lazy copy": ("copy", lambda: replace(GAME, state=LazyCopy)),
    "choices taken back from nobody": ("reopen", lambda: replace(GAME, state=Generous)),
    "unsorted moves": ("legal moves ascend", lambda: replace(GAME, state=Unsorted)),
    "moves listed twice": ("legal moves ascend", lambda: replace(GAME, state=Repeating)),
    "a dead end": ("legal moves", lambda: replace(GAME, state=DeadEnd)),
    "moves out of turn": ("legal moves", lambda: replace(GAME, state=OutOfTurn)),
    "a match without end": ("ends", lambda: replace(GAME, state=Endless)),
    "a world that depends on the truth": ("redeal", lambda: replace(GAME, state=Peeking)),
    "a redeal that does nothing": ("redeal", lambda: replace(GAME, state=NeverDifferent)),
    "hidden things declared open": ("nothing is hidden", lambda: replace(GAME, hidden=False)),
    "a reveal not declared": ("undo", lambda: replace(GAME, state=Silent)),
    "a crash": ("never fails", lambda: replace(GAME, state=Crashing)),
    "a broken invariant": ("invariants", lambda: replace(GAME, state=Forgetful)),
    "notation that does not round-trip": ("notation", lambda: planted("notation", write=collapsing_write)),
    "notation that fails on nonsense": ("never fails", lambda: planted("notation", read=forgiving_read)),
    "paths that lead into others": (
        "click paths",
        lambda: planted("notation", path=lambda m: ["card"] * (m + 1)),
    ),
    "a lossy dump": ("dump and restore", lambda: planted("positions", unpack=forgetful_unpack)),
    "a move that is not listed": ("all moves are listed", lambda: planted("notation", MOVES=range(3))),
    "a look that changes something": ("looking changes nothing", lambda: replace(GAME, state=Touchy)),
    "features of another length": ("features", lambda: planted("features", layout=lambda seats, box: [])),
    "an unknown reason": ("reason", lambda: replace(GAME, reasons=("bell",))),
    "a story without a phrase": ("story", lambda: planted("story", PHRASES={})),
    "headings that do not add up": (
        "points by heading",
        lambda: planted("outcome", outcome=lambda s: decide({"points": s.scores()}, {"none": [1] * 3}, None)),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    law, build = FAULTS[fault]
    with pytest.raises(BrokenLaw) as caught:
        play_many(build())
    assert caught.value.law == law, str(caught.value)


def play_many(game: Toy) -> None:
    for number in range(20):
        check_match(game, 3, {}, f"fault {number}")


def test_a_broken_law_comes_with_a_record_that_leads_there() -> None:
    faulty = replace(GAME, state=DeadEnd)
    with pytest.raises(BrokenLaw) as caught:
        check_match(faulty, 3, {}, "dead end")
    record = caught.value.record
    assert record is not None
    assert len(Match.replay(GAME, Record.parse(str(record))).made) == 6


def test_fuzz_saves_a_failure_as_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fuzz, "load", lambda name: replace(GAME, state=DeadEnd))
    with pytest.raises(typer.Exit) as caught:
        fuzz.fuzz("lanterns", seconds=5)
    assert caught.value.exit_code == 1
    (saved,) = tmp_path.iterdir()
    told = capsys.readouterr().out
    assert "Lanterns breaks a law. legal moves" in told
    assert saved.name in told.replace("\n", "")
    seed = Record.parse(saved.read_text()).seed
    assert isinstance(seed, str)
    with pytest.raises(typer.Exit):
        fuzz.fuzz("lanterns", seed=seed)
