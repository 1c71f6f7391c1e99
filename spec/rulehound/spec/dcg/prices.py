"""Every cost of the game over a bounded domain, by the model's own arithmetic, to be compared with engines.

What has been settled besides the printed cost (a DigiXros, say) is part of procedures that engines offer in
ways of their own; here stand the costs of single actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.model.costs import payable, to_pay
from rulehound.spec.formats import Action, Ruleset
from rulehound.spec.game import Priced, Quoted
from rulehound.spec.language import Interpreter, Number
from rulehound.spec.language.nodes import constant

RULES = {
    "play": ("play.cost", "memory.affordable"),
    "digivolve": ("digivolve.cost", "memory.affordable"),
    "digivolve-in-breeding": ("digivolve.cost", "memory.affordable"),
}
"""What is paid for, to the rules of its cost."""

BASE = {"kind": "digimon", "level": 3, "colors": ["red"], "dp": 2000}
"""What digivolves."""

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
    for name, card, action, areas in _actions():
        for counter in counters:
            me = {"hand": [card(cost) for cost in costs], "deck": 3, "security": 2, **areas}
            found.append(
                Priced(
                    name,
                    domain,
                    {"phase": "main", "memory": counter, "me": me, "opponent": {"deck": 3, "security": 2}},
                    [
                        Quoted({**action, "card": f"me.hand[{cost}]"}, *_price(arithmetic, counter, cost))
                        for cost in costs
                    ],
                )
            )
    return found


def _actions() -> Iterator[tuple[str, Callable[[int], Card], Action, dict[str, Any]]]:
    """Name, a card that costs so much, the action but for the card, and what lies there."""
    yield "play", _played, {"action": "play"}, {}
    digivolve = {"action": "digivolve", "requirement": 0}
    battle, breeding = {"battle": [{"cards": [BASE]}]}, {"breeding": {"cards": [BASE]}}
    yield "digivolve", _digivolved, {**digivolve, "onto": "me.battle[0]"}, battle
    yield "digivolve-in-breeding", _digivolved, {**digivolve, "onto": "me.breeding"}, breeding


def _played(cost: int) -> Card:
    return {**BASE, "play_cost": cost, "copy": f"plays for {cost}"}


def _digivolved(cost: int) -> Card:
    requirement = {"color": "red", "level": 3, "cost": cost}
    return {**BASE, "level": 4, "digivolve": [requirement], "copy": f"digivolves for {cost}"}


def _price(arithmetic: Interpreter, counter: int, printed: int) -> tuple[int, bool]:
    """What is paid, and whether it can be, as the model computes it."""
    paid = next(cost for cost in range(printed + 1) if arithmetic.holds((to_pay(printed) == cost).node, ()))
    return paid, arithmetic.holds(payable(Number(constant(counter)), printed).node, ())
