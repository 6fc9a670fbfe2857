"""§10 What the second edition does otherwise than the first."""

import pytest

from fairground.engine.errors import IllegalMove
from fairground.engine.rng import seeded
from fairground.games import load
from fairground.games.fireworks import GAME
from fairground.games.fireworks.rules.table import GONE
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.desk import Desk, legal, play
from fairground.games.fireworks.view import view

FIRST, SECOND = "aim 1", "aim 1 low"


def aim_of(rules: int) -> str:
    return FIRST if rules == 1 else SECOND


def failed(rules: int, piles: list[int], discarded: int, card: str = "Ring of Fire") -> Fireworks:
    """A launch of seat 0 has failed, with this card on top of the taller pile, and so many cards in each."""
    desk = Desk(rules=rules).sweep()
    cards = [name for pile in desk.state["piles"] for name in pile if name != card]  # type: ignore[attr-defined]
    first, second = cards[: piles[0]], cards[piles[0] : sum(piles)]
    taller = first if len(first) >= len(second) else second
    if taller:
        taller[-1] = card
    rest = [name for name in (*cards, card) if name not in {*first, *second}]
    assert len(rest) == discarded
    state = desk.set(piles=[first, second], discards=rest).table()
    play(state, f"0 {aim_of(rules)}")
    return state


# §3.1


@pytest.mark.parametrize(("rules", "offered"), [(1, False), (2, True)])
def test_10_tiles_may_be_gathered_before_the_second_attempt(rules: int, offered: bool) -> None:
    desk = Desk(rules=rules).sweep()
    state = desk.table()
    play(state, "0 gather", f"0 {aim_of(rules)}")
    assert state.second
    assert ("gather" in legal(state, 0)) is offered
    if offered:
        play(state, "0 gather")
    with pytest.raises(IllegalMove, match="before each launch" if offered else "before the first launch"):
        load("fireworks", rules).legal_move(state, 0, "gather")


def test_the_height_is_chosen_with_the_barrel_only() -> None:
    with_barrel, without = failed(2, [15, 14], 1), failed(2, [15, 14], 1, "Handshake Drop")
    assert "aim 1 high" in legal(with_barrel, 0) and "aim 1" not in legal(with_barrel, 0)
    assert "aim 1" in legal(without, 0) and "aim 1 high" not in legal(without, 0)
    with pytest.raises(IllegalMove, match="say low, middle or high"):
        GAME.legal_move(with_barrel, 0, "aim 1")
    with pytest.raises(IllegalMove, match="name the zone only"):
        GAME.legal_move(without, 0, "aim 1 low")


def test_10_the_first_edition_has_no_heights() -> None:
    state = Desk(rules=1).table()
    assert legal(state, 0) == ["gather", *(f"aim {zone}" for zone in range(1, 10))]


def test_10_a_low_launch_is_that_of_the_first_edition() -> None:
    box = load("fireworks", 1).box()
    first = load("fireworks", 1).setup(2, seeded("low"), {"arrange": "end"}, box)
    second = GAME.setup(2, seeded("low"), {"arrange": "end"}, GAME.box(box.canonical))
    first.play(0, GAME.read("aim 5"))
    second.play(0, GAME.read("aim 5 low"))
    assert list(first.x) == list(second.x) and list(first.place) == list(second.place)  # type: ignore[attr-defined]


# §3.2


def test_a_pile_that_runs_out_is_replaced_by_the_discards_at_once() -> None:
    state = failed(2, [1, 1], 28)
    assert view(state, 0).piles == [28, 1] and view(state, 0).discards == []
    state = failed(2, [0, 1], 29)
    assert view(state, 0).piles == [28, 1]


def test_without_discards_a_pile_stays_empty() -> None:
    desk = Desk(rules=2).sweep()
    cards = [name for pile in desk.state["piles"] for name in pile]  # type: ignore[attr-defined]
    state = desk.set(piles=[[], cards]).table()
    play(state, f"0 {SECOND}")
    assert view(state, 0).piles == [0, 29]


def test_10_in_the_first_edition_both_piles_run_out_first() -> None:
    assert view(failed(1, [1, 1], 28), 0).piles == [0, 1]
    assert view(failed(1, [0, 0], 30), 0).piles == [14, 15]


def test_once_a_pile_was_replaced_everybody_knows_which_cards_are_in_which_pile() -> None:
    state = failed(2, [1, 1], 28)
    for number in range(10):
        world = state.imagine(1, seeded(f"world {number}"))
        assert isinstance(world, Fireworks)
        assert sorted(world.first_pile) == sorted(state.first_pile) and world.second_pile == state.second_pile


# §3.6, §3.7


def taken(desk: Desk, *, die: int = 1) -> Fireworks:
    """Seat 0 takes its last tile of this turn."""
    a, b = desk.up("cat", "star")
    state = desk.set(phase="choose", die=die, actor=0, active=0, taken=[0, 0]).table()
    play(state, f"0 take {min(a, b)}")
    return state


@pytest.mark.parametrize(("rules", "active"), [(1, 1), (2, 0)])
def test_10_a_function_tile_outside_the_box_takes_effect(rules: int, active: int) -> None:
    desk = Desk(rules=rules)
    tile = desk.put_out("fireworks", "up")
    state = taken(desk)
    assert state.active == active
    assert (state.place[tile] == GONE) is (rules == 2)
    assert not view(state, None).outside


def test_a_function_tile_face_down_outside_the_box_does_not() -> None:
    desk = Desk(rules=2)
    desk.put_out("fireworks", "down")
    assert taken(desk).active == 1


def test_an_identical_function_tile_waits_and_is_marked() -> None:
    desk = Desk(rules=2)
    tiles = sorted(desk.up("fireworks", "fireworks"))
    state = taken(desk)
    waiting = [tile.id for tile in view(state, None).sky if tile.waiting]
    assert waiting == tiles[1:] and state.active == 0
    again = GAME.restore(GAME.dump(state))
    assert [tile.id for tile in view(again, None).sky if tile.waiting] == waiting


@pytest.mark.parametrize("side", ["down", "up"])
@pytest.mark.parametrize("outside", [False, True])
def test_one_that_waits_takes_effect_whatever_happened_to_it(side: str, outside: bool) -> None:
    desk = Desk(rules=2)
    if outside:
        tile = desk.put_out("fireworks", side)
    else:
        tile = desk.find("fireworks")
        x, y, _ = desk.sky[str(tile)]
        desk.sky[str(tile)] = (x, y, side)
    state = taken(desk.set(waiting=[tile], seen=[tile]))
    assert state.active == 0 and state.place[tile] == GONE and state.waiting == []
    assert not view(state, None).outside


def test_one_that_waits_goes_before_one_that_was_turned_up_later() -> None:
    desk = Desk(rules=2)
    tiles = sorted(desk.up("fireworks", "fireworks"))
    state = taken(desk.set(waiting=tiles[1:]))
    assert state.place[tiles[1]] == GONE and state.waiting == tiles[:1]


# §9.2


def filled(rules: int) -> Fireworks:
    """Seat 2 has grabbed its last tile; the others have taken nothing."""
    game = load("fireworks", rules)
    state = game.setup(3, seeded("speed"), {"variant": "speed", "arrange": "hand"})
    assert isinstance(state, Fireworks)
    play(state, *(f"2 take {tile}" for tile in range(21)))
    return state


def test_10_in_the_first_edition_speed_ends_with_the_last_grab() -> None:
    assert filled(1).actor == -1


def test_the_tile_that_fills_a_board_may_be_placed_and_the_others_cannot_grab() -> None:
    state = filled(2)
    assert state.actors() == [0, 1, 2]
    play(state, "2 arrange", "0 swap A1 B2")
    assert not any(words.startswith("take") for seat in range(3) for words in legal(state, seat))
    play(state, "1 done")
    assert state.actors() == [0, 2]
    play(state, "2 done")
    assert state.actors() == [] and GAME.outcome(state).reason == "full board"


def test_the_filled_board_is_arranged_with_48_moves_at_most() -> None:
    state = filled(2)
    for _ in range(48):
        play(state, "2 swap A1 B2")
    assert state.actors() == []


# §7


def test_the_forecast_knows_nothing_of_faces_or_luck() -> None:
    state = GAME.setup(2, seeded("forecast"), {"arrange": "end"})
    world = state.imagine(0, seeded("another"))
    assert isinstance(world, Fireworks)
    assert view(state, 0).aims == view(world, 1).aims
    assert len(view(state, None).aims) == 27


def test_the_forecast_is_what_launches_bring() -> None:
    state = GAME.setup(2, seeded("forecast"), {"arrange": "end"})
    play(state, "0 gather")
    for aim in view(state, None).aims[12:15]:
        found = [_launched(state, f"aim {aim.zone} {aim.height}", number) for number in range(300)]
        failures, faces = sum(not up for up, _ in found) / 300, sum(up for up, _ in found) / 300
        assert abs(failures - aim.failure) < 0.06
        assert abs(faces - aim.up) < 0.4
        assert abs(sum(out for _, out in found) / 300 - aim.out) < 0.3


def _launched(state: Fireworks, words: str, number: int) -> tuple[int, int]:
    """Return how many faces a launch turns up, and how many tiles it throws out."""
    twin = state.copy()
    twin.rng = seeded(f"launch {number}")
    twin.play(0, GAME.read(words))
    story = {entry.key: entry.values for entry in GAME.story(state, 0, GAME.read(words), twin)}
    return len(story.get("up", {}).get("tiles", [])), len(story.get("out", {}).get("tiles", []))  # type: ignore[arg-type]
