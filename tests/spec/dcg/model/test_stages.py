"""When each action of the turn, of attacks and of deletions may be taken: at these stages and at no other."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.model import Stage, model
from rulehound_testing.dcg.line import Line, card, stack

NEW, OLD, FAN = "comprehensive-4.0", "manual-2.3", "fan-2020"

STAGES: dict[str, tuple[str, ...]] = {
    "lay-security": ("lay-security",),
    "draw-hands": ("draw-hands",),
    "redraw": ("redraw", "redraw-theirs"),
    "keep": ("redraw", "redraw-theirs"),
    "unsuspend": ("unsuspend",),
    "draw": ("draw",),
    "deck-out": ("draw",),
    "hatch": ("breeding",),
    "move": ("breeding",),
    "skip": ("breeding",),
    "pass": ("main",),
    "turn-continues": ("ending",),
    "attack-player": ("main", "ending"),
    "attack-digimon": ("main", "ending"),
    "attack-breaks-off": ("when-attacking", "counter", "block"),
    "when-attacking-over": ("when-attacking",),
    "counter-over": ("counter",),
    "block": ("block",),
    "no-block": ("block",),
    "unblocked": ("block",),
    "attack-fails": ("resolve",),
    "end-attack": ("end-of-attack",),
    "battle": ("resolve",),
    "after-battle": ("battle",),
    "retaliate": ("battled",),
    "pierce": ("battled",),
    "battle-over": ("battled",),
    "check": ("check",),
    "security-battle": ("revealed",),
    "check-over": ("revealed", "fought"),
    "armor-purge-mine": ("would-delete",),
    "armor-purge-theirs": ("would-delete-theirs",),
    "decoy-mine": ("would-delete",),
    "decoy-theirs": ("would-delete-theirs",),
    "let-delete": ("would-delete", "would-delete-theirs"),
    "ask-other-player": ("would-delete",),
    "delete": ("would-delete", "would-delete-theirs"),
}
"""Action to the stages at which its first guard holds, all else being as it has to be."""

AIMED: dict[str, tuple[str, ...]] = dict.fromkeys(("win", "no-check", "begin-checks"), ("resolve",))
"""The same, for an attack that is aimed at the player."""


def stages(action: str, **fields: Any) -> tuple[str, ...]:
    """Where the first guard of an action holds. It asks of nothing but the state, never of what is chosen."""
    found = []
    for stage in Stage:
        name = stage.name.lower().replace("_", "-")
        line = Line(stage=name, **fields)
        first = model.actions[action].guards[0]
        if line.interpreter.holds(first.condition, line.state):
            found.append(name)
    return tuple(found)


@pytest.mark.parametrize("action", STAGES)
def test_an_action_belongs_to_its_stages(action: str) -> None:
    assert stages(action) == STAGES[action]


@pytest.mark.parametrize("action", AIMED)
def test_what_comes_of_an_attack_on_the_player(action: str) -> None:
    assert stages(action, target_is_player=True) == AIMED[action]
    assert stages(action) == ()


def test_the_target_is_chosen_after_the_effects_in_the_first_editions_alone() -> None:
    for action in ("choose-player", "choose-digimon"):
        assert stages(action, edition=FAN) == ("when-attacking",)
        assert stages(action) == ()
    assert stages("attack", edition=OLD) == ()


def test_the_turn_can_end_from_every_phase_once_the_counter_is_across() -> None:
    assert stages("end-turn", memory=-1) == ("unsuspend", "draw", "breeding", "ending")
    assert stages("end-turn") == ()
    assert stages("end-turn", edition=FAN) == ("ending",)
    assert stages("turn-continues", memory=-1) == ()


MINE = card(1, level=3, dp=3)
THEIRS = card(2, level=3, dp=3)
DECLARED: dict[str, dict[str, Any]] = {
    "attack-player": {"edition": OLD},
    "attack-digimon": {"edition": OLD},
    "attack": {"edition": FAN},
}


def declaring(action: str, **state: Any) -> list[str]:
    """What keeps a Digimon from attacking, by one way of declaring it."""
    fields = {"me__battle": [stack({**MINE, **state.pop("facts", {})}, **state.pop("own", {}))], **state}
    return Line(**DECLARED[action], opponent__battle=[stack(THEIRS, suspended=True)], **fields).refused(
        action
    )


@pytest.mark.parametrize("action", DECLARED)
def test_every_way_of_declaring_an_attack_demands_the_same(action: str) -> None:
    assert declaring(action) == []
    assert declaring(action, own={"suspended": True}) == ["attack.unsuspended"]
    assert declaring(action, own={"played_this_turn": True}) == ["attack.not-same-turn"]
    assert declaring(action, facts={"kind": "tamer"}) == ["attack.digimon"]
    assert declaring(action, stage="breeding") == ["turn.main-phase", "keyword.blitz"]
    assert declaring(action, stage="ending", memory=-1) == ["keyword.blitz"]
    assert declaring(action, stage="ending", memory=-1, own={"may_blitz": True}) == []
    assert declaring(action, stage="ending", memory=0, own={"may_blitz": True}) == ["keyword.blitz"]


def test_a_target_chosen_later_is_what_a_target_may_be() -> None:
    line = Line(FAN, me__battle=[stack(MINE)], opponent__battle=[stack(THEIRS)]).do("attack")
    assert line.refused("choose-digimon") == ["attack.targets"]
    line.do("choose-player")
    assert (line["target_is_player"], line["stage"]) == (True, "block")
    gone = Line(FAN, me__battle=[stack(MINE)], opponent__battle=[stack(THEIRS, suspended=True)]).do("attack")
    gone.do("effect-return-to-hand-mine")
    assert gone.refused("choose-player") == ["attack.attacker-gone"]
    assert gone.refused("choose-digimon") == ["attack.attacker-gone"]
    assert gone.follow() == "attack-breaks-off"
