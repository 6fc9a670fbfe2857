"""Rendering: an image shows every character of the game's text picture."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from fairground.engine.picture import plain, spans
from fairground.research.pettingzoo import MatchAECEnv, raw_env
from fairground.research.rendering import Renderer
from fairground.research.text_images import COLOURS, HEIGHT, INSIDE, WIDTH, cell, fit, lines, pixels, svg
from settings import EVERY_TABLE, Setting

PICTURE = "  [seat0]● Ada[/] & [seat3]◆ <Bo>[/]\n\n  [muted]nobody[/] else\n"


def play_to_end(setting: Setting) -> MatchAECEnv:
    """Play a match to its end, where pictures are largest."""
    table = raw_env(setting.name, seats=setting.seats, options=setting.options)
    table.reset(seed=8)
    rng = np.random.default_rng(8)
    while not any(table.terminations.values()):
        table.step(int(rng.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]))))
    return table


def test_spans_are_the_plain_text_with_its_styles() -> None:
    assert spans("a[seat1]b[strong]c[/]d[/]e") == [
        ("a", ""),
        ("b", "seat1"),
        ("c", "strong"),
        ("d", "seat1"),
        ("e", ""),
    ]
    assert "".join(text for text, _ in spans(PICTURE)) == plain(PICTURE)
    assert spans("[/]x") == [("x", "")]


def test_blank_lines_and_indents_stay() -> None:
    drawn = ["".join(letter for letter, _ in line) for line in lines(PICTURE, 80)]
    assert drawn == plain(PICTURE).rstrip("\n").split("\n")


def test_a_long_line_is_wrapped_and_indented() -> None:
    drawn = ["".join(letter for letter, _ in line) for line in lines("  one two three four", 12)]
    assert drawn == ["  one two", "      three", "      four"]
    assert ["".join(letter for letter, _ in line) for line in lines("abcdefgh", 4)] == [
        "abcd",
        "  ef",
        "  gh",
    ]


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_no_character_of_a_picture_is_lost(setting: Setting) -> None:
    picture = play_to_end(setting).episode.picture()
    told = "".join(plain(picture).split())
    size, rows = fit(picture)
    assert len(rows) * cell(size)[1] <= INSIDE
    assert "".join("".join(letter for letter, _ in row) for row in rows).replace(" ", "") == told
    texts = ET.fromstring(svg(picture, "title")).iter("{http://www.w3.org/2000/svg}text")
    assert "".join(text.text or "" for text in texts).replace(" ", "") == told


def test_all_frames_have_the_same_size_and_show_text() -> None:
    for picture in (PICTURE, "a long line " * 90, "\n".join("many lines" for _ in range(70))):
        frame = pixels(picture)
        assert frame.shape == (HEIGHT, WIDTH, 3) and frame.dtype == np.uint8
        assert (frame != frame[0, 0]).any()


def test_seats_have_their_colours() -> None:
    drawn = svg(PICTURE, "A & B")
    assert f'fill="{COLOURS["seat0"]}" font-weight="bold">● Ada</text>' in drawn
    assert f'fill="{COLOURS["seat3"]}" font-weight="bold">◆ &lt;Bo&gt;</text>' in drawn
    assert "<title>A &amp; B</title>" in drawn
    red = np.array([int(COLOURS["seat0"][at : at + 2], 16) for at in (1, 3, 5)])
    assert (pixels(PICTURE) == red).all(axis=2).any()


def test_human_mode_prints_each_position_once(capsys: pytest.CaptureFixture[str]) -> None:
    renderer = Renderer(lambda: "[strong]board[/]", "title", "human")
    renderer.update()
    assert renderer.render() is None
    assert capsys.readouterr().out == "board\n"
    renderer.update()
    assert capsys.readouterr().out == "board\n"


def test_without_a_mode_nothing_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    renderer = Renderer(lambda: "board", "title", None)
    renderer.update()
    assert renderer.render() is None
    assert not capsys.readouterr().out
