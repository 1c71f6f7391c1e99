"""The influence of cards whose text is not modelled, and of effects that an engine does not report.

Such cards may do something while they are on the field, and where they are seen to come or go within a step.
Each text of a card works at a place of its own: the inherited one while the card lies under another, the one
of its security effect when it is checked, its own while it lies on top. Effects may last for some turns after
their card has left. Only the rules can make any other change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from sys import maxsize
from typing import Any

from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.reading.cards import Cards, facts_told
from rulehound.spec.dcg.reading.states import UNSEEN, UNTOLD, field_of
from rulehound.spec.dcg.texts import Reach, reach_of_effects
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import Influence, Move

TEXT, INHERITED_TEXT, SECURITY_TEXT = TEXTS = ("text", "inherited_text", "security_text")
"""Facts of a card that does something which the model does not know: what its own text, its inherited one and
the one of its security effect may change (`texts.Reach`).
"""

ON_TOP, CHECKED = (TEXT,), (TEXT, SECURITY_TEXT)
"""The texts that may work where a card lies on top or is used, and where it comes from a hand, a deck or a
security stack."""

EVENTS = "events"
"""Mark among `untold`: the engine does not report what the effects of cards do."""

CHOSEN = ("decoy", "armor-purge")
"""Keywords whose use is seen in events alone. They change what is on the field."""

LASTS = 2
"""Turns for which an effect may last after the turn in which its card was last seen."""

FOREVER = maxsize

Met = Mapping[str, int]
"""Text that may have done something, to the last turn in which its card was where it could. A card's own text
goes by its number, another one by the number and the name of the text (`key_of`).
"""


def key_of(number: str, text: str) -> str:
    """The key of one text of a card among those that may have done something."""
    return number if text == TEXT else f"{number} {text}"


def text_of(key: str) -> tuple[str, str]:
    """The number of the card and the name of the text that a key stands for."""
    number, _, text = key.rpartition(" ")
    return (number, text) if text in TEXTS else (key, TEXT)


def unmodelled(
    observation: Observation, cards: Cards, before: Observation | None = None, action: Action | None = None
) -> dict[str, int]:
    """The texts of cards that may do something in a completed observation, each with the turn.

    With the observation before and the action between, cards count as well that came and went within the
    step: with all their texts those that were on the field, with all but the inherited one the others.
    """
    unreported = EVENTS in observation.get(UNTOLD, ())
    if not unreported and facts_told(cards).isdisjoint(TEXTS):
        return {}
    there = {*_on_field(observation, cards, unreported), *_texts(_seen(observation, "revealed"), CHECKED)}
    if _blind(observation):
        there |= _texts(cards, TEXTS)
    if before is not None:
        passed = passed_through(before, observation, cards)
        there |= _texts(passed, CHECKED) | _texts(passed & _numbers_on_field(before).keys(), TEXTS)
    if before is not None and action is not None:
        there |= _texts([_number(before, str(action.get("card")))], ON_TOP)
    there |= {
        (number, text)
        for number, card in cards.items()
        for text in TEXTS
        if "anywhere" in card.facts.get(text, ())
    }
    turn = FOREVER if "first_turn" in observation.get(UNTOLD, ()) else int(observation["turn_number"])
    return {
        key_of(number, text): turn
        for number, text in sorted(there)
        if number in cards and reach_of_card(cards[number], text, unreported)
    }


def reach_of_card(card: Card, text: str, unreported: bool) -> list[Reach]:
    """What one text of a card may change that is not modelled, or whose effects an engine does not report."""
    facts: Mapping[str, Any] = card.facts
    reached: list[Reach] = list(facts.get(text) or ())
    if unreported:
        reached += reach_of_effects([one for one in facts.get("effects") or () if _belongs(one) == text])
        chosen = text == TEXT and any(facts.get(keyword) for keyword in CHOSEN)
        reached += ["field"] if chosen else []
    return reached


def _belongs(effect: Mapping[str, Any]) -> str:
    """The text of a card in which an effect of the effect language stands."""
    if effect.get("inherited"):
        return INHERITED_TEXT
    return SECURITY_TEXT if effect.get("timing") == "security" else TEXT


def _texts(numbers: Iterable[str], texts: Sequence[str]) -> set[tuple[str, str]]:
    return {(number, text) for number in numbers for text in texts}


def _on_field(observation: Observation, cards: Cards, unreported: bool) -> Iterator[tuple[str, str]]:
    """The texts that work on the field: of the top card its own, of those under it the inherited ones.

    A text that may change anything may be of a mechanic that works wherever in a stack its card lies.
    """
    for player in observation["players"]:
        for entry in field_of(player):
            for place, card in enumerate(entry["cards"]):
                number = card["card"]
                known = cards.get(number)
                if place == 0 or (known and "anything" in reach_of_card(known, TEXT, unreported)):
                    yield number, TEXT
                if place > 0:
                    yield number, INHERITED_TEXT


def _numbers_on_field(observation: Observation) -> Counter[str]:
    return Counter(
        card["card"]
        for player in observation["players"]
        for entry in field_of(player)
        for card in entry["cards"]
    )


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
    over, which may have come to the hand or to the field.

    All cards of the game count where an observation does not show them.
    """
    piles = ["trash", "revealed"]
    turned = any(now < then for then, now in zip(_security(before), _security(after), strict=True))
    piles += ["hand"] if turned else []
    placed = _numbers_on_field(after) - _numbers_on_field(before) if turned else Counter[str]()
    if any(_counted(after, pile) > (0 if pile == "hand" else _counted(before, pile)) for pile in piles):
        return set(cards)
    return set(placed + (_seen(after, *piles) - _seen(before, *piles)))


FIELD_ASIDE = frozenset(
    {
        "memory", "second_players_turn", "first_turn", "me.cards", "opponent.cards", "me.hand",
        "opponent.hand", "me.deck", "opponent.deck",
    }
)  # fmt: skip
"""Places of the model that a text which speaks of the field alone does not change."""

IN_HAND = frozenset({"me.hand", "opponent.hand", "me.deck", "opponent.deck"})

TURN = frozenset({"turn.main-phase", "turn.decider"})
"""Rules on who decides when. No card changes them."""
SPOKEN_OF: Mapping[str, Set[Reach]] = {
    "memory.affordable": {"memory"},
    "attack.digimon": {"kinds"},
    "breeding.hatch-empty": {"breeding"},
    "breeding.hatch-eggs": {"breeding"},
    "breeding.move-dp": {"breeding", "kinds"},
    "battle.level-2": {"breeding", "kinds"},
}
"""A rule, to what a text must be able to change if the card is to change the rule."""

ROUNDABOUT = (Move("effect-end-attack"), Move("skip"))
"""Moves by which a turn goes on after a card has changed something on the field that a player would have
decided on.
"""
COUNTER = (Move("effect-gain-memory", {"amount": 1}), Move("effect-lose-memory", {"amount": 1}))


@cache
def rules_of_guards() -> tuple[str, ...]:
    """The rules of all guards; the model is traced for that, which takes half a second."""
    return tuple(dict.fromkeys(guard.rule for action in model.actions.values() for guard in action.guards))


def swayed(
    last_shown: Met, before: Observation, action: Action, after: Observation | None, cards: Cards
) -> Influence | None:
    """The influence that cards whose text is not modelled may have had on a step; None where they had none.

    `before` and `after` are completed observations; `after` is None where the action is only offered, and the
    influence is on whether it is legal. `last_shown` gives each text that could do something in this game,
    with the last turn in which it could. The card of the action counts as well, as its own text may make it
    cheaper than its printed cost.
    """
    unreported = any(EVENTS in one.get(UNTOLD, ()) for one in (before, after) if one is not None)
    if not unreported and facts_told(cards).isdisjoint(TEXTS):
        return None
    turn = int(before["turn_number"])
    there = {text_of(key) for key, since in last_shown.items() if since + LASTS >= turn}
    there |= _texts([_number(before, str(action.get("card")))], ON_TOP)
    reached = {
        one
        for number, text in there
        if number in cards
        for one in reach_of_card(cards[number], text, unreported)
    }
    if not reached:
        return None
    if "anything" in reached or (after is not None and int(after["turn_number"]) > turn + 1):
        return Influence(tuple(model.paths), (), rules_of_guards())
    certain = TURN | {rule for rule, spoken_of in SPOKEN_OF.items() if spoken_of.isdisjoint(reached)}
    aside = FIELD_ASIDE - IN_HAND if "cards" in reached else FIELD_ASIDE
    return Influence(
        tuple(path for path in model.paths if path not in aside),
        (*ROUNDABOUT, *(COUNTER if "memory" in reached else ())),
        tuple(rule for rule in rules_of_guards() if rule not in certain),
    )


def _number(observation: Observation, identity: str) -> str:
    """The number of a card by its id, which may be the number itself."""
    player = observation["players"][observation["turn"]]
    held = [*(player.get("hand") or ()), *(card for entry in field_of(player) for card in entry["cards"])]
    return next((str(card["card"]) for card in held if card["id"] == identity), identity)
