"""Planted faults in how the engine carries out words of the effect language that few cards use."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.attacks import course, declaration
from rulehound.engine.dcg.effects import activating, continuous, pending, standpoint, triggers
from rulehound.engine.dcg.effects.steps import attacking, branching, entering
from rulehound.engine.dcg.main_phase import showing
from rulehound.engine.dcg.turns import breeding
from rulehound_testing.faults.patching import Fault, constant, rewritten, together

TRIGGERS = 'trigger(state, Happened("counter", player=1 - state.turn), (1 - state.turn,))'

MANY = 2
"""More colours than these are many, to a fault."""

NOTHING_AFTER = rewritten(course.reaction_timing, TRIGGERS, "pass")
WITH_THE_DECLARATION = rewritten(
    declaration.declare,
    "        happened(state, attacks)\n",
    f"        happened(state, attacks)\n        {TRIGGERS}\n",
)

FAULTS: Mapping[str, Fault] = {
    "counter-before-the-declaration": Fault(
        "attack.counter-timing",
        "effects of counter timing come together with those that the declaration sets off",
        lambda: together(NOTHING_AFTER(), WITH_THE_DECLARATION()),
    ),
    "counter-after-the-block": Fault(
        "attack.counter-timing",
        "counter timing comes after block timing",
        rewritten(
            declaration.declare,
            "*AFTER_DECLARATION, *state.pending)",
            '*AFTER_DECLARATION[1:2], "counter-timing", *AFTER_DECLARATION[2:], *state.pending)',
        ),
    ),
    "counter-hangs-on-the-attacker": Fault(
        "attack.attacker-gone",
        "counter timing does not come where the attacker has gone",
        rewritten(course.reaction_timing, "attack is None or", "attacker_of(state) is None or"),
    ),
    "counter-of-the-turn-player": Fault(
        "attack.counter-effects",
        "the player who attacks uses effects of counter timing too",
        rewritten(course.reaction_timing, TRIGGERS, TRIGGERS.replace("(1 - state.turn,)", "(0, 1)")),
    ),
    "counter-as-often-as-there-are": Fault(
        "attack.counter-effects",
        "every effect of counter timing is activated in one attack",
        rewritten(activating.is_countered, "attack is None or attack.countered", "attack is None"),
    ),
    "counter-has-to-be-used": Fault(
        "attack.counter-effects",
        "an effect of counter timing is not asked about and just happens",
        rewritten(activating.may_be_left_out, ' or effect.timing == "counter"', ""),
    ),
    "counter-used-up-by-leaving-it-out": Fault(
        "attack.counter-effects",
        "an effect of counter timing that is left out keeps the others from being used in the same attack",
        rewritten(
            activating.activate,
            "        state.now = (Asking",
            '        if effect.timing == "counter" and state.attack is not None:\n'
            "            state.attack = msgspec.structs.replace(state.attack, countered=True)\n"
            "        state.now = (Asking",
        ),
    ),
    "own-arrival-unnoticed": Fault(
        "effects.triggers",
        "effects trigger on a card that is placed under a Digimon before it lies there",
        rewritten(
            triggers.listening,
            "                for one in watch.of_stack(stack).listeners.get(awaited, ()):\n"
            "                    yield",
            "                for one in watch.of_stack(stack).listeners.get(awaited, ()):\n"
            '                    if awaited != "put-under" or one.card not in event.subjects:\n'
            "                        yield",
        ),
    ),
    "placed-by-whoever-has-the-digimon": Fault(
        "effects.by-alone",
        "a card that is placed under a Digimon counts as placed by an effect of the player who has that",
        rewritten(
            leaving.put_under, "event.cause, event.player, event.source", "event.cause, holder, event.source"
        ),
    ),
    "trashed-from-wherever": Fault(
        "effects.on-trash",
        "an effect of the trashing of its own card triggers from whatever area it is trashed",
        rewritten(triggers.is_way, "waited.from_ in (None, event.came_from) and ", ""),
    ),
    "moved-to-wherever": Fault(
        "effects.on-trash",
        "an effect of the trashing of its own card triggers wherever the card goes from there",
        rewritten(triggers.is_way, " and waited.to in (None, to)", ""),
    ),
    "trashed-from-under-unnoticed": Fault(
        "effects.on-trash",
        "an effect of the trashing of its own card does not trigger under a Digimon",
        constant(triggers, "WAYS", {**triggers.WAYS, "under-card-trashed": ("", "trash")}),
    ),
    "sent-only-where-it-arrives": Fault(
        "areas.sent",
        "what waits for something to be sent to an area does not come for a token or a Digi-Egg",
        rewritten(
            leaving.arrive,
            "trigger(state, Happened(TOLD[event.to], ids, *told), PLAYERS)",
            "arrived and trigger(state, Happened(TOLD[event.to], tuple(arrived), *told), PLAYERS)",
        ),
    ),
    "added-though-it-is-not-there": Fault(
        "areas.sent",
        "what waits for a card to join an area comes for a Digi-Egg card too",
        rewritten(
            leaving.arrive,
            "            if put(state, player, stack.cards[0], event.to) == event.to:  # rule: cards.new\n"
            "                arrived.append(stack.id)\n"
            "                cards.append(stack.cards[0])\n",
            "            cards.append(stack.cards[0])\n"
            "            if put(state, player, stack.cards[0], event.to) == event.to:\n"
            "                arrived.append(stack.id)\n",
        ),
    ),
    "back-in-the-hand-is-added": Fault(
        "showing.failure",
        "a card that goes back to the hand after it was shown counts as added to it",
        rewritten(
            showing.fail,
            "        there.hand += (shown.card,)  # rule: showing.failure\n",
            "        there.hand += (shown.card,)\n"
            '        joined = Happened("card-moved", (shown.card,), player=shown.player, to="hand")\n'
            "        happened(state, joined)\n",
        ),
    ),
    "shown-has-left-the-hand": Fault(
        "showing.failure",
        "a card of the hand counts as moved away when it is shown to be played or digivolved into",
        rewritten(
            showing.effects_come_first,
            "    wait(state, msgspec",
            '    away = Happened("card-moved", (shown.card,), player=shown.player, came_from="hand")\n'
            "    happened(state, away)\n"
            "    wait(state, msgspec",
        ),
    ),
    "main-phase-begins-with-hatching": Fault(
        "turn.phases",
        "what hatching has set off is done in the main phase, together with what its beginning sets off",
        rewritten(breeding.hatch, 'state.pending = ("breeding-over",)', "begin_main_phase(state)"),
    ),
    "main-phase-begins-with-moving": Fault(
        "turn.phases",
        "what moving has set off is done in the main phase, together with what its beginning sets off",
        rewritten(breeding.move, 'state.pending = ("breeding-over",)', "begin_main_phase(state)"),
    ),
    "main-phase-whatever-the-memory": Fault(
        "turn.end",
        "the main phase begins though the memory has passed to the opponent in the breeding phase",
        rewritten(breeding.breeding_over, "if must_end(state):", "if False:"),
    ),
    "never-switched-to-the-player": Fault(
        "attack.switch",
        "an attack is switched to Digimon alone",
        rewritten(attacking.change_target, "(THE_PLAYER,) if step.to_player else", ""),
    ),
    "switched-to-the-player-again": Fault(
        "attack.switch",
        "an attack on the player is switched to the player",
        rewritten(
            course.switch_target,
            "attack.target in (target, TO_BE_CHOSEN)",
            "(attack.target in (target, TO_BE_CHOSEN) and target != THE_PLAYER)",
        ),
    ),
    "multicolor-of-three": Fault(
        "card.colors",
        "a card of two colours does not count as multicolor",
        constant(
            continuous,
            "TESTS",
            {
                **continuous.TESTS,
                "multicolor": lambda _state, _thing, facts, wanted, _rounds: (
                    (len(facts.colors) > MANY) == wanted
                ),
            },
        ),
    ),
    "one-colour-is-multicolor-too": Fault(
        "card.colors",
        "what speaks of cards that are not multicolor means all",
        constant(
            continuous,
            "TESTS",
            {
                **continuous.TESTS,
                "multicolor": lambda _state, _thing, facts, wanted, _rounds: (
                    not wanted or len(facts.colors) > 1
                ),
            },
        ),
    ),
    "protected-from-tamers-and-options": Fault(
        "effects.kind",
        "what keeps the effects of Tamers away keeps those of Options away, too",
        constant(
            continuous, "IMMUNITIES", {**continuous.IMMUNITIES, "effects-of-tamers": ("tamer", "option")}
        ),
    ),
    "inherited-of-the-tamer": Fault(
        "effects.kind",
        "what a Digimon has inherited from a Tamer card counts as an effect of a Tamer",
        rewritten(standpoint.source_kind, 'inherited or kind == "digi-egg"', 'kind == "digi-egg"'),
    ),
    "hatched-into-the-breeding-area-alone": Fault(
        "breeding.hatch",
        "an effect hatches into the breeding area whatever area it names",
        rewritten(entering.hatch, '    if step.to == "breeding":\n', "    if True:\n"),
    ),
    "hatched-by-effect-onto-another": Fault(
        "breeding.capacity",
        "an effect hatches into a breeding area that holds a Digimon, whose cards are gone",
        rewritten(
            entering.hatch,
            '    if not player.egg_deck or (step.to == "breeding" and player.breeding is not None):\n',
            "    if not player.egg_deck:\n",
        ),
    ),
    "one-of-several-is-all": Fault(
        "effects.activates-another",
        "where one of several effects is activated the others follow",
        rewritten(pending.resolve_inner, "() if task.one else ", ""),
    ),
    "one-of-several-is-the-first": Fault(
        "effects.activates-another",
        "where one of several effects is activated it is the one that stands first",
        rewritten(
            branching.activate_other,
            "Together(others, one=step.one)",
            "Together(others[:1] if step.one else others)",
        ),
    ),
    "activated-as-of-its-card": Fault(
        "effects.kind",
        "an effect of another card that a Digimon activates is one of that card",
        rewritten(branching.effects_of_others, " if step.of and mine else effect", " if False else effect"),
    ),
    "activated-though-inherited": Fault(
        "effects.activates-another",
        "an effect that activates others activates inherited ones of the card, too",
        rewritten(branching.effects_of_others, " and not effect.inherited", ""),
    ),
    "activated-for-its-card": Fault(
        "effects.activates-another",
        "an effect of another card that a Digimon activates speaks of that card, and not of the Digimon",
        rewritten(
            branching.effects_of_others,
            "effect=own, card=card, index=index, met=None)",
            'effect=own, card=card, index=index, met=None, stack="" if step.of else origin.stack)',
        ),
    ),
}
