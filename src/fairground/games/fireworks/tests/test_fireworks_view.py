"""The view and the text picture: what a screen needs to know comes from the server."""

from collections import Counter
from pathlib import Path

import pytest

from fairground import Match, Record, load
from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.board_view import Placed
from fairground.games.fireworks.picture import picture
from fairground.games.fireworks.rules.launch import gather, launch
from fairground.games.fireworks.rules.table import NONE
from fairground.games.fireworks.tests.desk import Desk
from fairground.games.fireworks.tests.naive import beside
from fairground.games.fireworks.view import FireworksView, view


def halves(board: dict[str, Placed]) -> set[int]:
    """Return the tiles whose half meets one of its sort, found edge by edge."""
    found = set()
    for space, tile in board.items():
        for direction in range(6):
            other = board.get(beside(space, direction) or "")
            sort = tile.face.rpartition(" ")[2]
            if other is None or sort not in ("saturn", "kaleidoscope") or not other.face.endswith(sort):
                continue
            if tile.petal == (direction + 3) % 6 and other.petal == direction:
                found.add(tile.id)
    return found


def test_5_2_the_view_says_which_halves_have_met_all_through_a_match() -> None:
    path = Path(__file__).parent / "golden/standard-hand.game"
    record = Record.parse(path.read_text())
    game = load("fireworks", record.rules)
    match = Match(game, record.seats, record.seed, record.options, game.shipped_box(record.box))
    met = 0
    for seat, words in record.moves:
        match.play(seat, words)
        shown = game.view(match.state, None)
        assert isinstance(shown, FireworksView)
        assert set(shown.joined) == set().union(*(halves(board) for board in shown.boards))
        met = max(met, len(shown.joined))
    assert met


def ring_desk(faces: list[str]) -> Desk:
    """Return a desk whose seat 0 has a core at D4 and tiles around it that point at it."""
    desk = Desk()
    core = desk.boards[0].pop("B2")
    desk.boards[0]["D4"] = core
    spaces = [beside("D4", direction) for direction in range(6)]
    for direction, (space, face) in enumerate(zip(spaces, faces, strict=False)):
        assert space is not None
        desk.lay(0, space, face, (direction + 3) % 6)
    return desk


def own_colour(desk: Desk) -> str:
    return view(desk.table(), None).boards[0]["D4"].face.split()[0]


def test_5_1_the_view_says_what_a_ring_lacks() -> None:
    colour = own_colour(ring_desk([]))
    other = "red" if colour != "red" else "blue"
    faces = [f"{colour} peony", f"{colour} chrysanthemum", f"{other} peony"]
    ring = view(ring_desk(faces).table(), None).rings[0]["D4"]
    assert (ring.petals, ring.whole, ring.shape, ring.colour, ring.points) == (3, 6, 4, 4, 1)


def test_5_1_a_petal_that_points_elsewhere_does_not_count() -> None:
    desk = ring_desk([])
    desk.lay(0, "D5", "red peony", 0)
    assert view(desk.table(), None).rings[0]["D4"].petals == 0


def test_5_1_a_complete_ring_lacks_nothing_and_is_worth_its_price() -> None:
    shapes = ["peony", "chrysanthemum", "willow", "palm", "dahlia", "crossette"]
    colour = own_colour(ring_desk([]))
    found = [f"{colour} {shape}" for shape in shapes if f"{colour} {shape}" in Desk().faces]
    plenty = [face for face, count in Counter(Desk().faces).items() if face in found for _ in range(count)]
    ring = view(ring_desk(plenty[:6]).table(), None).rings[0]["D4"]
    assert (ring.petals, ring.colour) == (6, 0)
    assert ring.points in (6, 10) and (ring.shape == 0) == (ring.points == 10)


def test_5_1_no_ring_fits_around_a_core_at_the_edge() -> None:
    desk = Desk()
    desk.boards[0]["A1"] = desk.boards[0].pop("B2")
    ring = view(desk.table(), None).rings[0]["A1"]
    assert (ring.shape, ring.colour, ring.points) == (None, None, 1)


def test_5_5_the_view_says_what_a_character_lacks() -> None:
    desk = Desk()
    desk.lay(0, "A1", "cat")
    desk.lay(0, "A2", "fish")
    state = desk.table()
    state.character[0] = state.printed.people.index("Maicho")
    state.character[1] = state.printed.people.index("Kagiya")
    assert view(state, 0).lacks == [{"special": 2}, {"kaleidoscopes": 1, "saturns": 1, "flowers": 1}]


def test_8_the_unseen_tiles_are_counted_by_what_is_printed_on_them() -> None:
    desk = Desk()
    before = view(desk.table(), 0).unseen
    assert sum(before[colour] for colour in ("red", "yellow", "green", "blue")) == 88
    assert (before["cat"], before["gale"], before["heavy rain"]) == (4, 2, 2)
    desk.up("cat")
    after = view(desk.table(), 0).unseen
    assert {word for word in before if before[word] != after.get(word)} == {"cat"}


def test_3_2_the_cards_of_both_piles_are_shown_without_their_order() -> None:
    state = GAME.setup(2, seeded("piles"), {})
    shown = view(state, 0)
    titles = [state.printed.titles[card] for card in [*state.first_pile, *state.second_pile]]
    assert sorted(card.name for card in shown.pile_cards) == sorted(titles)
    state.first_pile.reverse()
    assert view(state, 0).pile_cards == shown.pile_cards


def test_every_card_is_shown_as_it_is_printed_when_it_is_drawn() -> None:
    state = GAME.setup(2, seeded("cards"), {"variant": "advanced"})
    for number, (printed, least, most) in enumerate(GAME.box().values.cards.every()):
        state.card = number
        shown = view(state, 0).card
        assert shown is not None
        assert (shown.name, shown.barrel) == (printed.name, printed.barrel)
        assert (shown.strength, shown.scatter, shown.helpers) == (
            printed.strength,
            printed.scatter,
            (least, most),
        )
        assert f"{printed.name} (" in picture(view(state, 0))
    assert state.card != NONE


def test_7_an_aim_has_the_strength_and_scatter_of_its_height() -> None:
    state = GAME.setup(2, seeded("aims"), {})
    box = GAME.box().values.launch
    shown = view(state, 0)
    assert [height.name for height in shown.launch.heights] == ["low", "middle", "high"]
    for at, height in enumerate(box.heights.every()):
        aim = shown.aims[at]
        assert aim.strength == box.barrel_strength * height.strength // 100
        assert aim.scatter == box.barrel_scatter + height.scatter


def test_7_the_first_edition_has_no_heights_to_show() -> None:
    shown = view(Desk(rules=1).table(), 0)
    assert shown.launch.heights == []
    assert [aim.height for aim in shown.aims] == [None] * 9


def test_the_picture_shows_the_estimate_of_every_aim() -> None:
    state = GAME.setup(2, seeded("picture"), {})
    gather(state)
    shown = view(state, 0)
    lines = picture(shown).splitlines()
    for height in ("low", "middle", "high"):
        (row,) = [line.split()[1:] for line in lines if line.split()[:1] == [height]]
        aims = [aim for aim in shown.aims if aim.height == height]
        expected = [(f"{aim.up:.1f}", str(round(100 * aim.failure))) for aim in aims]
        assert list(zip(row[::2], row[1::2], strict=True)) == expected
    assert "estimates" not in picture(view(Desk(variant="speed").table(), 0))


@pytest.mark.parametrize("outside", [False, True])
def test_the_picture_names_function_tiles_that_wait(outside: bool) -> None:
    desk = Desk()
    tile = desk.put_out("gale", "up") if outside else desk.up("gale")[0]
    assert "in any case" not in picture(view(desk.table(), 0))
    text = picture(view(desk.set(waiting=[tile]).table(), 0))
    assert f"acts after this turn in any case: {tile} gale" in text


def test_3_3_the_symbol_lets_everybody_take_one_tile() -> None:
    state = GAME.setup(2, seeded("quota"), {})
    launch(state, 4, 100, 20)
    assert view(state, 0).quota is None
    for die, quota in ((0, 1), (1, 1), (3, 3)):
        state.die = die
        assert view(state, 0).quota == quota
    assert view(state, 0).die_sides == GAME.box().values.die.faces
