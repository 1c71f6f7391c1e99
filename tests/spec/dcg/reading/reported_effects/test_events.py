"""Events that an engine reports, in the words of the model."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.model import Stack, Stage
from rulehound.spec.dcg.reading.cards import model_card
from rulehound.spec.dcg.reading.reported_effects import reported_effects
from rulehound.spec.dcg.reading.reported_effects.event_context import BEGINS, COMES_BEFORE
from rulehound.spec.formats import Card
from rulehound.spec.reading import AtOnce, Becomes, ChangingAction, First, Move, ReportedEffects, one_of

CARDS = {
    "D": Card("D", "Ember", {"kind": "digimon", "level": 3, "colors": ["red"], "dp": 3000}),
    "E": Card("E", "Blaze", {"kind": "digimon", "level": 4, "colors": ["red"], "dp": 5000, "decoy": ["red"]}),
    "O": Card("O", "Flash", {"kind": "option", "play_cost": 1, "colors": ["red"]}),
}
WITH_EFFECTS = {**CARDS, "O": Card("O", "Flash", {**CARDS["O"].facts, "effects": [{"timing": "main"}]})}
TOPS = {name: model_card(card) for name, card in CARDS.items()}


def stack(name: str, *cards: str, **state: Any) -> dict[str, Any]:
    facts = CARDS[cards[0]].facts
    return {
        "id": name,
        "cards": [{"id": f"{name}.{place}", "card": card} for place, card in enumerate(cards)],
        "kind": facts["kind"],
        "dp": facts.get("dp"),
        "checks": 1,
        "keywords": [],
        **state,
    }


def seen(*events: dict[str, Any], mine: tuple[Any, ...] = (), theirs: tuple[Any, ...] = ()) -> dict[str, Any]:
    """An observation of player 0's turn with these stacks and events."""
    empty = {"hand": [{"id": "a9", "card": "D"}], "trash": [], "breeding": None}
    players = [{**empty, "battle": list(mine)}, {**empty, "hand": [], "battle": list(theirs)}]
    defaults = {"cause": "effect", "player": 0, "source": "a1", "amount": 0, "subjects": []}
    return {
        "turn": 0,
        "decision": "main",
        "players": players,
        "events": [{**defaults, **event} for event in events],
    }


MINE, THEIRS = stack("p1", "D"), stack("p2", "E", "D")
BOTH = {"mine": (MINE,), "theirs": (THEIRS,)}


def doomed(before: str, now: str, top: str) -> First:
    """One that an effect deletes: before another deletion, or now."""
    target = {"target": one_of(Stack, top=[TOPS[top]] * 2)}
    return First([Move(f"effect-delete-before-{before}", target), Move(f"effect-delete-{now}", target)])


def spared(side: str, top: str) -> list[First]:
    """What an effect prevents, where it has begun to happen in the model."""
    spare = Move(f"effect-spare-{side}", {"target": one_of(Stack, top=[TOPS[top]] * 2)})
    return [COMES_BEFORE, First([spare], needed=False)]


@pytest.mark.parametrize(
    ("event", "moves"),
    [
        ({"event": "memory", "amount": 2}, [Move("effect-gain-memory", {"amount": 2})]),
        ({"event": "memory", "amount": 2, "player": 1}, [Move("effect-lose-memory", {"amount": 2})]),
        ({"event": "memory", "amount": 0}, []),
        ({"event": "drawn", "amount": 2}, [Move("effect-draw-mine", {"amount": 2})]),
        ({"event": "drawn", "amount": 1, "player": 1}, [Move("effect-draw-theirs", {"amount": 1})]),
        ({"event": "drawn", "amount": 1, "cause": "rules"}, []),
        ({"event": "drawn", "amount": 1, "source": ""}, []),  # the effect that the engine was asked for
        (
            {"event": "suspended", "subjects": ["p2"]},
            [Move("effect-suspend-theirs", {"target": one_of(Stack, top=[TOPS["E"]] * 2)})],
        ),
        (
            {"event": "about-to-be-deleted", "subjects": ["p2"]},
            [AtOnce([doomed("theirs", "by-opponent-theirs", "E")])],
        ),
        (
            {"event": "about-to-be-deleted", "subjects": ["p1"]},
            [AtOnce([doomed("mine", "mine", "D")])],
        ),
        (
            {"event": "about-to-be-deleted", "subjects": ["p1", "p2"]},
            [AtOnce([doomed("mine", "mine", "D"), doomed("theirs", "too-by-opponent-theirs", "E")])],
        ),
        ({"event": "activated"}, [BEGINS, COMES_BEFORE]),
        ({"event": "activated", "to": ""}, [BEGINS]),
        ({"event": "activated", "to": "before"}, [COMES_BEFORE]),
        ({"event": "resolved"}, [First([Move("end-effect")], needed=False)]),
        ({"event": "prevented", "subjects": ["p2"]}, spared("theirs", "E")),
        ({"event": "prevented", "source": "", "subjects": ["p2"]}, []),  # by no card's effect
        ({"event": "unaffected", "subjects": ["p2"]}, spared("theirs", "E")),
        (
            {"event": "kept-suspended", "subjects": ["p1"]},
            [Move("effect-keep-mine", {"target": one_of(Stack, top=[TOPS["D"]] * 2)})],
        ),
        ({"event": "attack-target-changed", "to": "player"}, [Move("effect-switch-to-player")]),
        ({"event": "attack-target-changed", "to": "player", "cause": "player"}, []),  # a block
        (
            {"event": "attack-target-changed", "to": "p2"},
            [Move("effect-switch-to-digimon", {"target": one_of(Stack, top=[TOPS["E"]] * 2)})],
        ),
        ({"event": "attack-ended"}, [Move("effect-end-attack")]),
        ({"event": "kept-from-attacking"}, [Move("effect-end-attack")]),
        (
            {"event": "token-gone", "subjects": ["p1"]},
            [Move("effect-to-trash-mine", {"target": one_of(Stack, top=[TOPS["D"]] * 2)})],
        ),
        ({"event": "put-into-trash", "subjects": ["p1"], "cause": "rules"}, []),
        (
            {"event": "card-moved", "came_from": "trash", "to": "hand", "amount": 1},
            [Move("effect-trash-to-hand-mine", {"amount": 1})],
        ),
        ({"event": "card-moved", "came_from": "deck", "to": "deck-bottom", "amount": 1}, []),
        ({"event": "unheard-of"}, []),
    ],
)
def test_an_event_is_what_the_model_calls_it(event: dict[str, Any], moves: list[Move]) -> None:
    found = reported_effects(seen(**BOTH), seen(event, **BOTH), CARDS)
    assert (list(found.moves), found.unknown) == (moves, "")


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"event": "suspended", "subjects": ["p7"]}, "came and went"),
    ],
)
def test_what_the_model_has_no_words_for_is_not_judged(event: dict[str, Any], why: str) -> None:
    found = reported_effects(seen(**BOTH), seen(event, **BOTH), CARDS)
    assert why in found.unknown


def test_whose_something_is_changes_with_the_turn() -> None:
    events = (
        {"event": "drawn", "amount": 1},
        {"event": "turn-began", "cause": "player", "player": 1},
        {"event": "drawn", "amount": 1},
    )
    found = reported_effects(seen(**BOTH), seen(*events, **BOTH), CARDS)
    assert [move.action for move in found.moves if isinstance(move, Move)] == [
        "effect-draw-mine",
        "effect-draw-theirs",
    ]


def test_what_effects_make_of_a_digimon_is_taken_over_where_cards_have_effects() -> None:
    after = seen(mine=(stack("p1", "D", dp=5000, keywords=["rush"], checks=2),))
    assert not reported_effects(seen(mine=(MINE,)), after, CARDS).moves
    (at_once,) = reported_effects(seen(mine=(MINE,)), after, WITH_EFFECTS).moves
    assert isinstance(at_once, AtOnce)
    (way,) = (way for part in at_once.parts if isinstance(part, First) for way in part.ways)
    assert isinstance(way, Becomes)
    names = [name for name, _ in Stack.fields()]
    assert {names[place]: value for place, value in way.values} == {"dp_change": 2000, "dp": 5000}
    assert {names[place] for place, _ in way.besides} == {"gained", "more_checks"}
    assert dict(way.besides)[names.index("more_checks")] == 1
    assert way.through == ChangingAction("effect-dp-mine", "target", "amount")


TURN = {"turn_number": 1}, {"turn_number": 2, "turn": 1}
"""What two observations tell of the turn before and after it ended."""


def carried(until: str, *told: str, **first: Any) -> ReportedEffects:
    """What is read where the turn ends while something lasts so long on a Digimon of the turn player."""
    lasting = [{"gives": {"dp": 1000}, "until": until, **first}]
    shown = seen(mine=(stack("p1", "D", dp=4000, lasting=lasting),))
    before, after = ({**shown, **turn, "untold": told} for turn in TURN)
    return reported_effects(before, after, CARDS)


def test_what_lasts_is_given_again_as_the_turn_ends() -> None:
    assert not carried("turn-end").moves
    assert not carried("my-turn-end", player=0).moves
    (again,) = carried("opponents-turn-end", player=0).moves
    assert isinstance(again, AtOnce)
    assert dict(again.where) == {"stage": Stage.UNSUSPEND, "second_players_turn": True}
    (way,) = (way for part in again.parts if isinstance(part, First) for way in part.ways)
    assert isinstance(way, Becomes)
    assert (way.path, [value for _, value in way.values]) == ("opponent.battle", [1000, 4000])


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (carried("opponents-turn-end"), "until when"),
        (carried("some-day", player=0), "until when"),
        (carried("attack-end", player=0), "an attack ends"),
        (carried("always", "ids"), "no ids"),
        (carried("always", gives={"cannot": ["attack"]}), "gives cannot"),
    ],
)
def test_what_lasts_in_a_way_that_cannot_be_followed_is_not_judged(found: ReportedEffects, why: str) -> None:
    assert why in found.unknown


def test_changes_that_are_told_together_happen_at_once() -> None:
    amounts = {"dp": 1000, "checks": 1, "keywords": []}
    change = {"event": "changed", "source": "", "amounts": amounts}
    both = ({**change, "subjects": ["p1"]}, {**change, "subjects": ["p2"]})
    begins, changes, *_ = reported_effects(seen(**BOTH), seen(*both, **BOTH), WITH_EFFECTS).moves
    assert not reported_effects(seen(**BOTH), seen(*both, **BOTH), CARDS).moves, "no card can have done that"
    assert begins == BEGINS
    assert isinstance(changes, AtOnce)
    paths = [way.path for part in changes.parts if isinstance(part, First) for way in part.ways]
    assert paths == ["me.battle", "opponent.battle"]


def test_of_what_changes_more_than_once_the_last_counts() -> None:
    """Nothing comes between: else one of two equal ones would seem to have changed each time."""
    dps = (1000, 2000)
    events = [
        {"event": "changed", "subjects": ["p1"], "amounts": {"dp": dp, "checks": 1, "keywords": []}}
        for dp in dps
    ]
    _, changes, *_ = reported_effects(seen(**BOTH), seen(*events, **BOTH), WITH_EFFECTS).moves
    assert isinstance(changes, AtOnce)
    (becomes,) = (way for part in changes.parts if isinstance(part, First) for way in part.ways)
    assert isinstance(becomes, Becomes)
    assert dps[1] in dict(becomes.values).values()


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_it_is_told_what_came_before_the_turn_ended(turns: int) -> None:
    draws, began = {"event": "drawn", "amount": 1}, {"event": "turn-began", "cause": "player", "player": 1}
    found = reported_effects(seen(**BOTH), seen(draws, *[began, draws] * turns, **BOTH), CARDS)
    assert len(found.moves) == 1 + turns
    assert found.before_round == min(turns, 1)


def test_of_no_dp_there_is_no_change() -> None:
    change = {"event": "changed", "subjects": ["p1"], "amounts": {"dp": None, "checks": 1, "keywords": []}}
    _, changes, *_ = reported_effects(seen(**BOTH), seen(change, **BOTH), WITH_EFFECTS).moves
    assert isinstance(changes, AtOnce)
    dp, *_ = (way for part in changes.parts if isinstance(part, First) for way in part.ways)
    assert isinstance(dp, Becomes)
    assert not dp.through
    assert {0, 3000} == {value for _, value in dp.values}  # no change, and what is printed on this card


def test_a_keyword_is_used_where_it_is_paid_for() -> None:
    """What comes between is told after it; paid for before, it only prevents something any more."""
    paid = {"event": "about-to-be-deleted", "subjects": ["p2"]}
    used = {"event": "decoyed", "subjects": ["p2", "p1"]}
    draws = {"event": "drawn", "amount": 1}
    moves = reported_effects(seen(**BOTH), seen(paid, draws, used, **BOTH), CARDS).moves
    assert [move.action for move in moves if isinstance(move, Move)] == ["decoy-theirs", "effect-draw-mine"]
    assert list(reported_effects(seen(**BOTH), seen(used, **BOTH), CARDS).moves) == spared("mine", "D")


def test_a_decoy_that_is_not_printed_is_an_effect_like_others() -> None:
    paid = {"event": "about-to-be-deleted", "subjects": ["p1"]}
    used = {"event": "decoyed", "subjects": ["p1", "p2"]}
    moves = reported_effects(seen(**BOTH), seen(paid, used, **BOTH), CARDS).moves
    assert list(moves) == [AtOnce([doomed("mine", "mine", "D")]), *spared("theirs", "E")]


def test_a_decoy_that_saves_several_is_used_for_each() -> None:
    """What the model then refuses: the Decoy is gone after the first."""
    paid = {"event": "about-to-be-deleted", "subjects": ["p2"]}
    moves = reported_effects(
        seen(**BOTH), seen(paid, {"event": "decoyed", "subjects": ["p2", "p1", "p2"]}, **BOTH), CARDS
    ).moves
    assert [move.action for move in moves if isinstance(move, Move)] == ["decoy-theirs"] * 2


def test_each_card_that_comes_off_a_stack_was_its_top_card() -> None:
    before, after = stack("p3", "E", "O", "D"), stack("p3", "D")
    event = {"event": "de-digivolved", "subjects": ["p3"], "amount": 2}
    moves = reported_effects(seen(mine=(before,)), seen(event, mine=(after,)), CARDS).moves
    assert [move.action for move in moves if isinstance(move, Move)] == ["effect-de-digivolve-mine"] * 2
    for move in moves:
        assert isinstance(move, Move)
        ((_, tops),) = move.parameters["target"].fields
        assert set(tops) == set(TOPS.values())


def test_what_a_stack_becomes_is_looked_for_under_the_top_card_that_was_told_last() -> None:
    """Else a card that only came off it on the way would let another stack with that top card become it."""
    before, after = stack("p3", "E", "O", "D"), stack("p3", "D")
    fewer = {"event": "de-digivolved", "subjects": ["p3"], "amount": 2}
    change = {"event": "changed", "subjects": ["p3"], "amounts": {"dp": 4000, "checks": 1, "keywords": []}}
    _, _, _, changes, *_ = reported_effects(
        seen(mine=(before,)), seen(fewer, change, mine=(after,)), WITH_EFFECTS
    ).moves
    assert isinstance(changes, AtOnce)
    dp, *_ = changes.parts
    assert isinstance(dp, First)
    tops = [way.element.fields[0][1][0] for way in dp.ways if isinstance(way, Becomes)]
    assert tops == [TOPS["D"], model_card(WITH_EFFECTS["O"]), TOPS["E"]]


def test_no_stack_is_taken_to_be_without_end() -> None:
    event = {"event": "de-digivolved", "subjects": ["p1"], "amount": 10**12}
    assert len(reported_effects(seen(**BOTH), seen(event, **BOTH), CARDS).moves) <= len(BOTH) * 10


def test_what_effects_make_of_something_may_come_before_it_stands_up() -> None:
    """A Reboot that is shown after a step was there when the turn began, and unsuspended its Digimon."""
    effects = {**CARDS, "O": Card("O", "Flash", {**CARDS["O"].facts, "effects": [{"timing": "main"}]})}
    after = seen(mine=(stack("p1", "D", keywords=["reboot"], suspended=False),))
    (at_once,) = reported_effects(seen(mine=(stack("p1", "D", suspended=True),)), after, effects).moves
    assert isinstance(at_once, AtOnce)
    names = [name for name, _ in Stack.fields()]
    ways = [way for part in at_once.parts if isinstance(part, First) for way in part.ways]
    known = {names[place] for way in ways if isinstance(way, Becomes) for place, _ in way.element.fields}
    assert "top" in known
    assert "suspended" not in known


def test_an_option_that_comes_to_lie_on_top_is_nothing_that_the_model_knows() -> None:
    event = {"event": "de-digivolved", "subjects": ["p2"], "amount": 1}
    assert reported_effects(seen(theirs=(stack("p2", "E", "D"),)), seen(event), CARDS).unknown == ""
    over_option = seen(theirs=(stack("p2", "E", "O"),))
    said = reported_effects(over_option, seen(event), CARDS).unknown
    assert said == "an Option that lay in a stack comes to lie on top"


def test_what_lasts_on_a_breeding_area_is_nothing_that_the_model_knows() -> None:
    def bred(**state: Any) -> dict[str, Any]:
        shown = seen(**BOTH)
        shown["players"][1]["breeding"] = stack("p3", "D", **state)
        return shown

    printed, more = bred(), bred(dp=4000)
    assert reported_effects(printed, printed, CARDS).unknown == ""
    for before, after in ((printed, more), (more, more), (more, printed)):
        assert (
            reported_effects(before, after, CARDS).unknown == "an effect lasts on what is in a breeding area"
        )
    assert reported_effects(printed, bred(keywords=["blocker"]), CARDS).unknown != ""
