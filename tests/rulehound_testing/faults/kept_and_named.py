"""Faults made from changes to the engine that nothing caught: what keeps a Digimon from blocking, what comes
after an attack by an effect, what an attack is on, and the card that is being checked."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.attacks import blocking, declaration
from rulehound.engine.dcg.effects import standpoint
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
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
    "last-digimon-stands-for-the-checked-card": Fault(
        "security.digimon-named",
        "outside of an attack the last Digimon of the turn player stands for the card being checked",
        rewritten(
            standpoint.named,
            "(state.attack.checked,))) if state.attack is not None else ()",
            "(state.attack.checked,))) if state.attack is not None else (state.me.battle[-1].id,)",
        ),
    ),
    "late-target-is-not-declared-on": Fault(
        "attack.declared-on",
        "where the target is chosen late, the attack is on nothing for effects that ask",
        rewritten(declaration.aim, "target=target, declared=target", "target=target"),
    ),
}
