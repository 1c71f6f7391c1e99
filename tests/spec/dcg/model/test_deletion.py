"""Deletion in the model: what may be done against it, by whom, and what then goes to the trash."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dcg.line import Line, card, stack

PLAIN = card(1, level=3, dp=3)
ARMORED = card(2, level=4, dp=4, keywords=("armor-purge",))
DECOY = card(3, level=3, dp=2, decoy=("red",))
BLUE = card(4, level=3, colours=("blue",))
PARTS = {"mine": "me", "theirs": "opponent"}
ASKED = {"mine": "would-delete", "theirs": "would-delete-theirs"}

on_either_side = pytest.mark.parametrize("side", PARTS)


def with_stacks(side: str, *stacks: Any, **fields: Any) -> Line:
    given: dict[str, Any] = {f"{PARTS[side]}__battle": list(stacks), **fields}
    return Line(**given)


def tops(line: Line, side: str) -> list[int]:
    return [entry["top"]["number"] for entry in line[f"{PARTS[side]}.battle"]]


@on_either_side
def test_what_nobody_saves_goes_to_the_trash_with_its_stack(side: str) -> None:
    line = with_stacks(side, stack(PLAIN, BLUE, BLUE)).do(f"effect-delete-{side}")
    assert (line["stage"], line.due()[0][0].name) == ("would-delete", "delete")
    line.follow()
    assert (tops(line, side), line[f"{PARTS[side]}.trash"], line["stage"]) == ([], 3, "main")
    assert {"deletion.trash", "deletion.stack", "areas.owner"} <= set(line.rules)


@on_either_side
@pytest.mark.parametrize("cause", ["effect-delete", "effect-delete-by-opponent", "zero-dp"])
def test_armor_purge_answers_to_every_deletion(side: str, cause: str) -> None:
    line = with_stacks(side, stack(ARMORED, PLAIN, BLUE, suspended=True))
    if cause == "zero-dp":
        line.do(f"effect-dp-{side}", amount=-4)
    else:
        line.do(f"{cause}-{side}")
    line.settle()
    assert line["stage"] == ASKED[side]
    line.do(f"armor-purge-{side}").settle()
    if cause == "zero-dp":  # the loss of DP lasts, and the next card has no more to lose
        assert (tops(line, side), line[f"{PARTS[side]}.trash"]) == ([], 3)
    else:
        (kept,) = line[f"{PARTS[side]}.battle"]
        assert (kept["top"]["number"], len(kept["under"]), kept["dp"], kept["suspended"]) == (1, 1, 3, True)
        assert (line[f"{PARTS[side]}.trash"], line["stage"]) == (1, "main")
        assert "keyword.armor-purge" in line.rules


def test_armor_purge_needs_a_card_to_go_on_with_and_its_own_deletion() -> None:
    alone = with_stacks("mine", stack(ARMORED)).do("effect-delete-mine")
    assert alone.refused("armor-purge-mine") == ["keyword.armor-purge"]
    assert alone.refused("let-delete") == ["turn.decider"]
    assert alone.follow() == "delete"
    other = with_stacks("mine", stack(PLAIN), stack(ARMORED, BLUE)).do("effect-delete-mine", target=1)
    assert other.refused("armor-purge-mine", saved=2) == ["keyword.armor-purge"]
    safe = with_stacks("mine", stack(ARMORED, BLUE))
    assert safe.refused("armor-purge-mine") == ["deletion.would", "keyword.armor-purge"]


@on_either_side
def test_a_deletion_need_not_be_prevented(side: str) -> None:
    line = with_stacks(side, stack(ARMORED, BLUE)).do(f"effect-delete-{side}").settle()
    line.do("let-delete")
    assert (tops(line, side), line[f"{PARTS[side]}.trash"], line["stage"]) == ([], 2, "main")


@on_either_side
def test_decoy_goes_in_the_place_of_another(side: str) -> None:
    """Rulings 1 to 3 on Decoy: the stack of the saved one is whole."""
    line = with_stacks(side, stack(DECOY, BLUE), stack(PLAIN, BLUE)).do(
        f"effect-delete-by-opponent-{side}", target=1
    )
    line.settle()
    assert line["stage"] == ASKED[side]
    line.do(f"decoy-{side}", decoy=3, saved=1).settle()
    (kept,) = line[f"{PARTS[side]}.battle"]
    assert (kept["top"]["number"], len(kept["under"]), line[f"{PARTS[side]}.trash"]) == (1, 1, 2)
    assert "keyword.decoy" in line.rules


@pytest.mark.parametrize("cause", ["effect-delete-mine", "zero-dp", "battle"])
def test_decoy_answers_to_effects_of_the_other_side_alone(cause: str) -> None:
    """Rulings 6 and 7 on Decoy."""
    line = with_stacks("mine", stack(DECOY), stack(PLAIN), opponent__security=1)
    if cause == "zero-dp":
        line.do("effect-dp-mine", target=1, amount=-3)
    elif cause == "battle":
        line.do("attack-player", attacker=1).settle().do("check", card=card(9, dp=9)).follow()
    else:
        line.do(cause, target=1)
    assert line["stage"] == "would-delete"
    assert line.refused("decoy-mine", decoy=3, saved=1) == ["keyword.decoy"]
    assert line.follow() == "delete"


def test_decoy_protects_its_colours_and_not_itself() -> None:
    line = with_stacks("mine", stack(DECOY), stack(BLUE)).do("effect-delete-by-opponent-mine", target=4)
    assert line.refused("decoy-mine", decoy=3, saved=4) == ["keyword.decoy"]
    assert line.follow() == "delete"
    alone = with_stacks("mine", stack(DECOY)).do("effect-delete-by-opponent-mine")
    assert alone.follow() == "delete", "there is no other Digimon to delete for it"


def several(*stacks: Any) -> Line:
    """An effect of the other side is about to delete all of these."""
    return with_stacks(
        "mine",
        *({**entry, "fate": "deleted-by-opponent"} for entry in stacks),
        stage="would-delete",
        then="main",
    )


def test_one_decoy_saves_one_even_if_it_is_to_be_deleted_itself() -> None:
    """Rulings 8 and 10 on Decoy."""
    line = several(stack(DECOY), stack(PLAIN), stack({**PLAIN, "number": 5}))
    line.do("decoy-mine", decoy=3, saved=1)
    assert (line.follow(), tops(line, "mine"), line["me.trash"]) == ("delete", [1], 2)


def test_two_decoys_save_two() -> None:
    """Ruling 9 on Decoy."""
    line = several(stack(DECOY), stack({**DECOY, "number": 6}), stack(PLAIN), stack({**PLAIN, "number": 5}))
    line.do("decoy-mine", decoy=3, saved=1).do("decoy-mine", decoy=6, saved=5)
    assert (tops(line, "mine"), line["me.trash"]) == ([1, 5], 2)
    assert (line.follow(), line["stage"]) == ("delete", "main")


def test_the_turn_player_is_asked_first() -> None:
    doomed = [stack(ARMORED, BLUE, fate="deleted")]
    line = Line(stage="would-delete", then="main", me__battle=doomed, opponent__battle=doomed)
    assert line.refused("armor-purge-theirs") == ["deletion.would"]
    line.do("armor-purge-mine")
    assert line.follow() == "ask-other-player"
    line.do("let-delete")
    assert (tops(line, "mine"), tops(line, "theirs"), line["opponent.trash"]) == ([4], [], 2)
    declined = Line(stage="would-delete", then="main", me__battle=doomed, opponent__battle=doomed)
    declined.do("let-delete")
    assert (declined["stage"], len(declined["me.battle"])) == ("would-delete-theirs", 1)
    declined.do("armor-purge-theirs").settle()
    assert (tops(declined, "mine"), tops(declined, "theirs")) == ([], [4])


@on_either_side
def test_a_token_is_gone_for_good(side: str) -> None:
    line = with_stacks(side, stack(PLAIN, token=True)).do(f"effect-delete-{side}").settle()
    assert (tops(line, side), line[f"{PARTS[side]}.trash"]) == ([], 0)


def test_effects_wait_until_a_deletion_is_done_with() -> None:
    line = with_stacks("mine", stack(ARMORED, BLUE)).do("effect-delete-mine")
    assert line.refused("effect-gain-memory", amount=1) == ["effects.timing"]
    assert line.refused("pass") == ["turn.main-phase"]
