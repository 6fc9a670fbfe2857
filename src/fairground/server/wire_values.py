"""Bounded values that messages of several kinds have."""

from typing import Annotated, TypeAlias

from msgspec import Meta

Mark: TypeAlias = Annotated[str, Meta(max_length=40)]
