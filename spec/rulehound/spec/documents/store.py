"""Loading a game's spec from its directory of plain files, and checking it as a whole.

rules/*.toml                            [[rule]] with its [[rule.source]]s, [[clause]] without a check
documents/*.toml                        one document with its [[edition]]s
documents/<id>-<version>.clauses.jsonl  the recorded clauses of an edition, one a line
reviews.toml                            the carried links that a person has reviewed; may be missing
scenarios/**/*.toml                     one scenario a file, of one case or several
scenarios/defaults.toml                 the fields of cards that scenarios leave out
demands/**/*.toml                       what the clauses of one edition demand; see `demands`; may be missing
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType

import msgspec

from rulehound.spec.documents.demands import ClauseDemands, carried_demands, read_demands, translated_demands
from rulehound.spec.documents.lineage import Lineage
from rulehound.spec.documents.links import Link, cited_by, completed, links_of
from rulehound.spec.documents.scenarios import ID_REMEDY, SCENARIO_ID, each_case
from rulehound.spec.documents.spec_records import (
    CheckDeclaration,
    Citation,
    DocumentEntry,
    Edition,
    EditionName,
    FactPattern,
    NotChecked,
    RecordedClause,
    Review,
    Rule,
    SpecError,
)
from rulehound.spec.documents.toml_source import KeyPath, TomlSource
from rulehound.spec.documents.translations import by_number, translated
from rulehound.spec.formats import Case, Expectation, Scenario, Value

REVIEWS = "reviews.toml"


class Origin(msgspec.Struct, frozen=True):
    """The place in the files of a spec where something is written. The line is looked up on demand."""

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
    """Everything that a game's spec states. Mappings keep the order of the files by name, and within them.

    The citations of rules and reasons are complete: clauses are filled in for the editions to which their
    links were carried.
    """

    root: Path
    rules: Mapping[str, Rule]
    not_checked: tuple[NotChecked, ...]
    documents: Mapping[str, DocumentEntry]
    clauses: Mapping[EditionName, Mapping[str, RecordedClause]]
    """Recorded clauses by key, in document order, of every recorded edition."""
    lineages: Mapping[str, Lineage]
    """The lineage of the clauses of each document through its recorded editions."""
    links: tuple[Link, ...]
    """Every link into every recorded edition, in the order of the rules, then of the reasons."""
    reviews: tuple[Review, ...]
    demands: Mapping[EditionName, ClauseDemands]
    """What clauses demand, of the editions that have demands of their own, of another edition or of the
    document that they translate."""
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

    def must_be_complete(self, document: str) -> bool:
        """Whether the clauses of a document must all have a status, in every edition."""
        entry = self.documents[document]
        return entry.complete or any(edition.pdf for edition in entry.editions)

    @property
    def rulesets(self) -> Mapping[EditionName, str]:
        """The ruleset of every recorded edition."""
        return {name: self.edition(*name).ruleset for name in self.clauses}

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
    """Load a game's spec directory, and carry its links to every recorded edition.

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
    reasons: list[NotChecked] = []
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
            reasons.append(entry)
            _check_citation(entry, Origin(source, ("clause", index)), documents, clauses)
            _excuse(entry, Origin(source, ("clause", index)), excused)
    scenarios: list[Scenario] = []
    defaults: dict[str, Value] = {}
    for source in _sources(root / "scenarios", "**/*.toml"):
        if source.path == root / "scenarios" / "defaults.toml":
            defaults = source.data
            continue
        scenario = _read_scenario(source, rules, rulesets)
        origin = Origin(source, ("id",))
        _require_new(f"scenario:{scenario.id}", origins, origin)
        origins[f"scenario:{scenario.id}"] = origin
        scenarios.extend(each_case(scenario))
    by_numbers: dict[int, str] = {}
    """The document whose numbers a citation follows, by the identity of the citation."""
    for rule in rules.values():
        more = [
            (source.document, each)
            for source in rule.sources
            for each in translated(source, documents, clauses, rule.sources)
        ]
        by_numbers |= {id(each): followed for followed, each in more}
        if more:
            sources = (*rule.sources, *(each for _, each in more))
            rules[rule.id] = msgspec.structs.replace(rule, sources=sources)
    for entry in tuple(reasons):
        for each in translated(entry, documents, clauses):
            by_numbers[id(each)] = entry.document
            reasons.append(each)
    lineages = {document.id: _lineage(document, clauses) for document in documents.values()}
    reviews = _read_reviews(root, rules, lineages)
    written = read_demands(tuple(_sources(root / "demands", "**/*.toml")), clauses)
    demands = translated_demands(carried_demands(written, lineages), documents, clauses)
    links = {
        id(citation): tuple(
            by_number(link, by_numbers[id(citation)]) if id(citation) in by_numbers else link
            for link in links_of(rule, citation, lineages[citation.document], reviews)
        )
        for rule, citation in cited_by(rules.values(), reasons)
    }
    return Store(
        root=root,
        rules=MappingProxyType(
            {
                rule.id: msgspec.structs.replace(
                    rule, sources=tuple(completed(source, links[id(source)]) for source in rule.sources)
                )
                for rule in rules.values()
            }
        ),
        not_checked=tuple(completed(reason, links[id(reason)]) for reason in reasons),
        documents=MappingProxyType(documents),
        clauses=MappingProxyType(clauses),
        lineages=MappingProxyType(lineages),
        links=tuple(chain.from_iterable(links.values())),
        reviews=reviews,
        demands=MappingProxyType(demands),
        scenarios=tuple(scenarios),
        scenario_defaults=MappingProxyType(defaults),
        origins=MappingProxyType(origins),
    )


def read_documents(root: Path) -> dict[str, DocumentEntry]:
    """The documents of a spec directory by id. Raises SpecError for an id, version or hash given twice."""
    documents: dict[str, DocumentEntry] = {}
    files: dict[str, TomlSource] = {}
    hashes: dict[str, str] = {}
    for source in document_sources(root):
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


def reviews_source(root: Path) -> TomlSource | None:
    """The file that holds the reviews; None where there is none."""
    path = root / REVIEWS
    if not path.exists():
        return None
    source = TomlSource(path)
    source.only("review")
    return source


def document_sources(root: Path) -> Iterator[TomlSource]:
    """The files that hold the entries of documents, in the order of their names."""
    return _sources(root / "documents", "*.toml")


def clauses_path(root: Path, document: str, version: str) -> Path:
    """The file in which the clauses of an edition are recorded."""
    return root / "documents" / f"{document}-{version}.clauses.jsonl"


def read_clauses(path: Path) -> Mapping[str, RecordedClause]:
    """Recorded clauses by key, in document order. Raises SpecError with the line of what is wrong."""
    content = path.read_bytes()
    decoder = msgspec.json.Decoder(RecordedClause)
    try:
        listed = decoder.decode_lines(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _damage(path, content.splitlines(), decoder) from None
    clauses = {clause.key: clause for clause in listed}
    if len({clause.id for clause in listed}) < len(listed) or len(clauses) < len(listed):
        raise _repeated(path, listed)
    return MappingProxyType(clauses)


_RECORD_AGAIN = "restore it, or remove the file and record the edition again"


def _damage(path: Path, lines: Iterable[bytes], decoder: msgspec.json.Decoder[RecordedClause]) -> SpecError:
    """The error of the first line that is no recorded clause."""
    for number, line in enumerate(lines, 1):
        try:
            decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return SpecError(str(path), number, f"is not a recorded clause: {error}", _RECORD_AGAIN)
    return SpecError(str(path), None, "is not a list of recorded clauses, one a line", _RECORD_AGAIN)


def _repeated(path: Path, clauses: Iterable[RecordedClause]) -> SpecError:
    """The error of the first line whose key or permanent id occurred before."""
    names: set[str] = set()
    for number, clause in enumerate(clauses, 1):
        for word, name in (("clause", clause.key), ("permanent id", clause.id)):
            if f"{word} {name}" in names:
                return SpecError(str(path), number, f"{word} {name} is recorded twice", _RECORD_AGAIN)
            names.add(f"{word} {name}")
    raise AssertionError("nothing is recorded twice")


def _lineage(document: DocumentEntry, clauses: Mapping[EditionName, Mapping[str, RecordedClause]]) -> Lineage:
    names = [(document.id, edition.version) for edition in document.by_age]
    return Lineage({version: clauses[id, version] for id, version in names if (id, version) in clauses})


def _read_reviews(
    root: Path, rules: Mapping[str, Rule], lineages: Mapping[str, Lineage]
) -> tuple[Review, ...]:
    """The reviews of a spec. Raises SpecError for one of something that the spec does not have."""
    source = reviews_source(root)
    if source is None:
        return ()
    reviews = source.records("review", Review)
    for index, review in enumerate(reviews):
        lineage = lineages.get(review.document)
        known = lineage.by_id if lineage else {}
        place: KeyPath = ("review", index)
        if review.rule and review.rule not in rules:
            raise source.error((*place, "rule"), f"unknown rule {review.rule}", "take the review out")
        if review.version not in known:
            what = f"{review.document} {review.version} is not recorded"
            raise source.error((*place, "version"), what, "take the review out")
        if review.clause not in known[review.version]:
            what = f"{review.document} {review.version} has no clause with the permanent id {review.clause}"
            raise source.error((*place, "clause"), what, "take the review out")
    return tuple(reviews)


def rule_ids(root: Path) -> frozenset[str]:
    """The ids of all rules of a game's spec directory, read without anything else of it."""
    return frozenset(rule.id for rule in _rules(root))


@cache
def limited_rules(root: Path) -> Mapping[str, tuple[str, ...]]:
    """The rules of a game's spec directory that hold in some rulesets alone, with these; read without
    anything else of it."""
    return {rule.id: rule.editions for rule in _rules(root) if rule.editions}


def _rules(root: Path) -> Iterator[Rule]:
    return (rule for source in _sources(root / "rules", "*.toml") for rule in source.records("rule", Rule))


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
        _check_citation(source, Origin(origin.source, place), documents, clauses)
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


def _check_citation(
    source: Citation,
    origin: Origin,
    documents: Mapping[str, DocumentEntry],
    clauses: Mapping[EditionName, Mapping[str, RecordedClause]],
) -> None:
    """Raise SpecError unless all cited clauses are recorded. An edition may be cited with no clause."""
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
        for index, key in enumerate(source.clauses(version)):
            if key not in recorded:
                raise toml.error(
                    (*where, index), f"{document.id} {version} has no clause {key}", "correct the number"
                )
    if not any(map(source.clauses, source.clause)):
        raise toml.error((*place, "clause"), "names no clause", "name one in one edition at least")


def _excuse(entry: NotChecked, origin: Origin, excused: set[tuple[str, str, str]]) -> None:
    """Add the clauses of an entry to `excused`. Raises SpecError for a clause with a second reason."""
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


def read_scenarios(path: Path, store: Store, rulesets: Collection[str] | None = None) -> tuple[Scenario, ...]:
    """The scenarios of a file, in the spec or elsewhere, one for each of its cases. Raises SpecError."""
    return each_case(_read_scenario(TomlSource(path), store.rules, rulesets))


def _read_scenario(
    source: TomlSource, rules: Mapping[str, Rule], rulesets: Collection[str] | None
) -> Scenario:
    scenario = source.record((), Scenario)
    if not SCENARIO_ID.fullmatch(scenario.id):
        raise source.error(("id",), f"{scenario.id!r} is no id of a scenario", ID_REMEDY)
    if not scenario.rules:
        raise source.error(("rules",), "cites no rule", "name the rules that the scenario stands for")
    for index, rule in enumerate(scenario.rules):
        if rule not in rules:
            raise source.error(("rules", index), f"unknown rule {rule}", "name a rule of rules/*.toml")
    if scenario.number:
        raise source.error(("number",), "numbers itself", "leave `number` out: cases are counted")
    if scenario.steps and scenario.cases:
        raise source.error(("step", 0), "has steps beside its cases", "write them into a [[case]]")
    places: list[tuple[KeyPath, Scenario | Case]] = [((), scenario)]
    places += [(("case", index), case) for index, case in enumerate(scenario.cases)]
    for place, part in places:
        for index, step in enumerate(part.steps):
            illegal = step.expect.illegal
            if illegal is not None and illegal not in rules:
                where = (*place, "step", index, "expect", "illegal")
                raise source.error(where, f"unknown rule {illegal}", "name a rule of rules/*.toml")
            _check_rules_of(step.expect, scenario, source, (*place, "step", index, "expect"))
        _check_rulesets(part.editions, source, place, rulesets)
    return scenario


def _check_rules_of(expect: Expectation, scenario: Scenario, source: TomlSource, place: KeyPath) -> None:
    """Raises SpecError where an expectation is laid to a rule that its scenario does not stand for, or to one
    at a place of which it says nothing."""
    by_place: Mapping[KeyPath, str] = {("rules", path): rule for path, rule in expect.rules.items()}
    for key, rule in {("rule",): expect.rule, **by_place}.items():
        if rule and rule not in scenario.rules:
            raise source.error((*place, *key), f"not a rule of this scenario: {rule}", "add it to `rules`")
    sights = (places for sight in (expect.sees, expect.unseen) for places in sight.values())
    expected = {*expect.state, *(path for places in sights for path in places)}
    for path in expect.rules:
        if path not in expected:
            raise source.error(
                (*place, "rules", path), f"expects nothing of {path}", "leave it out of `rules`"
            )


def _check_rulesets(
    names: Iterable[str], source: TomlSource, place: KeyPath, rulesets: Collection[str] | None
) -> None:
    for index, ruleset in enumerate(names):
        if rulesets is not None and ruleset not in rulesets:
            known = ", ".join(sorted(rulesets))
            raise source.error(
                (*place, "editions", index), f"unknown ruleset {ruleset}", f"the rulesets are {known}"
            )
