"""The judge on games of the reference engine, where it has nothing to say, and on faulty ones."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.coverage import OFFERS
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.judgements.stacks import STACKING
from rulehound.checker.judging.observations.unmodelled import LeftOut
from rulehound.checker.records import Finding, Verdict
from rulehound.checker.suite.play import play
from rulehound.engine.adapter import create
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import digivolving
from rulehound.spec.dcg import game
from rulehound.spec.documents.differences import load_not_modelled
from rulehound.spec.formats import Action, Adapter, Card, Observation, Reason, Refused
from rulehound.spec.game import Game
from rulehound.spec.language import By, State, TracedAction
from rulehound.spec.language.compiled import ActionStep, Compiled, ParameterChoice
from rulehound.spec.reading import Move
from rulehound_testing.dcg.values import VALUES, values_of
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.rotating import of_this_run
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.play import opener, target


def judged_game(
    adapter: Adapter, seed: int, steps: int, edition: str = "manual-2.3"
) -> tuple[Judge, list[Finding], int]:
    """A random game with effects: the judge, what it found, and how many steps it saw."""
    values = values_of(edition)
    setup = game.setup(seed, values)
    setup = type(setup)(setup.cards, setup.decks, edition, setup.seed, setup.ordered, setup.first)
    chance = random.Random(seed)
    judge = Judge(CompiledModel(game, values), {card.number: card for card in setup.cards})

    def reasons(action: Action) -> Sequence[Reason]:
        try:
            saved = adapter.save()
            adapter.apply(action)
        except Refused as refusal:
            return refusal.reasons
        adapter.restore(saved)
        return ()

    observation = adapter.new_game(setup)
    found = judge.state(observation)
    for step in range(steps):
        actions = adapter.legal_actions()
        found += judge.legal(observation, actions, reasons)
        effects = game.reader.effects(observation) if chance.random() < 0.25 else []
        if not actions:
            return judge, found, step
        action = chance.choice(effects or actions)
        after = adapter.effect(action) if effects else adapter.apply(action)
        found += judge.step(observation, action, after) + judge.state(after)
        observation = after
    return judge, found, steps


@pytest.mark.parametrize("edition", of_this_run(["manual-2.3", "detailed-1.0", "comprehensive-4.0"], 3))
def test_nothing_is_found_on_the_reference_engine(edition: str) -> None:
    steps, seen, done = 0, set[str](), set[str]()
    seeds = iter(range(1000))
    while steps < 220:
        judge, found, taken = judged_game(create(), next(seeds), 120, edition)
        assert [(finding.check, finding.expected, finding.observed) for finding in found] == []
        assert (judge.not_judged, judge.given_up) == ({}, "")
        steps += taken
        seen |= set(judge.judged)
        done |= set(judge.taken)
    assert {"effect-dp-mine", "effect-gain-memory", "effect-lose-memory", "play", "digivolve"} <= done
    assert {f"invariant:{name}" for name in game.model().invariants} <= seen


FAULTS: dict[str, tuple[str, int]] = {
    "memory-limit-11": ("memory.affordable", 0),
    "gain-past-limit": ("memory.gain", 21),
    "cost-ignored": ("memory.pay", 0),
    "pass-2": ("turn.pass", 0),
    "no-digivolve-draw": ("digivolve.draw", 0),
    "attack-same-turn": ("attack.not-same-turn", 0),
    "wrong-level-digivolve": ("digivolve.requirement", 0),
    "card-duplicated": ("cards.one-place", 0),
    "dp-zero-stays": ("battle.zero-dp", 0),
    "two-breeding-actions": ("breeding.one-action", 0),
    "turn-goes-on-below-zero": ("turn.end", 0),
    "opponent-unsuspends-too": ("unsuspend.all", 7),
    "blocker-not-suspended": ("block.suspends", 2),
    # nothing is at work in what differs: what stays has to name it
    "digivolve-unsuspends": ("digivolve.orientation", 1),
}
"""Fault to the rule that is named, and a game that shows it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_its_rule_named(fault: str) -> None:
    rule, seed = FAULTS[fault]
    _, found, _ = judged_game(faulty_engine(fault), seed, 100)
    assert rule in {finding.rule for finding in found}


def started(seed: int = 1) -> tuple[Judge, Adapter, Any]:
    """A game of the reference engine under a fresh judge, at its first decision."""
    setup = game.setup(seed, VALUES)
    adapter = create()
    judge = Judge(CompiledModel(game, VALUES), {card.number: card for card in setup.cards})
    return judge, adapter, adapter.new_game(setup)


def test_a_step_is_followed_within_the_round_that_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else where the model would go if the turn ended first is followed with every effect of a step."""
    adapter, chance, values = create(), random.Random(1), values_of("manual-2.3")
    setup = game.decks["probe"](1, values)
    judge = Judge(CompiledModel(game, values), {card.number: card for card in setup.cards})
    place, asked = judge.game.compiled_model.interpreter.index[game.model().round_field], set()
    steps = Compiled.steps

    def noted(
        compiled: Compiled, state: State, action: TracedAction, wanted: Sequence[ParameterChoice]
    ) -> list[ActionStep]:
        asked.add(state[place])
        return steps(compiled, state, action, wanted)

    monkeypatch.setattr(Compiled, "steps", noted)
    before, within = adapter.new_game(setup), 0
    assert judge.state(before) == []
    for _ in range(30):
        action = chance.choice(adapter.legal_actions())
        after = adapter.apply(action)
        asked.clear()
        assert judge.step(before, action, after) == []
        if before["turn"] == after["turn"]:
            within += 1
            assert len(asked) == 1
        before = after
    assert within > 20


def test_an_action_that_is_offered_and_illegal_or_missing_is_found() -> None:
    judge, adapter, observation = started()
    actions = adapter.legal_actions()
    assert judge.legal(observation, actions) == []
    [extra] = judge.legal(observation, [*actions, {"action": "pass"}])
    assert (extra.rule, extra.check) == ("turn.main-phase", "guard:pass:turn.main-phase")
    assert extra.observed.startswith("offered: ")
    [missing] = judge.legal(observation, [action for action in actions if action != {"action": "skip"}])
    assert missing.expected.startswith("offered: ")
    told = judge.legal(
        observation,
        [action for action in actions if action != {"action": "skip"}],
        lambda _: [Reason("late", "turn.phases", "too late")],
    )
    assert (told[0].rule, told[0].observed) == ("turn.phases", "not offered; too late")


def test_a_step_that_should_have_been_refused_is_found() -> None:
    judge, _, observation = started()
    [finding] = judge.step(observation, {"action": "pass"}, observation)
    assert (finding.rule, finding.check) == ("turn.main-phase", "guard:pass:turn.main-phase")
    assert finding.observed.startswith("carried out")


def test_what_cannot_be_judged_is_counted() -> None:
    judge, adapter, observation = started()
    unknown = {"action": "play", "card": "nobody"}
    assert judge.step(observation, unknown, observation) == []
    assert judge.legal(observation, [*adapter.legal_actions(), unknown]) == []
    why = "an action names something that the observation does not show"
    assert judge.not_judged == {why: 1, f"offered: {why}": 1}
    assert not judge.given_up


def test_what_an_engine_says_it_does_not_follow_is_not_held_against_it() -> None:
    setup = game.setup(1, VALUES)
    judge = Judge(
        CompiledModel(game, VALUES), {card.number: card for card in setup.cards}, ["turn.main-phase"]
    )
    observation = create().new_game(setup)
    assert judge.step(observation, {"action": "pass"}, observation) == []


def test_a_card_in_two_places_and_a_lost_card_are_found() -> None:
    judge, _, observation = started()
    assert judge.state(observation) == []
    player = observation["players"][0]
    twice = {**player, "trash": [player["hand"][0]]}
    found = judge.state({**observation, "players": [twice, observation["players"][1]]})
    assert {finding.check for finding in found} == {
        "observation:cards.one-place",
        "invariant:cards.one-place",
    }
    lost = {**player, "deck": player["deck"] - 1}
    found = judge.state({**observation, "players": [lost, observation["players"][1]]})
    assert [finding.check for finding in found] == ["invariant:cards.one-place"]


def test_rules_actions_are_never_a_players() -> None:
    model = game.model()
    automatic = {name for name, action in model.actions.items() if action.by is By.RULES}
    for seed in range(2):
        adapter = create()
        adapter.new_game(game.setup(seed, VALUES))
        assert not automatic & {action["action"] for action in adapter.legal_actions()}


def with_differences(base: Game, directory: Path, text: str) -> Game:
    """A game whose spec leaves out what this says, and whose reader passes unknown names on."""
    (directory / "differences.toml").write_text(text)

    class PassesOn(type(base.reader)):  # type: ignore[misc]
        def move(self, observation: Observation, action: Action, cards: Mapping[str, Card]) -> Move | None:
            known = action["action"] in base.model().actions
            return super().move(observation, action, cards) if known else Move(action["action"])

    return replace(base, directory=directory, reader=PassesOn())


SHIPS = """
[[not_modelled]]
name = "ships"
actions = ["sail"]
shown = ["sails"]
clauses."a@1" = ["1"]
"""

VALUES_OF_HEAP = {"heap.full": 7}


class Sailing(toy.HeapEngine):
    """A heap with an action that the model does not know, after which nothing is as the rules say."""

    action = "sail"

    def legal_actions(self) -> list[Action]:
        return [*super().legal_actions(), {"action": self.action}]

    def apply(self, action: Action) -> Observation:
        if action["action"] == self.action:
            self.count += 100
            return self.observe()
        return super().apply(action)


@pytest.mark.parametrize(("action", "why"), [("sail", "ships"), ("swim", "unknown action swim")])
def test_from_where_an_unknown_mechanic_is_used_a_game_is_not_judged(
    tmp_path: Path, action: str, why: str
) -> None:
    engine = Sailing()
    engine.action = action
    judge = Judge(CompiledModel(with_differences(toy.game, tmp_path, SHIPS), VALUES_OF_HEAP), {})
    start = engine.new_game(toy.game.setup(0, VALUES_OF_HEAP))
    assert judge.state(start) == judge.legal(start, engine.legal_actions()) == []
    assert judge.not_judged == {f"offered: {why}": 1}
    assert not judge.given_up
    judged = dict(judge.judged)
    after = engine.apply({"action": action})
    assert judge.step(start, {"action": action}, after) == judge.state(after) == judge.legal(after, []) == []
    assert judge.step(after, {"action": "add", "amount": 2}, start) == []
    assert judge.given_up == why
    assert judge.not_judged == {f"offered: {why}": 1, why: 2}
    assert judge.judged == judged


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"harbour": [{"sails": 3}]}, "ships"),
        ({"used": ["sail"]}, "ships"),
        ({"used": ["swim"]}, "unknown mechanic swim"),
        ({"harbour": [{"sails": 0}], "used": []}, ""),
        ({"masts": 3}, ""),
    ],
)
def test_what_an_observation_shows_of_one_ends_the_judgement(
    tmp_path: Path, more: dict[str, Any], why: str
) -> None:
    engine = toy.HeapEngine()
    judge = Judge(CompiledModel(with_differences(toy.game, tmp_path, SHIPS), VALUES_OF_HEAP), {})
    start = engine.new_game(toy.game.setup(0, VALUES_OF_HEAP))
    judge.state(start)
    # a heap that grew by more than 2 is a violation where it is judged
    after = {**start, "count": 5, "turn": 1, **more}
    found = judge.step(start, {"action": "add", "amount": 2}, after)
    assert (judge.given_up, bool(found)) == (why, not why)
    assert judge.not_judged == ({why: 1} if why else {})


def test_play_stops_there_and_tells_how_many_games(tmp_path: Path) -> None:
    sailing = replace(
        target(opener(Sailing), VALUES_OF_HEAP), game=with_differences(toy.game, tmp_path, SHIPS)
    )
    scope = Scope(games=6, steps=20, examples=6, example_steps=10)
    outcome = play(sailing, seed=1, scope=scope)
    assert {record.verdict for record in outcome.records} == {Verdict.PASS}
    assert outcome.given_up["ships"] == outcome.not_judged["ships"] == outcome.actions["sail"] > 6
    assert outcome.given_up["ships"] <= outcome.games


def as_linked(observation: Observation) -> Observation:
    """The observation with a link card on every stack of a battle area."""
    players = [
        {**player, "battle": [{**entry, "link_cards": ["x"], "dp": 1} for entry in player["battle"]]}
        for player in observation["players"]
    ]
    return {**observation, "players": players}


def test_link_cards_in_a_dcg_game_end_its_judgement() -> None:
    assert game.stacks is not None
    judge, adapter, observation = started()
    linked, standing = as_linked(observation), False
    chance = random.Random(3)
    for _ in range(120):
        before, action = observation, chance.choice(adapter.legal_actions())
        observation = adapter.apply(action)
        assert judge.step(before, action, observation) == []
        linked = as_linked(observation)
        standing = any(player["battle"] for player in observation["players"])
        if standing:
            break
    assert standing
    assert judge.state(linked) == judge.legal(linked, [{"action": "link"}]) == []
    assert judge.given_up == "Linking"
    fresh = started()[0]
    assert fresh.step(observation, {"action": "app-fusion"}, observation) == []
    assert fresh.given_up == "App Fusion"


def test_every_name_of_a_mechanic_is_told_once_and_is_no_action_of_the_model() -> None:
    listed = load_not_modelled(game.directory)
    for names in (
        [name for mechanic in listed for name in mechanic.actions],
        [name for mechanic in listed for name in mechanic.shown],
    ):
        assert len(names) == len(set(names)) > 5
    assert not {name for mechanic in listed for name in mechanic.actions} & set(game.model().actions)
    shown = create().new_game(game.setup(1, VALUES))
    assert LeftOut(listed).of_observation(shown) == ""
    shown["players"][1]["battle"] = [{"cards": [], "links": []}, {"cards": [], "links": [{"id": "x"}]}]
    assert LeftOut(listed).of_observation(shown) == "Linking"
    assert {mechanic.name for mechanic in listed if not mechanic.actions} == {
        "rules printed on cards",
        "cards without level",
    }


def at_bottom(base: Stack, card: str) -> Stack:
    """A fault: the card that is digivolved into goes to the bottom."""
    return msgspec.structs.replace(base, cards=(*base.cards, card))


STACK_FAULTS: dict[str, Any] = {
    "any-level": ("fits", lambda requirement, base: True, "digivolve.requirement"),
    # an egg lies on top of what it digivolved into
    "at-the-bottom": ("with_card_on_top", at_bottom, "digivolve.digimon-only"),
}
"""Fault to the function of the engine that is wrong, what stands in its place, and the rule that is named."""


def stacks_of(seed: int, steps: int, judge: Judge, adapter: Adapter) -> list[Finding]:
    """What a random game without effects shows of its stacks alone."""
    observation = adapter.new_game(game.setup(seed, VALUES))
    chance, found = random.Random(seed), judge.state(observation)
    for _ in range(steps):
        actions = adapter.legal_actions()
        if not actions:
            break
        wanted = [action for action in actions if action["action"] in ("digivolve", "hatch")]
        observation = adapter.apply(chance.choice(wanted or actions))
        found += judge.state(observation)
    return [finding for finding in found if finding.check == STACKING]


@pytest.mark.parametrize("fault", STACK_FAULTS)
def test_a_stack_that_play_cannot_build_is_a_violation(fault: str) -> None:
    setup = game.setup(2, VALUES)
    judge = Judge(CompiledModel(game, VALUES), {card.number: card for card in setup.cards})
    name, wrong, rule = STACK_FAULTS[fault]
    with patch.object(digivolving, name, wrong):
        found = stacks_of(2, 60, judge, create())
    assert found
    assert found[0].rule == rule
    assert f" breaks {rule}" in found[0].observed
    assert judge.judged[STACKING] >= len(found)


def test_a_sound_engine_builds_no_such_stack_and_stacks_are_judged() -> None:
    setup = game.setup(2, VALUES)
    judge = Judge(CompiledModel(game, VALUES), {card.number: card for card in setup.cards})
    assert stacks_of(2, 120, judge, create()) == []
    assert judge.judged[STACKING] > 100
    assert judge.not_judged == {}


def test_traits_keep_no_stack_from_being_judged() -> None:
    setup = game.setup(2, VALUES)
    cards = {card.number: card for card in setup.cards}
    dragon = next(number for number, card in cards.items() if card.facts["kind"] == "digimon")
    tamer = next(number for number, card in cards.items() if card.facts["kind"] == "tamer")
    facts = {**cards[dragon].facts, "traits": ["Dragon"]}
    judge = Judge(
        CompiledModel(game, VALUES), {**cards, dragon: msgspec.structs.replace(cards[dragon], facts=facts)}
    )
    first = create().new_game(setup)
    judge.state(first)
    assert STACKING in {finding.check for finding in judge.state(with_stack(first, [dragon, tamer]))}


def test_stacks_are_not_judged_where_something_unknown_can_have_built_them() -> None:
    setup = game.setup(2, VALUES)
    cards = {card.number: card for card in setup.cards}

    def why(judge: Judge, first: Observation, then: Observation) -> set[str]:
        judge.state(first)
        assert not [finding for finding in judge.state(then) if finding.check == STACKING]
        assert STACKING not in judge.judged
        return set(judge.not_judged)

    first = create().new_game(setup)
    tamer = next(number for number, card in cards.items() if card.facts["kind"] == "tamer")
    impossible = with_stack(first, [tamer, tamer])
    text = Card("T", "T", {"kind": "option", "text": "does something"})
    purge = Card("P", "P", {"kind": "digimon", "armor-purge": True})
    assert why(Judge(CompiledModel(game, VALUES), {**cards, "T": text}), first, impossible) == {
        "stacks: a card has text, of which the model does not know what it does"
    }
    assert why(Judge(CompiledModel(game, VALUES), {**cards, "P": purge}), first, impossible) == {
        "stacks: a card has armor-purge, which takes cards out of stacks"
    }
    assert why(Judge(CompiledModel(game, VALUES), cards), impossible, impossible) == {
        "stacks: some stood there from the start"
    }
    judge = Judge(CompiledModel(game, VALUES), cards)
    judge.state(first)
    judge.step(first, {"effect": "de-digivolve", "target": "x"}, impossible)
    assert not [finding for finding in judge.state(impossible) if finding.check == STACKING]
    judge = Judge(CompiledModel(game, VALUES), cards)
    judge.state(first)
    assert [finding.check for finding in judge.state(impossible)].count(STACKING) == 1


def with_stack(observation: Observation, numbers: Sequence[str]) -> Observation:
    """The observation with one more stack of such cards in the first player's battle area."""
    entry = {
        "id": "s",
        "cards": [{"id": f"extra {n}", "card": number} for n, number in enumerate(numbers)],
        "kind": "tamer",
        "level": None,
        "dp": None,
        "suspended": False,
        "played_this_turn": False,
    }
    first, second = observation["players"]
    return {**observation, "players": [{**first, "battle": [*first["battle"], entry]}, second]}


def test_conditions_as_functions_are_those_of_the_interpreter() -> None:
    at_hand = CompiledModel(game, VALUES)
    states = []
    for seed in range(3):
        judge, adapter, observation = started(seed)
        chance = random.Random(seed)
        for _ in range(40):
            actions = adapter.legal_actions()
            if not actions:
                break
            states.append(judge.game.reader.view(observation, judge.game.cards).state)
            observation = adapter.apply(chance.choice(actions))
    # what no engine shows, too: each field as it stands in another state
    mixed = [tuple(chance.choice(values) for values in zip(*states, strict=True)) for _ in range(200)]
    mixed += [
        tuple(
            chance.randint(-12, 12) if type(value) is int and chance.random() < 0.2 else value for value in of
        )
        for of in mixed
    ]
    broken = set()
    for state in [*states, *mixed]:
        failed = [found.name for found in at_hand.interpreter.failed_invariants(state)]
        assert [found.name for found in at_hand.compiled.failed_invariants(state)] == failed
        broken |= set(failed)
        for action in at_hand.model.actions.values():
            assert at_hand.compiled.may_be_legal(state, action) == at_hand.interpreter.may_be_legal(
                state, action
            )
    assert len(broken) > 5


def test_offers_where_the_game_is_not_told_are_counted_as_offers() -> None:
    judge, adapter, seen = started()
    less = [{name: value for name, value in each.items() if name != "hand"} for each in seen["players"]]
    actions = adapter.legal_actions()
    assert judge.legal({**seen, "players": less}, actions) == []
    assert judge.seen == {OFFERS: len(actions)}
    assert [why.partition(": ")[0] for why in judge.not_judged] == ["offered"]
    assert sum(judge.not_judged.values()) == len(actions) > 0
