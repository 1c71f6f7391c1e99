"""A DCG board as text, and actions in a player's words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import UNTOLD, cards_of, count, field_of
from rulehound.spec.effect_words import effect_words
from rulehound.spec.formats import Action, Card, Observation


def name_of(cards: Cards, number: str) -> str:
    """A card's name, or its number where it has none."""
    card = cards.get(number)
    return card.name if card and card.name else number


def card_text(observation: Observation, identity: str, cards: Cards) -> str:
    """The words of a player for the card or stack with this id."""
    for player in observation["players"]:
        for entry in field_of(player):
            if entry["id"] == identity:
                return name_of(cards, entry["cards"][0]["card"])
        below = [card for entry in field_of(player) for card in entry["cards"]]
        for card in (*player["hand"], *player["trash"], *player.get("revealed", ()), *below):
            if card["id"] == identity:
                return name_of(cards, card["card"])
    for effect in observation.get("pending") or ():
        if effect.get("id") == identity:
            return effect_text(effect, cards)
    return identity


def effect_text(effect: Mapping[str, Any], cards: Cards) -> str:
    """A waiting effect by its timing, where that is shown, and its card."""
    timing = str(effect.get("timing") or "").replace("-", " ")
    return f"the {timing} effect of {name_of(cards, effect['card'])}".replace("the  ", "the ")


def describe(observation: Observation, action: Action, cards: Cards) -> str:
    """An action in words, e.g. "play Ashling (cost 3)"."""

    def in_words(key: str) -> str:
        identity = action[key]
        return "the player" if identity == "player" else card_text(observation, identity, cards)

    def printed(key: str) -> Mapping[str, Any]:
        number = next(
            (c["card"] for p in observation["players"] for c in p["hand"] if c["id"] == action[key]), ""
        )
        return cards[number].facts if number in cards else {}

    match action.get("action") or f"effect-{action['effect']}":
        case "play":
            return f"play {in_words('card')} (cost {printed('card').get('play_cost', '?')})"
        case "digivolve":
            requirements = printed("card").get("digivolve", [])
            number = action.get("requirement", 0)
            cost = requirements[number]["cost"] if number < len(requirements) else "?"
            return f"digivolve {in_words('onto')} into {in_words('card')} (cost {cost})"
        case "attack":
            return f"attack {in_words('target') or 'somebody'} with {in_words('attacker')}"
        case "block":
            return f"block with {in_words('blocker')}"
        case "use":
            return f"use {in_words('card')} (cost {printed('card').get('play_cost', '?')})"
        case "activate":
            return f"activate an effect of {in_words('card')}"
        case "dna-digivolve":
            return f"DNA digivolve {in_words('left')} and {in_words('right')} into {in_words('card')}"
        case "place":
            return f"place {in_words('card')}"
        case "suspend-for":
            return f"suspend {in_words('digimon')} for it"
        case "resolve":
            return f"activate {in_words('effect')}"
        case "target":
            return f"choose {in_words('id')}"
        case "effect-memory":
            verb = "gains" if action["amount"] > 0 else "loses"
            return f"an effect: player {action['player'] + 1} {verb} {abs(action['amount'])} memory"
        case "effect-dp":
            return f"an effect: {in_words('target')} gets {action['amount']:+d} DP this turn"
        case "effect-delete":
            return f"an effect: {in_words('target')} is deleted"
        case other:
            return other.replace("-", " ")


def draw(observation: Observation, cards: Cards) -> str:
    """The board, the turn player below."""
    turn = observation["turn"]
    lines = []
    for player in (1 - turn, turn):
        seat = observation["players"][player]
        piles = "  ".join(f"{word} {pile_size(observation, player, pile)}" for word, pile in PILE_WORDS)
        lines.append(f"player {player + 1}{' (turn)' if player == turn else ''}: {piles}")
        battle = "  ".join(_stack(entry, cards) for entry in seat["battle"]) or "-"
        lines.append(f"  battle area: {battle}")
        lines.append(f"  breeding area: {_stack(seat['breeding'], cards) if seat['breeding'] else '-'}")
    memory = observation["memory"]
    side = "the turn player's side" if memory >= 0 else "the other side"
    memory_text = UNKNOWN if "memory" in observation.get(UNTOLD, ()) else f"{abs(memory)} on {side}"
    lines.insert(3, f"--- memory {memory_text}; {decision_text(observation)} ---")
    return "\n".join(lines)


def _stack(entry: Mapping[str, Any], cards: Cards) -> str:
    top = name_of(cards, entry["cards"][0]["card"])
    level = f" Lv.{entry['level']}" if entry["level"] else ""
    dp = f" {strength(entry)} DP" if strength(entry) else ""
    under = f" +{cards_of(entry) - 1}" if cards_of(entry) > 1 else ""
    return f"[{top}{level}{dp}{under}{' suspended' if entry['suspended'] else ''}]"


PILE_WORDS = (
    ("hand", "hand"),
    ("deck", "deck"),
    ("security", "security"),
    ("Digi-Eggs", "egg_deck"),
    ("trash", "trash"),
)
"""A player's word for a pile, and its name in observations."""

UNKNOWN = "?"


def pile_size(observation: Observation, player: int, pile: str) -> str:
    """How many cards lie in a pile, as text; UNKNOWN where the observation does not show it."""
    side = "me" if player == observation["turn"] else "opponent"
    if f"{side}.{pile}" in observation.get(UNTOLD, ()):
        return UNKNOWN
    there = observation["players"][player][pile]
    return str(there if isinstance(there, int) else count(observation["players"][player], pile))


def strength(entry: Mapping[str, Any]) -> str:
    """The DP of a stack as text; UNKNOWN where the observation does not show it, "" where it has none."""
    if "dp" in entry.get(UNTOLD, ()):
        return UNKNOWN
    return "" if entry["dp"] is None else str(entry["dp"])


def decision_text(observation: Observation) -> str:
    """The decision that is open, or else the phase, in words."""
    return str(observation["decision"] or observation.get("phase") or "nothing to decide")


def printed(card: Card) -> Iterator[str]:
    """What is printed on a card, a line each: its facts, then what its effects say."""
    facts = card.facts
    told = [
        str(facts.get("kind", "")),
        f"Lv.{facts['level']}" if facts.get("level") else "",
        f"{facts['dp']} DP" if facts.get("dp") is not None else "",
        f"cost {facts['play_cost']}" if facts.get("play_cost") is not None else "",
        ", ".join(facts.get("colors", ())),
    ]
    yield " · ".join(part for part in told if part)
    plain = ("kind", "level", "dp", "play_cost", "colors", "effects", "digivolve", "name")
    others = {name: value for name, value in facts.items() if name not in plain and value}
    yield from (
        f"{name.replace('_', ' ')}: {json.dumps(value) if value is not True else 'yes'}"
        for name, value in others.items()
    )
    for effect in facts.get("effects", ()):
        yield effect_words(effect)
