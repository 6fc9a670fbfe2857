"""The story of bouts, the golden records, the picture and the features."""

from itertools import pairwise
from pathlib import Path

import pytest

from fairground import Match, Record, seeded
from fairground.engine.picture import plain
from fairground.engine.story import Entry, entries_for, tell
from fairground.games.banner_festival import GAME, PAST
from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.tests.tables import fill_hands, move, table
from fairground.games.banner_festival.view import view

GOLDEN = Path(__file__).parent / "golden"
NAMES = ["Pink", "Green", "Red", "White", "Black"]


def public_story(state: BannerFestival, seat: int, words: str) -> list[str]:
    """Play a move and return what everybody is told about it."""
    before = state.copy()
    move(state, seat, words)
    entries = GAME.story(before, seat, GAME.read(words), state)
    return [tell(entry, GAME.phrases, NAMES) for entry in entries_for(entries, None)]


def test_the_story_of_a_bout_has_every_rank_and_its_effects() -> None:
    cards = ["teal2", "orange6", "yellow5", "yellow9"]
    docks = {"teal": [[0, 0, 2, 0], [0] * 4, [0] * 4, [0] * 4]}
    state = table(
        fill_hands(cards, 3, {}), gate=5, docks=docks, watercraft=[6, 1, 1, 1], characters=[2, 0, 0, 0]
    )
    for seat in range(3):
        assert public_story(state, seat, f"play {cards[seat]}") == [f"{NAMES[seat]} has chosen a card"]
    assert public_story(state, 3, "play yellow9") == [
        "White has chosen a card",
        "round 1, bout 6 in teal: teal2, orange6, yellow9, yellow5",
        "Pink ranks highest with teal2",
        "Pink's Watercraft moves by 7 to space 5",
        "Pink crosses the lap line (laps: 1, Character cards revealed so far: 3)",
        "Green ranks 2 with orange6",
        "Green hangs Banners on teal orange: 1",
        "Green takes 2 Fruit",
        "White ranks 3 with yellow9",
        "White hangs Banners on teal odd: 2",
        "Red ranks lowest with yellow5, uses its ability and leads",
        "Red hangs Banners on the Tower of B: 1",
    ]


def test_the_story_of_a_gate_move_and_the_dummies() -> None:
    state = table(fill_hands(["teal1", "teal2"], 3, {}), asked="gate", lead=1, gate=7)
    lines = public_story(state, 1, "gate 2")
    assert lines[0] == "Green moves the Trade Gate by 2 to space 1 in orange"
    assert lines[1].endswith("is turned up as a dummy")
    assert lines[2:] == ["a second dummy lies face down"]


def test_the_story_of_a_kept_nine_and_an_empty_supply() -> None:
    cards = ["teal2", "orange6", "yellow9"]
    facts: dict[str, object] = {"up": "orange5"}
    state = table(fill_hands(cards, 3, facts), gate=5, towers={"A": [0, 14, 0]}, **facts)
    for seat in range(2):
        public_story(state, seat, f"play {cards[seat]}")
    lines = public_story(state, 2, "play yellow9")
    assert "Red keeps yellow9" in lines
    assert "Green has no Banner left" in lines
    assert "the dummy orange5 ranks 3" in lines


def test_the_story_of_a_feast_scoring_and_the_deal() -> None:
    docks = {"teal": [[0, 0, 1, 0], [0, 0, 1, 0], [0] * 4, [0] * 4]}
    cards = ["orange6", "orange5", "teal8", "yellow5"]
    state = table(cards, asked="gate", lead=0, gate=4, fruit=[0, 0, 10, 0], docks=docks)
    lines = public_story(state, 0, "gate 1")
    assert lines[lines.index("the pool is empty: a Feast") :] == [
        "the pool is empty: a Feast",
        "Pink turns 2 Fruit into 1 Profit",
        "Green turns 2 Fruit into 1 Profit",
        "Red turns 10 Fruit into 10 Profit",
        "White turns 0 Fruit into 0 Profit",
        "round 1 is scored",
        "Pink has 0 Banners in Region A: 0 Profit",
        "Green has 0 Banners in Region A: 0 Profit",
        "Red has 0 Banners in Region A: 0 Profit",
        "White has 0 Banners in Region A: 0 Profit",
        "Pink has 1 Banners in Region B: 3 Profit",
        "Green has 1 Banners in Region B: 3 Profit",
        "Red has 2 Banners in Region B: 6 Profit",
        "White has 1 Banners in Region B: 3 Profit",
        "all cards except the kept ones are dealt again for round 2",
    ]


def test_the_story_of_the_last_feast_and_the_end() -> None:
    state = table(
        ["teal8", "teal7", "teal6", "yellow5"], asked="gate", lead=0, gate=4, round=3, fruit=[4, 1, 3, 0]
    )
    assert public_story(state, 0, "gate 1")[-5:] == [
        "the last Feast brings Pink 4 Profit",
        "the last Feast brings Green 1 Profit",
        "the last Feast brings Red 2 Profit",
        "the last Feast brings White 0 Profit",
        "the third round is over: the match ends",
    ]


# Golden records


def replay(name: str) -> tuple[Match[BannerFestival, BannerBox], list[list[Entry]], list[BannerFestival]]:
    """Replay a golden record: the match, the story of each bout, and the state before each move."""
    record = Record.parse((GOLDEN / f"{name}.game").read_text())
    match = Match(GAME if record.rules == GAME.rules else PAST[0], record.seats, record.seed)
    states, parts = [], []
    for seat, words in record.moves:
        states.append(match.state.copy())
        entries = match.play(seat, words)
        starts = [at for at, entry in enumerate(entries) if entry.key == "bout"] + [len(entries)]
        parts += [entries[a:b] for a, b in pairwise(starts)]
    assert match.over and match.outcome().points == record.outcome
    assert len(parts) == 3 * (7 if record.seats == 5 else 8)
    return match, parts, states


@pytest.mark.parametrize("decided", ["points", "banners", "shared"])
def test_golden_records_of_every_decider(decided: str) -> None:
    match, _, _ = replay(decided)
    assert match.outcome().decided == decided
    assert match.outcome().reason == "third round"


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("dummy_highest", {"dummy highest", "lowest"}),
        ("dummy_lowest", {"highest", "dummy lowest"}),
        ("dummy_highest_and_lowest", {"dummy highest", "dummy lowest"}),
        ("feast_in_the_last_bout", {"feast", "scoring"}),
        ("out_of_banners", {"no banner"}),
    ],
)
def test_golden_records_of_special_bouts(name: str, keys: set[str]) -> None:
    _, parts, _ = replay(name)
    assert any(keys <= {entry.key for entry in part} for part in parts)


def test_a_golden_record_has_several_laps_in_one_move() -> None:
    _, parts, _ = replay("several_laps")
    laps = [entry.values["laps"] for part in parts for entry in part if entry.key == "lap"]
    assert max(int(str(lap)) for lap in laps) > 1


def test_a_golden_record_has_a_last_bout_without_a_gate_move() -> None:
    match, _, _ = replay("last_bout_by_itself")
    keys = " ".join(entry.key for entry in match.story)
    assert keys.count("bout ") == 24 and "scoring" in keys


def test_a_golden_record_has_a_seat_without_banners() -> None:
    _, _, states = replay("out_of_banners")
    assert any(0 in list(state.supply) for state in states)


# Picture and features


def test_the_picture_shows_what_is_needed_to_play() -> None:
    state = table(
        fill_hands(["teal1", "teal2"], 3, {"up": "orange5", "down": "orange4"}),
        gate=8,
        up="orange5",
        down="orange4",
        docks={"teal": [[0, 0], [0, 0], [1, 0], [0, 0]]},
        towers={"A": [0, 3]},
        kept=[["teal9"], []],
    )
    text = plain(GAME.picture(view(state, 0)))
    for part in (
        "8 purple Trade Gate",
        "teal dock, ranks teal > purple > orange > yellow",
        "purple 1 Fruit ●1 | orange 2 Fruit free",
        "▶ purple",
        "Tower A: ▲3",
        "kept teal9",
        "dummies: orange5, one face down",
        "your hand: teal1",
        "even +1 Banner neutral",
    ):
        assert part in text
    assert "your hand" not in plain(GAME.picture(view(state, None)))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_features_start_with_the_observing_seat(seats: int) -> None:
    state = GAME.setup(seats, seeded("features"))
    blocks = {block.name: block for block in GAME.layout(seats)}
    start = sum(block.size for block in GAME.layout(seats)[: list(blocks).index("supply")])
    state.supply[seats - 1] = 7
    for seat in range(seats):
        supply = GAME.features(state, seat)[start : start + seats]
        assert [round(float(number) * 14) for number in supply].index(7) == (seats - 1 - seat) % seats
        assert GAME.features(state, seat)[:40].sum() == state.printed.hand
