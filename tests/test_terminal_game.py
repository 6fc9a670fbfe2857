"""The terminal game: what a small window shows, what typed words mean, and what Tab completes."""

import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import run, succeed
from fairground import Match, Record, State, list_games, load, seeded
from fairground.cli.output import COLOURS
from fairground.cli.typed_words import find_meant, list_some
from fairground.engine.game import Game
from fairground.engine.picture import fit, plain, put_beside, write_count
from fairground.engine.playout import trace
from settings import SETTINGS, Setting
from test_cli import GAME, SECRETIVE

LINES, COLUMNS = 24, 80
DRAWN = 19  # lines that leave room for the moves and the prompt
LONG = 400  # moves
OWN = [setting for setting in SETTINGS if setting.game.package.startswith("fairground.")]


def play_at_random(game: Game[State, object], seats: int, options: dict[str, str]) -> Iterator[State]:
    """Some positions of a random match."""
    match = Match(game, seats, "storm", options)
    yield match.state
    for at, (seat, move) in enumerate(trace(match.state.copy(), seeded("storm"), LONG)):
        match.state.play(seat, move)
        if at % 7 == 0:
            yield match.state


@pytest.mark.parametrize("setting", OWN, ids=str)
def test_what_a_decision_needs_fits_into_a_small_terminal(setting: Setting) -> None:
    game = setting.game
    for state in play_at_random(game, setting.seats, setting.options):
        for seat in [*state.actors(), None]:
            lines = plain(game.close_up(game.view(state, seat))).split("\n")
            assert len(lines) <= DRAWN
            assert max(map(len, lines)) <= COLUMNS


# What typed words mean

MOVES = ["aim 1 low", "aim 1 high", "aim 2 low", "gather", "take 3", "take 31", "undo"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gather", ["gather"]),
        ("G", ["gather"]),
        ("AIM 1  Low", ["aim 1 low"]),
        ("a 2", ["aim 2 low"]),
        ("aim 1", ["aim 1 low", "aim 1 high"]),
        ("a 1 h", ["aim 1 high"]),
        ("take 3", ["take 3"]),
        ("t 3", ["take 3", "take 31"]),
        ("t 31", ["take 31"]),
        ("u", ["undo"]),
        ("ather", []),
        ("take 3 now", []),
    ],
)
def test_the_beginning_of_words_is_enough(typed: str, meant: list[str]) -> None:
    assert find_meant(typed, MOVES) == meant


def test_several_meanings_are_listed() -> None:
    assert list_some(["a1"]) == "a1"
    assert list_some(["a1", "a2", "a3"]) == "a1, a2 or a3"
    assert list_some([f"a{n}" for n in range(1, 9)]) == "a1, a2, a3, a4, a5, a6 or 2 more"


def test_moves_can_be_typed_in_capitals_and_by_their_beginning(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    game = load(SECRETIVE)
    begun = Match(game, game.seats[0], "x")
    first = game.write(begun.state.legal(0)[-1])
    play = ("play", SECRETIVE, "--seat", "0", "--seed", "x", "--save", str(path))
    succeed(*play, typed=f"{first.upper()}\nq\n")
    assert Record.parse(path.read_text()).moves[0] == (0, first)


def test_a_beginning_of_several_moves_changes_nothing(tmp_path: Path) -> None:
    out = succeed("play", GAME, "--seat", "0", "--seed", "x", typed="a\nquit\n", cwd=tmp_path)
    assert "`a` may be a1, a2" in out
    assert Record.parse((tmp_path / f"{GAME}-x.game").read_text()).moves == []


def test_a_move_that_is_not_possible_now_is_explained_however_it_is_typed(tmp_path: Path) -> None:
    game = load(GAME)
    match = Match(game, 2, "x")
    legal = {game.write(move) for move in match.state.legal(0)}
    words = next(w for w in map(game.write, game.modules.notation.MOVES) if w not in legal and w[0] != "a")
    play = ("play", GAME, "--seat", "0", "--seed", "x")
    plainly = succeed(*play, typed=f"{words}\nquit\n", cwd=tmp_path)
    assert plainly == succeed(*play, typed=f"{words.upper()}\nquit\n", cwd=tmp_path)
    assert "expected a move in words" not in plainly


def test_hints_and_the_log_are_shown_on_request(tmp_path: Path) -> None:
    play = ("play", GAME, "--seat", "0", "--seed", "x", "--bots", "random")
    out = succeed(*play, typed="1\nhint\nlog\nquit\n", cwd=tmp_path)
    hinted = re.findall(r"^  (\S+): you win \d+%", out, re.MULTILINE)
    match = Match.replay(load(GAME), Record.parse((tmp_path / f"{GAME}-x.game").read_text()))
    assert hinted and set(hinted) <= {match.game.write(move) for move in match.state.legal(0)}
    told = out.split("Looking for good moves")[1]
    assert "seat 1" in told and "seat 0" in told


# In a terminal


ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """A match in a terminal of 80 columns and 24 lines."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.parent, child = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "LINES": str(LINES), "COLUMNS": str(COLUMNS)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fairground", "play", *arguments],
            stdin=child, stdout=child, stderr=child, cwd=folder, env=environment,
        )  # fmt: skip
        os.close(child)
        self.raw = b""

    def type(self, keys: str) -> None:
        os.write(self.parent, keys.encode())

    def wait_for(self, text: str) -> str:
        """Read until a text appears, and return everything before it since the last time."""
        deadline = time.monotonic() + 120
        wanted = text.encode()
        while wanted not in (shown := ESCAPES.sub(b"", self.raw)):
            assert time.monotonic() < deadline, shown
            self.raw += os.read(self.parent, 4096)
        before, _, self.raw = shown.partition(wanted)
        return before.decode()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.parent)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path, SECRETIVE, "--seat", "0", "--seed", "storm", "--bots", "random")
    yield opened
    opened.close()


def test_tab_completes_a_move(terminal: Terminal) -> None:
    game = load(SECRETIVE)
    first = game.write(Match(game, game.seats[0], "storm").state.legal(0)[-1])
    terminal.wait_for("seat 0 > ")
    terminal.type(first[:-1] + "\t")
    terminal.wait_for(first)
    terminal.type("\x15QUIT\r")
    terminal.wait_for("Continue with")


def test_a_small_window_shows_everything_at_once(terminal: Terminal) -> None:
    shown = terminal.wait_for("seat 0 > ")
    assert len(shown.splitlines()) <= LINES
    terminal.type("board\r")
    whole = terminal.wait_for("seat 0 > ")
    assert len(whole.splitlines()) > LINES


# Colours and words


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as the guidelines for accessibility define it."""
    parts = [value / 255 for value in bytes.fromhex(colour.removeprefix("#"))]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", COLOURS)
def test_colours_can_be_read_on_black_and_on_white(name: str) -> None:
    light = luminance(COLOURS[name]) + 0.05
    assert light / 0.05 >= 3.5 and 1.05 / light >= 3.5


def test_one_point_is_one_point() -> None:
    assert [write_count(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


ONE_TOO_MANY = re.compile(r"(?<![\d.+-])1 (points|cards|helpers|discs|Banners left|Characters)\b")


@pytest.mark.parametrize("name", list_games())
def test_no_picture_counts_one_points(name: str) -> None:
    game = load(name)
    for state in play_at_random(game, game.seats[0], game.settle_options({}, study=True)):
        for draw in (game.picture, game.close_up):
            text = plain(draw(game.view(state, 0)))
            assert not ONE_TOO_MANY.search(text)


def test_pieces_of_a_picture_stand_side_by_side() -> None:
    assert fit("[strong]ab[/]c", 5) == "[strong]ab[/]c  "
    assert plain(fit("[strong]abc[/]def", 4)) == "abc…"
    assert put_beside([["ab"], ["c", "d"]], [3, 2]) == ["ab c ", "   d "]


def test_the_end_of_a_match_is_told_in_a_sentence(tmp_path: Path) -> None:
    result = run("play", GAME, "--bots", "random", "--seed", "whole", typed="1\n" * 5000, cwd=tmp_path)
    assert result.returncode == 0
    assert "The match ended by" in result.stdout
