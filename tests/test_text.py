"""Text from strangers: what is left of it can be shown to anybody."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.engine.record import Record
from fairground.engine.text import LONGEST_NAME, clean_line, clean_lines, clean_name, escape_controls

HOSTILE = {
    "\x1b[2J\x1b[31mEve": "[2J [31mEve",
    "Eve\x9b31m": "Eve 31m",
    "a\u202eb\u2066c\u200bd\u200d\ufeffe": "abcde",
    "E\u00adve\u3164\u2800\ufe0f": "Eve",
    "\ud800Eve\udfff": "Eve",
    "  Ann\tof\nGreen\u2028Gables\u2029 ": "Ann of Green Gables",
    "\u200b\u3164\x00": "",
    "x" * 50_000: "x" * LONGEST_NAME,
    "Zoë 李 Анна 🎪": "Zoë 李 Анна 🎪",
}
ANY_TEXT = st.text(st.characters(categories=None) | st.sampled_from("\x1b\x9b\u202e\u200b\u0301\u3164e "))


@pytest.mark.parametrize(("name", "cleaned"), HOSTILE.items(), ids=range(len(HOSTILE)))
def test_names_lose_what_cannot_be_seen(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


@given(ANY_TEXT)
def test_a_clean_name_is_short_and_printable_and_stays_the_same(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()
    assert not [letter for letter in name if unicodedata.category(letter) in {"Cc", "Cf", "Cs"}]
    assert clean_name(name) == name
    name.encode()  # no lone surrogate


@given(ANY_TEXT)
def test_clean_lines_keep_all_lines_and_no_controls(text: str) -> None:
    cleaned = clean_lines(text)
    assert len(cleaned) == len(text) and cleaned.count("\n") == text.count("\n")
    assert not set(cleaned) & set("\x1b\x9b\x07\r\x7f\u202e\u2066\ud800")
    assert clean_lines("two\n\tlines ●▲") == "two\n\tlines ●▲"


@given(st.text())
def test_escaped_json_means_the_same(text: str) -> None:
    escaped = escape_controls(json.dumps(text, ensure_ascii=False))
    assert json.loads(escaped) == text
    assert not set(escaped) & set("\x7f\x9b\u202e\u200b")


def test_a_record_is_read_with_clean_names() -> None:
    head = "game beacon 1\nseats 2\nplayer 0 \x1b]0;Eve\x07\u202e!\nplayer 1 \u200b\nseed storm\n"
    assert Record.parse(head).players == {0: "]0;Eve !"}
    assert clean_line("exec:" + "x" * 300) == "exec:" + "x" * 300
