"""Planted faults of the main phase: cards shown, DigiXros and Assembly, DNA digivolution, tokens, setup."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import msgspec

from faulty_engines import Fault, conduct, forgiving, function, numbers
from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.actions import Digivolve, DnaDigivolve, Done, PlaceMaterial, UseOption
from rulehound.engine.dcg.main_phase import dna, materials, playing, showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, in_battle
from rulehound.engine.dcg.tasks import Shown

sound_is_asked = materials.is_asked
sound_place_dna = dna.place
sound_finish = showing.finish
sound_take_away = leaving.take_away
sound_set_aside = showing.set_aside
sound_place = playing.place
sound_with_material = materials.with_material
sound_price = showing.price


def asked_of_the_hand_alone(state: State, shown: Shown) -> bool:
    """Cards are placed only for what is played from the hand."""
    return not shown.by_effect and sound_is_asked(state, shown)


def placed_upside_down(state: State, shown: Shown) -> None:
    """The cards placed last lie highest."""
    sound_place(state, msgspec.structs.replace(shown, materials=shown.materials[::-1]))


def without_lowering(state: State, shown: Shown, *placed: Any) -> Shown:
    """Placed cards do not lower the cost."""
    return msgspec.structs.replace(sound_with_material(state, shown, *placed), cost=shown.cost)


def failed_but_paid(state: State, shown: Shown) -> None:
    """What has become too dear is placed all the same."""
    playing.place(state, shown)


def failed_into_the_trash(state: State, shown: Shown) -> None:
    """What has become too dear is trashed, and what was placed for it goes to the hand."""
    showing.put_down(state, shown)
    there = state.players[shown.player]
    there.trash += (shown.card,)
    there.hand += tuple(card for _, card in shown.materials)


def the_other_order(state: State, shown: Shown, place: Any, *, pays_first: bool) -> None:
    """Paid for first where it is placed first, and the other way round."""
    sound_finish(state, shown, place, pays_first=not pays_first)


def shown_in_hand(state: State, shown: Shown) -> None:
    """A card that is shown stays in the hand meanwhile."""
    sound_set_aside(state, shown)
    there = state.players[shown.player]
    there.hand += (shown.card,)


def free_together(state: State, shown: Shown) -> int:
    """DNA digivolution costs nothing."""
    return 0 if shown.procedure == "dna" else sound_price(state, shown)


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


def tokens_into_the_trash(state: State, ids: Any) -> Any:
    """A token that leaves the battle area goes where a card would go."""
    gone = sound_take_away(state, ids)
    for owner, stack in gone:
        if stack.token:
            state.players[owner].trash += stack.cards
    return gone


MAIN_PHASE_FAULTS: dict[str, Fault] = {
    "anything-is-listed": Fault(
        "digixros.listed",
        "any card is placed for a DigiXros or Assembly",
        function(materials, "fits", lambda _listed, _card: True),
    ),
    "listed-more-than-once": Fault(
        "digixros.once",
        "a place in the list of a DigiXros is filled again",
        forgiving(PlaceMaterial, Reason.DIGIXROS_PLACE_PASSED),
    ),
    "half-an-assembly": Fault(
        "assembly.whole", "an Assembly is left half done", forgiving(Done, Reason.ASSEMBLY_IN_PART)
    ),
    "nothing-is-placed": Fault(
        "digixros.when",
        "nothing is placed for DigiXros and Assembly",
        function(materials, "is_asked", lambda _state, _shown: False),
    ),
    "placed-from-hand-alone": Fault(
        "assembly.when",
        "cards are placed only for what is played from the hand",
        function(materials, "is_asked", asked_of_the_hand_alone),
    ),
    "placed-upside-down": Fault(
        "assembly.stack", "placed cards lie the wrong way", function(playing, "place", placed_upside_down)
    ),
    "placed-for-nothing": Fault(
        "digixros.cost",
        "placed cards do not lower the cost",
        function(materials, "with_material", without_lowering),
    ),
    "placing-is-compulsory": Fault(
        "digixros.optional",
        "a card that lists others is not played without them",
        lambda: conduct(Done, why_not=lambda _state, _action: iter([Reason.ASSEMBLY_IN_PART])),
    ),
    "digixros-always": Fault("digixros.when", "every edition has DigiXros", numbers(digixros_known=True)),
    "no-answers": Fault(
        "showing.answers",
        "no effect answers to a card that is shown",
        function(showing, "effects_come_first", lambda *_arguments: False),
    ),
    "placed-unpaid": Fault(
        "showing.failure", "what is too dear is placed", function(showing, "fail", failed_but_paid)
    ),
    "failed-into-the-trash": Fault(
        "digixros.failure", "what is too dear is trashed", function(showing, "fail", failed_into_the_trash)
    ),
    "the-other-order": Fault(
        "showing.order", "the order of the other editions", function(showing, "finish", the_other_order)
    ),
    "shown-in-hand": Fault(
        "showing.set-aside", "a shown card stays in the hand", function(showing, "set_aside", shown_in_hand)
    ),
    "anything-is-used": Fault(
        "option.kind", "any card is used like an Option", forgiving(UseOption, Reason.NOT_AN_OPTION)
    ),
    "one-colour-is-enough": Fault(
        "option.colours", "one colour of an Option is enough", numbers(option_colours="one")
    ),
    "dna-costs-nothing": Fault(
        "dna.cost", "DNA digivolution is free", function(showing, "price", free_together)
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
    "dna-always": Fault("dna.two", "every edition has DNA digivolution", numbers(dna_known=True)),
    "no-tokens": Fault("token.played", "no token is played", numbers(tokens_known=False)),
    "tokens-are-cards": Fault(
        "token.gone",
        "a token goes to the trash",
        lambda: patch.object(leaving, "take_away", tokens_into_the_trash),
    ),
    "tokens-digivolve": Fault(
        "token.no-stack",
        "a token digivolves",
        forgiving(Digivolve, Reason.TOKEN_DIGIVOLVES_NOT),
    ),
    "security-after-hands": Fault(
        "setup.security-when",
        "security is always laid after the hands",
        numbers(setup_security_when="after-hand"),
    ),
    "security-before-hands": Fault(
        "setup.security-when",
        "security is always laid before the hands",
        numbers(setup_security_when="before-hand"),
    ),
}
"""Name to fault."""
