"""The reference engine and the model agree, step by step, in random games of cards with effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count
from random import Random

import msgspec
import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.engines import RestartedEngine, open_engine
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.coverage import BY_EFFECT, BY_STEPS, OFFERS, STACKS, STEPS
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import Played, play
from rulehound.checker.suite.play.play_log import PlayLog
from rulehound.checker.suite.play.played_engine import PlayedEngine
from rulehound.checker.suite.play.random_games import walk
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.dcg.decks import swarm_setup
from rulehound.spec.dcg.rulesets import RULESETS
from rulehound_testing.dcg.made_up_cards import Facts, made_up, option, red
from rulehound_testing.dcg.probe_cards import stack
from rulehound_testing.dcg.values import values_of
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import create
from rulehound_testing.rotating import of_this_run

STEPS_EACH = 1_050
"""Steps under each edition that is tried; 5,000 in all where all five are."""

TRIED = of_this_run(RULESETS, 5)

FOLLOWED: Mapping[str, float] = {"detailed-1.0": 0.7}
"""The least share of stacks that is judged by steps, where it is not three quarters: one step that cannot be
followed leaves the stacks for the rest of its game, and early ones in these games do."""

SCOPE = Scope(steps=200, enough_steps=STEPS_EACH, offers_every=10, cards="probe", examples=0, findings=0)


def played(edition: str, scope: Scope, seed: int) -> Played:
    rules = BoundModel(game, edition, values_of(edition))
    target = target_of(rules, "reference", lambda: open_engine("reference", "dcg"))
    return play(target, seed=seed, scope=scope)


@cache
def played_at_random(edition: str) -> Played:
    return played(edition, SCOPE, seed=1)


@pytest.mark.parametrize("edition", TRIED)
def test_every_step_of_random_games_is_one_of_the_model(edition: str) -> None:
    outcome = played_at_random(edition)
    wrong = [one for one in outcome.records if one.verdict not in (Verdict.PASS, Verdict.NOT_EXERCISED)]
    assert [(record.check, record.explanation) for record in wrong] == []
    assert outcome.seen[STEPS] >= 1_000
    assert outcome.seen[OFFERS] > 10 * outcome.games
    # stacks of cards with effects are judged below: not by the state alone, but by the steps that built them
    apart = ("offered: ", "stacks: ")
    unjudged = sum(times for why, times in outcome.not_judged.items() if not why.startswith(apart))
    assert unjudged < 0.02 * outcome.seen[STEPS], outcome.not_judged
    assert outcome.given_up == {}
    # what effects do with stacks is judged by the steps that built them, as long as each was followed
    assert outcome.seen[BY_STEPS] > FOLLOWED.get(edition, 0.75) * outcome.seen[STACKS] > outcome.games
    # effects are at work in many steps, and the rules alone in many others
    assert 0.1 < outcome.seen[BY_EFFECT] / outcome.seen[STEPS] < 0.8


IN_PLAY: Mapping[str, str] = {
    "pass-2": "turn.pass",
    "memory-not-carried": "turn.carry",
    "no-digivolve-draw": "digivolve.draw",
    "digivolve-below": "digivolve.stack",
    "attack-same-turn": "attack.not-same-turn",
    "attack-unsuspended-target": "attack.targets",
    "check-after-attacker-died": "security.attacker-gone",
    "level-2-moves": "breeding.move-dp",
    "main-effects-suspend": "effects.main",
    "decoy-against-anything": "keyword.decoy",
    "options-are-digimon": "attack.targets",
    "delay-stays": "delay.trash",
}
"""Faults planted into the engine that show in games of cards with effects, and the rules that they break."""

MOST_STEPS = 3_000
"""Steps within which each is found."""


@pytest.mark.parametrize("fault", of_this_run(IN_PLAY, 4))
def test_a_faulty_engine_does_not_agree(fault: str) -> None:
    rules = BoundModel(game, "manual-2.3", values_of("manual-2.3"))
    assert FAULTS[fault].rule == IN_PLAY[fault]
    adapter = create(fault)
    log = PlayLog()
    target = target_of(rules, fault, lambda: adapter)
    engine = PlayedEngine(target, RestartedEngine(target.open), seed=2, until=None, log=log, cards="probe")
    for number in count():
        if log.failures or log.steps >= MOST_STEPS:
            break
        walk(engine, number, 150, 10)
    assert log.failures


SAVING: Mapping[str, Facts] = {
    "doom": option(
        {
            "timing": "main",
            "steps": [{"do": "delete", "target": {"of": "opponent", "kind": ["digimon"], "count": "all"}}],
        },
        play_cost=0,
    ),
    "decoy": red(3, decoy=["red"]),
    "saver": red(
        3,
        {
            "timing": "would",
            "event": {"happens": "deleted", "which": {"role": "other"}, "by": "my-effect"},
            "steps": [{"do": "prevent"}],
            "optional": True,
        },
        decoy=["red"],
    ),
}
"""An Option that deletes all; a Digimon that answers by deleting itself, one that keeps others from that."""


def test_a_deletion_prevented_within_another_one_does_not_prevent_that() -> None:
    """Decoy's price, its own deletion, is prevented; what began it all then deletes them all the same."""
    cards = made_up(SAVING)
    me = {"hand": ["doom"], "battle": [stack("red-6")], "deck": 5}
    theirs = {"battle": [stack("decoy"), stack("saver")], "deck": 5, "security": 2}
    adapter = DcgAdapter()
    judge = Judge(CompiledModel(game, values_of("manual-2.3")), {card.number: card for card in cards})
    before = adapter.position(cards, {"players": [me, theirs], "memory": 3}, "manual-2.3")
    assert judge.state(before) == []
    for taken, left in (("use", 2), ("resolve", 2), ("resolve", 2), ("decline", 0)):
        action = next(one for one in adapter.legal_actions() if one["action"] == taken)
        after = adapter.apply(action)
        assert judge.step(before, action, after) == []
        assert len(after["players"][1]["battle"]) == left
        before = after
    assert all(why.startswith("stacks: ") for why in judge.not_judged)


RARE = ("dna-digivolve", "suspend-for", "place")
"""Actions that random games hardly ever come to."""

MOST_GAMES = 150
"""Random games within which every mechanic of the game is reached that the judged ones left out."""


def test_every_mechanic_is_reached_and_hypothesis_breaks_nothing() -> None:
    """By a run of Hypothesis and random games, judged; what these leave out, by games of the engine alone."""
    # long enough for a deck to run out
    scope = Scope(games=0, cards="probe", offers_every=10, examples=5, example_steps=300, findings=1, runs=0)
    outcome = played("comprehensive-4.0", scope, seed=0)
    wrong = [one for one in outcome.records if one.verdict not in (Verdict.PASS, Verdict.NOT_EXERCISED)]
    assert [(record.check, record.explanation) for record in wrong] == []
    assert game.mechanics is not None
    assert set(outcome.mechanics) == set(game.mechanics.names)
    reached = Counter(outcome.mechanics)
    for edition in TRIED:
        reached.update(played_at_random(edition).mechanics)
    for seed in range(MOST_GAMES):
        if all(reached[name] for name in game.mechanics.names):
            break
        reached.update(reached_alone(seed))
    assert [name for name in game.mechanics.names if not reached[name]] == []


def reached_alone(seed: int) -> Iterator[str]:
    """The mechanics that a random game of the engine reaches, which nobody judges."""
    values, chance = values_of("comprehensive-4.0"), Random(seed)
    setup = msgspec.structs.replace(swarm_setup(seed, values), edition="comprehensive-4.0")
    cards, adapter = {card.number: card for card in setup.cards}, DcgAdapter()
    before = adapter.new_game(setup)
    assert game.mechanics is not None
    for _ in range(300):
        if before["winner"] is not None:
            return
        offered = adapter.legal_actions()
        # what is seldom offered, DNA digivolution for one, is taken when it is
        rare = [action for action in offered if action["action"] in RARE]
        action = chance.choice(rare or offered)
        after = adapter.apply(action)
        yield from game.mechanics.reached(before, action, after, cards, values)
        before = after
