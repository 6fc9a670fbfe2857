"""The rules for players: the same sections in every language, a card of four parts, no words for programs."""

import re

import pytest

from fairground import list_games, load

OURS = [name for name in list_games() if load(name).package.startswith("fairground")]
LANGUAGES = ("en", "de", "fr")
DECIDED = {
    "en": "Where we had to decide",
    "de": "Was wir entscheiden mussten",
    "fr": "Ce que nous avons dû trancher",
}
FEWEST_WORDS, MOST_WORDS = 90, 200  # of a card that is read in a minute
TECHNICAL = re.compile(r"box\.toml|invariant|§|perft|rules version|`[a-z]+ \d", re.IGNORECASE)


def rules(name: str, language: str) -> str:
    return load(name).document(f"rules.{language}.md")


def card(name: str, language: str) -> str:
    return load(name).document(f"card.{language}.md")


def numbers(text: str) -> list[str]:
    return re.findall(r"^#+ (\d+(?:\.\d+)*) ", text, re.MULTILINE)


@pytest.mark.parametrize("name", OURS)
def test_every_language_has_the_same_numbered_sections_and_examples(name: str) -> None:
    english = rules(name, "en")
    assert len(numbers(english)) >= 6
    for language in LANGUAGES:
        text = rules(name, language)
        assert numbers(text) == numbers(english), language
        assert text.count("\n> ") >= 1, "no example"
        assert text.count("\n|") == english.count("\n|"), f"tables differ in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_the_last_section_tells_what_we_decided(name: str, language: str) -> None:
    headings = re.findall(r"^## (.*)$", rules(name, language), re.MULTILINE)
    assert headings[-1] == DECIDED[language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_a_card_is_read_in_a_minute(name: str, language: str) -> None:
    text = card(name, language)
    assert numbers(text) == ["1", "2", "3", "4"]
    assert FEWEST_WORDS <= len(text.split()) <= MOST_WORDS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_players_are_not_told_what_only_programs_need(name: str, language: str) -> None:
    for text in (rules(name, language), card(name, language)):
        assert TECHNICAL.search(text) is None


@pytest.mark.parametrize("name", OURS)
def test_the_numbers_agree_in_all_languages(name: str) -> None:
    """A number that stands in the English table of a section stands in the others too."""
    for row, german, french in zip(*(tables(rules(name, language)) for language in LANGUAGES), strict=True):
        assert sorted(digits(row)) == sorted(digits(german)) == sorted(digits(french)), row


def tables(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("|")]


def digits(row: str) -> list[str]:
    """The numbers of a row, without the words in its first cell."""
    return re.findall(r"\d+", row.partition("|")[2].partition("|")[2])


@pytest.mark.parametrize("name", OURS)
def test_french_punctuation_has_its_spaces(name: str) -> None:
    for text in (rules(name, "fr"), card(name, "fr")):
        text = text.replace(load(name).title, "")
        prose = re.sub(r"`[^`]*`|\]\([^)]*\)|^\|[-|]+$", "", text, flags=re.MULTILINE)
        assert re.findall(r"\w+ [;!?]|[\w)] :", prose) == []
        assert re.findall(r"\w+[;!?](?!\w)", prose) == []
