"""Events that contradict each other or what is shown are seen; those of the reference engine never do."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rulehound.engine.adapter import create
from rulehound.spec.dcg import decks
from rulehound.spec.dcg.told_events import BY_EFFECT, COUNT, DEMANDS, MOVES, OWNER, EventDemand, event_fault
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.folders import ROOT

GAMES, STEPS = 24, 60

Event = Mapping[str, Any]


def stack(identity: str, **more: Any) -> dict[str, Any]:
    return {"id": identity, "cards": [{"id": f"top-{identity}", "card": "X-1"}], "suspended": False, **more}


def seat(*battle: Mapping[str, Any], **piles: Any) -> dict[str, Any]:
    return {"hand": [], "trash": [], "revealed": [], "breeding": None, "battle": list(battle), **piles}


def observation(*seats: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"turn": 0, "decider": 0, "decision": "main", "players": list(seats), **more}


BEFORE = observation(
    seat(stack("mine", dp=3000, keywords=["rush"]), hand=[{"id": "held", "card": "X-2"}]),
    seat(stack("theirs", dp=4000), trash=[{"id": "lost", "card": "X-3"}]),
)


def event(name: str, *subjects: str, **fields: Any) -> dict[str, Any]:
    usual = {"cause": "effect", "player": 0, "source": "top-mine", "amount": 0}
    return {"event": name, "subjects": list(subjects), **usual, **fields}


AMOUNTS = {"dp": 3000, "checks": 1, "keywords": ["rush"]}

SOUND = [
    event("memory", amount=2, player=1),
    event("suspended", "theirs", cause="player", player=1, source=""),
    event("suspended", "mine", cause="rules", player=None, source=""),
    event("drawn", "held", amount=1),
    event("drawn", "unseen", amount=1, player=1),
    event("card-moved", "lost", amount=1, player=1, came_from="trash", to="hand"),
    event("changed", "mine", player=None, source="", amounts=AMOUNTS),
    event("changed", "gone", player=None, source="", amounts=AMOUNTS),
    event("of-another-name", "mine", cause="battle", player=1, amount=7),
]

WRONG: list[tuple[dict[str, Any], str]] = [
    (event("memory", amount=2, cause="rules"), "cause `rules`"),
    (event("suspended", "theirs", source=""), "no `source`"),
    (event("suspended", "theirs", player=1), "the player 1, and top-mine is of player 0"),
    (event("suspended", "theirs", player=None), "the player None"),
    (event("suspended", "theirs", cause="player", source=""), "theirs is of player 1"),
    (event("suspended", "theirs", amount=1), "amount 1, where there is none"),
    (event("drawn", "held", player=1, amount=1), "held is of player 0"),
    (event("drawn", "held", amount=2), "the amount 2, and 1 subjects"),
    (event("prevented"), "names 0 subjects, and needs 1 or more"),
    (event("decoyed", "mine"), "names 1 subjects, and needs 2 or more"),
    (event("armor-purged", "mine", "mine"), "names a subject twice"),
    (event("changed", "mine", amounts={**AMOUNTS, "dp": 4000}), "4000 as `dp`, and 3000 is shown"),
    (event("changed", "mine", amounts={**AMOUNTS, "keywords": []}), "[] as `keywords`"),
]


AFTER = observation(
    seat(stack("mine", dp=3000, keywords=["rush"], suspended=True)),
    seat(stack("theirs", dp=4000, suspended=True)),
)


@pytest.mark.parametrize("told", SOUND, ids=lambda told: told["event"])
def test_a_sound_event_is_no_fault(told: Event) -> None:
    assert event_fault(BEFORE, {**AFTER, "events": [told]}) == ""


@pytest.mark.parametrize(("told", "words"), WRONG, ids=lambda part: str(part)[:40])
def test_a_wrong_field_is_named(told: Event, words: str) -> None:
    fault = event_fault(BEFORE, {**AFTER, "events": [told]})
    assert fault.startswith(f"event 0 (`{told['event']}`) ")
    assert words in fault


def test_the_last_event_that_names_a_stack_is_held_against_what_is_shown() -> None:
    up, down = event("unsuspended", "theirs"), event("suspended", "theirs")
    assert event_fault(BEFORE, {**BEFORE, "events": [down, up]}) == ""
    fault = event_fault(BEFORE, {**BEFORE, "events": [up, down]})
    assert fault == "event 1 (`suspended`) names theirs, which is shown unsuspended"
    left = event("left-battle-area", "theirs")
    assert "still shown in the battle area" in event_fault(BEFORE, {**BEFORE, "events": [left]})
    gone = observation(BEFORE["players"][0], seat())
    assert event_fault(BEFORE, {**gone, "events": [left]}) == ""


def test_the_target_of_an_attack_is_that_of_the_last_change() -> None:
    change = event("attack-target-changed", "mine", to="theirs")
    for target, fits in (("theirs", True), ("player", False)):
        after = {**BEFORE, "attack": {"attacker": "mine", "target": target}, "events": [change]}
        assert (event_fault(BEFORE, after) == "") is fits


def test_what_is_not_shown_contradicts_nothing() -> None:
    told = [each for each, _ in WRONG if each["event"] in ("drawn", "changed") and each["amount"] != 2]
    little = observation({"hand": 3, "battle": None}, {"hand": 4})
    for each in told:
        assert event_fault(little, {**little, "events": [each]}) == ""


def played_steps() -> Iterator[tuple[Any, Any]]:
    """The observations around each step of random games with effects of cards."""
    for number in range(GAMES):
        chance, adapter = random.Random(number), create()
        before = adapter.new_game(decks.probe_setup(number, VALUES))
        for _ in range(STEPS):
            offered = adapter.legal_actions()
            if not offered:
                break
            after = adapter.apply(chance.choice(offered))
            yield before, after
            before = after


def wrongly_told(told: Event, demand: EventDemand, shown: str) -> Iterator[dict[str, Any]]:
    """The event with each field changed that is held against a demand, where its cards are shown."""
    if demand.causes == BY_EFFECT:
        yield {**told, "cause": "battle"}
    if demand.amount == COUNT:
        yield {**told, "amount": told["amount"] + 1}
    by = told["subjects"] if demand.player == OWNER else [told["source"]] if demand.player else []
    if len(told["subjects"]) == demand.subjects > 0:
        yield {**told, "subjects": told["subjects"][1:]}
    if told["subjects"] and told["event"] in DEMANDS:
        yield {**told, "subjects": [*told["subjects"], told["subjects"][0]]}
    if any(f"'{one}'" in shown for one in by):
        yield {**told, "player": 1 - told["player"]}


def test_the_reference_engine_tells_no_fault_and_every_changed_field_is_one() -> None:
    seen = Counter[str]()
    for before, after in played_steps():
        assert event_fault(before, after) == ""
        shown = str([before["players"], before["hidden"], after["players"], after["hidden"]])
        for number, told in enumerate(after["events"]):
            demand = DEMANDS.get(told["event"], EventDemand(player="", amount="", subjects=0))
            for wrong in wrongly_told(told, demand, shown):
                others = [*after["events"][:number], wrong, *after["events"][number + 1 :]]
                assert event_fault(before, {**after, "events": others}), wrong
                seen[told["event"]] += 1
    assert len(seen) > len(DEMANDS) / 2


def test_the_page_says_what_is_demanded() -> None:
    page = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
    demands = page.partition("malformed, and the error names the event:\n\n- ")[2].split("\n- ")
    causes, players, amounts, subjects, *_ = demands
    several, _, others = subjects.partition(".")

    def names(text: str) -> set[str]:
        return set(re.findall(r"`([a-z-]+)`", text)) & DEMANDS.keys()

    assert names(causes) == {name for name, demand in DEMANDS.items() if demand.causes == BY_EFFECT}
    assert names(players) == {name for name, demand in DEMANDS.items() if demand.player == OWNER}
    assert names(amounts) == {name for name, demand in DEMANDS.items() if demand.amount == COUNT}
    assert names(several) == {name for name, demand in DEMANDS.items() if demand.subjects > 1}
    assert names(others) == {name for name, demand in DEMANDS.items() if demand == MOVES}
