"""Every cost of the game over a bounded domain, by the model's own arithmetic, to be compared with engines.

What has been settled besides the printed cost (a DigiXros, say) is part of procedures that engines offer in
ways of their own; here stand the costs of single actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.model.costs import payable, to_pay
from rulehound.spec.formats import Action, Ruleset
from rulehound.spec.game import Priced, Quoted
from rulehound.spec.language import Interpreter, Number
from rulehound.spec.language.nodes import constant

RULES = {
    "play": ("play.cost", "memory.affordable"),
    "play-for-less": ("play.cost", "card.costs", "memory.affordable"),
    "play-for-more": ("play.cost", "memory.affordable"),
    "digivolve": ("digivolve.cost", "memory.affordable"),
    "digivolve-by-the-second": ("digivolve.cost", "memory.affordable"),
    "digivolve-in-breeding": ("digivolve.cost", "memory.affordable"),
    "digivolve-for-less": ("digivolve.cost", "card.costs", "memory.affordable"),
    "digivolve-into-for-less": ("digivolve.cost", "card.costs", "memory.affordable"),
    "dna-digivolve": ("dna.cost", "memory.affordable"),
    "dna-digivolve-by-the-second": ("dna.cost", "memory.affordable"),
    "dna-digivolve-for-less": ("dna.cost", "card.costs", "memory.affordable"),
    "dna-digivolve-into-for-less": ("dna.cost", "card.costs", "memory.affordable"),
    "use-option": ("option.cost", "memory.affordable"),
    "use-option-for-less": ("option.cost", "card.costs", "memory.affordable"),
}
"""What is paid for, to the rules of its cost."""

BASE = {"kind": "digimon", "level": 3, "colors": ["red"], "dp": 2000}
"""What digivolves."""

LESS = 2
"""So much less it costs to digivolve what has an effect of its own on that, or what is lowered in a hand."""

MORE = 13
"""So much more it costs to play what is raised in a hand: more than a gauge, so that all may be too dear."""

FOR_LESS = {
    **BASE,
    "copy": "digivolves for less",
    "effects": [
        {
            "says": "it costs 2 less to digivolve this Digimon",
            "timing": "continuous",
            "target": {"role": "this"},
            "gives": {"digivolution_cost": -LESS},
        }
    ],
}


def _of_the_hand(added: int) -> dict[str, Any]:
    """A Tamer that changes the costs of all cards of the own hand."""
    return {
        "kind": "tamer",
        "colors": ["red"],
        "play_cost": 3,
        "copy": f"the hand costs {added} more",
        "effects": [
            {
                "says": f"cards of your hand cost {added} more",
                "timing": "continuous",
                "target": {"area": "hand", "count": "all"},
                "gives": {"play_cost": added, "digivolution_cost": added},
            }
        ],
    }


WITH_EFFECTS = ("card-effects",)

Card = dict[str, Any]


def prices(values: Ruleset) -> list[Priced]:
    """Printed costs from 0 to more than a whole gauge, from every place of the counter that a player acts at.

    Raises KeyError where the document says nothing of the gauge.
    """
    most = int(values["memory.max"])
    costs, counters = range(2 * most + 3), range(most + 1)
    domain = f"printed cost 0 to {costs[-1]}, counter 0 to {counters[-1]}"
    arithmetic = Interpreter(model, values)
    found = []
    for each in _actions():
        for counter in counters:
            me = {"hand": [each.card(cost) for cost in costs], "deck": 3, "security": 2, **each.areas}
            found.append(
                Priced(
                    each.name,
                    domain,
                    {"phase": "main", "memory": counter, "me": me, "opponent": {"deck": 3, "security": 2}},
                    [
                        Quoted(
                            {**each.action, "card": f"me.hand[{cost}]"},
                            *_price(arithmetic, counter, cost - each.less),
                        )
                        for cost in costs
                    ],
                    each.needs,
                )
            )
    return found


@dataclass(frozen=True)
class _Action:
    """An action that is paid for."""

    name: str
    card: Callable[[int], Card]
    """A card that costs so much, as printed."""
    action: Action
    """The action but for the card."""
    areas: Mapping[str, Any] = field(default_factory=dict)
    """What lies there besides."""
    less: int = 0
    """So much less it costs than is printed."""
    needs: Sequence[str] = ()
    """Capabilities that an engine needs to be given this."""


def _actions() -> Iterator[_Action]:
    digivolve = {"action": "digivolve", "requirement": 0}
    onto, into = {**digivolve, "onto": "me.battle[0]"}, {**digivolve, "onto": "me.breeding"}
    fuse = {"action": "dna-digivolve", "left": "me.battle[0]", "right": "me.battle[1]", "requirement": 0}
    base, cheap = {"cards": [BASE]}, {"cards": [FOR_LESS]}
    lower, raised = {"cards": [_of_the_hand(-LESS)]}, {"cards": [_of_the_hand(MORE)]}
    play, use = {"action": "play"}, {"action": "use"}
    yield _Action("play", _played, play)
    yield _Action("play-for-less", _played, play, {"battle": [lower]}, LESS, WITH_EFFECTS)
    yield _Action("play-for-more", _played, play, {"battle": [raised]}, -MORE, WITH_EFFECTS)
    yield _Action("digivolve", _digivolved, onto, {"battle": [base]})
    yield _Action("digivolve-by-the-second", _by_the_second, {**onto, "requirement": 1}, {"battle": [base]})
    yield _Action("digivolve-in-breeding", _digivolved, into, {"breeding": base})
    yield _Action("digivolve-for-less", _digivolved, onto, {"battle": [cheap]}, LESS, WITH_EFFECTS)
    yield _Action("digivolve-into-for-less", _digivolved, onto, {"battle": [base, lower]}, LESS, WITH_EFFECTS)
    pair = {"battle": [base, base]}
    yield _Action("dna-digivolve", _fused, fuse, pair, needs=WITH_EFFECTS)
    second = {**fuse, "requirement": 1}
    yield _Action("dna-digivolve-by-the-second", _fused_by_the_second, second, pair, needs=WITH_EFFECTS)
    yield _Action("dna-digivolve-for-less", _fused, fuse, {"battle": [base, cheap]}, LESS, WITH_EFFECTS)
    joined = {"battle": [base, base, lower]}
    yield _Action("dna-digivolve-into-for-less", _fused, fuse, joined, LESS, WITH_EFFECTS)
    yield _Action("use-option", _used, use, {"battle": [base]}, needs=WITH_EFFECTS)
    yield _Action("use-option-for-less", _used, use, {"battle": [base, lower]}, LESS, WITH_EFFECTS)


def _played(cost: int) -> Card:
    return {**BASE, "play_cost": cost, "copy": f"plays for {cost}"}


def _digivolved(cost: int) -> Card:
    requirement = {"color": "red", "level": 3, "cost": cost}
    return {**BASE, "level": 4, "digivolve": [requirement], "copy": f"digivolves for {cost}"}


def _by_the_second(cost: int) -> Card:
    """A card of two requirements: the first one is not met, and costs otherwise."""
    other = {"color": "blue", "level": 3, "cost": cost + 1}
    met = {"color": "red", "level": 3, "cost": cost}
    return {**BASE, "level": 4, "digivolve": [other, met], "copy": f"digivolves second for {cost}"}


def _fused_by_the_second(cost: int) -> Card:
    """The same of two requirements of DNA digivolution."""
    other, half = {"color": "blue", "level": 3}, {"color": "red", "level": 3}
    dna = [{"left": other, "right": other, "cost": cost + 1}, {"left": half, "right": half, "cost": cost}]
    return {**BASE, "level": 4, "dna": dna, "copy": f"joins second for {cost}"}


def _fused(cost: int) -> Card:
    half = {"color": "red", "level": 3}
    return {
        **BASE,
        "level": 4,
        "dna": [{"left": half, "right": half, "cost": cost}],
        "copy": f"joins for {cost}",
    }


def _used(cost: int) -> Card:
    gain = {"timing": "main", "steps": [{"do": "memory", "amount": 1}]}
    facts = {"kind": "option", "colors": ["red"], "play_cost": cost, "effects": [gain]}
    return {**facts, "copy": f"used for {cost}"}


def _price(arithmetic: Interpreter, counter: int, cost: int) -> tuple[int, bool]:
    """What is paid for a cost after all reductions, and whether it can be, as the model computes it."""
    possible = range(max(cost, 0) + 1)
    paid = next(one for one in possible if arithmetic.holds((to_pay(cost) == one).node, ()))
    return paid, arithmetic.holds(payable(Number(constant(counter)), cost).node, ())
