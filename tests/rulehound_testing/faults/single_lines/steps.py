"""Faults in what effects do to stacks, attacks and memory: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.effects.standpoint import stack_in_play
from rulehound.engine.dcg.effects.steps import attacking, branching, entering, gauge, placing, stacks
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, holder_of
from rulehound_testing.faults.patching import Fault, function, rewritten, together

Change = Callable[[Stack], Stack | None]


def one_by_one(state: State, ids: Iterable[str], change: Change) -> list[str]:
    """Change stacks one after the other, each as things are once the one before has been changed."""
    done = []
    for one in ids:
        stack, player = stack_in_play(state, one), holder_of(state, one)
        new = None if stack is None else change(stack)
        if stack is not None and new is not None and player is not None:
            replace(state.players[player], stack, new)
            done.append(one)
    return done


def last_one_first(state: State, ids: Iterable[str], change: Change) -> list[str]:
    """Change stacks one after the other, beginning with the last."""
    return one_by_one(state, tuple(ids)[::-1], change)


PLAYED = (
    rewritten(entering.hatch, "played=False", "played=True"),
    rewritten(placing.put_into_breeding, "played=False", "played=True"),
)
"""Make a Digimon count as played: one that is hatched, and one that is placed in the breeding area."""


FAULTS: Mapping[str, Fault] = {
    "one-from-each-of-several": Fault(
        "keyword.de-digivolve",
        "De-Digivolve of several Digimon takes one card from each, whatever it says",
        rewritten(stacks.de_digivolve, "Which(role=name.name), step.count)", "Which(role=name.name))"),
    ),
    "gains-nothing-and-tells": Fault(
        "effects.triggers",
        "a gain of no memory is one",
        rewritten(gauge.change, "if gained > 0:", "if gained >= 0:"),
    ),
    "gains-one-and-does-not-tell": Fault(
        "effects.triggers",
        "a gain of 1 memory is none",
        rewritten(gauge.change, "if gained > 0:", "if gained > 1:"),
    ),
    "loses-and-tells-of-a-gain": Fault(
        "effects.triggers",
        "a loss of memory is a gain",
        rewritten(gauge.change, "if gained > 0:", "if gained:"),
    ),
    "hatches-nothing-in-particular": Fault(
        "effects.triggers",
        "what an effect hatches is no Digi-Egg in particular",
        rewritten(entering.hatch, '"hatched", (hatched.id,)', '"hatched", ()'),
    ),
    "hatches-and-does-not-tell": Fault(
        "effects.triggers",
        "what an effect hatches has not been hatched",
        rewritten(entering.hatch, 'tell(state, frame, "hatched", (hatched.id,))', "pass"),
    ),
    "switched-by-a-battle": Fault(
        "effects.triggers",
        "an effect that switches the target of an attack does so as a battle",
        rewritten(attacking.change_target, '"effect", origin.card', '"battle", origin.card'),
    ),
    "branch-comes-last": Fault(
        "effects.then",
        "what hangs on a condition comes after what stands behind it",
        rewritten(branching.branch, "(*taken, *frame.steps)", "(*frame.steps, *taken)"),
    ),
    "one-name-at-a-time": Fault(
        "effects.fits",
        "with a second choice the first one is forgotten",
        rewritten(branching.choose, "(*frame.bound, name)", "(name,)"),
    ),
    "first-of-its-name": Fault(
        "effects.fits",
        "a second choice under a name leaves the name to the first",
        rewritten(branching.choose, "(*frame.bound, name)", "(name, *frame.bound)"),
    ),
    "own-effects-as-inherited": Fault(
        "effects.activates-another",
        "effects of its own card that a Digimon activates are inherited ones",
        rewritten(branching.effects_of_others, "if step.of and mine", "if mine"),
    ),
    "top-of-the-first-trashed": Fault(
        "effects.stack",
        "what trashes the top card of its Digimon trashes that of the player's first one with cards under it",
        rewritten(
            stacks.trash_top,
            "chosen[0]",
            "[each.id for each in state.players[frame.origin.player].battle if each.cards[1:]][:1]",
        ),
    ),
    "trashed-with-a-guest": Fault(
        "keyword.de-digivolve",
        "a Digimon that loses its top card is trashed where a card of the other player lies in it",
        rewritten(
            stacks.trash_tops,
            'uncovered = top.kind == "option"',
            'uncovered = any(owner_of(one) != player for one in left) or top.kind == "option"',
        ),
    ),
    "security-digimon-alone-lasts": Fault(
        "security.digimon-named",
        "what a Security Digimon is given ends all else that lasts",
        rewritten(stacks.give, "(*state.lasting, one)  # rule: security.digimon-named", "(one,)"),
    ),
    "security-digimon-all-alike": Fault(
        "security.digimon-named",
        "what a Security Digimon is given is on all that are checked after it",
        rewritten(stacks.give, ', role="this"', ""),
    ),
    "security-digimon-given-too": Fault(
        "security.digimon-named",
        "what a Digimon is given while a security card is checked the Security Digimon has too",
        rewritten(stacks.give, "state.attack.checked in chosen[0]", "state.attack.checked"),
    ),
    "uncovered-whatever-it-is": Fault(
        "breeding.digimon-only",
        "whatever an effect uncovers in the breeding area is trashed",
        rewritten(stacks.trash_tops, "(in_breeding and not top.is_digimon)", "in_breeding"),
    ),
    "all-one-by-one": Fault(
        "effects.all-or-chosen",
        "an effect on all is done to one after the other",
        function(stacks, "changed", one_by_one),
    ),
    "all-last-one-first": Fault(
        "effects.all-or-chosen",
        "an effect on all is done to one after the other, to the last one first",
        function(stacks, "changed", last_one_first),
    ),
    "trashed-from-under-in-reverse": Fault(
        "effects.order-chosen",
        "cards trashed from under Digimon lie in the trash the other way round than they were chosen",
        rewritten(stacks.trash_under, "into_trash(state, cards)", "into_trash(state, cards[::-1])"),
    ),
    "burst-takes-nothing-that-is-bred": Fault(
        "digi-burst.cards",
        "a Digi-Burst in the breeding area leaves the cards there",
        rewritten(
            stacks.trash_under, "bred = () if player.breeding is None else (player.breeding,)", "bred = ()"
        ),
    ),
    "hatched-by-effect-is-played": Fault(
        "breeding.move-state",
        "what an effect hatches, or places in the breeding area, counts as played this turn",
        lambda: together(*(each() for each in PLAYED)),
    ),
    "a-part-is-a-use": Fault(
        "effects.limit",
        "a part of an effect that its player may leave out counts as one more use of the effect",
        rewritten(branching.may, "frame.bound)", "frame.bound, whole=True)"),
    ),
    "switched-by-who-attacks": Fault(
        "effects.triggers",
        "whoever's effect switches the target of an attack, it counts as one of the attacking player",
        rewritten(attacking.change_target, "origin.card, origin.player", "origin.card"),
    ),
    "gained-effects-play-no-token": Fault(
        "token.played",
        "an effect that something has gained plays no token",
        rewritten(
            entering.play_token, "tokens.play_tokens(", "frame.origin.index >= 0 and tokens.play_tokens("
        ),
    ),
    "conditions-last": Fault(
        "effects.then",
        "what comes under a condition within a part of an effect is done after the parts that follow",
        rewritten(
            branching.branch,
            "(msgspec.structs.replace(frame, steps=(*taken, *frame.steps)), *state.now[1:])",
            "(*state.now[1:], msgspec.structs.replace(frame, steps=(*taken, *frame.steps)))",
        ),
    ),
    "several-de-digivolve-last": Fault(
        "effects.then",
        "several Digimon lose their top cards after the parts of the effect that follow",
        rewritten(
            stacks.de_digivolve,
            "(Frame(frame.origin, steps, (*frame.bound, *names)), *state.now)",
            "(*state.now, Frame(frame.origin, steps, (*frame.bound, *names)))",
        ),
    ),
    "nothing-to-trash-ends-it": Fault(
        "effects.then",
        "an effect ends where the top card of a Digimon with no card under it should be trashed",
        rewritten(
            stacks.trash_top,
            "    if stacks:",
            "    if len(stacks) < len(chosen[0]):\n        state.now = state.now[1:]\n    if stacks:",
        ),
    ),
    "top-cards-the-other-way-round": Fault(
        "effects.order-chosen",
        "the top cards that an effect trashes come to lie the other way round than they were chosen",
        rewritten(stacks.trash_top, "for one in chosen[0]", "for one in chosen[0][::-1]"),
    ),
    "activated-by-any-as-by-a-digimon": Fault(
        "effects.activates-another",
        "effects that a Tamer or an Option activates of other cards count as effects of a Digimon",
        rewritten(branching.effects_of_others, "if step.of and mine else", "if step.of else"),
    ),
    "activated-whatever-its-condition": Fault(
        "effects.condition",
        "what an effect on leaving activates is carried out whether or not its own condition holds",
        rewritten(branching.effects_of_others, "index=index, met=None", "index=index"),
    ),
    "activated-of-the-first-alone": Fault(
        "effects.activates-another",
        "of several cards the effects of the first alone are activated",
        rewritten(branching.effects_of_others, "for one in cards)", "for one in cards[:1])"),
    ),
    "over-in-the-middle-of-an-effect": Fault(
        "turn.end",
        "the turn ends in the middle of an effect that brings the counter to the other side and back",
        rewritten(
            gauge.change,
            "    gained = amount(state, of_frame(frame), step.amount)\n",
            "    gained = 0 if state.memory < 0 else amount(state, of_frame(frame), step.amount)\n",
        ),
    ),
    "hatched-and-still-in-the-deck": Fault(
        "effects.stack",
        "what an effect hatches stays in the Digi-Egg deck, too, and the last card of that is gone",
        rewritten(entering.hatch, "player.egg_deck[1:]", "player.egg_deck[:-1]"),
    ),
    "hatched-by-the-turn-player": Fault(
        "breeding.hatch",
        "an effect hatches from the Digi-Egg deck of the player whose turn it is",
        rewritten(entering.hatch, "state.players[frame.origin.player]", "state.me"),
    ),
    "left-by-the-card-alone": Fault(
        "effects.kind",
        "what an inherited effect leaves for the end of the turn is an effect of its card",
        rewritten(branching.leave_for_turn_end, "inherited=own.inherited", "inherited=False"),
    ),
}
