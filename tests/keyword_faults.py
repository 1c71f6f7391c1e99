"""Planted faults of keywords, one for each way to get a ruling on them wrong.

They are put in force like those of `faulty_engines`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import wrong_keywords as wrong
from faulty_engines import Fault, Installed, conduct, forgiving, function, numbers, process, together
from rulehound.engine.dcg import attributes, deletion, flow
from rulehound.engine.dcg.actions import Activate, DeclareAttack, UseOption
from rulehound.engine.dcg.attacks import battle, declaration
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects import (
    activating,
    keywords,
    paying,
    resolving,
    selecting,
    triggers,
)
from rulehound.engine.dcg.effects.steps import branching, placing, stacks
from rulehound.engine.dcg.main_phase import main_effects
from rulehound.engine.dcg.reasons import Reason


def table(entries: Any, **changed: Any) -> Callable[[], Installed]:
    """Other entries in a table of the engine, by the names of their types."""
    wrong_ones = {key: changed[key.__name__] for key in entries if key.__name__ in changed}
    return lambda: patch.dict(entries, wrong_ones)


KEYWORD_FAULTS: dict[str, Fault] = {
    # De-Digivolve
    "barred-are-deleted": Fault(
        "battle.no-dp",
        "a Digimon without DP is deleted",
        function(flow, "process_rules", wrong.barred_are_deleted),
    ),
    "effects-leave-with-the-card": Fault(
        "effects.duration",
        "what a trashed top card did for the turn ends",
        function(stacks, "trash_tops", wrong.tops_take_their_effects_along),
    ),
    "de-digivolve-stops-at-tamers": Fault(
        "keyword.de-digivolve",
        "De-Digivolve takes no Tamer card",
        function(selecting, "removable_tops", wrong.tops_that_are_digimon),
    ),
    "de-digivolve-takes-the-last-card": Fault(
        "keyword.de-digivolve",
        "De-Digivolve leaves nothing of a stack",
        function(stacks, "trash_tops", wrong.trash_all_tops),
    ),
    "uncovered-is-played": Fault(
        "effects.on-play",
        "what De-Digivolve uncovers is played",
        table(resolving.STEPS, DeDigivolve=wrong.uncovered_is_played),
    ),
    "de-digivolve-from-below": Fault(
        "keyword.de-digivolve",
        "De-Digivolve trashes from the bottom",
        function(stacks, "trash_tops", wrong.trash_bottoms),
    ),
    # Digi-Burst and other effects of the main phase
    "effect-before-cost": Fault(
        "effects.by-cost",
        "a cost is paid after what it buys",
        lambda: together(
            *(patch.object(module, "begin", wrong.steps_before_cost) for module in (activating, resolving))
        ),
    ),
    "burst-with-too-few-cards": Fault(
        "digi-burst.cards",
        "Digi-Burst can be used with too few cards",
        forgiving(Activate, Reason.TOO_FEW_CARDS_TO_BURST),
    ),
    "burst-digimon-cards-only": Fault(
        "digi-burst.cards",
        "Digi-Burst counts Digimon cards only",
        table(paying.PAYABLE, DigiBurst=wrong.only_digimon_cards),
    ),
    "burst-from-the-top": Fault(
        "digi-burst.cards",
        "Digi-Burst takes the highest cards",
        table(selecting.CHOICES, DigiBurst=(wrong.burst_from_the_top,)),
    ),
    "digimon-have-no-main-phase": Fault(
        "effects.main",
        "no effect of a Digimon is used in the main phase",
        lambda: conduct(Activate, why_not=wrong.nothing_can_be_activated),
    ),
    "main-effects-suspend": Fault(
        "effects.main",
        "an effect of the main phase suspends what has it",
        lambda: conduct(Activate, carry_out=wrong.activate_suspending),
    ),
    "suspended-activate-nothing": Fault(
        "effects.main",
        "what is suspended activates nothing",
        lambda: conduct(Activate, why_not=wrong.suspended_cannot_activate),
    ),
    "everything-once-a-turn": Fault(
        "effects.limit",
        "every effect is limited to once a turn",
        lambda: together(
            patch.object(activating, "has_uses_left", wrong.once_a_turn),
            patch.object(activating, "count_use", wrong.count_every_use),
        ),
    ),
    "digivolving-again-and-again": Fault(
        "effects.when-digivolving",
        "effects of digivolving are used in the main phase too",
        function(main_effects, "effects_to_activate", wrong.all_timings_in_the_main_phase),
    ),
    "keyword-at-its-timing-only": Fault(
        "effects.keyword-had",
        "a keyword of a timing is not had at other times",
        function(attributes, "mentions", lambda _effect, _keyword: False),
    ),
    # attacks
    "rush-does-nothing": Fault(
        "keyword.rush", "Rush does nothing", function(declaration, "has", lambda *_arguments: False)
    ),
    "rush-stays": Fault(
        "keyword.rush",
        "a Digimon keeps the Rush of the cards under it",
        function(declaration, "has", wrong.rush_of_any_card),
    ),
    "blitz-does-nothing": Fault(
        "keyword.blitz",
        "Blitz does nothing",
        function(declaration, "attack_by_blitz", lambda *_arguments: None),
    ),
    "blitz-with-memory": Fault(
        "keyword.blitz",
        "Blitz allows an attack with memory left",
        function(declaration, "attack_by_blitz", wrong.blitz_with_memory),
    ),
    "blitz-although-suspended": Fault(
        "attack.unsuspended",
        "Blitz unsuspends its Digimon",
        function(declaration, "attack_by_blitz", wrong.blitz_although_suspended),
    ),
    "blitz-as-played": Fault(
        "attack.not-same-turn",
        "Blitz lets a Digimon attack that was played this turn",
        function(declaration, "attack_by_effect", wrong.blitz_in_any_turn),
    ),
    "blitz-whatever-forbids-it": Fault(
        "effects.forbidden",
        "what forbids to attack is overlooked",
        function(declaration, "cannot", lambda *_arguments: False),
    ),
    "blitz-only": Fault(
        "keyword.blitz",
        "a Digimon with Blitz attacks by Blitz only",
        lambda: conduct(DeclareAttack, why_not=wrong.blitz_only),
    ),
    "blitz-ends-with-memory": Fault(
        "keyword.blitz",
        "an attack by Blitz ends when its player has memory again",
        process("success", wrong.success_without_memory),
    ),
    "dead-pierce": Fault(
        "piercing.needs-survivor",
        "Piercing checks though its Digimon is gone",
        numbers(piercing_needs_survivor=False),
    ),
    "retaliation-is-a-tie": Fault(
        "keyword.retaliation",
        "Retaliation is part of the battle",
        function(battle, "battle", wrong.retaliation_is_a_tie),
    ),
    "retaliation-on-anybody": Fault(
        "keyword.retaliation",
        "Retaliation deletes some opposing Digimon",
        lambda: patch.object(keywords, "RETALIATION", wrong.RETALIATION_ON_ANYBODY),
    ),
    "no-keyword-effects": Fault(
        "keyword.decoy",
        "Retaliation, Armor Purge and Decoy do nothing",
        function(triggers, "keyword_effects", wrong.no_keyword_effects),
    ),
    # Delay
    "delay-stays": Fault(
        "delay.trash",
        "a used Delay stays where it is",
        lambda: conduct(Activate, carry_out=wrong.delay_stays),
    ),
    "delay-costs": Fault(
        "delay.trash",
        "a Delay costs what the Option costs",
        lambda: conduct(Activate, carry_out=wrong.delay_costs),
    ),
    "delay-counts-as-use": Fault(
        "delay.effect",
        "a Delay counts as using the Option",
        lambda: conduct(Activate, carry_out=wrong.delay_counts_as_use),
    ),
    "delay-asks-for-colours": Fault(
        "delay.trash",
        "a Delay asks for the Option's colours",
        lambda: conduct(Activate, why_not=wrong.delay_asks_for_colours),
    ),
    "delay-and-main": Fault(
        "delay.option",
        "the [Main] effect of a placed Option can be activated",
        function(main_effects, "effects_to_activate", wrong.main_effect_of_options_too),
    ),
    "no-delay": Fault(
        "delay.option",
        "no Delay can be used",
        lambda: conduct(Activate, why_not=wrong.no_delay),
    ),
    "options-never-stay": Fault(
        "option.stays",
        "no Option is placed",
        function(placing, "place_in_battle", lambda *_arguments: None),
    ),
    "ten-options": Fault(
        "option.stays",
        "10 Options in the battle area are the most",
        lambda: conduct(UseOption, why_not=wrong.not_one_more_than_ten),
    ),
    "options-are-digimon": Fault(
        "attack.targets",
        "a placed Option counts as a Digimon",
        lambda: patch.object(CardFacts, "is_digimon", property(wrong.options_are_digimon)),
    ),
    "immune-to-nothing": Fault(
        "effects.immune",
        "nothing is unaffected by an effect",
        function(resolving, "immune", lambda *_arguments, **_named: False),
    ),
    # Decoy
    "decoy-against-anything": Fault(
        "keyword.decoy",
        "Decoy comes before battles and rules too",
        function(keywords, "decoy", wrong.decoy_against_anything),
    ),
    "decoy-of-any-colour": Fault(
        "keyword.decoy",
        "Decoy protects Digimon of every colour",
        function(keywords, "decoy", wrong.decoy_of_any_colour),
    ),
    "decoy-saves-all": Fault(
        "keyword.decoy", "one Decoy saves all", function(keywords, "decoy", wrong.decoy_saves_all)
    ),
    "decoy-is-trashed": Fault(
        "keyword.decoy",
        "a Decoy goes to the trash undeleted",
        function(keywords, "decoy", wrong.decoy_is_trashed),
    ),
    "decoy-afterwards": Fault(
        "deletion.would",
        "Decoy comes after the deletion",
        function(keywords, "decoy", wrong.decoy_afterwards),
    ),
    "saved-without-its-cards": Fault(
        "keyword.decoy",
        "what is saved loses its digivolution cards",
        function(branching, "take_out", wrong.saved_without_its_cards),
    ),
    "saved-but-deleted": Fault(
        "keyword.decoy",
        "what is saved counts as deleted",
        function(branching, "take_out", wrong.saved_but_deleted),
    ),
    "doomed-cannot-help": Fault(
        "keyword.decoy",
        "what is about to be deleted uses no Decoy",
        function(deletion, "before", wrong.doomed_cannot_help),
    ),
    "one-effect-a-deletion": Fault(
        "deletion.would",
        "one effect comes before a deletion at the most",
        function(deletion, "before", wrong.one_effect_a_deletion),
    ),
}
"""Name to fault."""
