"""More planted faults, one for each way to get a rule a little wrong that the scenarios tell apart.

They are put in force like those of `faulty_engines`, which are the ones that an engine under test may well
have; these exist so that every scenario has been seen to fail.
"""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import wrong_steps as wrong
from faulty_engines import (
    Fault,
    Installed,
    conduct,
    forgiving,
    function,
    numbers,
    phase,
    process,
    together,
)
from rulehound.engine.dcg import (
    decisions,
    deck,
    drawing,
    flow,
    game,
    leaving,
    memory,
    observation,
    rule_processing,
)
from rulehound.engine.dcg.actions import (
    Block,
    DeclareAttack,
    Decline,
    Digivolve,
    DnaDigivolve,
    Hatch,
    MoveOut,
    Play,
    Skip,
)
from rulehound.engine.dcg.attacks import battle, course, declaration, security
from rulehound.engine.dcg.attributes import dp_of
from rulehound.engine.dcg.effects import generic
from rulehound.engine.dcg.in_play import Player
from rulehound.engine.dcg.main_phase import digivolving, materials, playing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.turns import setup


def constant(module: object, name: str, value: object) -> Callable[[], Installed]:
    """Another value for a constant of a module."""
    return lambda: patch.object(module, name, value)


def other_draw(other: Callable[[Player, int], int]) -> Callable[[], Installed]:
    """Another way to draw, wherever cards are drawn."""
    return lambda: together(*(patch.object(module, "draw", other) for module in (drawing, setup)))


FINER: dict[str, Fault] = {
    "third-player": Fault(
        "game.players", "a third player is shown", function(game, "observe", wrong.three_players)
    ),
    "memory-starts-at-1": Fault("setup.memory", "the counter starts at 1", numbers(memory_start=1)),
    "gain-for-anybody": Fault(
        "memory.shared",
        "whoever gains memory, the turn player does",
        function(memory, "change", wrong.change_for_the_turn_player),
    ),
    "nothing-is-free": Fault(
        "play.cost", "a card of cost 0 costs 1", lambda: conduct(Play, carry_out=wrong.play_for_one_at_least)
    ),
    "deck-49": Fault("deck.size", "decks have one card fewer", numbers(deck_size=49)),
    "deck-49-allowed": Fault(
        "deck.size", "one card too few is fine", function(deck, "wrong_size", wrong.one_card_short)
    ),
    "deck-of-any-size": Fault(
        "deck.size", "decks are not counted", function(deck, "wrong_size", lambda _main, _rules: ())
    ),
    "copies-3": Fault("deck.copies", "3 copies at most", numbers(deck_copies=3)),
    "egg-copies-3": Fault("egg-deck.copies", "3 copies of a Digi-Egg at most", numbers(egg_deck_copies=3)),
    "egg-copies-5": Fault("egg-deck.copies", "5 copies of a Digi-Egg are fine", numbers(egg_deck_copies=5)),
    "eggs-4": Fault("egg-deck.size", "4 Digi-Eggs at most", numbers(egg_deck_max=4)),
    "eggs-wanted": Fault(
        "egg-deck.optional",
        "nobody plays without Digi-Eggs",
        function(deck, "too_many_eggs", wrong.eggs_wanted),
    ),
    "egg-in-deck": Fault(
        "deck.kinds",
        "Digi-Eggs may be in the deck",
        constant(deck, "MAIN_KINDS", ("digimon", "tamer", "option", "digi-egg")),
    ),
    "no-tamer-in-deck": Fault(
        "deck.kinds", "decks are of Digimon alone", constant(deck, "MAIN_KINDS", ("digimon",))
    ),
    "anything-in-egg-deck": Fault(
        "egg-deck.kinds",
        "a Digi-Egg deck may hold anything",
        constant(deck, "EGG_KINDS", ("digimon", "tamer", "option", "digi-egg")),
    ),
    "decider-of-no-account": Fault(
        "turn.decider",
        "anything is done at any time",
        function(decisions, "untimely", wrong.untimely_only_when_over),
    ),
    "draw-2": Fault("draw.one", "two cards are drawn", numbers(draw_count=2)),
    "draw-from-the-bottom": Fault(
        "draw.one", "cards are drawn from under the deck", other_draw(wrong.draw_from_the_bottom)
    ),
    "hand-limit": Fault("hand.unlimited", "a hand has a limit", other_draw(wrong.draw_into_a_full_hand)),
    "last-card-loses": Fault(
        "game.deck-out", "an empty deck loses after the draw", phase("draw", wrong.lose_with_the_last_card)
    ),
    "only-digimon-unsuspend": Fault(
        "unsuspend.all",
        "only Digimon of the battle area unsuspend",
        phase("unsuspend", wrong.unsuspend_digimon_alone),
    ),
    "hatch-from-the-bottom": Fault(
        "breeding.hatch",
        "the lowest Digi-Egg is hatched",
        lambda: conduct(Hatch, carry_out=wrong.hatch_from_the_bottom),
    ),
    "hatch-or-lose": Fault(
        "breeding.hatch-eggs",
        "hatching from an empty Digi-Egg deck loses",
        lambda: conduct(Hatch, why_not=wrong.why_not_hatch_but_for_eggs, carry_out=wrong.hatch_or_lose),
    ),
    "skip-moves-out": Fault(
        "breeding.skip",
        "a Digimon has to leave the breeding area",
        lambda: conduct(Skip, carry_out=wrong.skip_moves_out),
    ),
    "move-nothing": Fault(
        "breeding.move", "moving out of an empty area is fine", forgiving(MoveOut, Reason.BREEDING_AREA_EMPTY)
    ),
    "move-the-top-card": Fault(
        "breeding.move",
        "a Digimon moves upright and without the cards under it",
        lambda: conduct(MoveOut, carry_out=wrong.move_the_top_card),
    ),
    "level-2-barred": Fault(
        "battle.level-2", "the reading by level in every edition", numbers(battle_level_2="level")
    ),
    "breeding-attacks": Fault(
        "breeding.no-battle",
        "Digimon attack from the breeding area",
        forgiving(DeclareAttack, Reason.ATTACKER_IN_BREEDING_AREA),
    ),
    "breeding-is-attacked": Fault(
        "breeding.no-battle",
        "Digimon of the breeding area are attacked",
        forgiving(DeclareAttack, Reason.TARGET_IN_BREEDING_AREA),
    ),
    "breeding-blocks": Fault(
        "breeding.no-battle",
        "Digimon block from the breeding area",
        forgiving(Block, Reason.BLOCKER_IN_BREEDING_AREA),
    ),
    "effects-on-breeding": Fault(
        "breeding.no-effects",
        "effects reach the breeding area",
        function(generic, "why_not", wrong.effects_everywhere),
    ),
    "play-from-anywhere": Fault(
        "play.from-hand", "cards are played from anywhere", forgiving(Play, Reason.NOT_PLAYED_FROM_HAND)
    ),
    "eggs-are-played": Fault("play.kinds", "Digi-Eggs are played", forgiving(Play, Reason.KIND_NOT_PLAYED)),
    "full-battle-area": Fault(
        "battle.unlimited", "a battle area can be full", lambda: conduct(Play, why_not=wrong.full_battle_area)
    ),
    "played-suspended": Fault(
        "play.unsuspended", "Digimon come suspended", function(playing, "new_stack", wrong.come_suspended)
    ),
    "digivolve-from-anywhere": Fault(
        "digivolve.from-hand",
        "one digivolves into cards from anywhere",
        forgiving(Digivolve, Reason.NOT_DIGIVOLVED_FROM_HAND),
    ),
    "digivolve-any-color": Fault(
        "digivolve.requirement",
        "the colour is not asked for",
        function(digivolving, "fits", lambda requirement, base: requirement.level == base.level),
    ),
    "digivolve-first-color": Fault(
        "card.colors",
        "of two colours the first counts",
        function(digivolving, "fits", wrong.first_color_only),
    ),
    "digivolve-at-play-cost": Fault(
        "digivolve.cost",
        "digivolving costs the play cost",
        lambda: conduct(Digivolve, carry_out=wrong.digivolve_at_the_play_cost),
    ),
    "digivolve-or-lose": Fault(
        "digivolve.draw-empty",
        "digivolving with an empty deck loses",
        lambda: conduct(Digivolve, carry_out=wrong.digivolve_or_lose),
    ),
    "digivolve-into-tamer": Fault(
        "digivolve.digimon-only",
        "one digivolves into any card",
        forgiving(Digivolve, Reason.NOT_A_DIGIMON_CARD),
    ),
    "tamers-digivolve": Fault(
        "digivolve.digimon-only",
        "Tamers digivolve",
        function(digivolving, "own_digimon", wrong.anything_of_the_player),
    ),
    "digivolved-is-played": Fault(
        "digivolve.played-turn",
        "a Digimon that has digivolved counts as played",
        function(digivolving, "with_card_on_top", wrong.as_if_played),
    ),
    "digivolve-ends-effects": Fault(
        "digivolve.stack",
        "digivolving ends changes of DP",
        function(digivolving, "with_card_on_top", wrong.forgets_dp_changes),
    ),
    "bottom-card-counts": Fault(
        "digivolve.stack",
        "a Digimon is shown as its lowest card",
        function(observation, "facts_of", wrong.facts_of_the_bottom_card),
    ),
    "opponents-digivolve": Fault(
        "digivolve.digimon-only",
        "the opponent's Digimon are digivolved, the card vanishes",
        lambda: together(
            patch.object(digivolving, "own_digimon", wrong.anybodys_digimon),
            patch.object(digivolving, "stack_of", wrong.stack_of_anybody),
        ),
    ),
    "opponents-attack": Fault(
        "attack.digimon",
        "the opponent's Digimon attack",
        lambda: conduct(
            DeclareAttack, why_not=wrong.attacker_of_anybody, carry_out=wrong.declare_with_anything
        ),
    ),
    "attack-anything": Fault(
        "attack.targets", "anything is attacked", forgiving(DeclareAttack, Reason.NO_SUCH_TARGET)
    ),
    "suspended-attacks": Fault(
        "attack.unsuspended", "suspended Digimon attack", forgiving(DeclareAttack, Reason.ATTACKER_SUSPENDED)
    ),
    "attacker-upright": Fault(
        "attack.suspends",
        "attacking does not suspend",
        lambda: conduct(DeclareAttack, carry_out=wrong.declare_upright),
    ),
    "one-attack-a-turn": Fault(
        "attack.one-at-a-time",
        "one attack a turn",
        lambda: conduct(DeclareAttack, why_not=wrong.one_attack_a_turn),
    ),
    "block-comes-late": Fault(
        "attack.order",
        "the block comes after the attack has got through",
        constant(
            declaration, "AFTER_DECLARATION", ("success", "block-timing", "end-of-attack", "attack-over")
        ),
    ),
    "attack-goes-on": Fault(
        "attack.targets",
        "a battle is followed by checks",
        function(battle, "battle", wrong.battle_reaches_the_player),
    ),
    "anybody-blocks": Fault(
        "block.blocker",
        "Digimon without Blocker block, and so do Tamers",
        forgiving(Block, Reason.BLOCKER_LACKS_BLOCKER, wrong.stands_there),
    ),
    "block-does-not-switch": Fault(
        "block.switches", "the target stays", lambda: conduct(Block, carry_out=wrong.block_without_switching)
    ),
    "lower-dp-wins": Fault("battle.compare", "less DP wins", function(battle, "battle", wrong.lower_dp_wins)),
    "printed-dp-battles": Fault(
        "dp.modify", "battles compare the printed DP", function(battle, "dp_of", wrong.printed_dp)
    ),
    "dp-below-zero": Fault(
        "dp.floor", "DP is shown below 0", function(observation, "dp_of", wrong.unlimited_fall)
    ),
    "no-dp-is-zero": Fault(
        "card.dp",
        "no DP is shown as 0",
        function(observation, "dp_of", lambda state, stack: dp_of(state, stack) or 0),
    ),
    "last-change-counts": Fault(
        "dp.modify",
        "changes of DP are not added up",
        lambda: patch.dict(generic.RESOLVE, {generic.DpEffect: wrong.replace_dp_change}),
    ),
    "dp-1000-deleted": Fault("battle.zero-dp", "1000 DP are too few", numbers(battle_zero_dp=1000)),
    "tamers-need-dp": Fault(
        "rules.processing", "Tamers are removed", function(flow, "process_rules", wrong.tamers_need_dp)
    ),
    "egg-is-no-digimon": Fault(
        "card.kinds",
        "a hatched Digi-Egg is shown as a Digi-Egg",
        constant(observation, "TYPES_IN_PLAY", {}),
    ),
    "empty-security-is-safe": Fault(
        "game.win-attack", "no attack wins", function(battle, "may_win", lambda _state, _attacker: False)
    ),
    "zero-checks-win": Fault(
        "security.zero-checks",
        "an attack without checks wins",
        function(battle, "may_win", lambda _state, _attacker: True),
    ),
    "one-check-at-least": Fault(
        "security.count",
        "no attack checks fewer than one card",
        function(security, "checks_of", wrong.at_least_one_check),
    ),
    "check-from-below": Fault(
        "security.check",
        "security is checked from below",
        process("security-check", wrong.check_the_lowest_card),
    ),
    "check-for-the-attacker": Fault(
        "areas.owner",
        "checked cards go to the attacking player's trash",
        process("security-over", wrong.check_for_the_attacker),
    ),
    "attacks-allowed-are-attacks-made": Fault(
        "effects.optional",
        "an attack that an effect allows has to be made",
        lambda: conduct(Decline, why_not=wrong.no_declining),
    ),
    "battle-outlasts-the-attack": Fault(
        "effects.duration",
        "what lasts for a battle does not end with an attack without one",
        function(course, "end_durations", wrong.all_but_the_battles),
    ),
    "target-switched-before-it-is-chosen": Fault(
        "attack.target-when",
        "an attack without a target can be switched to another",
        constant(course, "TO_BE_CHOSEN", None),
    ),
    "target-chosen-for-another": Fault(
        "attack.one-at-a-time",
        "while one Digimon attacks, another can",
        forgiving(DeclareAttack, Reason.ATTACK_UNDER_WAY),
    ),
    "no-level-is-low": Fault(
        "battle.level-2",
        "a Digimon without a level is trashed",
        function(rule_processing, "is_barred", wrong.no_level_is_low),
    ),
    "all-return-to-the-egg-deck": Fault(
        "areas.egg-returned",
        "whatever is returned goes to the Digi-Egg deck",
        function(leaving, "card_of", wrong.an_egg),
    ),
    "requirements-count-from-the-end": Fault(
        "digivolve.requirement",
        "the requirement before the first is the last one",
        forgiving(Digivolve, Reason.NO_SUCH_REQUIREMENT, lambda _state, move: move.requirement < 0),
    ),
    "dna-requirements-count-from-the-end": Fault(
        "dna.requirement",
        "the DNA requirement before the first is the last one",
        forgiving(DnaDigivolve, Reason.NO_SUCH_DNA_REQUIREMENT, lambda _state, move: move.requirement < 0),
    ),
    "lists-can-always-be-filled": Fault(
        "memory.affordable",
        "what a card lists counts as there when it is asked whether the card can be paid for",
        function(materials, "most_placed", lambda listed, _cards: len(listed)),
    ),
}
"""Name to fault."""
