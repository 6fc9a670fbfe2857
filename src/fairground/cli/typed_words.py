"""What somebody means who types the beginning of some words, in capitals or not."""

from collections.abc import Iterable


def find_meant(typed: str, known: Iterable[str]) -> list[str]:
    """Return the known words that are meant: exactly these, else those that begin so, else word by word.

    `aim 1 low` is meant by `AIM 1 LOW`, by `aim 1 l`, and by `a 1 l`.
    """
    wanted = typed.casefold().split()
    words = {each: each.casefold().split() for each in known}
    for is_meant in (_is_same, _begins, _begins_word_by_word):
        if meant := [each for each, parts in words.items() if is_meant(wanted, parts)]:
            return meant
    return []


def _is_same(wanted: list[str], parts: list[str]) -> bool:
    return wanted == parts


def _begins(wanted: list[str], parts: list[str]) -> bool:
    return " ".join(parts).startswith(" ".join(wanted))


def _begins_word_by_word(wanted: list[str], parts: list[str]) -> bool:
    return len(wanted) <= len(parts) and all(
        part.startswith(want) for want, part in zip(wanted, parts, strict=False)
    )


def list_some(words: list[str], most: int = 6) -> str:
    """Return words as a list for a sentence: `a1, a2 or a3`."""
    if len(words) > most:
        return f"{', '.join(words[:most])} or {len(words) - most} more"
    return " or ".join(([", ".join(words[:-1])] if len(words) > 1 else []) + words[-1:])
