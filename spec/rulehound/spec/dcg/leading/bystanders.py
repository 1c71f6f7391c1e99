"""Made-up cards that fill decks, and that are played only for their cost, on the path to a position.

A card that is played leaves something beyond the position, and may set off effects: a Tamer stays in the
battle area, a Digimon with 0 DP is deleted, an Option goes to the trash and needs a colour. So there are
three kinds, and one is chosen that no effect of the position's cards asks about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulehound.spec.formats import Card, Ruleset

FILLERS = 13
"""How many different cards fill decks. Nobody can pay for them."""

GIVEN_AWAY = 4
"""How many different cards cost nothing."""

PREFIX = "RL-"
"""Beginning of the numbers of all these cards."""


@dataclass(frozen=True)
class Bystanders:
    """The made-up cards of one kind."""

    fillers: tuple[Card, ...]
    spent: tuple[Card, ...]
    """Cards that are played or used for their cost, one for every cost that can be paid."""

    given_away: tuple[Card, ...] = ()
    """Cards that cost nothing, where hands have to be emptied."""

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards that may be played or used on the path."""
        return (*self.given_away, *self.spent)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them."""
        return (*self.played, *self.fillers)

    @property
    def stay(self) -> bool:
        """Whether cards of this kind stay in the battle area."""
        return bool(self.spent[0].facts["kind"] == "tamer")


def kinds(values: Ruleset, colors: Sequence[str]) -> Iterator[Bystanders]:
    """The three kinds of bystanders; Options have one of these colours each."""
    most = int(values["memory.max"])
    fillers = tuple(_card(f"{cost}", cost, "tamer") for cost in range(2 * most + 1, 2 * most + 1 + FILLERS))
    costs = range(1, most + 1)
    yield Bystanders(fillers, tuple(_card(f"{cost:02}", cost, "tamer") for cost in costs))
    used = tuple(_card(f"{color[:2]}{cost:02}", cost, "option", color) for color in colors for cost in costs)
    if used:
        yield Bystanders(fillers, used)
    yield Bystanders(fillers, tuple(_card(f"D{cost:02}", cost, "digimon", level=3, dp=0) for cost in costs))


def emptying(company: Bystanders) -> Bystanders:
    """These bystanders with others that cost nothing, by which hands can be emptied."""
    kind = company.spent[0].facts["kind"]
    return replace(company, given_away=tuple(_card(f"00{one}", 0, kind) for one in range(GIVEN_AWAY)))


def _card(number: str, cost: int, kind: str, color: str = "white", **more: Any) -> Card:
    facts = {"kind": kind, "play_cost": cost, "colors": [color], **more}
    return Card(f"{PREFIX}{number}", f"Bystander {number}", facts)


def is_bystander(card: Card) -> bool:
    """Whether a card is a bystander, not a card of the position."""
    return card.number.startswith(PREFIX)


def may_be(which: Mapping[str, Any], card: Card) -> bool:
    """Whether a selector of an effect, which says what a thing must be, may select this bystander."""
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
"""Conditions of a selector that no bystander meets."""

BOUNDED = (("level", "level"), ("dp", "dp"), ("cost", "play_cost"))
"""Beginning of the names of two bounds of a selector, and the fact that they bound."""


def _within(which: Mapping[str, Any], facts: Mapping[str, Any], field: str, fact: str) -> bool:
    least, most = which.get(f"{field}_at_least"), which.get(f"{field}_at_most")
    if least is None and most is None:
        return True
    has = facts.get(fact)
    return has is not None and (least is None or has >= least) and (most is None or has <= most)
