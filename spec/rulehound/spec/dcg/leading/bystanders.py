"""Made-up cards that fill decks, and that are played for nothing but their cost, and what is left of them.

Whatever is played leaves something beyond the position, and may bring up effects: a Tamer stays in the battle
area, a Digimon with 0 DP is deleted, an Option goes to the trash and needs a colour. So there are three
kinds, and of these one is taken that the effects of the position's cards ask nothing of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulehound.spec.formats import Card, Ruleset

FILLERS = 13
"""How many different cards fill decks, that nobody can pay for."""

GIVEN_AWAY = 4
"""How many different ones cost nothing."""

PREFIX = "RL-"
"""How the numbers of all of them begin."""


@dataclass(frozen=True)
class Bystanders:
    """The cards that an engine is led by."""

    fillers: tuple[Card, ...]
    spent: tuple[Card, ...]
    """Those that are played or used for their cost, of every cost that can be paid."""

    given_away: tuple[Card, ...] = ()
    """Those that cost nothing, where hands have to be emptied."""

    @property
    def played(self) -> tuple[Card, ...]:
        """Those that are played or used on the way."""
        return (*self.given_away, *self.spent)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them."""
        return (*self.played, *self.fillers)

    @property
    def stay(self) -> bool:
        """Whether they stay in the battle area."""
        return bool(self.spent[0].facts["kind"] == "tamer")


def kinds(values: Ruleset, colors: Sequence[str]) -> Iterator[Bystanders]:
    """The three kinds; Options have these colours, one each."""
    most = int(values["memory.max"])
    fillers = tuple(_card(f"{cost}", cost, "tamer") for cost in range(2 * most + 1, 2 * most + 1 + FILLERS))
    costs = range(1, most + 1)
    yield Bystanders(fillers, tuple(_card(f"{cost:02}", cost, "tamer") for cost in costs))
    used = tuple(_card(f"{color[:2]}{cost:02}", cost, "option", color) for color in colors for cost in costs)
    if used:
        yield Bystanders(fillers, used)
    yield Bystanders(fillers, tuple(_card(f"D{cost:02}", cost, "digimon", level=3, dp=0) for cost in costs))


def emptying(company: Bystanders) -> Bystanders:
    """The same with cards that cost nothing, so that hands can be emptied."""
    kind = company.spent[0].facts["kind"]
    return replace(company, given_away=tuple(_card(f"00{one}", 0, kind) for one in range(GIVEN_AWAY)))


def _card(number: str, cost: int, kind: str, color: str = "white", **more: Any) -> Card:
    facts = {"kind": kind, "play_cost": cost, "colors": [color], **more}
    return Card(f"{PREFIX}{number}", f"Bystander {number}", facts)


def is_bystander(card: Card) -> bool:
    """Whether it is one of these, and no card of the position."""
    return card.number.startswith(PREFIX)


def may_be(which: Mapping[str, Any], card: Card) -> bool:
    """Whether what an effect speaks of may be this bystander, by what it says about what the thing is."""
    facts = card.facts
    return (
        not any(which.get(name) for name in NEVER)
        and (not which.get("kind") or facts["kind"] in which["kind"])
        and (not which.get("colors") or bool({*which["colors"]} & {*facts["colors"]}))
        and which.get("name", "") in ("", card.name)
        and which.get("name_has", "") in card.name
        and which.get("level") in (None, facts.get("level"))
        and all(_within(which, facts, field, fact) for field, fact in BOUNDED)
    )


NEVER = ("trait", "keyword", "token", "suspended", "under_at_least", "number")
"""What no bystander has or is."""

BOUNDED = (("level", "level"), ("dp", "dp"), ("cost", "play_cost"))
"""Begin of the names of two bounds, and the fact that they bound."""


def _within(which: Mapping[str, Any], facts: Mapping[str, Any], field: str, fact: str) -> bool:
    least, most = which.get(f"{field}_at_least"), which.get(f"{field}_at_most")
    if least is None and most is None:
        return True
    has = facts.get(fact)
    return has is not None and (least is None or has >= least) and (most is None or has <= most)
