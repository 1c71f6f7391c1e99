"""Every action that the player who decides could mean, legal or not, and every effect that could resolve.

Left out are actions that an observation does not show enough of: an effect that a card has under a condition,
an attack whose target is chosen later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.materials import listing
from rulehound.spec.dcg.reading.states import field_of
from rulehound.spec.formats import Action, Card, Observation

PLAYER = "player"
"""The target of an attack on the player."""


class Seats(NamedTuple):
    """A completed observation from the side of the turn player, with the cards of the game."""

    observation: Observation
    cards: Cards
    me: Mapping[str, Any]
    other: Mapping[str, Any]


def candidates(observation: Observation, cards: Cards) -> list[Action]:
    """Every action that the player who decides could mean, legal or not, from a completed observation."""
    thinkable = THINKABLE.get(observation["decision"] or "")
    if thinkable is None:
        return []
    turn = observation["turn"]
    me, other = observation["players"][turn], observation["players"][1 - turn]
    return list(thinkable(Seats(observation, cards, me, other)))


def alone(*names: str) -> Callable[[Seats], Iterator[Action]]:
    """A function that gives actions of these names without arguments."""
    return lambda _: ({"action": name} for name in names)


def in_main_phase(seats: Seats) -> Iterator[Action]:
    """Every action of the main phase."""
    for held in seats.me["hand"]:
        card = seats.cards.get(held["card"])
        yield {"action": "play", "card": held["id"]}
        yield {"action": "use", "card": held["id"]}
        if card is not None:
            yield from digivolutions(seats, held["id"], card)
    yield from activations(seats)
    for attacker in seats.me["battle"]:
        yield from attacks(seats, attacker["id"])
    yield {"action": "pass"}


def digivolutions(seats: Seats, held: str, card: Card) -> Iterator[Action]:
    """Digivolving into a card of the hand: onto each stack on the field, or any two in the battle area."""
    for number in range(len(listed(card, "digivolve"))):
        for entry in field_of(seats.me):
            yield {"action": "digivolve", "card": held, "onto": entry["id"], "requirement": number}
    there = [entry["id"] for entry in seats.me["battle"]]
    for number in range(len(listed(card, "dna"))):
        for left, right in permutations(there, 2):
            chosen = {"left": left, "right": right, "requirement": number}
            yield {"action": "dna-digivolve", "card": held, **chosen}


def activations(seats: Seats) -> Iterator[Action]:
    """Activating each [Main] effect, which may be illegal, and each Delay that has no condition; nothing of
    several cards of one name, which have no ids."""
    names = Counter(card["id"] for entry in seats.me["battle"] for card in entry["cards"])
    for entry in seats.me["battle"]:
        for under, card_under in enumerate(entry["cards"]):
            if names[card_under["id"]] > 1:
                continue
            card = seats.cards.get(card_under["card"])
            for number, effect in enumerate(listed(card, "effects") if card else ()):
                inherited = bool(effect.get("inherited"))
                delay = entry["kind"] == "option"
                if effect.get("timing") != ("delay" if delay else "main") or inherited != bool(under):
                    continue
                if not delay or is_free(effect):
                    yield {"action": "activate", "card": card_under["id"], "effect": number}


CONDITIONS = ("if", "cost", "limit", "turn")
"""Keys of the effect language by which an effect depends on a condition."""


def is_free(effect: Mapping[str, Any]) -> bool:
    """Whether an effect can be activated at every moment of its timing: it has no condition."""
    return not any(effect.get(condition) for condition in CONDITIONS)


def attacks(seats: Seats, attacker: str) -> Iterator[Action]:
    """Attacks of one stack on the player and on every stack of the other side."""
    for target in (PLAYER, *(entry["id"] for entry in seats.other["battle"])):
        yield {"action": "attack", "attacker": attacker, "target": target}


def blocks(seats: Seats) -> Iterator[Action]:
    """Blocks by every stack of the other side, and no block."""
    for entry in seats.other["battle"]:
        yield {"action": "block", "blocker": entry["id"]}
    yield {"action": "no-block"}


def at_attack(seats: Seats) -> Iterator[Action]:
    """Attacks by Blitz, and no attack. Attacks that other effects allow are left out: only the effect tells
    which.
    """
    if seats.observation.get("attack"):
        return
    effect = seats.observation.get("effect") or {}
    if effect.get("keyword") == "blitz" and effect.get("stack"):
        yield from attacks(seats, effect["stack"])
    yield {"action": "decline"}


def placements(seats: Seats) -> Iterator[Action]:
    """Placing each card at hand for each entry of the list of the card that is played, or no more."""
    card_played = card_shown(seats)
    piles = ("trash",) if card_played and card_played.facts.get("assembly") else ("hand", "battle")
    for place in range(len(listing(card_played).cards) if card_played else 0):
        for entry in (entry for pile in piles for entry in seats.me[pile] if not entry.get("token")):
            yield {"action": "place", "card": entry["id"], "place": place}
    yield {"action": "done"}


def card_shown(seats: Seats) -> Card | None:
    """The card that is being played, used or digivolved into; None where the observation does not name it."""
    identity = (seats.observation.get("showing") or {}).get("card")
    there = [*seats.me["hand"], *seats.me["trash"], *(seats.me.get("revealed") or ())]
    number = next((entry["card"] for entry in there if entry["id"] == identity), identity)
    return seats.cards.get(number) if number else None


def suspensions(seats: Seats) -> Iterator[Action]:
    """Suspending each stack of the player for Digisorption, and none."""
    for entry in seats.me["battle"]:
        yield {"action": "suspend-for", "digimon": entry["id"]}
    yield {"action": "done"}


def effects_first(seats: Seats) -> Iterator[Action]:
    """Activating each effect that waits, and none."""
    yield from pending(seats)
    yield {"action": "decline"}


def pending(seats: Seats) -> Iterator[Action]:
    """Activating each effect that waits, of either player."""
    for effect in seats.observation.get("pending") or ():
        if "id" in effect:
            yield {"action": "resolve", "effect": effect["id"]}


def targets(seats: Seats) -> Iterator[Action]:
    """Choosing each stack or card that can be seen, or each candidate of the choice, and choosing no more."""
    there = [
        entry["id"]
        for seat in (seats.me, seats.other)
        for entry in (*field_of(seat), *seat["hand"], *seat["trash"], *(seat.get("revealed") or ()))
    ]
    choice = seats.observation.get("choice") or {}
    for identity in dict.fromkeys([*there, *choice.get("candidates", ())]):
        yield {"action": "target", "id": identity}
    yield {"action": "done"}


def requirements(seats: Seats) -> Iterator[Action]:
    """Choosing each requirement by its number, up to the longest list that a card of the game has."""
    most = max((len(listed(card, "digivolve")) for card in seats.cards.values()), default=0)
    return ({"action": "requirement", "requirement": number} for number in range(most))


def listed(card: Card, fact: str) -> Sequence[Any]:
    """The list that a card has under a fact; empty where it is not known."""
    values: Any = card.facts.get(fact)
    return values or ()


THINKABLE: Mapping[str, Callable[[Seats], Iterator[Action]]] = {
    "redraw": alone("redraw", "keep"),
    "breeding": alone("hatch", "move", "skip"),
    "main": in_main_phase,
    "block": blocks,
    "order": pending,
    "would": effects_first,
    "activate": alone("accept", "decline"),
    "target": targets,
    "attack": at_attack,
    "requirement": requirements,
    "materials": placements,
    "digisorption": suspensions,
}
"""Name of a decision, to the functions that give every answer that could be meant."""


HAVE_DP = ("digimon", "digi-egg")
"""Kinds of what may have DP."""


def effects(observation: Observation) -> list[Action]:
    """Effects that some card could have in this observation: on memory, on DP, and deletion.

    None where the game is over, none on what lies in the breeding area, none on the DP of what has none.
    """
    if observation["decision"] != "main" or observation.get("winner") is not None:
        return []
    actions: list[Action] = [
        {"effect": "memory", "player": player, "amount": amount} for player in (0, 1) for amount in (1, 3, -2)
    ]
    for player in observation["players"]:
        for entry in player["battle"]:
            if entry["dp"] is not None and entry["kind"] in HAVE_DP:
                actions += [
                    {"effect": "dp", "target": entry["id"], "amount": amount}
                    for amount in (2000, -3000, -20000)
                ]
            if entry["kind"] in HAVE_DP:
                actions.append({"effect": "delete", "target": entry["id"]})
    return actions
