"""Rendering: the board as a drawing in SVG and in pixels, and as text where a game has no drawing."""

import xml.etree.ElementTree as ET
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from fairground import Game, Match, State, seeded
from fairground.engine.drawing import HEIGHT, SEATS, WIDTH
from fairground.engine.picture import plain, spans
from fairground.research.gymnasium import SingleSeatEnv
from fairground.research.pettingzoo import MatchAECEnv, raw_env
from fairground.research.pixels import pixels
from fairground.research.rendering import Renderer
from fairground.research.text_images import COLOURS, lines, text_svg
from lanterns import GAME
from settings import EVERY_TABLE, SETTINGS, Setting

DRAWN = [setting for setting in EVERY_TABLE if setting.game.modules.drawing]
SOME = [setting for setting in DRAWN if setting.seats in (setting.game.seats[0], setting.game.seats[-1])]
LANTERNS = cast("Game[State, Any]", GAME)
SVG = "{http://www.w3.org/2000/svg}"

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
    episode = play_to_end(setting).episode
    picture = setting.game.picture(episode.view(None))
    told = "".join(plain(picture).split())
    texts = ET.fromstring(text_svg(picture, "title")).iter(f"{SVG}text")
    assert "".join(text.text or "" for text in texts).replace(" ", "") == told


def test_a_game_without_a_drawing_is_shown_as_text() -> None:
    state = LANTERNS.setup(2, seeded("text"))
    renderer = Renderer(LANTERNS, lambda: LANTERNS.view(state, None), "rgb_array")
    assert LANTERNS.drawing(LANTERNS.view(state, None)) is None
    frame = renderer.render()
    assert isinstance(frame, np.ndarray) and frame.shape == (HEIGHT, WIDTH, 3)
    assert shows(frame, COLOURS["strong"])


@pytest.mark.parametrize(
    "picture", [PICTURE, "a long line " * 90, "\n".join("many lines" for _ in range(70))]
)
def test_all_frames_have_the_same_size(picture: str) -> None:
    frame = pixels(text_svg(picture, "title"))
    assert frame.shape == (HEIGHT, WIDTH, 3) and frame.dtype == np.uint8
    assert (frame != frame[0, 0]).any()


def test_seats_have_their_colours() -> None:
    drawn = text_svg(PICTURE, "A & B")
    assert f'fill="{COLOURS["seat0"]}" font-weight="bold">● Ada</text>' in drawn
    assert f'fill="{COLOURS["seat3"]}" font-weight="bold">◆ &lt;Bo&gt;</text>' in drawn
    assert "<title>A &amp; B</title>" in drawn


# Drawings


def test_every_game_of_ours_has_a_drawing() -> None:
    ours = {setting.name for setting in EVERY_TABLE if setting.game.package.startswith("fairground.")}
    assert {setting.name for setting in DRAWN} == ours and len(ours) >= 5


@pytest.mark.parametrize("setting", DRAWN, ids=str)
def test_a_drawing_shows_whatever_changes_in_a_view(setting: Setting) -> None:
    watch_drawings(setting, "drawings", 36)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_drawings_show_whatever_changes_in_whole_matches(setting: Setting, seed: int) -> None:
    if setting.game.modules.drawing:
        watch_drawings(setting, f"drawings {seed}", 10_000)


def watch_drawings(setting: Setting, seed: str, moves: int) -> None:
    """Play at random, and see that a drawing changes when its view does, and only then."""
    match = Match(setting.game, setting.seats, seed, setting.options)
    viewers = (None, 0, setting.seats - 1)
    before = drawings(match, viewers)
    while not match.over and len(match.made) < moves:
        play_at_random(match)
        now = drawings(match, viewers)
        for viewer in viewers:
            (old_view, old), (view, drawn) = before[viewer], now[viewer]
            assert (view == old_view) == (drawn == old)
        before = now
    for _, drawn in before.values():
        check_drawing(drawn, setting.seats)


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_a_seat_sees_the_same_pixels_in_worlds_that_it_cannot_tell_apart(setting: Setting) -> None:
    table = SingleSeatEnv(
        setting.name, setting.seats, "random", setting.seats - 1, setting.options, render_mode="rgb_array"
    )
    rng, others = np.random.default_rng(5), 0
    _, info = table.reset(seed=5)
    for step in range(8):
        truth = table.episode.state
        if step in (1, 7):
            shown = table.render()
            table.episode.state = truth.imagine(table.seat, seeded(f"world {step}"))
            others += table.episode.state != truth
            assert np.array_equal(table.render(), shown)  # type: ignore[arg-type]  # both are arrays
            table.episode.state = truth
        _, _, over, _, info = table.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            break
    assert (others > 0) == setting.game.hides(setting.options)


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_the_picture_in_pixels_has_every_seat_in_its_colour(setting: Setting) -> None:
    table = SingleSeatEnv(setting.name, setting.seats, "random", 0, setting.options, render_mode="rgb_array")
    table.reset(seed=6)
    frame = table.render()
    assert isinstance(frame, np.ndarray) and frame.shape == (HEIGHT, WIDTH, 3) and frame.dtype == np.uint8
    assert all(shows(frame, colour) for colour in SEATS[: setting.seats])


def drawings(
    match: Match[State, Any], viewers: tuple[int | None, ...]
) -> dict[int | None, tuple[object, str]]:
    game = match.game
    views = {viewer: game.view(match.state, viewer) for viewer in viewers}
    return {viewer: (view, game.drawing(view) or "") for viewer, view in views.items()}


def play_at_random(match: Match[State, Any]) -> None:
    rng = seeded(f"{len(match.made)} of {match.seed!r}")
    seat = int(match.state.someone(rng))
    legal = match.state.legal(seat)
    match.play(seat, legal[rng.below(len(legal))])


def check_drawing(drawn: str, seats: int) -> None:
    root = ET.fromstring(drawn)
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert all(any(text.startswith(f"seat {seat}") for text in texts) for seat in range(seats))
    for part in root.iter():
        assert not any(word in value for value in part.attrib.values() for word in ("nan", "inf", "None"))


def shows(frame: NDArray[np.uint8], colour: str) -> bool:
    rgb = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)])
    return bool((frame == rgb).all(axis=2).any())


def test_human_mode_prints_each_position_once(capsys: pytest.CaptureFixture[str]) -> None:
    state = LANTERNS.setup(2, seeded("human"))
    renderer = Renderer(LANTERNS, lambda: LANTERNS.view(state, None), "human")
    told = plain(LANTERNS.picture(LANTERNS.view(state, None))) + "\n"
    renderer.update()
    assert renderer.render() is None
    assert capsys.readouterr().out == told
    renderer.update()
    assert capsys.readouterr().out == told


def test_without_a_mode_nothing_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    state = LANTERNS.setup(2, seeded("none"))
    renderer = Renderer(LANTERNS, lambda: LANTERNS.view(state, None), None)
    renderer.update()
    assert renderer.render() is None
    assert not capsys.readouterr().out
