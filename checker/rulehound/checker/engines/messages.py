"""The messages of the adapter protocol: checking a value against its type, and the JSON Schema of all types.

The types of messages are those of `rulehound.spec.formats`. The types of observations, actions and effects
are the game's. An action or effect of a name that the game does not know is no fault, since an engine may
have more of them than the spec.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from rulehound.spec.formats import METHODS, PROTOCOL
from rulehound.spec.game import Game

ROOT = "#/$defs/"
NAME = "action"
"""The field of an action that holds its name."""
ERROR = {
    "type": "object",
    "required": ["code", "message"],
    "properties": {"code": {"type": "integer"}, "message": {"type": "string"}, "data": {}},
}
REFUSAL = "With code 1, a refusal that changes nothing; its data may be {reasons: [Reason]}."


def result_fault(game: Game, method: str, result: Any) -> str:
    """The error in the result of a method, by the types of protocol and game; "" without one."""
    return type_fault(result_type(game, method), result)


def result_type(game: Game, method: str) -> Any:
    """The type of the result of a method, by protocol and game."""
    return _of_game(METHODS[method].result, game.schemas)


def type_fault(kind: Any, value: Any) -> str:
    """Why a JSON value is not of a type; "" where it is."""
    if get_origin(kind) is list and isinstance(value, list):
        faults = ((_entry(at, entry), type_fault(get_args(kind)[0], entry)) for at, entry in enumerate(value))
        return next((f"{where}: {text}" for where, text in faults if text), "")
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        return "" if _has_unknown_name(kind, value) else str(error)
    return ""


def _entry(number: int, entry: Any) -> str:
    """An entry of a list in words: by its number, and by its name where it is an action that has one."""
    name = entry.get(NAME) if isinstance(entry, dict) else None
    return f"entry {number} ({name})" if isinstance(name, str) else f"entry {number}"


def offer_fault(game: Game, actions: list[dict[str, Any]]) -> str:
    """The error in a list of legal actions; "" without one.

    Each action has a name, and its arguments are of their types. Arguments may be left out, since an engine
    that numbers its actions may list the numbers alone.
    """
    for number, action in enumerate(actions):
        if not isinstance(action.get(NAME), str):
            return f"{_entry(number, action)} has no text as `{NAME}`"
        for argument, kind in _arguments(game.schemas.get("Action"), action[NAME]).items():
            if argument in action and (what := type_fault(kind, action[argument])):
                return f"{_entry(number, action)}, `{argument}`: {what}"
    return ""


@cache
def _arguments(kind: Any, name: str) -> Mapping[str, Any]:
    """The arguments of the action of this name with their types; none where the game has no such action."""
    for member in get_args(kind):
        config = getattr(member, "__struct_config__", None)
        if config is not None and config.tag == name:
            return {field.encode_name: field.type for field in msgspec.structs.fields(member)}
    return {}


def _of_game(kind: Any, schemas: Mapping[str, Any]) -> Any:
    """A type of the protocol, with the game's types put into it."""
    if get_origin(kind) is list:
        (inner,) = get_args(kind)
        return list[_of_game(inner, schemas)]  # type: ignore[misc]
    titles = [meta.title for meta in getattr(kind, "__metadata__", ())]
    return next((schemas[title] for title in titles if title in schemas), kind)


def _tags(kind: Any) -> tuple[str, list[str]]:
    """The field by which the members of a union are told apart, and its values; none for other types."""
    configs = [getattr(member, "__struct_config__", None) for member in get_args(kind)]
    tags = [str(config.tag) for config in configs if config is not None and config.tag is not None]
    return (configs[0].tag_field, tags) if tags and configs[0] is not None else ("", [])


def _has_unknown_name(kind: Any, value: Any) -> bool:
    """Whether a value has a name that no member of the union has."""
    field, tags = _tags(kind)
    name = value.get(field) if field and isinstance(value, dict) else None
    return isinstance(name, str) and name not in tags


def protocol_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema (2020-12) of every message: `$defs` has METHOD.request and METHOD.answer of each."""
    kinds = {**game.schemas}
    for method in METHODS.values():
        kinds[method.parameters.__name__] = method.parameters
    kinds |= {f"{name}.result": method.result for name, method in METHODS.items()}
    schemas, parts = msgspec.json.schema_components(kinds.values(), ref_template=ROOT + "{name}")
    schema_of = dict(zip(kinds, schemas, strict=True))
    parts |= {name: schema_of[name] for name in game.schemas if "$ref" not in schema_of[name]}
    for name in game.schemas:
        if (field_and_tags := _tags(game.schemas[name]))[0]:
            parts[name] = _with_unknown_names(schema_of[name], *field_and_tags)
    for name, method in METHODS.items():
        parts[f"{name}.request"] = _request(name, schema_of[method.parameters.__name__], method.parameters)
        parts[f"{name}.answer"] = _answer(schema_of[f"{name}.result"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Adapter protocol {PROTOCOL} for {game.title}, schema {game.schema}",
        "oneOf": [{"$ref": f"{ROOT}{name}.request"} for name in METHODS],
        "$defs": dict(sorted(_with_game_types(parts, game.schemas).items())),
    }


def _request(name: str, parameters: Any, kind: type[msgspec.Struct]) -> dict[str, Any]:
    properties = {
        "jsonrpc": {"const": "2.0"},
        "id": {"type": ["integer", "string"]},
        "method": {"const": name},
        "params": parameters,
    }
    return {
        "type": "object",
        "description": (kind.__doc__ or "").strip(),
        "required": list(properties),
        "properties": properties,
    }


def _answer(result: Any) -> dict[str, Any]:
    either = [
        {"required": ["result"], "properties": {"result": result}},
        {"required": ["error"], "properties": {"error": {**ERROR, "description": REFUSAL}}},
    ]
    properties = {"jsonrpc": {"const": "2.0"}, "id": {"type": ["integer", "string", "null"]}}
    return {"type": "object", "required": ["id"], "properties": properties, "oneOf": either}


def _with_unknown_names(union: Any, field: str, tags: list[str]) -> dict[str, Any]:
    """The schema of a union that also accepts objects of other names."""
    properties = {field: {"type": "string", "not": {"enum": sorted(tags)}}}
    return {"anyOf": [union, {"type": "object", "required": [field], "properties": properties}]}


def _with_game_types(schema: Any, names: Mapping[str, Any]) -> Any:
    """A schema of the protocol, with references to the game's types put into it."""
    if isinstance(schema, dict):
        if schema.get("title") in names and schema.get("type") == "object" and "properties" not in schema:
            return {"$ref": ROOT + schema["title"]}
        return {key: _with_game_types(value, names) for key, value in schema.items()}
    return [_with_game_types(entry, names) for entry in schema] if isinstance(schema, list) else schema
