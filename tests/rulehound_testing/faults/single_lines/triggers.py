"""Faults in effects that trigger, wait and resolve: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects import activating, pending, resolving, triggers, watching
from rulehound.engine.dcg.effects.language import TrashTop
from rulehound_testing.faults.patching import Fault, constant, rewritten

FAULTS: Mapping[str, Fault] = {
    "own-effects-by-whose-cards": Fault(
        "effects.triggers",
        "what waits for the own effects goes by whose cards these do something to",
        rewritten(triggers.is_by, "if event.whose is None else event.whose", ""),
    ),
    "main-in-any-turn": Fault(
        "effects.turn",
        "an effect of the opponent's turn is activated in the own main phase",
        rewritten(
            activating.why_not_activate,
            "if state.turn not in sides(origin.player, effect.turn):",
            'if effect.timing != "main" and state.turn not in sides(origin.player, effect.turn):',
        ),
    ),
    "attacked-whosever-it-is": Fault(
        "attack.declared-on",
        "what waits for an attack on a player's Digimon comes where one of the other player is attacked",
        rewritten(triggers.is_aimed_at, "return mine and", "return"),
    ),
    "attacked-of-the-other-player": Fault(
        "attack.declared-on",
        "what waits for an attack on Digimon of one player waits for one on those of the other",
        rewritten(triggers.is_aimed_at, " in sides(", " not in sides("),
    ),
    "attacked-though-no-digimon-is": Fault(
        "attack.declared-on",
        "what waits for an attack on a Digimon comes where a player is attacked",
        rewritten(
            triggers.is_aimed_at,
            "if declared is None or",
            "if declared is None:\n        return True\n    if",
        ),
    ),
    "conditions-of-arriving": Fault(
        "effects.as-it-was",
        "the condition of what waits for a Digimon to go to hand, deck or security stack is asked afterwards",
        constant(
            triggers,
            "LEAVES",
            triggers.LEAVES - {"returned-to-hand", "returned-to-deck", "put-into-security"},
        ),
    ),
    "drawn-from-the-security-stack": Fault(
        "effects.triggers",
        "drawn cards count as having come from the security stack",
        constant(triggers, "WAYS", {**triggers.WAYS, "drawn": ("security", "hand")}),
    ),
    "drawn-from-the-egg-deck": Fault(
        "effects.triggers",
        "drawn cards count as having come from the Digi-Egg deck",
        constant(triggers, "WAYS", {**triggers.WAYS, "drawn": ("egg-deck", "hand")}),
    ),
    "moved-from-anywhere": Fault(
        "effects.triggers",
        "what waits for cards to go from one area to another comes wherever they come from",
        rewritten(triggers.is_way, "waited.from_ in (None, event.came_from) and", ""),
    ),
    "of-whoever-it-happens-to": Fault(
        "effects.triggers",
        "what waits for something of one player comes where it happens to what the other one has",
        rewritten(triggers.concerns, "or holder(thing) not in sides(origin.player, which.of)", ""),
    ),
    "tokens-take-their-effects-along": Fault(
        "token.as-played",
        "what a token has on its own leaving is lost with the token",
        rewritten(
            triggers.still_has,
            "if origin.last.token:\n            return True",
            "if origin.last.token:\n            return False",
        ),
    ),
    "battled-afterwards-alone": Fault(
        "effects.would",
        "before a deletion in battle nothing is known of what the Digimon battles",
        rewritten(triggers.before, ", battled=about.battled", ""),
    ),
    "effects-given-to-all-alone": Fault(
        "effects.gained",
        "what all Digimon gain does not come while all of them are given something else, too",
        rewritten(triggers.effects_are_given, "and any(", "and all("),
    ),
    "one-waiting-keyword-of-each": Fault(
        "keyword.armor-purge",
        "of Retaliation, Armor Purge and Decoys a Digimon has the first alone",
        rewritten(
            triggers.gained,
            "in keyword_effects(state, stack)",
            "in tuple(keyword_effects(state, stack))[:1]",
        ),
    ),
    "bred-by-the-first-player-alone": Fault(
        "breeding.no-triggers",
        "what happens in the breeding area of the second player sets off what waits for it",
        rewritten(triggers.concerns, "for player in state.players)", "for player in state.players[:1])"),
    ),
    "nothing-happens-to-the-second-player": Fault(
        "effects.triggers",
        "what happens to Digimon of the second player sets nothing off, as if all were in the breeding area",
        rewritten(
            triggers.concerns,
            "any(player.breeding == thing for player in state.players)",
            "holder(thing) == 1",
        ),
    ),
    "bred-as-it-was": Fault(
        "effects.continuous",
        "what has changed in a breeding area alone counts once something changes in a battle area",
        rewritten(watching.Watch.field, "same = known.bred == bred", "same = True"),
    ),
    "first-come-for-good": Fault(
        "effects.later",
        "a Tamer that continuous effects make a Digimon has the DP of the one that came first",
        rewritten(watching.Watch._look_over, "for one in going:", "for one in going[::-1]:"),
    ),
    "all-is-cost": Fault(
        "effects.then",
        "what follows a cost has to be done in full like the cost itself",
        rewritten(resolving.carry_out, "owed=max(frame.owed - 1, 0)", "owed=frame.owed"),
    ),
    "cost-kept-from-leaving": Fault(
        "effects.by-cost",
        "a Digimon that is kept from leaving pays for an effect, and one that is brought into play does not",
        rewritten(resolving.takes_away, 'step.to != "battle"', 'step.to == "battle"'),
    ),
    "cost-of-what-leaves": Fault(
        "effects.by-cost",
        "nothing is done for a cost that takes something away",
        rewritten(resolving.run, "any(battling(state, stack) for stack in frame.due)", "bool(frame.due)"),
    ),
    "over-at-what-is-impossible": Fault(
        "effects.then",
        "an effect is over where one of its parts has nothing to do",
        rewritten(resolving.run, "if not frame.owed or len(picked)", "if len(picked)"),
    ),
    "over-at-what-is-not-in-play": Fault(
        "effects.then",
        "an effect is over where it would do something in play to a card that is not",
        rewritten(
            resolving.carry_out,
            "            chosen = (affected, *chosen[1:])\n",
            "            chosen = (affected, *chosen[1:])\n"
            "            there = all(stack_in_play(state, one) for one in affected)\n"
            "            if not isinstance(step, Put) and not there:\n"
            "                steps = []\n",
        ),
    ),
    "immune-but-for-its-top-card": Fault(
        "effects.immune",
        "the top card of what effects do not affect is trashed",
        constant(
            resolving,
            "ON_WHAT_IS_CHOSEN",
            tuple(step for step in resolving.ON_WHAT_IS_CHOSEN if step is not TrashTop),
        ),
    ),
    "immune-but-cards-go-under": Fault(
        "effects.immune",
        "cards are placed under what effects do not affect",
        rewritten(resolving.carry_out, "chosen[1] if isinstance(step, Put) else ()", "()"),
    ),
    "immune-but-for-cards-under": Fault(
        "effects.immune",
        "cards under what effects do not affect are trashed",
        rewritten(resolving.is_affected, "or stack_above(state, thing)", ""),
    ),
    "immune-and-not-chosen": Fault(
        "effects.immune",
        "what effects do not affect is not chosen by them either",
        rewritten(resolving.carry_out, "isinstance(step, ON_WHAT_IS_CHOSEN) and ", ""),
    ),
    "immune-pays-all-the-same": Fault(
        "effects.immune",
        "what effects do not affect pays for one where it is chosen",
        rewritten(resolving.carry_out, "if frame.owed and spared:", "if not frame:"),
    ),
    "left-for-later-once": Fault(
        "effects.left-for-later",
        "of what effects have left for the end of a turn, the first alone is done",
        rewritten(triggers.trigger_what_was_left, "in state.left", "in state.left[:1]"),
    ),
    "asked-after-what-activates-it": Fault(
        "effects.activates-another",
        "an effect that activates another one that may be left out goes on before its player is asked",
        rewritten(
            activating.activate,
            "(Asking(origin, effect.cost, effect.steps, whole=True), *state.now)",
            "(*state.now, Asking(origin, effect.cost, effect.steps, whole=True))",
        ),
    ),
    "memory-gained-by-anyone": Fault(
        "effects.triggers",
        "what waits for one player to gain memory waits for both",
        rewritten(
            triggers.is_timely, "return event.player in sides(origin.player, waited.which.of)", "return True"
        ),
    ),
    "memory-gained-by-nobody-else": Fault(
        "effects.triggers",
        "what waits for the opponent to gain memory never triggers",
        rewritten(
            triggers.is_timely,
            "return event.player in sides(origin.player, waited.which.of)",
            'return event.player in sides(origin.player, "me") and waited.which.of != "opponent"',
        ),
    ),
    "deleted-by-its-lowest-card": Fault(
        "effects.on-deletion",
        "the effect of a deleted Digimon is of the player whose card lay lowest",
        rewritten(
            triggers.listening, "player = owner_of(stack.cards[0])", "player = owner_of(stack.cards[-1])"
        ),
    ),
    "breeding-looked-over-too-late": Fault(
        "breeding.no-triggers",
        "an effect of the breeding area begins only when something changes in a battle area",
        rewritten(watching.Watch.field, "if same and are_alike", "if are_alike"),
    ),
    "one-breeding-area-looked-over": Fault(
        "breeding.no-triggers",
        "where both players have an effect that works in the breeding area only one of them works",
        rewritten(watching.Watch._look_over, "in filter(None, bred)", "in tuple(filter(None, bred))[:1]"),
    ),
    "a-point-is-nothing": Fault(
        "battle.zero-dp",
        "a Digimon stays in play at 0 DP where a single point was taken off",
        rewritten(watching.lowers, "< 0", "< -1"),
    ),
    "so-much-for-each-is-nothing": Fault(
        "battle.zero-dp",
        "a Digimon stays in play at 0 DP where so much was taken off for each of several things",
        rewritten(
            watching.lowers,
            "change.each if isinstance(change, Tally) else",
            "not isinstance(change, Tally) and",
        ),
    ),
    "activated-in-the-others-order": Fault(
        "effects.activates-another",
        "of several effects that an effect activates the other player chooses the order",
        rewritten(
            pending.run_together, "task.waiting[0].origin.player)", "1 - task.waiting[0].origin.player)"
        ),
    ),
    "gained-limit-of-the-top-card": Fault(
        "effects.limit",
        "a limit on something that is gained counts for the card on top, for some such effects",
        rewritten(triggers.gained_effects, "yield -GAINED -", "yield GAINED -"),
    ),
    "gone-is-anything": Fault(
        "effects.triggers",
        "what is not there any more counts as whatever an effect waits for",
        rewritten(
            triggers.concerns,
            "    if thing is None:\n        return False\n",
            '    if thing is None:\n        return which.role != "this"\n',
        ),
    ),
    "gains-nothing-beside-other-things": Fault(
        "effects.gained",
        "what a Digimon gains triggers only where nothing else lasts on it",
        rewritten(watching.Watch._look_over, "any(one.gives.effects", "all(one.gives.effects"),
    ),
    "retaliation-waits-with-nothing": Fault(
        "effects.on-deletion",
        "Retaliation is activated though the card of its Digimon has left the trash",
        rewritten(
            triggers.cards_waited_with,
            "if on_deletion else ()",
            'if on_deletion and not origin.effect.says.startswith("Retaliation") else ()',
        ),
    ),
    "uses-in-breeding-not-counted": Fault(
        "effects.limit",
        "uses are counted on stacks of the battle area alone",
        rewritten(
            activating.count_use,
            "stack is not None and player is not None",
            "stack in state.players[player or 0].battle",
        ),
    ),
    "done-once-and-for-all": Fault(
        "effects.count",
        "who has chosen fewer than up to so many chooses nothing more in the whole effect",
        rewritten(resolving.run, "picked=(), done=False", "picked=()"),
    ),
    "moved-with-its-host": Fault(
        "effects.triggers",
        "the Digimon under which a trashed card lay counts as moved, too",
        rewritten(triggers.happened, "subjects=cards, came_from", "came_from"),
    ),
    "moved-by-stack-and-card": Fault(
        "effects.one-trigger",
        "a card that goes from the battle area elsewhere sets its own effect off twice",
        rewritten(triggers.cards_moved, 'what="card-moved", stacks=()', 'what="card-moved"'),
    ),
    "recovered-from-nowhere": Fault(
        "effects.triggers",
        "a recovered card has not come from the deck",
        constant(triggers, "WAYS", {**triggers.WAYS, "recovered": ("security", "security")}),
    ),
    "gained-by-the-bottom-card": Fault(
        "effects.on-deletion",
        "what a Digimon has gained belongs to its bottom card when it is deleted",
        rewritten(
            triggers.effects_of, "yield stack.cards[0], index, effect", "yield stack.cards[-1], index, effect"
        ),
    ),
    "aimed-at-this-is-anywhere": Fault(
        "attack.declared-on",
        "what waits for an attack on this Digimon or another one does not look at which was attacked",
        rewritten(
            triggers.is_aimed_at,
            "declared.id == origin.stack and which.role",
            "declared.id == origin.stack or which.role",
        ),
    ),
    "whose-cards-whose-effect": Fault(
        "effects.triggers",
        "an effect counts as one of the player whose cards it moves",
        rewritten(triggers.is_by, "event.player if event.whose is None else event.whose", "event.player"),
    ),
    "one-effect-in-the-breeding-area": Fault(
        "effects.triggers",
        "of several effects in a breeding area that wait for the same the first alone triggers",
        rewritten(
            triggers.listening,
            "watch.of_bred(bred).listeners.get(awaited, ()) if",
            "watch.of_bred(bred).listeners.get(awaited, ())[:1] if",
        ),
    ),
    "at-rest-once-all-has-changed": Fault(
        "battle.zero-dp",
        "a Digimon at 0 DP stays where everything has changed since rule processing last looked",
        rewritten(watching.Watch.is_at_rest, "one is other", "one is not other"),
    ),
}
