"""A game is its modules: one that lacks a file or a function is refused with a sentence that names it."""

from dataclasses import fields, replace
from types import ModuleType, SimpleNamespace
from typing import get_args, get_origin, get_type_hints

import pytest

from fairground import FairgroundError, seeded
from fairground.engine.errors import IncompleteGame
from fairground.engine.modules import MEMBERS, OPTIONAL, Modules
from lanterns import GAME


def without(module: str, member: str) -> SimpleNamespace:
    """A module of Lanterns that lacks one of its members."""
    sound = vars(getattr(GAME.modules, module))
    return SimpleNamespace(**{name: value for name, value in sound.items() if name != member})


@pytest.mark.parametrize(
    ("module", "member"), [(name, member) for name in MEMBERS for member in MEMBERS[name]]
)
def test_a_missing_member_is_named_with_its_file(module: str, member: str) -> None:
    if not getattr(GAME.modules, module):
        return
    kind = "constant" if member.isupper() else "function"
    with pytest.raises(IncompleteGame) as caught:
        replace(GAME.modules, **{module: without(module, member)})
    assert str(caught.value) == f"games/lanterns/{module}.py has no {kind} `{member}`"


def test_a_missing_module_is_named() -> None:
    given = {field.name: getattr(GAME.modules, field.name) for field in fields(GAME.modules)}
    del given["notation"]
    with pytest.raises(FairgroundError, match=r"^games/lanterns/notation\.py is missing from the modules"):
        Modules(**given)


def test_a_module_that_nobody_knows_is_refused() -> None:
    with pytest.raises(TypeError, match="rulebook"):
        replace(GAME.modules, rulebook=ModuleType("rulebook"))  # type: ignore[call-arg]


def test_optional_modules_can_be_left_out() -> None:
    bare = replace(GAME, modules=replace(GAME.modules, bots=None, holdings=None, measures=None))
    state = bare.setup(2, seeded("bare"))
    assert bare.holdings(state) == {}
    assert bare.measures(state) == {}
    assert bare.judge().shares(state) == [0.5, 0.5]


def test_what_is_checked_is_what_the_protocols_say() -> None:
    for field in fields(Modules):
        kind = get_type_hints(Modules)[field.name]
        kinds = [each for each in get_args(kind) or (kind,) if each is not type(None)]
        protocol = next(
            each for each in (get_origin(k) or k for k in [kind, *kinds]) if hasattr(each, "_is_protocol")
        )
        members = {name for name in vars(protocol) if not name.startswith("_")}
        assert members == set(MEMBERS[field.name]), field.name
        assert (field.name in OPTIONAL) == (type(None) in get_args(kind)), field.name
