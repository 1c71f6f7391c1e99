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
from rulehound.spec.dcg.told_events import (
    AT_LEAST_0,
    AT_LEAST_1,
    BY_EFFECT,
    CARDS,
    COUNT,
    DEMANDS,
    NOT_0,
    OWNER,
    STACK_FIRST,
    STACK_LAST,
    UNDER,
    EventDemand,
    event_fault,
)
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
    event("security-checked", "lost", cause="player", source=""),
    event("under-card-trashed", "gone", "one", "other", amount=2),
    event("paid", amount=0),
    event("paid", amount=-1),  # against the rules, and told truly
    event("material-placed", "held", amount=0),
    event("unaffected", "held"),
    event("failed", "lost", player=1, came_from="under"),
    event("failed", "held", cause="player", source="", came_from="hand"),
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
    (event("security-checked", cause="player", source=""), "names 0 subjects"),
    (event("option-used", "mine"), "names the stack mine where a card belongs"),
    (event("suspended", "top-theirs"), "names the card top-theirs where a stack belongs"),
    (event("placed", "top-mine", "unseen"), "names the card top-mine where a stack belongs"),
    (event("placed", "unseen", "mine"), "names the stack mine where a card belongs"),
    (event("put-under", "mine", "unseen", to="under"), "names the stack mine where a card belongs"),
    (event("put-under", "unseen", "top-mine", to="under"), "names the card top-mine where a stack belongs"),
    (event("under-card-trashed", "unseen", "mine", amount=1), "names the stack mine where a card belongs"),
    (event("under-card-trashed", "gone", "one", "other", amount=1), "the amount 1, and 2 cards go with"),
    (event("material-placed", "held", amount=-2), "the amount -2, and it is never below 0"),
    (event("de-digivolved", "theirs", amount=0), "the amount 0, and it is never below 1"),
    (event("top-trashed", "theirs", amount=-1), "the amount -1, and it is never below 1"),
    (event("set-aside", "held"), "names cards that an effect takes up, and no `came_from`"),
    (event("failed", "held"), "names cards that an effect takes up, and no `came_from`"),
    (event("turn-began", player=1, cause="rules", source=""), "the player 1, and it is the turn of player 0"),
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


def card(identity: str) -> dict[str, str]:
    return {"id": identity, "card": "X-9"}


def pile(identity: str, *cards: str, **more: Any) -> dict[str, Any]:
    return stack(identity, cards=[card(one) for one in cards], **more)


def game(*battle: Mapping[str, Any], hidden: Mapping[str, Any] | None = None, **piles: Any) -> dict[str, Any]:
    """A game in which the first player has all of this, and the other one nothing."""
    shown = {
        name: there if name == "breeding" else [card(one) for one in there] for name, there in piles.items()
    }
    face_down = {name: [card(one) for one in there] for name, there in (hidden or {}).items()}
    return observation(seat(*battle, **shown), seat(), hidden=[face_down, {}])


def told(before: Mapping[str, Any], after: Mapping[str, Any], *events: Event) -> str:
    return event_fault(before, {**after, "events": list(events)})


MINE = pile("mine", "top-mine", "below")

PLACES = {
    "hand": lambda one: game(MINE, hand=[one]),
    "trash": lambda one: game(MINE, trash=[one]),
    "revealed": lambda one: game(MINE, revealed=[one]),
    "deck": lambda one: game(MINE, hidden={"deck": [one]}),
    "security": lambda one: game(MINE, hidden={"security": [one]}),
    "under": lambda one: game(pile("mine", "top-mine", "below", one)),
    "battle": lambda one: game(MINE, pile("other", one)),
    "nowhere": lambda _: game(MINE),
}
"""Name of a place, to a game in which a card lies there."""


@pytest.mark.parametrize(
    ("name", "to", "fits"),
    [
        ("drawn", "", "hand"),
        ("recovered", "", "security revealed trash"),
        ("revealed", "", "revealed"),
        ("set-aside", "", "revealed"),
        ("card-moved", "hand", "hand"),
        ("card-moved", "trash", "trash"),
        ("card-moved", "deck-bottom", "deck hand"),
        ("card-moved", "security-top", "security revealed trash"),
        ("card-moved", "elsewhere", " ".join(PLACES)),
    ],
)
def test_a_card_is_shown_where_the_last_event_puts_it(name: str, to: str, fits: str) -> None:
    amount = DEMANDS[name].amount == COUNT
    event_of_it = event(name, "one", amount=int(amount), came_from="elsewhere", to=to)
    for place, shown in PLACES.items():
        fault = told(game(MINE), shown("one"), event_of_it)
        assert (fault == "") is (place in ("nowhere", *fits.split())), place
        assert fault == "" or f"and it is shown in `{place}`" in fault
        again = event("card-moved", "one", amount=1, to="elsewhere")
        assert told(game(MINE), shown("one"), event_of_it, again) == ""
        about_it = event("activated", "one")
        assert told(game(MINE), shown("one"), event_of_it, about_it) == fault


@pytest.mark.parametrize("place", PLACES)
def test_what_goes_back_came_from_where_it_was_set_aside(
    place: str,
) -> None:
    before, after = PLACES["trash"]("one"), PLACES[place]("one")
    aside = event("set-aside", "one", came_from="trash")
    back, otherwise = (event("failed", "one", came_from=origin) for origin in ("trash", "hand"))
    assert told(before, after, aside, back) == ""
    assert "`hand`, and it was set aside from `trash`" in told(before, after, aside, otherwise)


@pytest.mark.parametrize(
    ("came_from", "fits"),
    [
        ("hand", "hand deck revealed"),
        ("trash", "trash hand revealed security under battle"),
        ("security", "security"),
        ("deck-top", "deck"),
        ("under", "under battle hand revealed trash"),
        ("revealed", "revealed hand security battle trash"),
        ("elsewhere", " ".join(PLACES)),
    ],
)
@pytest.mark.parametrize("name", ["card-moved", "set-aside", "material-placed"])
def test_a_card_was_shown_where_the_first_event_takes_it_from(name: str, came_from: str, fits: str) -> None:
    count = int(DEMANDS[name].amount == COUNT)
    event_of_it = event(name, "one", amount=count, came_from=came_from, to="elsewhere")
    for place, shown in PLACES.items():
        fault = told(shown("one"), game(MINE), event_of_it)
        assert (fault == "") is (place in ("nowhere", *fits.split())), place
        assert fault == "" or f"and it was shown in `{place}`" in fault
        first = event("card-moved", "one", amount=1, to="elsewhere")
        assert told(shown("one"), game(MINE), first, event_of_it) == ""


def test_a_card_that_is_set_aside_comes_from_there_and_is_on_top() -> None:
    before, after = game(MINE, hand=["one"]), game(pile("mine", "one", "top-mine", "below"))
    aside = event("set-aside", "one", came_from="hand")
    placed = event("placed", "mine", "one", came_from="hand")
    assert told(before, after, aside, placed) == ""
    other = {**placed, "came_from": "trash"}
    assert "from `trash`, and it was set aside from `hand`" in told(before, after, aside, other)
    under = event("placed", "mine", "below")
    assert "below is the top card of mine, and one is shown there" in told(before, after, under)
    assert told(before, after, under, aside, placed) == ""


def test_what_comes_into_play_suspended_comes_into_play_in_the_same_step() -> None:
    after = game(pile("new", "one", suspended=True))
    placed, suspended = event("placed", "new", "one"), event("placed-suspended", "new")
    assert told(game(), after, placed, suspended) == ""
    played = event("token-played", "new", amount=1)
    assert told(game(), after, played, suspended) == ""
    for events in ([suspended], [suspended, placed], [event("placed", "other", "one"), suspended]):
        assert "no event before it says that this came into play" in told(game(), after, *events)


def test_the_top_card_of_a_stack_goes_under_another_once_the_stack_has_left() -> None:
    other = pile("other", "one", token=False)
    before, after = game(MINE, other), game(pile("mine", "top-mine", "below", "one"))
    left = event("left-battle-area", "other", to="under")
    put = event("put-under", "one", "mine", came_from="battle", to="under")
    assert told(before, after, left, put) == ""
    assert "card 1 of the battle area under a stack in this step, and 0 stacks have" in told(
        before, after, put
    )
    assert "and 0 stacks have left" in told(before, after, {**left, "to": ""}, put)
    assert "card 2 of the battle area under a stack in this step, and 1 stack has" in told(
        before, after, left, put, put
    )
    assert "no event after it puts it there" in told(before, after, left)
    assert told(game(MINE, pile("other", "one", token=None)), after, left) == ""
    assert told(game(MINE, pile("other", "one", token=True)), game(MINE), left) == ""
    elsewhere = game(MINE, trash=["one"])
    assert "one goes under mine, and it is shown in `trash`" in told(before, elsewhere, left, put)
    assert told(before, game(trash=["one"]), left, put) == ""
    assert "says `hand` as the place under a stack" in told(before, after, left, {**put, "to": "hand"})


def test_a_card_goes_to_that_place_under_a_stack_which_the_event_says() -> None:
    before = game(MINE, hand=["one", "other"])
    top, bottom = ("top-mine", "one", "other", "below"), ("top-mine", "below", "other", "one")
    for there, fits in ((top, "under-top"), (bottom, "under")):
        for to in ("under", "under-top"):
            put = event("put-under", "one", "other", "mine", came_from="hand", to=to)
            fault = told(before, game(pile("mine", *there)), put)
            assert (fault == "") is (to == fits)
            assert fault == "" or "shown in another place of it" in fault
    first = event("put-under", "one", "mine", came_from="hand", to="under")
    again = event("put-under", "other", "mine", came_from="hand", to="under")
    assert told(before, game(pile("mine", "top-mine", "below", "one", "other")), first, again) == ""


def test_what_moves_out_of_the_breeding_area_was_there_and_is_so_no_longer() -> None:
    bred, there = game(breeding=MINE), game(MINE)
    moved, hatched = event("moved", "mine"), event("hatched", "mine")
    assert told(bred, there, moved) == ""
    assert told(game(), there, hatched, moved) == ""
    assert "still shown in the breeding area" in told(bred, bred, moved)
    assert "shown in the battle area before" in told(there, there, moved)
    assert told(game(), bred, hatched) == told(game(), there, hatched) == ""
    assert "which was shown before" in told(bred, bred, hatched)


def test_as_many_top_cards_are_gone_as_the_amount_says() -> None:
    before, after = game(pile("mine", "a", "b", "c")), game(pile("mine", "c"), trash=["a", "b"])
    for amount in range(1, 4):
        fault = told(before, after, event("de-digivolved", "mine", amount=amount))
        words = {1: "amount 1, and 2 top cards of mine are gone", 2: "", 3: "amount 3, and 2 cards at most"}
        assert words[amount] in fault
        assert (fault == "") is (amount == 2)
    one = event("top-trashed", "mine", amount=1)
    assert told(before, after, one, one) == ""
    assert told(before, game(pile("mine", "c"), hand=["a"], trash=["b"]), one) != ""
    assert told(before, game(pile("mine", "c")), event("top-trashed", "mine", amount=1)) != ""
    drawn = event("drawn", "new", amount=1)
    assert told(before, after, event("de-digivolved", "mine", amount=3), drawn) != ""
    unseen = {**after, "players": [{**after["players"][0], "trash": 2}, seat()]}
    assert told(before, unseen, event("de-digivolved", "mine", amount=3)) == ""


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
    if demand.amount in (COUNT, UNDER):
        yield {**told, "amount": told["amount"] + 1}
    if demand.amount in (AT_LEAST_0, AT_LEAST_1):
        yield {**told, "amount": -1}
    if demand.amount == NOT_0:
        yield {**told, "amount": 0}
    if demand.are in (STACK_FIRST, STACK_LAST) and all(f"'{one}'" in shown for one in told["subjects"]):
        yield {**told, "subjects": told["subjects"][::-1]}
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
    owners, _, _ = players.partition(". In ")
    counted, _, numbers = amounts.partition(". In ")
    of_cards, tops, costs, changes = re.split(r"\. In\s", numbers)
    several, _, others = subjects.partition(".")

    def names(text: str) -> set[str]:
        return set(re.findall(r"`([a-z-]+)`", text)) & DEMANDS.keys()

    def with_amount(amount: str) -> set[str]:
        return {name for name, demand in DEMANDS.items() if demand.amount == amount}

    assert names(causes) == {name for name, demand in DEMANDS.items() if demand.causes == BY_EFFECT}
    assert names(owners) == {name for name, demand in DEMANDS.items() if demand.player == OWNER}
    assert names(counted) == with_amount(COUNT)
    assert names(of_cards) == with_amount(UNDER)
    assert names(tops) == with_amount(AT_LEAST_1)
    assert names(costs) == with_amount(AT_LEAST_0)
    assert names(changes) == with_amount(NOT_0)
    assert names(several) == {name for name, demand in DEMANDS.items() if demand.subjects > 1}
    of_none = {name for name, demand in DEMANDS.items() if demand.are == CARDS and demand.subjects == 0}
    assert names(others) == of_none
