"""Clauses and rules as requirements in ReqIF 1.2 (OMG formal/2016-07-01), for requirement management tools.

Each document is a specification with its clauses in order. The rules are a specification of their own. A
relation leads from each clause to each rule that it states.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from rulehound.checker.evidence.standings import ClauseStanding
from rulehound.checker.report.junit import clean
from rulehound.spec.documents.spec_records import Rule

NAMESPACE = "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"

CLAUSE = ("clause", "kind", "page", "status", "why", "link")
RULE = ("rule", "kind", "says")

UNDATED = "2000-01-01T00:00:00Z"
"""The time of change that the format demands. It is constant, so that equal exports are equal files."""


def requirements(title: str, clauses: Sequence[ClauseStanding], rules: Mapping[str, Rule]) -> str:
    """The ReqIF file of these clauses and rules."""
    root = Element("REQ-IF", xmlns=NAMESPACE)
    header = SubElement(SubElement(root, "THE-HEADER"), "REQ-IF-HEADER", IDENTIFIER=_id("header", title))
    for tag, text in (
        ("CREATION-TIME", UNDATED),
        ("REQ-IF-TOOL-ID", "rulehound"),
        ("REQ-IF-VERSION", "1.0"),
        ("SOURCE-TOOL-ID", "rulehound"),
        ("TITLE", clean(title)),
    ):
        SubElement(header, tag).text = text
    content = SubElement(SubElement(root, "CORE-CONTENT"), "REQ-IF-CONTENT")
    SubElement(
        SubElement(content, "DATATYPES"),
        "DATATYPE-DEFINITION-STRING",
        {**_named("text", "text"), "MAX-LENGTH": "32000"},
    )
    _types(SubElement(content, "SPEC-TYPES"))
    objects = SubElement(content, "SPEC-OBJECTS")
    for rule in rules.values():
        _object(objects, "rule", rule.id, dict(zip(RULE, (rule.id, rule.kind, rule.says), strict=True)))
    for clause in clauses:
        row = clause.row
        values = (row.clause, row.kind, str(row.page), clause.status.value, clause.why, row.link)
        _object(objects, "clause", _name(clause), dict(zip(CLAUSE, values, strict=True)))
    _relations(SubElement(content, "SPEC-RELATIONS"), clauses)
    specifications = SubElement(content, "SPECIFICATIONS")
    for document, members in _by_document(clauses).items():
        _specification(specifications, document, (_id("clause", _name(clause)) for clause in members))
    _specification(specifications, "rules", (_id("rule", rule) for rule in rules))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _id(kind: str, name: str) -> str:
    """A stable identifier of the characters that XML allows."""
    return f"{kind}-{hashlib.sha256(name.encode()).hexdigest()[:20]}"


def _named(kind: str, name: str) -> dict[str, str]:
    return {"IDENTIFIER": _id(kind, name), "LAST-CHANGE": UNDATED, "LONG-NAME": clean(name)}


def _name(clause: ClauseStanding) -> str:
    return f"{clause.document}@{clause.version}/{clause.row.clause}"


def _types(into: Element) -> None:
    for kind, attributes in (("clause", CLAUSE), ("rule", RULE)):
        object_type = SubElement(into, "SPEC-OBJECT-TYPE", _named("type", kind))
        definitions = SubElement(object_type, "SPEC-ATTRIBUTES")
        for name in attributes:
            attribute = SubElement(
                definitions,
                "ATTRIBUTE-DEFINITION-STRING",
                {**_named("attribute", f"{kind} {name}"), "LONG-NAME": name},
            )
            reference = SubElement(SubElement(attribute, "TYPE"), "DATATYPE-DEFINITION-STRING-REF")
            reference.text = _id("text", "text")
    SubElement(into, "SPEC-RELATION-TYPE", _named("type", "states"))
    SubElement(into, "SPECIFICATION-TYPE", _named("type", "document"))


def _object(into: Element, kind: str, name: str, values: Mapping[str, str]) -> None:
    spec_object = SubElement(into, "SPEC-OBJECT", _named(kind, name))
    SubElement(SubElement(spec_object, "TYPE"), "SPEC-OBJECT-TYPE-REF").text = _id("type", kind)
    values_element = SubElement(spec_object, "VALUES")
    for attribute, value in values.items():
        value_element = SubElement(values_element, "ATTRIBUTE-VALUE-STRING", {"THE-VALUE": clean(value)})
        reference = SubElement(SubElement(value_element, "DEFINITION"), "ATTRIBUTE-DEFINITION-STRING-REF")
        reference.text = _id("attribute", f"{kind} {attribute}")


def _relations(into: Element, clauses: Sequence[ClauseStanding]) -> None:
    for clause in clauses:
        for rule in clause.row.rules:
            relation = SubElement(into, "SPEC-RELATION", _named("states", f"{_name(clause)} {rule}"))
            SubElement(SubElement(relation, "TYPE"), "SPEC-RELATION-TYPE-REF").text = _id("type", "states")
            for end, target in (("SOURCE", _id("clause", _name(clause))), ("TARGET", _id("rule", rule))):
                SubElement(SubElement(relation, end), "SPEC-OBJECT-REF").text = target


def _by_document(clauses: Sequence[ClauseStanding]) -> dict[str, list[ClauseStanding]]:
    by_document: dict[str, list[ClauseStanding]] = {}
    for clause in clauses:
        by_document.setdefault(f"{clause.document} {clause.version}", []).append(clause)
    return by_document


def _specification(into: Element, name: str, members: Iterable[str]) -> None:
    specification = SubElement(into, "SPECIFICATION", _named("specification", name))
    SubElement(SubElement(specification, "TYPE"), "SPECIFICATION-TYPE-REF").text = _id("type", "document")
    children = SubElement(specification, "CHILDREN")
    for member in members:
        place = SubElement(
            children,
            "SPEC-HIERARCHY",
            {"IDENTIFIER": _id("place", f"{name} {member}"), "LAST-CHANGE": UNDATED},
        )
        SubElement(SubElement(place, "OBJECT"), "SPEC-OBJECT-REF").text = member
