"""Faults in turns, drawing and the course of a game: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import drawing, endless, flow, memory
from rulehound.engine.dcg.turns import breeding, turn
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "for-all-ends-first": Fault(
        "effects.end-at-once",
        "what lasts on all that fits ends before what lasts on one, and rules are processed in between",
        rewritten(
            turn.end_turn,
            'end_durations(state, "turn-end")  # rule: turn.effects-end, effects.duration\n',
            "from rulehound.engine.dcg.effects.durations import ends\n"
            "    from rulehound.engine.dcg.rule_processing import process_rules\n"
            '    state.lasting = tuple(one for one in state.lasting if not ends(state, one, "turn-end"))\n'
            "    process_rules(state)\n"
            '    end_durations(state, "turn-end")\n',
        ),
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
    "endless-by-an-attack": Fault(
        "game.endless",
        "a game that goes on for ever by itself is said to have ended by an attack",
        rewritten(flow.advance, '"endless-loop"', '"attack"'),
    ),
    "drawn-none-answered": Fault(
        "effects.triggers",
        "an effect that draws from an empty deck sets off what waits for a draw",
        rewritten(drawing.draw_for, "if drawn:", "if True:"),
    ),
    "drawn-fewer-unanswered": Fault(
        "effects.triggers",
        "an effect that draws fewer cards than it says, as the deck is empty then, sets off nothing",
        rewritten(drawing.draw_for, "if drawn:", "if drawn == count:"),
    ),
    "unsuspended-by-players": Fault(
        "effects.triggers",
        "what stands up in the unsuspend phase counts as unsuspended by its player",
        rewritten(turn.unsuspend_phase, '"unsuspended", ids, "rules"', '"unsuspended", ids, "player"'),
    ),
    "breeding-asked-again": Fault(
        "turn.end-after-processing",
        "where memory comes back at the end of a turn in the breeding phase, that phase is asked again",
        rewritten(breeding.breeding_over, '"breeding-over")', '"turn-over")'),
    ),
    "endless-while-effects-wait": Fault(
        "game.endless",
        "a game is drawn where one effect after the other does nothing",
        rewritten(endless.what_goes_on, "(state.fresh, *state.triggered)", "(state.fresh,)"),
    ),
    "nobody-moves": Fault(
        "effects.triggers",
        "what waits for a Digimon of some sort to move triggers whichever moves",
        rewritten(breeding.move, "(moved.id,)", "()"),
    ),
    "loops-counted-through-the-game": Fault(
        "game.endless",
        "what effects have set off before counts for a loop, though it came to its end by itself",
        rewritten(endless.Course.is_endless, "self.steps > LONGEST", "state.next_effect > LONGEST // 4"),
    ),
    "loops-whatever-the-deck": Fault(
        "game.endless",
        "effects that set each other off count as an endless loop though the deck is another each time",
        rewritten(endless.what_goes_on, "one.hand, one.deck,", "one.hand,"),
    ),
    "loops-whatever-the-security": Fault(
        "game.endless",
        "effects that set each other off count as an endless loop though the security stack is another one",
        rewritten(endless.what_goes_on, "one.security, ", ""),
    ),
    "loops-whatever-lasts": Fault(
        "game.endless",
        "effects that set each other off count as an endless loop though more lasts on all each time",
        rewritten(endless.what_goes_on, "state.lasting, ", ""),
    ),
    "loops-of-the-first-player-alone": Fault(
        "game.endless",
        "whether an endless loop goes on is judged by what the first player has",
        rewritten(endless.what_goes_on, "state.left, first, second", "state.left, first"),
    ),
    "memory-without-an-end-below": Fault(
        "memory.limit",
        "what the turn player loses, or the other one gains, goes past the end of the gauge",
        rewritten(memory.change, "max(-limit, min(limit, moved))", "min(limit, moved)"),
    ),
    "memory-without-an-end-above": Fault(
        "memory.limit",
        "what the turn player gains, or the other one loses, goes past the end of the gauge",
        rewritten(memory.change, "max(-limit, min(limit, moved))", "max(-limit, moved)"),
    ),
    "memory-short-of-the-end": Fault(
        "memory.gain",
        "the counter stops one space before the end of the gauge on the other side",
        rewritten(memory.change, "max(-limit,", "max(1 - limit,"),
    ),
}
