"""Every guard of the main phase and of effects refuses alone somewhere: what each of them is there for."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.model import model
from rulehound_testing.dcg.line import Line, card, stack

NEW = "comprehensive-4.0"
ROOKIE, CHAMPION, TAMER, OPTION = card(1, level=3), card(2, level=4), card(3, "tamer"), card(4, "option")
WAY = {"card": 2, "level": 3, "colours": ("red",), "cost": 2}
LEFT, RIGHT = card(5, level=5), card(6, level=5, colours=("blue",))
DNA = {
    **{"card": 2, "cost": 1, "left_level": 5, "left_colours": ("red",)},
    **{"right_level": 5, "right_colours": ("blue",)},
}
XROS = card(9, play_cost=5, digixros=2, listed=2)
SET = card(8, play_cost=5, assembly=2, listed=1)
FIRST = {"card": 9, "place": 1, "named": 1}

RAISE = {"card": CHAMPION, "way": WAY, "onto": 1}
FUSE = {"card": CHAMPION, "way": DNA, "left": 5, "right": 6}
FROM_HAND = {"listed": FIRST, "card": ROOKIE}
FROM_BATTLE = {"listed": FIRST, "digimon": 1}
GATHER = {"listed": {"card": 8, "place": 1, "named": 1}, "card": ROOKIE}


def shown(card: Any, procedure: str = "play", **more: Any) -> list[dict[str, Any]]:
    """A card that is shown, as the state holds it."""
    return [{"card": card, "procedure": procedure, **more}]


BREEDING = {"me__breeding": [stack(ROOKIE)], "me__hand": 1}
BASE = {"me__battle": [stack(ROOKIE)], "me__hand": 1}
TWO = {"me__battle": [stack(LEFT), stack(RIGHT)], "me__hand": 1}
PLAYING = {"stage": "shown", "shown": shown(XROS), "me__battle": [stack(ROOKIE)], "me__hand": 1}
SORBING = {
    "stage": "shown",
    "shown": shown({**CHAMPION, "digisorption": 1}, "digivolve"),
    "me__battle": [stack(ROOKIE, role="base")],
}

ALONE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("digivolve", "turn.main-phase", {**BASE, "stage": "breeding"}, RAISE),
    ("digivolve-in-breeding", "turn.main-phase", {**BREEDING, "stage": "breeding"}, RAISE),
    ("digivolve-in-breeding", "digivolve.from-hand", {**BREEDING, "me__hand": 0}, RAISE),
    ("digivolve-in-breeding", "digivolve.digimon-only", BREEDING, {**RAISE, "card": card(2, "option")}),
    (
        "digivolve-in-breeding",
        "token.no-stack",
        {**BREEDING, "me__breeding": [stack(ROOKIE, token=True)]},
        RAISE,
    ),
    ("digivolve-in-breeding", "digivolve.requirement", BREEDING, {**RAISE, "way": {**WAY, "level": 4}}),
    ("digivolve-in-breeding", "memory.affordable", BREEDING, {**RAISE, "way": {**WAY, "cost": 11}}),
    ("dna-digivolve", "turn.main-phase", {**TWO, "stage": "breeding"}, FUSE),
    ("dna-digivolve", "digivolve.from-hand", {**TWO, "me__hand": 0}, FUSE),
    ("dna-digivolve", "digivolve.digimon-only", TWO, {**FUSE, "card": card(2, "option")}),
    ("dna-digivolve", "token.no-stack", {**TWO, "me__battle": [stack(LEFT, token=True), stack(RIGHT)]}, FUSE),
    ("dna-digivolve", "token.no-stack", {**TWO, "me__battle": [stack(LEFT), stack(RIGHT, token=True)]}, FUSE),
    ("use-option", "turn.main-phase", {**BASE, "stage": "ending"}, {"card": OPTION}),
    (
        "digi-burst",
        "turn.main-phase",
        {"stage": "breeding", "me__battle": [stack({**ROOKIE, "digi_burst": 1}, TAMER)]},
        {"digimon": 1},
    ),
    ("settle", "turn.decider", {**PLAYING, "stage": "main"}, {}),
    ("digisorb", "digisorption.when", {**SORBING, "stage": "main"}, {"ally": 1}),
    ("digixros-from-hand", "digixros.when", {**PLAYING, "stage": "main"}, FROM_HAND),
    ("digixros-from-hand", "digixros.has", {**PLAYING, "shown": shown(XROS, closed=True)}, FROM_HAND),
    ("digixros-from-hand", "digixros.has", {**PLAYING, "shown": shown(XROS, "digivolve")}, FROM_HAND),
    ("digixros-from-hand", "digixros.areas", {**PLAYING, "me__hand": 0}, FROM_HAND),
    ("digixros-from-battle", "digixros.when", {**PLAYING, "stage": "main"}, FROM_BATTLE),
    ("digixros-from-battle", "digixros.has", {**PLAYING, "edition": "detailed-1.0"}, FROM_BATTLE),
    ("digixros-from-battle", "digixros.listed", PLAYING, {**FROM_BATTLE, "listed": {**FIRST, "named": 2}}),
    ("digixros-from-battle", "digixros.once", {**PLAYING, "shown": shown(XROS, place=1)}, FROM_BATTLE),
    ("digixros-nothing", "digixros.when", {**PLAYING, "stage": "main", "edition": "manual-2.3"}, {}),
    (
        "digixros-nothing",
        "digixros.has",
        {**PLAYING, "edition": "manual-2.3", "shown": shown(XROS, materials=[ROOKIE])},
        {},
    ),
    ("assemble", "assembly.when", {"shown": shown(SET), "me__trash": 1}, GATHER),
    (
        "assemble",
        "assembly.listed",
        {"stage": "shown", "shown": shown(SET), "me__trash": 1},
        {**GATHER, "card": CHAMPION},
    ),
    ("pay", "showing.order", {**PLAYING, "shown": shown(XROS)}, {}),
    ("pay", "showing.order", {"stage": "paid", "shown": shown(ROOKIE)}, {}),
    ("place-played", "showing.order", {"stage": "shown", "shown": shown(ROOKIE)}, {}),
    ("place-played", "showing.order", {"stage": "paid", "shown": shown(OPTION, "use")}, {}),
    ("place-option", "showing.order", {"stage": "shown", "shown": shown(OPTION, "use")}, {}),
    ("place-digivolved", "showing.order", {**SORBING, "shown": shown(CHAMPION, "digivolve")}, {"onto": 1}),
    (
        "place-digivolved",
        "digivolve.stack",
        {"stage": "paid", "shown": shown(CHAMPION, "digivolve"), **BASE},
        {"onto": 1},
    ),
    (
        "place-digivolved-in-breeding",
        "showing.order",
        {"shown": shown(CHAMPION, "digivolve"), "me__breeding": [stack(ROOKIE, role="base")]},
        {"onto": 1},
    ),
    (
        "place-digivolved-in-breeding",
        "digivolve.stack",
        {"stage": "paid", "shown": shown(CHAMPION, "digivolve"), **BREEDING},
        {"onto": 1},
    ),
    (
        "place-dna",
        "showing.order",
        {
            "shown": shown(CHAMPION, "dna"),
            "me__battle": [stack(LEFT, role="base"), stack(RIGHT, role="right")],
        },
        {"left": 5, "right": 6},
    ),
    (
        "place-dna",
        "dna.stack",
        {
            "stage": "paid",
            "shown": shown(CHAMPION, "dna"),
            "me__battle": [stack(LEFT, role="base"), stack(RIGHT, role="right")],
        },
        {"left": 6, "right": 5},
    ),
    ("fail", "showing.failure", {"stage": "shown", "shown": shown(ROOKIE)}, {}),
    ("end-effect", "option.trash", {}, {}),
    ("effect-place-option", "option.stays", {"stage": "paid", "shown": shown(OPTION, "use")}, {}),
    ("effect-gain-memory", "memory.gain", {}, {"amount": 0}),
    ("effect-lose-memory", "memory.lose", {}, {"amount": -1}),
]

ON_EITHER_SIDE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("dp", "digimon", {"battle": [stack({**TAMER, "has_dp": True})]}, {"target": 3, "amount": 1}),
    ("dp", "dp.modify", {"battle": [stack({**ROOKIE, "has_dp": False})]}, {"target": 1, "amount": 1}),
    ("de-digivolve", "digimon", {"battle": [stack(OPTION, ROOKIE)]}, {"target": 4}),
    (
        "place-under",
        "digimon-or-tamer",
        {"battle": [stack(OPTION)], "hand": 1},
        {"target": 4, "card": ROOKIE},
    ),
    ("digivolve", "digivolve.from-hand", {"battle": [stack(ROOKIE)]}, {"card": CHAMPION, "onto": 1}),
]


@pytest.mark.parametrize(("action", "guard", "fields", "given"), ALONE)
def test_a_guard_refuses_alone(
    action: str, guard: str, fields: dict[str, Any], given: dict[str, Any]
) -> None:
    line = Line(**{"edition": NEW, **fields})
    assert line.refused(action, **given) == [guard]


@pytest.mark.parametrize("part", ["me", "opponent"])
@pytest.mark.parametrize(("effect", "guard", "fields", "given"), ON_EITHER_SIDE)
def test_a_guard_of_an_effect_refuses_alone(
    part: str, effect: str, guard: str, fields: dict[str, Any], given: dict[str, Any]
) -> None:
    line = Line(NEW, **{f"{part}__{name}": value for name, value in fields.items()})
    side = "mine" if part == "me" else "theirs"
    assert line.refused(f"effect-{effect}-{side}", **given) == [guard]


def test_each_effect_is_refused_in_a_security_check_for_its_timing() -> None:
    """Whatever the parameters, the guard of timing fails: it asks for the stage alone."""
    for name, action in model.actions.items():
        timing = [guard for guard in action.guards if guard.rule == "effects.timing"]
        within = name not in ("effect-show-to-play", "effect-begins")  # not in the middle of another effect
        for stage, holds in (("check", False), ("battle", False), ("main", True), ("effect", within)):
            line = Line(NEW, stage=stage)
            assert all(line.interpreter.holds(guard.condition, line.state) is holds for guard in timing), name
