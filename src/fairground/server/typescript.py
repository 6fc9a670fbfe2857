"""Writes the TypeScript of everything on the wire, and of each game's view: `make wire`."""

import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import inspect as look

from fairground.engine.game import Game
from fairground.engine.state import State
from fairground.games import list_games, load
from fairground.server import wire

VIEW_HEAD = "// Made from the game's view by `make wire`: do not edit.\n"
HEAD = """// Everything that travels between the browser and the server.
// Made from src/fairground/server/wire.py by `make wire`: do not edit.
"""
UNIONS = {"Request": wire.Request, "FromBrowser": wire.FromBrowser, "FromServer": wire.FromServer}
WORDS: dict[type[look.Type], str] = {
    look.AnyType: "unknown",
    look.NoneType: "null",
    look.BoolType: "boolean",
    look.IntType: "number",
    look.FloatType: "number",
    look.StrType: "string",
}


def typescript() -> str:
    """The whole file."""
    structs: dict[str, look.StructType] = {}
    for info in look.multi_type_info([*UNIONS.values(), *wire.REST]):
        _collect(info, structs)
    parts = [HEAD, *(_interface(struct) for struct in structs.values())]
    parts += [_union(name, look.type_info(union)) for name, union in UNIONS.items()]
    return "\n".join(parts)


def view_of(game: Game[State, object]) -> str:
    """What a board is given of a game."""
    structs: dict[str, look.StructType] = {}
    _collect(look.type_info(game.view_type()), structs)
    return "\n".join([VIEW_HEAD, *(_interface(struct, whole=True) for struct in structs.values())])


def files() -> dict[str, str]:
    """All that is generated, by its place in `web/src`."""
    views = {f"games/{name}/view.ts": view_of(load(name)) for name in list_games()}
    return {"lib/wire.ts": typescript(), **views}


def _collect(info: look.Type, structs: dict[str, look.StructType]) -> None:
    """Find all Structs, those that are needed by others first."""
    for inner in _inside(info):
        _collect(inner, structs)
    if isinstance(info, look.StructType):
        structs.setdefault(info.cls.__name__, info)


def _inside(info: look.Type) -> Iterable[look.Type]:
    if isinstance(info, look.Metadata):
        return [info.type]
    if isinstance(info, look.StructType):
        return [field.type for field in info.fields]
    if isinstance(info, look.UnionType):
        return info.types
    if isinstance(info, look.ListType):
        return [info.item_type]
    if isinstance(info, look.TupleType):
        return info.item_types
    if isinstance(info, look.DictType):
        return [info.value_type]
    return []


def _interface(struct: look.StructType, whole: bool = False) -> str:
    """A Struct; one that is `whole` always comes with all its fields."""
    tag = [f"  type: {_text(struct.tag)};"] if struct.tag is not None else []
    fields = [f"  {field.encode_name}{_mark(field, whole)}: {_word(field.type)};" for field in struct.fields]
    told = " ".join((struct.cls.__doc__ or "").split())
    about = [f"/** {told} */"] if told else []
    return "\n".join([*about, f"export interface {struct.cls.__name__} {{", *tag, *fields, "}", ""])


def _mark(field: look.Field, whole: bool) -> str:
    """What has a default need not be sent."""
    return "" if whole or field.required else "?"


def _union(name: str, info: look.Type) -> str:
    assert isinstance(info, look.UnionType)
    return f"export type {name} = {_word(info)};\n"


def _word(info: look.Type) -> str:
    """A type in TypeScript."""
    if isinstance(info, look.Metadata):
        return _word(info.type)
    if isinstance(info, look.StructType):
        return info.cls.__name__
    if isinstance(info, look.UnionType):
        return " | ".join(dict.fromkeys(_word(kind) for kind in info.types))
    if isinstance(info, look.LiteralType):
        return " | ".join(_text(value) for value in info.values)
    if isinstance(info, look.ListType):
        inner = _word(info.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(info, look.TupleType):
        return f"[{', '.join(_word(each) for each in info.item_types)}]"
    if isinstance(info, look.DictType):
        return f"Record<string, {_word(info.value_type)}>"
    return WORDS[type(info)]


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    for place, text in files().items():
        path = Path(sys.argv[1], place)
        if path.parent.is_dir():  # a game outside the repository has no board
            path.write_text(text)
