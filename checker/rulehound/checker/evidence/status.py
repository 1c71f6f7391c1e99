"""The statuses of rules and clauses."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How well a rule or a clause is verified. Where several statuses apply, the first of them counts."""

    VIOLATED = "violated"
    """A check of it found a violation, or an error."""
    SUSPECT = "suspect"
    """Of a clause: since its link was reviewed, its words changed or its place became uncertain."""
    STALE = "stale"
    """Something that its evidence rests on has changed since the checks ran."""
    INCONCLUSIVE = "inconclusive"
    """No check of it ran to an end, or one did not."""
    WEAK = "weak"
    """Its checks passed, and no planted fault has been seen to make one fail. Of a clause whose demands were
    read: no check that passed and was seen to fail stands for any of them."""
    PARTLY = "partly"
    """Of a clause: checks that passed and were seen to fail stand for some of its demands, not for all."""
    VERIFIED = "verified"
    """A check of it ran, passed, and has been seen to fail on a planted fault. Of a clause whose demands were
    read: this is so of each demand."""
    OPEN = "open"
    """Of a clause: no rule cites it and no reason is given, or the reason says that it is not covered yet."""
    NOT_TESTABLE = "not testable"
    """Of a clause: no check can judge it, and the spec gives the reason."""


WORST_FIRST = tuple(Status)
"""The statuses of rules, the worst first: a clause has the first of those of its rules. Suspect, partly and
the last two are statuses of clauses alone."""
