"""The text of a box is bounded before a parser sees it, and its values before a game does."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground import BoxError, load
from fairground.engine.box import MOST_ENTRIES, MOST_NUMBER, canonical, parse
from fairground.engine.box_text import MOST_CHARACTERS, MOST_DEPTH, MOST_STRING, MOST_WORD, check_text
from fairground.engine.text import LONGEST_MESSAGE
from settings import EVERY_GAME

LANTERNS = load("lanterns")
PATIENCE = 120  # seconds, on a busy machine

HOSTILE = {
    "a dotted key": "a." * 30_000 + "a = 1",
    "a dotted key with blanks": "a . " * 20_000 + "a = 1",
    "a dotted key in quotes": '"a".' * 20_000 + '"a" = 1',
    "a dotted key in an inline table": "x = { " + "a . " * 20_000 + "a = 1 }",
    "a header of many parts": "[" + "a . " * 20_000 + "a]",
    "arrays in arrays": "x = " + "[" * 50_000,
    "closed arrays in arrays": "x = " + "[" * 40_000 + "]" * 40_000,
    "arrays behind a comment": "x = [ # ]\n" * 5_000,
    "arrays behind a text": 'x = ["]", ' * 5_000,
    "inline tables": "x = " + "{a = " * 15_000,
    "an integer": "x = " + "1" * 5_000,
    "an integer with underscores": "x = " + "1_" * 5_000 + "1",
    "a hexadecimal": "x = 0x" + "f" * 50_000,
    "a float": "x = 0." + "1" * 50_000,
    "a long text": 'x = "' + "a" * 50_000 + '"',
    "a long key": '"' + "a" * 50_000 + '" = 1',
    "a text of many lines": 'x = """\n' + "a\n" * 20_000 + '"""',
    "a literal text of many lines": "x = '''\n" + "[\n" * 20_000 + "'''",
    "a text without end": 'x = "' + '\\"' * 45_000,
    "quotes without end": "x = " + '\\"' * 45_000,
    "many entries": "x = [" + "1," * 49_000 + "]",
    "many keys": "\n".join(f"k{number} = 1" for number in range(9_000)),
    "many tables": "[[a]]\n" * 16_000,
    "many lines": "\n" * 99_000,
    "too long": "#" * 100_001,
    "JSON: tables in tables": '{"a":' * 19_000,
    "JSON: arrays in arrays": '{"a":' + "[" * 90_000,
    "JSON: an integer": '{"a":' + "1" * 50_000 + "}",
    "JSON: a long text": '{"a":"' + "a" * 50_000 + '"}',
}

PROGRAM = """
import json, resource, sys
from fairground.engine.box import parse
from fairground.engine.errors import BoxError

resource.setrlimit(resource.RLIMIT_DATA, (200_000_000, 200_000_000))
refused = 0
for text in json.load(open(sys.argv[1])).values():
    try:
        parse(text)
    except BoxError:
        refused += 1
print(refused)
"""


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_box_of_every_game_passes(name: str) -> None:
    game = load(name)
    check_text(game.document("box.toml"), "the box")
    check_text(game.box().canonical, "the box")
    assert parse(game.box().canonical) == game.box().data


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_refused_with_a_short_sentence(name: str) -> None:
    with pytest.raises(BoxError, match=r"^mine.*: expected .*, got ") as refused:
        parse(HOSTILE[name], "mine")
    assert len(str(refused.value)) < LONGEST_MESSAGE


def test_hostile_texts_take_little_memory(tmp_path: Path) -> None:
    """A process that may use 200 MB of data refuses all of them."""
    texts = tmp_path / "texts.json"
    texts.write_text(canonical(dict(HOSTILE)))
    command = [sys.executable, "-c", PROGRAM, str(texts)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.stdout.strip(), done.returncode) == (str(len(HOSTILE)), 0), done.stderr


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("x = 1\ny = nan", 2, "a number from -1000000 to 1000000, got nan"),
        ("x = 1\n\ny = inf", 3, "got inf"),
        ("x = -1e400", 1, "got -inf"),
        ("x = 1979-05-27", 1, "a number, a text, a list or a table, got 1979-05-27"),
        ("x = 07:32:00", 1, "got 07:32:00"),
        (f"x = {MOST_NUMBER + 1}", 1, f"to {MOST_NUMBER}, got {MOST_NUMBER + 1}"),
        (
            f"[a]\nx = {[0] * (MOST_ENTRIES + 1)}",
            2,
            f"at most {MOST_ENTRIES} entries, got {MOST_ENTRIES + 1}",
        ),
        ('x = "\\u001b[2J"', 1, "printable characters"),
        ('x = "two\\nlines"', 1, "printable characters"),
        ('"\\u202e" = 1', 1, "printable characters"),
    ],
)
def test_a_value_that_no_game_can_use_is_refused_with_its_line(text: str, line: int, expected: str) -> None:
    with pytest.raises(BoxError) as refused:
        LANTERNS.box(text, "mine")
    assert str(refused.value).startswith(f"mine, line {line} ") and expected in str(refused.value)


def test_a_refusal_is_never_long() -> None:
    with pytest.raises(BoxError) as refused:
        LANTERNS.box(f"[deck]\n{'x' * MOST_WORD} = {['y' * 190] * 100}")
    assert len(str(refused.value)) < 2 * LONGEST_MESSAGE
    with pytest.raises(BoxError) as refused:
        LANTERNS.box(f'"{"x" * 190}" = {{ "{"y" * 190}" = {{ "{"z" * 190}" = nan }} }}')
    assert len(str(refused.value)) < 3 * LONGEST_MESSAGE


MARKS = ".=,[]{}\"'\\# \n:a1-é\r\x00\u202e"
WORDS = ("[[", "]]", '"""', "'''", '"a"', "'a'", "a.", "a = ", "1979-05-27", "nan", "0x", "e9", "true")
TOKENS = st.sampled_from([*MARKS, *WORDS])


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.lists(st.tuples(TOKENS, st.sampled_from([1, 1, 1, 2, 9, 300])), max_size=30), st.booleans())
def test_any_text_is_read_or_refused(tokens: list[tuple[str, int]], is_json: bool) -> None:
    text = "{" * is_json + "".join(token * times for token, times in tokens)
    try:
        data = parse(text)
    except BoxError:
        return
    assert depth(data) <= 3 * MOST_DEPTH  # parts of a header, parts of a key, and brackets


def depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


KEYS = st.text("abcdefghijklmnopqrstuvwxyz_- é#[]{}='\"\\", min_size=1, max_size=20)
LEAVES = st.integers(-(10**18), 10**18) | st.booleans() | KEYS | st.floats(-1e9, 1e9)
TREES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4)
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.dictionaries(KEYS, TREES, max_size=4).filter(lambda data: depth(data) <= MOST_DEPTH))
def test_whatever_is_within_the_bounds_is_read_as_it_is(data: dict[str, object]) -> None:
    """Marks inside a text count for nothing."""
    assert parse(canonical(data)) == data


@pytest.mark.parametrize(
    ("most", "more"),
    [
        ("x" * MOST_WORD + " = 1", "x" * (MOST_WORD + 1) + " = 1"),
        (f'x = "{"y" * (MOST_STRING - 2)}"', f'x = "{"y" * (MOST_STRING - 1)}"'),
        (".".join("abcdefgh") + " = 1", ".".join("abcdefghi") + " = 1"),
        (
            "x = " + "[" * MOST_DEPTH + "]" * MOST_DEPTH,
            "x = " + "[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1),
        ),
        ("#" * MOST_CHARACTERS, "#" * (MOST_CHARACTERS + 1)),
        ("x = [" + "0.5, " * 100 + "]", "x = [" + "0.5, " * 5_000 + "]"),
    ],
)
def test_the_bounds_are_where_they_are_said_to_be(most: str, more: str) -> None:
    parse(most)
    with pytest.raises(BoxError, match="expected"):
        parse(more)
