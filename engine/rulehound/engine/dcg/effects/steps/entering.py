"""Steps by which cards come into play: playing, digivolving, tokens."""

from __future__ import annotations

from rulehound.engine.dcg import tokens
from rulehound.engine.dcg.areas import new_stack
from rulehound.engine.dcg.effects.language import (
    DigivolveInto,
    DnaDigivolveInto,
    HatchByEffect,
    PlayByEffect,
    PlayToken,
)
from rulehound.engine.dcg.effects.steps.telling import tell
from rulehound.engine.dcg.main_phase import digivolving, dna, playing
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Frame

Choices = tuple[tuple[str, ...], ...]


def play(state: State, frame: Frame, step: PlayByEffect, chosen: Choices) -> None:
    """Play the chosen cards, the first one first."""
    origin = frame.origin
    for card in reversed(chosen[0]):
        playing.play_by_effect(
            state,
            card,
            origin.player,
            free=step.free,
            reduced=step.reduced,
            suspended=step.suspended,
            source=origin.card,
        )  # rule: effects.play


def digivolve(state: State, frame: Frame, step: DigivolveInto, chosen: Choices) -> None:
    """The chosen Digimon digivolves into the chosen card."""
    targets, into = chosen
    if targets and into:
        origin = frame.origin
        digivolving.digivolve_by_effect(
            state,
            targets[0],
            into[0],
            origin.player,
            free=step.free,
            reduced=step.reduced,
            ignore_requirements=step.ignore_requirements,
            source=origin.card,
        )  # rule: effects.digivolve


def dna_digivolve(state: State, frame: Frame, step: DnaDigivolveInto, chosen: Choices) -> None:
    """The two chosen Digimon DNA digivolve into the chosen card."""
    if all(chosen):
        (left,), (right,), (card,) = chosen
        origin = frame.origin
        dna.digivolve_by_effect(
            state,
            left,
            right,
            card,
            origin.player,
            free=step.free,
            reduced=step.reduced,
            source=origin.card,
        )  # rule: dna.not-by-digivolving


def hatch(state: State, frame: Frame, step: HatchByEffect, _chosen: Choices) -> None:
    """Hatch, where there is a Digi-Egg, and room for it."""
    player = state.players[frame.origin.player]
    if not player.egg_deck or (step.to == "breeding" and player.breeding is not None):
        return  # rule: breeding.capacity
    hatched = new_stack(state, player.egg_deck[:1], played=False)
    player.egg_deck = player.egg_deck[1:]
    if step.to == "breeding":
        player.breeding = hatched  # rule: breeding.hatch
    else:
        player.battle += (hatched,)
    tell(state, frame, "hatched", (hatched.id,))


def play_token(state: State, frame: Frame, step: PlayToken, _chosen: Choices) -> None:
    """Play tokens."""
    tokens.play_tokens(state, step, frame.origin.player, frame.origin.card)  # rule: token.played
