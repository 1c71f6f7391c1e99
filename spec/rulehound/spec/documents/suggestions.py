"""Suggestions for the new clauses of an edition: what says something like them, and a draft of a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable
from heapq import nlargest
from pathlib import Path

import msgspec

from rulehound.spec.documents.alignment.correspondences import Alignment
from rulehound.spec.documents.alignment.likeness import Likeness
from rulehound.spec.documents.impact import Impact
from rulehound.spec.documents.spec_records import EditionName
from rulehound.spec.documents.store import Store
from rulehound.spec.documents.toml_text import quoted

MOST = 3
"""How many clauses, and how many rules, are named for a new one."""

SIBLING = 0.5
"""Weight of standing under the same heading, in units of likeness."""


class Suggestion(msgspec.Struct, frozen=True):
    """For a new clause that no rule rests on: what is near it, and a draft of a rule to fill in."""

    clause: str
    """Its key in the new edition."""
    near: tuple[str, ...]
    """Keys of the clauses of the new edition that are most like it in words and place, the nearest first."""
    rules: tuple[str, ...]
    """Rules that rest on these clauses, the nearest first."""
    file: str
    """The file of the mechanic that it belongs to: that of the nearest rule. Empty where there is none."""
    draft: str
    """An entry for that file, in TOML; what it says is left to fill in."""


def suggestions(
    store: Store, impact: Impact, alignment: Alignment, old: EditionName, version: str
) -> tuple[Suggestion, ...]:
    """A suggestion for each new clause of an impact, in its order.

    `old`: the recorded edition of the old side. `version`: that of the new one, as rules cite it.
    """
    added = [
        key
        for entry in impact.affected
        if entry.concern == "added"
        for each in entry.clauses
        for key in each.new
    ]
    passages = alignment.new.passages
    places = {passage.key: place for place, passage in enumerate(passages)}
    others = [place for place, passage in enumerate(passages) if passage.key not in added]
    likeness = Likeness(passages, passages)
    nearest = likeness.nearest([places[key] for key in added], others)
    rules_of = _rules_by_new_key(store, alignment, old)
    made = []
    for key in added:
        place = places[key]
        parent = passages[place].parent
        siblings = [other for other in others if parent is not None and passages[other].parent == parent]
        candidates = dict.fromkeys((*nearest[place], *siblings))
        scores = {other: likeness(place, other) + SIBLING * (other in siblings) for other in candidates}
        near = [
            passages[other].key for other in nlargest(MOST, scores, key=lambda each: (scores[each], -each))
        ]
        rules = tuple(dict.fromkeys(rule for one in near for rule in rules_of.get(one, ())))[:MOST]
        file = Path(store.origins[rules[0]].file).name if rules else ""
        made.append(Suggestion(key, tuple(near), rules, file, _draft(store, old[0], version, key, rules)))
    return tuple(made)


def _rules_by_new_key(store: Store, alignment: Alignment, old: EditionName) -> dict[str, list[str]]:
    became = alignment.by_old()
    rules: dict[str, list[str]] = {}
    for rule in store.rules.values():
        for source in rule.sources:
            for cited in source.clauses(old[1]) if source.document == old[0] else ():
                for key in became[cited].new if cited in became else ():
                    rules.setdefault(key, []).append(rule.id)
    return rules


def _draft(store: Store, document: str, version: str, key: str, rules: Iterable[str]) -> str:
    """A rule that rests on a clause, of the kind and under the first name of the nearest rule."""
    nearest = next((store.rules[rule] for rule in rules), None)
    prefix, kind = (nearest.id.partition(".")[0], nearest.kind) if nearest else ("new", "transition")
    id = f"{prefix}.clause-{re.sub(r'[^a-z0-9]+', '-', key.casefold())}"
    return (
        f'[[rule]]\nid = {quoted(id)}\nkind = {quoted(kind)}\nsays = ""\n[[rule.source]]\n'
        f"document = {quoted(document)}\nclause = {{ {quoted(version)} = {quoted(key)} }}\n"
    )
