"""Faults made from changes that nothing caught, of a third sample: to the engine beside its effects."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import areas, attributes, deletion, endless, leaving, position, rule_processing
from rulehound.engine.dcg.attacks import battle, course, security
from rulehound.engine.dcg.effects import generic
from rulehound.engine.dcg.effects.steps import placing
from rulehound.engine.dcg.main_phase import digisorption, digivolving, materials, options, playing
from rulehound.engine.dcg.turns import breeding
from rulehound_testing.faults.patching import Fault, constant, rewritten

FAULTS: Mapping[str, Fault] = {
    "tamer-digivolves-by-any-requirement": Fault(
        "digivolve.tamer",
        "by an effect a Tamer digivolves by a requirement that names no Tamer",
        rewritten(digivolving.costs_by_effect, "one.kind == kind and ", ""),
    ),
    "digixros-is-a-return": Fault(
        "effects.would",
        "what comes before a return to the hand comes before a Digimon is placed for a DigiXros",
        rewritten(materials.place, 'About("left-battle-area"', 'About("returned-to-hand"'),
    ),
    "trashed-by-whose-effect-it-is": Fault(
        "areas.owner",
        "a card that an effect puts somewhere goes to an area of the effect's player",
        rewritten(
            placing.put_cards,
            "player = state.players[owner]\n        came_from",
            "player = state.players[frame.origin.player]\n        came_from",
        ),
    ),
    "not-back-into-breeding": Fault(
        "showing.failure",
        "a card that was shown from under a Digimon of the breeding area goes to the trash",
        rewritten(
            areas.put_back,
            "for stack in player.battle if player.breeding is None else (*player.battle, player.breeding):",
            "for stack in player.battle:",
        ),
    ),
    "target-changed-of-nobody": Fault(
        "effects.triggers",
        "the target of an attack changes, and it is the attack of no Digimon",
        rewritten(
            course.switch_target,
            '"attack-target-changed", (attack.attacker,)',
            '"attack-target-changed", ()',
        ),
    ),
    "without-dp-is-strong": Fault(
        "battle.compare",
        "a Digimon without DP that is attacked wins its battles",
        rewritten(battle.battle, "dp_of(state, defender) or 0", "dp_of(state, defender) or 99_000"),
    ),
    "security-without-dp-is-strong": Fault(
        "security.digimon",
        "a security Digimon without DP wins its battles",
        rewritten(
            security.security_battle,
            "if defending is None:\n        return",
            "if defending is None:\n        defending = 99_000",
        ),
    ),
    "fewer-checks-than-none": Fault(
        "security.count",
        "a Digimon has fewer checks than none",
        rewritten(attributes.checks_of, "return max(allowed, 0)", "return allowed"),
    ),
    "comes-before-nothing": Fault(
        "effects.would",
        "once all are saved, the other effects that come before it are about nothing",
        rewritten(deletion.narrowed, "left in ((), subjects)", "left == subjects"),
    ),
    "used-and-waits": Fault(
        "effects.would",
        "an effect that is carried out before something happens still waits",
        rewritten(deletion.use, "waiting=(), using", "using"),
    ),
    "tie-of-the-attacker-alone": Fault(
        "effects.triggers",
        "after a tie only the one that was attacked has deleted the other in battle",
        rewritten(deletion.put_into_trash, "for pair in event.battled", "for pair in event.battled[:1]"),
    ),
    "every-deletion-is-a-battle": Fault(
        "effects.triggers",
        "what waits for a deletion in battle triggers on each deletion",
        rewritten(deletion.put_into_trash, "    if winners:", "    if True:"),
    ),
    "returned-though-gone": Fault(
        "effects.triggers",
        "a Digimon that has gone before it is returned to the hand counts as returned",
        constant(deletion, "LEAVING", ("deleted", "left-battle-area")),
    ),
    "returned-from-nowhere": Fault(
        "areas.sent",
        "a Digimon that is returned is not sent from the battle area",
        rewritten(leaving.arrive, 'came_from="battle", to=event.to', "to=event.to"),
    ),
    "added-to-security-twice": Fault(
        "effects.one-trigger",
        "a Digimon card that goes into a security stack triggers twice",
        rewritten(leaving.arrive, 'what="security-added", stacks=()', 'what="security-added"'),
    ),
    "digisorption-asks-about-tamers": Fault(
        "digisorption.suspend",
        "where only a Tamer is unsuspended, a player is asked whom to suspend for Digisorption",
        rewritten(digisorption.can_be_suspended, "facts_of(state, stack).is_digimon", "True"),
    ),
    "endless-while-effects-wait": Fault(
        "game.endless",
        "a game is drawn where one effect after the other does nothing",
        rewritten(endless.what_goes_on, "(state.fresh, *state.triggered)", "(state.fresh,)"),
    ),
    "digivolves-into-any-card": Fault(
        "effects.digivolve",
        "where requirements are ignored a Digimon digivolves into a card of any kind",
        rewritten(digivolving.can_digivolve_by_effect, ' or card_of(state, card).kind != "digimon"', ""),
    ),
    "asked-which-cost-is-not-paid": Fault(
        "effects.digivolve",
        "where an effect digivolves for free, the player is asked by which requirement",
        rewritten(digivolving.digivolve_by_effect, "() if free or len(", "() if len("),
    ),
    "assembly-known-early": Fault(
        "play.cost",
        "cards are placed for an Assembly in every edition",
        rewritten(
            materials.listing_of, "card.assembly is not None and rules.assembly_known", "card.assembly"
        ),
    ),
    "place-beyond-the-list": Fault(
        "digixros.listed",
        "a card is placed beyond the end of a list",
        rewritten(
            materials.stands_in,
            "0 <= place < len(listing.cards) and fits(listing.cards[place], card)",
            "fits(listing.cards[min(place, len(listing.cards) - 1)], card)",
        ),
    ),
    "played-for-less-than-nothing": Fault(
        "play.cost",
        "a card that costs nothing to play costs less than nothing",
        rewritten(playing.play, "play_cost or 0", "play_cost or -1"),
    ),
    "used-for-less-than-nothing": Fault(
        "option.cost",
        "an Option that costs nothing costs less than nothing",
        rewritten(options.use, "play_cost or 0", "play_cost or -1"),
    ),
    "too-dear-is-chosen": Fault(
        "memory.affordable",
        "an effect that plays a card for its cost offers what is too dear",
        rewritten(
            playing.can_play_by_effect, "return free or memory.affordable(state, player, cost)", "return True"
        ),
    ),
    "paid-from-the-other-side": Fault(
        "effects.play",
        "whether an effect can play a card is asked of the other player's memory",
        rewritten(
            playing.can_play_by_effect,
            "memory.affordable(state, player, cost)",
            "memory.affordable(state, 1 - player, cost)",
        ),
    ),
    "given-to-the-second-alone": Fault(
        "keyword.retaliation",
        "where no card has an effect, what the Digimon of the first player have been given does nothing",
        rewritten(
            position.read_position, "for player in players for one", "for player in players[1:] for one"
        ),
    ),
    "given-in-breeding-is-forgotten": Fault(
        "keyword.retaliation",
        "where no card has an effect, what a Digimon of the breeding area has been given does nothing",
        rewritten(position.lasting_on, "[player.breeding] if player.breeding else []", "[]"),
    ),
    "one-thing-lasts": Fault(
        "effects.gained",
        "of several things that last on a Digimon the first alone does",
        rewritten(position.Dealer.stack, "for one in given.lasting", "for one in given.lasting[:1]"),
    ),
    "uncovered-stays-on-the-other-side": Fault(
        "breeding.digimon-only",
        "what is no Digimon stays in the breeding area of the second player",
        rewritten(rule_processing.process_rules, " or (other.breeding and other.breeding.uncovered)", ""),
    ),
    "nobody-moves": Fault(
        "effects.triggers",
        "what waits for a Digimon of some sort to move triggers whichever moves",
        rewritten(breeding.move, "(moved.id,)", "()"),
    ),
    "effects-at-any-moment": Fault(
        "turn.main-phase",
        "what some card does in the main phase it does at any moment",
        rewritten(generic.why_not, 'if state.decision != "main":', "if False:"),
    ),
}
