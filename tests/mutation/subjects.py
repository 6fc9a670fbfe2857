"""What is mutated and which tests face it: a game's rules and its tests, found by looking."""

import ast
import hashlib
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from mutation.operators import Edit, edits

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/fairground/games"
COMMON = (ROOT / "tests/test_laws.py", ROOT / "tests/test_golden.py")


@dataclass(frozen=True)
class Mutant:
    """One edit of one file."""

    path: Path
    tree: ast.Module
    edit: Edit

    @property
    def place(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.edit.statement.lineno}"

    @property
    def module(self) -> str:
        return ".".join(self.path.relative_to(ROOT / "src").with_suffix("").parts)

    @property
    def lines(self) -> range:
        """The lines of the statement that is changed; of a compound statement, those of its head."""
        statement = self.edit.statement
        body = getattr(statement, "body", None)
        end = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
        return range(statement.lineno, max(end, statement.lineno) + 1)

    @property
    def is_placeholder(self) -> bool:
        """Whether it changes the value with which `__init__` declares a field; set-up gives the true one."""
        return self.edit.scope.endswith("__init__") and isinstance(self.edit.statement, ast.AnnAssign)

    def compile(self) -> CodeType:
        """The code of the module with the fault in it."""
        old = self.edit.swap(self.edit.new)
        code: CodeType = compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")
        self.edit.swap(old)
        return code


def rule_files(name: str) -> list[Path]:
    """`rules.py`, and every file of the game's sub-packages but its tests."""
    folder = GAMES / name
    inner = [path for path in folder.glob("*/**/*.py") if path.relative_to(folder).parts[0] != "tests"]
    return sorted([*folder.glob("rules.py"), *inner])


def mutants(name: str) -> list[Mutant]:
    """Every mutant of a game's rules."""
    found = []
    for path in rule_files(name):
        tree = ast.parse(path.read_text())
        found += [Mutant(path, tree, edit) for edit in edits(tree)]
    return found


def test_files(name: str) -> list[Path]:
    """The game's own tests, and those of every game that face the rules."""
    return [*sorted((GAMES / name / "tests").glob("test_*.py")), *COMMON]


def fingerprint(name: str, tests: Path) -> str:
    """A digest of everything that the measurements of one file of tests depend on."""
    folder = GAMES / name
    engine = (ROOT / "src/fairground/engine").glob("*.py")
    files = {*folder.rglob("*.py"), *folder.glob("*.toml"), *folder.rglob("*.game"), *engine}
    files -= set(folder.glob("tests/test_*.py"))
    whole = hashlib.sha256()
    for path in sorted(files | {tests}):
        whole.update(str(path).encode() + path.read_bytes())
    return whole.hexdigest()
