"""Faults in cards that are played, used and shown, and [Main] effects: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.main_phase import main_effects, options, playing, showing
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "used-in-no-area": Fault(
        "option.effect",
        "an Option is in no area while its effect is carried out, by editions too that have it on the field",
        rewritten(options.go_on, 'if order == "no-area":', "if True:"),
    ),
    "used-on-the-field": Fault(
        "option.effect",
        "an Option is on the field while its effect is carried out, by the latest edition too",
        rewritten(options.go_on, 'if order == "no-area":', "if False:"),
    ),
    "plays-what-is-no-card": Fault(
        "play.from-hand",
        "what is no card of the hand may be played",
        rewritten(playing.why_not, "if action.card not in state.deciding().hand:", "if False:"),
    ),
    "uses-what-is-no-card": Fault(
        "option.from-hand",
        "what is no card of the hand may be used",
        rewritten(options.why_not, "if action.card not in state.deciding().hand:", "if False:"),
    ),
    "shown-by-an-effect-in-any-case": Fault(
        "effects.triggers",
        "whatever is played or digivolved into counts as played or digivolved into by an effect",
        rewritten(showing.cause_of, 'if shown.by_effect else "player"', ""),
    ),
    "played-by-an-effect-unsaid": Fault(
        "effects.triggers",
        "what an effect plays does not count as played by it",
        rewritten(playing.play_by_effect, "by_effect=True,", ""),
    ),
    "answered-as-the-opponents": Fault(
        "showing.answers",
        "what an effect would play counts as played by an effect of the other player's",
        rewritten(showing.effects_come_first, "shown.player, shown.source", "1 - shown.player, shown.source"),
    ),
    "no-more-ends-what-goes-on": Fault(
        "digisorption.when",
        "once a player places or suspends nothing more, what was going on before it is not finished",
        rewritten(showing.close, "state.now[1:]", "state.now[1:2]"),
    ),
    "no-more-for-another-card": Fault(
        "digixros.optional",
        "a player who places nothing more for a card does so for the one that was shown first",
        rewritten(showing.close, "state.now[0]", "state.now[-1]"),
    ),
    "cost-in-breeding-as-printed": Fault(
        "digivolve.cost",
        "what adds to the cost of digivolving a Digimon of the breeding area is not paid",
        rewritten(
            showing.added,
            "there.battle if there.breeding is None else (*there.battle, there.breeding)",
            "there.battle",
        ),
    ),
    "cost-of-every-digimon": Fault(
        "digivolve.cost",
        "what adds to the cost of digivolving one Digimon adds to that of every one",
        rewritten(showing.added, " if stack.id in (shown.onto, shown.right)", ""),
    ),
    "cheaper-for-all-that-are-shown": Fault(
        "showing.answers",
        "what changes the cost of a card changes that of all that are being played",
        rewritten(showing.change_cost, "break", "continue"),
    ),
    "stays-and-does-no-more": Fault(
        "effects.then",
        "an Option that stays where it lies while it is used does no more",
        rewritten(options.place_in_battle, "for task in state.now", "for task in state.now[1:]"),
    ),
    "placed-and-does-no-more": Fault(
        "effects.then",
        "once an effect has placed an Option it does no more",
        rewritten(
            options.place_in_battle,
            "there.battle += (laid,)",
            "state.now, there.battle = state.now[1:], (*there.battle, laid)",
        ),
    ),
    "nothing-costs-less-than-nothing": Fault(
        "card.costs",
        "a card that costs nothing makes up for a part of what is added",
        rewritten(playing.play, "play_cost or 0", "play_cost or -1"),
    ),
    "nothing-costs-less-by-effect": Fault(
        "card.costs",
        "a card that costs nothing makes up for a part of what is added, where an effect plays it",
        rewritten(playing.play_by_effect, "play_cost or 0", "play_cost or -1"),
    ),
    "back-and-still-shown": Fault(
        "cards.one-place",
        "a card that could not be played is in the hand, and is still shown",
        rewritten(showing.fail, "put_down(state, shown)", "pass"),
    ),
    "played-and-still-shown": Fault(
        "cards.one-place",
        "a card that has been played is still shown",
        rewritten(playing.place, "showing.put_down(state, shown)", "pass"),
    ),
    "back-though-put-elsewhere": Fault(
        "cards.one-place",
        "a card that an effect was to play, and that was put somewhere, goes back to where it lay, too",
        rewritten(showing.fail, "if goes_back and shown.lay is not None:", "if shown.lay is not None:"),
    ),
    "option-as-dear-as-to-the-opponent": Fault(
        "memory.affordable",
        "whether an Option can be paid for goes by what effects add for the opponent",
        rewritten(
            options.why_not,
            "cost_of_playing(state, state.decider",
            "cost_of_playing(state, 1 - state.decider",
        ),
    ),
    "played-as-dear-as-to-the-opponent": Fault(
        "memory.affordable",
        "whether an effect can play a card for its cost goes by what effects add for the opponent",
        rewritten(playing.can_play_by_effect, "lowest_cost(state, player", "lowest_cost(state, 1 - player"),
    ),
    "materials-for-what-has-gone": Fault(
        "showing.failure",
        "cards are placed for a card that an effect has taken elsewhere before it was played",
        rewritten(playing.go_on, "there and materials.is_asked", "materials.is_asked"),
    ),
    "delayed-option-never-was": Fault(
        "effects.triggers",
        "nothing waits for an Option to leave the battle area by its Delay",
        rewritten(main_effects.activate_main, "stacks=(stack,)", "stacks=()"),
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
    "anything-leaves-with-a-delay": Fault(
        "effects.triggers",
        "the Option that its Delay trashes leaves as though anything of its player had left",
        rewritten(main_effects.activate_main, '"left-battle-area", (stack.id,)', '"left-battle-area", ()'),
    ),
}
