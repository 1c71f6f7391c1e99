"""What a Digimon or Tamer amounts to at this moment: printed facts, and all that effects make of them."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects.language import Color, Forbidden, Keyword
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, facts_of

FIELDS: Mapping[Keyword, str] = {
    "blocker": "blocker",
    "piercing": "piercing",
    "jamming": "jamming",
    "reboot": "reboot",
    "retaliation": "retaliation",
    "rush": "rush",
    "armor-purge": "armor_purge",
    "blitz": "blitz",
    "delay": "delay",
    "decoy": "decoy",
    "digisorption": "digisorption",
    "security-attack": "security_attack",
}
"""Keyword to the fact of a card that says whether it is printed there."""


def dp_of(state: State, stack: Stack) -> int | None:
    """Present DP of a stack; None where its top card has none."""
    printed = facts_of(state, stack).dp
    if printed is None:
        return None
    return max(
        printed + sum(one.gives.dp for one in stack.lasting if isinstance(one.gives.dp, int)), 0
    )  # rule: dp.floor, dp.modify


def checks_of(state: State, stack: Stack) -> int:
    """How many security cards an attack of this Digimon may check."""
    allowed = state.match.rules.attack_checks + facts_of(state, stack).security_attack  # rule: security.count
    return max(allowed, 0)


def has(state: State, stack: Stack, keyword: Keyword) -> bool:
    """Whether a stack has a keyword now."""
    return bool(getattr(facts_of(state, stack), FIELDS[keyword]))


def decoys_of(state: State, stack: Stack) -> tuple[Color, ...]:
    """The colours that the Decoy of a Digimon protects; none where it has no Decoy."""
    return facts_of(state, stack).decoy


def cannot(state: State, stack: Stack, what: Forbidden) -> bool:
    """Whether an effect forbids this to a stack, or protects it from that."""
    return False
