"""Reading what others wrote, with an error that says where it is wrong and which words are known there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

Read = TypeVar("Read")

TOLD = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?", re.DOTALL)
"""What msgspec tells of what cannot be read."""
PART = re.compile(r"\.(?P<field>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")


class Misread(ValueError):
    """Something cannot be read; the message says where, what is wrong and what could stand there."""


def read_as(type_: type[Read], data: Any) -> Read:
    """The data as a value of a type. Raises Misread where they are none."""
    try:
        return msgspec.convert(data, type_)
    except msgspec.ValidationError as error:
        raise Misread(explained(str(error), type_, data)) from None
    except RecursionError:
        raise Misread("it is nested too deeply") from None


def explained(message: str, type_: type, data: Any) -> str:
    """The message with its place in front, and with the words that are known there."""
    match = TOLD.fullmatch(message)
    what, path = (match["what"], match["path"] or "$") if match else (message, "$")
    place = path.removeprefix("$").removeprefix(".")
    listed = what.startswith("Invalid") or "unknown field" in what
    known = known_words(type_, data, path, unknown_field="unknown field" in what) if listed else []
    text = f"{place}: {what}" if place else what
    return f"{text}; known: {', '.join(known)}" if known else text


def known_words(type_: type, data: Any, path: str, *, unknown_field: bool) -> list[str]:
    """The words that may stand at a path like `$.effects[0].timing`, or the fields of the object there."""
    types, value = alternatives(inspect.type_info(type_), data), data
    for part in PART.finditer(path.removeprefix("$")):
        field, index = part["field"], part["index"]
        if field is not None:
            structs = (one for one in types if isinstance(one, inspect.StructType))
            tags = [one.tag for one in structs if one.tag_field == field]
            if tags:
                return sorted(map(str, tags))
            value = value.get(field) if isinstance(value, dict) else None
        else:
            # "[...]" stands for every element; which one it was is not told
            value = value[int(index)] if index.isdigit() and isinstance(value, list | tuple) else None
        inner = [type_within for one in types for type_within in within(one, field)]
        types = [type_within for one in inner for type_within in alternatives(one, value)]
    if unknown_field:
        return sorted(name for one in types if isinstance(one, inspect.StructType) for name in names(one))
    return [str(word) for one in types if isinstance(one, inspect.LiteralType) for word in one.values]


def alternatives(type_: inspect.Type, value: Any) -> list[inspect.Type]:
    """What a type can be: the members of a union, by its tag the one that a value has chosen."""
    if isinstance(type_, inspect.Metadata):
        return alternatives(type_.type, value)
    if not isinstance(type_, inspect.UnionType):
        return [type_]
    members = [alternative for member in type_.types for alternative in alternatives(member, value)]
    return [member for member in members if is_chosen(member, value)] or members


def is_chosen(type_: inspect.Type, value: Any) -> bool:
    """Whether a value names this type by its tag."""
    if not isinstance(type_, inspect.StructType) or type_.tag_field is None or not isinstance(value, dict):
        return False
    return bool(value.get(type_.tag_field) == type_.tag)


def within(type_: inspect.Type, field: str | None) -> Iterator[inspect.Type]:
    """The types of a field, or of the elements where no field is named."""
    if isinstance(type_, inspect.StructType):
        yield from (one.type for one in type_.fields if one.encode_name == field)
    elif field is None and isinstance(type_, inspect.VarTupleType | inspect.ListType):
        yield type_.item_type
    elif field is None and isinstance(type_, inspect.TupleType):
        yield from type_.item_types


def names(struct: inspect.StructType) -> Iterator[str]:
    """The fields that an object may have."""
    if struct.tag_field:
        yield struct.tag_field
    yield from (one.encode_name for one in struct.fields)
