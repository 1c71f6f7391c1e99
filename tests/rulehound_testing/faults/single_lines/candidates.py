"""Faults in what an effect may choose from: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects import candidates, generic, standpoint
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "in-play-as-in-the-trash": Fault(
        "effects.fits",
        "what an effect seeks in another area it finds in the battle area, too",
        rewritten(candidates.with_role, 'else "battle") in places', "else which.area) in places"),
    ),
    "as-the-first-one-left": Fault(
        "effects.as-it-was",
        "of several Digimon that leave together only the first one is remembered as it was",
        rewritten(
            standpoint.as_they_left,
            "(*there, *filter(None, (at.last,)))",
            "(*there, *filter(None, (at.last,)))[:1]",
        ),
    ),
    "named-once-for-all": Fault(
        "effects.fits",
        "where an effect chooses twice, what it does to the second choice is done to the first",
        rewritten(standpoint.named, "reversed(at.bound)", "at.bound"),
    ),
    "only-dp-is-deleted": Fault(
        "deletion.trash",
        "an effect does not delete what has no DP",
        rewritten(generic.why_not, "isinstance(effect, DpEffect) and ", ""),
    ),
    "effects-after-the-end": Fault(
        "game.over",
        "an effect is refused after the end as though the game went on",
        rewritten(generic.why_not, '"over"', '"setup"'),
    ),
    "no-effect-as-one-that-does-nothing": Fault(
        "turn.main-phase",
        "what is no effect is taken for one that does nothing",
        rewritten(
            generic.read_effect,
            "raise IllegalAction([Reason.UNKNOWN_ACTION]) from None",
            "return MemoryEffect(0, 0)",
        ),
    ),
    "its-card-wherever-it-is": Fault(
        "effects.fits",
        "an inherited effect finds its card under the Digimon wherever that has gone",
        rewritten(candidates.with_role, 'lies_in(state, at.card, {"under"})', "True"),
    ),
    "another-card-is-the-card-itself": Fault(
        "effects.fits",
        "what an effect does with another card it does with the card that has it, too",
        rewritten(candidates.lying, "(at.stack, at.card)", "(at.stack,)"),
    ),
    "found-where-others-were-chosen": Fault(
        "effects.fits",
        "what an effect has chosen it finds where it has chosen other things, and not where that was",
        rewritten(candidates.with_role, "one.name == which.role", "one.name != which.role"),
    ),
    "nobodys-breeding-area": Fault(
        "effects.play",
        "an effect plays a card from under the opponent's Digimon in the breeding area",
        rewritten(candidates.is_under_anothers, "else (*other.battle, other.breeding)", "else other.battle"),
    ),
    "no-battle-area-beside-breeding": Fault(
        "effects.play",
        "an effect plays a card from under a Digimon of an opponent who has one in the breeding area",
        rewritten(candidates.is_under_anothers, "(*other.battle, other.breeding)", "(other.breeding,)"),
    ),
    "effects-delete-as-battles": Fault(
        "deletion.trash",
        "what an effect deletes counts as deleted in battle",
        rewritten(generic.resolve_delete, '"effect"', '"battle"'),
    ),
    "top-card-as-under": Fault(
        "effects.fits",
        "an effect that means a card under a Digimon finds it on top, too",
        rewritten(standpoint.stack_above, "stack.cards[1:]", "stack.cards"),
    ),
    "second-card-not-under": Fault(
        "effects.fits",
        "an effect that means a card under a Digimon does not find it right under the top card",
        rewritten(standpoint.stack_above, "stack.cards[1:]", "stack.cards[2:]"),
    ),
    "put-to-what-is-not-there": Fault(
        "effects.fits",
        "an effect on something that does not exist is allowed",
        rewritten(generic.why_not, "yield Reason.NO_SUCH_EFFECT_TARGET", "pass"),
    ),
    "somebody-is-attacked": Fault(
        "effects.fits",
        "where a player is attacked, what an effect says of the Digimon that is attacked is about the first",
        rewritten(
            standpoint.named,
            "return (getattr(state.attack, role),) if",
            "stacks = [one.id for one in state.players[1 - state.turn].battle]\n"
            '        aim = (getattr(state.attack, role),) if role == "attacker" or stacks == [] '
            "or state.attack is None or state.attack.target in stacks else (stacks[0],)\n"
            "        return aim if",
        ),
    ),
    "nothing-is-attacked": Fault(
        "effects.fits",
        "what an effect says of the Digimon that is attacked is about nothing",
        rewritten(standpoint.named, '("attacker", "target")', '("attacker",)'),
    ),
    "effects-at-any-moment": Fault(
        "turn.main-phase",
        "what some card does in the main phase it does at any moment",
        rewritten(generic.why_not, 'if state.decision != "main":', "if False:"),
    ),
    "digi-egg-of-no-kind": Fault(
        "effects.kind",
        "an effect of a Digi-Egg is not one of a Digimon",
        rewritten(standpoint.source_kind, 'inherited or kind == "digi-egg"', "inherited"),
    ),
    "bred-is-battling": Fault(
        "breeding.no-effects",
        "what is in a breeding area counts as in the battle area",
        rewritten(candidates.breeding_areas, "[player.breeding for player in state.players]", "[]"),
    ),
    "number-in-play-alone": Fault(
        "effects.fits",
        "only what is in play has a card number",
        rewritten(
            candidates.number_of,
            "thing if isinstance(thing, str) else thing.cards[0]",
            '"" if isinstance(thing, str) else thing.cards[0]',
        ),
    ),
    "delay-of-nothing": Fault(
        "delay.effect",
        "the condition of a Delay does not know the Option as it lay there",
        rewritten(standpoint.as_they_left, "(*there, *filter(None, (at.last,)))", "there"),
    ),
    "number-of-the-lowest-card": Fault(
        "stack.top-card",
        "a stack has the card number of its lowest card",
        rewritten(candidates.number_of, "thing.cards[0]", "thing.cards[-1]"),
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
}
