"""The influence of cards whose text is not modelled, and of effects that an engine does not report.

Such cards may do something while they are on the field, and where they are seen to come or go within a step.
Their effects may last for some turns after they have left. Only the rules can make any other change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from sys import maxsize
from typing import Any

from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.reading.cards import Cards, facts_told
from rulehound.spec.dcg.reading.states import UNSEEN, UNTOLD, field_of
from rulehound.spec.dcg.texts import Reach, reach_of_effects
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import Influence, Move

TEXT = "text"
"""Fact of a card that does something which the model does not know: what its text may change (`texts.Reach`).
"""

EVENTS = "events"
"""Mark among `untold`: the engine does not report what the effects of cards do."""

CHOSEN = ("decoy", "armor-purge")
"""Keywords whose use is seen in events alone. They change what is on the field."""

LASTS = 2
"""Turns for which an effect may last after the turn in which its card was last seen."""

FOREVER = maxsize

Met = Mapping[str, int]
"""Number of a card that may have done something, to the last turn in which it was where it could."""


def unmodelled(
    observation: Observation, cards: Cards, before: Observation | None = None, action: Action | None = None
) -> dict[str, int]:
    """The numbers of cards that may do something in a completed observation, each with the turn.

    With the observation before and the action between, cards count as well that came and went within the
    step.
    """
    unreported = EVENTS in observation.get(UNTOLD, ())
    if not unreported and TEXT not in facts_told(cards):
        return {}
    there = {*_field(observation), *_seen(observation, "revealed")}
    if _blind(observation):
        there |= set(cards)
    if before is not None:
        there |= passed_through(before, observation, cards)
    if before is not None and action is not None:
        there.add(_number(before, str(action.get("card"))))
    there |= {number for number, card in cards.items() if "anywhere" in card.facts.get(TEXT, ())}
    turn = FOREVER if "first_turn" in observation.get(UNTOLD, ()) else int(observation["turn_number"])
    return {
        number: turn
        for number in sorted(there)
        if number in cards and reach_of_card(cards[number], unreported)
    }


def reach_of_card(card: Card, unreported: bool) -> list[Reach]:
    """What a card may change by text that is not modelled, or by effects that an engine does not report."""
    facts: Mapping[str, Any] = card.facts
    reached: list[Reach] = list(facts.get(TEXT) or ())
    if unreported:
        reached += reach_of_effects(facts.get("effects") or ())
        reached += ["field"] if any(facts.get(keyword) for keyword in CHOSEN) else []
    return reached


def _field(observation: Observation) -> set[str]:
    return {
        card["card"]
        for player in observation["players"]
        for entry in field_of(player)
        for card in entry["cards"]
    }


def _seen(observation: Observation, *piles: str) -> Counter[str]:
    """The cards that can be seen in these piles of both players."""
    return Counter(
        card["card"] for player in observation["players"] for pile in piles for card in player.get(pile) or ()
    )


def _blind(observation: Observation) -> bool:
    """Whether some cards on the field are shown as a count alone."""
    return any(
        entry.get(UNSEEN) or not all(card.get("card") for card in entry["cards"])
        for player in observation["players"]
        for entry in field_of(player)
    )


def _counted(observation: Observation, pile: str) -> int:
    """How many cards of a pile are shown as a count alone."""
    return sum(int(player.get(UNSEEN, {}).get(pile, 0)) for player in observation["players"])


def _security(observation: Observation) -> list[int]:
    return [player["security"] for player in observation["players"]]


def passed_through(before: Observation, after: Observation, cards: Cards) -> set[str]:
    """The numbers of the cards that came to the trash within a step, and of the security cards that it turned
    over.

    All cards of the game count where an observation does not show them.
    """
    piles = ["trash", "revealed"]
    turned = any(now < then for then, now in zip(_security(before), _security(after), strict=True))
    piles += ["hand"] if turned else []
    if any(_counted(after, pile) > (0 if pile == "hand" else _counted(before, pile)) for pile in piles):
        return set(cards)
    return set(_seen(after, *piles) - _seen(before, *piles))


FIELD_ASIDE = frozenset(
    {
        "memory", "second_players_turn", "first_turn", "me.cards", "opponent.cards", "me.hand",
        "opponent.hand", "me.deck", "opponent.deck",
    }
)  # fmt: skip
"""Places of the model that a text which speaks of the field alone does not change."""

IN_HAND = frozenset({"me.hand", "opponent.hand", "me.deck", "opponent.deck"})

RULES = tuple(dict.fromkeys(guard.rule for action in model.actions.values() for guard in action.guards))
TURN = frozenset({"turn.main-phase", "turn.decider"})
"""Rules on who decides when. No card changes them."""
SPOKEN_OF: Mapping[Reach, str] = {"memory": "memory.affordable", "kinds": "attack.digimon"}
"""What a text may change, to a rule that only cards with such a text can change."""

ROUNDABOUT = (Move("effect-end-attack"), Move("skip"))
"""Moves by which a turn goes on after a card has changed something on the field that a player would have
decided on.
"""
COUNTER = (Move("effect-gain-memory", {"amount": 1}), Move("effect-lose-memory", {"amount": 1}))


def swayed(
    last_shown: Met, before: Observation, action: Action, after: Observation | None, cards: Cards
) -> Influence | None:
    """The influence that cards whose text is not modelled may have had on a step; None where they had none.

    `before` and `after` are completed observations; `after` is None where the action is only offered, and the
    influence is on whether it is legal. `last_shown` gives each card number that was shown in this game with
    the last turn in which it was. The card of the action counts as well, as its own text may make it cheaper
    than its printed cost.
    """
    unreported = any(EVENTS in one.get(UNTOLD, ()) for one in (before, after) if one is not None)
    turn = int(before["turn_number"])
    there = {number for number, since in last_shown.items() if since + LASTS >= turn}
    there |= {_number(before, str(action.get("card")))}
    reached = {one for number in there if number in cards for one in reach_of_card(cards[number], unreported)}
    if not reached:
        return None
    if "anything" in reached or (after is not None and int(after["turn_number"]) > turn + 1):
        return Influence(tuple(model.paths), (), RULES)
    certain = TURN | {rule for what, rule in SPOKEN_OF.items() if what not in reached}
    aside = FIELD_ASIDE - IN_HAND if "cards" in reached else FIELD_ASIDE
    return Influence(
        tuple(path for path in model.paths if path not in aside),
        (*ROUNDABOUT, *(COUNTER if "memory" in reached else ())),
        tuple(rule for rule in RULES if rule not in certain),
    )


def _number(observation: Observation, identity: str) -> str:
    """The number of a card by its id, which may be the number itself."""
    player = observation["players"][observation["turn"]]
    held = [*(player.get("hand") or ()), *(card for entry in field_of(player) for card in entry["cards"])]
    return next((str(card["card"]) for card in held if card["id"] == identity), identity)
