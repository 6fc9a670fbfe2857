"""`review` as people type it."""

import json
import re
import sys
from html.parser import HTMLParser
from importlib import util
from pathlib import Path

import pytest

from fairground import Match, Record, list_games, load
from fairground.cli.main import main
from fairground.engine.annotations import MAIN, AnnotatedRecord
from reviewed import HIDDEN, HOSTILE, OPEN, play_match, record_of

QUICKLY = ("--budget", "20", "--cores", "1")


class Typed:
    """Runs the command in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *words: str) -> tuple[object, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["fairground", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        told = self.capsys.readouterr()
        return ended.value.code, told.out, told.err

    def done(self, *words: str) -> str:
        code, out, errors = self(*words)
        assert code == 0, errors
        return out

    def refused(self, *words: str) -> str:
        """Return the one sentence that says why nothing was done."""
        code, out, errors = self(*words)
        assert code == 2 and out == ""
        assert errors.startswith("fairground: ") and errors.count("\n") == 1
        return errors


@pytest.fixture
def fairground(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Typed:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open.game").write_text(record_of(OPEN))
    (tmp_path / "hidden.game").write_text(record_of(HIDDEN))
    return Typed(monkeypatch, capsys)


def test_the_text_says_where_the_match_was_won_and_lost(fairground: Typed) -> None:
    out = fairground.done("review", "open.game", "--budget", "200", "--cores", "1")
    for word in ("start", "own", "others", "luck", "end", "without luck", "accuracy"):
        assert f" {word} " in out
    told = out.partition("What decided the match")[2].partition("Mistakes")[0]
    assert len(re.findall(r"^\d\. After \d+ moves?, .* raised .* prospect by ", told, re.MULTILINE)) == 3
    mistakes = out.partition("\nMistakes")[2]
    assert re.search(r"After \d+ moves?, .* played .* \((inaccuracy|mistake|blunder), lost", mistakes)
    assert "    better: " in mistakes and "    why: " in mistakes and "    expected then: " in mistakes


def test_mistakes_can_be_those_of_one_seat(fairground: Typed) -> None:
    lines = fairground.done("review", "open.game", "--seat", "0", *QUICKLY).partition("Mistakes of Ada")[2]
    players = set(re.findall(r"After \d+ moves?, (.*?) played", lines))
    assert players == {"Ada"}


def test_names_of_strangers_are_shown_and_not_obeyed(fairground: Typed, tmp_path: Path) -> None:
    (tmp_path / "loud.game").write_text(record_of(OPEN).replace("Ada", "\x1b[31mAda\u202e"))
    code, out, errors = fairground("review", "loud.game", *QUICKLY)
    assert code == 0
    assert not {"\x1b", "\u202e"} & {*out, *errors}
    assert f" {HOSTILE} " in out and HOSTILE in errors


@pytest.mark.parametrize("file", ["open.game", "hidden.game"])
def test_json_holds_what_programs_need(fairground: Typed, file: str) -> None:
    found = json.loads(fairground.done("review", file, "--json", *QUICKLY))
    seats = len(found["initial"])
    assert found["complete"] is True
    assert len(found["final"]) == len(found["parts"]) == len(found["accuracy"]) == seats
    for part in found["parts"]:
        assert {"own", "others", "luck"} <= part.keys()
    for at, move in enumerate(found["moves"]):
        assert move["at"] == at
        assert {"seat", "words", "best", "loss", "error", "label", "shares"} <= move.keys()
        assert sum(move["shares"]) == pytest.approx(1.0, abs=1e-4)
    assert found["final"] == pytest.approx(found["moves"][-1]["shares"])
    assert max(found["final"]) == 1.0 or len(set(found["final"])) < seats


class Page(HTMLParser):
    """Notes the elements, links and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.tags.append(tag)
        self.links += [str(named[name]) for name in ("href", "src") if name in named]
        self.ids.add(named.get("id") or "")

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_needs_no_other_file_and_escapes_names(fairground: Typed, tmp_path: Path) -> None:
    out = fairground.done("review", "hidden.game", "--html", "page.html", *QUICKLY)
    assert "The page is page.html" in out
    page = Page((tmp_path / "page.html").read_text())
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert HOSTILE in page.text
    assert page.tags.count("polyline") == 2 * play_match(HIDDEN).state.seats  # curves and their legend
    assert page.links and all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert page.text.count(" raised ") == 3
    assert "prefers-color-scheme: dark" in page.text


def test_the_page_of_one_seat_marks_its_mistakes_only(fairground: Typed, tmp_path: Path) -> None:
    fairground.done("review", "open.game", "--html", "page.html", "--seat", "0", *QUICKLY)
    page = Page((tmp_path / "page.html").read_text())
    seats = json.loads(fairground.done("review", "open.game", "--json", *QUICKLY))["moves"]
    marked = {int(link.removeprefix("#after-")) for link in page.links}
    assert marked == {
        move["at"] for move in seats if move["seat"] == 0 and move["label"] not in {None, "good", "brilliant"}
    }


def test_evaluations_are_written_into_the_record(fairground: Typed, tmp_path: Path) -> None:
    told = json.loads(fairground.done("review", "open.game", "--annotate", "new.game", "--json", *QUICKLY))
    annotated = AnnotatedRecord.parse((tmp_path / "new.game").read_text())
    assert annotated.record == Record.parse((tmp_path / "open.game").read_text())
    shares = [told["initial"], *(move["shares"] for move in told["moves"])]
    assert [annotated.evaluations[MAIN, at] for at in range(len(shares))] == [
        tuple(round(share, 4) for share in row) for row in shares
    ]
    assert fairground.done("replay", "new.game").count("(evaluation: ") == len(shares)


def test_without_the_library_for_pages_there_is_a_sentence(
    fairground: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    find = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name: None if name == "jinja2" else find(name))
    assert "jinja2 is not installed" in fairground.refused("review", "open.game", "--html", "page.html")
    assert not (tmp_path / "page.html").exists()


# What cannot be reviewed


def test_a_seat_out_of_range_is_a_sentence(fairground: Typed) -> None:
    assert "expected a seat from 0 to 1, got 7" in fairground.refused("review", "open.game", "--seat", "7")
    assert "got -1" in fairground.refused("review", "open.game", "--seat", "-1")


def test_no_budget_and_no_cores_are_sentences(fairground: Typed) -> None:
    assert "expected a budget of at least 1, got 0" in fairground.refused(
        "review", "open.game", "--budget", "0"
    )
    assert "expected 1 core or more, got 0" in fairground.refused("review", "open.game", "--cores", "0")


def test_a_match_under_way_is_a_sentence(fairground: Typed, tmp_path: Path) -> None:
    (tmp_path / "short.game").write_text(record_of(OPEN, moves=5))
    assert "still under way" in fairground.refused("review", "short.game")


def test_damaged_and_missing_files_are_sentences(fairground: Typed, tmp_path: Path) -> None:
    text = record_of(OPEN)
    damaged = {
        "empty": b"",
        "binary": b"\xff\xfe\x00",
        "foreign": b"PNG and more\n",
        "cut": text[: len(text) // 2].encode() + b"\x80",
        "illegal": re.sub(r"^1 .*$", "1 nonsense", text, count=1, flags=re.MULTILINE).encode(),
        "outcome": re.sub(r"^outcome .*$", "outcome 1 1", text, flags=re.MULTILINE).encode(),
        "game": text.replace(f"game {OPEN}", "game of_nobody").encode(),
    }
    for name, data in damaged.items():
        (tmp_path / f"{name}.game").write_bytes(data)
        fairground.refused("review", f"{name}.game")
    assert "cannot be read" in fairground.refused("review", "nowhere.game")


def test_unknown_rules_are_a_sentence(fairground: Typed, tmp_path: Path) -> None:
    text = re.sub(r"^game (\S+) \d+", r"game \1 99", record_of(OPEN))
    (tmp_path / "future.game").write_text(text)
    assert "no rules version 99" in fairground.refused("review", "future.game")


def own_box(name: str) -> str:
    """The box of a game with other values: a heading or a number that a person would change."""
    text = load(name).document("box.toml")
    for line in text.splitlines():
        number = re.match(r"(\w+ = )(\d+)$", line)
        if number:
            other = text.replace(line, f"{number[1]}{int(number[2]) + 1}", 1)
            try:
                load(name).box(other)
            except ValueError:
                continue
            return other
    return ""


def test_a_match_with_another_box_needs_its_file(fairground: Typed, tmp_path: Path) -> None:
    name, text = next((name, own_box(name)) for name in list_games() if own_box(name))
    game = load(name)
    match = Match(game, game.seats[0], "x", game.settle_options({}, study=True), text)
    while actors := match.state.actors():
        match.play(actors[0], match.state.legal(actors[0])[0])
    (tmp_path / "own.game").write_text(str(match.record()))
    (tmp_path / "own.toml").write_text(text)
    (tmp_path / "usual.toml").write_text(game.document("box.toml"))
    assert "the file of that box is needed" in fairground.refused("review", "own.game")
    assert "this one is" in fairground.refused("review", "own.game", "--box", "usual.toml")
    found = fairground.done("review", "own.game", "--box", "own.toml", "--budget", "1", "--json")
    assert len(json.loads(found)["moves"]) == len(match.made)


def test_options_for_folders_are_refused_for_a_file_and_the_other_way_round(fairground: Typed) -> None:
    assert "only for a folder" in fairground.refused("review", "open.game", "--out", "x.parquet")
    assert "only for a folder" in fairground.refused("review", "open.game", "--on", "ray")
    assert "only for one record" in fairground.refused("review", ".", "--out", "x.parquet", "--seat", "0")
    assert "expected --out" in fairground.refused("review", ".")
