"""Planted faults of what effects do to attacks, of digivolving by effects, and of cards on their way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

import msgspec

from faulty_engines import Fault, function, process, together
from rulehound.engine.dcg import (
    adapter,
    areas,
    drawing,
    flow,
    leaving,
    rule_processing,
    view,
)
from rulehound.engine.dcg.attacks import course, security
from rulehound.engine.dcg.effects import (
    resolving,
    triggers,
)
from rulehound.engine.dcg.effects.language import (
    ChangeTarget,
    DigivolveInto,
)
from rulehound.engine.dcg.effects.steps import entering
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.main_phase import digivolving
from rulehound.engine.dcg.state import State, card_of
from rulehound.engine.dcg.tasks import About, Frame, Happened
from rulehound.spec.formats import Observation
from triggering_faults import instead

Choices = tuple[tuple[str, ...], ...]

sound_costs = digivolving.costs_by_effect
sound_draw = areas.draw
sound_happened = triggers.happened
sound_leave = leaving.leave
sound_seen_by = view.seen_by
sound_success = flow.PROCESSES["success"]
sound_switch_target = course.switch_target


def blocks_alone(state: State, target: str, cause: Any = "player", source: str = "") -> None:
    """Only a block switches the target."""
    if cause != "effect":
        sound_switch_target(state, target, cause, source)


def switched_to_itself(state: State, target: str, cause: Any = "player", source: str = "") -> None:
    """A target is switched to what it is already."""
    attack = state.attack
    if attack is not None and attack.target == target:
        told = Happened("attack-target-changed", (attack.attacker,), cause, state.turn, source, to=target)
        sound_happened(state, told)
    else:
        sound_switch_target(state, target, cause, source)


def switched_if_affected(state: State, frame: Frame, step: ChangeTarget, chosen: Choices) -> None:
    """Protection from effects holds the attack where it is."""
    attack = state.attack
    both = (*chosen[0], attack.attacker) if attack is not None else chosen[0]
    if chosen[0] and all(resolving.is_affected(state, frame, one) for one in both):
        sound_switch_target(state, chosen[0][0], "effect", frame.origin.card)


def end_with_the_battle(state: State) -> None:
    """What waits for the end of an attack triggers with what the battle sets off."""
    sound_success(state)
    course.end_of_attack(state)
    state.pending = tuple(one for one in state.pending if one != "end-of-attack")


def by_dna_requirement(state: State, base: Stack, card: str, *, ignore_requirements: bool) -> dict[int, int]:
    """A DNA requirement allows any effect to digivolve."""
    found = sound_costs(state, base, card, ignore_requirements=ignore_requirements)
    return found or ({0: 0} if card_of(state, card).dna else {})


def two_into_one(state: State, frame: Frame, step: Any, chosen: Choices) -> None:
    """An effect that has a Digimon digivolve into a DNA card takes another one along."""
    mine = state.players[frame.origin.player]
    if chosen[1] and card_of(state, chosen[1][0]).dna:
        base = next(one for one in mine.battle if one.id == chosen[0][0])
        others = [one for one in mine.battle if one is not base]
        below = tuple(card for one in others for card in one.cards)
        mine.battle = (msgspec.structs.replace(base, cards=(*base.cards, *below)),)
    entering.digivolve(state, frame, step, chosen)


def draw_the_revealed(player: Player, count: int) -> int:
    """Cards that are revealed are drawn first."""
    revealed = player.revealed[:count]
    player.revealed = player.revealed[count:]
    player.hand += revealed
    return len(revealed) + sound_draw(player, count - len(revealed))


def revealed_to_one(whole: Observation, player: int) -> Observation:
    """The other player does not see what is revealed."""
    seen = sound_seen_by(whole, player)
    shown = list(seen["players"])
    shown[1 - player] = {**shown[1 - player], "revealed": len(shown[1 - player]["revealed"])}
    return {**seen, "players": shown}


def printed_dp(state: State, card: str) -> int | None:
    """A Security Digimon has the DP that its card shows."""
    return card_of(state, card).dp


def sent_is_added(state: State, event: About) -> None:
    """What is sent to a security stack counts as added to it."""
    sound_leave(state, event)
    if event.to == "security-top" and event.subjects:
        sound_happened(state, Happened("security-added", cause=event.cause, player=event.player))


def sent_is_nothing(_state: State, _event: Happened, _players: Iterable[int]) -> None:
    """What does not arrive was not sent."""


SENDING_FAULTS: dict[str, Fault] = {
    "blocks-alone": Fault(
        "attack.switch", "only a block switches the target", function(course, "switch_target", blocks_alone)
    ),
    "switched-to-itself": Fault(
        "attack.switch",
        "a target is switched to what it is already",
        function(course, "switch_target", switched_to_itself),
    ),
    "switched-if-affected": Fault(
        "attack.switch",
        "protection from effects holds the attack where it is",
        instead(ChangeTarget, switched_if_affected),
    ),
    "end-with-the-battle": Fault(
        "battle.effects-done",
        "the end of an attack does not wait for what its battle sets off",
        process("success", end_with_the_battle),
    ),
    "by-dna-requirement": Fault(
        "dna.not-by-digivolving",
        "a DNA requirement allows any effect to digivolve",
        function(digivolving, "costs_by_effect", by_dna_requirement),
    ),
    "two-into-one": Fault(
        "dna.not-by-digivolving",
        "an effect takes a second Digimon along into a DNA card",
        instead(DigivolveInto, two_into_one),
    ),
    "breeding-not-cleared": Fault(
        "breeding.digimon-only",
        "anything stays in the breeding area",
        function(rule_processing, "clear_breeding", lambda _state: None),
    ),
    "revealed-are-drawn": Fault(
        "reveal.draw",
        "revealed cards are drawn",
        lambda: together(
            *(patch.object(module, "draw", draw_the_revealed) for module in (drawing, digivolving))
        ),
    ),
    "revealed-to-one": Fault(
        "reveal.both",
        "the other player does not see what is revealed",
        function(adapter, "seen_by", revealed_to_one),
    ),
    "security-left-alone": Fault(
        "security.digimon-named",
        "no effect reaches a Security Digimon",
        function(security, "card_dp", printed_dp),
    ),
    "sent-is-nothing": Fault(
        "areas.sent", "what does not arrive was not sent", function(leaving, "trigger", sent_is_nothing)
    ),
    "sent-is-added": Fault(
        "areas.sent",
        "what is sent to a security stack was added to it",
        function(leaving, "leave", sent_is_added),
    ),
}
"""Name to fault."""
