"""Actions as people say them, and the things that they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.asking import Phrase, Thing
from rulehound.spec.dcg.protocol import DECISIONS
from rulehound.spec.dcg.reading.cards import Cards, model_card
from rulehound.spec.dcg.reading.complete import candidates
from rulehound.spec.formats import Action, Observation

PHRASES = (
    Phrase("attack {target} with {attacker}", "attack", others=("target",)),
    Phrase("attack with {attacker}", "attack"),
    Phrase("declare an attack with {attacker}", "attack"),
    Phrase("attack {target}", "attack", others=("target",)),
    Phrase("attack", "attack"),
    Phrase("{attacker} attack {target}", "attack", others=("target",)),
    Phrase("{attacker} attack", "attack"),
    Phrase("{blocker} block", "block", in_turn=False),
    Phrase("block with {blocker}", "block", in_turn=False),
    Phrase("block", "block", in_turn=False),
    Phrase("not block", "no-block", in_turn=False),
    Phrase("let the attack through", "no-block", in_turn=False),
    Phrase("play {card}", "play"),
    Phrase("use {card}", "use"),
    Phrase("dna digivolve {left} and {right} into {card}", "dna-digivolve"),
    Phrase("dna digivolve into {card}", "dna-digivolve"),
    Phrase("dna digivolve", "dna-digivolve"),
    Phrase("digivolve {onto} into {card}", "digivolve"),
    Phrase("digivolve {card} onto {onto}", "digivolve"),
    Phrase("digivolve into {card}", "digivolve"),
    Phrase("digivolve {onto}", "digivolve"),
    Phrase("digivolve", "digivolve"),
    Phrase("activate {card}", "activate"),
    Phrase("hatch", "hatch"),
    Phrase("hatch a digi-egg", "hatch"),
    Phrase("move out of the breeding area", "move"),
    Phrase("move out", "move"),
    Phrase("move", "move"),
    Phrase("skip the breeding phase", "skip"),
    Phrase("skip", "skip"),
    Phrase("pass the turn", "pass"),
    Phrase("pass", "pass"),
    Phrase("end my turn", "pass"),
    Phrase("redraw", "redraw"),
    Phrase("mulligan", "redraw"),
    Phrase("keep my hand", "keep"),
    Phrase("keep", "keep"),
)
"""Actions as people say them, and the engine's name of each; the longer ones first."""

VALUES = {
    words: "player"
    for whom in ("the player", "player", "the opponent", "my opponent", "the security stack", "security")
    for words in (whom, f"{whom} directly")
} | {"directly": "player", "the opponent's security stack": "player"}
"""Words for the target of an attack that is no Digimon."""

AREAS = {"battle": "battle area", "breeding": "breeding area", "hand": "hand", "trash": "trash"}
"""Areas in which things can be named, in words."""

NEVER = {action: {AREAS["breeding"]: "breeding.no-battle"} for action in ("attack", "block")}
"""Name of an action to the areas in which nothing does it or has it done to it, each with the rule."""


def things(observation: Observation, cards: Cards) -> list[Thing]:
    """Every card and stack that can be seen, by the name of its top card."""
    return list(_things(observation, cards))


def _things(observation: Observation, cards: Cards) -> Iterator[Thing]:
    for player, seat in enumerate(observation["players"]):
        for area, words in AREAS.items():
            for entry in [seat["breeding"]] if area == "breeding" else seat[area]:
                if entry is None:
                    continue
                top = entry["cards"][0] if "cards" in entry else entry
                if name := _name(top, cards) or entry.get("name", ""):
                    ids = dict.fromkeys([entry["id"], *([top["id"]] if "id" in top else [])])
                    yield Thing(tuple(ids), name, top.get("card", ""), player, words)


def _name(card: Mapping[str, Any], cards: Cards) -> str:
    number = card.get("card", "")
    return (cards[number].name or number) if number in cards else ""


def thinkable(observation: Observation, cards: Cards) -> list[Action]:
    """Every action that a player could mean at any decision that the rules ask for, legal or not."""
    there = (candidates({**observation, "decision": decision}, cards) for decision in DECISIONS[:4])
    return [action for actions in there for action in actions]


TURNED_OVER = {"check": ("security", 1), "hatch": ("egg_deck", 0)}
"""Action of the model that turns the top card of a pile over, to that pile and whose it is: 0 the turn
player's, 1 the other's."""


def turned_over(
    observation: Observation, action: str, earlier: int, cards: Cards
) -> Sequence[tuple[Any, ...]] | None:
    """The card that an action of the model turns over, where the position tells the whole pile.

    `earlier` counts the cards that were turned over from the pile before.
    """
    pile, whose = TURNED_OVER.get(action, ("", 0))
    player = observation["turn"] ^ whose
    hidden: Sequence[Mapping[str, Any]] = observation.get("hidden") or ({}, {})
    there = hidden[player].get(pile, ())
    if not there or len(there) != observation["players"][player][pile] or earlier >= len(there):
        return None
    number = there[earlier].get("card", "")
    return [model_card(cards[number])] if number in cards else None
