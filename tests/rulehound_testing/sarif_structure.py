"""The objects of SARIF 2.1.0 of which our logs consist, held by hand against the standard's schema.

Each has its section of the OASIS standard (with Errata 01), the sets of properties of which one has to be
there whole, and of its properties those that we write or may come to write. The standard's schema allows no
property that it does not name, so one that is not here fails until somebody has looked it up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator

JSON = Mapping[str, Any]

TEXT: JSON = {"type": "string"}
URI: JSON = {"type": "string", "format": "uri-reference"}
TRUTH: JSON = {"type": "boolean"}
TEXTS: JSON = {"type": "object", "additionalProperties": TEXT}


def at_least(least: int) -> JSON:
    return {"type": "integer", "minimum": least}


def one_of(*values: str) -> JSON:
    return {"enum": list(values)}


def an(name: str) -> JSON:
    return {"$ref": f"#/$defs/{name}"}


def many(name: str, *, unique: bool = False) -> JSON:
    return {"type": "array", "items": an(name), "uniqueItems": unique}


LEVEL = one_of("none", "note", "warning", "error")


class Thing(NamedTuple):
    """An object of the standard."""

    section: str
    required: tuple[tuple[str, ...], ...]
    """Sets of properties of which one has to be there whole."""
    properties: Mapping[str, JSON]


THINGS: Mapping[str, Thing] = {
    "artifactLocation": Thing("3.4", (), {"uri": URI, "uriBaseId": TEXT, "index": at_least(-1)}),
    "message": Thing("3.11", (("text",), ("id",)), {"text": TEXT, "markdown": TEXT, "id": TEXT}),
    "multiformatMessageString": Thing("3.12", (("text",),), {"text": TEXT, "markdown": TEXT}),
    "sarifLog": Thing(
        "3.13", (("version", "runs"),), {"$schema": URI, "version": one_of("2.1.0"), "runs": many("run")}
    ),
    "run": Thing(
        "3.14",
        (("tool",),),
        {
            "tool": an("tool"),
            "automationDetails": an("runAutomationDetails"),
            "invocations": many("invocation"),
            "columnKind": one_of("utf16CodeUnits", "unicodeCodePoints"),
            "results": many("result"),
        },
    ),
    "runAutomationDetails": Thing("3.17", (), {"id": TEXT, "guid": TEXT, "description": an("message")}),
    "tool": Thing("3.18", (("driver",),), {"driver": an("toolComponent")}),
    "toolComponent": Thing(
        "3.19",
        (("name",),),
        {
            "name": TEXT,
            "version": TEXT,
            "semanticVersion": TEXT,
            "informationUri": URI,
            "rules": many("reportingDescriptor", unique=True),
        },
    ),
    "invocation": Thing(
        "3.20",
        (("executionSuccessful",),),
        {"executionSuccessful": TRUTH, "toolExecutionNotifications": many("notification")},
    ),
    "result": Thing(
        "3.27",
        (("message",),),
        {
            "ruleId": TEXT,
            "ruleIndex": at_least(-1),
            "kind": one_of("notApplicable", "pass", "fail", "review", "open", "informational"),
            "level": LEVEL,
            "message": an("message"),
            "locations": many("location"),
            "occurrenceCount": at_least(1),
            "partialFingerprints": TEXTS,
            "fingerprints": TEXTS,
            "baselineState": one_of("new", "unchanged", "updated", "absent"),
        },
    ),
    "location": Thing(
        "3.28",
        (),
        {
            "physicalLocation": an("physicalLocation"),
            "logicalLocations": many("logicalLocation", unique=True),
            "message": an("message"),
        },
    ),
    "physicalLocation": Thing(
        "3.29",
        (("address",), ("artifactLocation",)),
        {"artifactLocation": an("artifactLocation"), "region": an("region")},
    ),
    "region": Thing(
        "3.30",
        (("startLine",), ("charOffset",), ("byteOffset",)),
        {"startLine": at_least(1), "startColumn": at_least(1), "endLine": at_least(1)},
    ),
    "logicalLocation": Thing("3.33", (), {"name": TEXT, "fullyQualifiedName": TEXT, "kind": TEXT}),
    "reportingDescriptor": Thing(
        "3.49",
        (("id",),),
        {
            "id": TEXT,
            "name": TEXT,
            **dict.fromkeys(("shortDescription", "fullDescription", "help"), an("multiformatMessageString")),
            "helpUri": URI,
        },
    ),
    "notification": Thing("3.58", (("message",),), {"message": an("message"), "level": LEVEL}),
}

BAG: JSON = {"type": "object", "properties": {"tags": {"type": "array", "items": TEXT, "uniqueItems": True}}}
"""Every object has one, of whatever it likes (section 3.8)."""


def _schema_of(thing: Thing) -> JSON:
    return {
        "type": "object",
        "properties": {**thing.properties, "properties": BAG},
        "additionalProperties": False,
        "anyOf": [{"required": list(names)} for names in thing.required] or [{}],
    }


STRUCTURE = Draft202012Validator(
    {"$ref": "#/$defs/sarifLog", "$defs": {name: _schema_of(thing) for name, thing in THINGS.items()}}
)
"""Validates a log."""
