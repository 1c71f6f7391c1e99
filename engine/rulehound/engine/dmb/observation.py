"""A game as it is shown to others: the whole of it, what the players hide from each other included.

What nobody knows is not in it: the order of decks, and which card lies face down as support.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulehound.engine.dmb.effects.resolving import among
from rulehound.engine.dmb.state import Active, Player, State
from rulehound.engine.dmb.zones import dp_of
from rulehound.spec.formats import Observation


def observe(state: State) -> Observation:
    """The observation of a state, in plain JSON values that share nothing with it."""
    within = {"stage": state.stage} if state.decision in ("effect", "choose") else {}
    return {
        **within,
        "turn": state.turn,
        "turn_number": state.turn_number,
        "decider": state.decider,
        "decision": state.decision,
        "winner": state.winner,
        "low_hand": state.low_hand,
        "forced": state.forced,
        "racked": state.racked,
        "evolve_cards": state.evolve_cards,
        "evolutions": state.evolutions,
        "from_destiny": state.from_destiny,
        "ignored": list(state.ignored),
        "discount": state.discount,
        "last_first_attack": state.last_first_attack,
        "unopposed": state.unopposed,
        "events": [shown_event(state, event) for event in state.events],
        "choices": shown_cards(state, among(state)),
        "players": [shown_player(state, player) for player in state.players],
    }


def shown_event(state: State, event: dict[str, Any]) -> dict[str, Any]:
    """What an effect has done, with its card shown."""
    if event.get("card") is None:
        return dict(event)
    (card,) = shown_cards(state, [event["card"]])
    return {**event, "card": card}


def shown_player(state: State, player: Player) -> dict[str, Any]:
    """One player's zones, choice and points."""
    destined = state.match.destined
    return {
        "hand": shown_cards(state, player.hand),
        "deck": len(player.deck),
        "trash": shown_cards(state, player.trash),
        "destiny": shown_cards(state, player.destiny),
        "deleted": sum(card not in destined for card in player.deleted),
        "destiny_deleted": sum(card in destined for card in player.deleted),
        "dp_cards": shown_cards(state, player.dp_cards),
        "dp": dp_of(state, player),
        "active": None if player.active is None else shown_active(state, player.active),
        "support": shown_support(state, player),
        "mulliganed": player.mulliganed,
        "has_chosen": player.choice is not None,
        "choice": player.choice,
        "shown": player.choice if player.choice_shown else None,
        "granted": list(player.granted),
        "first_attacks": player.first_attacks,
        "no_first_attack": player.no_first_attack,
        "ko_points": player.ko_points,
    }


def shown_cards(state: State, cards: Iterable[str]) -> list[dict[str, Any]]:
    """Cards by instance id and number, with the part that they play in their deck."""
    match = state.match
    return [
        {
            "id": card,
            "card": match.numbers[card],
            "partner": card in match.partners,
            "destiny": card in match.destined,
        }
        for card in cards
    ]


def shown_active(state: State, digimon: Active) -> dict[str, Any]:
    """An active Digimon."""
    return {
        "cards": shown_cards(state, digimon.cards),
        "hp": digimon.hp,
        "abnormal": digimon.abnormal,
        "boost": digimon.boost,
        "bonus": digimon.bonus,
        "lost": digimon.lost,
        "gained_types": list(digimon.gained_types),
        "attachments": shown_cards(state, digimon.attachments),
        "revival": digimon.revival,
        "worth_one": digimon.worth_one,
    }


def shown_support(state: State, player: Player) -> dict[str, Any] | None:
    """The support of a player; one that lies face down without its card."""
    support = player.support
    if support is None:
        return None
    (card,) = shown_cards(state, [support.card])
    return {"card": None if support.face_down else card, "void": support.void}
