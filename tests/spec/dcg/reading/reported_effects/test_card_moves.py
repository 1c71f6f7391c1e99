"""What effects do to cards and costs, as an engine reports it and as the model has it."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.reading.actions import interpret
from rulehound.spec.dcg.reading.cards import model_card
from rulehound.spec.dcg.reading.reported_effects import reported_effects
from rulehound.spec.formats import Card
from rulehound.spec.reading import Move

DIGIMON = {"kind": "digimon", "level": 3, "colors": ["red"], "dp": 3000}
CARDS = {
    "D": Card("D", "Ember", DIGIMON),
    "E": Card("E", "Blaze", {**DIGIMON, "level": 4}),
    "T": Card("T", "Keeper", {"kind": "tamer", "play_cost": 2, "colors": ["red"]}),
    "O": Card("O", "Flash", {"kind": "option", "play_cost": 1, "colors": ["red"]}),
}


def shown_cards(*ids: str) -> list[dict[str, str]]:
    """Cards whose ids begin with their number: `D.1` is a card D."""
    return [{"id": one, "card": one[0]} for one in ids]


def stack(name: str, *ids: str) -> dict[str, Any]:
    state = {
        "kind": "digimon",
        "dp": 3000,
        "suspended": False,
        "played_this_turn": False,
        "keywords": [],
        "checks": 1,
    }
    return {"id": name, "cards": shown_cards(*ids), **state}


PILE = stack("p1", "E.1", "D.1", "T.1", "D.2")
"""Three cards under a Digimon, the uppermost first."""


def seen(*events: dict[str, Any], field: tuple[Any, ...] = (PILE,), **more: Any) -> dict[str, Any]:
    """An observation of player 0's turn, the stacks being theirs, and hands and trash of known cards."""
    empty = {"trash": shown_cards("O.3", "D.3"), "breeding": None}
    players = [
        {**empty, "hand": shown_cards("O.9", "D.9", "E.9"), "battle": list(field)},
        {**empty, "hand": [], "trash": [], "battle": []},
    ]
    told_always = {"cause": "effect", "player": 0, "source": "x", "amount": 0, "came_from": "", "to": ""}
    given = [{**told_always, **event} for event in events]
    return {"turn": 0, "decision": "main", "players": players, "events": given, **more}


def words(*events: dict[str, Any], before: dict[str, Any] | None = None) -> list[str]:
    """The moves that these events are, their cards by number and their amounts: `effect-play-mine D`."""
    found = reported_effects(before or seen(), seen(*events), CARDS)
    assert found.unknown == ""
    names = {model_card(card): number for number, card in CARDS.items()}
    described = []
    for move in found.moves:
        assert isinstance(move, Move)
        said = [names[move.parameters["card"]]] if "card" in move.parameters else []
        said += [str(move.parameters["amount"])] if "amount" in move.parameters else []
        described.append(" ".join([move.action.removeprefix("effect-"), *said]))
    return described


def moved(card: str, came_from: str, to: str, player: int = 0) -> dict[str, Any]:
    """A card that an effect has moved."""
    return {
        "event": "card-moved",
        "subjects": [card],
        "amount": 1,
        "came_from": came_from,
        "to": to,
        "player": player,
    }


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (moved("D.3", "trash", "hand"), ["trash-to-hand-mine 1"]),
        (moved("D.3", "trash", "security-bottom", 1), ["trash-to-security-theirs 1"]),
        (moved("D.3", "security", "deck-top"), ["security-to-deck-mine 1"]),
        (moved("D.3", "deck", "deck-bottom"), []),  # it stays in the pile that it is counted in
        (moved("D.3", "revealed", "hand"), ["set-aside-to-hand-mine 1"]),
        (moved("D.3", "revealed", "deck-bottom", 1), ["set-aside-to-deck-theirs 1"]),
        (
            moved("D.3", "hand", "egg-deck-bottom"),
            ["set-aside-from-hand-mine 1", "set-aside-to-egg-deck-mine 1"],
        ),
    ],
)
def test_cards_go_at_once_where_the_model_has_a_word_and_else_by_way_of_nowhere(
    event: dict[str, Any], expected: list[str]
) -> None:
    assert words(event) == expected


def test_revealed_cards_are_taken_up_until_each_has_been_put_somewhere() -> None:
    events = (
        {"event": "revealed", "subjects": ["D.1", "T.1"], "amount": 2, "player": 1},
        moved("T.1", "revealed", "hand", 1),
        moved("D.1", "revealed", "trash", 1),
    )
    expected = ["set-aside-from-deck-theirs 2", "set-aside-to-hand-theirs 1", "set-aside-to-trash-theirs 1"]
    assert words(*events) == expected


@pytest.mark.parametrize(
    ("card", "above"), [("D.1", []), ("T.1", ["D"]), ("D.2", ["T", "D"])], ids=["upper", "middle", "lowest"]
)
def test_a_card_under_a_digimon_is_taken_from_below_those_above_it(card: str, above: list[str]) -> None:
    """Those above are put back in the order in which they lay, the lowest first."""
    expected = ["set-aside-from-under-mine"] * (len(above) + 1)
    expected += [f"set-aside-to-top-of-under-mine {other}" for other in above]
    trashed = {"event": "under-card-trashed", "subjects": ["p1", card], "amount": 1}
    assert words(trashed) == [*expected, "set-aside-to-trash-mine 1"]
    assert words(moved(card, "under", "hand")) == [*expected, "set-aside-to-hand-mine 1"]


def test_what_lies_under_a_digimon_is_followed_from_event_to_event() -> None:
    """A card that has been placed, or that has lost those above it, is where these events have left it."""
    events = (
        {"event": "under-card-trashed", "subjects": ["p1", "D.1", "T.1"], "amount": 2},
        {"event": "put-under", "subjects": ["D.9", "p1"], "came_from": "hand", "to": "under-top"},
        {"event": "put-under", "subjects": ["O.3", "p1"], "came_from": "trash", "to": "under"},
        moved("D.2", "under", "trash"),
    )
    once = ["set-aside-from-under-mine", "set-aside-to-trash-mine 1"]
    placed = ["set-aside-from-hand-mine 1", "set-aside-to-top-of-under-mine D"]
    below = ["set-aside-from-trash-mine 1", "set-aside-to-under-mine O"]
    second = ["set-aside-from-under-mine"] * 2 + ["set-aside-to-top-of-under-mine D"]
    assert words(*events) == [*once, *once, *placed, *below, *second, "set-aside-to-trash-mine 1"]
    digivolved = {"event": "placed", "cause": "player", "source": "", "subjects": ["p1", "E.9"]}
    assert words(digivolved, moved("D.1", "under", "trash")) == [
        *["set-aside-from-under-mine"] * 2,
        "set-aside-to-top-of-under-mine E",
        "set-aside-to-trash-mine 1",
    ]
    top_trashed = {"event": "de-digivolved", "subjects": ["p1"], "amount": 1, "cause": "player"}
    assert words(top_trashed, moved("T.1", "under", "trash")) == once


def test_the_top_card_of_what_goes_under_something_is_taken_from_the_field() -> None:
    left = {"event": "left-battle-area", "subjects": ["p1"], "to": "under"}
    under = {"event": "put-under", "subjects": ["E.1", "p1"], "came_from": "battle", "to": "under"}
    assert words(left, under) == ["set-aside-from-battle-mine", "set-aside-to-under-mine E"]
    assert words({**left, "to": "hand"}) == []


@pytest.mark.parametrize(
    ("came_from", "taken"),
    [
        ("hand", ["set-aside-from-hand-mine 1"]),
        ("trash", ["set-aside-from-trash-mine 1"]),
        ("deck", ["set-aside-from-deck-mine 1"]),
        ("security", ["set-aside-from-security-mine 1"]),
        ("revealed", []),
    ],
)
def test_what_an_effect_plays_is_taken_up_and_comes_into_play(came_from: str, taken: list[str]) -> None:
    shown = {"event": "set-aside", "subjects": ["D.9"], "came_from": came_from}
    lowered = {"event": "cost-changed", "subjects": ["D.9"], "amount": -2}
    placed = {"event": "placed", "subjects": ["p7", "D.9"], "came_from": came_from}
    paid = {"event": "paid", "subjects": ["D.9"], "amount": 3}
    assert words(shown, lowered, placed, paid) == [*taken, "play-mine D", "pay-mine 3"]


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("hand", ["set-aside-from-hand-mine 1", "set-aside-to-hand-mine 1"]),
        ("trash", ["set-aside-from-trash-mine 1", "set-aside-to-trash-mine 1"]),
        ("deck", ["set-aside-from-deck-mine 1", "set-aside-to-deck-mine 1"]),
        ("revealed", []),
        ("security", None),
        ("under", None),
    ],
)
def test_what_an_effect_cannot_play_goes_back_as_far_as_the_model_knows(
    came_from: str, back: list[str] | None
) -> None:
    subjects = ["D.2"] if came_from == "under" else ["D.9"]
    shown = {"event": "set-aside", "subjects": subjects, "came_from": came_from}
    failed = {"event": "failed", "subjects": subjects, "came_from": came_from}
    if back is None:
        assert "goes back to where it lay" in reported_effects(seen(), seen(shown, failed), CARDS).unknown
    else:
        assert words(shown, failed) == back


def test_what_is_played_suspended_is_suspended_as_it_comes() -> None:
    placed = {"event": "placed", "subjects": ["p7", "D.9"], "came_from": "hand"}
    late = {"event": "placed-suspended", "subjects": ["p7"]}
    assert words(placed, late) == ["play-mine D", "suspend-mine"]


def test_a_digimon_that_was_there_digivolves_into_what_is_placed_on_it() -> None:
    placed = {"event": "placed", "subjects": ["p1", "E.9"], "came_from": "hand"}
    assert words(placed) == ["digivolve-into-mine E"]


def test_an_option_is_placed_by_its_own_effect_or_taken_up_first() -> None:
    placed = {"event": "placed", "subjects": ["p7", "O.9"], "came_from": ""}
    used = {"event": "option-used", "cause": "player", "source": "", "subjects": ["O.9"]}
    assert words(used, placed) == ["place-option"]
    using = seen(showing={"card": "O.9", "procedure": "use", "by_effect": False})
    assert words(placed, before=using) == ["place-option"]
    assert words(used, moved("O.9", "revealed", "hand")) == ["set-aside-used", "set-aside-to-hand-mine 1"]
    from_trash = {**placed, "subjects": ["p7", "O.3"], "came_from": "trash"}
    assert words(used, from_trash) == ["set-aside-from-trash-mine 1", "place-mine O"]


def test_the_checked_card_is_taken_up_once() -> None:
    checked = {"event": "security-checked", "cause": "player", "source": "", "subjects": ["D.3"]}
    played = {"event": "set-aside", "subjects": ["D.3"], "came_from": "revealed"}
    expected = ["set-aside-checked", "set-aside-to-hand-mine 1"]
    assert words(checked, moved("D.3", "revealed", "hand")) == expected
    assert words(moved("D.3", "revealed", "hand"), before=seen(attack={"checked": "D.3"})) == expected
    assert words(checked, played, moved("D.3", "revealed", "hand")) == expected


def test_costs_of_what_a_player_plays_change_before_it_is_paid_for() -> None:
    lowered = {"event": "cost-changed", "subjects": ["D.9"], "amount": -2}
    assert words(lowered, {**lowered, "event": "lasting-cost"}) == ["cost -2", "lasting-cost -2"]
    by_effect = seen(showing={"card": "D.9", "procedure": "play", "by_effect": True})
    assert words(lowered, before=by_effect) == []


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (moved("D.9", "nowhere", "hand"), "takes a card from nowhere"),
        (moved("D.9", "hand", "elsewhere"), "puts a card into elsewhere"),
        (moved("D.9", "under", "hand"), "from under a Digimon"),
        (
            {"event": "put-under", "subjects": ["Z.1", "p1"], "came_from": "hand", "to": "under"},
            "nobody may see",
        ),
        (
            {"event": "put-under", "subjects": ["D.9", "p8"], "came_from": "hand", "to": "under"},
            "came and went",
        ),
    ],
)
def test_what_the_model_has_no_words_for_is_not_judged(event: dict[str, Any], why: str) -> None:
    assert why in reported_effects(seen(), seen(event), CARDS).unknown


def test_materials_of_what_an_effect_plays_are_taken_up_and_lie_under_it_in_their_order() -> None:
    """Also those that were placed before the last choice; a Digimon's top card is taken from the field."""
    from_hand = {"event": "material-placed", "subjects": ["O.9"], "came_from": "hand"}
    from_field = {"event": "material-placed", "subjects": ["E.1"], "came_from": "battle"}
    placed = {"event": "placed", "subjects": ["p7", "D.9"], "came_from": "hand"}
    taken = ["set-aside-from-hand-mine 1", "set-aside-from-battle-mine"]
    under = ["set-aside-to-under-mine O", "set-aside-to-under-mine E"]
    assert words(from_hand, from_field, placed) == [*taken, "play-mine D", *under]
    showing = {"card": "D.9", "procedure": "play", "by_effect": True, "materials": ["T.1"]}
    before = seen(showing=showing)
    expected = ["set-aside-from-hand-mine 1", "play-mine D", "set-aside-to-under-mine T"]
    assert words(from_hand, placed, before=before) == [*expected, "set-aside-to-under-mine O"]
    assert words({**from_hand, "cause": "player"}) == []  # an action of the model
    failed = {"event": "failed", "subjects": ["D.9"], "came_from": "hand"}
    assert "cards placed for it" in reported_effects(before, seen(failed), CARDS).unknown


@pytest.mark.parametrize("by_effect", [True, False])
def test_choices_for_what_an_effect_plays_are_choices_inside_that_effect(by_effect: bool) -> None:
    showing = {"card": "D.9", "procedure": "digivolve", "by_effect": by_effect}
    observation = seen(showing=showing) | {"decision": "digisorption"}
    meant = interpret(observation, {"action": "suspend-for", "digimon": "p1"}, CARDS)
    assert (meant is None) == by_effect
    assert (interpret(observation, {"action": "done"}, CARDS) is None) == by_effect
