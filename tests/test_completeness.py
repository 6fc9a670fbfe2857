"""A seat's features tell everything that it sees and that decides what can follow."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import msgspec
import pytest

from fairground import Match, State, load
from fairground.engine.completeness import Completeness, Data, Twins, differences, kind, matches, places
from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.game import Game
from fairground.engine.laws import BrokenLaw
from fairground.engine.rng import seeded
from lanterns import GAME, features
from lanterns.box import LanternsBox
from lanterns.rules import Lanterns
from settings import EVERY_GAME, SETTINGS, Setting

Toy = Game[Lanterns, LanternsBox]
EVERY = pytest.mark.parametrize("name", EVERY_GAME)


def ends(name: str) -> list[Setting]:
    """Return settings of the fewest and of the most seats, with different options where there are any."""
    of_game = [setting for setting in SETTINGS if setting.name == name]
    return [of_game[0], of_game[-1]]


@EVERY
def test_features_tell_twins_apart(name: str) -> None:
    for setting in ends(name):
        law = Completeness(setting.game, seeded(f"twins {setting}"))
        law.check_match(setting.seats, setting.options, "twins", every=4, tries=15)
        assert law.possible, "no changed position was possible"


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_features_tell_many_twins_apart(setting: Setting) -> None:
    law = Completeness(setting.game, seeded(f"many twins {setting}"))
    for number in range(8):
        law.check_match(setting.seats, setting.options, f"twins {number}", every=7, tries=60)
    assert law.alike


@EVERY
def test_what_features_leave_out_is_in_the_view_and_has_a_reason(name: str) -> None:
    game = load(name)
    seen = set(view_paths(game))
    for pattern, reason in game.omitted.items():
        assert any(matches(path, pattern.split(".")) for path in seen), pattern
        assert reason[0].islower() and not reason.endswith("."), reason


@EVERY
def test_things_that_features_describe_are_named_by_moves(name: str) -> None:
    game = load(name)
    named = {thing for move in game.moves for thing in game.path(move)}
    for seats in range(game.seats[0], game.seats[-1] + 1):
        for block in game.layout(seats):
            if block.things:
                assert block.size % len(block.things) == 0 and named & {*block.things}, block.name
                assert len(set(block.things)) == len(block.things), block.name


def view_paths(game: Game[State, object]) -> set[tuple[str, ...]]:
    """Return the path of everything in the views of a match."""
    match = Match(game, seed="paths")
    found: set[tuple[str, ...]] = set()
    while not match.over and len(match.made) < 60:
        seat = int(match.state.actor)
        match.play(seat, match.state.legal(seat)[-1])
        found |= {
            tuple(map(str, kind(place)))
            for place, _ in places(msgspec.to_builtins(game.view(match.state, seat)))
        }
    return {tuple(step for step in path if step != "*") for path in found}


# The law finds faults


def without(block: str) -> Toy:
    """Lanterns, whose features have only zeros in one block."""

    def encode(state: Lanterns, seat: int, writer: FeatureWriter) -> None:
        at = writer.at
        features.encode(state, seat, writer)
        for each in GAME.layout(int(state.seats)):
            for place in range(at, at + each.size if each.name == block else at):
                writer.cells[place] = 0.0
            at += each.size

    return with_features(encode)


def with_features(encode: Callable[[Lanterns, int, FeatureWriter], None], **members: object) -> Toy:
    module = SimpleNamespace(**{**vars(features), "encode": encode, **members})
    return replace(GAME, modules=replace(GAME.modules, features=module))


def look_for_twins(game: Toy) -> Completeness[Lanterns, LanternsBox]:
    law = Completeness(game, seeded("faults"))
    for number in range(30):
        law.check_match(2, {}, f"faults {number}", every=1, tries=20)
    return law


def test_a_sound_game_has_twins_that_look_alike() -> None:
    """What is hidden may differ, so the law compares something."""
    law = look_for_twins(GAME)
    assert law.tried > law.possible > law.alike > 100


@pytest.mark.parametrize("block", ["hand", "choice", "chosen", "shown", "points"])
def test_whatever_features_leave_out_is_found(block: str) -> None:
    with pytest.raises(BrokenLaw, match=r"completeness: seat \d sees") as caught:
        look_for_twins(without(block))
    assert caught.value.record and caught.value.record.game == GAME.name


def test_what_is_left_out_on_purpose_is_not_found() -> None:
    game = with_features(without("points").modules.features.encode, OMITTED={"points": "a test"})
    assert look_for_twins(game).alike


class Bonus(Lanterns):
    """The next winner gains as many points more as there were secret bonuses; no view tells of them."""

    def _reveal(self) -> None:
        self.points[0] += int(self.revealed)
        super()._reveal()


def test_what_decides_but_is_seen_nowhere_is_found() -> None:
    with pytest.raises(BrokenLaw, match=r"completeness: after '.*', points depends on"):
        look_for_twins(replace(GAME, state=Bonus))


def test_features_of_a_hidden_card_differ_from_those_of_another_game_only_if_seen() -> None:
    """Twins of positions that were met in other matches are compared too."""
    law = Completeness(without("hand"), seeded("earlier"))
    with pytest.raises(BrokenLaw, match="hand"):
        compare_matches(law)


def compare_matches(law: Completeness[Lanterns, LanternsBox]) -> None:
    for number in range(200):
        law.check_match(2, {}, f"earlier {number}", every=1, tries=0)


# Positions as data


def test_a_changed_position_is_a_new_one_and_the_first_stays() -> None:
    position: Data = {"a": [1, 2], "b": {"c": True, "d": ["x", "y"]}}
    twins = Twins(seeded("data"))
    twins.learn(position)
    kept = str(position)
    changed = [twins.change(position) for _ in range(200)]
    assert str(position) == kept
    assert len({str(each) for each in changed}) > 20
    assert {"a": [2, 1], "b": {"c": True, "d": ["x", "y"]}} in changed
    assert {"a": [1, 2], "b": {"c": False, "d": ["x", "y"]}} in changed


def test_differences_have_the_path_of_what_differs() -> None:
    one, other = {"a": [{"b": 1}, {"b": 2}], "c": 1}, {"a": [{"b": 1}, {"b": 3}], "d": None}
    assert set(differences(one, other)) == {("a", "b"), ("c",)}
    assert matches(("a", "b"), ["a"]) and matches(("a", "b"), ["*", "b"]) and not matches(("a",), ["a", "b"])
