"""One test or more for each numbered section of rules.en.md."""

from collections import Counter

import pytest

from fairground import Match
from fairground.engine.errors import IllegalMove
from fairground.engine.playout import playout
from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.box import COLOUR_NAMES, SHAPE_NAMES, SPECIAL_NAMES
from fairground.games.fireworks.positions import pack
from fairground.games.fireworks.rules.table import GONE, GRAB
from fairground.games.fireworks.rules.tiles import BONUS, EMPTY, SPACES
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.desk import Desk, legal, play
from fairground.games.fireworks.tests.naive import score
from fairground.games.fireworks.view import view

PETALS = {"E": 0, "NE": 1, "NW": 2, "W": 3, "SW": 4, "SE": 5}
WORDS = {
    "R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "peony", "C": "chrysanthemum", "W": "willow",
    "S": "saturn", "K": "kaleidoscope", "F": "flower",
}  # fmt: skip
TWENTY_TWO = """
A1 R P/SE   A2 R P/SW   B1 R P/E    B3 R C/W    C1 B C/NE   C2 R C S/NE   C3 R P K/NW
C4 Y C/SE   D1 G C/SE   D2 G C S/SW D4 G C K/SE E1 Y P/SW   E2 G P/E      E3 R P F/NE
E4 G C/SW   F1 R P S/NW F3 G P/NW   G1 R C S/SE G2 R C F/W
"""


def reads(text: str) -> list[tuple[str, str, int]]:
    """Space, face and petal of every tile of a drawn board."""
    spaces = text.replace("/", " / ").split()
    tiles: list[tuple[str, str, int]] = []
    while spaces:
        slash = spaces.index("/")
        face = " ".join(WORDS[word] for word in spaces[1:slash])
        tiles.append((spaces[0], face, PETALS[spaces[slash + 1]]))
        spaces = spaces[slash + 2 :]
    return tiles


def twenty_two(character: str) -> Fireworks:
    desk = Desk().set(characters=[character, "Maicho"])
    desk.boards[0].clear()
    desk.boards[1].clear()
    desk.boards[0] |= {"B2": "111", "F2": "117"}  # red and blue
    desk.boards[1] |= {"B2": "113", "F2": "115"}
    for space, face, petal in reads(TWENTY_TWO):
        desk.lay(0, space, face, petal)
    desk.lay(0, "D3", "cat")
    desk.lay(0, "D5", "star")
    return desk.table()


def headings(state: Fireworks, seat: int) -> list[int]:
    return [points[seat] for points in GAME.outcome(state).headings.values()]


# §1, §2


def test_1_the_box_holds_119_tiles() -> None:
    state = GAME.setup(4, seeded("box"))
    faces = Counter(pack(state).faces)
    assert sum(faces.values()) == 111
    halves = {
        half: sum(n for face, n in faces.items() if face.endswith(half))
        for half in ("saturn", "kaleidoscope")
    }
    assert halves == {"saturn": 24, "kaleidoscope": 24}
    basic = [face for face in faces.elements() if face.split()[0] in COLOUR_NAMES]
    assert len(basic) == 88 and {face.split()[1] for face in basic} == set(SHAPE_NAMES)
    assert {
        colour: sum(face.startswith(colour) for face in basic) for colour in COLOUR_NAMES
    } == dict.fromkeys(COLOUR_NAMES, 22)
    assert (faces["gale"], faces["heavy rain"], faces["fireworks"]) == (2, 2, 3)
    assert [faces[name] for name in SPECIAL_NAMES] == [1, 2, 4, 1, 4, 2, 1, 1]


def test_2_everybody_begins_with_two_cores_of_different_colours() -> None:
    for number in range(40):
        seen = view(GAME.setup(4, seeded(f"deal {number}")), None)
        for board in seen.boards:
            assert list(board) == ["B2", "F2"]
            assert board["B2"].face.endswith("core") and board["B2"].face != board["F2"].face
        assert len(set(seen.characters)) == 4
        assert len(seen.sky) == 111 and not any(tile.up or tile.face for tile in seen.sky)


@pytest.mark.parametrize(("variant", "piles"), [("standard", [15, 15]), ("advanced", [24, 25])])
def test_2_cards_marked_1_are_for_the_advanced_variant(variant: str, piles: list[int]) -> None:
    assert view(GAME.setup(2, seeded("cards"), {"variant": variant}), 0).piles == piles


# §3.1, §3.2


AIMS = [f"aim {zone} {height}" for zone in range(1, 10) for height in ("low", "middle", "high")]


def test_3_1_gathering_is_offered_once_before_a_launch() -> None:
    state = Desk().table()
    assert legal(state, 0) == ["gather", *AIMS]
    play(state, "0 gather")
    assert legal(state, 0) == AIMS


def failing(seats: int, card: str) -> Fireworks:
    """All tiles far from zone 1, and this card on top: a launch there fails."""
    desk = Desk(seats)
    for tile in desk.sky:
        desk.sky[tile] = (200, 200, "down")
    rest = [name for pile in desk.state["piles"] for name in pile if name != card]  # type: ignore[attr-defined]
    desk.set(piles=[[*rest[:14], card], rest[14:]])
    state = desk.table()
    play(state, "0 aim 1 low")
    return state


def test_3_2_a_failure_draws_a_card_and_names_one_helper() -> None:
    state = failing(4, "Ring of Fire")
    assert legal(state, 0) == ["with 1", "with 2", "with 3"]
    play(state, "0 with 2")
    assert legal(state, 0) == ["gather", *AIMS]
    assert view(state, 0).helpers == [2]


def test_3_2_a_card_for_2_to_4_takes_one_to_three_helpers() -> None:
    state = failing(4, "Many Likes")
    assert "enough" not in legal(state, 0)
    play(state, "0 with 3")
    assert legal(state, 0) == ["with 1", "with 2", "enough"]
    play(state, "0 with 1")
    assert legal(state, 0) == ["with 2", "enough"]
    play(state, "0 with 2")
    assert legal(state, 0)[0] == "gather"
    state = failing(4, "Many Likes")
    play(state, "0 with 1", "0 enough")
    assert view(state, 0).helpers == [1] and legal(state, 0)[0] == "gather"


def test_3_2_with_two_seats_there_is_nobody_to_choose() -> None:
    state = failing(2, "Many Likes")
    assert view(state, 0).helpers == [1] and legal(state, 0)[0] == "gather"


def test_3_7_after_a_second_failure_the_turn_ends_and_the_card_is_discarded() -> None:
    state = failing(2, "Ring of Fire")
    play(state, "0 aim 1 low")  # fails again: nothing lies face up, so the turn is over
    assert (view(state, 0).turn, state.card) == (2, -1)
    assert view(state, 0).discards == ["Ring of Fire"]


def test_3_2_the_taller_pile_is_drawn_from() -> None:
    desk = Desk()
    piles = desk.state["piles"]
    cards = [name for pile in piles for name in pile]  # type: ignore[attr-defined]
    for tile in desk.sky:
        desk.sky[tile] = (200, 200, "down")
    state = desk.set(piles=[cards[:3], cards[3:8]], discards=cards[8:]).table()
    play(state, "0 aim 1 low")
    assert view(state, 0).card is not None and view(state, 0).piles == [3, 4]


# §3.3, §3.4


def choosing(desk: Desk, die: int, helpers: list[int] | None = None, active: int = 0) -> Desk:
    card = "Ring of Fire" if helpers else None
    if card:
        piles = [[name for name in pile if name != card] for pile in desk.state["piles"]]  # type: ignore[attr-defined]
        desk.set(piles=piles)
    return desk.set(
        phase="choose",
        die=die,
        helpers=helpers or [],
        actor=active,
        active=active,
        card=card,
        second=bool(card),
    )


def test_3_3_cooperation_you_1_helper_1_you_1_helper_none() -> None:
    desk = Desk(3)
    a, b, c = desk.up("cat", "star", "fish")
    state = choosing(desk, 2, [1]).table()
    assert legal(state, 0) == [f"take {n}" for n in sorted((a, b, c))]
    play(state, f"0 take {a}", f"1 take {b}")  # the last tile goes to seat 0 without a question
    assert [len(board) for board in view(state, None).boards] == [4, 3, 2]
    assert view(state, None).active == 1


def test_3_3_everybody_takes_as_many_as_the_die_shows() -> None:
    desk = Desk(3)
    tiles = desk.up("cat", "star", "fish", "paw", "heart", "smile")
    state = choosing(desk, 2, [0, 2], active=1).table()
    order = []
    while view(state, None).phase == "choose":
        order.append(int(state.actor))
        play(state, f"{state.actor} {legal(state, int(state.actor))[0]}")
    assert order == [1, 2, 0, 1, 2] and len(tiles) == 6
    assert [len(board) for board in view(state, None).boards] == [4, 4, 4]


def test_3_3_the_symbol_gives_one_tile() -> None:
    desk = Desk()
    a, _, _ = desk.up("cat", "star", "fish")
    state = choosing(desk, 0).table()
    play(state, f"0 take {a}")
    assert len(view(state, None).boards[0]) == 3 and view(state, None).phase == "launch"


def test_3_3_function_tiles_and_tiles_face_down_cannot_be_taken() -> None:
    desk = Desk()
    a, b, gale = desk.up("cat", "star", "gale")
    state = choosing(desk, 1).table()
    assert legal(state, 0) == [f"take {n}" for n in sorted((a, b))]
    with pytest.raises(IllegalMove, match="function tile"):
        play(state, f"0 take {gale}")
    with pytest.raises(IllegalMove, match="face down"):
        play(state, f"0 take {desk.find('paw')}")


def test_3_3_a_full_board_is_skipped() -> None:
    desk = Desk(3)
    desk.fill(1, 23)
    a, b, _, _ = desk.up("cat", "star", "fish", "paw")
    state = choosing(desk, 1, [1, 2]).table()
    play(state, f"0 take {a}")
    assert state.actor == 2
    play(state, f"2 take {b}")
    assert view(state, None).active == 1


def test_3_4_a_tile_drops_on_the_first_free_space() -> None:
    desk = Desk(arrange="hand")
    a, b, _ = desk.up("red peony", "star", "fish")
    state = choosing(desk, 2).table()
    play(state, f"0 take {a}", f"0 take {b}")
    board = view(state, 0).boards[0]
    assert (board["A1"].id, board["A1"].petal, board["A2"].id) == (a, 0, b)


# §3.5, §3.6


def turn_with(die: int, *functions: str, seats: int = 2, tiles: int = 6, **changes: object) -> Fireworks:
    """Seat 0 takes the last tile of a turn in which function tiles lie face up."""
    desk = Desk(seats)
    for seat in range(seats):
        desk.fill(seat, tiles)
    a, b = desk.up("cat", "star")
    desk.up(*functions)
    state = choosing(desk, die).set(**changes).table()
    play(state, f"0 take {min(a, b)}")
    return state


def play_and_list_keys(state: Fireworks, move: str) -> list[str]:
    before = state.copy()
    seat, _, words = move.partition(" ")
    play(state, move)
    return [entry.key for entry in GAME.story(before, int(seat), GAME.read(words), state)]


def test_3_5_the_symbol_gives_another_turn_once_in_a_regular_turn() -> None:
    assert (turn_with(0).active, turn_with(1).active) == (0, 1)
    assert turn_with(0, symbol_used=True).active == 1


def test_3_6_a_fireworks_tile_gives_another_turn() -> None:
    state = turn_with(1, "fireworks")
    assert state.active == 0 and state.tile_used and not state.symbol_used


def test_3_6_a_fireworks_tile_is_spent_beside_the_symbol_even_when_that_gives_nothing() -> None:
    state = turn_with(0, "fireworks")
    assert state.active == 0 and state.symbol_used and not state.tile_used
    assert turn_with(0, "fireworks", symbol_used=True).active == 1
    assert turn_with(1, "fireworks", tile_used=True).active == 1


def test_3_5_never_more_than_three_turns_running() -> None:
    longest = 0
    for number in range(60):
        rng = seeded(f"running {number}")
        state = GAME.setup(3, rng.fork(), {"arrange": "end"})
        running, turn, owner = 1, 1, 0
        while state.actor != -1:
            playout(state, rng, 1)
            if state.turns > turn:
                running = running + 1 if state.active == owner else 1
                turn, owner = int(state.turns), int(state.active)
                longest = max(longest, running)
    assert longest == 3


def test_3_6_identical_function_tiles_wait_for_the_next_turn() -> None:
    state = turn_with(1, "fireworks", "fireworks")
    faces = [tile.face for tile in view(state, None).sky if tile.up]
    assert faces.count("fireworks") == 1
    left = next(tile.id for tile in view(state, None).sky if tile.face == "fireworks")
    gone = next(n for n in range(111) if state.face[n] == BONUS and state.place[n] == 8)
    assert gone < left


def test_3_6_gale_then_rain_then_fireworks() -> None:
    state = turn_with(1, "fireworks", "heavy rain", "gale")
    assert view(state, None).phase == "gale" and state.actors() == [0, 1]
    gives = [legal(state, seat)[0] for seat in range(2)]
    play_and_list_keys(state, f"1 {gives[1]}")
    assert "pass" in play_and_list_keys(state, f"0 {gives[0]}")
    assert view(state, None).phase == "heavy rain"
    gives = [legal(state, seat)[0] for seat in range(2)]
    play_and_list_keys(state, f"0 {gives[0]}")
    keys = play_and_list_keys(state, f"1 {gives[1]}")
    assert keys.index("rain") < keys.index("bonus tile") < keys.index("turn")
    assert state.active == 0


def test_3_6_gale_passes_to_the_next_seat_at_once() -> None:
    state = turn_with(1, "gale", seats=3)
    tiles = [int(legal(state, seat)[-1].split()[1]) for seat in range(3)]
    for seat in (2, 0):
        play(state, f"{seat} give {tiles[seat]}")
    assert view(state, 1).chosen == [True, False, True] and view(state, 1).own_choice is None
    assert view(state, 0).own_choice == tiles[0]
    play(state, f"1 give {tiles[1]}")
    for seat in range(3):
        assert tiles[seat] in {tile.id for tile in view(state, None).boards[(seat + 1) % 3].values()}


def test_3_6_start_tiles_are_not_given() -> None:
    state = turn_with(1, "gale")
    assert all(int(words.split()[1]) < 111 for words in legal(state, 0))
    assert len(legal(state, 0)) == 5


def test_3_6_rain_puts_tiles_back_face_down_and_everybody_remembers_them() -> None:
    state = turn_with(1, "heavy rain")
    tiles = [int(legal(state, seat)[0].split()[1]) for seat in range(2)]
    play(state, f"0 give {tiles[0]}", f"1 give {tiles[1]}")
    back = {tile.id: tile for tile in view(state, None).sky if tile.id in tiles}
    assert len(back) == 2 and all(tile.face and not tile.up for tile in back.values())


def test_3_6_gale_and_rain_spare_somebody_with_start_tiles_only() -> None:
    for function in ("gale", "heavy rain"):
        desk = Desk(3)
        desk.fill(0, 6)
        desk.fill(1, 6)
        a, _ = desk.up("cat", "star")
        (tile,) = desk.up(function)
        state = choosing(desk, 1).table()
        assert "calm" in play_and_list_keys(state, f"0 take {a}")
        assert view(state, None).phase == "launch" and state.place[tile] == 8


def test_3_6_a_single_tile_to_give_is_not_asked_for() -> None:
    desk = Desk(2)
    desk.fill(1, 6)
    a, _ = desk.up("cat", "star")
    desk.up("gale")
    state = choosing(desk, 1).table()
    play(state, f"0 take {a}")
    assert state.actors() == [1]


# §3.7


def test_3_7_what_fell_out_goes_back_same_side_up() -> None:
    desk = Desk()
    a, _ = desk.up("cat", "star")
    fish, peony = desk.put_out("fish", "up"), desk.put_out("red peony", "down")
    state = choosing(desk, 1).table()
    assert a in {int(words.split()[1]) for words in legal(state, 0)}
    play(state, f"0 take {a}")
    sides = {tile.id: tile.up for tile in view(state, None).sky}
    assert sides[fish] and not sides[peony] and not view(state, None).outside


# §6


def ending(active: int, full: int, seats: int = 3, die: int = 1) -> Fireworks:
    """Seat `full` takes its last tile in the turn of `active`."""
    desk = Desk(seats)
    desk.fill(full, 22)
    a, *_ = desk.up("cat", "star", "fish", "paw")
    helpers = None if full == active else [full]
    state = choosing(desk, die, helpers, active).table()
    play(state, f"{active} take {a}")
    if full != active:
        play(state, f"{full} {legal(state, full)[0]}")
    return state


def test_6_the_round_is_played_out_when_a_board_is_full() -> None:
    state = ending(active=0, full=1)
    assert view(state, None).last_round and state.active == 1
    rng = seeded("last round")
    while state.actor != -1:
        assert state.turns < 12
        playout(state, rng, 1)
    assert state.active == 2 and GAME.outcome(state).reason == "full board"


def test_6_the_last_seat_ends_the_match_after_its_bonus_turns() -> None:
    assert ending(active=2, full=2).actor == -1
    state = ending(active=2, full=2, die=0)
    assert state.actor == 2 and state.symbol_used


def test_6_it_stays_the_last_round_when_the_full_board_loses_a_tile() -> None:
    desk = Desk(2)
    desk.fill(0, 22)
    desk.fill(1, 8)
    a, _ = desk.up("cat", "star")
    desk.up("heavy rain")
    state = choosing(desk, 1).table()
    play(state, f"0 take {a}")
    play(state, f"0 {legal(state, 0)[0]}", f"1 {legal(state, 1)[0]}")
    assert state.tiles[0] == 22 and view(state, None).last_round


def test_6_a_last_arranging_is_offered_to_all_before_scoring() -> None:
    desk = Desk(2, arrange="hand")
    desk.fill(1, 22)
    a, _ = desk.up("cat", "star")
    state = choosing(desk, 1, active=1).table()
    play(state, f"1 take {a}", "1 done")
    assert view(state, None).phase == "last" and state.actors() == [0, 1]
    play(state, "1 done", "0 swap A1 B2", "0 done")
    assert state.actor == -1 and GAME.outcome(state).reason == "full board"


def test_6_the_round_of_turn_1000_is_the_last() -> None:
    desk = Desk(2)
    a, _ = desk.up("cat", "star")
    state = choosing(desk.set(turns=1000), 1, active=1).table()
    play(state, f"1 take {a}")
    assert state.actor == -1 and GAME.outcome(state).reason == "turn limit"
    desk = Desk(2)
    a, _ = desk.up("cat", "star")
    state = choosing(desk.set(turns=999), 1, active=1).table()
    play(state, f"1 take {a}")
    assert state.actor == 0


# §5


def test_5_6_the_22_points_of_the_example() -> None:
    for character in ("Tosei", "Kagiya"):
        state = twenty_two(character)
        assert headings(state, 0) == [7, 5, 3, 2, 2, 3]
        assert state.scores()[0] == 22
        assert score(view(state, None), 0) == dict(
            zip(GAME.outcome(state).headings, headings(state, 0), strict=True)
        )


@pytest.mark.parametrize(
    ("character", "expected"),
    [("Kohana", {"flowers": 4, "character": 0}), ("Manka", {"character": 0}), ("Tamaya", {"character": 0}),
     ("Maicho", {"character": 0}), ("Fat Puppy", {"special": 3, "character": 0}),
     ("Tosei", {"character": 3})],
)  # fmt: skip
def test_5_5_what_a_character_makes_of_the_same_board(character: str, expected: dict[str, int]) -> None:
    state = twenty_two("Tosei" if character == "Maicho" else character)
    if character == "Maicho":
        state.character[0] = 0
    points = GAME.outcome(state).headings
    assert {name: points[name][0] for name in expected} == expected


def board(text: str, character: str = "Tosei", specials: tuple[str, ...] = ()) -> dict[str, int]:
    """Points by heading of seat 0 with a red core on B2, a blue one on F2, and these tiles."""
    desk = Desk().set(characters=[character, "Maicho"])
    desk.boards[0].clear()
    desk.boards[1].clear()
    desk.boards[0] |= {"B2": "111", "F2": "117"}
    desk.boards[1] |= {"B2": "113", "F2": "115"}
    for space, face, petal in reads(text):
        desk.lay(0, space, face, petal)
    for space, name in zip(("D1", "D2", "D3", "D4", "D5", "E1"), specials, strict=False):
        desk.lay(0, space, name)
    points = GAME.outcome(desk.table()).headings
    return {heading: by_seat[0] for heading, by_seat in points.items()}


@pytest.mark.parametrize(
    ("ring", "points"),
    [
        ("A1 R P/SE A2 R P/SW B1 R P/E B3 R P S/W C2 R P S/NE C3 R P K/NW", 10),  # one shape, one colour
        ("A1 R P/SE A2 G P/SW B1 Y P/E B3 B P S/W C2 R P/NE C3 R P/NW", 7),  # one shape
        ("A1 R P/SE A2 R C/SW B1 R P/E B3 R C S/W C2 R W K/NE C3 R P/NW", 6),  # one colour
        (
            "A1 G P/SE A2 G C/SW B1 G C S/E B3 G C S/W C2 G W S/NE C3 G C K/NW",
            1,
        ),  # a colour, but not the core's
        ("A1 R P/SE A2 R P/SW B1 R P/E B3 R P S/W C2 R P S/NE C3 R P K/W", 1),  # one petal points elsewhere
        ("A1 R P/SE A2 R P/SW B1 R P/E B3 R P S/W C2 R P S/NE", 1),  # one tile missing
    ],
)
def test_5_1_a_big_firework_needs_six_petals_and_one_shape_or_colour(ring: str, points: int) -> None:
    assert board(ring)["big fireworks"] == points + 1  # the other core has nothing around it


@pytest.mark.parametrize(
    ("pair", "saturns", "kaleidoscopes"),
    [
        ("D1 R P S/W D2 R P S/E", 3, 0),
        ("D1 R P S/W D2 G C S/E", 2, 0),
        ("D1 R P K/W D2 R P K/E", 0, 2),
        ("D1 R P K/W D2 G C K/E", 0, 3),
        ("D1 R P S/W D2 R P K/E", 0, 0),  # different sorts
        ("D1 R P S/W D2 R P S/W", 0, 0),  # not face to face
        ("D1 R P S/W D3 R P S/E", 0, 0),  # not neighbours
    ],
)
def test_5_2_two_halves_that_meet_make_a_pair(pair: str, saturns: int, kaleidoscopes: int) -> None:
    points = board(pair)
    assert (points["saturns"], points["kaleidoscopes"]) == (saturns, kaleidoscopes)


def test_5_3_flowers_count_one_and_two_for_kohana() -> None:
    flowers = "D1 R P F/W D5 G C F/E"
    assert board(flowers)["flowers"] == 2
    assert board(flowers, "Kohana")["flowers"] == 4


@pytest.mark.parametrize(
    ("character", "points"), [("Tosei", [0, 1, 2, 3, 4, 10, 10]), ("Fat Puppy", [0, 1, 3, 5, 7, 13, 13])]
)
def test_5_4_special_tiles_count_by_different_types(character: str, points: list[int]) -> None:
    names = ("butterfly", "heart", "star", "smile", "cat", "fish")
    assert [board("", character, names[:n])["special"] for n in range(7)] == points
    assert board("", character, ("cat", "cat"))["special"] == points[1]


@pytest.mark.parametrize(("character", "points"), [("Tosei", 2), ("Fat Puppy", 3)])
def test_5_4_three_cats_and_a_star_are_two_types(character: str, points: int) -> None:
    assert board("", character, ("cat", "cat", "cat", "star"))["special"] == points


def test_5_points_are_those_of_a_naive_count() -> None:
    """Random boards, some arranged by hand, where formations come about by chance."""
    for number in range(30):
        rng = seeded(f"naive {number}")
        state = GAME.setup(
            3, rng.fork(), {"arrange": ("auto", "end", "hand")[number % 3], "variant": "speed"}
        )
        playout(state, rng, 400)
        seen = view(state, None)
        for seat in range(3):
            assert score(seen, seat) == {name: points[seat] for name, points in seen.headings.items()}


def test_5_6_equal_points_are_shared() -> None:
    state = Desk().set(characters=["Manka", "Tosei"]).table()
    outcome = GAME.outcome(state)
    assert outcome.points == [2, 2] and outcome.ranking == [[0, 1]] and outcome.decided == "shared"


# §4


def test_4_by_hand_all_seats_that_took_a_tile_arrange_at_the_same_time() -> None:
    desk = Desk(3, arrange="hand")
    a, b, _ = desk.up("red peony", "star", "fish")
    state = choosing(desk, 1, [2]).table()
    play(state, f"0 take {a}", f"2 take {b}")
    assert state.actors() == [0, 2]
    play(state, "2 swap A1 B2", "0 turn A1 3", "2 done")
    assert view(state, None).boards[2]["B2"].id == b
    assert view(state, None).boards[0]["A1"].petal == 3
    assert "turn A1 3" not in legal(state, 0) and "swap A2 B1" not in legal(state, 0)
    play(state, "0 done")
    assert view(state, None).active == 1


def test_4_arranging_ends_after_48_moves() -> None:
    desk = Desk(2, arrange="hand")
    a, _ = desk.up("red peony", "star")
    state = choosing(desk, 1).table()
    play(state, f"0 take {a}")
    for number in range(48):
        assert state.actors() == [0]
        play(state, f"0 turn A1 {1 + number % 5}")
    assert view(state, None).active == 1


def test_4_auto_keeps_boards_at_their_best_and_end_waits() -> None:
    for arrange, best in (("auto", True), ("end", False)):
        desk = Desk(2, arrange=arrange)
        desk.lay(0, "A1", "red peony saturn", 0)
        a, _ = desk.up("red chrysanthemum saturn", "star")
        state = choosing(desk, 1).table()
        play(state, f"0 take {a}")
        assert (GAME.outcome(state).headings["saturns"][0] == 3) == best


@pytest.mark.parametrize("variant", ["standard", "advanced", "speed"])
def test_4_a_board_arranged_late_is_the_same_as_one_arranged_at_every_move(variant: str) -> None:
    rng, other = seeded("lazy"), seeded("lazy")
    options = {"arrange": "auto", "variant": variant}
    state, watched = GAME.setup(3, rng.fork(), options), GAME.setup(3, other.fork(), options)
    while state.actor != -1:
        playout(state, rng, 1)
        playout(watched, other, 1)
        watched.scores()
        assert GAME.dump(state.copy()) == GAME.dump(watched)
    assert GAME.dump(state) == GAME.dump(watched)


def test_4_a_taken_tile_lies_where_it_fell_until_all_have_taken() -> None:
    """With three seats somebody can look between two takes; the board is arranged only after the last."""
    rng = seeded("fell")
    state, seen = GAME.setup(3, rng.fork(), {"arrange": "auto"}), 0
    while state.actor != -1:
        if len(state.late) == 1:
            tile, seat = divmod(state.late[0], 8)
            before = state.copy()
            before.lift(seat, tile)
            before.place[tile], before.late = GONE, []
            board = list(board_when_viewed(before, seat))
            free = board.index(EMPTY)
            board[free] = tile
            assert list(board_when_viewed(state, seat)) == board
            assert state.facing[tile] == 0
            seen += 1
        playout(state, rng, 1)
    assert seen > 3


def board_when_viewed(state: Fireworks, seat: int) -> list[int]:
    """Return a seat's board as somebody who looks now sees it."""
    state.arrange_stale_boards()
    return list(state.board)[seat * SPACES : (seat + 1) * SPACES]


# §9


def test_9_1_an_advanced_turn_begins_with_a_card_and_a_failure_ends_it() -> None:
    desk = Desk(3, variant="advanced")
    assert desk.state["card"] is not None
    for tile in desk.sky:
        desk.sky[tile] = (200, 200, "down")
    desk.up("cat", "star")
    for tile in list(desk.sky):
        desk.sky[tile] = (200, 200, desk.sky[tile][2])
    state = desk.table()
    while view(state, None).phase == "helpers":
        play(state, f"0 {legal(state, 0)[0]}")
    assert legal(state, 0)[0] == "gather"
    play(state, f"0 {legal(state, 0)[1]}")
    assert state.active == 1 and state.card != -1 and len(view(state, None).boards[0]) == 2
    assert not state.symbol_used


def test_9_1_a_failed_advanced_launch_does_not_cancel_a_fireworks_tile() -> None:
    desk = Desk(2, variant="advanced")
    desk.up("fireworks")
    for tile in list(desk.sky):
        desk.sky[tile] = (200, 200, desk.sky[tile][2])
    state = desk.table()
    while state.turns == 1:
        play(state, f"0 {legal(state, 0)[1 if view(state, None).phase == 'launch' else 0]}")
    assert state.active == 0 and state.tile_used and state.turns == 2


def test_9_2_in_the_speed_variant_everybody_grabs_at_any_time() -> None:
    state = GAME.setup(4, seeded("speed"), {"variant": "speed"})
    assert state.actors() == [0, 1, 2, 3] and state.phase == GRAB
    assert len(view(state, None).sky) == 104 and all(tile.up for tile in view(state, None).sky)
    play(state, "3 take 5", "1 take 6", "1 take 7", "3 arrange", "3 swap A1 G1")
    assert [len(board) for board in view(state, None).boards] == [2, 4, 2, 3]
    rng = seeded("who")
    assert {int(state.someone(rng)) for _ in range(60)} == {0, 1, 2, 3}


def test_9_2_the_second_grab_of_a_tile_is_refused_and_nothing_is_lost() -> None:
    match = Match(GAME, 2, "race", {"variant": "speed"})
    match.play(1, "take 17")
    before = GAME.dump(match.state)
    with pytest.raises(IllegalMove, match="seat 1 already has tile 17"):
        match.play(0, "take 17")
    assert GAME.dump(match.state) == before
    match.play(0, "take 18")


@pytest.mark.parametrize("arrange", ["auto", "end"])
def test_9_2_speed_ends_the_instant_a_board_is_full(arrange: str) -> None:
    state = GAME.setup(3, seeded("speed"), {"variant": "speed", "arrange": arrange})
    play(state, *(f"2 take {tile}" for tile in range(20)))
    assert state.actor != -1
    play(state, "2 take 20")
    assert state.actor == -1 and state.actors() == [] and GAME.outcome(state).reason == "full board"


def test_9_2_speed_allows_48_moves_between_two_grabs() -> None:
    state = GAME.setup(2, seeded("speed"), {"variant": "speed"})
    for _ in range(48):
        play(state, "0 swap A1 B2")
    assert all(words.startswith("take") for words in legal(state, 0))
    assert "done" not in legal(state, 1)
    with pytest.raises(IllegalMove, match="48 arranging moves"):
        play(state, "0 swap A1 B2")
    play(state, "0 take 3", "0 swap A1 B2")


# §8


def test_8_a_face_that_was_seen_is_the_same_in_every_world() -> None:
    state = turn_with(1, "heavy rain")
    tiles = [int(legal(state, seat)[0].split()[1]) for seat in range(2)]
    play(state, f"0 give {tiles[0]}", f"1 give {tiles[1]}")
    for number in range(20):
        world = state.imagine(0, seeded(f"world {number}"))
        assert isinstance(world, Fireworks)
        assert [world.face[tile] for tile in tiles] == [state.face[tile] for tile in tiles]


def test_8_unseen_faces_piles_and_sealed_choices_differ_between_worlds() -> None:
    state = turn_with(1, "gale", seats=3)
    play(state, f"1 {legal(state, 1)[0]}")
    worlds = [GAME.dump(state.imagine(0, seeded(f"world {number}")))["state"] for number in range(30)]  # type: ignore[arg-type]
    for what in ("faces", "piles", "sealed"):
        assert len({str(world[what]) for world in worlds}) > 1, what  # type: ignore[index]


# What is always true: see reference.md


def test_broken_positions_are_refused() -> None:
    desk = Desk()
    tile = desk.find("cat")
    del desk.sky[str(tile)]
    with pytest.raises(ValueError, match=f"tile {tile} is nowhere"):
        desk.table()
    with pytest.raises(ValueError, match="is to move but has no legal move"):
        Desk().set(phase="choose", die=2).table()
    with pytest.raises(ValueError, match="no side 7"):
        Desk().set(die=7).table()
    desk = Desk()
    desk.boards[0]["A1"] = desk.boards[1].pop("B2")
    with pytest.raises(ValueError, match="start tiles"):
        desk.table()


@pytest.mark.parametrize("place", [-1, 201, 40_000, 10**30])
def test_a_tile_beyond_the_walls_is_refused(place: int) -> None:
    desk = Desk()
    tile = desk.find("cat")
    desk.sky[str(tile)] = (place, 100, "down")
    with pytest.raises(ValueError, match=f"from 0 to 200 for tile {tile}, got {place} 100"):
        desk.table()


@pytest.mark.parametrize("ranks", [[7] * 111, [300, *range(1, 111)], list(range(110))])
def test_ranks_must_be_0_to_110_each_once(ranks: list[int]) -> None:
    with pytest.raises(ValueError, match="expected the ranks 0 to 110"):
        Desk().set(ranks=ranks).table()
