"""The command line, as people use it."""

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.table import Table

from commands import run, succeed
from fairground import Match, Record, list_games, load, seeded
from fairground.bots import LEVELS
from fairground.cli.commands import COMMANDS
from fairground.cli.output import CleanConsole
from fairground.engine.annotations import MAIN, AnnotatedRecord
from fairground.engine.playout import trace
from settings import EVERY_GAME

GAME = next(name for name in list_games() if not load(name).hidden)
SECRETIVE = next(name for name in list_games() if load(name).hidden)


def start(*arguments: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "fairground", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, cwd=cwd, check=False)


def save_match(tmp_path: Path, moves: int = 4) -> Path:
    """Save a match with a few moves and return its file."""
    path = tmp_path / "match.game"
    seat = ("--seat", "0")
    succeed("play", GAME, *seat, "--seed", "storm", "--save", str(path), typed="1\n" * moves + "quit\n")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example(command: str) -> None:
    assert f"Example: fairground {command}" in succeed(command, "--help")


def test_the_version_says_how_it_runs() -> None:
    told = start("--version").stdout
    assert "compiled" in told or "plain Python" in told


def test_a_process_of_its_own_reads_prints_and_ends_as_the_command_here(tmp_path: Path) -> None:
    """Nearly all tests below run the command in this process."""
    play = ("play", GAME, "--bots", "random", "--seed", "storm")
    for words, typed in ((play, "1\n" * 5000), (play, "hello\n1\nquit\n"), (["play", "chess"], "")):
        there, here = start(*words, typed=typed, cwd=tmp_path), run(*words, typed=typed, cwd=tmp_path)
        assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)


# Playing


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_whole_match_can_be_played_by_picking_from_the_list(name: str, tmp_path: Path) -> None:
    path = tmp_path / "whole.game"
    out = succeed(
        "play", name, "--bots", "random", "--seed", "whole", "--save", str(path), typed="1\n" * 5000
    )
    assert "The match ended by" in out
    match = Match.replay(load(name), Record.parse(path.read_text()))
    assert match.over
    assert list(match.players.values()).count("person") == 1
    assert "is sound" in succeed("verify", str(path))


def test_a_saved_match_can_be_resumed(tmp_path: Path) -> None:
    path = save_match(tmp_path)
    before = Record.parse(path.read_text())
    assert "Continue with" in succeed("play", "--resume", str(path), typed="1\nquit\n")
    after = Record.parse(path.read_text())
    assert after.moves[: len(before.moves)] == before.moves
    assert len(after.moves) > len(before.moves)
    assert after.players == before.players


def test_quitting_without_a_file_name_saves_to_the_current_folder(tmp_path: Path) -> None:
    out = succeed("play", GAME, "--seed", "wind and rain", typed="1\nquit\n", cwd=tmp_path)
    assert f"{GAME}-wind-and-rain.game" in out
    assert Record.parse((tmp_path / f"{GAME}-wind-and-rain.game").read_text()).seed == "wind and rain"


def test_the_same_seed_and_moves_give_the_same_match(tmp_path: Path) -> None:
    one = save_match(tmp_path).read_text()
    assert save_match(tmp_path).read_text() == one


def test_invalid_input_is_answered_with_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    play = ("play", GAME, "--seat", "0", "--seed", "x", "--save", str(path))
    out = succeed(*play, typed="hello\n0\n999\n\nundo\nquit\n")
    assert out.count("expected") == 3
    assert "nothing can be taken back" in out
    assert Record.parse(path.read_text()).moves == []


def test_undo_takes_back_the_bots_replies_too(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    play = ("play", GAME, "--seat", "0", "--seed", "x", "--save", str(path))
    succeed(*play, typed="1\nundo\n2\nquit\n")
    match = Match.replay(load(GAME), Record.parse(path.read_text()))
    assert match.game.write(match.made[0].move) == match.game.write(match.at(0).state.legal(0)[1])


def test_help_moves_board_and_rules_are_shown_on_request(tmp_path: Path) -> None:
    out = succeed("play", GAME, "--seed", "x", typed="help\nmoves\nboard\nrules\nquit\n", cwd=tmp_path)
    assert "take back your last move" in out
    assert load(GAME).document("rules.en.md").splitlines()[0].strip("# ") in out


def test_the_end_of_input_saves_the_match(tmp_path: Path) -> None:
    succeed("play", GAME, "--seed", "x", typed="1\n", cwd=tmp_path)
    assert Record.parse((tmp_path / f"{GAME}-x.game").read_text()).moves


def test_several_people_can_share_the_keyboard(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    succeed("play", GAME, "--seed", "x", "--bots", "person", "--save", str(path), typed="1\n1\nquit\n")
    assert len(Record.parse(path.read_text()).moves) == 2


def test_people_who_share_the_keyboard_do_not_see_each_others_secrets(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    out = succeed("play", SECRETIVE, "--bots", "person", "--save", str(path), typed="\n1\n\n1\nquit\n")
    assert "Seat 1, take the keyboard" in out
    assert len(Record.parse(path.read_text()).moves) == 2


def test_without_a_game_you_are_asked(tmp_path: Path) -> None:
    out = succeed("play", typed="7000\n1\nquit\n", cwd=tmp_path)
    assert all(load(name).tagline in out for name in list_games())
    assert "Please type a number" in out
    assert "Saved" in out


# Playing on from a moment


def save_finished(tmp_path: Path, name: str = SECRETIVE) -> tuple[Path, int]:
    """Save a finished match and return its file and the number of its moves."""
    path, game = tmp_path / "parent.game", load(name)
    match = Match(game, game.seats[0], "storm", game.settle_options({}, study=True))
    for seat, move in trace(match.state.copy(), seeded("storm"), game.longest):
        match.play(seat, move)
    path.write_text(str(match.record()))
    return path, len(match.made)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_finished_match_can_be_played_on_from_any_moment(name: str, tmp_path: Path) -> None:
    path, moves = save_finished(tmp_path, name)
    child = str(tmp_path / "on.game")
    for at, more in ((moves // 2, []), (moves - 1, ["--seat", "1", "--redeal"])):
        wish = ["--from", str(path), "--at", str(at), "--save", child, "--seed", "on", *more]
        succeed("play", *wish, typed="1\n" * 3000)
        record = Record.parse(Path(child).read_text())
        assert record.start and record.start.parent and record.outcome
        assert (record.start.parent.moves, record.start.parent.redealt) == (at, 1 if more else None)
        assert "checked" in succeed("verify", child, "--parent", str(path))
    assert "After 0 of" in succeed("replay", child, "--at", "0", "--seat", "1")


def test_whoever_plays_on_takes_the_seat_to_move_unless_they_say_which(tmp_path: Path) -> None:
    path, _ = save_finished(tmp_path)
    record = Record.parse(path.read_text())
    at = next(number for number, (seat, _) in enumerate(record.moves) if seat == 1)
    child = tmp_path / "on.game"
    wish = ["--from", str(path), "--at", str(at), "--save", str(child)]
    assert "You play seat" in succeed("play", *wish, typed="1\nquit\n")
    assert "You play seat" not in succeed("play", *wish, "--seat", "0", typed="1\nquit\n")
    assert Record.parse(child.read_text()).players[0] == "person"


def test_a_match_that_was_played_on_can_be_resumed(tmp_path: Path) -> None:
    path, moves = save_finished(tmp_path)
    child = tmp_path / "on.game"
    wish = ["--from", str(path), "--at", str(moves // 2), "--save", str(child)]
    succeed("play", *wish, typed="1\nquit\n")
    succeed("play", "--resume", str(child), typed="1\n" * 3000)
    assert Record.parse(child.read_text()).outcome


def test_only_a_moment_of_a_finished_match_is_played_on_from(tmp_path: Path) -> None:
    path, moves = save_finished(tmp_path)
    under_way = save_match(tmp_path)
    tries = [
        (["--from", str(under_way), "--at", "1"], "only from a match that is over"),
        (["--from", str(path)], "expected --at with the moves made before you play on"),
        (["--from", str(path), "--at", str(moves)], "the match is over: expected a moment from 0 to"),
        (["--from", str(path), "--at", str(moves + 1)], "expected a moment from 0 to"),
        (["--from", str(path), "--at", "-1"], "expected a moment from 0 to"),
        (["--from", str(path), "--at", "1", "--seat", "9"], "expected your seat from 0 to"),
        (["--from", str(path), "--at", "1", "--seat", "9", "--redeal"], "expected a seat from 0 to"),
        (["--from", str(path), "--at", "1", "--seats", "2"], "expected --from without --seats"),
        (["--from", str(path), "--at", "1", "--resume", str(path)], "expected --resume without --from"),
        ([GAME, "--from", str(path), "--at", "1"], "expected --from without a game"),
        ([GAME, "--at", "1"], "expected --from with --at and --redeal"),
        ([GAME, "--redeal"], "expected --from with --at and --redeal"),
    ]
    for wish, told in tries:
        result = run("play", *wish, cwd=tmp_path)
        assert result.returncode == 2 and told in result.stderr, (wish, result)
        assert result.stderr.count("\n") == 1


def test_a_record_with_another_parent_does_not_verify(tmp_path: Path) -> None:
    path, _ = save_finished(tmp_path)
    child = tmp_path / "on.game"
    wish = ["--from", str(path), "--at", "3", "--save", str(child)]
    succeed("play", *wish, typed="1\n" * 3000)
    told = json.loads(succeed("verify", str(child), "--json"))["parent"]
    assert told["moves"] == 3 and told["redealt"] is None
    forged = child.read_text().replace(f"parent {told['record']} 3", f"parent {told['record']} 4")
    child.write_text(forged)
    result = run("verify", str(child), "--parent", str(path))
    assert result.returncode == 2 and "not the one of its parent" in result.stderr


def test_in_a_terminal_the_board_has_colours(tmp_path: Path) -> None:
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "fairground", "play", GAME, "--seed", "x"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    process = subprocess.Popen(
        command, stdin=child, stdout=child, stderr=child, cwd=tmp_path, env=environment
    )
    os.close(child)
    os.write(parent, b"quit\n")
    seen = b""
    try:
        while chunk := os.read(parent, 4096):
            seen += chunk
    except OSError:  # Linux says so when the other end has gone
        pass
    assert process.wait(timeout=30) == 0
    os.close(parent)
    assert b"\x1b[" in seen
    assert b"Traceback" not in seen


# Looking things up


def test_replay_shows_any_moment_from_any_seat(tmp_path: Path) -> None:
    path = save_match(tmp_path)
    assert "After 3 of" in succeed("replay", str(path), "--at", "3", "--seat", "1")
    view = json.loads(succeed("replay", str(path), "--at", "0", "--json"))
    assert view["at"] == 0


def test_replay_and_verify_read_comments_and_side_lines(tmp_path: Path) -> None:
    path = save_match(tmp_path)
    match = Match.replay(load(GAME), Record.parse(path.read_text()))
    annotated = AnnotatedRecord(match.record())
    annotated.comment(MAIN, 1, "Ann", "a good start")
    annotated.play(MAIN, 0, 0, load(GAME).write(match.at(0).state.legal(0)[-1]))
    annotated.comment(2, 1, "Ben", "or so")
    path.write_text(str(annotated))
    assert "it has 2 comments and 1 side line;" in succeed("verify", str(path))
    told = json.loads(succeed("verify", str(path), "--json"))
    assert (told["comments"], told["side_lines"]) == (2, 1)
    whole = succeed("replay", str(path))
    assert "(Ann: a good start)" in whole and "or so" not in whole
    side = succeed("replay", str(path), "--line", "1")
    assert "(Ben: or so)" in side and "After 1 of 1 moves of side line 1." in side
    shown = json.loads(succeed("replay", str(path), "--at", "1", "--json"))
    assert shown["comments"] == [{"author": "Ann", "text": "a good start"}]
    assert "expected a side line from 1 to 1, got 2" in run("replay", str(path), "--line", "2").stderr


def test_verify_prints_json(tmp_path: Path) -> None:
    told = json.loads(succeed("verify", str(save_match(tmp_path)), "--json"))
    assert told["game"] == GAME
    assert told["over"] is False


@pytest.mark.parametrize("name", EVERY_GAME)
def test_rules_and_box_of_every_game(name: str) -> None:
    assert succeed("rules", name).startswith(f"# {load(name).title}")
    told = json.loads(succeed("box", name, "--json"))
    assert told["digest"] == load(name).box().digest
    assert {value["source"] for value in told["values"]} <= set("RFIC")
    assert "constructed" in succeed("box", name)


def test_the_list_of_games() -> None:
    assert [entry["name"] for entry in json.loads(succeed("games", "--json"))] == list_games()
    assert GAME in succeed("games")


# Measuring


def test_perft_prints_json() -> None:
    told = json.loads(succeed("perft", GAME, "--seats", "2", "--depth", "1", "--json"))
    assert set(told) == {"game", "seats", "depth", "nodes"}
    state = Match(load(GAME), 2, "perft").state
    assert told["nodes"] == len(state.legal(0))


def test_bench_prints_json() -> None:
    rows = json.loads(
        succeed("bench", GAME, "--seats", "2", "--seconds", "0.1", "--against", "pure", "--json")
    )
    keys = {"game", "seats", "compiled", "moves_per_second", "games_per_second"}
    keys |= {"moves_per_game", "worlds_per_second", "bytes_per_state"}
    assert all(keys <= set(row) for row in rows)
    assert rows[-1]["compiled"] is False
    assert rows[0]["moves_per_second"] > 0


@pytest.mark.parametrize("name", [GAME, SECRETIVE])
def test_fuzz_plays_with_every_check_on(name: str, tmp_path: Path) -> None:
    told = json.loads(succeed("fuzz", name, "--seconds", "0.5", "--json", cwd=tmp_path))
    assert told["matches"] > 0
    assert list(tmp_path.iterdir()) == []


# Bots


def test_the_bots_are_listed_with_what_they_are() -> None:
    out = succeed("bots")
    assert all(name in out for name in ("random", *LEVELS, "python:module.Class", "exec:command line"))
    assert set(LEVELS) < set(json.loads(succeed("bots", "--json"))["bots"])


def test_what_can_be_tuned_is_listed_for_a_game() -> None:
    assert "swing" in succeed("bots", GAME)
    assert "swing" in json.loads(succeed("bots", GAME, "--json"))["terms"]


def test_levels_play_the_other_seats(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    seats = ("--seats", "3", "--seat", "1", "--bots", "expert,novice")
    out = succeed("play", GAME, *seats, "--seed", "x", "--save", str(path), typed="1\n1\nquit\n")
    assert Record.parse(path.read_text()).players == {0: "expert", 1: "person", 2: "novice"}
    assert "by lot" not in out


def test_the_person_draws_a_seat_by_lot_and_the_seed_repeats_it(tmp_path: Path) -> None:
    drawn = set()
    for seed in ("a", "b", "c"):
        path = tmp_path / f"{seed}.game"
        play = ("play", GAME, "--seats", "3", "--bots", "random", "--seed", seed, "--save", str(path))
        out = succeed(*play, typed="1\nquit\n")
        (told,) = re.findall(r"Drawn by lot: you play seat (\d)\.", out)
        players = Record.parse(path.read_text()).players
        assert [seat for seat, name in players.items() if name == "person"] == [int(told)]
        assert succeed(*play, typed="1\nquit\n") == out
        drawn.add(int(told))
    assert drawn == {0, 1, 2}


def test_people_who_share_all_seats_are_told_of_no_draw(tmp_path: Path) -> None:
    out = succeed("play", GAME, "--seed", "x", "--bots", "person", typed="1\nquit\n", cwd=tmp_path)
    assert "by lot" not in out


def test_a_failing_bot_is_reported_in_a_sentence() -> None:
    result = run("play", GAME, "--seed", "x", "--bots", "exec:false", typed="1\n")
    assert result.returncode == 2
    assert "the bot 'false' ended" in result.stderr
    assert "Traceback" not in result.stderr


def test_bench_measures_batches_beside_single_environments() -> None:
    [row] = json.loads(succeed("bench", GAME, "--seats", "3", "--batch", "--seconds", "0.1", "--json"))
    assert (row["game"], row["seats"], row["peer"]) == (GAME, 3, None)
    assert row["steps_per_second"] > row["single_per_second"] > 0


@pytest.mark.parametrize(
    ("mode", "unit"), [([], "moves/s"), (["--search"], "iterations/s"), (["--batch"], "steps/s")]
)
def test_bench_prints_a_table_for_people(mode: list[str], unit: str) -> None:
    out = succeed("bench", GAME, "--seats", "2", "--seconds", "0.05", *mode)
    assert unit in out
    assert GAME in out


def test_searches_are_measured() -> None:
    [row] = json.loads(succeed("bench", GAME, "--seats", "2", "--search", "--seconds", "0.1", "--json"))
    assert row["iterations_per_second"] > 0 and row["rollouts_per_second"] > 0
    assert row["matches_per_hour"] > 0 and row["bytes_per_search"] > 0


# Bad input

BAD = [
    (["play", "chess"], "there is no game 'chess'; the games are"),
    (["play", GAME, "--seats", "9"], "seats, not 9"),
    (["play", GAME, "--seats", "two"], "'--seats'"),
    (["play", GAME, "--seat", "5"], "expected your seat from 0 to"),
    (["play", GAME, "--bots", "hal"], "there is no bot 'hal'; the bots are"),
    (["play", GAME, "--bots", "random,random,random,random,random"], "expected at most"),
    (["play", GAME, "--option", "x"], "expected an option as NAME=VALUE, got 'x'"),
    (["play", GAME, "--option", "x=y"], "has no option 'x'"),
    (["play", GAME, "--seed", ""], "a seed is a line of text"),
    (["play", GAME, "--box", "missing.toml"], "missing.toml cannot be read: No such file"),
    (["play", GAME, "--box", "bad.toml"], "bad.toml"),
    (["play", GAME, "--box", "binary.game"], "is not UTF-8 text"),
    (["play", GAME, "--save", "no/such/folder.game"], "expected the name of a file in an existing folder"),
    (["play", "--resume", "missing.game"], "missing.game cannot be read"),
    (["play", GAME, "--colour"], "--colour"),
    (["replay", "bad.game"], "line 1: expected `game NAME VERSION`"),
    (["replay", "binary.game"], "is not UTF-8 text"),
    (["play", "--resume", "."], "cannot be read: Is a directory"),
    (["verify", "unknown.game"], "there is no game 'chess'"),
    (["verify", "old.game"], "has no rules version 999"),
    (["verify", "illegal.game"], "line 5: expected"),
    (["rules", "chess"], "there is no game 'chess'"),
    (["box", GAME, "--box", "bad.toml"], "bad.toml"),
    (["perft", GAME, "--seats", "2", "--depth", "-1"], "expected a depth of 0 or more, got -1"),
    (["perft", GAME], "Missing option '--seats'"),
    (["bench", GAME, "--against", "chess"], "expected a peer"),
    (["bench", GAME, "--batch", "--against", "chess"], "expected a peer (pgx or"),
    (["bench", GAME, "--seconds", "0"], "expected more than 0 seconds, got 0"),
    (["fuzz", "chess"], "there is no game 'chess'"),
    (["fly"], "fly"),
]


@pytest.mark.parametrize(
    ("arguments", "told"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_input_gets_one_sentence_and_writes_nothing(
    arguments: list[str], told: str, tmp_path: Path
) -> None:
    head = f"game {GAME} {load(GAME).rules}\nseats 2\nseed x\n\n"
    (tmp_path / "bad.toml").write_text("[nothing\n")
    (tmp_path / "bad.game").write_text("game?\n")
    (tmp_path / "binary.game").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "unknown.game").write_text("game chess 1\nseats 2\nseed x\n")
    (tmp_path / "old.game").write_text(f"game {GAME} 999\nseats 2\nseed x\n")
    (tmp_path / "illegal.game").write_text(head + "0 fly\n")
    before = sorted(tmp_path.iterdir())
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == 2, result
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert sorted(tmp_path.iterdir()) == before


# Records of strangers


def save_with_player(tmp_path: Path, name: str) -> Path:
    """Save a match whose second player has this name."""
    path = save_match(tmp_path)
    text = path.read_text()
    assert "player 1 greedy" in text
    path.write_text(text.replace("player 1 greedy", f"player 1 {name}"), encoding="utf-8")
    return path


def test_names_in_a_record_do_not_control_the_terminal(tmp_path: Path) -> None:
    path = save_with_player(tmp_path, "\x1b]0;owned\x07\x1b[2J\u202eEve [/] [red]")
    out = start("replay", str(path)).stdout
    assert "Eve [/] [red]" in out
    for command in (["replay"], ["replay", "--json"], ["verify"]):
        done = start(command[0], str(path), *command[1:])
        assert not set(done.stdout + done.stderr) & set("\x1b\x07\x9b\u202e")


def test_names_in_a_table_do_not_control_the_terminal() -> None:
    out = io.StringIO()
    table = Table("bot")
    table.add_row("\x1b[2JEve\x9b31m")
    CleanConsole(file=out).print(table, "\x1b[31mAnn")
    assert "Eve" in out.getvalue() and "Ann" in out.getvalue()
    assert not set(out.getvalue()) & set("\x1b\x9b")


def test_a_refusal_does_not_control_the_terminal(tmp_path: Path) -> None:
    done = start("replay", "\x1b[2Jmissing\u202e.game", cwd=tmp_path)
    assert done.returncode == 2 and "missing" in done.stderr
    assert not set(done.stderr) & set("\x1b\u202e")


@pytest.mark.parametrize("kind", ["exec:touch owned", "python:this.Bot", "policy:owned"])
def test_a_resumed_record_runs_no_code_that_the_command_line_does_not_name(kind: str, tmp_path: Path) -> None:
    path = save_with_player(tmp_path, kind)
    done = run("play", "--resume", str(path), typed="1\n" * 9, cwd=tmp_path)
    assert done.returncode == 2 and "runs code" in done.stderr
    assert not (tmp_path / "owned").exists()


# Bots are checked before anything is played

HASTY = """
class Hasty:
    def choose(self, mind):
        return mind.legal()[0]
"""


def test_a_bot_in_the_present_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(HASTY)
    program = Path(sys.executable).with_name("fairground")
    wish = [str(program), "play", GAME, "--seat", "0", "--seed", "x", "--bots", "python:hasty.Hasty"]
    result = subprocess.run(
        wish, input="1\nquit\n", capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert result.returncode == 0, result.stderr
    assert len(Record.parse((tmp_path / f"{GAME}-x.game").read_text()).moves) == 2
    wish = ["arena", GAME, "--bots", "python:hasty.Hasty,random", "--matches", "2", "--json"]
    assert all(row["forfeits"] == 0 for row in json.loads(succeed(*wish, cwd=tmp_path)))


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("search:foo=3", "this judge has no term 'foo'"),
        ("exec:/nonexistent --fast", "there is no program '/nonexistent'"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ("play", GAME),
        ("arena", GAME, "--matches", "2"),
        ("study", GAME, "--matches", "2", "--seats", "2"),
        ("generate", GAME, "--out", "data.parquet"),
    ],
    ids=lambda command: command[0],
)
def test_a_bot_that_cannot_play_is_refused_before_the_match(
    command: tuple[str, ...], bot: str, sentence: str, tmp_path: Path
) -> None:
    result = run(*command, "--bots", bot, typed="1\n", cwd=tmp_path)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert not result.stdout and not list(tmp_path.iterdir())


# Many records


def test_many_records_are_checked_and_the_unsound_ones_named(tmp_path: Path) -> None:
    folder = tmp_path / "friday" / "late"
    folder.mkdir(parents=True)
    first, second = save_match(tmp_path), folder / "second.game"
    second.write_text(first.read_text())
    assert "2 of 2 records sound" in succeed("verify", str(first), str(tmp_path / "friday"))
    (folder / "broken.game").write_text("chess")
    result = run("verify", str(tmp_path))
    assert result.returncode == 2
    assert "broken.game is not sound: line 1" in result.stdout and "2 of 3 records sound" in result.stdout
    rows = json.loads(run("verify", str(tmp_path), "--json").stdout)
    assert [Path(row["file"]).name for row in rows if row["sound"]] == ["second.game", "match.game"]


def test_a_folder_without_records_and_a_seal_for_many_are_refused(tmp_path: Path) -> None:
    assert "expected *.game files, found none" in run("verify", str(tmp_path)).stderr
    one = save_match(tmp_path)
    refused = run("verify", str(one), str(one), "--seal", "x")
    assert "expected one record with --seal" in refused.stderr


def test_many_records_are_shown_one_after_another(tmp_path: Path) -> None:
    one = save_match(tmp_path)
    out = succeed("replay", str(one), str(tmp_path), "--at", "1")
    assert out.count("After 1 of") == 2 and out.count(str(one)) == 2
    rows = json.loads(succeed("replay", str(tmp_path), "--at", "1", "--json"))
    assert [(row["file"], row["at"]) for row in rows] == [(str(one), 1)]
