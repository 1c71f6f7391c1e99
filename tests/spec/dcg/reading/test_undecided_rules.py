"""What nothing can be said about: costs that effects which last have changed, materials in a hidden hand."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.judged_game import UNDECIDED
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.dcg.reading.undecided_rules import doubted
from rulehound.spec.formats import Action, Card, Reason
from rulehound_testing.dcg.values import VALUES

DIGIMON = {"kind": "digimon", "level": 3, "colors": ["red"], "dp": 3000}
CHEAPENS = {"timing": "continuous", "target": {"area": "hand"}, "gives": {"play_cost": -1}}
WITHIN = {
    "timing": "main",
    "steps": [
        {
            "do": "if",
            "if": {"turn": "me"},
            "then": [{"do": "give", "target": {}, "gives": {"digivolution_cost": 2}}],
        }
    ],
}
CARDS = {
    "plain": Card("plain", "Ember", {**DIGIMON, "play_cost": 3}),
    "dear": Card("dear", "Blaze", {**DIGIMON, "play_cost": 11}),
    "xros": Card(
        "xros", "Blend", {**DIGIMON, "play_cost": 9, "digixros": {"reduces": 1, "cards": [{"name": "E"}]}}
    ),
    "keeper": Card(
        "keeper", "Keeper", {"kind": "tamer", "play_cost": 2, "colors": ["red"], "effects": [CHEAPENS]}
    ),
    "within": Card("within", "Nester", {**DIGIMON, "play_cost": 2, "effects": [WITHIN]}),
    "other": Card(
        "other",
        "Grower",
        {**DIGIMON, "play_cost": 2, "effects": [{"timing": "on-play", "steps": [{"do": "draw"}]}]},
    ),
    "costless": Card("costless", "Gift", DIGIMON),
    "spell": Card("spell", "Rite", {"kind": "option", "colors": ["red"]}),
}
AFFORDABLE = ["memory.affordable"]


def begun(*field: str, memory: int = 0, costless: bool = False) -> tuple[Any, dict[str, Any]]:
    """An engine at a game in which one player has these in the battle area and each card in the hand;
    those without a play cost only where asked for."""
    adapter = create()
    hand = [number for number, card in CARDS.items() if costless or "play_cost" in card.facts]
    mine = {"battle": [{"cards": [number]} for number in field], "hand": hand, "deck": 5}
    given = {"turn": 0, "phase": "main", "memory": memory, "players": [mine, {"deck": 5}]}
    return adapter, adapter.position(list(CARDS.values()), given, "manual-2.3")


def playing(observation: dict[str, Any], number: str) -> Action:
    """The action of playing a card of the hand."""
    card = next(one["id"] for one in observation["players"][0]["hand"] if one["card"] == number)
    return {"action": "play", "card": card}


@pytest.mark.parametrize(
    ("field", "number", "rules"),
    [
        ((), "plain", []),
        (("other",), "plain", []),
        (("keeper",), "plain", AFFORDABLE),
        (("within",), "dear", AFFORDABLE),  # however deep in the words of an effect
        ((), "xros", AFFORDABLE),
        ((), "costless", AFFORDABLE),
    ],
)
def test_what_can_be_paid_is_doubted_where_more_than_print_says_what_it_costs(
    field: tuple[str, ...], number: str, rules: list[str]
) -> None:
    _, observation = begun(*field, costless=True)
    assert list(doubted(observation, playing(observation, number), CARDS)) == rules
    assert list(doubted(observation, {"action": "pass"}, CARDS)) == (rules if field else [])


@pytest.mark.parametrize(("field", "judged"), [((), True), (("other",), True), (("keeper",), False)])
def test_the_judge_finds_nothing_where_it_is_doubted_and_says_so(
    field: tuple[str, ...], judged: bool
) -> None:
    """A card for 11 at memory 0: too dear by print, and payable by 1 less."""
    adapter, observation = begun(*field)
    judge = Judge(CompiledModel(game, VALUES), CARDS)
    offered = [*adapter.legal_actions(), playing(observation, "dear")]
    found = judge.legal(observation, offered)
    assert [finding.rule for finding in found] == (AFFORDABLE if judged else [])
    assert judge.not_judged == ({} if judged else {f"offered: {UNDECIDED}": 1})


@pytest.mark.parametrize(("number", "name"), [("costless", "play"), ("spell", "use")])
def test_what_has_no_play_cost_is_neither_missing_nor_too_much(number: str, name: str) -> None:
    """It is not played (`play.cost`), which the model does not know; an engine may give no reason."""
    adapter, observation = begun("plain", memory=5, costless=True)
    judge = Judge(CompiledModel(game, VALUES), CARDS)
    costless = {**playing(observation, number), "action": name}
    assert costless not in adapter.legal_actions()
    assert judge.legal(observation, adapter.legal_actions()) == []
    assert judge.legal(observation, [*adapter.legal_actions(), costless]) == []
    assert f"offered: {UNDECIDED}" in judge.not_judged


def test_a_card_without_a_play_cost_is_digivolved_into_at_a_known_price() -> None:
    _, observation = begun("plain", costless=True)
    onto = {**playing(observation, "costless"), "action": "digivolve"}
    assert list(doubted(observation, onto, CARDS)) == []


def test_a_step_that_hangs_on_it_is_not_judged() -> None:
    adapter, observation = begun("keeper")
    judge = Judge(CompiledModel(game, VALUES), CARDS)
    action = playing(observation, "dear")
    after = adapter.apply(action)
    assert (judge.step(observation, action, after), judge.not_judged) == ([], {UNDECIDED: 1})


def test_what_the_engine_calls_too_dear_is_not_missing_where_it_is_doubted() -> None:
    adapter, observation = begun("within")
    judge = Judge(CompiledModel(game, VALUES), CARDS)
    refused = playing(observation, "plain")
    offered = [action for action in adapter.legal_actions() if action != refused]

    def refusals(_action: Action) -> list[Reason]:
        return [Reason("memory-short", "memory.affordable")]

    assert judge.legal(observation, offered, refusals) == []
    assert judge.not_judged == {f"offered: {UNDECIDED}": 1}


def test_a_requirement_for_a_tamer_leaves_the_rule_about_digimon_in_doubt() -> None:
    ways = [{"color": "red", "level": 3, "cost": 2}, {"color": "red", "kind": "tamer", "cost": 1}]
    cards = {"keeper": CARDS["keeper"], "grown": Card("grown", "Fusion", {**DIGIMON, "digivolve": ways})}
    mine = {"battle": [{"cards": ["keeper"]}], "hand": ["grown"], "deck": 5}
    given = {"turn": 0, "phase": "main", "memory": 3, "players": [mine, {"deck": 5}]}
    seen = create().position(list(cards.values()), given, "comprehensive-4.0")
    player = seen["players"][0]
    action = {"action": "digivolve", "card": player["hand"][0]["id"], "onto": player["battle"][0]["id"]}
    in_doubt = [doubted(seen, {**action, "requirement": number}, cards) for number in (0, 1, 2)]
    assert ["digivolve.digimon-only" in rules for rules in in_doubt] == [False, True, False]


FREE = {"timing": "continuous", "turn": "me", "gives": {"attacks_unsuspended": True}}
RISES = {"timing": "continuous", "gives": {"as_digimon": 3000}}
FIELD = {
    "hunter": Card("hunter", "Hunter", {**DIGIMON, "play_cost": 3, "effects": [FREE]}),
    "hero": Card("hero", "Hero", {"kind": "tamer", "play_cost": 3, "colors": ["red"], "effects": [RISES]}),
    "plain": CARDS["plain"],
}


def doubts(mine: list[str], theirs: list[str], action: Action, **position: Any) -> list[str]:
    """The rules in doubt for an action where these stacks lie in the battle areas, p1 being the first."""
    sides = [{"battle": [{"cards": [number]} for number in side], "deck": 5} for side in (mine, theirs)]
    seen = create().position(list(FIELD.values()), {"players": sides, **position}, "detailed-1.0")
    return list(doubted(seen, action, FIELD))


def attack(attacker: str, target: str) -> Action:
    return {"action": "attack", "attacker": attacker, "target": target}


@pytest.mark.parametrize(
    ("mine", "theirs", "action", "rules"),
    [
        (["hunter"], ["plain"], attack("p1", "p2"), ["attack.targets"]),
        (["hunter"], ["plain"], attack("p1", "player"), []),
        (["plain"], ["hunter"], attack("p1", "p2"), ["attack.targets"]),
        (["plain"], ["plain"], attack("p1", "p2"), []),
        (["hero"], ["plain"], attack("p1", "player"), ["attack.digimon"]),
        (["hero", "plain"], ["plain"], attack("p2", "player"), []),
        (["plain"], ["hero"], attack("p1", "p2"), ["attack.targets"]),
        (["plain"], ["hero"], {"action": "block", "blocker": "p2"}, ["block.blocker"]),
        (["plain"], ["hero", "plain"], {"action": "block", "blocker": "p3"}, []),
    ],
)
def test_what_an_effect_may_allow_is_in_doubt_for_what_needs_it(
    mine: list[str], theirs: list[str], action: Action, rules: list[str]
) -> None:
    assert doubts(mine, theirs, action) == rules


LISTS = {"cards": [{"trait": "Ghost"}, {"name": "Wraith"}], "reduces": 2}
GHOST = {**DIGIMON, "traits": ["Ghost"]}
SETS = {
    "dear": Card("dear", "Choir", {**DIGIMON, "play_cost": 14, "digixros": LISTS}),
    "whole": Card("whole", "Colossus", {**DIGIMON, "play_cost": 8, "assembly": LISTS}),
    "shade": Card("shade", "Shade", {**GHOST, "play_cost": 3}),
    "wraith": Card("wraith", "Wraith", {**GHOST, "play_cost": 3}),
}


def placing(played: str, cards: list[str], memory: int, action: str, number: str = "", place: int = 0) -> Any:
    """The rules in doubt once a card is shown, for placing one of these cards, or for being done."""
    engine, edition = create(), "comprehensive-4.0" if played == "whole" else "manual-2.3"
    mine = {"deck": 5, "trash": cards, "hand": [played, *cards]}
    given = {"memory": memory, "players": [mine, {"deck": 5}]}
    seen = engine.position(list(SETS.values()), given, edition)
    seen = engine.apply({"action": "play", "card": seen["players"][0]["hand"][0]["id"]})
    assert seen["decision"] == "materials"
    pile = seen["players"][0]["trash" if played == "whole" else "hand"]
    ids = [card["id"] for card in pile if card["card"] == number]
    return list(doubted(seen, {"action": action, **({"card": ids[0], "place": place} if ids else {})}, SETS))


@pytest.mark.parametrize(
    ("memory", "action", "rules"),
    [
        (3, "place", ["digixros.once", "assembly.whole"]),
        (3, "done", ["assembly.whole"]),
        (4, "place", []),
        (4, "done", []),
    ],
)
def test_what_may_be_passed_over_is_in_doubt_where_the_card_is_too_dear_yet(
    memory: int, action: str, rules: list[str]
) -> None:
    listed = AFFORDABLE if action == "done" else []
    in_doubt = placing("dear", ["shade", "wraith"], memory, action, "shade" if action == "place" else "")
    assert [rule for rule in in_doubt if rule not in listed] == rules


@pytest.mark.parametrize(
    ("number", "place", "rules"),
    [("wraith", 0, ["assembly.whole"]), ("wraith", 1, []), ("shade", 0, [])],
)
def test_a_card_that_an_assembly_needs_later_is_in_doubt(number: str, place: int, rules: list[str]) -> None:
    assert placing("whole", ["shade", "wraith"], 5, "place", number, place) == rules


@pytest.mark.parametrize(("printed", "rules"), [(True, ["keyword.blitz", "turn.main-phase"]), (False, [])])
def test_blitz_is_in_doubt_for_what_has_been_played_this_turn(printed: bool, rules: list[str]) -> None:
    effects = [{"timing": "on-play", "steps": [{"do": "blitz"}]}]
    flash = Card("flash", "Flash", {**DIGIMON, "play_cost": 4, "blitz": True, "effects": effects})
    engine, cards = create(), {"flash": flash}
    mine = {"deck": 5, "battle": [{"cards": ["flash"], "played_this_turn": printed}]}
    seen = engine.position([flash], {"players": [mine, {"deck": 5}]}, "comprehensive-4.0")
    asked = {**seen, "decision": "attack"}
    assert list(doubted(asked, attack("p1", "player"), cards)) == rules
    assert list(doubted(seen, attack("p1", "player"), cards)) == []
