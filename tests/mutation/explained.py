"""Survivors that are explained: each game's `tests/mutants.toml` says why no test can notice them.

An entry names a mutant by its code, not by its line: `where` is the function or class, `code` the statement
as `ast.unparse` prints it, `becomes` what the mutant makes of it. `...` stands for anything.
"""

import re
import tomllib
from functools import cache

import msgspec

from mutation.subjects import GAMES, Mutant


class Explanation(msgspec.Struct, forbid_unknown_fields=True):
    reason: str
    where: str = "..."
    code: str = "..."
    becomes: str = "..."

    def fits(self, mutant: Mutant) -> bool:
        before, after = mutant.edit.text()
        pairs = ((mutant.edit.scope, self.where), (before, self.code), (after, self.becomes))
        return all(matches(text, pattern) for text, pattern in pairs)


def matches(text: str, pattern: str) -> bool:
    """Whether a text is the pattern, in which `...` stands for anything."""
    return bool(re.fullmatch(".*".join(map(re.escape, pattern.split("..."))), text))


@cache
def explanations(name: str) -> list[Explanation]:
    path = GAMES / name / "tests/mutants.toml"
    if not path.exists():
        return []
    return msgspec.convert(tomllib.loads(path.read_text()), dict[str, list[Explanation]])["survivor"]


def explain(name: str, mutant: Mutant) -> str:
    """The reason why a mutant may survive; empty if there is none."""
    return next((each.reason for each in explanations(name) if each.fits(mutant)), "")
