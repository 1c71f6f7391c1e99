"""Observations that leave things out: nothing is found, nothing breaks, and what was not judged is told."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.records import Finding
from rulehound.engine.adapter import create
from rulehound.spec.dcg import decks, game, protocol
from rulehound.spec.dcg.reading.complete import completed, guesses, left_out, untold
from rulehound.spec.formats import Action, Adapter, Card, Observation, Reason, Refused, Ruleset, Setup
from rulehound_testing.dcg.incomplete import OPTIONAL, Path, without
from rulehound_testing.dcg.values import VALUES

AT_HAND = CompiledModel(game, VALUES)


@dataclass
class Played:
    """A random game of the reference engine of which the judge sees what is left after the cut."""

    cut: Callable[[Observation], Observation]
    spoil: Callable[[Any], None] = lambda _: None
    setup: Callable[[int, Ruleset], Setup] = decks.setup
    engine: Adapter = field(default_factory=create)

    def game(self, seed: int, steps: int) -> tuple[Judge, list[Finding]]:
        """So many steps of it."""
        setup = msgspec.structs.replace(self.setup(seed, VALUES), edition="manual-2.3")
        judge = Judge(AT_HAND, {card.number: card for card in setup.cards})
        chance = random.Random(seed)
        before = self.seen(self.engine.new_game(setup))
        found = judge.state(before)
        for _ in range(steps):
            offered = self.engine.legal_actions()
            found += judge.legal(before, offered, self.reasons)
            if not offered:
                break
            action = chance.choice(offered)
            after = self.seen(self.engine.apply(action))
            found += judge.step(before, action, after)
            found += judge.state(after)
            before = after
        return judge, found

    def seen(self, whole: Observation) -> Observation:
        """What the judge is shown."""
        plain = msgspec.json.decode(msgspec.json.encode(whole))
        self.spoil(plain)
        shown = self.cut(plain)
        msgspec.convert(shown, protocol.Observation)
        return shown

    def reasons(self, action: Action) -> Sequence[Reason]:
        """Why the engine does not offer an action."""
        saved = self.engine.save()
        try:
            self.engine.apply(action)
        except Refused as refusal:
            return refusal.reasons
        self.engine.restore(saved)
        return ()


def played(
    seed: int,
    steps: int,
    cut: Callable[[Observation], Observation],
    spoil: Callable[[Any], None] = lambda _: None,
) -> tuple[Judge, list[Finding]]:
    """A random game without card effects."""
    return Played(cut, spoil).game(seed, steps)


def leaving_out(paths: Sequence[Path]) -> Callable[[Observation], Observation]:
    """Leaves the same fields out of every observation."""

    def cut(whole: Observation) -> Observation:
        for path in paths:
            whole = without(whole, path)
        return whole

    return cut


def test_there_are_fields_to_leave_out() -> None:
    assert len(OPTIONAL) > 100
    assert ("memory",) in OPTIONAL
    assert ("players", "battle", "dp") in OPTIONAL
    assert ("decision",) not in OPTIONAL


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    setup=st.sampled_from([decks.setup, decks.probe_setup]),
    seed=st.integers(0, 10_000),
    paths=st.lists(st.sampled_from(OPTIONAL), min_size=1, max_size=12, unique=True),
)
def test_an_engine_that_never_tells_some_fields_breaks_no_rule(
    setup: Callable[[int, Ruleset], Setup], seed: int, paths: list[Path]
) -> None:
    """Any of them, in games with and without card effects."""
    _, found = Played(leaving_out(paths), setup=setup).game(seed, 25)
    assert found == []


@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_an_engine_that_tells_now_this_and_now_that_breaks_no_rule(seed: int) -> None:
    chance = random.Random(seed)

    def cut(whole: Observation) -> Observation:
        return leaving_out(chance.sample(OPTIONAL, chance.randint(0, 5)))(whole)

    _, found = played(seed, 25, cut)
    assert found == []


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (("memory",), "the engine does not tell memory, and its game could not be followed up to there"),
        (
            ("players", "deck"),
            "the engine does not tell deck, and its game could not be followed up to there",
        ),
        (("turn_number",), "not compared, since the engine does not tell it: first_turn"),
        (("players", "battle", "dp"), "not compared, since the engine does not tell it: battle.dp"),
        (
            ("players", "battle", "played_this_turn"),
            "not compared, since the engine does not tell it: battle.played_this_turn",
        ),
        (("players", "hand", "id"), "not compared, since the engine does not tell it: ids"),
    ],
)
def test_what_is_not_judged_is_told(path: Path, said: str) -> None:
    judge, found = played(3, 40, leaving_out([path]))
    assert found == []
    assert judge.not_judged[said] > 0


def test_a_whole_observation_is_left_as_it_is() -> None:
    setup = game.setup(1, VALUES)
    whole = create().new_game(setup)
    assert completed(whole, {card.number: card for card in setup.cards}) is whole
    judge, _ = played(3, 40, lambda whole: whole)
    assert not [why for why in judge.not_judged if "does not tell" in why]


def two_memory_too_much(shown: Any) -> None:
    """The fault of an engine: whoever has more than 0 memory is shown two more."""
    shown["memory"] += 2 if shown["memory"] > 0 else 0


def test_what_is_told_is_judged_all_the_same() -> None:
    """Faults are found in what is shown, whatever else is not."""
    paths = [("hidden",), ("events",), ("players", "battle", "dp"), ("turn_number",), ("phase",), ("winner",)]
    _, found = played(3, 60, leaving_out(paths), two_memory_too_much)
    assert found
    _, hidden = played(3, 60, leaving_out([*paths, ("memory",)]), two_memory_too_much)
    assert hidden == []


def shown_without_dp(shown: Any) -> None:
    """The fault of an engine: a Digimon with 2000 DP is shown with 0, and stays."""
    for player in shown["players"]:
        for entry in player["battle"]:
            entry["dp"] = 0 if entry["dp"] == 2000 else entry["dp"]


def test_dp_that_is_not_known_is_not_no_dp() -> None:
    _, found = played(3, 60, lambda whole: whole, shown_without_dp)
    assert "battle.zero-dp" in {finding.rule for finding in found}
    for cut in (leaving_out([("players", "battle", "dp")]), _null_dp):
        assert played(3, 60, cut, shown_without_dp)[1] == []


def _null_dp(whole: Observation) -> Observation:
    for player in whole["players"]:
        for entry in player["battle"]:
            entry["dp"] = None
    return whole


CARDS: Mapping[str, Card] = {
    "X": Card("X", "Ashling", {"kind": "digimon", "level": 3, "dp": 2000, "play_cost": 3, "colors": ["red"]}),
    "Y": Card("Y", "Nobody knows", {"kind": "digimon", "level": 4, "dp": None, "play_cost": 3}),
}
SEAT = {"hand": 2, "deck": 3, "security": 0, "egg_deck": 0, "trash": [], "breeding": None, "battle": []}
LEAST = {"turn": 0, "decider": 0, "decision": "main", "players": [SEAT, SEAT], "memory": 0, "turn_number": 2}


def test_counts_are_enough() -> None:
    whole = completed(LEAST, CARDS)
    assert untold(whole) == []
    assert whole["players"][0]["hand"] == []
    state = game.reader.view(whole, CARDS).state
    assert state[AT_HAND.model.paths.index("me.hand")] == 2
    assert game.reader.view(whole, CARDS).brought == (5, 5)


def test_a_stack_without_an_id_goes_by_its_place() -> None:
    seat = {**SEAT, "battle": [{"cards": [{"card": "X"}, {}], "dp": 2000, "suspended": False}]}
    whole = completed({**LEAST, "players": [SEAT, seat]}, CARDS)
    (entry,) = whole["players"][1]["battle"]
    assert entry["id"] == "1.battle.0"
    assert untold(whole) == ["ids", "opponent.battle.played_this_turn", "opponent.battle.under"]
    assert game.reader.view(whole, CARDS).brought == (5, 7)
    assert game.stacks is not None
    assert game.stacks.seen(whole) == [["X", ""]]


def test_a_card_that_nobody_knows_is_not_judged() -> None:
    seat = {**SEAT, "battle": [{"id": "p", "cards": [{"id": "y", "card": "Y"}], "dp": 1000}]}
    whole = completed({**LEAST, "players": [seat, SEAT]}, CARDS)
    assert untold(whole) == ["me.battle"]
    assert whole["players"][0]["battle"] == []


def test_what_is_one_thing_or_the_other_is_guessed() -> None:
    seat = {**SEAT, "battle": [{"id": n, "cards": [{"id": n + "c", "card": "X"}], "dp": 2000} for n in "pq"]}
    whole = completed({**LEAST, "players": [seat, SEAT], "turn_number": None}, CARDS)
    state = game.reader.view(whole, CARDS).state
    # two alike with two flags each are ten different pairs; the first turn, or not
    assert len(guesses(state, whole)) == 10 * 2
    assert state in guesses(state, whole)
    many = {
        **SEAT,
        "battle": [{"id": n, "cards": [{"id": n + "c", "card": "X"}], "dp": 2000} for n in "pqrs"],
    }
    whole = completed({**LEAST, "players": [many, SEAT]}, CARDS)
    assert guesses(game.reader.view(whole, CARDS).state, whole) == []


def test_what_is_not_known_is_drawn_as_such() -> None:
    entry = {"id": "p", "cards": [{"id": "x", "card": "X"}], "suspended": True}
    seat = {**SEAT, "trash": None, "battle": [entry]}
    told = {**{key: value for key, value in LEAST.items() if key != "memory"}, "players": [seat, SEAT]}
    drawn = game.depiction.board(told, CARDS)
    assert "hand 2  deck 3  security 0  Digi-Eggs 0  trash ?" in drawn
    assert "--- memory ?; main ---" in drawn
    assert "[Ashling Lv.3 ? DP suspended]" in drawn
    drawing = game.depiction.picture(told, CARDS)
    assert drawing is not None
    picture = drawing.svg
    assert re.search(">\\?</text><text[^>]*>trash<", picture)
    assert "? DP" in picture
    assert "hand 2" in picture
    assert "2 not shown" in picture
    assert game.depiction.describe(told, {"action": "play", "card": "X"}, CARDS).startswith("play")


def test_what_every_observation_has_is_asked_for() -> None:
    for name in ("turn", "decider", "decision", "players"):
        with pytest.raises(msgspec.ValidationError, match=name):
            msgspec.convert({key: value for key, value in LEAST.items() if key != name}, protocol.Observation)


def test_the_schema_of_the_engine_is_that_of_the_game() -> None:
    assert create().handshake().schema == game.schema == protocol.SCHEMA


class Nameless:
    """The reference engine as one without ids would show it: cards by number, stacks by their place."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {"player": "player"}

    def shown(self, whole: Observation) -> Observation:
        """The observation without ids; what they stand for is kept."""
        self.names = {"player": "player"}
        for player, seat in enumerate(whole["players"]):
            for card in (*seat["hand"], *seat["trash"]):
                self.names[card["id"]] = card["card"]
            for area in ("breeding", "battle"):
                there = seat[area] if area == "battle" else [seat[area]] if seat[area] else []
                for place, entry in enumerate(there):
                    self.names[entry["id"]] = f"{player}.{area}.{place}"
        attack = whole["attack"] and {key: self.names[whole["attack"][key]] for key in ("attacker", "target")}
        paths = [("players", *area) for area in (("hand", "id"), ("trash", "id"), ("battle", "id"))]
        paths += [
            ("players", "battle", "cards", "id"),
            ("players", "breeding", "id"),
            ("hidden",),
            ("events",),
        ]
        paths += [("players", "breeding", "cards", "id"), ("players", "revealed", "id")]
        return leaving_out(paths)({**whole, "attack": attack})

    def named(self, action: Action) -> Action:
        """The action with these names; an id that nobody shows is its own."""
        return {
            key: self.names.get(value, value) if isinstance(value, str) else value
            for key, value in action.items()
        }


def test_an_engine_without_ids_is_judged() -> None:
    checked, missed = 0, list[Finding]()
    for seed in range(4):
        setup = msgspec.structs.replace(decks.setup(seed, VALUES), edition="manual-2.3")
        judge = Judge(AT_HAND, {card.number: card for card in setup.cards})
        chance, engine, nameless = random.Random(seed), create(), Nameless()
        before = nameless.shown(msgspec.json.decode(msgspec.json.encode(engine.new_game(setup))))
        assert judge.state(before) == []
        for _ in range(81):
            offered = engine.legal_actions()
            named = [nameless.named(action) for action in offered]
            assert judge.legal(before, named) == []
            if not offered:
                break
            place = chance.randrange(len(offered))
            after = nameless.shown(msgspec.json.decode(msgspec.json.encode(engine.apply(offered[place]))))
            assert judge.step(before, named[place], after) == []
            assert judge.state(after) == []
            before = after
        assert {why for why in judge.not_judged if "ids" not in why} == set()
        checked += sum(judge.taken.values())
        named = [nameless.named(action) for action in engine.legal_actions()]
        if {"action": "pass"} in named:  # what is missing from the list is still missed
            missed += judge.legal(before, [action for action in named if action != {"action": "pass"}])
    assert checked > 300
    assert {finding.expected for finding in missed} == {"offered: pass"}


def test_what_is_said_to_be_left_out_is_never_in_the_message() -> None:
    """Cards that are looked at count as trash: an engine that shows every trash and leaves out those cards is
    not said to leave out the trash."""
    judge, found = played(3, 200, leaving_out([("players", "revealed")]))
    assert found == []
    told = [why for why in judge.not_judged if "does not tell" in why]
    assert not [why for why in told if "trash" in why]
    seats = {"trash": [], "hand": 3, "battle": [], "breeding": None}
    given = {"players": [seats, seats], "winner": None}
    assert left_out(given, ["trash", "winner", "battle", "deck"]) == [
        "deck",
        "ended_by",
        "revealed",
        "what is printed on the cards of the battle area",
    ]
    assert left_out({"players": [{}, {}]}, ["trash", "winner"]) == ["trash", "winner"]
