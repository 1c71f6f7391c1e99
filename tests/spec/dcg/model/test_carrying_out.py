"""The effect of a card as it is carried out: rules wait for it, it comes before deletions, it prevents."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.line import Line, card, stack

WEAK = card(1, level=3, dp=3)
OTHER = card(2, level=3, dp=3)
ARMORED = card(3, level=4, dp=4, keywords=("armor-purge",))
BLOCKER = card(4, level=4, dp=4, keywords=("blocker",))
REBOOTING = card(5, level=4, dp=4, keywords=("reboot",))
OPTION = card(6, "option")


def numbers(line: Line, path: str) -> list[int]:
    """The numbers of the top cards that lie there."""
    return [entry["top"]["number"] for entry in line[path]]


def test_rules_are_processed_when_an_effect_is_over_and_not_within_it() -> None:
    line = Line(me__battle=[stack(WEAK), stack(OTHER)]).do("effect-begins")
    line.do("effect-dp-mine", target=1, amount=-3).do("effect-dp-mine", target=2, amount=-3)
    assert (line["stage"], [entry["dp"] for entry in line["me.battle"]]) == ("effect", [0, 0])
    assert line.follow() == "end-effect"
    assert [entry["fate"] for entry in line["me.battle"]] == ["deleted", "deleted"]
    line.settle()
    assert (line["me.battle"], line["me.trash"], line["stage"]) == ([], 2, "main")
    assert "rules.processing" in line.rules


def test_outside_of_an_effect_rules_are_processed_at_once() -> None:
    line = Line(me__battle=[stack(WEAK), stack(OTHER)]).do("effect-dp-mine", target=1, amount=-3)
    assert line.refused("effect-dp-mine", target=2, amount=-3) == ["effects.timing"]


def test_an_effect_goes_on_where_it_began() -> None:
    line = Line(stage="draw", me__battle=[stack(WEAK)], me__deck=3).do("effect-begins")
    assert line.refused("effect-begins") == ["effects.timing"]  # within it, another one is a part of it
    line.do("effect-delete-mine").follow()
    assert (line["stage"], line["me.trash"]) == ("effect", 1)
    line.follow()
    assert (line["stage"], line["after"]) == ("draw", "unsuspend")


@pytest.mark.parametrize("stage", ["check", "fought", "battle", "resolve", "redraw"])
def test_effects_begin_where_something_has_set_them_off(stage: str) -> None:
    begins = stage in ("fought", "resolve")
    assert Line(stage=stage).refused("effect-begins") == ([] if begins else ["effects.timing"])


def test_several_are_deleted_at_once() -> None:
    line = Line(me__battle=[stack(WEAK), stack(ARMORED, OTHER)], opponent__battle=[stack(OTHER)])
    line.do("effect-delete-mine", target=1).do("effect-delete-too-mine", target=3)
    line.do("effect-delete-too-by-opponent-theirs").settle()
    assert numbers(line, "me.battle") == [1, 3]  # its player is asked about the one, and all wait for that
    line.do("armor-purge-mine", saved=3).settle()
    assert (numbers(line, "me.battle"), line["opponent.battle"]) == ([2], [])
    assert (line["me.trash"], line["opponent.trash"]) == (2, 1)


def test_nothing_is_deleted_too_where_nothing_is_deleted() -> None:
    line = Line(me__battle=[stack(WEAK)])
    assert line.refused("effect-delete-too-mine") == ["deletion.would"]


def test_options_are_not_deleted() -> None:
    line = Line(me__battle=[stack(OPTION), stack(WEAK)])
    assert line.refused("effect-delete-mine", target=6) == ["deletion.trash"]
    line.do("effect-delete-mine", target=1)
    assert line.refused("effect-delete-too-mine", target=6) == ["deletion.trash"]
    line.do("effect-comes-before")
    assert line.refused("effect-delete-before-mine", target=6) == ["deletion.trash"]


def test_an_effect_prevents_a_deletion_that_waits_for_it() -> None:
    line = Line(me__battle=[stack(WEAK), stack(OTHER)], me__deck=1).do("effect-delete-mine", target=1)
    assert line.refused("effect-spare-mine", target=1) == ["deletion.would"]  # no effect comes before it
    line.do("effect-comes-before").do("effect-draw-mine", amount=1)
    assert line.refused("effect-spare-mine", target=2) == ["effects.would"]
    line.do("effect-spare-mine", target=1).settle()
    assert (numbers(line, "me.battle"), line["me.hand"], line["stage"]) == ([1, 2], 1, "main")
    assert {"effects.would", "deletion.would"} <= set(line.rules)


def test_what_an_effect_deletes_before_a_deletion_goes_first() -> None:
    line = Line(opponent__battle=[stack(WEAK), stack(OTHER, ARMORED)]).do("effect-delete-theirs", target=1)
    line.do("effect-comes-before").do("effect-delete-before-theirs", target=2)
    assert line.follow() == "delete-first"
    assert (numbers(line, "opponent.battle"), line["opponent.trash"], line["stage"]) == (
        [1],
        2,
        "interrupted",
    )
    assert line.follow() == "interruption-over"
    line.settle()
    assert (line["opponent.battle"], line["opponent.trash"], line["stage"]) == ([], 3, "main")


def test_what_is_deleted_before_a_deletion_can_be_spared() -> None:
    line = Line(me__battle=[stack(WEAK), stack(OTHER)]).do("effect-delete-mine", target=1)
    line.do("effect-comes-before").do("effect-delete-before-mine", target=2)
    line.do("effect-spare-mine", target=2).settle()
    assert numbers(line, "me.battle") == [2]


def test_what_is_spared_one_deletion_is_not_spared_the_one_that_waits() -> None:
    line = Line(me__battle=[stack(WEAK), stack(OTHER)]).do("effect-delete-mine", target=1)
    line.do("effect-comes-before").do("effect-delete-before-mine", target=1)
    line.do("effect-spare-mine", target=1)
    again = Line(me__battle=line["me.battle"], stage="interrupted", then="main")
    line.settle()
    assert (numbers(line, "me.battle"), line["me.trash"]) == ([2], 1)
    again.do("effect-spare-mine", target=1).settle()  # another effect may prevent that one too
    assert numbers(again, "me.battle") == [1, 2]


def test_what_is_spared_one_deletion_is_not_spared_retaliation() -> None:
    battling = stack(WEAK, attacking=True, fate="retaliation")
    beaten = stack(OTHER, targeted=True, fate="deleted")
    line = Line(stage="would-delete", then="battle", me__battle=[battling], opponent__battle=[beaten])
    line.do("effect-comes-before").do("effect-delete-before-mine").do("effect-spare-mine")
    assert [entry["fate"] for entry in line["me.battle"]] == ["retaliation"]


def test_what_an_effect_keeps_suspended_does_not_stand_up_this_once() -> None:
    line = Line(
        stage="unsuspend",
        me__battle=[stack(WEAK, suspended=True), stack(OTHER, suspended=True)],
        opponent__battle=[stack(REBOOTING, suspended=True)],
    )
    line.do("effect-keep-mine", target=1).do("effect-keep-theirs").follow()
    assert [entry["suspended"] for entry in line["me.battle"]] == [True, False]
    assert [entry["suspended"] for entry in line["opponent.battle"]] == [True]
    assert "effects.forbidden" in line.rules
    assert not any(entry["kept"] for part in ("me", "opponent") for entry in line[f"{part}.battle"])


def test_what_an_effect_keeps_from_blocking_does_not_block_this_once() -> None:
    line = Line(me__battle=[stack(WEAK)], opponent__battle=[stack(BLOCKER)]).do("attack-player").settle()
    assert line.refused("block") == []
    line.do("effect-keep-theirs")
    assert line.refused("block") == ["effects.forbidden"]
    assert line.refused("no-block") == ["block.blocker"]
    assert line.follow() == "unblocked"
    assert not any(entry["kept"] for entry in line["opponent.battle"])


def test_effects_keep_nothing_from_happening_at_other_times() -> None:
    assert Line(me__battle=[stack(WEAK)]).refused("effect-keep-mine") == ["effects.forbidden"]
