"""The public names of `fairground.research`: each exists and has a docstring."""

import inspect
from importlib import import_module

import pytest

from fairground import research

MODULES = [import_module(f"fairground.research.{name}") for name in research.__all__]
PUBLIC = [
    pytest.param(getattr(module, name), id=f"{module.__name__}.{name}")
    for module in MODULES
    for name in module.__all__
]


@pytest.mark.parametrize("public", PUBLIC)
def test_every_public_name_has_a_docstring(public: object) -> None:
    if not (inspect.isclass(public) or inspect.isfunction(public)):
        return
    assert public.__doc__
    if inspect.isclass(public):
        own = [value for name, value in vars(public).items() if not name.startswith("_")]
        silent = [member.__name__ for member in own if inspect.isfunction(member) and not member.__doc__]
        assert not silent, f"{public.__name__} has methods without a docstring: {silent}"


def test_the_package_names_its_public_modules() -> None:
    assert all(f"`{module.__name__}`" in (research.__doc__ or "") for module in MODULES)
