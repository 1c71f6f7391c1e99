"""Faults made from changes to the engine that nothing caught, of a second sample of its statements."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.attacks import battle, blocking, course, declaration
from rulehound.engine.dcg.cards import PRINTED, CardFacts
from rulehound.engine.dcg.effects import gifts, pending, standpoint, triggers
from rulehound.engine.dcg.effects.steps import placing, stacks
from rulehound.engine.dcg.main_phase import digivolving, dna
from rulehound.engine.dcg.turns import turn
from rulehound_testing.faults.patching import Fault, constant, rewritten


def keywords_but_blitz(card: CardFacts) -> frozenset[str]:
    """The keywords that are printed on a card, without Blitz."""
    printed = (keyword for keyword in PRINTED if getattr(card, keyword.replace("-", "_")))
    return frozenset(printed) - {"blitz"}


FAULTS: Mapping[str, Fault] = {
    "activated-in-the-others-order": Fault(
        "effects.activates-another",
        "of several effects that an effect activates the other player chooses the order",
        rewritten(
            pending.run_together, "task.waiting[0].origin.player)", "1 - task.waiting[0].origin.player)"
        ),
    ),
    "returned-by-the-other": Fault(
        "effects.triggers",
        "what an effect returns counts as returned by the other player",
        rewritten(placing.leave, "origin.player", "1 - origin.player"),
    ),
    "put-under-by-the-other": Fault(
        "effects.triggers",
        "what an effect puts under something counts as put there by the other player",
        rewritten(placing.put_under, '"effect", origin.player', '"effect", 1 - origin.player'),
    ),
    "put-under-by-rules": Fault(
        "effects.triggers",
        "what an effect puts under something counts as put there by the rules",
        rewritten(placing.put_under, '"effect", origin.player', '"rules", origin.player'),
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
    "first-of-its-own-effects-alone": Fault(
        "effects.overlap",
        "of the continuous effects of a card in the hand only the first holds",
        rewritten(
            gifts.on_cards, "watch.of_card(itself.card).going:", "watch.of_card(itself.card).going[:1]:"
        ),
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
    "top-cards-the-other-way-round": Fault(
        "effects.order-chosen",
        "the top cards that an effect trashes come to lie the other way round than they were chosen",
        rewritten(stacks.trash_top, "for one in chosen[0]", "for one in chosen[0][::-1]"),
    ),
    "gained-limit-of-the-top-card": Fault(
        "effects.limit",
        "a limit on something that is gained counts for the card on top, for some such effects",
        rewritten(triggers.gained_effects, "yield -GAINED -", "yield GAINED -"),
    ),
    "requirement-asked-again": Fault(
        "effects.whole",
        "the requirement to digivolve by an effect is asked twice, and the rest of that effect is left out",
        rewritten(digivolving.choose_requirement, "state.now[1:]", "state.now[:-1]"),
    ),
    "dna-of-what-cannot-digivolve": Fault(
        "token.no-stack",
        "tokens, and Digimon that cannot digivolve, are taken for a DNA digivolution",
        rewritten(dna.why_not, "for base in bases:", "for base in ():"),
    ),
    "unsuspended-by-players": Fault(
        "effects.triggers",
        "what stands up in the unsuspend phase counts as unsuspended by its player",
        rewritten(turn.unsuspend_phase, '"unsuspended", ids, "rules"', '"unsuspended", ids, "player"'),
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
    "printed-blitz-is-not-had": Fault(
        "effects.keyword-had",
        "a card that has Blitz printed does not count as having it",
        constant(CardFacts, "keywords", property(keywords_but_blitz)),
    ),
}
