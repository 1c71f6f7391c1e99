"""Actions of engines as actions of the model, and every action that could be meant in an observation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.spec.dmb.model import BoxEntry, Fusion
from rulehound.spec.dmb.protocol import WITHIN_EFFECTS
from rulehound.spec.dmb.reading.cards import ATTACKS, Cards, number_of, shown_card
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.language import record
from rulehound.spec.reading import Move

PLAIN = frozenset(
    {"full-mulligan", "keep-hand", "no-partner-evolution", "done-racking", "no-evolution", "no-support",
     "support-from-deck", "jam", "no-jam", "resolve-first", "resolve-second", "discard"}
)  # fmt: skip
"""Actions that take nothing which the model knows."""

WITH_CARD = frozenset(
    {"place", "partner-evolve", "rack", "play-evolve-card", "evolve", "evolve-by-box", "evolve-from-destiny",
     "evolve-from-destiny-by-box", "dna-evolve", "support-from-hand", "support-from-destiny"}
)  # fmt: skip
"""Actions with a card of the hand or the Destiny Zone."""

BY_BOX = frozenset({"evolve-by-box", "evolve-from-destiny-by-box"})

FROM_DESTINY = frozenset(
    {"partner-evolve", "evolve-from-destiny", "evolve-from-destiny-by-box", "support-from-destiny"}
)

OF_DECISION: Mapping[str, tuple[str, ...]] = {
    "hand": ("full-mulligan", "keep-hand"),
    "place": ("place",),
    "partner": ("partner-evolve", "no-partner-evolution"),
    "rack": ("rack", "done-racking"),
    "evolve": (
        "play-evolve-card", "evolve", "evolve-by-box", "evolve-from-destiny", "evolve-from-destiny-by-box",
        "dna-evolve", "no-evolution",
    ),
    "support": ("no-support", "support-from-hand", "support-from-deck", "support-from-destiny"),
    "jam": ("jam", "no-jam"),
    "priority": ("resolve-first", "resolve-second"),
    "discard": ("discard",),
}  # fmt: skip
"""Decision of one player to the actions that answer it."""


CHOICES: Mapping[str, tuple[str, ...]] = {
    "mulligan": ("mulligan",),
    "attack": ("choose-attack",),
    **OF_DECISION,
}
"""Every decision, which an engine may make by itself, to the actions of the model that answer it."""

FROM_HAND = (
    "place",
    "rack",
    "play-evolve-card",
    "evolve",
    "evolve-by-box",
    "dna-evolve",
    "support-from-hand",
)
"""Actions that take a card of the hand, of which the model knows only how many cards lie there."""

PLACED_LEVELS = frozenset({"R", "C", "U"})


def placeable(card: Card) -> bool:
    """Whether a card is a Digimon that can be placed from the hand."""
    return card.facts["kind"] == "digimon" and card.facts.get("level") in PLACED_LEVELS


def key_of(card: Mapping[str, Any]) -> str:
    """What an action calls a card: its id, or its number where it has none."""
    name: str = card.get("id") or card["card"]
    return name


def hand_and_destiny(observation: Observation, player: int) -> list[Mapping[str, Any]]:
    """The cards that a player can choose from, as far as they are shown."""
    seat = observation["players"][player]
    piles = (seat["hand"], seat["destiny"])
    return [card for pile in piles if not isinstance(pile, int) for card in pile]


def card_of(observation: Observation, key: str) -> Mapping[str, Any]:
    """The card that an action names. Raises KeyError where the player who decides has none such."""
    cards = hand_and_destiny(observation, decider(observation))
    found = next((card for card in cards if key_of(card) == key), None)
    if found is None:
        raise KeyError(f"{key} is no card of the hand or the Destiny Zone")
    return found


def decider(observation: Observation) -> int:
    """Who decides; the turn player where both may."""
    one: int | None = observation["decider"]
    return int(observation["turn"]) if one is None else one


def interpret(observation: Observation, action: Action, cards: Cards) -> Move | None:
    """An action in the model's words. Raises KeyError for one that names what the observation lacks."""
    name = action["action"]
    if name in PLAIN:
        return Move(name)
    if name == "mulligan":
        return Move(name, {"cards": len(action["cards"])}, action["player"])
    if name == "choose-attack":
        return Move(name, {"attack": int(ATTACKS[action["attack"]])}, action["player"])
    if name not in WITH_CARD:
        return None  # a choice within an effect
    chosen = card_of(observation, action["card"])
    parameters: dict[str, Any] = {"card": shown_card(chosen, cards)}
    if name in BY_BOX:
        parameters["entry"] = record(BoxEntry, box_entry(observation, chosen, cards))
    if name == "support-from-destiny":
        parameters["partner"] = shown_card(card_of(observation, action["partner"]), cards)
    if name == "dna-evolve":
        parameters["other"] = shown_card(card_of(observation, action["other"]), cards)
        parameters["fusion"] = record(Fusion, fusion_of(chosen, cards))
    return Move(name, parameters)


def box_entry(observation: Observation, chosen: Mapping[str, Any], cards: Cards) -> dict[str, int]:
    """The entry of an evolution box that names the active Digimon; one that names nobody where none does."""
    printed = cards[chosen["card"]]
    active = observation["players"][decider(observation)].get("active")
    top = cards[active["cards"][0]["card"]].name if active else ""
    named = number_of(top) if top in printed.facts.get("box", ()) else 0
    return {"card": number_of(printed.name), "named": named}


def fusion_of(chosen: Mapping[str, Any], cards: Cards) -> dict[str, int]:
    """The DNA requirement of a card; one that names nobody where it has none."""
    printed = cards[chosen["card"]]
    fusion = printed.facts.get("fusion") or {"left": "", "right": ""}
    sides = {side: number_of(fusion[side]) for side in ("left", "right")}
    return {"card": number_of(printed.name), **sides}


def candidates(observation: Observation) -> list[Action]:
    """Every action that could be meant here, legal or not; of both players where both may decide."""
    decision = observation["decision"]
    if decision is None or decision in WITHIN_EFFECTS:
        return []
    if decision == "attack":
        attacks = [(player, attack) for player in (0, 1) for attack in ATTACKS]
        return [{"action": "choose-attack", "player": player, "attack": attack} for player, attack in attacks]
    if decision == "mulligan":
        return [each for player in (0, 1) for each in mulligans(observation, player)]
    return [each for name in OF_DECISION[decision] for each in with_cards(observation, name)]


def mulligans(observation: Observation, player: int) -> list[Action]:
    """A mulligan of each number of cards of a hand that is shown, the first ones of it."""
    hand = observation["players"][player]["hand"]
    keys = [] if isinstance(hand, int) else [key_of(card) for card in hand]
    return [{"action": "mulligan", "player": player, "cards": keys[:most]} for most in range(len(keys) + 1)]


def with_cards(observation: Observation, name: str) -> list[Action]:
    """An action with each card that it could be meant with."""
    shown = hand_and_destiny(observation, decider(observation))
    if name == "dna-evolve":
        pairs = ((one, other) for one in shown for other in shown if one is not other)
        return [{"action": name, "card": key_of(one), "other": key_of(other)} for one, other in pairs]
    if name == "support-from-destiny":
        partners = [card for card in shown if card.get("partner")]
        pairs = ((one, other) for one in shown if one.get("destiny") for other in partners)
        return [{"action": name, "card": key_of(one), "partner": key_of(other)} for one, other in pairs]
    if name in WITH_CARD or name == "discard":
        return [
            {"action": name, "card": key_of(card)}
            for card in shown
            if bool(card.get("destiny")) == (name in FROM_DESTINY)
        ]
    return [{"action": name}]
