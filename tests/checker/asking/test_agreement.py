"""The judge calls legal what the reference engine offers: in typed positions, scenarios and random play."""

from __future__ import annotations

from functools import partial
from random import Random

import msgspec
import pytest

from rulehound.checker.asking.answers import ActionRuling
from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.questions import read_question
from rulehound.checker.asking.rulings import Ruler
from rulehound.checker.asking.sources import typed
from rulehound.checker.judging.traces import Taken
from rulehound.checker.pipeline.ask import asking_of, cited
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.engine.adapter import create
from rulehound.spec.dcg.decks import setup
from rulehound.spec.formats import Action, Scenario
from rulehound_testing.dcg.begun import begun
from rulehound_testing.dcg.typed_positions import as_engines_take_it, placed_on, typed_position
from rulehound_testing.faults.catching import bound, rulebook
from rulehound_testing.rotating import of_this_run

EDITIONS = ("manual-2.3", "comprehensive-4.0", "detailed-1.0")
WHAT = {0: read_question("What may I do?"), 1: read_question("what can the opponent do")}


def ruler(edition: str, position: AskedPosition) -> Ruler:
    book = rulebook()
    return Ruler.by(BoundModel(book.game, edition, bound(edition)), position, partial(cited, book))


def rulings(edition: str, position: AskedPosition) -> list[ActionRuling]:
    player = position.observation["decider"]
    return [] if player is None else ruler(edition, position).rulings(WHAT[player])


def agree(rulings: list[ActionRuling], position: AskedPosition, offered: list[Action]) -> int:
    """Holds the rulings against what an engine offers; returns how many actions were ruled on for sure.

    An attack whose target is chosen later stands for an attack on each target, where the edition has that.
    """
    describe = partial(rulebook().game.depiction.describe, position.observation, cards=position.cards)
    offers = {describe(action) for action in offered}
    later = {action["attacker"] for action in offered if action.get("target") == ""}
    legal = {
        describe(ruling.action)
        for ruling in rulings
        if ruling.ruling == "yes" and ruling.action.get("attacker", "") not in later
    }
    refused = [ruling.action for ruling in rulings if ruling.ruling == "no" and ruling.action]
    unclear = {describe(ruling.action) for ruling in rulings if ruling.ruling == "unknown"}
    illegal = {describe(action) for action in refused} - unclear
    assert not [action for action in refused if action in offered]
    assert legal <= offers, f"ruled to be legal and not offered: {legal - offers}"
    assert not (illegal - legal) & offers, f"ruled to be illegal and offered: {(illegal - legal) & offers}"
    return len(legal | illegal)


@pytest.mark.parametrize("edition", EDITIONS)
def test_typed_positions(edition: str) -> None:
    book, engine, random, judged = rulebook(), create(), Random(7), 0
    for _ in range(40):
        text = typed_position(random)
        position = typed(book, asking_of(book), text, "--at")
        theirs = placed_on(engine, position, as_engines_take_it(text), edition)
        assert engine.observe()["decider"] == position.observation["decider"], text
        ours = {identity: own for own, identity in theirs.items()}
        ruled = rulings(edition, position)
        offered = [
            {name: ours.get(value, value) for name, value in action.items()}
            for action in engine.legal_actions()
        ]
        judged += agree(ruled, position, offered)
        assert len([one for one in ruled if one.ruling == "yes"]) == len(offered), text
    assert judged > 400


ONCE_WRONG = (
    "rules/attack-forbidden-though-allowed/1",
    "rules/battle-no-level/2",
    "rules/effects-either-of-a-tamer-that-is-a-digimon/2",
)
"""What an effect may allow, and a Digimon without a level: ruled to be illegal once."""


def _scenarios() -> list[Scenario]:
    """Scenarios that begin with a position."""
    return [
        each for each in rulebook().store.scenarios if "position" in each.given and not each.not_executable
    ]


def _agreed(scenario: Scenario, actions: int = 0) -> int:
    """How many actions are ruled on as the engine offers them, where a scenario begins and after so many
    actions by lot; 0 where it cannot begin."""
    engine, edition = create(), next((one for one in reversed(scenario.editions)), "comprehensive-4.0")
    start = begun(scenario, edition, engine)
    if start is None:
        return 0
    seen = engine.observe()
    chance, steps, agreed = Random(scenario.name), tuple[Taken, ...](), 0
    while offered := engine.legal_actions():
        position = AskedPosition(seen, start.known, steps)
        agreed += agree(rulings(edition, position), position, offered)
        if not actions:
            break
        actions -= 1
        action = chance.choice(offered)
        after = engine.apply(action)
        steps, seen = (Taken(action, seen, after),), after
    return agreed


def test_scenarios() -> None:
    """A ninth of them; each commit takes others, and nine commits take all."""
    scenarios = _scenarios()
    chosen = of_this_run(scenarios, 9) + [one for one in scenarios if one.name in ONCE_WRONG]
    agreed = [_agreed(scenario) for scenario in chosen]
    assert sum(map(bool, agreed)) > 60
    assert sum(agreed) > 300


def test_games_that_begin_where_scenarios_do() -> None:
    """A fortieth of them: what is printed on their cards comes up."""
    agreed = [_agreed(scenario, actions=6) for scenario in of_this_run(_scenarios(), 40)]
    assert sum(agreed) > 300


@pytest.mark.parametrize(("seed", "edition"), [(1, "manual-2.3"), (2, "comprehensive-4.0")])
def test_random_play(seed: int, edition: str) -> None:
    engine, random, judged = create(), Random(seed), 0
    game = setup(seed, bound(edition))
    observation = engine.new_game(msgspec.structs.replace(game, edition=edition))
    cards = {card.number: card for card in game.cards}
    steps: list[Taken] = []
    for _ in range(60):
        if observation["decider"] is None:
            break
        offered = engine.legal_actions()
        position = AskedPosition(observation, cards, tuple(steps[-1:]))
        judged += agree(rulings(edition, position), position, offered)
        action = random.choice(offered)
        after = engine.apply(action)
        steps.append(Taken(action, observation, after))
        observation = after
    assert judged > 200
