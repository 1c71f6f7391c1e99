"""The fields of a message that its type has, without those that an engine shows of its own.

Both sides ignore what they do not know (docs/adapters.md), so such a field may change with every message. It
is looked for by a second type that forbids unknown fields: a message without them is left as it is.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

OPEN = "takes_more_fields"
"""Attribute of a type whose values may have more fields than it lists, all of them read."""


def has_known_fields_alone(kind: Any, value: Any) -> bool:
    """Whether a JSON value is of a type, and has no field that the type does not have."""
    try:
        msgspec.convert(value, _strict(kind))
    except (msgspec.ValidationError, RecursionError):
        return False
    return True


@cache
def _strict(kind: Any) -> Any:
    """The type that takes the same values, but for those with unknown fields."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return msgspec.defstruct(
            kind.__name__,
            [(one.name, _strict(one.type), _as_required(one)) for one in msgspec.structs.fields(kind)],
            frozen=True,
            kw_only=True,
            forbid_unknown_fields=not _is_open(kind),
            tag=kind.__struct_config__.tag,
            tag_field=kind.__struct_config__.tag_field,
        )
    inner = tuple(map(_strict, get_args(kind)))
    if get_origin(kind) is Annotated:
        return Annotated[(inner[0], *kind.__metadata__)]
    if get_origin(kind) in (Union, UnionType):
        return Union[inner]  # noqa: UP007  (made of a tuple)
    return get_origin(kind)[inner] if inner and get_origin(kind) in (list, tuple) else kind


def _as_required(field: msgspec.structs.FieldInfo) -> Any:
    """A field under the same name in messages, with any default where there is one."""
    if field.required:
        return msgspec.field(name=field.encode_name)
    return msgspec.field(default=msgspec.UNSET, name=field.encode_name)


def known_fields(kind: Any, value: Any) -> Any:
    """A JSON value without unknown fields; where it is of no struct of the type, or of several, as it is."""
    if isinstance(value, list):
        of_entries = [one for each in _members(kind) for one in get_args(each)[:1]]
        return [known_fields(of_entries[0], entry) for entry in value] if len(of_entries) == 1 else value
    struct = _struct_of(kind, value) if isinstance(value, dict) else None
    if struct is None:
        return value
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
    also = (struct.__struct_config__.tag_field,)
    return {
        name: known_fields(kinds[name], inner) if name in kinds else inner
        for name, inner in value.items()
        if name in kinds or name in also or _is_open(struct)
    }


def _struct_of(kind: Any, value: dict[str, Any]) -> type[msgspec.Struct] | None:
    """The struct of the type that an object is of; None where that cannot be told."""
    structs = [one for one in _members(kind) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    configs = [one.__struct_config__ for one in structs]
    fitting = [
        one
        for one, config in zip(structs, configs, strict=True)
        if config.tag is None or config.tag == value.get(config.tag_field or "")
    ]
    return fitting[0] if len(fitting) == 1 else None


def _members(kind: Any) -> tuple[Any, ...]:
    """The members of a union, without what annotates them; a type that is none alone."""
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return tuple(one for each in get_args(kind) for one in _members(each))
    return (kind,)


def _is_open(kind: type[msgspec.Struct]) -> bool:
    return bool(getattr(kind, OPEN, False))
