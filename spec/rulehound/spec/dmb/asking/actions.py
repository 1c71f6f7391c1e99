"""Actions as people say them, and the things that they name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.asking import Phrase, Thing
from rulehound.spec.dmb.asking.positions import BOTH, top_of_deck
from rulehound.spec.dmb.reading.actions import OF_DECISION, candidates, key_of
from rulehound.spec.dmb.reading.cards import ATTACKS, Cards
from rulehound.spec.formats import Action, Observation


def _either(says: str, action: str, rule: str, **means: Any) -> Phrase:
    """A way to say an action that either player may come to in a turn."""
    return Phrase(says, action, in_turn=None, out_of_turn=rule, means=means)


PHRASES = (
    *(
        _either(f"{verb} {attack}", "choose-attack", "strategy.order", attack=attack)
        for verb in ("choose", "attack with")
        for attack in ATTACKS
    ),
    _either("choose an attack", "choose-attack", "strategy.order"),
    _either("attack", "choose-attack", "strategy.order"),
    _either("support with nothing", "no-support", "support.order"),
    _either("support nothing", "no-support", "support.order"),
    _either("not support", "no-support", "support.order"),
    _either("support with {card} from the destiny zone", "support-from-destiny", "support.order"),
    _either("discard {partner} and support with {card}", "support-from-destiny", "support.order"),
    _either("support with the top card of my deck", "support-from-deck", "support.order"),
    _either("support with the top card of the deck", "support-from-deck", "support.order"),
    _either("support blindly", "support-from-deck", "support.order"),
    _either("support with {card}", "support-from-hand", "support.order"),
    _either("reveal jamming", "jam", "jamming.support"),
    _either("jam", "jam", "jamming.support"),
    _either("not jam", "no-jam", "jamming.support"),
    _either("resolve first", "resolve-first", "abilities.priority"),
    _either("resolve second", "resolve-second", "abilities.priority"),
    _either("mulligan", "mulligan", "setup.order"),
    _either("exchange cards of my opening hand", "mulligan", "setup.order"),
    Phrase("full mulligan", "full-mulligan"),
    Phrase("take a full mulligan", "full-mulligan"),
    Phrase("mulligan my hand", "full-mulligan"),
    Phrase("discard my hand", "full-mulligan"),
    Phrase("exchange my hand", "full-mulligan"),
    Phrase("keep my hand", "keep-hand"),
    Phrase("place {card}", "place"),
    Phrase("play {card} onto the active zone", "place"),
    Phrase("let the partner evolve into {card}", "partner-evolve"),
    Phrase("evolve the partner into {card}", "partner-evolve"),
    Phrase("evolve my partner into {card}", "partner-evolve"),
    Phrase("not evolve the partner", "no-partner-evolution"),
    Phrase("leave the partner as it is", "no-partner-evolution"),
    Phrase("put {card} into the dp zone", "rack"),
    Phrase("rack nothing more", "done-racking"),
    Phrase("rack nothing", "done-racking"),
    Phrase("rack {card}", "rack"),
    Phrase("play {card}", "play-evolve-card"),
    Phrase("evolve into {card} of the destiny zone by its evolution box", "evolve-from-destiny-by-box"),
    Phrase("evolve into {card} of the destiny zone by its box", "evolve-from-destiny-by-box"),
    Phrase("evolve into {card} of the destiny zone", "evolve-from-destiny"),
    Phrase("evolve into {card} by its evolution box", "evolve-by-box"),
    Phrase("evolve into {card} by its box", "evolve-by-box"),
    Phrase("evolve into {card} by dna with {other}", "dna-evolve"),
    Phrase("evolve into {card}", "evolve"),
    Phrase("evolve", "evolve"),
    Phrase("not evolve", "no-evolution"),
    Phrase("discard {card}", "discard"),
)
"""Actions as people say them, and the engine's name of each; the longer ones first."""

VALUES: Mapping[str, str] = {}
"""No action has an argument that is said by other words than names."""

AREAS = {"hand": "hand", "destiny": "Destiny Zone", "trash": "trash", "dp_cards": "DP Zone"}
"""Piles in which cards can be named, in words."""


def deciders(observation: Observation) -> Collection[int]:
    """Who decides: of the two who choose secretly, those who have not done so."""
    if observation["decision"] in BOTH:
        done = "has_chosen" if observation["decision"] == "attack" else "mulliganed"
        return [player for player, seat in enumerate(observation["players"]) if not seat.get(done)]
    return () if observation["decider"] is None else (observation["decider"],)


def things(observation: Observation, cards: Cards) -> list[Thing]:
    """Every card that can be seen, and each Digimon by its top card."""
    return list(_things(observation, cards))


def _things(observation: Observation, cards: Cards) -> Iterator[Thing]:
    for player, seat in enumerate(observation["players"]):
        active = seat.get("active")
        for card in active["cards"][:1] if active else ():
            yield Thing((key_of(card),), _name(card, cards), card["card"], player, "active zone")
        for pile, words in AREAS.items():
            there = seat.get(pile, 0)
            for card in () if isinstance(there, int) else there:
                yield Thing((key_of(card),), _name(card, cards), card["card"], player, words)


def _name(card: Mapping[str, Any], cards: Cards) -> str:
    number: str = card["card"]
    return (cards[number].name or number) if number in cards else number


def thinkable(observation: Observation, cards: Cards) -> list[Action]:  # noqa: ARG001  # every game is asked so
    """Every action that a player could mean at any decision, legal or not."""
    decisions = (*BOTH, *OF_DECISION)
    return [action for decision in decisions for action in candidates({**observation, "decision": decision})]


TURNED_OVER = {"turn-over-mine": 0, "turn-over-theirs": 1}
"""Action of the model that turns a support from the deck over, to whose it is: 0 the turn player's."""


def turned_over(
    observation: Observation, action: str, earlier: int, cards: Cards
) -> Sequence[tuple[Any, ...]] | None:
    """The card that an action of the model turns over, where the position tells the deck that it comes from.

    A support that lies there face down already has left the deck, and nobody knows it.
    """
    if action not in TURNED_OVER or earlier:
        return None
    player = observation["turn"] ^ TURNED_OVER[action]
    there = observation["players"][player].get("support")
    top = top_of_deck(observation, player, cards) if there is None else None
    return None if top is None else [top]
