"""The judge on games of the reference engine, where it has nothing to say, and on faulty ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import faulty_engines
from rulehound.checker.judge import Judge
from rulehound.checker.records import Finding
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Adapter, Reason, Refused
from rulehound.spec.language import By
from spec.dcg.law import VALUES, values_of


def judged_game(
    adapter: Adapter, seed: int, steps: int, edition: str = "manual-2.3"
) -> tuple[Judge, list[Finding], int]:
    """A random game with effects: the judge, what it found, and how many steps it saw."""
    values = values_of(edition)
    setup = game.reader.setup(seed, values)
    setup = type(setup)(setup.cards, setup.decks, edition, setup.seed, setup.ordered, setup.first)
    chance = random.Random(seed)
    judge = Judge(game, values, {card.number: card for card in setup.cards})

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


NOT_IN_THE_MODEL = {
    "comprehensive-4.0": {"the model has no action redraw", "the model has no action keep"},
}
"""Editions to steps of theirs that are told to be not judged."""


@pytest.mark.parametrize("edition", ["manual-2.3", "detailed-1.0", "comprehensive-4.0"])
def test_nothing_is_found_on_the_reference_engine(edition: str) -> None:
    steps, seen, done = 0, set[str](), set[str]()
    seeds = iter(range(1000))
    while steps < 220:
        judge, found, taken = judged_game(create(), next(seeds), 120, edition)
        assert [(finding.check, finding.expected, finding.observed) for finding in found] == []
        assert set(judge.not_judged) <= NOT_IN_THE_MODEL.get(edition, set())
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
    "dp-zero-stays": ("battle.zero-dp", 1),
    "two-breeding-actions": ("breeding.one-action", 0),
    "turn-goes-on-below-zero": ("turn.end", 0),
    "opponent-unsuspends-too": ("turn.main-phase", 0),
    "blocker-not-suspended": ("block.switches", 0),
}
"""Fault to the rule that is named, and a game that shows it; the last two under a rule beside it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_its_rule_named(fault: str) -> None:
    rule, seed = FAULTS[fault]
    _, found, _ = judged_game(faulty_engines.create(fault), seed, 100)
    assert rule in {finding.rule for finding in found}


def started(seed: int = 1) -> tuple[Judge, Adapter, Any]:
    """A game of the reference engine under a fresh judge, at its first decision."""
    setup = game.reader.setup(seed, VALUES)
    adapter = create()
    judge = Judge(game, VALUES, {card.number: card for card in setup.cards})
    return judge, adapter, adapter.new_game(setup)


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
    assert judge.step(observation, {"action": "dance"}, observation) == []
    assert judge.not_judged == {"the model has no action dance": 1}
    unknown = {"action": "play", "card": "nobody"}
    assert judge.step(observation, unknown, observation) == []
    assert judge.legal(observation, [*adapter.legal_actions(), unknown]) == []
    assert judge.not_judged["an action names something that the observation does not show"] == 2


def test_what_an_engine_says_it_does_not_follow_is_not_held_against_it() -> None:
    setup = game.reader.setup(1, VALUES)
    judge = Judge(game, VALUES, {card.number: card for card in setup.cards}, unsupported=["turn.main-phase"])
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
        adapter.new_game(game.reader.setup(seed, VALUES))
        assert not automatic & {action["action"] for action in adapter.legal_actions()}
