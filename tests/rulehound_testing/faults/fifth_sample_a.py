"""Faults made from changes to the engine that nothing caught: attacks, battles, checks, draws, the areas."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import areas, attributes, drawing
from rulehound.engine.dcg.attacks import battle, blocking, course, declaration, security
from rulehound.engine.dcg.effects import pending
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Happened
from rulehound_testing.faults.patching import Fault, constant, function, rewritten

sound_trigger_security_effects = security.trigger_security_effects


def apart_from_the_rules(state: State, event: Happened, checked: str) -> None:
    """What a check has set off waits while the effects come that the rules then set off."""
    sound_trigger_security_effects(state, event, checked)
    state.triggered = (*pending.by_rank(state.fresh), *state.triggered)
    state.fresh = ()


FAULTS: Mapping[str, Fault] = {
    "attacker-without-dp-below-all": Fault(
        "battle.tie",
        "a Digimon without DP that attacks loses against another one without DP",
        rewritten(battle.battle, "dp_of(state, attacker) or 0", "dp_of(state, attacker) or -1"),
    ),
    "security-digimon-below-zero": Fault(
        "dp.floor",
        "the DP of a Security Digimon goes below 0",
        rewritten(attributes.card_dp, "max(printed + sum(changes), 0)", "printed + sum(changes)"),
    ),
    "checks-apart-from-the-rules": Fault(
        "effects.together",
        "what the rules delete after a security check comes before what the check has set off",
        function(security, "trigger_security_effects", apart_from_the_rules),
    ),
    "back-under-the-breeding-area-alone": Fault(
        "showing.failure",
        "with a card in the breeding area nothing goes back under a Digimon of the battle area",
        rewritten(areas.put_back, "(*player.battle, player.breeding)", "(player.breeding,)"),
    ),
    "first-reaction-alone": Fault(
        "attack.counter-timing",
        "of several effects on an attack only the first one may come before the block",
        rewritten(blocking.options, "in reactions(state))", "in reactions(state)[:1])"),
    ),
    "last-reaction-by-itself": Fault(
        "attack.counter-timing",
        "the last effect on an attack comes before anybody is asked for a block",
        rewritten(blocking.reactions, "group if waiting", "group if waiting and len(group) > 1"),
    ),
    "ended-attack-leads-on": Fault(
        "effects.end-attack",
        "an attack that an effect ends still comes to its battle and its security checks",
        constant(course, "CUT_SHORT", ("target-choice", "counter-timing", "block-timing")),
    ),
    "ended-attack-leaves-out-more": Fault(
        "effects.end-attack",
        "of an attack that an effect ends whatever comes next is left out",
        rewritten(course.end_attack, "in state.pending if", "in state.pending[1:] if"),
    ),
    "ended-attack-is-countered": Fault(
        "effects.end-attack",
        "effects of counter timing come in an attack that an effect has ended",
        constant(course, "CUT_SHORT", tuple(one for one in course.CUT_SHORT if one != "counter-timing")),
    ),
    "asked-what-to-attack-in-vain": Fault(
        "attack.targets",
        "a player is asked for the target of an attack although there is none",
        rewritten(
            declaration.target_choice,
            "if all(next(why_not(state, action), None) for action in aims(state)):",
            "if False:",
        ),
    ),
    "attacks-all-or-nothing": Fault(
        "attack.target-when",
        "an attack that is declared ends unless everything there may be its target",
        rewritten(declaration.target_choice, "if all(", "if any("),
    ),
    "last-check-decides": Fault(
        "effects.end-of-attack-lost",
        "a battle with a security card that was lost is forgotten over one that is won",
        rewritten(security.security_battle, "lost=attack.lost or lost", "lost=lost"),
    ),
    "first-check-decides": Fault(
        "effects.end-of-attack-lost",
        "only the first battle with a security card counts as lost",
        rewritten(security.security_battle, "attack.lost or lost", "lost and attack.checks_made == 1"),
    ),
    "drawn-with-the-hand": Fault(
        "effects.triggers",
        "what waits for cards to be drawn goes by the cards of the hand but for the oldest",
        rewritten(drawing.draw_for, "hand.hand[-drawn:]", "hand.hand[drawn:]"),
    ),
    "drawn-before": Fault(
        "effects.triggers",
        "what waits for cards to be drawn goes by the oldest cards of the hand",
        rewritten(drawing.draw_for, "hand.hand[-drawn:]", "hand.hand[:drawn]"),
    ),
    "drawn-one-by-one": Fault(
        "effects.one-trigger",
        "what waits for cards to be drawn comes once for each of several",
        rewritten(
            drawing.draw_for,
            'happened(state, Happened("drawn", hand.hand[-drawn:],',
            'for one in hand.hand[-drawn:]: happened(state, Happened("drawn", (one,),',
        ),
    ),
    "checked-to-the-end-of-the-attack": Fault(
        "security.one-by-one",
        "the last card that was checked is being checked until the attack is over",
        rewritten(security.security_over, 'checked="", fought', "fought"),
    ),
    "checks-battle-on": Fault(
        "effects.duration",
        "after one battle with a security card every check ends what lasts for a battle",
        rewritten(security.security_over, 'checked="", fought=False', 'checked=""'),
    ),
}
"""By name."""
