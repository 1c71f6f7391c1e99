"""Effects of cards in the model: what each changes, for either player, and where none may resolve."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.model.card_effects import MOVES
from rulehound_testing.dcg.line import Line, card, stack

OLD, NEW = "manual-2.3", "comprehensive-4.0"
ROOKIE = card(1, level=3, dp=2)
CHAMPION = card(2, level=4, dp=4)
TAMER = card(3, "tamer")
PARTS = {"mine": "me", "theirs": "opponent"}
PILES = ("deck", "hand", "security", "trash")

on_either_side = pytest.mark.parametrize("side", PARTS)


def with_stacks(side: str, *stacks: Any, **fields: Any) -> Line:
    """A line that begins with these stacks on a side, under the latest edition unless it says otherwise."""
    return Line(**{"edition": NEW, f"{PARTS[side]}__battle": list(stacks), **fields})


@on_either_side
@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize(("there", "amount", "moved"), [(3, 2, 2), (1, 2, 1), (0, 1, 0)])
def test_cards_move_between_areas_as_far_as_there_are_any(
    side: str, name: str, there: int, amount: int, moved: int
) -> None:
    """Draw 2 from one card draws one; Recovery from an empty deck does nothing; nobody loses by either."""
    source, target, cited = MOVES[name]
    part = PARTS[side]
    line = Line(**{f"{part}__{pile}": there if pile == source else 4 for pile in PILES})
    line.do(f"effect-{name}-{side}", amount=amount)
    expected = dict.fromkeys(PILES, 4) | {source: there - moved, target: 4 + moved}
    assert {pile: line[f"{part}.{pile}"] for pile in PILES} == expected
    assert (line["stage"], line["winner"]) == ("main", "nobody")
    assert (cited in line.rules) == (moved > 0)
    assert line.refused(f"effect-{name}-{side}", amount=0) == [cited]


def test_recovery_leaves_the_digi_egg_deck_alone() -> None:
    line = Line(me__egg_deck=4).do("effect-recover-mine", amount=1)
    assert (line["me.egg_deck"], line["me.security"]) == (4, 0)


def test_memory_stops_at_the_ends_of_the_gauge() -> None:
    assert Line(memory=9).do("effect-gain-memory", amount=3)["memory"] == 10
    assert Line(memory=1).do("effect-lose-memory", amount=30)["memory"] == -10


@on_either_side
def test_states_keywords_and_checks_change_until_the_turn_ends(side: str) -> None:
    line = with_stacks(side, stack(ROOKIE), me__deck=2, opponent__deck=2)

    def entry() -> Any:
        return line[f"{PARTS[side]}.battle"][0]

    line.do(f"effect-suspend-{side}", target=1)
    assert entry()["suspended"]
    line.do(f"effect-unsuspend-{side}", target=1).do(f"effect-dp-{side}", target=1, amount=-1)
    assert (entry()["suspended"], entry()["dp"]) == (False, 1)
    line.do(f"effect-keywords-{side}", target=1, like=card(8, keywords=("rush", "blocker")))
    line.do(f"effect-keywords-{side}", target=1, like=card(8, keywords=("piercing", "rush")))
    line.do(f"effect-checks-{side}", target=1, amount=1).do(f"effect-checks-{side}", target=1, amount=-3)
    assert (set(entry()["gained"]), entry()["more_checks"]) == ({"rush", "blocker", "piercing"}, -2)
    line.do("pass").settle()
    part = "opponent" if side == "mine" else "me"
    assert line["second_players_turn"], "the sides have changed"
    (now,) = line[f"{part}.battle"]
    assert (now["dp"], now["gained"], now["more_checks"]) == (2, [], 0)


@on_either_side
@pytest.mark.parametrize(
    ("changes", "dp"),
    [((-3, 2), 1), ((2, -3), 1), ((-3, -3), 0), ((-3, -3, 5), 1), ((-9, 9), 2), ((-2, 0), 0), ((1, 1), 4)],
)
def test_changes_of_dp_are_added_up_before_they_count(side: str, changes: tuple[int, ...], dp: int) -> None:
    """In the middle of an effect, with 2 DP printed: what went below 0 is still owed (EN 4.0, 1-3-8)."""
    line = with_stacks(side, stack(ROOKIE), stage="effect")
    for amount in changes:
        line.do(f"effect-dp-{side}", target=1, amount=amount)
    (entry,) = line[f"{PARTS[side]}.battle"]
    assert (entry["dp"], entry["dp_change"]) == (dp, sum(changes))
    assert ("dp.floor" in line.rules) == any(2 + sum(changes[:end]) < 0 for end in range(1, len(changes) + 1))
    assert "dp.modify" in line.rules
    line.follow()
    assert (line["stage"] == "would-delete") == (dp == 0)


@on_either_side
def test_what_is_owed_of_dp_goes_on_with_another_card_on_top(side: str) -> None:
    line = with_stacks(side, stack(ROOKIE), stage="effect", **{f"{PARTS[side]}__hand": 1})

    def shown() -> Any:
        (entry,) = line[f"{PARTS[side]}.battle"]
        return entry["dp"], entry["dp_change"]

    line.do(f"effect-dp-{side}", target=1, amount=-5)
    assert shown() == (0, -5)
    line.do(f"effect-digivolve-{side}", card=CHAMPION, onto=1)
    assert shown() == (0, -5), "4 printed, 5 lost"
    line.do(f"effect-dp-{side}", target=2, amount=2)
    assert shown() == (1, -3)
    line.do(f"effect-de-digivolve-{side}", target=2)
    assert shown() == (0, -3), "2 printed, 3 lost"
    line.do(f"effect-dp-{side}", target=1, amount=2)
    assert shown() == (1, -1)


@on_either_side
def test_an_option_is_neither_suspended_nor_given_keywords(side: str) -> None:
    line = with_stacks(side, stack(card(4, "option")))
    assert line.refused(f"effect-suspend-{side}", target=4) == ["effects.suspend"]
    assert line.refused(f"effect-unsuspend-{side}", target=4) == ["effects.suspend"]
    assert line.refused(f"effect-keywords-{side}", target=4, like=ROOKIE) == ["keyword.gained"]
    assert line.refused(f"effect-checks-{side}", target=4, amount=1) == ["keyword.gained"]


@on_either_side
@pytest.mark.parametrize(
    ("name", "area"), [("return-to-hand", "hand"), ("return-to-deck", "deck"), ("to-security", "security")]
)
def test_what_leaves_the_field_takes_its_top_card_alone(side: str, name: str, area: str) -> None:
    part = PARTS[side]
    line = with_stacks(side, stack(CHAMPION, ROOKIE, card(9, "digi-egg", level=2)))
    line.do(f"effect-{name}-{side}", target=2)
    assert (line[f"{part}.{area}"], line[f"{part}.trash"], line[f"{part}.battle"]) == (1, 2, [])
    assert "deletion.stack" in line.rules


@on_either_side
@pytest.mark.parametrize("name", ["return-to-hand", "return-to-deck", "to-security"])
def test_a_token_is_gone_when_it_leaves(side: str, name: str) -> None:
    part = PARTS[side]
    line = with_stacks(side, stack(ROOKIE, token=True)).do(f"effect-{name}-{side}", target=1)
    assert [line[f"{part}.{area}"] for area in (*PILES, "egg_deck", "battle")] == [0, 0, 0, 0, 0, []]
    assert "token.gone" in line.rules


@on_either_side
@pytest.mark.parametrize(
    ("name", "area"), [("return-to-hand", "hand"), ("return-to-deck", "deck"), ("to-security", "security")]
)
def test_a_digi_egg_goes_to_its_own_deck_by_the_latest_edition(side: str, name: str, area: str) -> None:
    egg, part = card(9, "digi-egg", level=2, has_dp=True, dp=1), PARTS[side]
    for edition, there in ((NEW, (0, 1)), (OLD, (1, 0))):
        line = with_stacks(side, stack(egg), edition=edition).do(f"effect-{name}-{side}", target=9)
        assert (line[f"{part}.{area}"], line[f"{part}.egg_deck"]) == there


@on_either_side
def test_de_digivolve_takes_top_cards_down_to_level_3(side: str) -> None:
    five = card(5, level=5, dp=7)
    part = PARTS[side]
    line = with_stacks(side, stack(five, CHAMPION, ROOKIE, card(9, level=2), dp=9))
    for top, dp, trash in ((2, 6, 1), (1, 4, 2)):
        line.do(f"effect-de-digivolve-{side}", target=line.top(f"{part}.battle"))
        assert (line.top(f"{part}.battle"), line[f"{part}.battle"][0]["dp"], line[f"{part}.trash"]) == (
            top,
            dp,
            trash,
        )
    assert line.refused(f"effect-de-digivolve-{side}", target=1) == ["keyword.de-digivolve"]
    assert "keyword.de-digivolve" in line.rules


@on_either_side
def test_de_digivolve_passes_tamers_and_leaves_the_last_card(side: str) -> None:
    """Rulings 1, 3 and 4: a Tamer counts as a card and may come to the top; a card without DP is trashed."""
    part = PARTS[side]
    line = with_stacks(side, stack(CHAMPION, TAMER, ROOKIE)).do(f"effect-de-digivolve-{side}", target=2)
    assert line.top(f"{part}.battle") == 3
    assert not line[f"{part}.battle"][0]["played_this_turn"]
    line.do(f"effect-de-digivolve-{side}", target=3)
    assert line.top(f"{part}.battle") == 1
    last = with_stacks(side, stack(TAMER))
    assert last.refused(f"effect-de-digivolve-{side}", target=3) == ["last-card"]
    egg = with_stacks(side, stack(CHAMPION, card(9, "digi-egg", level=2)))
    egg.do(f"effect-de-digivolve-{side}", target=2)
    assert (egg[f"{part}.battle"], egg[f"{part}.trash"]) == ([], 2)
    assert "battle.no-dp" in egg.rules


@on_either_side
def test_cards_go_under_a_stack_at_the_bottom_and_are_trashed_from_its_top(side: str) -> None:
    part = PARTS[side]
    line = with_stacks(side, stack(CHAMPION, ROOKIE), **{f"{part}__hand": 1})
    line.do(f"effect-place-under-{side}", target=2, card=TAMER)
    assert [entry["number"] for entry in line[f"{part}.battle"][0]["under"]] == [1, 3]
    line.do(f"effect-trash-under-{side}", target=2)
    assert [entry["number"] for entry in line[f"{part}.battle"][0]["under"]] == [3]
    assert (line[f"{part}.hand"], line[f"{part}.trash"]) == (0, 1)
    line.do(f"effect-trash-under-{side}", target=2)
    assert line.refused(f"effect-trash-under-{side}", target=2) == ["effects.stack"]
    assert line.refused(f"effect-place-under-{side}", target=2, card=TAMER) == ["effects.stack"]


@on_either_side
def test_a_token_is_played_stays_alone_and_is_gone_when_deleted(side: str) -> None:
    part = PARTS[side]
    line = Line(NEW, **{f"{part}__hand": 1}).do(f"effect-token-{side}", facts=ROOKIE)
    assert line.refused(f"effect-place-under-{side}", target=1, card=TAMER) == ["token.no-stack"]
    assert line.refused(f"effect-digivolve-{side}", card=CHAMPION, onto=1) == ["token.no-stack"]
    line.do(f"effect-delete-{side}", target=1).settle()
    assert (line[f"{part}.battle"], line[f"{part}.trash"]) == ([], 0)
    assert Line("detailed-1.0").refused(f"effect-token-{side}", facts=ROOKIE) == ["token.played"]
    assert line.refused(f"effect-token-{side}", facts=card(4, "option")) == ["token.kinds"]


@on_either_side
def test_an_effect_digivolves_whatever_the_requirement_and_draws(side: str) -> None:
    part = PARTS[side]
    line = with_stacks(
        side, stack(ROOKIE, dp=3, suspended=True), memory=1, **{f"{part}__hand": 1, f"{part}__deck": 2}
    )
    line.do(f"effect-digivolve-{side}", card=CHAMPION, onto=1)
    (now,) = line[f"{part}.battle"]
    assert (now["dp"], now["suspended"], [entry["number"] for entry in now["under"]]) == (5, True, [1])
    assert (line["memory"], line[f"{part}.hand"], line[f"{part}.deck"]) == (1, 1, 1)
    empty = with_stacks(side, stack(ROOKIE), **{f"{part}__hand": 1})
    assert empty.do(f"effect-digivolve-{side}", card=CHAMPION, onto=1)[f"{part}.hand"] == 0
    assert line.refused(f"effect-digivolve-{side}", card=TAMER, onto=2) == ["digivolve.digimon-only"]


@on_either_side
@pytest.mark.parametrize("name", ["delete", "delete-by-opponent"])
def test_an_effect_deletes_a_digimon_with_what_lies_under_it(side: str, name: str) -> None:
    part = PARTS[side]
    line = with_stacks(side, stack(CHAMPION, ROOKIE), stack(TAMER), stack(card(5, "option")))
    assert line.refused(f"effect-{name}-{side}", target=5) == ["deletion.trash"]
    line.do(f"effect-{name}-{side}", target=2).settle()
    assert (line[f"{part}.trash"], line.top(f"{part}.battle"), line["stage"]) == (2, 3, "main")
    line.do(f"effect-{name}-{side}", target=3).settle()
    assert (line[f"{part}.trash"], line.top(f"{part}.battle")) == (3, 5)


def test_no_rule_is_processed_in_the_middle_of_an_effect() -> None:
    """What an Option leaves at 0 DP is deleted only when its effect is over."""
    field = [stack(card(2, level=4, colours=("red",), dp=4))]
    line = Line(NEW, me__hand=1, me__battle=field, opponent__battle=[stack(ROOKIE)])
    line.do("use-option", card=card(5, "option")).follow()
    line.do("effect-dp-theirs", target=1, amount=-2)
    assert (line["stage"], len(line["opponent.battle"])) == ("effect", 1)
    line.settle()
    assert (line["stage"], line["opponent.battle"], line["opponent.trash"]) == ("main", [], 1)


@pytest.mark.parametrize("stage", ["paid", "placed", "over", "would-delete", "check", "battle"])
def test_no_effect_resolves_in_the_middle_of_a_step(stage: str) -> None:
    line = Line(stage=stage, me__deck=1, me__hand=1)
    assert line.refused("effect-draw-mine", amount=1) == ["effects.timing"]
    assert line.refused("effect-lose-memory", amount=1) == ["effects.timing"]


def test_effects_answer_to_a_card_that_is_shown_before_anything_is_placed_for_it() -> None:
    line = Line(NEW, me__hand=2, me__deck=1).do("play", card=card(6, play_cost=1, digixros=1, listed=1))
    assert line.refused("effect-draw-mine", amount=1) == []
    line.do("settle")
    assert line.refused("effect-draw-mine", amount=1) == ["effects.timing"]


RULES_OF_TIMING = (
    *("showing.answers", "option.stays", "deletion.would", "effects.forbidden"),
    *("attack.one-at-a-time", "attack.order"),
)
"""Rules that let effects of one kind in at one stage, where others may not resolve."""


def test_every_effect_asks_when_it_may_resolve() -> None:
    for name, action in model.actions.items():
        if name.startswith("effect-"):
            rules = {guard.rule for guard in action.guards}
            assert rules & {"effects.timing", *RULES_OF_TIMING}, name
