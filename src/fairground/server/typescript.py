"""Writes TypeScript interfaces for all messages and for each game's view. `make wire` runs it."""

import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap

import msgspec
from msgspec import inspect as look

from fairground.engine.game import Game
from fairground.engine.state import State
from fairground.games import list_games, load
from fairground.server import (
    chat_wire,
    game_wire,
    lesson_wire,
    lobby_wire,
    notification_wire,
    people_wire,
    puzzle_wire,
    rating_wire,
    replay_wire,
    review_wire,
    study_wire,
    table_wire,
    tournament_wire,
    wire,
)

VIEW_HEAD = "// Made from the game's view by `make wire`: do not edit.\n"
HEAD = """// Every message between the browser and the server.
// Generated from the files *wire.py in src/fairground/server by `make wire`: do not edit.
"""
WIDTH = 120  # of a line in the web part
UNIONS = {
    "Request": wire.Request,
    "FromBrowser": wire.FromBrowser,
    "FromServer": wire.FromServer,
    "FromLobby": lobby_wire.FromLobby,
    "StudyRequest": study_wire.StudyRequest,
    "FromStudy": study_wire.FromStudy,
    "FromReview": review_wire.FromReview,
    "ChatRequest": chat_wire.ChatRequest,
    "ChatMessage": chat_wire.ChatMessage,
}
REST = [
    *game_wire.GAME_REST,
    *table_wire.TABLE_REST,
    *replay_wire.REPLAY_REST,
    *review_wire.REVIEW_REST,
    *wire.REST,
    *study_wire.STUDY_REST,
    *lesson_wire.LESSON_REST,
    *puzzle_wire.PUZZLE_REST,
    *people_wire.PEOPLE_REST,
    *rating_wire.RATING_REST,
    *tournament_wire.TOURNAMENT_REST,
    *chat_wire.CHAT_REST,
    *notification_wire.NOTIFICATION_REST,
]
PRIMITIVES: dict[type[look.Type], str] = {
    look.AnyType: "unknown",
    look.NoneType: "null",
    look.BoolType: "boolean",
    look.IntType: "number",
    look.FloatType: "number",
    look.StrType: "string",
}


def wire_text() -> str:
    """Return the file with all messages."""
    structs: dict[str, look.StructType] = {}
    for info in look.multi_type_info([*UNIONS.values(), study_wire.Follow, *REST]):
        _collect(info, structs)
    parts = [HEAD, *(_interface(struct) for struct in structs.values())]
    parts += [_union(name, look.type_info(union)) for name, union in UNIONS.items()]
    return "\n".join(parts)


def view_text(game: Game[State, object]) -> str:
    """Return the file with a game's view, which is what a board draws."""
    structs: dict[str, look.StructType] = {}
    _collect(look.type_info(game.view_type()), structs)
    return "\n".join([VIEW_HEAD, *(_interface(struct, complete=True) for struct in structs.values())])


def files() -> dict[str, str]:
    """Return all generated files by their path in `web/src`."""
    views = {f"games/{name}/view.ts": view_text(load(name)) for name in list_games()}
    return {"lib/wire.ts": wire_text(), **views}


def _collect(info: look.Type, structs: dict[str, look.StructType]) -> None:
    """Collect all Structs, each after those that it uses."""
    for inner in _inner_types(info):
        _collect(inner, structs)
    if isinstance(info, look.StructType):
        structs.setdefault(info.cls.__name__, info)


def _inner_types(info: look.Type) -> Iterable[look.Type]:
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


def _interface(struct: look.StructType, complete: bool = False) -> str:
    """Return the interface of a Struct. A `complete` one is always sent with all its fields."""
    tag = [f"  {struct.tag_field}: {_text(struct.tag)};"] if struct.tag is not None else []
    fields = [_field(_name(field, complete), _type(field.type)) for field in struct.fields]
    head = [*_comment(struct.cls.__doc__ or ""), f"export interface {struct.cls.__name__} {{"]
    return "\n".join([*head, *tag, *fields, "}", ""])


def _field(name: str, kind: str) -> str:
    line = f"  {name}: {kind};"
    if len(line) <= WIDTH:
        return line
    return "\n    | ".join([f"  {name}:", *kind.split(" | ")]) + ";"


def _comment(doc: str) -> list[str]:
    """Return a docstring as the lines of a comment, none of them too long."""
    lines = wrap(" ".join(doc.split()), WIDTH - len(" * "))
    if len(lines) == 1 and len(lines[0]) <= WIDTH - len("/**  */"):
        return [f"/** {lines[0]} */"]
    return ["/**", *(f" * {line}" for line in lines), " */"] if lines else []


def _name(field: look.Field, complete: bool) -> str:
    """Return a field's name, marked as optional if it has a default and so need not be sent."""
    return field.encode_name + ("" if complete or field.required else "?")


def _union(name: str, info: look.Type) -> str:
    assert isinstance(info, look.UnionType)
    text = f"export type {name} = {_type(info)};\n"
    if len(text) <= WIDTH:
        return text
    return "\n  | ".join([f"export type {name} =", *map(_type, info.types)]) + ";\n"


def _type(info: look.Type) -> str:
    """Return a type in TypeScript."""
    if isinstance(info, look.Metadata):
        return _type(info.type)
    if isinstance(info, look.StructType):
        return info.cls.__name__
    if isinstance(info, look.UnionType):
        return " | ".join(dict.fromkeys(_type(kind) for kind in info.types))
    if isinstance(info, look.LiteralType):
        return " | ".join(_text(value) for value in info.values)
    if isinstance(info, look.ListType):
        inner = _type(info.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(info, look.TupleType):
        return f"[{', '.join(_type(each) for each in info.item_types)}]"
    if isinstance(info, look.DictType):
        return f"Record<string, {_type(info.value_type)}>"
    return PRIMITIVES[type(info)]


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    for place, text in files().items():
        path = Path(sys.argv[1], place)
        if path.parent.is_dir():  # a game outside the repository has no board
            path.write_text(text)
