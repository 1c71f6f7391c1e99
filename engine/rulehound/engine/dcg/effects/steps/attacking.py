"""Steps that begin, end or turn an attack."""

from __future__ import annotations

from rulehound.engine.dcg.attacks import course, declaration
from rulehound.engine.dcg.effects.continuous import things
from rulehound.engine.dcg.effects.language import AttackWith, Blitz, ChangeTarget, EndAttack
from rulehound.engine.dcg.effects.standpoint import of_frame
from rulehound.engine.dcg.effects.steps.telling import tell
from rulehound.engine.dcg.state import THE_PLAYER, State
from rulehound.engine.dcg.tasks import Frame

Choices = tuple[tuple[str, ...], ...]


def attack(state: State, frame: Frame, step: AttackWith, _chosen: Choices) -> None:
    """The player may attack with what the step speaks of."""
    attackers = things(state, of_frame(frame), step.target)
    player = frame.origin.player
    declaration.attack_by_effect(state, attackers, player, on=step.on, same_turn=step.same_turn)


def blitz(state: State, frame: Frame, _step: Blitz, _chosen: Choices) -> None:
    """The Digimon that has the effect may attack while the opponent has memory."""
    declaration.attack_by_blitz(state, frame.origin.stack, frame.origin.player)  # rule: keyword.blitz


def end(state: State, frame: Frame, _step: EndAttack, _chosen: Choices) -> None:
    """End the attack under way: only its end is left of it."""
    if state.attack is not None:
        course.end_attack(state)  # rule: effects.end-attack
        tell(state, frame, "attack-ended", (state.attack.attacker,))


def change_target(state: State, frame: Frame, step: ChangeTarget, chosen: Choices) -> None:
    """The attack under way goes to the player, or to the chosen target."""
    targets = (THE_PLAYER,) if step.to_player else chosen[0]
    if targets:
        origin = frame.origin
        # rule: attack.switch
        course.switch_target(state, targets[0], "effect", origin.card, origin.player)
