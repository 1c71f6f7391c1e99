"""Observations as states of the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from rulehound.spec.dmb.model import Active, Attack, Stage, Winner, model
from rulehound.spec.dmb.protocol import WITHIN_EFFECTS
from rulehound.spec.dmb.reading.cards import ATTACKS, Cards, shown_card, types_of
from rulehound.spec.formats import Observation
from rulehound.spec.language import State, record

PLACES = {path: place for place, path in enumerate(model.paths)}
"""Where in a state of the model each field stands."""

STAGES = {
    "mulligan": Stage.MULLIGANS,
    "hand": Stage.MULLIGAN,
    "place": Stage.PLACE,
    "partner": Stage.PARTNER,
    "rack": Stage.RACK,
    "evolve": Stage.EVOLVE,
    "attack": Stage.CHOICE,
    "support": Stage.SUPPORT_MINE,
    "jam": Stage.JAM,
    "priority": Stage.ABILITIES,
    "discard": Stage.DISCARD,
}
"""Decision to the stage at which the turn player makes it."""

STAGES_OF_EFFECTS = {
    "prep": Stage.PREP,
    "evolution": Stage.EVOLUTION,
    "evolve": Stage.EVOLVE,
    "bonus": Stage.BONUS,
    "support": Stage.SUPPORT,
    "resolve-first": Stage.RESOLVE_MINE,
    "resolve-second": Stage.RESOLVE_THEIRS,
    "battle": Stage.BATTLE,
    "abilities": Stage.ABILITIES,
    "second-strike": Stage.SECOND_STRIKE,
    "knock-out": Stage.KNOCK_OUT,
    "end": Stage.END,
}
"""Where in the turn effects are carried out, to the stage of the model."""

OF_THE_OTHER = {Stage.SUPPORT_MINE: Stage.SUPPORT_THEIRS, Stage.JAM: Stage.JAM_THEIRS}
"""The stages at which the other player makes the same decision."""

PARTS = ("me", "opponent")

UNSHOWN = ("forced", *(f"{part}.{name}" for part in PARTS for name in ("power", "abilities")))
"""Places of the model that no observation has: what is reckoned with between two decisions."""

NOTHING = {path: model.from_dict({})[PLACES[path]] for path in UNSHOWN}
"""These places with nothing in them."""


def count(pile: Any) -> int:
    """How many cards lie in a pile of an observation, which is a list of them or their number."""
    return pile if isinstance(pile, int) else len(pile)


def seats(observation: Observation) -> Sequence[Mapping[str, Any]]:
    """The players' zones, those of the turn player first."""
    one, other = observation["players"]
    return (one, other) if observation["turn"] == 0 else (other, one)


def brought(observation: Observation) -> Sequence[int]:
    """How many cards each player has brought, by the zones that the observation shows."""
    return tuple(map(in_zones, observation["players"]))


def in_zones(seat: Mapping[str, Any]) -> int:
    """How many cards of a player an observation shows."""
    piles = ("hand", "deck", "trash", "destiny", "dp_cards", "deleted", "destiny_deleted")
    active = seat.get("active")
    on_zone = len(active["cards"]) + count(active.get("attachments", 0)) if active else 0
    return sum(count(seat.get(pile, 0)) for pile in piles) + on_zone + (seat.get("support") is not None)


def of_destiny(seat: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]) -> int:
    """How many cards a player has brought in the Destiny Zone; `cards` are those of the active Digimon."""
    support = (seat.get("support") or {}).get("card") or {}
    there = sum(bool(card.get("destiny")) for card in (*cards, support))
    return there + count(seat["destiny"]) + int(seat.get("destiny_deleted", 0))


def stage_of(observation: Observation) -> Stage:
    """The stage of the game; where nobody decides, it is over or a turn begins."""
    if observation.get("winner") is not None:
        return Stage.OVER
    if observation["decision"] in WITHIN_EFFECTS:
        return STAGES_OF_EFFECTS[observation["stage"]]
    stage = STAGES.get(observation["decision"] or "", Stage.PREP)
    of_other = observation["decider"] not in (None, observation["turn"])
    return OF_THE_OTHER.get(stage, stage) if of_other else stage


def winner_of(observation: Observation) -> Winner:
    """Who has won, seen from the turn player."""
    winner = observation.get("winner")
    if winner is None:
        return Winner.NOBODY
    if winner == "both":
        return Winner.BOTH
    return Winner.TURN_PLAYER if winner == observation["turn"] else Winner.OTHER_PLAYER


def project(observation: Observation, cards: Cards, brought: Sequence[int]) -> State:
    """The model state that an observation shows; a choice that it hides is Circle."""
    turn: int = observation["turn"]
    values: dict[str, Any] = {
        "stage": int(stage_of(observation)),
        "winner": int(winner_of(observation)),
        "second_players_turn": turn == 1,
        "mine_last": observation.get("last_first_attack") == turn,
        "ignored": observation.get("ignored", ()),
    }
    for name in ("low_hand", "racked", "evolve_cards", "evolutions", "from_destiny", "discount", "unopposed"):
        values[name] = observation.get(name, 0)
    for part, seat, player in zip(PARTS, seats(observation), (turn, 1 - turn), strict=True):
        values.update({f"{part}.{name}": value for name, value in zones(seat).items()})
        values[f"{part}.cards"] = brought[player]
    whole = {
        f"{part}.{name}": value
        for part, seat in zip(PARTS, seats(observation), strict=True)
        for name, value in records(seat, cards).items()
    }
    return replaced(model.from_dict(values), whole)


def records(seat: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
    """One player's active Digimon and support, as concrete values of the model."""
    active, support = seat.get("active"), seat.get("support") or {}
    values: dict[str, Any] = {"active": (active_of(active, cards),)} if active else {}
    if support.get("card"):
        values["support"] = shown_card(support["card"], cards)
    return values


def zones(seat: Mapping[str, Any]) -> dict[str, Any]:
    """One player's fields of the model, but for records and the cards brought."""
    active, support = seat.get("active"), seat.get("support")
    shown = ATTACKS.get(seat.get("shown") or "", Attack.NONE)
    values: dict[str, Any] = {
        name: count(seat.get(name, 0))
        for name in ("deck", "hand", "trash", "deleted", "destiny", "destiny_deleted", "dp_cards")
    }
    for name in ("dp", "mulliganed", "first_attacks", "no_first_attack", "ko_points"):
        values[name] = seat.get(name, 0)
    values["brought_destiny"] = of_destiny(seat, active["cards"] if active else ())
    values["chosen"] = int(choices_of(seat)[0])
    values["shown"] = int(shown)
    values["granted"] = seat.get("granted", ())
    if support is not None:
        values["face_down"] = support["card"] is None
        values["voided"] = bool(support.get("void"))
    return values


def active_of(active: Mapping[str, Any], cards: Cards) -> tuple[Any, ...]:
    """An active Digimon of the model for one that an observation shows."""
    top, *under = (shown_card(card, cards) for card in active["cards"])
    kept = ("hp", "abnormal", "boost", "bonus", "lost", "revival", "worth_one")
    element = record(
        Active,
        {
            **{name: active.get(name, 0) for name in kept},
            "gained": types_of(active.get("gained_types", ()), cards),
            "partners": sum(bool(card.get("partner")) for card in active["cards"]),
            "destined": sum(bool(card.get("destiny")) for card in active["cards"]),
            "attachments": count(active.get("attachments", 0)),
        },
    )
    return (top, tuple(under), *element[2:])


def choices_of(seat: Mapping[str, Any]) -> Sequence[Attack]:
    """The attacks that a player may have chosen, as far as the observation tells."""
    told = seat.get("shown") or seat.get("choice")
    if told:
        return (ATTACKS[told],)
    return tuple(ATTACKS.values()) if seat.get("has_chosen") else (Attack.NONE,)


def estimates(state: State, observation: Observation) -> Sequence[State]:
    """The states that an observation can stand for: a hidden choice may be any."""
    options = [choices_of(seat) for seat in seats(observation)]
    return [
        replaced(state, {f"{part}.chosen": int(attack) for part, attack in zip(PARTS, choice, strict=True)})
        for choice in product(*options)
    ]


def visible(state: State) -> State:
    """A state without what no observation has, and of a choice that is not shown, only that it was made."""
    hidden = {
        f"{part}.chosen": int(Attack.CIRCLE)
        for part in PARTS
        if state[PLACES[f"{part}.chosen"]] and not state[PLACES[f"{part}.shown"]]
    }
    return replaced(state, {**NOTHING, **hidden})


def replaced(state: State, values: Mapping[str, Any]) -> State:
    """A state with other values at some paths."""
    changed = list(state)
    for path, value in values.items():
        changed[PLACES[path]] = value
    return tuple(changed)
