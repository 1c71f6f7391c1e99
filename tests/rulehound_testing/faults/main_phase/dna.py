"""Planted faults: DNA digivolution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.actions import Action, DnaDigivolve
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import dna
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, in_battle
from rulehound.engine.dcg.tasks import Happened, Shown
from rulehound_testing.faults.patching import Fault, forgiving, function

sound_place_dna = dna.place
sound_options = dna.options


def turned_as_the_left(state: State, shown: Shown) -> None:
    """What DNA digivolution makes is in the state of the left one of the two."""
    left = in_battle(state.players[shown.player], shown.onto)
    sound_place_dna(state, shown)
    player = state.players[shown.player]
    if left is not None:
        like_it = {name: getattr(left, name) for name in ("suspended", "played_this_turn", "lasting")}
        player.battle = (*player.battle[:-1], msgspec.structs.replace(player.battle[-1], **like_it))


def right_on_left(state: State, shown: Shown) -> None:
    """In a DNA digivolution the right stack lies above the left one."""
    sound_place_dna(state, msgspec.structs.replace(shown, onto=shown.right, right=shown.onto))


def limits_go_on(state: State, shown: Shown) -> None:
    """What was used of the two has been used of what they become."""
    player = state.players[shown.player]
    used = tuple(
        use for stack in player.battle if stack.id in (shown.onto, shown.right) for use in stack.used
    )
    sound_place_dna(state, shown)
    player.battle = (*player.battle[:-1], msgspec.structs.replace(player.battle[-1], used=used))


def dna_unsuspends(state: State, shown: Shown) -> None:
    """What DNA digivolution makes is told to have been unsuspended."""
    sound_place_dna(state, shown)
    happened(state, Happened("unsuspended", (state.players[shown.player].battle[-1].id,)))


def never_asked(_state: State, _shown: Shown) -> bool:
    """A DNA digivolution knows no Digisorption."""
    return False


def by_the_first(state: State) -> Iterator[Action]:
    """DNA digivolution is offered by the first requirement of a card alone."""
    return (one for one in sound_options(state) if not isinstance(one, DnaDigivolve) or one.requirement == 0)


def by_all_but_the_first(state: State) -> Iterator[Action]:
    """DNA digivolution is not offered by the first requirement of a card."""
    return (one for one in sound_options(state) if not isinstance(one, DnaDigivolve) or one.requirement)


def made_of(state: State, shown: Shown) -> tuple[Stack, Stack, Stack]:
    """A DNA digivolution is made; what it has made, and what the left and the right one of the two were."""
    player = state.players[shown.player]
    left, right = (in_battle(player, stack) for stack in (shown.onto, shown.right))
    assert left is not None
    assert right is not None
    sound_place_dna(state, shown)
    return player.battle[-1], left, right


def keeps_what_was_gained(state: State, shown: Shown) -> None:
    """What either of the two has gained lasts on what they become, but for changes of the DP."""
    made, left, right = made_of(state, shown)
    lasting = tuple(one for one in (*left.lasting, *right.lasting) if not one.gives.dp)
    replace(state.players[shown.player], made, msgspec.structs.replace(made, lasting=lasting))


def played_as_both(state: State, shown: Shown) -> None:
    """What two become that were both played this turn was played this turn."""
    made, left, right = made_of(state, shown)
    played = left.played_this_turn and right.played_this_turn
    replace(state.players[shown.player], made, msgspec.structs.replace(made, played_this_turn=played))


def turned_over_below(state: State, shown: Shown) -> None:
    """The digivolution cards of each of the two lie the other way round."""
    made, left, right = made_of(state, shown)
    cards = (
        shown.card,
        *(left.cards[0], *reversed(left.cards[1:])),
        *(right.cards[0], *reversed(right.cards[1:])),
    )
    replace(state.players[shown.player], made, msgspec.structs.replace(made, cards=cards))


FAULTS: Mapping[str, Fault] = {
    "dna-requirements-count-from-the-end": Fault(
        "dna.requirement",
        "the DNA requirement before the first is the last one",
        forgiving(DnaDigivolve, Reason.NO_SUCH_DNA_REQUIREMENT, lambda _state, move: move.requirement < 0),
    ),
    "dna-keeps-its-state": Fault(
        "dna.new", "the new Digimon is as the left one was", function(dna, "place", turned_as_the_left)
    ),
    "dna-of-anything": Fault(
        "dna.requirement", "any two are put together", forgiving(DnaDigivolve, Reason.DNA_REQUIREMENT_NOT_MET)
    ),
    "dna-right-on-left": Fault(
        "dna.stack", "the right stack lies above the left", function(dna, "place", right_on_left)
    ),
    "dna-with-itself": Fault(
        "dna.two",
        "one Digimon is put together with itself, or with one of the breeding area",
        forgiving(DnaDigivolve, Reason.DNA_TAKES_TWO | Reason.DNA_NOT_IN_BATTLE_AREA),
    ),
    "dna-keeps-limits": Fault(
        "dna.limits", "what was used this turn has been used after DNA", function(dna, "place", limits_go_on)
    ),
    "dna-unsuspends": Fault(
        "dna.new", "DNA digivolution counts as unsuspending", function(dna, "place", dna_unsuspends)
    ),
    "dna-without-bonus": Fault(
        "dna.digivolves", "DNA digivolution draws nothing", function(dna, "draw_bonus", lambda *_: None)
    ),
    "dna-without-digisorption": Fault(
        "digisorption.cost",
        "a DNA digivolution knows no Digisorption",
        lambda: patch.object(dna, "digisorption", SimpleNamespace(is_asked=never_asked)),
    ),
    "dna-by-the-first": Fault(
        "dna.two",
        "DNA digivolution is offered by the first requirement of a card alone",
        function(dna, "options", by_the_first),
    ),
    "dna-by-all-but-the-first": Fault(
        "dna.two",
        "DNA digivolution is not offered by the first requirement of a card",
        function(dna, "options", by_all_but_the_first),
    ),
    "dna-with-any-two": Fault(
        "dna.requirement",
        "DNA digivolution is offered with any two Digimon",
        function(dna, "fits", lambda _half, _card: True),
    ),
    "dna-keeps-what-was-gained": Fault(
        "dna.new",
        "what either of the two has gained lasts on what they become",
        function(dna, "place", keeps_what_was_gained),
    ),
    "dna-of-two-played-this-turn": Fault(
        "dna.new",
        "what two become that were both played this turn was played this turn",
        function(dna, "place", played_as_both),
    ),
    "dna-turned-over-below": Fault(
        "dna.stack",
        "the digivolution cards of each of the two lie the other way round",
        function(dna, "place", turned_over_below),
    ),
    "dna-with-the-opponents": Fault(
        "dna.two",
        "an own Digimon is put together with one of the opponent's",
        forgiving(
            DnaDigivolve,
            Reason.DNA_NOT_IN_BATTLE_AREA,
            lambda state, action: in_battle(state.opponent, action.right) is not None,
        ),
    ),
}
"""Faults by name."""
