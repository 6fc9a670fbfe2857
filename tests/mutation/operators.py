"""The small faults that are put into a game's rules, one at a time.

`edits` finds every place of a module where an operator applies. What is no behaviour is left alone:
annotations, docstrings and other strings, decorators, imports, `assert` and `raise`. `Mutant.is_placeholder`
sorts out the values with which fields are declared.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
UNTOUCHED = (ast.Assert, ast.Raise, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Global, ast.Nonlocal)
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Edit:
    """One change of a syntax tree: `parent.field`, or one of its items, becomes `new`."""

    parent: ast.AST
    field: str
    index: int | None
    new: object
    operator: str
    statement: ast.stmt
    scope: str
    function: tuple[str, ...]  # the names that lead from the module to the outermost function around it

    def swap(self, new: object) -> object:
        """Put `new` in place and return what was there."""
        if self.index is None:
            old = getattr(self.parent, self.field)
            setattr(self.parent, self.field, new)
            return old
        items = getattr(self.parent, self.field)
        old, items[self.index] = items[self.index], new
        return old

    def text(self) -> tuple[str, str]:
        """The statement before and after, without the body below it."""
        before = heading(self.statement)
        old = self.swap(self.new)
        deleted = self.new if isinstance(self.new, ast.stmt) else self.statement
        after = heading(deleted)
        self.swap(old)
        return before, after


def heading(statement: ast.stmt) -> str:
    """A statement in one line; of a compound statement, its first."""
    text = ast.unparse(statement)
    return text.splitlines()[0] if hasattr(statement, "body") else " ".join(text.split())


def edits(tree: ast.Module) -> list[Edit]:
    """Every edit of a module, in the order of its source."""
    return list(_Finder().walk(tree))


class _Finder:
    """Walks a tree and remembers the statement and the function that it is in."""

    def __init__(self) -> None:
        self.scope: tuple[str, ...] = ()
        self.function: tuple[str, ...] = ()
        self.statement: ast.stmt = ast.Pass()

    def walk(self, node: ast.AST) -> Iterator[Edit]:
        for field, value in ast.iter_fields(node):
            if field in {"annotation", "returns", "decorator_list", "keywords"} and not _is_call(node, field):
                continue
            items = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            for index, child in items:
                if isinstance(child, ast.AST):
                    yield from self.visit(node, field, index, child)

    def visit(self, parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Edit]:
        if isinstance(node, UNTOUCHED) or _is_docstring(node):
            return
        outer = self.statement, self.scope, self.function
        if isinstance(node, ast.stmt):
            self.statement = node
        for operator, find in OPERATORS.items():
            for at, name, position, new in find(parent, field, index, node):
                scope = ".".join(self.scope)
                yield Edit(at, name, position, new, operator, self.statement, scope, self.function)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            self.scope = (*self.scope, node.name)
        if isinstance(node, ast.FunctionDef) and not self.function:
            self.function = self.scope
        yield from self.walk(node)
        self.statement, self.scope, self.function = outer


# An operator takes a node and where it hangs, and gives the places to change with what goes there.
Place = tuple[ast.AST, str, int | None, object]
Operator = Callable[[ast.AST, str, int | None, ast.AST], Iterator[Place]]


def _is_call(node: ast.AST, field: str) -> bool:
    return isinstance(node, ast.Call) and field == "keywords"


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _comparison(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Compare):
        for number, op in enumerate(node.ops):
            yield node, "ops", number, COMPARISONS[type(op)]()


def _arithmetic(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield node, "op", None, ARITHMETIC[type(node.op)]()


def _constant(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        if not isinstance(node.operand, ast.Constant):
            yield parent, field, index, node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield parent, field, index, ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield parent, field, index, ast.Constant(node.value + 1)
        yield parent, field, index, ast.Constant(node.value - 1)


def _logic(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.BoolOp):
        yield node, "op", None, ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield parent, field, index, node.operand


def _condition(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.If | ast.IfExp):
        yield node, "test", None, ast.Constant(True)
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node, "test", None, ast.Constant(False)
    if isinstance(node, ast.comprehension):
        for number, _ in enumerate(node.ifs):
            yield node, "ifs", number, ast.Constant(True)


def _result(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Return) and isinstance(node.value, ast.List | ast.ListComp):
        if not isinstance(node.value, ast.List) or node.value.elts:
            yield node, "value", None, ast.List([], ast.Load())
    elif isinstance(node, ast.Return) and node.value and not isinstance(node.value, ast.Constant):
        yield node, "value", None, ast.Constant(0)


def _deletion(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    assigned = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    if called or assigned or isinstance(node, ast.AugAssign):
        yield parent, field, index, ast.Pass()


def _arguments(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Call) and len(node.args) > 1:
        for n in range(len(node.args) - 1):
            if ast.dump(node.args[n]) != ast.dump(node.args[n + 1]):
                swapped = [*node.args[:n], node.args[n + 1], node.args[n], *node.args[n + 2 :]]
                yield node, "args", None, swapped


def _jump(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Break):
        yield parent, field, index, ast.Continue()
    elif isinstance(node, ast.Continue):
        yield parent, field, index, ast.Break()


def _extreme(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield node, "func", None, ast.Name(CALLS[node.func.id], ast.Load())


def _copy(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    """A list that is copied becomes one that is shared."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.slice) == ":":
        yield parent, field, index, node.value


OPERATORS: dict[str, Operator] = {
    "comparison": _comparison,
    "arithmetic": _arithmetic,
    "constant": _constant,
    "logic": _logic,
    "condition": _condition,
    "result": _result,
    "deletion": _deletion,
    "arguments": _arguments,
    "jump": _jump,
    "extreme": _extreme,
    "copy": _copy,
}
