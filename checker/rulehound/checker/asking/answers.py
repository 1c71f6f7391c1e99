"""Answers of the judge: the records behind the JSON and the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from rulehound.spec.formats import Action

ANSWER_FORMAT = "rulehound-answer-1"
"""Version of these records; another number where an old reader would misread them."""

Ruling: TypeAlias = Literal["yes", "no", "unknown"]
"""Whether something is legal; unknown where the model cannot tell."""


class StatedIn(msgspec.Struct, frozen=True):
    """The clauses of one edition of a document that state something."""

    document: str
    version: str
    clauses: Sequence[str]
    pages: Sequence[int] = ()
    """Of the document at hand: the pages on which they stand."""

    def __str__(self) -> str:
        pages = ", ".join(map(str, self.pages))
        where = f" (page{'s' * (len(self.pages) > 1)} {pages})" if pages else ""
        return f"{self.document} {self.version}, {', '.join(self.clauses)}{where}"


class RuleCitation(msgspec.Struct, frozen=True):
    """A rule in our own words, and where documents state it."""

    rule: str
    says: str
    stated: Sequence[StatedIn] = ()
    """The documents that state the edition first, then the one at hand."""


class OutcomeStep(msgspec.Struct, frozen=True):
    """A step on the way: by a player's action first, then by what the rules demand."""

    action: str
    """The name of the action of the model."""
    says: str
    changes: Sequence[str]
    rules: Sequence[str]
    """The rules by which something changes."""


class Outcome(msgspec.Struct, frozen=True):
    """A way in which things go on, up to the next decision, effect or card turned over."""

    steps: Sequence[OutcomeStep]
    then: str
    """What the game waits for then."""


class ActionRuling(msgspec.Struct, frozen=True):
    """The judge's ruling on one action."""

    action: Action
    """As engines are given it."""
    text: str
    ruling: Ruling
    why: Sequence[RuleCitation] = ()
    """Of a no, the rules against it; of a yes, those that grant it."""
    checked: Sequence[str] = ()
    """Of a yes, the ids of the rules that could have spoken against it and do not."""
    remedies: Sequence[Sequence[str]] = ()
    """Of a no, what would make it legal: each a list of conditions that are enough together. Each was tried:
    the model was asked again with these changes."""
    unknown: str = ""
    """Why the model cannot tell."""
    outcomes: Sequence[Outcome] = ()
    """Where it was asked what happens: the ways in which it can go on."""
    taken_for_granted: Sequence[str] = ()
    """Facts of cards that were not stated, and that the ruling may rest on."""


class RulesDifference(msgspec.Struct, frozen=True):
    """A difference between two editions that alone changes the ruling."""

    id: str
    says: str
    here: str
    """How the edition of the answer has it, with its clauses."""
    there: str


class OtherRulings(msgspec.Struct, frozen=True):
    """The rulings by editions that rule alike, where one of them is another."""

    editions: Sequence[str]
    """The newest last, whose clauses are cited."""
    rulings: Sequence[ActionRuling]
    because: Sequence[RulesDifference] = ()
    """Differences of which each alone changes a ruling; none where several work together."""


class Answer(msgspec.Struct, frozen=True):
    """The judge's answer to a question."""

    format: str
    question: str
    edition: str
    ruling: Ruling
    """Yes where one of the actions that were meant is legal; of what may be done, yes where anything may."""
    rulings: Sequence[ActionRuling]
    board: str
    """The position as text."""
    other_editions: Sequence[OtherRulings] = ()
    same_in: Sequence[str] = ()
    """The editions whose rulings are the same."""
    notes: Sequence[str] = ()
    """What the answer does not cover."""
