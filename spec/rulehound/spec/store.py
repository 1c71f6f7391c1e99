"""A game's spec, loaded from its directory of plain files and checked as a whole.

rules/*.toml                            [[rule]] with its [[rule.source]]s, [[clause]] without a check
documents/*.toml                        one document with its [[edition]]s
documents/<id>-<version>.clauses.jsonl  the recorded clauses of an edition, one a line
scenarios/**/*.toml                     one scenario a file
scenarios/defaults.toml                 what a card of a scenario has where the scenario does not say
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from rulehound.spec.formats import Scenario, Value
from rulehound.spec.records import (
    CheckDeclaration,
    DocumentEntry,
    Edition,
    FactPattern,
    NotChecked,
    RecordedClause,
    Rule,
    Source,
    SpecError,
)
from rulehound.spec.toml_source import KeyPath, TomlSource

EditionName: TypeAlias = tuple[str, str]
"""Id of a document and version of one of its editions."""


class Origin(msgspec.Struct, frozen=True):
    """Where in the files of a spec something is written; the line is looked up when asked for."""

    source: TomlSource
    path: KeyPath

    @property
    def file(self) -> str:
        """The file, as its directory was given."""
        return str(self.source.path)

    @property
    def line(self) -> int:
        """1-based."""
        return self.source.line(self.path)


class Store(msgspec.Struct, frozen=True):
    """Everything that a game's spec states. Mappings keep the order of the files by name, and within them."""

    root: Path
    rules: Mapping[str, Rule]
    not_checked: tuple[NotChecked, ...]
    documents: Mapping[str, DocumentEntry]
    clauses: Mapping[EditionName, Mapping[str, RecordedClause]]
    """Recorded clauses by key, in document order, of every recorded edition."""
    scenarios: tuple[Scenario, ...]
    scenario_defaults: Mapping[str, Value]
    """The tables of scenarios/defaults.toml; empty where there is no such file."""
    origins: Mapping[str, Origin]
    """Where a rule (by its id) or a scenario (by ``scenario:ID``) is written."""

    def edition(self, document: str, version: str) -> Edition:
        """An edition of a document. Raises KeyError where the spec does not list it."""
        edition = self.documents[document].edition(version)
        if edition is None:
            raise KeyError((document, version))
        return edition

    def fact_patterns(self, document: str, version: str) -> tuple[FactPattern, ...]:
        """Every pattern that reads a fact from an edition of a document, in the order of the rules."""
        patterns = (rule.fact_patterns(document, version) for rule in self.rules.values())
        return tuple(chain.from_iterable(patterns))

    def facts(self) -> tuple[str, ...]:
        """Names of all facts, sorted."""
        sources = chain.from_iterable(rule.sources for rule in self.rules.values())
        return tuple(sorted({fact for source in sources for fact in source.facts}))

    def require_known(self, checks: Iterable[CheckDeclaration]) -> None:
        """Raise SpecError for the first check that cites a rule or a fact which the spec does not have."""
        facts = frozenset(self.facts())
        for check in checks:
            for cited, known, word in ((check.rules, self.rules, "rule"), (check.facts, facts, "fact")):
                for name in cited:
                    if name not in known:
                        where = check.origin or str(self.root / "rules")
                        raise SpecError(
                            where, None, f"{check.id} cites unknown {word} {name}", f"declare the {word}"
                        )


def load_store(root: str | Path, rulesets: Collection[str] | None = None) -> Store:
    """Load a game's spec directory.

    `rulesets`: the names that a rule or a scenario may give as its editions; None leaves them unchecked.
    Raises SpecError, which names file and line, for the first thing that is wrong.
    """
    root = Path(root)
    if not root.is_dir():
        raise SpecError(str(root), None, "is not a directory", "name the directory of a game's spec")
    documents = read_documents(root)
    clauses = {
        (document.id, edition.version): read_clauses(path)
        for document in documents.values()
        for edition in document.editions
        if (path := clauses_path(root, document.id, edition.version)).is_file()
    }
    rules: dict[str, Rule] = {}
    not_checked: list[NotChecked] = []
    excused: set[tuple[str, str, str]] = set()
    origins: dict[str, Origin] = {}
    for source in _sources(root / "rules", "*.toml"):
        source.only("rule", "clause")
        for index, rule in enumerate(source.records("rule", Rule)):
            origin = Origin(source, ("rule", index))
            _require_new(rule.id, origins, origin)
            rules[rule.id] = rule
            origins[rule.id] = origin
            _check_rule(rule, origin, documents, clauses, rulesets)
        for index, entry in enumerate(source.records("clause", NotChecked)):
            not_checked.append(entry)
            _check_links(entry, Origin(source, ("clause", index)), documents, clauses)
            _excuse(entry, Origin(source, ("clause", index)), excused)
    scenarios = []
    defaults: dict[str, Value] = {}
    for source in _sources(root / "scenarios", "**/*.toml"):
        if source.path == root / "scenarios" / "defaults.toml":
            defaults = source.data
            continue
        scenario = source.record((), Scenario)
        origin = Origin(source, ("id",))
        _require_new(f"scenario:{scenario.id}", origins, origin)
        origins[f"scenario:{scenario.id}"] = origin
        _check_scenario(scenario, source, rules, rulesets)
        scenarios.append(scenario)
    return Store(
        root=root,
        rules=MappingProxyType(rules),
        not_checked=tuple(not_checked),
        documents=MappingProxyType(documents),
        clauses=MappingProxyType(clauses),
        scenarios=tuple(scenarios),
        scenario_defaults=MappingProxyType(defaults),
        origins=MappingProxyType(origins),
    )


def read_documents(root: Path) -> dict[str, DocumentEntry]:
    """The documents of a spec directory by id. Raises SpecError for an id, version or hash given twice."""
    documents: dict[str, DocumentEntry] = {}
    files: dict[str, TomlSource] = {}
    hashes: dict[str, str] = {}
    for source in _sources(root / "documents", "*.toml"):
        document = source.record((), DocumentEntry)
        if document.id in documents:
            where = files[document.id].path
            raise source.error(("id",), f"document {document.id} is already in {where}", "choose another id")
        for index, edition in enumerate(document.editions):
            place: KeyPath = ("edition", index)
            if edition is not document.edition(edition.version):
                raise source.error(place, f"edition {edition.version} is listed twice", "remove one")
            name = f"{document.id} {edition.version}"
            if not re.fullmatch(r"[0-9a-f]{64}", edition.sha256):
                raise source.error(
                    (*place, "sha256"), "`sha256` is not 64 hexadecimal digits", "copy the hash of the file"
                )
            if edition.sha256 in hashes:
                other = hashes[edition.sha256]
                raise source.error(
                    (*place, "sha256"), f"{name} has the same hash as {other}", "correct one of the two"
                )
            hashes[edition.sha256] = name
        documents[document.id] = document
        files[document.id] = source
    return documents


def clauses_path(root: Path, document: str, version: str) -> Path:
    """The file in which the clauses of an edition are recorded."""
    return root / "documents" / f"{document}-{version}.clauses.jsonl"


def read_clauses(path: Path) -> Mapping[str, RecordedClause]:
    """Recorded clauses by key, in document order. Raises SpecError with the line of what is wrong."""
    clauses: dict[str, RecordedClause] = {}
    again = "record the edition again"
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                clause = msgspec.json.decode(line, type=RecordedClause)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise SpecError(str(path), number, f"is not a recorded clause: {error}", again) from None
            if clause.key in clauses:
                raise SpecError(str(path), number, f"clause {clause.key} is recorded twice", again)
            if not re.fullmatch(r"[0-9a-f]{16}", clause.simhash):
                raise SpecError(str(path), number, "`simhash` is not 16 hexadecimal digits", again)
            clauses[clause.key] = clause
    return MappingProxyType(clauses)


def _sources(folder: Path, pattern: str) -> Iterator[TomlSource]:
    for path in sorted(folder.glob(pattern), key=lambda path: path.relative_to(folder).as_posix()):
        yield TomlSource(path)


def _require_new(name: str, origins: Mapping[str, Origin], origin: Origin) -> None:
    if name in origins:
        first = origins[name]
        raise origin.source.error(
            origin.path, f"{name} is already in {first.file}:{first.line}", "ids are unique"
        )


def _check_rule(
    rule: Rule,
    origin: Origin,
    documents: Mapping[str, DocumentEntry],
    clauses: Mapping[EditionName, Mapping[str, RecordedClause]],
    rulesets: Collection[str] | None,
) -> None:
    _check_rulesets(rule.editions, origin.source, origin.path, rulesets)
    for index, source in enumerate(rule.sources):
        place: KeyPath = (*origin.path, "source", index)
        _check_links(source, Origin(origin.source, place), documents, clauses)
        for fact, pattern in source.facts.items():
            where = (*place, "facts", fact)
            try:
                groups = re.compile(pattern).groupindex
            except re.error as error:
                raise origin.source.error(
                    where, f"the pattern for {fact} is no regular expression: {error}", "correct the pattern"
                ) from None
            if "int" not in groups:
                raise origin.source.error(
                    where, f"the pattern for {fact} has no group `int`", "mark the number with (?P<int>…)"
                )


def _check_links(
    source: Source | NotChecked,
    origin: Origin,
    documents: Mapping[str, DocumentEntry],
    clauses: Mapping[EditionName, Mapping[str, RecordedClause]],
) -> None:
    """Every link leads to a clause of a recorded edition."""
    toml, place = origin.source, origin.path
    document = documents.get(source.document)
    if document is None:
        known = ", ".join(documents) or "none"
        raise toml.error(
            (*place, "document"), f"unknown document {source.document}", f"the documents are {known}"
        )
    for version in source.clause:
        where = (*place, "clause", version)
        if document.edition(version) is None:
            known = ", ".join(edition.version for edition in document.editions)
            raise toml.error(where, f"{document.id} has no edition {version}", f"its editions are {known}")
        recorded = clauses.get((document.id, version))
        if recorded is None:
            raise toml.error(
                where, f"edition {version} of {document.id} is not recorded", "record its clauses first"
            )
        keys = source.clauses(version)
        if not keys:
            raise toml.error(where, "names no clause", "name one, or leave the edition out")
        for index, key in enumerate(keys):
            if key not in recorded:
                raise toml.error(
                    (*where, index), f"{document.id} {version} has no clause {key}", "correct the number"
                )


def _excuse(entry: NotChecked, origin: Origin, excused: set[tuple[str, str, str]]) -> None:
    """Note the clauses of an entry; each may have one reason only."""
    for version in entry.clause:
        for index, key in enumerate(entry.clauses(version)):
            clause = (entry.document, version, key)
            if clause in excused:
                raise origin.source.error(
                    (*origin.path, "clause", version, index),
                    f"{entry.document} {version}, {key} already has a reason",
                    "give one only",
                )
            excused.add(clause)


def _check_scenario(
    scenario: Scenario, source: TomlSource, rules: Mapping[str, Rule], rulesets: Collection[str] | None
) -> None:
    if not scenario.rules:
        raise source.error(("rules",), "cites no rule", "name the rules that the scenario stands for")
    for index, rule in enumerate(scenario.rules):
        if rule not in rules:
            raise source.error(("rules", index), f"unknown rule {rule}", "name a rule of rules/*.toml")
    for index, step in enumerate(scenario.steps):
        illegal = step.expect.illegal
        if illegal is not None and illegal not in rules:
            raise source.error(
                ("step", index, "expect", "illegal"), f"unknown rule {illegal}", "name a rule of rules/*.toml"
            )
    _check_rulesets(scenario.editions, source, (), rulesets)


def _check_rulesets(
    named: Iterable[str], source: TomlSource, place: KeyPath, rulesets: Collection[str] | None
) -> None:
    for index, ruleset in enumerate(named):
        if rulesets is not None and ruleset not in rulesets:
            known = ", ".join(sorted(rulesets))
            raise source.error(
                (*place, "editions", index), f"unknown ruleset {ruleset}", f"the rulesets are {known}"
            )
