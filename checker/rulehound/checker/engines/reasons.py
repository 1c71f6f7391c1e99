"""The reasons of an engine's refusals. Only rules of the spec count as rules in them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from rulehound.checker.engines.misbehaviour import quoted
from rulehound.spec.documents.store import rule_ids
from rulehound.spec.formats import Reason
from rulehound.spec.game import find_game


def known_rules(reasons: Sequence[Reason], game: str) -> tuple[Reason, ...]:
    """The reasons, with each rule that the spec does not have moved into the text."""
    if not any(reason.rule for reason in reasons):
        return tuple(reasons)
    rules = rules_of(game)
    return tuple(
        reason if rules is None or reason.rule in rules or not reason.rule else _without_rule(reason)
        for reason in reasons
    )


@cache
def rules_of(game: str) -> Collection[str] | None:
    """The ids of all rules of a game; None for a game that is not installed."""
    try:
        named_game = find_game(game)
    except KeyError:
        return None
    return rule_ids(named_game.directory)


def _without_rule(reason: Reason) -> Reason:
    text = f"{reason.text or reason.reason} (by {quoted(reason.rule)}, which is no rule of the spec)"
    return Reason(reason.reason, text=text)
