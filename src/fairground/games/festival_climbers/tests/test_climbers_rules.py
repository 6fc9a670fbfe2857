"""The rules of Festival Climbers, section by section of rules.en.md."""

from pathlib import Path

import msgspec
import pytest

from fairground import OVER, BoxError, IllegalMove, Match, NotationError, PositionError, Record, Rng, seeded
from fairground.engine.playout import playout
from fairground.games.festival_climbers import GAME
from fairground.games.festival_climbers.bots import ClimbersJudge
from fairground.games.festival_climbers.box import ClimbersBox
from fairground.games.festival_climbers.notation import below, names, read, space_name, write
from fairground.games.festival_climbers.rules import BIT, STUCK, Climbers, highest_level, temple
from fairground.games.festival_climbers.view import view

GOLDEN = Path(__file__).parent / "golden"
BLUE = ["h1", "f1", "f2", "e1", "e2", "e3"]
OTHERS = "g1 g2 f3 e4 d1 d2 d3 d4 d5 c2 c4 c6 b3 b5 b7 a4 a6 a8"


def position(*climbers: str, actor: int = 0, ending: str = "playing") -> Climbers:
    """Return a state in which each seat has climbers on the given spaces."""
    placed = [spaces.split() for spaces in climbers]
    return GAME.restore(
        {
            "game": GAME.name,
            "seats": len(placed),
            "state": {"climbers": placed, "actor": actor, "ending": ending},
        }
    )


def words(state: Climbers, seat: int) -> list[str]:
    return [GAME.write(move) for move in state.legal(seat)]


def play(state: Climbers, seat: int, move: str) -> Climbers:
    number = GAME.legal_move(state, seat, move)
    state.play(seat, number)
    return state


def refusal(state: Climbers, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        GAME.legal_move(state, seat, move)
    return str(caught.value)


def replay(name: str) -> Match[Climbers, ClimbersBox]:
    """Replay a golden record."""
    return Match.replay(GAME, Record.parse((GOLDEN / f"{name}.game").read_text()))


# §1


def test_1_the_temple_has_36_spaces_on_8_levels() -> None:
    spaces = names(temple(8))
    assert len(spaces) == 36
    assert [sum(name[0] == letter for name in spaces) for letter in "abcdefgh"] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_1_a_space_rests_on_two_of_the_level_below() -> None:
    assert [space_name(space) for space in below(read("c2"))] == ["b2", "b3"]
    assert [space_name(space) for space in below(read("h1"))] == ["g1", "g2"]


# §2


@pytest.mark.parametrize(("seats", "each"), [(2, 12), (3, 8), (4, 6)])
def test_2_24_climbers_are_shared_out_and_start_in_hand(seats: int, each: int) -> None:
    state = GAME.setup(seats, seeded("x"))
    assert list(state.hand) == [each] * seats
    assert state.occupied == 0
    assert state.actors() == [0]


def test_2_turns_go_clockwise() -> None:
    match = Match(GAME, seats=3, seed="x")
    for seat, space in enumerate(["a1", "a2", "a3"]):
        match.play(seat, space)
    assert match.state.actors() == [0]


# §3.1


def test_3_1_a_climber_is_introduced_on_any_empty_space_of_the_base() -> None:
    state = position("a1 a2", "a4")
    assert [move for move in words(state, 0) if "-" not in move] == ["a3", "a5", "a6", "a7", "a8"]


def test_3_1_without_climbers_in_hand_none_can_be_introduced() -> None:
    state = position("a1 a2 a3 a4 b1 b2", "a5", "", "")
    assert all("-" in move for move in words(state, 0))
    assert "no climber in hand" in refusal(state, 0, "a6")


# §3.2


def test_3_2_a_climb_needs_both_spaces_below_occupied_by_anybody() -> None:
    state = position("a1 a5", "a2 a7")
    assert [move for move in words(state, 0) if "-" in move] == ["a5-b1"]
    assert "a6" in refusal(state, 0, "a1-b5")


def test_3_2_a_climb_goes_anywhere_higher_without_a_path() -> None:
    state = position("a8 a1 a2 a3", "b1 b2")
    assert "a8-c1" in words(state, 0)


def test_3_2_a_climb_never_goes_to_the_same_or_a_lower_level() -> None:
    state = position("a1 a2 a3 b1 a5 a6", "a4")
    assert not [move for move in words(state, 0) if move.startswith("b1")]
    assert "higher" in refusal(state, 0, "b1-b5")


def test_3_2_a_climber_cannot_rest_on_its_own_space() -> None:
    state = position("a1", "a2")
    assert [move for move in words(state, 0) if "-" in move] == []
    assert "rests on the climber that would move" in refusal(state, 0, "a1-b1")


def test_3_2_no_climber_above_may_lose_its_last_support() -> None:
    # b1 rests on a1 and on a2, which is empty: a1 must stay. a4 and a5 both support b4: one may go.
    state = position("a1 a4", "b1 a5 b4 a7 a8")
    assert [move for move in words(state, 0) if "-" in move] == ["a4-b7"]
    assert "last support" in refusal(state, 0, "a1-b7")


def test_3_2_an_occupied_space_cannot_be_climbed_to() -> None:
    assert "occupied" in refusal(position("a1 a5", "a2 b1"), 0, "a5-b1")


# §3.3


def test_3_3_a_seat_without_a_move_is_passed_over_and_may_move_again_later() -> None:
    match = replay("3-no-moves-points")
    passed = [entry.values["seat"] for entry in match.story if entry.key == "pass"]
    assert passed
    first = next(
        i for i, made in enumerate(match.made) if made.seat != (match.made[i - 1].seat + 1) % 3 and i
    )
    skipped = (match.made[first - 1].seat + 1) % 3
    assert skipped == passed[0]


def test_3_3_passing_by_choice_is_not_allowed() -> None:
    with pytest.raises(NotationError):
        Match(GAME, seats=2, seed="x").play(0, "pass")


# §5 The end


def test_5_the_match_ends_at_once_on_h1() -> None:
    everywhere = ["a1", "a2", "a3", "b1", "b2", "c1", "d1", "e1", "f1", "g1", "a4", "g2"]
    column = ["a5", "a6", "b3", "b4", "c2", "c3", "d2", "d3", "e2", "e3", "f2", "f3"]
    state = position(" ".join(everywhere), " ".join(column))
    play(state, 0, "a4-h1")
    assert state.actors() == []
    assert state.legal(0) == state.legal(1) == []
    assert GAME.outcome(state).reason == "summit"


def test_5_the_match_ends_at_once_when_nobody_can_move() -> None:
    match = replay("2-no-moves-points")
    assert match.outcome().reason == "no moves"
    earlier = match.at(len(match.made) - 1)
    assert not earlier.over


# §4, and the winner of §5


def test_the_view_tells_the_value_of_each_level() -> None:
    thirds = [" ".join(OTHERS.split()[start::3]) for start in range(3)]
    shown = view(position(" ".join(BLUE), *thirds, actor=OVER, ending="summit"), 0)
    assert shown.values == [1, 2, 3, 4, 5, 6, 7, 8]
    for climbers, points in zip(shown.climbers, shown.points, strict=True):
        assert sum(shown.values["abcdefgh".index(space[0])] for space in climbers) == points


def test_4_the_example_of_35_points() -> None:
    thirds = [" ".join(OTHERS.split()[start::3]) for start in range(3)]
    state = position(" ".join(BLUE), *thirds, actor=OVER, ending="summit")
    assert state.scores()[0] == 35
    outcome = GAME.outcome(state)
    assert outcome.headings["level 5"][0] == 15
    assert outcome.headings["level 6"][0] == 12
    assert outcome.headings["level 8"][0] == 8


def test_5_reaching_the_top_does_not_decide_who_wins() -> None:
    state = position(
        "h1 d4 c1 c2 c3 c4 b1 b3 b4 a1 a3 a4",
        "g1 g2 f1 f2 f3 e1 e2 e3 e4 d1 d2 d3",
        actor=OVER,
        ending="summit",
    )
    assert state.scores() == [33, 64]
    assert GAME.outcome(state).winners == [1]


def test_5_ties_go_to_the_higher_level_then_to_the_last_to_move() -> None:
    assert replay("2-no-moves-highest-level").outcome().decided == "highest level"
    match = replay("2-no-moves-last-move")
    assert match.outcome().points[0] == match.outcome().points[1]
    assert match.outcome().winners == [match.made[-1].seat]


def test_5_how_many_stand_on_the_highest_level_does_not_matter() -> None:
    state = position("a1 a3 b3 c3", "a2 a4 a5 b1 b4")
    assert state.scores() == [7, 7]
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.decided) == ([0], "highest level")
    state = position("a1 a3 b2 b3", "a2 a4 a5 a6 b1")
    assert state.scores() == [6, 6]
    assert GAME.outcome(state).decided == "shared"  # nobody has moved in a restored position


def tied_position(rng: Rng) -> Climbers:
    """Return a final position in which points, highest levels and last moves are often equal."""
    seats = 2 + rng.below(3)
    state = GAME.setup(seats, seeded("tied"))
    for seat in range(seats):
        for _ in range(rng.below(4)):
            state.own[seat] |= BIT[8 * rng.below(3)]
        state.moved[seat] = rng.below(3)
    state.actor, state.ending = OVER, STUCK
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_5_the_judge_splits_the_win_as_the_outcome_does(seats: int) -> None:
    rng, judge, deciders = seeded(f"result {seats}"), ClimbersJudge(), set()
    finals = [GAME.setup(seats, rng.fork()) for _ in range(100)]
    for state in finals:
        playout(state, rng, GAME.longest)
    for state in [*finals, *(tied_position(rng) for _ in range(400))]:
        outcome = GAME.outcome(state)
        share = 1 / len(outcome.winners)
        assert judge.result(state) == [share * (seat in outcome.winners) for seat in range(state.seats)]
        deciders.add(outcome.decided)
    assert deciders == {*GAME.deciders, "shared"}


# §6


def test_6_everybody_sees_everything_and_there_are_no_variants() -> None:
    state = position("a1 a2", "b1 a4")
    seen = view(state, 0)
    assert [msgspec.structs.replace(view(state, seat), seat=0) for seat in (1, None)] == [seen, seen]
    assert not GAME.hidden and not GAME.options


# What is always true: see reference.md


def test_the_sum_of_levels_never_falls() -> None:
    for seed in range(30):
        state = GAME.setup(3, seeded(str(seed)))
        rng = seeded(f"{seed} moves")
        while state.actor != OVER:
            before = sum(state.scores())
            moves = state.legal(state.actor)
            state.play(state.actor, moves[rng.below(len(moves))])
            assert sum(state.scores()) > before
            assert sum(len(names(own)) for own in state.own) + sum(state.hand) == 24


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_last_about_57_moves(seats: int) -> None:
    """Between 60 and 66 % of them end at the top."""
    rng = seeded("expect")
    moves = tops = 0
    for _ in range(4000):
        state = GAME.setup(seats, rng.fork())
        moves += playout(state, rng, 1000)
        tops += GAME.outcome(state).reason == "summit"
    assert 56 < moves / 4000 < 58.5
    assert 0.58 < tops / 4000 < 0.68


# Words, boxes and positions


def test_moves_are_written_and_read() -> None:
    assert write(7) == "a8"
    assert read("a8") == 7
    assert write(read("a3-c2")) == "a3-c2"
    for wrong in ("a9", "h2", "i1", "a3-", "a3 c2", "a3-h2"):
        with pytest.raises(NotationError):
            read(wrong)
    with pytest.raises(NotationError):
        write(63)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("levels = 8", "levels = 9"), "line 7 (temple.levels): expected 3 to 8 levels, got 9"),
        (("levels = 8", 'levels = "8"'), "line 7 (temple.levels): expected int, got str"),
        (("for_two = 12", "for_two = 0"), "line 11 (climbers.for_two): expected 1 to 36 climbers"),
        (("for_two = 12", "for_two = 6"), "line 11 (climbers.for_two): expected 7 to 36 climbers"),
        (
            ('source = "F"', 'source = "X"'),
            "line 6 (temple.source): expected a source letter (R, F, I, C), got 'X'",
        ),
        (("for_four = 6", "for_five = 6"), "line 9 (climbers): expected no value 'for_five'"),
        (("levels = 8", "levels = "), "is not TOML"),
    ],
)
def test_a_bad_box_is_refused_with_its_line(change: tuple[str, str], message: str) -> None:
    text = GAME.document("box.toml").replace(*change)
    with pytest.raises(BoxError) as caught:
        GAME.box(text, "mine.toml")
    assert str(caught.value).startswith("mine.toml")
    assert message in str(caught.value)


def test_a_smaller_temple_can_be_played() -> None:
    box = GAME.box(GAME.document("box.toml").replace("levels = 8", "levels = 4"))
    match = Match(GAME, 2, "small", box=box)
    rng = seeded("small")
    while not match.over:
        moves = match.state.legal(match.state.actor)
        match.play(match.state.actor, moves[rng.below(len(moves))])
    assert match.outcome().reason in GAME.reasons
    assert list(match.outcome().headings) == ["level 1", "level 2", "level 3", "level 4"]


@pytest.mark.parametrize(
    ("climbers", "message"),
    [
        (["a1", "a1"], "two climbers stand on a1"),
        (["b1", ""], "b1 has no climber below"),
        (["b8", ""], "beyond the end of its level"),
        (["a1"], "2-4 seats"),
        (["a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5", ""], "more climbers"),
    ],
)
def test_an_impossible_position_is_refused(climbers: list[str], message: str) -> None:
    with pytest.raises((PositionError, ValueError), match=message):
        position(*climbers)


def test_5_levels_count_from_one() -> None:
    assert [highest_level(spaces) for spaces in (0, 1, BIT[8], BIT[16] | 1)] == [0, 1, 2, 3]


def test_every_pair_of_letter_and_digit_is_a_space_or_is_refused() -> None:
    """The base has eight spaces, and each level above has one fewer."""
    for level, letter in enumerate("abcdefgh"):
        for digit in range(1, 9):
            if digit <= 8 - level:
                assert write(read(f"{letter}{digit}")) == f"{letter}{digit}"
            else:
                with pytest.raises(NotationError, match="beyond the end of its level"):
                    read(f"{letter}{digit}")
