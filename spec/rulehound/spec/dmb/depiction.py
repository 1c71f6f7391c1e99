"""How observations, actions and states of Digimon Battles are put before people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dmb import board_picture, event_words
from rulehound.spec.dmb.digimon_picture import ATTACKS
from rulehound.spec.dmb.reading.actions import decider, hand_and_destiny, key_of
from rulehound.spec.dmb.reading.cards import Cards, called
from rulehound.spec.dmb.reading.states import count
from rulehound.spec.effect_words import effect_words
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import Depiction, Picture
from rulehound.spec.seats import seated

WORDS = {
    "mulligan": "player {player} exchanges {cards} of the opening hand",
    "full-mulligan": "discard the hand and draw as many",
    "keep-hand": "keep the hand",
    "place": "place {card}",
    "partner-evolve": "the Partner evolves into {card}",
    "no-partner-evolution": "the Partner does not evolve",
    "rack": "put {card} into the DP Zone",
    "done-racking": "put nothing more into the DP Zone",
    "play-evolve-card": "play the Evolve card {card}",
    "evolve": "evolve into {card}",
    "evolve-by-box": "evolve into {card} by its evolution box",
    "evolve-from-destiny": "evolve into {card} of the Destiny Zone",
    "evolve-from-destiny-by-box": "evolve into {card} of the Destiny Zone by its evolution box",
    "dna-evolve": "evolve into {card} by DNA with {other}",
    "no-evolution": "do not evolve",
    "choose-attack": "player {player} chooses {attack}",
    "no-support": "no support",
    "support-from-hand": "support with {card}",
    "support-from-deck": "support with the top card of the deck",
    "support-from-destiny": "discard {partner} and support with {card}",
    "jam": "reveal Cross with Jamming",
    "no-jam": "reveal nothing",
    "resolve-first": "resolve abilities first",
    "resolve-second": "resolve abilities second",
    "discard": "discard {card}",
    "use-effect": "use effect {effect} of {card}",
    "other-first": "let the other player's effects come first",
    "no-effect": "use no more effects",
    "choose": "choose {card}",
    "choose-none": "choose no card",
    "put-on-top": "put {card} on top of the deck",
    "put-under": "put {card} under the deck",
}
"""Action to how it is said; `player` is counted from 1."""


def in_play(observation: Observation) -> Iterator[Mapping[str, Any]]:
    """The cards that can be chosen, those of active zones and beside them, and supports, where shown."""
    piles: list[Any] = [observation.get("choices", 0)]
    for seat in observation["players"]:
        active, support = seat.get("active") or {}, seat.get("support") or {}
        piles += [active.get("cards", 0), active.get("attachments", 0)]
        piles += [[support["card"]]] if support.get("card") else []
    for pile in piles:
        yield from () if isinstance(pile, int) else pile


def name_of(key: str, observation: Observation, cards: Cards) -> str:
    """The name of a card that an action names; the key itself where it cannot be seen."""
    cards_shown = [*in_play(observation), *hand_and_destiny(observation, decider(observation))]
    shown = {key_of(card): card["card"] for card in cards_shown}
    number = shown.get(key, key)
    return cards[number].name if number in cards else number


def describe(observation: Observation, action: Action, cards: Cards) -> str:
    """An action in words."""
    said: dict[str, Any] = {
        key: name_of(value, observation, cards) if isinstance(value, str) else value
        for key, value in action.items()
        if key != "action"
    }
    if "player" in said:
        said["player"] = int(action["player"]) + 1
    if "cards" in said:
        said["cards"] = len(action["cards"])
    try:
        return WORDS[action["action"]].format(**said)
    except KeyError:
        return f"{action['action']}, which the game does not have"


def draw_seat(seat: Mapping[str, Any], cards: Cards) -> list[str]:
    """One player's zones as lines."""
    piles = ("hand", "deck", "trash", "destiny")
    counted = ", ".join(f"{name} {count(seat.get(name, 0))}" for name in piles)
    lines = [f"{counted}, DP {seat.get('dp', 0)}, KO points {seat.get('ko_points', 0)}"]
    active = seat.get("active")
    if active is None:
        return [*lines, "no Digimon"]
    names = [cards[card["card"]].name if card["card"] in cards else card["card"] for card in active["cards"]]
    state = ", abnormal" if active.get("abnormal") else ""
    return [*lines, f"{' on '.join(names)}: HP {active['hp']}{state}"]


def draw(observation: Observation, cards: Cards) -> str:
    """The board as text, player 2 above."""
    lines = []
    for player in (1, 0):
        turn = " (turn)" if observation["turn"] == player else ""
        seat = observation["players"][player]
        choice = seat.get("shown") or ("a hidden attack" if seat.get("has_chosen") else "")
        lines.append(f"player {player + 1}{turn}{': ' if choice else ''}{choice}")
        lines += [f"  {line}" for line in draw_seat(seat, cards)]
    return "\n".join(lines)


def printed(card: Card) -> Iterator[str]:
    """What is printed on a card, a line each: its facts, its attacks, then what its effects say."""
    facts = card.facts
    told = [
        str(facts.get("kind", "")),
        f"level {facts['level']}" if facts.get("level") else "",
        ", ".join(facts.get("types") or ()),
        f"{facts['hp']} HP" if facts.get("hp") is not None else "",
        f"cost {facts['cost']}" if facts.get("cost") is not None else "",
        f"{facts['dp']} DP" if facts.get("dp") is not None else "",
        "can support" if facts.get("support") else "",
    ]
    yield " · ".join(part for part in told if part)
    attacks = [name for name in ATTACKS if facts.get(name) is not None]
    if attacks:
        yield ", ".join(f"{name.capitalize()} {facts[name]}{_special(name, facts)}" for name in attacks)
    others = {name: value for name, value in facts.items() if name not in PLAIN and value}
    yield from (
        f"{name.replace('_', ' ')}: {'yes' if value is True else _listed(value)}"
        for name, value in others.items()
    )
    yield from (effect_words(effect) for effect in facts.get("effects") or ())


PLAIN = frozenset(
    {
        "kind",
        "level",
        "types",
        "hp",
        "cost",
        "dp",
        "support",
        "special",
        "abilities",
        "against",
        "effects",
        *ATTACKS,
    }
)
"""Facts of a card that its first lines and its effects tell."""


def _special(attack: str, facts: Mapping[str, Any]) -> str:
    """What an attack has beside its Power, in brackets."""
    if facts.get("special") != attack:
        return ""
    against = [f"of {str(facts['against']).capitalize()}"] if facts.get("against") else []
    words = [*map(str, facts.get("abilities") or ()), *against]
    return f" ({', '.join(words)})" if words else ""


def _listed(value: Any) -> str:
    if value is True:
        return "yes"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class DmbDepiction(Depiction):
    """Words and drawings of the game."""

    def describe(self, observation: Observation, action: Action, cards: Cards) -> str:
        return describe(observation, action, cards)

    def board(self, observation: Observation, cards: Cards) -> str:
        return draw(observation, cards)

    def picture(self, observation: Observation, cards: Cards) -> Picture:
        return board_picture.picture(observation, cards)

    def changed_picture(self, before: Observation, after: Observation, cards: Cards) -> Picture:
        return board_picture.picture(after, cards, before)

    def printed(self, card: Card) -> Sequence[str]:
        return list(printed(card))

    def seated(self, text: str) -> str:
        return seated(text)

    def happened(self, before: Observation, after: Observation, cards: Cards) -> Sequence[str]:
        return event_words.happened(before, after, cards)

    def waiting(self, observation: Observation, cards: Cards) -> Sequence[str]:
        return list(event_words.waiting(observation, cards))

    def name(self, record: Mapping[str, Any]) -> str:
        return called(record)
