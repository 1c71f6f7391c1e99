"""Planted faults: turns and their phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas
from rulehound.engine.dcg.actions import Activate, Pass
from rulehound.engine.dcg.effects import triggers
from rulehound.engine.dcg.effects.continuous import gifts_to, has
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import main_effects
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask, card_of, end_game, facts_of
from rulehound.engine.dcg.tasks import Happened
from rulehound.engine.dcg.turns import breeding, turn
from rulehound_testing.faults.patching import Fault, conduct, function, phase, process, together

sound_unsuspend_phase = turn.unsuspend_phase
sound_end_turn = turn.end_turn
sound_turn_over = turn.turn_over
sound_must_end = turn.must_end
sound_end_of_turn = turn.end_of_turn
sound_happened = triggers.happened
sound_begin_turn = turn.begin_turn
sound_draw_phase = turn.draw_phase


def draw_phase_without_loss(state: State) -> None:
    """Who cannot draw goes on."""
    if state.turn_number > 1:
        areas.draw(state.me, state.match.rules.draw_count)
    state.phase = "breeding"


def draw_phase_every_turn(state: State) -> None:
    """The first player draws on the first turn too."""
    areas.draw(state.me, state.match.rules.draw_count)
    state.phase = "breeding"


def unsuspend_everybody(state: State) -> None:
    """The opponent's cards are unsuspended as well."""
    areas.change_stacks(state.opponent, lambda stack: msgspec.structs.replace(stack, suspended=False))
    sound_unsuspend_phase(state)


def end_turn_at_start_memory(state: State) -> None:
    """The next player starts with nothing."""
    sound_end_turn(state)
    state.memory = 0


def durations_end_early(state: State) -> None:
    """What lasts until the end of the turn ends before its effects, which may let the turn go on."""
    turn.end_durations(state, "turn-end")
    sound_end_of_turn(state)


def nothing_ends(_state: State, _moment: str) -> None:
    """Changes of DP outlast the turn."""


def opponent_decides_breeding(state: State) -> None:
    """The wrong player is asked in the breeding phase."""
    ask(state, "breeding", 1 - state.turn)


def unsuspend_all_but_reboot(state: State) -> None:
    """Who unsuspends in the other player's phase does not in the own one."""
    mine = state.me
    kept = {stack.id for stack in mine.battle if stack.suspended and has(state, stack, "reboot")}
    sound_unsuspend_phase(state)
    mine.battle = tuple(
        msgspec.structs.replace(stack, suspended=stack.suspended or stack.id in kept) for stack in mine.battle
    )


def used_for_ever(stack: Stack) -> Stack:
    """What was used as often as it may be in a turn is used up for the game."""
    return msgspec.structs.replace(stack, played_this_turn=False)


def no_pass_before_delay(state: State, _action: Pass) -> Iterator[Reason]:
    """Nobody passes while a Delay can be used."""
    delays = (
        use
        for use in main_effects.options(state)
        if isinstance(use, Activate) and card_of(state, use.card).kind == "option"
    )
    if any(not any(main_effects.why_not(state, delay)) for delay in delays):
        yield Reason.DELAY_IN_TURN_OF_PLACING


def main_phase_at_once(state: State) -> None:
    """Effects of the start of the main phase come with those of the start of the turn."""
    sound_begin_turn(state)
    sound_happened(state, Happened("start-of-main-phase", player=state.turn))


def no_main_phase(state: State) -> None:
    """Nothing waits for the start of the main phase."""
    state.phase = "main"


def turned_over_piles(state: State) -> None:
    """With each turn the deck lies the other way round."""
    state.me.deck = state.me.deck[::-1]
    sound_unsuspend_phase(state)


def end_after_unsuspending(state: State) -> bool:
    """A turn does not end before its draw phase."""
    return state.phase != "unsuspend" and (state.memory < 0 or state.phase == "ending")


def lose_with_the_last_card(state: State) -> None:
    """A deck that has become empty loses at once."""
    sound_draw_phase(state)
    if not state.me.deck:
        end_game(state, 1 - state.turn, "deck-out")


def unsuspend_digimon_alone(state: State) -> None:
    """Tamers, and Digimon of the breeding area, stay suspended."""
    state.me.battle = tuple(
        msgspec.structs.replace(stack, suspended=stack.suspended and not facts_of(state, stack).is_digimon)
        for stack in state.me.battle
    )
    state.phase = "draw"


def marks_of_one_alone(state: State, number: int) -> None:
    """A turn ends, and the marks of a turn end for one player alone."""
    kept = {stack.id: (stack.used, stack.played_this_turn) for stack in state.players[1 - number].battle}
    sound_end_turn(state)

    def marked(stack: Stack) -> Stack:
        """The stack with its marks."""
        used, played = kept.get(stack.id, (stack.used, stack.played_this_turn))
        return msgspec.structs.replace(stack, used=used, played_this_turn=played)

    areas.change_stacks(state.players[1 - number], marked)


def own_marks_alone(state: State) -> None:
    """What the turn player has used and played counts for one turn, what the other has for longer."""
    marks_of_one_alone(state, state.turn)


def marks_of_the_next_alone(state: State) -> None:
    """What the next player has used and played counts for one turn, what the turn player has for longer."""
    marks_of_one_alone(state, 1 - state.turn)


def rising(state: State) -> list[Stack]:
    """The other player's Digimon that have Reboot and are suspended."""
    return [stack for stack in state.opponent.battle if stack.suspended and has(state, stack, "reboot")]


def reboot_of_the_first(state: State) -> None:
    """Of several Digimon with Reboot the first alone stands up."""
    kept = {stack.id for stack in rising(state)[1:]}
    sound_unsuspend_phase(state)
    theirs = state.opponent
    theirs.battle = tuple(
        msgspec.structs.replace(stack, suspended=stack.suspended or stack.id in kept)
        for stack in theirs.battle
    )


def reboot_afterwards(state: State) -> None:
    """Digimon with Reboot stand up one by one, after the turn player's cards."""
    late = rising(state)
    with patch.object(turn, "has", lambda *_: False):
        sound_unsuspend_phase(state)
    for one in late:
        areas.replace(state.opponent, one, msgspec.structs.replace(one, suspended=False))
        sound_happened(state, Happened("unsuspended", (one.id,), "rules", state.turn))


def reboot_for_each(state: State) -> None:
    """A Digimon that has Reboot twice becomes unsuspended twice."""
    twice = [
        one.id for one in rising(state) if facts_of(state, one).reboot and gifts_to(state, one, "reboot")
    ]
    sound_unsuspend_phase(state)
    if twice:
        sound_happened(state, Happened("unsuspended", tuple(twice), "rules", state.turn))


def reboot_in_breeding(state: State) -> None:
    """A Digimon with Reboot stands up in the breeding area too."""
    theirs = state.opponent
    if theirs.breeding is not None and facts_of(state, theirs.breeding).reboot:
        theirs.breeding = msgspec.structs.replace(theirs.breeding, suspended=False)
    sound_unsuspend_phase(state)


def reboot_for_all(state: State) -> None:
    """Where one Digimon has Reboot all cards of its player stand up."""
    if rising(state):
        areas.change_stacks(state.opponent, lambda stack: msgspec.structs.replace(stack, suspended=False))
    sound_unsuspend_phase(state)


def over_unless_above_zero(state: State) -> None:
    """Memory that has come back to just 0 does not have the turn go on."""
    if state.memory <= 0:
        turn.end_turn(state)


def pass_for_good(state: State, _action: Pass) -> None:
    """No effect brings the turn back after a pass."""
    state.memory = -state.match.rules.memory_pass
    state.phase = "ending"


def pass_announced(state: State, _action: Pass) -> None:
    """A pass moves the counter only once the effects of the end of the turn are over."""
    state.phase = "ending"


def over_after_a_pass(state: State) -> None:
    """The turn that was passed is over: now the counter moves."""
    if state.phase == "ending":
        state.memory = -state.match.rules.memory_pass
    sound_turn_over(state)


def drawn_first(state: State) -> None:
    """A turn begins with its draw, and unsuspends then."""
    sound_draw_phase(state)
    if state.phase != "over":
        sound_unsuspend_phase(state)
        state.phase = "breeding"


def ends_in_the_main_phase(state: State) -> bool:
    """A turn whose memory is spent before its main phase goes on."""
    return state.phase in ("main", "ending") and sound_must_end(state)


def over_at_its_start(state: State) -> None:
    """No effect brings the turn back that ends at its start."""
    if state.phase == "unsuspend":
        turn.end_turn(state)
    else:
        sound_turn_over(state)


def stand_before_the_turn(state: State, event: Happened) -> None:
    """Effects of the start of a turn come after its player's cards stand."""
    if event.what == "start-of-turn":
        sound_unsuspend_phase(state)
        state.phase = "unsuspend"
    triggers.happened(state, event)


def stacks_stay_suspended(state: State) -> None:
    """What has cards under it stays suspended."""
    stay = [stack.id for stack in state.me.battle if stack.suspended and len(stack.cards) > 1]
    sound_unsuspend_phase(state)
    for stack in state.me.battle:
        if stack.id in stay:
            areas.suspend(state.me, stack)


def tokens_without_reboot(state: State, stack: Stack, keyword: str) -> bool:
    """Whether something has a keyword as a turn begins, where a token has none."""
    return not stack.token and has(state, stack, keyword)


FAULTS: Mapping[str, Fault] = {
    "tokens-without-reboot": Fault(
        "token.as-played",
        "a token with Reboot stays suspended in the opponent's turn",
        function(turn, "has", tokens_without_reboot),
    ),
    "turn-goes-on-below-zero": Fault(
        "turn.end",
        "the turn goes on with the counter on the opponent's 1 or 2",
        function(turn, "must_end", lambda state: state.memory <= -state.match.rules.memory_pass),
    ),
    "memory-not-carried": Fault(
        "turn.carry", "every turn starts at 0", function(turn, "end_turn", end_turn_at_start_memory)
    ),
    "dp-effects-stay": Fault(
        "turn.effects-end", "changes of DP never end", function(turn, "end_durations", nothing_ends)
    ),
    "opponent-unsuspends-too": Fault(
        "unsuspend.own", "both players unsuspend", phase("unsuspend", unsuspend_everybody)
    ),
    "no-deck-out": Fault("game.deck-out", "an empty deck is no loss", phase("draw", draw_phase_without_loss)),
    "first-player-draws": Fault(
        "draw.first-turn", "the first player draws at once", phase("draw", draw_phase_every_turn)
    ),
    "opponent-decides-breeding": Fault(
        "turn.decider",
        "the opponent is asked in the breeding phase",
        phase("breeding", opponent_decides_breeding),
    ),
    "last-card-loses": Fault(
        "game.deck-out", "an empty deck loses after the draw", phase("draw", lose_with_the_last_card)
    ),
    "only-digimon-unsuspend": Fault(
        "unsuspend.all",
        "only Digimon of the battle area unsuspend",
        phase("unsuspend", unsuspend_digimon_alone),
    ),
    "reboot-in-the-other-phase": Fault(
        "keyword.reboot",
        "Reboot is for the other player's phase alone",
        phase("unsuspend", unsuspend_all_but_reboot),
    ),
    "used-for-ever": Fault(
        "effects.limit",
        "limits by turn are limits by game",
        function(turn, "at_end_of_turn", used_for_ever),
    ),
    "delay-has-to-be-used": Fault(
        "delay.optional",
        "nobody passes while a Delay can be used",
        lambda: conduct(Pass, why_not=no_pass_before_delay),
    ),
    "main-phase-at-once": Fault(
        "effects.start-of-main-phase",
        "effects of the start of the main phase do not wait for it",
        lambda: together(
            patch.object(turn, "begin_turn", main_phase_at_once),
            patch.object(breeding, "begin_main_phase", no_main_phase),
        ),
    ),
    "durations-end-early": Fault(
        "effects.duration",
        "what lasts until the end of the turn is over when the turn is about to end",
        function(turn, "end_of_turn", durations_end_early),
    ),
    "deck-turned-over": Fault(
        "areas.order-kept", "each turn turns the deck over", phase("unsuspend", turned_over_piles)
    ),
    "start-of-turn-comes-through": Fault(
        "turn.end-at-start",
        "a turn unsuspends before it can end",
        function(turn, "must_end", end_after_unsuspending),
    ),
    "own-marks-alone": Fault(
        "effects.limit",
        "what was used and played in the other player's turn counts for longer",
        function(turn, "end_turn", own_marks_alone),
    ),
    "marks-of-the-next-alone": Fault(
        "effects.limit",
        "what was used in the own turn counts in the other player's too",
        function(turn, "end_turn", marks_of_the_next_alone),
    ),
    "reboot-of-the-first": Fault(
        "keyword.reboot",
        "of several Digimon with Reboot the first alone stands up",
        phase("unsuspend", reboot_of_the_first),
    ),
    "reboot-afterwards": Fault(
        "keyword.reboot",
        "Digimon with Reboot stand up one by one, after the turn player's cards",
        phase("unsuspend", reboot_afterwards),
    ),
    "reboot-for-each": Fault(
        "keyword.reboot",
        "a Digimon that has Reboot twice becomes unsuspended twice",
        phase("unsuspend", reboot_for_each),
    ),
    "reboot-does-nothing": Fault(
        "keyword.reboot", "Reboot does nothing", function(turn, "has", lambda *_arguments: False)
    ),
    "reboot-in-breeding": Fault(
        "breeding.no-effects",
        "a Digimon with Reboot stands up in the breeding area too",
        phase("unsuspend", reboot_in_breeding),
    ),
    "reboot-for-all": Fault(
        "unsuspend.own",
        "where one Digimon has Reboot all cards of its player stand up",
        phase("unsuspend", reboot_for_all),
    ),
    "over-unless-above-zero": Fault(
        "turn.end-after-processing",
        "a turn does not go on with just 0 memory",
        process("turn-over", over_unless_above_zero),
    ),
    "passed-for-good": Fault(
        "turn.end-after-processing",
        "no effect brings memory back after a pass",
        lambda: conduct(Pass, carry_out=pass_for_good),
    ),
    "passed-at-last": Fault(
        "turn.pass",
        "a pass moves the counter after the effects of the end of the turn",
        lambda: together(conduct(Pass, carry_out=pass_announced), process("turn-over", over_after_a_pass)()),
    ),
    "drawn-first": Fault("turn.phases", "a turn draws before it unsuspends", phase("unsuspend", drawn_first)),
    "ends-in-the-main-phase-alone": Fault(
        "turn.end",
        "a turn whose memory is spent before its main phase goes on",
        function(turn, "must_end", ends_in_the_main_phase),
    ),
    "over-at-its-start": Fault(
        "turn.end-at-start",
        "no effect brings memory back in a turn that ends at its start",
        process("turn-over", over_at_its_start),
    ),
    "stand-before-the-turn": Fault(
        "effects.start-of-turn",
        "effects of the start of a turn come after its player's cards stand",
        function(turn, "happened", stand_before_the_turn),
    ),
    "stacks-stay-suspended": Fault(
        "unsuspend.all",
        "a Digimon with cards under it stays suspended",
        phase("unsuspend", stacks_stay_suspended),
    ),
}
"""Faults by name."""
