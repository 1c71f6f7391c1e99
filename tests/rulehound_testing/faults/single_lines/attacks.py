"""Faults in attacks: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

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
    "checks-apart-from-the-rules": Fault(
        "effects.together",
        "what the rules delete after a security check comes before what the check has set off",
        function(security, "trigger_security_effects", apart_from_the_rules),
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
    "counter-timing-in-every-edition": Fault(
        "attack.counter-timing",
        "effects of counter timing come up also in the editions that have no such timing",
        rewritten(course.reaction_timing, 'attack_counter_timing == "before-block"', "attack_counter_timing"),
    ),
    "security-battle-with-another": Fault(
        "security.digimon",
        "a checked Digimon card battles another Digimon of the attacking player where the attacker has gone",
        rewritten(
            security.security_battle,
            "state.attack, attacker_of(state)",
            "state.attack, attacker_of(state) or next(iter(state.me.battle), None)",
        ),
    ),
    "late-targets-as-of-nobody": Fault(
        "attack.target-when",
        "where the target is chosen late, what lets the attacker attack unsuspended Digimon is forgotten",
        rewritten(declaration.aims, "in_battle(state.me, state.attack.attacker)", "None"),
    ),
    "piercing-after-the-end": Fault(
        "effects.end-attack",
        "Piercing checks security though an effect has ended the attack",
        rewritten(battle.battle_over, "attack is None or attack.ended", "attack is None"),
    ),
    "block-before-what-a-reaction-sets-off": Fault(
        "effects.derived-first",
        "the other player is asked about a block before what a reaction has set off is done",
        rewritten(
            blocking.reactions,
            'one.origin.on is not None and one.origin.on.what == "attacks"',
            "one.origin.on",
        ),
    ),
    "ended-attack-is-aimed": Fault(
        "effects.end-attack",
        "the target of an attack is chosen though an effect has ended it",
        constant(course, "CUT_SHORT", course.CUT_SHORT[1:]),
    ),
    "nothing-after-no-attack": Fault(
        "effects.then",
        "where an effect lets Digimon attack and none can, the rest of it is left out",
        rewritten(
            declaration.ask_whether,
            "        state.now = state.now[1:]",
            "        state.now = state.now[:-1]",
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
    "one-kept-keeps-all-from-blocking": Fault(
        "block.blocker",
        "where an effect keeps one Digimon from blocking, no other one may block",
        rewritten(
            blocking.block_options,
            "if next(why_not",
            "if not any(kept_from_blocking(state, one) for one in state.opponent.battle) and next(why_not",
        ),
    ),
    "rest-lost-after-the-attack": Fault(
        "effects.then",
        "where an effect lets a Digimon attack and it does, the rest of that effect is left out",
        rewritten(declaration.declare, "state.now[1:], allowed.on", "state.now[2:], allowed.on"),
    ),
    "late-target-is-not-declared-on": Fault(
        "attack.declared-on",
        "where the target is chosen late, the attack is on nothing for effects that ask",
        rewritten(declaration.aim, "target=target, declared=target", "target=target"),
    ),
    "nothing-to-attack-goes-on": Fault(
        "attack.targets",
        "an attack with nothing left that it may reach goes on, and can be blocked",
        rewritten(
            declaration.target_choice,
            "        end_attack(state)\n        attacker =",
            "        attacker =",
        ),
    ),
    "tamers-never-block": Fault(
        "block.blocker",
        "a Tamer that is a Digimon, too, does not block",
        rewritten(
            blocking.why_not,
            "not is_digimon(state, blocker)",
            'state.match.facts[blocker.cards[0]].kind == "tamer"',
        ),
    ),
}
