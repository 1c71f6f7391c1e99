"""Assembling the record of a run, or of several, from the documents read and the records of checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.diagnosis.naming_causes import Diagnosis
from rulehound.checker.evidence.basis import basis
from rulehound.checker.evidence.seen_to_fail import seen_to_fail
from rulehound.checker.model.content_hashes import spec_hash
from rulehound.checker.records import CheckRecord, RuleVerdict, Verdict, with_caught
from rulehound.checker.rulebook.documents import reviewed_text
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.run_record import (
    CitedClause,
    NotShown,
    Run,
    RunDocument,
    RunEngine,
    RunFact,
    RunFactPlace,
    RunLinks,
    RunRule,
    exit_status_of_runs,
    never_failed,
    with_verdicts,
)
from rulehound.checker.stage_results import Results
from rulehound.checker.suite.edition import EditionChoice
from rulehound.spec.documents.links_at_hand import LinkAtHand
from rulehound.spec.documents.spec_records import DEMANDING, CheckDeclaration, Rule
from rulehound.spec.formats import Handshake


def assemble(
    book: Rulebook,
    engine: RunEngine,
    choice: EditionChoice,
    results: Results,
    diagnosis: Diagnosis,
    declared: Sequence[CheckDeclaration],
    *,
    seed: int,
    effort: str,
    strict: bool = False,
) -> Run:
    """The run, with everything but its timing and the names of files.

    The records are those of the diagnosis; `results` says what they do not show.
    """
    records = withhold(diagnosis.records, book.unreadable_rules())
    records = with_caught(records, seen_to_fail(book.game.directory, declared).caught)
    rests_on = basis(book.bound, book.hand.document.sha256, engine.command)
    inputs = {"spec": spec_hash(book.game.directory), **msgspec.structs.asdict(rests_on)}
    contents = {check.id: {"check": check.content} for check in declared if check.content}
    records = [
        msgspec.structs.replace(record, inputs={**inputs, **contents.get(record.check, {}), **record.inputs})
        for record in records
    ]
    rules = with_verdicts([_rule(book, rule, declared) for rule in book.store.rules.values()], records)
    rules = [_unless_suspect(_as_of_engine(rule, engine)) for rule in rules]
    run = Run(
        **_heading(book, engine, seed, effort),
        edition_reason=choice.reason,
        edition_answers=choice.answers,
        facts=_facts(book),
        switches=dict(book.game.rulesets[book.edition]),
        rules=rules,
        records=records,
        violations=diagnosis.violations,
        own_cards=results.own_cards,
        not_shown=_not_shown(rules, records, results, declared),
        exit_status=0,
    )
    return msgspec.structs.replace(run, exit_status=exit_status_of_runs([run], strict))


def not_started(book: Rulebook, command: str, trouble: str, *, seed: int, effort: str) -> Run:
    """The run of an engine that did not start: nothing was asked of it."""
    engine = RunEngine(command=command, name=command, version="", capabilities=[], trouble=trouble)
    heading = _heading(book, engine, seed, effort)
    return Run(**heading, facts=[], switches={}, rules=[], records=[], not_shown=NotShown(), exit_status=1)


def _heading(book: Rulebook, engine: RunEngine, seed: int, effort: str) -> dict[str, Any]:
    """What a run says of the checker, the game, the document and the engine."""
    return {
        "rulehound": version("rulehound"),
        "game": book.game.name,
        "game_title": book.game.title,
        "edition": book.edition,
        "seed": seed,
        "effort": effort,
        "document": _document(book),
        "engine": engine,
        "links": _links(book),
    }


def engine_of_run(command: str, greeting: Handshake, edition: str) -> RunEngine:
    """An engine as it introduced itself."""
    return RunEngine(
        command=command,
        name=greeting.engine,
        version=greeting.version,
        capabilities=list(greeting.capabilities),
        unsupported=list(greeting.unsupported.get(edition, ())),
        chooses=list(greeting.chooses),
    )


def withhold(records: Iterable[CheckRecord], unreadable: Mapping[str, str]) -> list[CheckRecord]:
    """The records, where a pass for a rule whose fact could not be read is inconclusive, with the places."""
    kept = []
    for record in records:
        reasons = [unreadable[rule] for rule in record.rules if rule in unreadable]
        if record.verdict is Verdict.PASS and reasons:
            explanation = "; ".join(dict.fromkeys(reasons))
            kept.append(
                msgspec.structs.replace(record, verdict=Verdict.INCONCLUSIVE, explanation=explanation)
            )
        else:
            kept.append(record)
    return kept


def _as_of_engine(rule: RunRule, engine: RunEngine) -> RunRule:
    """What the model shows is no pass for a rule that the engine says it does not follow."""
    if rule.id in engine.unsupported and rule.verdict is RuleVerdict.PASS:
        return msgspec.structs.replace(rule, verdict=RuleVerdict.NOT_JUDGED)
    return rule


def _unless_suspect(rule: RunRule) -> RunRule:
    """A pass shows nothing of a clause that says other words than those that were reviewed."""
    if rule.suspect and rule.verdict is RuleVerdict.PASS:
        return msgspec.structs.replace(rule, verdict=RuleVerdict.INCONCLUSIVE)
    return rule


def _links(book: Rulebook) -> RunLinks:
    covered = {key for link in book.links for key in link.places}
    doubtful = [link for link in book.links if link.is_doubtful]
    names = {link: f"{link.recorded} of {link.rule or 'a reason for no check'}" for link in doubtful}
    uncovered = [
        clause.key
        for clause in book.hand.document.clauses
        if clause.kind in DEMANDING and clause.key not in covered
    ]
    complete = book.store.must_be_complete(book.hand.identified.document)
    unrecorded = set(book.hand.unrecorded)
    return RunLinks(
        suspect=[names[link] for link in doubtful if link.status != "orphan"],
        orphan=[names[link] for link in doubtful if link.status == "orphan"],
        uncovered=uncovered,
        waiting=[key for key in uncovered if complete or key in unrecorded],
        excused=list(dict.fromkeys(key for link in doubtful if not link.rule for key in link.places)),
    )


def _document(book: Rulebook) -> RunDocument:
    document, identified = book.hand.document, book.hand.identified
    followed = book.store.documents[identified.document].translates
    by_numbers = f"; its links follow the numbers of {followed}, in another language" if followed else ""
    return RunDocument(
        id=identified.document,
        title=book.store.documents[identified.document].title,
        version=identified.version,
        file=Path(document.path).name,
        sha256=document.sha256,
        pages=document.pages,
        clauses=len(document.clauses),
        exact=identified.exact,
        explanation=identified.explanation + by_numbers,
        warnings=list(document.warnings),
        cited=f"{book.store.documents[identified.document].title} {book.hand.version}",
    )


def _facts(book: Rulebook) -> list[RunFact]:
    return [
        RunFact(
            name=fact.name,
            value=fact.value,
            status=fact.status,
            places=[RunFactPlace(p.document, p.edition, p.clause, p.page, p.value) for p in fact.places],
            explanation=fact.explanation,
        )
        for fact in book.facts.values()
    ]


def _rule(book: Rulebook, rule: Rule, declared: Sequence[CheckDeclaration]) -> RunRule:
    here = book.hand.identified.edition
    checks = [check for check in declared if rule.id in check.rules]
    stated = {fact for source in rule.sources for fact in source.facts}
    return RunRule(
        id=rule.id,
        kind=rule.kind,
        says=rule.says,
        verdict=RuleVerdict.NOT_JUDGED,
        holds=book.holds(rule),
        clauses=[_clause(book, link) for link in book.links_by_rule.get(rule.id, ())],
        elsewhere=[
            f"{book.store.documents[source.document].title} {edition}, {', '.join(source.clauses(edition))}"
            for source in rule.sources
            for edition in source.clause
            if source.clauses(edition) and (source.document, edition) != here
        ],
        checks=[check.id for check in checks],
        facts=sorted(stated.union(*(check.facts for check in checks))),
        reading=book.game.readings.get(rule.id, {}).get(str(book.values.get(rule.id)), ""),
    )


def _clause(book: Rulebook, link: LinkAtHand) -> CitedClause:
    cited = CitedClause(recorded=link.recorded, status=link.status, explanation=link.explanation)
    if link.is_doubtful:
        reviewed, text = reviewed_text(book, link)
        cited = msgspec.structs.replace(cited, reviewed=reviewed, reviewed_text=text)
    if not link.places:
        return cited
    clause = book.hand.clauses[link.places[0]]
    return msgspec.structs.replace(
        cited,
        number=clause.number,
        key=clause.key,
        page=clause.page,
        text=clause.text,
        changed=clause.changed,
        boxes=[(box.page, box.x0, box.top, box.x1, box.bottom) for box in clause.boxes],
    )


def _not_shown(
    rules: Sequence[RunRule],
    records: Sequence[CheckRecord],
    results: Results,
    declared: Sequence[CheckDeclaration],
) -> NotShown:
    recorded = {rule for record in records for rule in record.rules}
    ran = {record.check for record in records}
    return NotShown(
        bounds=results.bounds,
        never_taken=results.never_taken,
        without_check=[rule.id for rule in rules if rule.holds and rule.id not in recorded],
        not_judged=[
            rule.id
            for rule in rules
            if rule.holds and rule.verdict is RuleVerdict.NOT_JUDGED and rule.id in recorded
        ],
        not_exercised=[rule.id for rule in rules if rule.holds and rule.verdict is RuleVerdict.NOT_EXERCISED],
        not_run=[check.id for check in declared if check.id not in ran],
        never_failed=never_failed(records),
        limits=results.limits,
    )
