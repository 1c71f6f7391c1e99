"""The impact of an update of a document on rules, facts, checks and code, the most urgent first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

from rulehound.spec.documents.alignment.correspondences import (
    Alignment,
    Correspondence,
    NumberChange,
    Passage,
    WordChange,
)
from rulehound.spec.documents.alignment.punctuation import same_punctuation
from rulehound.spec.documents.alignment.words import tokens
from rulehound.spec.documents.facts import numbers_in, recorded_values
from rulehound.spec.documents.links import DOUBTFUL
from rulehound.spec.documents.spec_records import (
    CheckDeclaration,
    EditionName,
    FactPattern,
    RecordedClause,
    Rule,
    RuleSource,
)
from rulehound.spec.documents.store import Store
from rulehound.spec.documents.surroundings import changed_surroundings

Concern: TypeAlias = Literal[
    "fact", "number", "reworded", "gone", "divided", "added", "retargeted", "context", "moved"
]
"""A reason for a person to look at a rule, the most urgent first.

fact: a number that checks use changed, or cannot be read any more, so that the checks change with it. number:
another number of the clause changed, which no fact reads, so that no check follows it; a number that was
added or removed within a longer passage does not count. reworded: the demand may have changed. gone: the
clause was removed. divided: clauses were split or merged, often without a change of meaning. added: a new
clause, without a rule yet. retargeted: a cross-reference names another clause than before. context: equal
words with other punctuation, below a heading that changed, in another order, or with other clauses below
them. moved: equal words in another place. All but `added` and `moved` put links in doubt.
"""

CONCERNS: tuple[Concern, ...] = get_args(Concern)
SUSPECT: frozenset[Concern] = frozenset(
    {"fact", "number", "reworded", "gone", "divided", "retargeted", "context"}
)
"""The concerns that put a rule in doubt until it is reviewed or edited."""


HARDLY_MORE = 12
"""The most characters that are added or removed along with a number for it to count as a change of its own:
two or three words, or in a script without spaces a phrase."""


class CodeLine(msgspec.Struct, frozen=True, order=True):
    """A line of source code."""

    file: str
    line: int
    """1-based."""


class FactChange(msgspec.Struct, frozen=True):
    """A fact whose clause changed, with its value in both editions."""

    fact: str
    old: int | None
    new: int | None
    """None where it cannot be read; the explanation says why."""
    explanation: str
    compared: bool = True
    """False where a value is not known because the text of its edition is not at hand."""

    @property
    def differs(self) -> bool:
        """Whether the value changed, or may have changed by what both editions say."""
        return self.compared and (self.old is None or self.old != self.new)


class ImpactEntry(msgspec.Struct, frozen=True):
    """Changed clauses, and the rule or the reason for no check that rests on them."""

    concern: Concern
    clauses: tuple[Correspondence, ...]
    """The changed clauses of the rule."""
    reviewed: bool
    """Whether it would be in doubt, but all its links into the recorded new edition were reviewed."""
    rule: str = ""
    """Empty for clauses that no rule rests on."""
    reason: str = ""
    """The reason on record why the clauses need no check; else empty."""
    context: Mapping[str, str] = {}
    """What changed around clauses of the same words, by old key."""
    facts: tuple[FactChange, ...] = ()
    checks: tuple[str, ...] = ()
    """Ids of the checks that stand for the rule, or rest on its facts."""
    code: tuple[CodeLine, ...] = ()
    """Where the rule is cited in code."""


class Impact(msgspec.Struct, frozen=True):
    """Everything that an update affects, the most urgent first."""

    document: str
    old: str
    new: str
    """Names of the editions."""
    affected: tuple[ImpactEntry, ...]
    renumbered: tuple[str, ...]
    """Rules whose clauses changed in numbers alone, their own or those of cross-references."""
    untouched: int
    """How many rules rest on clauses of the old edition that did not change."""

    @property
    def suspect(self) -> tuple[str, ...]:
        """The rules that are in doubt, in the order of what is affected."""
        return tuple(a.rule for a in self.affected if a.rule and a.concern in SUSPECT and not a.reviewed)


def impact(
    store: Store,
    old: EditionName,
    alignment: Alignment,
    checks: Iterable[CheckDeclaration],
    code: Mapping[str, Sequence[CodeLine]] | None = None,
    new: EditionName | None = None,
) -> Impact:
    """The impact of the new side of an alignment on a spec that is linked to its old side.

    `old`: the recorded edition of the old side. `new`: the edition of the new side where it is recorded, too;
    its citations and reviews then say what was reviewed. `code`: the lines of code that cite each rule.
    Facts are read where the texts of both sides are at hand. Rules that nobody has reviewed come first, then
    the order is by concern, then that of the spec. Clauses without a rule follow the rules of their concern.
    """
    if new is not None and new[0] != old[0]:
        new = None  # links are not carried from one document to another, so nobody looked at them there
    context = changed_context(alignment)
    changed = [
        each for each in alignment.correspondences if each.changes or not context.keys().isdisjoint(each.old)
    ]
    declared = tuple(checks)
    affected: list[ImpactEntry] = []
    renumbered: list[str] = []
    untouched = 0
    for rule in store.rules.values():
        keys = {key for source in _sources(rule, old) for key in source.clauses(old[1])}
        touched = tuple(each for each in changed if not keys.isdisjoint(each.old))
        if not touched:
            untouched += bool(keys)
            continue
        facts = _fact_changes(rule, old, touched, alignment, store.clauses.get(old, {}))
        concern = _worst(touched, facts, context)
        if concern is None:
            renumbered.append(rule.id)
            continue
        differing = {fact.fact for fact in facts if fact.differs}
        affected.append(
            ImpactEntry(
                concern=concern,
                clauses=touched,
                reviewed=concern in SUSPECT and _is_reviewed(store, new, rule.id),
                rule=rule.id,
                context={key: context[key] for each in touched for key in each.old if key in context},
                facts=facts,
                checks=tuple(
                    sorted(
                        check.id
                        for check in declared
                        if rule.id in check.rules or not differing.isdisjoint(check.facts)
                    )
                ),
                code=tuple((code or {}).get(rule.id, ())),
            )
        )
    affected += _reasons(store, old, new, changed, context)
    affected += _additions(store, new, changed, alignment)
    affected.sort(key=lambda each: (each.reviewed, CONCERNS.index(each.concern)))
    return Impact(
        old[0], alignment.old.name, alignment.new.name, tuple(affected), tuple(renumbered), untouched
    )


def _sources(rule: Rule, edition: EditionName) -> list[RuleSource]:
    document, version = edition
    return [source for source in rule.sources if source.document == document and source.clauses(version)]


def changed_context(alignment: Alignment) -> Mapping[str, str]:
    """What changed in or around clauses of the same words that may change their meaning, by old key."""
    before = {passage.key: passage for passage in alignment.old.passages}
    after = {passage.key: passage for passage in alignment.new.passages}
    pairs = [each for each in alignment.correspondences if len(each.old) == len(each.new) == 1]
    counterparts = {
        each.old[0]: each.new[0] for each in pairs if each.old[0] in before and each.new[0] in after
    }
    origins = {key: each.old for key, each in alignment.by_new().items()}
    context = dict(changed_surroundings(before, after, counterparts, origins))
    for key, now in counterparts.items():
        if not same_punctuation(before[key].punctuation, after[now].punctuation):
            context[key] = "its punctuation, or a title that it quotes, is another"
    same = {key for key, now in counterparts.items() if before[key].fingerprint == after[now].fingerprint}
    return {key: what for key, what in context.items() if key in same}


def _worst(
    touched: Iterable[Correspondence], facts: Iterable[FactChange], context: Collection[str] = ()
) -> Concern | None:
    touched = tuple(touched)
    concerns = {concern for clauses in touched for concern in _concerns(clauses)}
    if any(key in context for clauses in touched for key in clauses.old):
        concerns.add("context")
    concerns |= {"fact"} if any(fact.differs for fact in facts) else set()
    return min(concerns, key=CONCERNS.index, default=None)


def _concerns(clauses: Correspondence) -> set[Concern]:
    """The concerns that a correspondence raises; none where only numbers of clauses changed."""
    changes = clauses.changes
    retargeted = any(reference.what != "renumbered" for reference in clauses.references)
    holds: Mapping[Concern, bool] = {
        "number": any(_stands_out(number, clauses.words) for number in clauses.numbers),
        "reworded": "reworded" in changes,
        "gone": "removed" in changes,
        "divided": "split" in changes or "merged" in changes,
        "retargeted": retargeted,
        "moved": "moved" in changes,
    }
    return {concern for concern, does in holds.items() if does}


def _stands_out(number: NumberChange, words: Iterable[WordChange]) -> bool:
    """Whether a number changed, or was added or removed with hardly any other words."""
    if number.old and number.new:
        return True
    printed = (number.old or number.new).lstrip("+-")
    stretches = (change.old if number.old else change.new for change in words if change.old != change.new)
    return any(
        printed in tokens(stretch) and len(stretch.strip()) - len(printed) <= HARDLY_MORE
        for stretch in stretches
    )


def _fact_changes(
    rule: Rule,
    old: EditionName,
    touched: Sequence[Correspondence],
    alignment: Alignment,
    recorded: Mapping[str, RecordedClause],
) -> tuple[FactChange, ...]:
    """The facts that a rule reads in clauses whose words changed. `recorded`: the clauses of the old side."""
    changed = {key: each for each in touched if _concerns(each) & SUSPECT for key in each.old}
    before = {passage.key: passage for passage in alignment.old.passages}
    after = {passage.key: passage for passage in alignment.new.passages}
    unchanged = alignment.by_old()
    changes = []
    for pattern in rule.fact_patterns(*old):
        if changed.keys().isdisjoint(pattern.clauses):
            continue
        now = dict.fromkeys(key for cited in pattern.clauses for key in unchanged[cited].new)
        olds, news = [before[key] for key in pattern.clauses], [after[key] for key in now]
        was, why_was = _value(pattern, olds)
        value, why = _value(pattern, news)
        if was is None and not _have_text(olds):
            was = _recorded_value(
                pattern, [recorded[key] for key in pattern.clauses if key in recorded], news
            )
            why_was = "" if was is not None else why_was
        reasons = (
            f"{side.name} {reason}"
            for side, reason in ((alignment.old, why_was), (alignment.new, why))
            if reason
        )
        compared = (was is not None or _have_text(olds)) and (value is not None or _have_text(news))
        changes.append(FactChange(pattern.fact, was, value, "; ".join(reasons), compared))
    return tuple(dict.fromkeys(changes))


def _have_text(clauses: Iterable[Passage]) -> bool:
    return all(clause.text is not None for clause in clauses)


def _recorded_value(
    pattern: FactPattern, olds: Iterable[RecordedClause], news: Iterable[Passage]
) -> int | None:
    """The number of old clauses without text, at the places where new ones of the same wording state it."""
    values = {
        value
        for old in olds
        for new in news
        if new.text is not None
        for value in recorded_values(pattern, new.text, new.references, old)
    }
    return values.pop() if len(values) == 1 else None


def _value(pattern: FactPattern, clauses: Sequence[Passage]) -> tuple[int | None, str]:
    """The number that a pattern reads in clauses, or None and the reason why it reads none."""
    texts = [clause.text for clause in clauses if clause.text is not None]
    if len(texts) < len(clauses):
        return None, "is not at hand as a text"
    values = {value for text in texts for _, value, _ in numbers_in(pattern, text)}
    if len(values) == 1 and None not in values:
        return values.pop(), ""
    if not values:
        return None, "does not state it in words that are known"
    return None, "states several numbers, or words that are none"


def _is_reviewed(
    store: Store, edition: EditionName | None, rule: str, keys: Collection[str | None] = ()
) -> bool:
    """Whether no link of a rule into a recorded edition is in doubt.

    Where `rule` is empty, the links of reasons to the clauses `keys` count.
    """
    return edition in store.clauses and not any(
        link.status in DOUBTFUL and (rule != "" or link.key in keys)
        for link in store.links
        if (link.document, link.version) == edition and link.rule == rule
    )


def _reasons(
    store: Store,
    old: EditionName,
    new: EditionName | None,
    changed: Iterable[Correspondence],
    context: Mapping[str, str],
) -> list[ImpactEntry]:
    """The changed clauses for which a reason is on record why they need no check."""
    document, version = old
    reasons = {
        key: entry.reason
        for entry in store.not_checked
        if entry.document == document
        for key in entry.clauses(version)
    }
    affected = []
    for clauses in changed:
        reasons_given = [reasons[key] for key in clauses.old if key in reasons]
        concern = _worst([clauses], (), context)
        # A clause that is gone needs no reason any more.
        if reasons_given and concern in SUSPECT - {"gone"}:
            reviewed = _is_reviewed(store, new, "", clauses.new)
            around = {key: context[key] for key in clauses.old if key in context}
            affected.append(
                ImpactEntry(concern, (clauses,), reviewed, reason=reasons_given[0], context=around)
            )
    return affected


def _additions(
    store: Store, new: EditionName | None, changed: Iterable[Correspondence], alignment: Alignment
) -> list[ImpactEntry]:
    """New clauses, without headings, that no rule and no reason names."""
    linked = {link.key for link in store.links if (link.document, link.version) == new}
    headings = {passage.key for passage in alignment.new.passages if passage.kind == "heading"}
    return [
        ImpactEntry("added", (clauses,), reviewed=False)
        for clauses in changed
        if "added" in clauses.changes and not linked.union(headings).issuperset(clauses.new)
    ]
