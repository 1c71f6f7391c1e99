"""Decisions that an engine need not ask for while they have one possible answer, and cards that show more
answers.

A card that a player held during the whole step shows that the player had a choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.model import Stack
from rulehound.spec.dcg.reading.actions import CHOICES
from rulehound.spec.dcg.reading.candidate_actions import listed
from rulehound.spec.dcg.reading.cards import Cards, dna_requirement, model_card, requirement
from rulehound.spec.dcg.reading.inherited import inherited
from rulehound.spec.dcg.reading.states import ALWAYS_CHECKED, UNTOLD, field_of, top_card
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import Move, like

UNASKED: Mapping[str, Sequence[str]] = {
    **CHOICES,
    "main": ("pass", "attack-player", "attack-digimon", "attack", "delay", "digi-burst"),
}
"""Decisions that an engine need not ask for while they have one possible answer, to the actions of the model
that answer them. Actions of the main phase that need a card of the hand are left to `held`.
"""

HELD = ("play", "use-option", "digivolve", "digivolve-in-breeding", "dna-digivolve")
PLACED = ("digixros-from-hand", "assemble")
"""Actions that take a card from an area of which the model knows only how many cards lie there."""


def held(before: Observation, after: Observation, cards: Cards) -> Mapping[Any, Sequence[Move]]:
    """The moves that players could try with cards that lay in their hand or trash both before and after a
    step.

    The observations are completed. The keys say whether it is the second player's turn.
    """
    moves = {}
    for player, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        second = player != after.get("first", 0)
        hand, trash = (_kept(old[pile], new[pile], cards) for pile in ("hand", "trash"))
        there = [top_card(entry, cards) for one in (old, new) for entry in field_of(one)]
        tops = list({top.number: top for top in there}.values())
        moves[second] = [
            *(Move("digixros-from-hand", {"card": model_card(card)}) for card in hand),
            *(Move("assemble", {"card": model_card(card)}) for card in trash),
            *(move for card in hand for move in _uses(card, tops)),
        ]
    return moves


def _kept(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]], cards: Cards) -> list[Card]:
    """The different cards that lie in a pile both before and after."""
    later = {card["card"] for card in new}
    numbers = dict.fromkeys(card["card"] for card in old if card["card"] in later)
    return [cards[number] for number in numbers if number in cards]


def _uses(card: Card, tops: Sequence[Card]) -> Iterator[Move]:
    """The moves of the main phase that a card of the hand allows, given the top cards on the field."""
    modelled = model_card(card)
    if card.facts.get("play_cost") is not None:  # else nothing can be paid for it
        yield Move("play", {"card": modelled})
        yield Move("use-option", {"card": modelled})
    for number in range(len(listed(card, "digivolve"))):
        for top in tops:
            onto = like(Stack, top=model_card(top))
            asked = requirement(card, number, top)
            yield Move("digivolve", {"card": modelled, "way": asked, "onto": onto})
            yield Move("digivolve-in-breeding", {"card": modelled, "way": asked, "onto": onto})
    for number in range(len(listed(card, "dna"))):
        yield Move("dna-digivolve", {"card": modelled, "way": dna_requirement(card, number)})


def rounds(before: Observation, after: Observation) -> int:
    """How many turns have begun between two completed observations; MANY where that is not shown."""
    first_turns_known = not any("first_turn" in one.get(UNTOLD, ()) for one in (before, after))
    return after["turn_number"] - before["turn_number"] if first_turns_known else MANY


MANY = 2
"""Turns, where it is not told how many."""

PHASES = ("breeding", "main")
"""The phases of a position in which a player decides first."""

IDLE: Sequence[Mapping[str, Any]] = tuple({"phase": phase} for phase in PHASES)
"""Positions in which nobody has anything: there is nothing to do but to go on."""


def may_come_up(decision: str, before: Observation, action: Action, after: Observation) -> bool:
    """Whether a decision may have been made in a step, by an engine that asks nobody for it.

    Hands are exchanged before the first turn alone, a breeding phase needs a new turn or is under way, and
    nobody blocks without an attack: one that is seen before or after the step or is begun by it, or one that
    an effect may have begun.
    """
    if decision == "redraw":
        return before.get("turn_number") in (None, 0) or before.get("decision") == decision
    if decision == "breeding":
        one, other = (
            (each.get("turn"), each.get("turn_number"), each.get("winner") is None)
            for each in (before, after)
        )
        return one != other or before.get("decision") in (decision, None)
    if decision == "block":
        attacks = action.get("action") == "attack" or before.get("attack") or after.get("attack")
        return bool(attacks) or before.get("decision") not in ("main", "breeding")
    return True


_REST = ("token", "dp_change", "lasting")
"""What a position may say of something in play that `standing` does not reckon with."""


def standing(position: Mapping[str, Any], cards: Cards) -> Observation | None:
    """The observation of a position before anybody acts, as an engine shows it that asks for every decision.

    None where the position begins in a phase without a decision, or holds tokens, changed DP or what lasts.
    """
    phase, turn = position.get("phase", "main"), position.get("turn", 0)
    seats = [*position.get("players", ()), {}, {}][:2]
    placed = [entry for seat in seats for entry in (*seat.get("battle", ()), seat.get("breeding") or {})]
    if phase not in PHASES or any(entry.get(what) for entry in placed for what in _REST):
        return None
    return {
        "turn": turn,
        "turn_number": position.get("turn_number", 1),
        "memory": position.get("memory", 0),
        "decision": phase,
        "decider": turn,
        "winner": None,
        "ended_by": None,
        "attack": None,
        "events": [],
        "players": [_seat(seat, player, cards) for player, seat in enumerate(seats)],
    }


def _seat(stated: Mapping[str, Any], player: int, cards: Cards) -> dict[str, Any]:
    piles = {name: stated.get(name, 0) for name in ("deck", "security", "egg_deck")}
    breeding = stated.get("breeding")
    return {
        **{name: pile if isinstance(pile, int) else len(pile) for name, pile in piles.items()},
        **{name: _pile(stated.get(name, ()), f"{player}.{name}") for name in ("hand", "trash")},
        "revealed": [],
        "breeding": _stack(breeding, f"{player}.breeding", cards) if breeding else None,
        "battle": [
            _stack(entry, f"{player}.battle.{place}", cards)
            for place, entry in enumerate(stated.get("battle", ()))
        ],
    }


def _pile(numbers: Sequence[str], name: str) -> list[dict[str, str]]:
    return [{"id": f"{name}.{place}", "card": number} for place, number in enumerate(numbers)]


def _stack(stated: Mapping[str, Any], name: str, cards: Cards) -> dict[str, Any]:
    top = cards[stated["cards"][0]].facts
    _, more = inherited(cards[number] for number in stated["cards"][1:])
    dp = top.get("dp")
    return {
        "id": name,
        "cards": _pile(stated["cards"], name),
        "suspended": stated.get("suspended", False),
        "played_this_turn": stated.get("played_this_turn", False),
        "keywords": list(stated.get("keywords", ())),
        "checks": ALWAYS_CHECKED + (top.get("security_attack") or 0) + more,
        "dp": None if dp is None else max(dp + stated.get("dp_change", 0), 0),
        "token": False,
    }
