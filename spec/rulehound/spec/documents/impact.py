"""What an update of a document touches: rules, facts, checks and code, the most pressing first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

from rulehound.spec.documents.alignment.records import (
    Alignment,
    Correspondence,
    NumberChange,
    Passage,
    WordChange,
)
from rulehound.spec.documents.alignment.words import tokens
from rulehound.spec.documents.facts import numbers_in
from rulehound.spec.documents.links import DOUBTFUL
from rulehound.spec.documents.records import CheckDeclaration, FactPattern, Rule, Source
from rulehound.spec.documents.store import EditionName, Store

Concern: TypeAlias = Literal["fact", "number", "reworded", "gone", "divided", "added", "retargeted", "moved"]
"""Why a person should look, the most pressing first.

fact: a number that checks are run with is another now, or can no longer be read: what is demanded of engines
changes with it, whether or not anybody looks. number: another number of the clause changed, which no fact
reads, so that nothing follows it by itself; one that only came or went as part of a longer passage is not
meant. reworded: what is demanded may have changed. gone: nothing is
demanded any more, or somewhere else. divided: clauses were split or merged, often an editor's work alone.
added: a new clause, which no rule stands for yet. retargeted: a cross-reference names another clause than
before. moved: the same words in another place. All but the last two put links in doubt.
"""

CONCERNS: tuple[Concern, ...] = get_args(Concern)
SUSPECT: frozenset[Concern] = frozenset({"fact", "number", "reworded", "gone", "divided"})
"""The concerns that put a rule in doubt until it is reviewed or edited."""


HARDLY_MORE = 12
"""Characters that came or went along with a number which is still looked at for its own sake: two or three
words, in a script without spaces a phrase."""


class Place(msgspec.Struct, frozen=True, order=True):
    """A line of source code."""

    file: str
    line: int
    """1-based."""


class FactChange(msgspec.Struct, frozen=True):
    """A fact whose clause changed, and what both editions say."""

    fact: str
    old: int | None
    new: int | None
    """None where it cannot be read; the explanation says why."""
    explanation: str

    @property
    def differs(self) -> bool:
        """Whether it is another number now, or may be one."""
        return self.old is None or self.old != self.new


class Affected(msgspec.Struct, frozen=True):
    """Clauses that changed, with what rests on them: a rule, or a reason why they stand without a check."""

    concern: Concern
    clauses: tuple[Correspondence, ...]
    """Those that changed, of the rule's."""
    reviewed: bool
    """It would be in doubt, but the new edition is recorded and all its links into that were looked at."""
    rule: str = ""
    """Empty for clauses that no rule rests on."""
    reason: str = ""
    """Why the clauses stand without a check, where that is on record."""
    facts: tuple[FactChange, ...] = ()
    checks: tuple[str, ...] = ()
    """Ids of the checks that stand for the rule, or rest on its facts."""
    code: tuple[Place, ...] = ()
    """Where the rule is cited in code."""


class Impact(msgspec.Struct, frozen=True):
    """What an update touches, the most pressing first."""

    document: str
    old: str
    new: str
    """Names of the editions."""
    affected: tuple[Affected, ...]
    renumbered: tuple[str, ...]
    """Rules that are touched by new numbers alone, their own or those of cross-references."""
    untouched: int
    """Rules that rest on the old edition, of whose clauses nothing changed."""

    @property
    def suspect(self) -> tuple[str, ...]:
        """The rules that are in doubt, in the order of what is affected."""
        return tuple(a.rule for a in self.affected if a.rule and a.concern in SUSPECT and not a.reviewed)


def impact(
    store: Store,
    old: EditionName,
    alignment: Alignment,
    checks: Iterable[CheckDeclaration],
    code: Mapping[str, Sequence[Place]] | None = None,
    new: EditionName | None = None,
) -> Impact:
    """What the new side of an alignment touches of a spec that is linked to its old side.

    `old`: the recorded edition that is the old side. `new`: the new side, where it is recorded too; its own
    citations and reviews then tell what was looked at. `code`: where rules are cited in code.
    Facts are read where the texts of both sides are at hand.
    Rules come first that nobody has looked at, then by concern, then in the order of the spec; clauses that
    no rule rests on follow the rules of the same concern.
    """
    if new is not None and new[0] != old[0]:
        new = None  # links are not carried from one document to another, so nobody looked at them there
    changed = [found for found in alignment.correspondences if found.changes]
    declared = tuple(checks)
    affected: list[Affected] = []
    renumbered: list[str] = []
    untouched = 0
    for rule in store.rules.values():
        keys = {key for source in _sources(rule, old) for key in source.clauses(old[1])}
        touched = tuple(found for found in changed if not keys.isdisjoint(found.old))
        if not touched:
            untouched += bool(keys)
            continue
        facts = _fact_changes(rule, old, touched, alignment)
        concern = _worst(touched, facts)
        if concern is None:
            renumbered.append(rule.id)
            continue
        differing = {fact.fact for fact in facts if fact.differs}
        affected.append(
            Affected(
                concern=concern,
                clauses=touched,
                reviewed=concern in SUSPECT and _looked_at(store, new, rule.id),
                rule=rule.id,
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
    affected += _reasons(store, old, new, changed)
    affected += _additions(store, new, changed, alignment)
    affected.sort(key=lambda found: (found.reviewed, CONCERNS.index(found.concern)))
    return Impact(
        old[0], alignment.old.name, alignment.new.name, tuple(affected), tuple(renumbered), untouched
    )


def _sources(rule: Rule, edition: EditionName) -> list[Source]:
    document, version = edition
    return [source for source in rule.sources if source.document == document and source.clauses(version)]


def _worst(touched: Iterable[Correspondence], facts: Iterable[FactChange]) -> Concern | None:
    found = {concern for clauses in touched for concern in _concerns(clauses)}
    found |= {"fact"} if any(fact.differs for fact in facts) else set()
    return min(found, key=CONCERNS.index, default=None)


def _concerns(clauses: Correspondence) -> set[Concern]:
    """Why clauses are worth a look; empty where only numbers of clauses changed."""
    changes = clauses.changes
    retargeted = any(reference.what in ("retargeted", "dangling") for reference in clauses.references)
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
    """Whether a number became another, or came or went with hardly anything else."""
    if number.old and number.new:
        return True
    printed = (number.old or number.new).lstrip("+-")
    stretches = (change.old if number.old else change.new for change in words if change.old != change.new)
    return any(
        printed in tokens(stretch) and len(stretch.strip()) - len(printed) <= HARDLY_MORE
        for stretch in stretches
    )


def _fact_changes(
    rule: Rule, old: EditionName, touched: Sequence[Correspondence], alignment: Alignment
) -> tuple[FactChange, ...]:
    """The facts that a rule reads in clauses whose words changed."""
    became = {key: found for found in touched if _concerns(found) & SUSPECT for key in found.old}
    before = {passage.key: passage for passage in alignment.old.passages}
    after = {passage.key: passage for passage in alignment.new.passages}
    unchanged = alignment.by_old()
    changes = []
    for pattern in rule.fact_patterns(*old):
        if became.keys().isdisjoint(pattern.clauses):
            continue
        now = dict.fromkeys(key for cited in pattern.clauses for key in unchanged[cited].new)
        was, why_was = _value(pattern, [before[key] for key in pattern.clauses])
        value, why = _value(pattern, [after[key] for key in now])
        reasons = (
            f"{side.name} {reason}"
            for side, reason in ((alignment.old, why_was), (alignment.new, why))
            if reason
        )
        changes.append(FactChange(pattern.fact, was, value, "; ".join(reasons)))
    return tuple(dict.fromkeys(changes))


def _value(pattern: FactPattern, clauses: Sequence[Passage]) -> tuple[int | None, str]:
    """The number that a pattern reads in clauses; where it reads none, why."""
    texts = [clause.text for clause in clauses if clause.text is not None]
    if len(texts) < len(clauses):
        return None, "is not at hand as a text"
    found = {value for text in texts for _, value in numbers_in(pattern, text)}
    if len(found) == 1 and None not in found:
        return found.pop(), ""
    if not found:
        return None, "does not state it in words that are known"
    return None, "states several numbers, or words that are none"


def _looked_at(
    store: Store, edition: EditionName | None, rule: str, keys: Collection[str | None] = ()
) -> bool:
    """Whether no link of a rule into a recorded edition is in doubt; of a reason, none to these clauses."""
    return edition in store.clauses and not any(
        link.status in DOUBTFUL and (rule != "" or link.key in keys)
        for link in store.links
        if (link.document, link.version) == edition and link.rule == rule
    )


def _reasons(
    store: Store, old: EditionName, new: EditionName | None, changed: Iterable[Correspondence]
) -> list[Affected]:
    """Clauses with changed words that stand without a check."""
    document, version = old
    reasons = {
        key: entry.reason
        for entry in store.not_checked
        if entry.document == document
        for key in entry.clauses(version)
    }
    found = []
    for clauses in changed:
        named = [reasons[key] for key in clauses.old if key in reasons]
        concern = _worst([clauses], ())
        # A clause that is gone needs no reason any more.
        if named and concern in SUSPECT - {"gone"}:
            reviewed = _looked_at(store, new, "", clauses.new)
            found.append(Affected(concern, (clauses,), reviewed, reason=named[0]))
    return found


def _additions(
    store: Store, new: EditionName | None, changed: Iterable[Correspondence], alignment: Alignment
) -> list[Affected]:
    """New clauses, but for headings, that no rule and no reason names."""
    named = {link.key for link in store.links if (link.document, link.version) == new}
    headings = {passage.key for passage in alignment.new.passages if passage.kind == "heading"}
    return [
        Affected("added", (clauses,), reviewed=False)
        for clauses in changed
        if "added" in clauses.changes and not named.union(headings).issuperset(clauses.new)
    ]
