"""The built site: its size, its files, and the translations of every game."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from browsing import ROOT, games_on_site
from fairground import Match, load
from fairground.engine.obstacle import COMMON
from fairground.engine.record import Record

SITE = ROOT / "src/fairground/server/site"
MOST_CODE = 220_000  # bytes, gzipped
MOST_FONTS = 80_000
WEB = ROOT / "web/src/games"


def parts() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SITE / "parts.json").read_text())
    return found


def closure(wanted: list[str]) -> set[str]:
    """Return the scripts and styles that these parts load, including all imports."""
    manifest, files, todo = parts(), set(), list(wanted)
    seen: set[str] = set()
    while todo:
        part = todo.pop()
        if part not in seen:
            seen.add(part)
            files.update([manifest[part]["file"], *manifest[part].get("css", [])])
            todo += manifest[part].get("imports", [])
    return {file for file in files if file.endswith((".js", ".css"))}


@pytest.mark.parametrize("name", games_on_site())
def test_the_lobby_and_one_game_are_small(name: str) -> None:
    """Home, lobby, table, one game's board, and all posters and translations in one language."""
    each_game = ("Poster.svelte", "translations/en.json")
    shelf = [f"src/games/{each}/{file}" for each in games_on_site() for file in each_game]
    site = ["index.html", "src/translations/en.json", "src/pages/Lobby.svelte", "src/pages/Table.svelte"]
    files = closure([*site, f"src/games/{name}/index.ts", *shelf])
    total = sum(len(gzip.compress((SITE / file).read_bytes())) for file in files)
    assert total <= MOST_CODE


def test_the_fonts_are_small() -> None:
    """Browsers that know WOFF2 load nothing else; each loads the alphabets that its page needs."""
    fonts = list((SITE / "assets").glob("*.woff2"))
    assert fonts
    assert sum(font.stat().st_size for font in fonts) <= MOST_FONTS


def catalogue(name: str, language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((WEB / name / "translations" / f"{language}.json").read_text())
    return words


@pytest.mark.parametrize("name", games_on_site())
def test_a_game_is_completely_translated(name: str) -> None:
    """Every story entry, reason, decider and option of a game has a translation."""
    game, words = load(name), catalogue(name, "en")
    wanted = {f"story.{key}" for key in game.phrases}
    wanted |= {f"reason.{reason}" for reason in game.reasons} | {f"decided.{by}" for by in game.deciders}
    wanted |= {f"option.{option.name}" for option in game.options}
    wanted |= {f"option.{option.name}.about" for option in game.options}
    wanted |= {f"option.{o.name}.{value}" for o in game.options if len(o.choices) <= 8 for value in o.choices}
    wanted |= {"title", "tagline", "feel", "minutes"}
    assert wanted - set(words) == set()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("name", games_on_site())
def test_every_obstacle_has_a_sentence_in_every_language(name: str, language: str) -> None:
    game, words = load(name), catalogue(name, language)
    assert {f"obstacle.{key}" for key in game.obstacles} <= set(words)
    assert [key for key in words if key.startswith("obstacle.") and key[9:] not in game.obstacles] == []
    site = json.loads((WEB.parent / "translations" / f"{language}.json").read_text())
    assert {f"obstacle.{key}" for key in COMMON} <= set(site)


@pytest.mark.parametrize("name", games_on_site())
def test_headings_are_translated(name: str) -> None:
    game, words = load(name), catalogue(name, "en")
    for options in game.combinations()[:40]:
        match = Match(game, game.seats[0], "headings", options)
        assert {f"heading.{heading}" for heading in match.outcome().headings} <= set(words)


@pytest.mark.parametrize("name", games_on_site())
def test_drawings_of_the_rules_are_moments_of_a_sample_match(name: str) -> None:
    """The sample replays under the current rules, and each drawing has a section and a caption."""
    folder = WEB / name / "rules"
    sample = Match.replay(load(name), Record.parse((folder / "sample.game").read_text()))
    headings = re.findall(r"^#+ ([\d.]+)", load(name).document("rules.en.md"), re.MULTILINE)
    drawings = json.loads((folder / "drawings.json").read_text())
    assert drawings
    for drawing in drawings:
        assert drawing["section"] in {*headings, "card.1", "card.2", "card.3", "card.4"}
        assert drawing["at"] <= len(sample.made)
        assert f"drawing.{drawing.get('caption', drawing['section'])}" in catalogue(name, "en")
    assert any(drawing["section"].startswith("card.") for drawing in drawings)


def test_nothing_is_fetched_from_other_hosts() -> None:
    for path in SITE.rglob("*.css"):
        assert "url(http" not in path.read_text()
    assert "http" not in (SITE / "index.html").read_text().replace("http-equiv", "")


def test_no_inline_script_or_style() -> None:
    page = (SITE / "index.html").read_text()
    assert "<style" not in page and "style=" not in page
    assert page.count("<script") == page.count('src="/assets/')
    assert Path(SITE / "lantern.svg").is_file()
