"""Observations as states of the model, actions as its actions, and what a hidden choice leaves open."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulehound.spec.dmb import protocol
from rulehound.spec.dmb.decks import pool
from rulehound.spec.dmb.model import BoxEntry, Fusion, model
from rulehound.spec.dmb.reading.cards import called, model_card, number_of, type_names
from rulehound.spec.dmb.reading.reader import DmbReader
from rulehound.spec.formats import Card
from rulehound.spec.language import record

CARDS = {card.number: card for card in pool()}
NUMBERS = {card.name: card.number for card in pool()}
READER = DmbReader()


def seat(**fields: Any) -> dict[str, Any]:
    return {"hand": 3, "deck": 20, "trash": 2, "destiny": 2, **fields}


def shown(name: str, **part: Any) -> dict[str, Any]:
    return {"card": NUMBERS[name], "id": name.lower(), **part}


def observed(decision: str | None = "evolve", decider: int | None = 0, **fields: Any) -> dict[str, Any]:
    rookie = {"cards": [shown("Cindling", partner=True)], "hp": 400, "gained_types": ["tide"]}
    mine = seat(hand=[shown("Ashback"), shown("Second Wind")], active=rookie, dp_cards=1, dp=20)
    theirs = seat(active={"cards": [shown("Wavehorn"), shown("Droplet")], "hp": 900, "attachments": 1})
    given = {"turn": 0, "decider": decider, "decision": decision, "players": [mine, theirs], **fields}
    msgspec.convert(given, protocol.Observation)
    return given


def state(observation: dict[str, Any]) -> dict[str, Any]:
    return model.as_dict(READER.view(observation, CARDS).state)


def test_zones_are_read_from_the_turn_players_side() -> None:
    values = state(observed())
    assert (values["stage"], values["me.hand"], values["me.dp"], values["me.cards"]) == ("evolve", 2, 20, 28)
    (mine,), (theirs,) = values["me.active"], values["opponent.active"]
    assert (mine["hp"], mine["partners"], mine["gained"]) == (400, 1, ["second"])
    assert ([called(card) for card in theirs["under"]], theirs["attachments"]) == (["Droplet"], 1)
    turned = state(observed(turn=1, decider=1))
    assert (turned["opponent.hand"], turned["second_players_turn"]) == (2, True)


def test_brought_cards_are_counted_once_each() -> None:
    assert READER.view(observed(), CARDS).brought == (28, 30)


@pytest.mark.parametrize(
    ("decision", "decider", "stage"),
    [
        ("support", 1, "support-theirs"),
        ("support", 0, "support-mine"),
        ("jam", 1, "jam-theirs"),
        ("attack", None, "choice"),
        ("mulligan", None, "mulligans"),
        ("discard", 0, "discard"),
    ],
)
def test_a_decision_is_a_stage(decision: str, decider: int | None, stage: str) -> None:
    assert state(observed(decision, decider))["stage"] == stage


@pytest.mark.parametrize(("winner", "expected"), [(0, "turn-player"), (1, "other-player"), ("both", "both")])
def test_a_game_that_is_over(winner: Any, expected: str) -> None:
    values = state(observed(None, None, winner=winner))
    assert (values["stage"], values["winner"]) == ("over", expected)


def choosing(mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    observation = observed("attack", None)
    for player, choice in zip(observation["players"], (mine, theirs), strict=True):
        player.update(choice)
    return observation


def test_a_hidden_choice_may_be_any_attack_and_looks_the_same() -> None:
    view = READER.view(choosing({"has_chosen": True}, {}), CARDS)
    chosen = {model.as_dict(one)["me.chosen"] for one in view.estimates}
    assert chosen == {"circle", "triangle", "cross"}
    assert {model.as_dict(one)["opponent.chosen"] for one in view.estimates} == {"none"}
    assert len({view.visible(one) for one in view.estimates}) == 1
    none = READER.view(choosing({}, {}), CARDS)
    assert none.visible(none.state) != view.visible(view.state)


def test_a_choice_that_is_known_is_one() -> None:
    view = READER.view(choosing({"has_chosen": True, "choice": "cross"}, {"has_chosen": True}), CARDS)
    assert len(view.estimates) == 3
    open_choice = {"has_chosen": True, "shown": "cross"}
    both = READER.view(choosing(open_choice, open_choice), CARDS)
    assert both.visible(both.state) == both.state == both.estimates[0]


def test_a_support_is_read_face_up_and_face_down() -> None:
    observation = observed()
    observation["players"][0]["support"] = {"card": None}
    observation["players"][1]["support"] = {"card": shown("Second Wind"), "void": True}
    values = state(observation)
    assert (values["me.face_down"], values["opponent.voided"]) == (True, True)
    assert called(values["opponent.support"]) == "Second Wind"


def test_secret_actions_name_their_player() -> None:
    move = READER.move(
        observed("attack", None), {"action": "choose-attack", "player": 1, "attack": "cross"}, CARDS
    )
    assert move is not None
    assert move.arguments == {"attack": 3, "player": 1}
    exchange = READER.move(observed(), {"action": "mulligan", "player": 0, "cards": ["a", "b"]}, CARDS)
    assert exchange is not None
    assert exchange.arguments == {"cards": 2, "player": 0}


def test_an_action_names_a_card_by_its_id() -> None:
    move = READER.move(observed(), {"action": "evolve-by-box", "card": "ashback"}, CARDS)
    assert move is not None
    assert move.parameters["card"] == model_card(NUMBERS["Ashback"], CARDS)
    entry = {"card": number_of("Ashback"), "named": number_of("Cindling")}
    assert move.parameters["entry"] == record(BoxEntry, entry)
    with pytest.raises(KeyError, match="no card"):
        READER.move(observed(), {"action": "evolve", "card": "droplet"}, CARDS)
    assert READER.move(observed(), {"action": "dance"}, CARDS) is None


def test_dna_has_both_names() -> None:
    observation = observed()
    observation["players"][0]["hand"].append(shown("Steamwright"))
    action = {"action": "dna-evolve", "card": "steamwright", "other": "ashback"}
    move = READER.move(observation, action, CARDS)
    assert move is not None
    names = {"card": number_of("Steamwright"), "left": number_of("Ashback"), "right": number_of("Wavehorn")}
    assert move.parameters["fusion"] == record(Fusion, names)


@pytest.mark.parametrize("decision", protocol.DECISIONS)
def test_every_candidate_is_an_action_of_the_protocol_and_of_the_model(decision: str) -> None:
    observation = observed(decision, None if decision in ("attack", "mulligan") else 0)
    observation["players"][0]["destiny"] = [shown("Pyrocrown", destiny=True), shown("Keepsake", destiny=True)]
    observation["players"][0]["hand"].append(shown("Droplet", partner=True))
    candidates = READER.candidates(observation, CARDS)
    assert candidates
    for action in candidates:
        msgspec.convert(action, protocol.SCHEMAS["Action"])
        move = READER.move(observation, action, CARDS)
        assert move is not None
        assert set(move.arguments) == set(model.actions[move.action].parameters)


def test_both_players_may_be_meant_by_a_secret_choice() -> None:
    actions = READER.candidates(observed("attack", None), CARDS)
    assert {action["player"] for action in actions} == {0, 1}
    assert len(actions) == 6


def test_more_types_than_the_game_has_are_refused() -> None:
    card = Card("X-1", "Many", {"kind": "digimon", "types": [f"t{n}" for n in range(9)]})
    with pytest.raises(ValueError, match="9 types"):
        type_names({"X-1": card})


def test_what_no_observation_has_is_not_judged_by() -> None:
    view = READER.view(observed(), CARDS)
    settled = tuple(
        {"forced": True, "me.power": 300}.get(path, value)
        for path, value in zip(model.paths, view.state, strict=True)
    )
    assert settled != view.state
    assert view.visible(settled) == view.visible(view.state)
    assert {"forced", "me.power", "opponent.abilities"} < set(view.unobserved)
    assert view.left_out == ()


def test_the_rules_may_have_more_to_do_where_a_digimon_is_to_be_placed() -> None:
    decisions = ("hand", "place", "rack")
    assert [READER.view(observed(one), CARDS).settled for one in decisions] == [True, False, True]


def test_a_partner_of_the_deck_may_be_turned_over() -> None:
    cards = READER.cards_in_play(CARDS).chance["Card"]
    partner, mega = (model_card(NUMBERS[name], CARDS, partner=True) for name in ("Cindling", "Pyrocrown"))
    assert partner in cards
    assert mega not in cards


def problems(**fields: Any) -> list[tuple[str, str]]:
    return [(one.rule, one.text) for one in READER.view(observed(**fields), CARDS).problems]


def test_a_card_in_two_places_is_a_problem() -> None:
    assert problems() == []
    twice = [seat(hand=[shown("Ashback")], trash=[shown("Ashback")]), seat()]
    assert problems(players=twice) == [("cards.one-place", "card ashback is in 2 places")]
    strange = [seat(hand=[{"card": "RB-99"}, {"card": "RB-99"}]), seat()]
    assert problems(players=strange) == [("cards.one-place", "a card RB-99 is there that nobody brought")]


def test_a_game_is_not_lost_with_a_digimon_in_hand() -> None:
    def lost(name: str, winner: int = 1, **fields: Any) -> list[tuple[str, str]]:
        mine = seat(hand=[shown(name)], **fields)
        return problems(decision=None, decider=None, winner=winner, players=[mine, seat()])

    said = "the hand of the player who has lost has a Digimon that can be placed"
    assert lost("Ashback") == [("prep.loss", said)]
    assert lost("Second Wind") == []
    assert lost("Ashback", winner=0) == []
    assert lost("Ashback", has_chosen=True) == [], "lost by a KO"


def test_the_model_is_whole_where_no_card_has_effects() -> None:
    assert READER.models_whole(CARDS.values(), {})
    assert not READER.models_whole(pool("effects"), {})
    guarded = Card("G", "Guard", {"kind": "option", "guarded": True})
    assert READER.models_whole([guarded], {}), "what keeps supports from lowering HP does nothing by itself"
