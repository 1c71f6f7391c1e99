"""The judge calls legal what the reference engine offers: in typed positions, scenarios and random play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from random import Random

import msgspec
import pytest

from rulehound.checker.asking.answers import ActionRuling
from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.position_text import PositionText
from rulehound.checker.asking.questions import read_question
from rulehound.checker.asking.rulings import Ruler
from rulehound.checker.asking.sources import told_apart, typed
from rulehound.checker.judging.traces import Taken
from rulehound.checker.pipeline.ask import asking_of, cited
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.given import BadScenario, Cards, UnknownFact
from rulehound.checker.suite.scenarios.given import position as as_given
from rulehound.engine.adapter import create
from rulehound.spec.dcg.decks import setup
from rulehound.spec.formats import Action, Adapter, Observation, Refused, Scenario
from rulehound_testing.faults.catching import bound, rulebook, words

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
        ruling.text
        for ruling in rulings
        if ruling.ruling == "yes" and ruling.action.get("attacker", "") not in later
    }
    illegal = {ruling.text for ruling in rulings if ruling.ruling == "no" and ruling.action}
    assert legal <= offers, f"ruled to be legal and not offered: {legal - offers}"
    assert not (illegal - legal) & offers, f"ruled to be illegal and offered: {(illegal - legal) & offers}"
    return len(legal | illegal)


def typed_position(random: Random) -> str:
    """A position in the main or breeding phase, in words; everything in it has a name of its own."""
    names = (f"Mon{number}" for number in count())
    colours = ("red", "blue")

    def digimon(*state: str) -> str:
        level, colour = random.randint(3, 6), random.choice(colours)
        keywords = [word for word in ("blocker", "rush") if random.random() < 0.2]
        marks = [mark for mark in state if random.random() < 0.4]
        parts = [str(level), f"{level}000 DP", f"cost {random.randint(2, 14)}", colour]
        asks = f"digivolves from {random.choice(colours)} {level - 1} for {random.randint(0, 5)}"
        return f"{next(names)}({', '.join([*parts, asks, *keywords, *marks])})"

    def tamer() -> str:
        return f"{next(names)}(tamer, cost {random.randint(1, 13)}, red)"

    def seat(*marks: str) -> str:
        items = [f"battle {digimon('suspended', *marks)}" for _ in range(random.randint(0, 3))]
        items += [f"battle {tamer()}"] if random.random() < 0.3 else []
        items += [f"breeding {digimon()}"] if random.random() < 0.5 else []
        items += [f"hand {digimon()}" for _ in range(random.randint(0, 3))]
        items += [f"hand {tamer()}"] if random.random() < 0.3 else []
        return ", ".join(
            [*items, f"security {random.randint(0, 5)}", "deck 9", f"egg deck {random.randint(0, 2)}"]
        )

    turn = random.choice(("me", "opponent"))
    mine, theirs = (seat(*(["played this turn"] if turn == side else [])) for side in ("me", "opponent"))
    phase = random.choice(("main", "main", "main", "breeding"))
    counter = f"{turn}: memory {random.randint(0, 10)}"
    return f"turn {turn}; phase {phase}; {counter}; me: {mine}; opponent: {theirs}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_typed_positions(edition: str) -> None:
    book, engine, random, judged = rulebook(), create(), Random(7), 0
    for _ in range(40):
        text = typed_position(random)
        position = typed(book, asking_of(book), text, "--at")
        placed = engine.position(list(position.cards.values()), _as_engines_take_it(text), edition)
        assert placed["decider"] == position.observation["decider"], text
        ruled, offered = rulings(edition, position), _renamed(engine, placed, position)
        judged += agree(ruled, position, offered)
        assert len([one for one in ruled if one.ruling == "yes"]) == len(offered), text
    assert judged > 400


def _as_engines_take_it(text: str) -> dict[str, object]:
    """The position of a text as an engine is given it."""
    stated = PositionText(asking_of(rulebook()).position, words().printed).read(text)
    return as_given(told_apart(stated), Cards(words(), {}), words())


def _renamed(engine: Adapter, placed: Observation, position: AskedPosition) -> list[Action]:
    """What an engine offers, with the ids of the typed position: things go by the number of their card."""

    def ids(observation: Observation) -> Iterator[tuple[str, str]]:
        for seat in observation["players"]:
            for entry in (*seat["battle"], *([seat["breeding"]] if seat["breeding"] else [])):
                yield entry["cards"][0]["card"], entry["id"]
            yield from ((card["card"], card["id"]) for card in seat["hand"])

    theirs = {identity: number for number, identity in ids(placed)}
    ours = dict(ids(position.observation))
    return [
        {name: ours[theirs[value]] if value in theirs else value for name, value in action.items()}
        for action in engine.legal_actions()
    ]


def _scenarios() -> list[Scenario]:
    """Scenarios that begin with a position, a few of each folder."""
    there = [
        each for each in rulebook().store.scenarios if "position" in each.given and not each.not_executable
    ]
    return there[::9]


def test_scenarios() -> None:
    engine, judged, asked = create(), 0, 0
    for scenario in _scenarios():
        edition = next((one for one in reversed(scenario.editions)), "comprehensive-4.0")
        rules = BoundModel(rulebook().game, edition, bound(edition))
        try:
            start = arrange(scenario, rules, words(), engine.handshake()).start
            observation = start.begin(engine)
        except (BadScenario, UnknownFact, Refused):
            continue
        position = AskedPosition(observation, start.known)
        judged += agree(rulings(edition, position), position, engine.legal_actions())
        asked += 1
    assert asked > 60
    assert judged > 300


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
