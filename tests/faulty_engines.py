"""The reference engine with one planted fault each: what the checks must catch.

`create(FAULT)` makes one in process; `python -P tests/faulty_engines.py FAULT` serves one over stdio. A fault
is in force only while a call to its own engine runs, so that a sound engine in the same process stays sound.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import (
    areas,
    decisions,
    deck,
    deletion,
    editions,
    flow,
    leaving,
    memory,
    rule_processing,
)
from rulehound.engine.dcg.actions import Action, Block, DeclareAttack, Hatch, MoveOut, Play
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.engine.dcg.attacks import battle, blocking, course, declaration, security
from rulehound.engine.dcg.attributes import checks_of, dp_of
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import digivolving, playing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import THE_PLAYER, Phase, Process, State, ask, end_game, facts_of, in_battle
from rulehound.engine.dcg.turns import breeding, setup, turn
from rulehound.engine.server import serve
from rulehound.spec.formats import Adapter, Handshake

Installed = AbstractContextManager[Any]
"""In force from entering to leaving."""


@dataclass(frozen=True)
class Fault:
    """A planted fault: the rule that it breaks, what it does, and how it is put in force."""

    rule: str
    description: str
    install: Callable[[], Installed]


def create(fault: str) -> Adapter:
    """A fresh engine with this fault. Raises LookupError for a fault that does not exist."""
    if fault not in FAULTS:
        raise LookupError(f"there is no fault {fault!r}; known: {', '.join(FAULTS)}")
    return FaultyAdapter(fault)


class FaultyAdapter(DcgAdapter):
    """The reference engine, faulty while one of its methods runs."""

    def __init__(self, fault: str) -> None:
        super().__init__()
        self.fault = fault

    def handshake(self) -> Handshake:
        """Introduce the engine by its fault."""
        return msgspec.structs.replace(super().handshake(), engine=f"rulehound-faulty-{self.fault}")


def under_fault(name: str) -> Callable[..., Any]:
    """A method of the adapter that runs with the fault in force."""
    sound = getattr(DcgAdapter, name)

    def method(self: FaultyAdapter, *arguments: Any, **named: Any) -> Any:
        with FAULTS[self.fault].install():
            return sound(self, *arguments, **named)

    method.__name__ = name
    method.__doc__ = sound.__doc__
    return method


for _name in ("new_game", "position", "legal_actions", "apply", "effect", "validate_deck", "restore"):
    setattr(FaultyAdapter, _name, under_fault(_name))


# Ways to put a fault in force


def together(*installs: Installed) -> Installed:
    """Several patches at once."""

    @contextmanager
    def all_of_them() -> Iterator[None]:
        with ExitStack() as stack:
            for install in installs:
                stack.enter_context(install)
            yield

    return all_of_them()


def numbers(**changed: Any) -> Callable[[], Installed]:
    """Other numbers in every edition."""
    wrong = {name: msgspec.structs.replace(rules, **changed) for name, rules in editions.EDITIONS.items()}
    return lambda: patch.dict(editions.EDITIONS, wrong)


def function(module: Any, name: str, replacement: Callable[..., Any]) -> Callable[[], Installed]:
    """Another function in a module."""
    return lambda: patch.object(module, name, replacement)


def phase(name: Phase, step: Callable[[State], None]) -> Callable[[], Installed]:
    """Another step for a phase."""
    return lambda: patch.dict(flow.PHASES, {name: step})


def process(name: Process, step: Callable[[State], None]) -> Callable[[], Installed]:
    """Another step for a process."""
    return lambda: patch.dict(flow.PROCESSES, {name: step})


def conduct(action: type, **changed: Callable[..., Any]) -> Installed:
    """Another guard or another effect for a type of action."""
    wrong = {action: decisions.CONDUCT[action]._replace(**changed)}
    return patch.dict(decisions.CONDUCT, wrong)


def forgiving(
    action: type, forgiven: Reason, only: Callable[[State, Any], bool] = lambda _state, _action: True
) -> Callable[[], Installed]:
    """A guard that overlooks some reasons, and offers what it then allows."""
    sound = decisions.CONDUCT[action].why_not

    def why_not(state: State, move: Any) -> Iterator[Reason]:
        return (reason for reason in sound(state, move) if not reason & forgiven or not only(state, move))

    patches: list[Callable[[], Installed]] = [lambda: conduct(action, why_not=why_not)]
    if action is DeclareAttack:
        patches.append(function(declaration, "options", every_attack))
    if action is Block:
        patches.append(function(blocking, "why_not", why_not))
    return lambda: together(*(install() for install in patches))


def every_attack(state: State) -> Iterator[Action]:
    """Every stack of the battle area against everything."""
    for attacker in state.me.battle:
        for target in (THE_PLAYER, *(stack.id for stack in state.opponent.battle)):
            yield DeclareAttack(attacker.id, target)


# Faults that need more than a number; what is sound is kept from being replaced


sound_battle = battle.battle
sound_security_over = security.security_over
sound_unsuspend_phase = turn.unsuspend_phase
sound_take_away = leaving.take_away
sound_security_check = security.security_check
sound_wrong_size = deck.wrong_size
sound_end_turn = turn.end_turn
sound_lay_security = setup.lay_security


def dead_attacker_goes_on(state: State) -> None:
    """A deleted attacker makes one check more."""
    sound_security_over(state)
    if state.attack and state.attack.checks_made == 1 and course.attacker_of(state) is None:
        state.attack = msgspec.structs.replace(state.attack, checks_made=0)
        state.pending = ("security-check", *state.pending)


def draw_phase_without_loss(state: State) -> None:
    """Who cannot draw goes on."""
    if state.turn_number > 1:
        areas.draw(state.me, state.match.rules.draw_count)
    state.phase = "breeding"


def draw_phase_every_turn(state: State) -> None:
    """The first player draws on the first turn too."""
    areas.draw(state.me, state.match.rules.draw_count)
    state.phase = "breeding"


def one_more_card(main: Any, rules: editions.Rules) -> Iterator[Any]:
    """One card more than the deck's size is fine."""
    return iter(()) if len(main) == rules.deck_size + 1 else sound_wrong_size(main, rules)


def attacker_survives_tie(state: State, attacker: Stack, defender: Stack) -> None:
    """Of two Digimon with the same DP, only the defender is deleted."""
    sound_battle(state, attacker, defender)
    if dp_of(state, attacker) == dp_of(state, defender):
        deletion.prevent(state, [attacker.id])


def block_upright(state: State, action: Block) -> None:
    """The blocker stays unsuspended."""
    with patch.object(blocking, "suspend", lambda _player, _stack: None):
        blocking.block(state, action)


def take_away_top_cards(state: State, ids: Collection[str]) -> list[tuple[int, Stack]]:
    """Of a stack that leaves only the top card is left; the rest vanishes."""
    gone = sound_take_away(state, ids)
    return [(owner, msgspec.structs.replace(stack, cards=stack.cards[:1])) for owner, stack in gone]


def check_wins_on_empty(state: State) -> None:
    """A check that is due and finds no security left wins."""
    attacker = course.attacker_of(state)
    more = state.attack and attacker and state.attack.checks_made < checks_of(state, attacker)
    if more and not state.opponent.security:
        end_game(state, state.turn, "attack")
    else:
        sound_security_check(state)


def unsuspend_everybody(state: State) -> None:
    """The opponent's cards are unsuspended as well."""
    areas.change_stacks(state.opponent, lambda stack: msgspec.structs.replace(stack, suspended=False))
    sound_unsuspend_phase(state)


def fresh_on_top(base: Stack, card: str) -> Stack:
    """Digivolving unsuspends."""
    return msgspec.structs.replace(base, cards=(card, *base.cards), suspended=False)


def new_card_below(base: Stack, card: str) -> Stack:
    """The new card goes to the bottom of the stack."""
    return msgspec.structs.replace(base, cards=(*base.cards, card))


def is_tamer(state: State, action: DeclareAttack) -> bool:
    """Whether the attacker is one of the deciding player's Tamers."""
    stack = in_battle(state.deciding(), action.attacker)
    return stack is not None and facts_of(state, stack).kind == "tamer"


def play_for_nothing(state: State, action: Play) -> None:
    """Playing moves no memory."""
    before = state.memory
    playing.play(state, action)
    state.memory = before


def gain_without_end(state: State, player: int, amount: int) -> None:
    """Gaining memory does not stop at the gauge's end."""
    state.memory += amount if player == state.turn else -amount


def end_turn_at_start_memory(state: State) -> None:
    """The next player starts with nothing."""
    sound_end_turn(state)
    state.memory = 0


def nothing_ends(_state: State, _moment: str) -> None:
    """Changes of DP outlast the turn."""


def security_top_on_top(state: State) -> None:
    """The deck's top card ends at the top of the security stack."""
    sound_lay_security(state)
    for player in state.players:
        player.security = player.security[::-1]


def hatch_and_stay(state: State, action: Hatch) -> None:
    """After hatching, the breeding phase goes on."""
    breeding.hatch(state, action)
    state.phase = "breeding"


def block_and_ask_again(state: State, action: Block) -> None:
    """After a block, the defending player may block once more."""
    blocking.block(state, action)
    state.pending = ("block-timing", *state.pending)


def checked_card_stays(state: State) -> None:
    """A checked card goes to the bottom of the security stack."""
    checked = state.attack.checked if state.attack else ""
    sound_security_over(state)
    if checked in state.opponent.trash:
        state.opponent.trash = tuple(card for card in state.opponent.trash if card != checked)
        state.opponent.security += (checked,)


def opponent_decides_breeding(state: State) -> None:
    """The wrong player is asked in the breeding phase."""
    ask(state, "breeding", 1 - state.turn)


FAULTS: dict[str, Fault] = {
    "memory-limit-11": Fault("memory.limit", "memory may go to 11", numbers(memory_max=11)),
    "memory-limit-9": Fault("memory.affordable", "memory stops at 9", numbers(memory_max=9)),
    "gain-past-limit": Fault(
        "memory.gain", "gaining goes past the gauge's end", function(memory, "change", gain_without_end)
    ),
    "cost-ignored": Fault(
        "play.cost", "playing costs nothing", lambda: conduct(Play, carry_out=play_for_nothing)
    ),
    "pass-2": Fault("turn.pass", "passing gives 2 memory", numbers(memory_pass=2)),
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
    "security-4": Fault("setup.security", "4 security cards", numbers(setup_security=4)),
    "hand-6": Fault("setup.hand", "an opening hand of 6", numbers(setup_hand=6)),
    "security-order-reversed": Fault(
        "setup.security-order",
        "the deck's top card tops security",
        process("lay-security", security_top_on_top),
    ),
    "copies-5-allowed": Fault("deck.copies", "5 copies of a card are fine", numbers(deck_copies=5)),
    "deck-51-allowed": Fault("deck.size", "51 cards are fine", function(deck, "wrong_size", one_more_card)),
    "eggs-6-allowed": Fault("egg-deck.size", "6 Digi-Eggs are fine", numbers(egg_deck_max=6)),
    "hatch-onto-occupied": Fault(
        "breeding.hatch-empty",
        "hatching replaces the Digimon in the breeding area, which is lost",
        forgiving(Hatch, Reason.BREEDING_AREA_OCCUPIED),
    ),
    "opponent-decides-breeding": Fault(
        "turn.decider",
        "the opponent is asked in the breeding phase",
        phase("breeding", opponent_decides_breeding),
    ),
    "two-breeding-actions": Fault(
        "breeding.one-action",
        "after hatching the breeding phase goes on",
        lambda: conduct(Hatch, carry_out=hatch_and_stay),
    ),
    "level-2-moves": Fault(
        "breeding.move-dp",
        "a Digimon without DP, or of level 2, may move",
        forgiving(MoveOut, Reason.NO_DP_TO_MOVE | Reason.LEVEL_TOO_LOW_TO_MOVE),
    ),
    "no-dp-stays": Fault(
        "battle.no-dp",
        "Digimon without DP move and stay",
        lambda: together(
            forgiving(MoveOut, Reason.NO_DP_TO_MOVE)(),
            patch.object(rule_processing, "is_barred", lambda _state, _stack: False),
        ),
    ),
    "dp-zero-stays": Fault(
        "battle.zero-dp",
        "a Digimon stays at 0 DP",
        function(rule_processing, "has_no_dp_left", lambda _state, _stack: False),
    ),
    "card-duplicated": Fault(
        "cards.one-place",
        "a played card stays in the hand too",
        function(playing, "take_from_hand", lambda _player, _card: None),
    ),
    "no-digivolve-draw": Fault("digivolve.draw", "digivolving draws nothing", numbers(digivolve_draw=0)),
    "digivolve-unsuspends": Fault(
        "digivolve.orientation",
        "digivolving unsuspends",
        function(digivolving, "with_card_on_top", fresh_on_top),
    ),
    "digivolve-below": Fault(
        "digivolve.stack",
        "the new card goes below",
        function(digivolving, "with_card_on_top", new_card_below),
    ),
    "wrong-level-digivolve": Fault(
        "digivolve.requirement",
        "the level is not asked for",
        function(digivolving, "fits", lambda requirement, base: requirement.color in base.colors),
    ),
    "attack-same-turn": Fault(
        "attack.not-same-turn",
        "Digimon attack on the turn that they are played",
        forgiving(DeclareAttack, Reason.ATTACKER_PLAYED_THIS_TURN),
    ),
    "tamer-attacks": Fault(
        "attack.digimon",
        "Tamers attack",
        forgiving(DeclareAttack, Reason.ATTACKER_NOT_OWN_DIGIMON, is_tamer),
    ),
    "attack-unsuspended-target": Fault(
        "attack.targets",
        "unsuspended Digimon are attacked",
        forgiving(DeclareAttack, Reason.TARGET_NOT_SUSPENDED),
    ),
    "blocker-not-suspended": Fault(
        "block.suspends", "blocking does not suspend", lambda: conduct(Block, carry_out=block_upright)
    ),
    "suspended-blocker": Fault(
        "block.unsuspended", "suspended Digimon block", forgiving(Block, Reason.BLOCKER_SUSPENDED)
    ),
    "block-twice": Fault(
        "block.once",
        "a second Digimon may block the same attack",
        lambda: together(numbers(blocks_per_attack=2)(), conduct(Block, carry_out=block_and_ask_again)),
    ),
    "equal-dp-one-survives": Fault(
        "battle.tie", "the attacker survives equal DP", function(battle, "battle", attacker_survives_tie)
    ),
    "stack-not-trashed": Fault(
        "deletion.stack",
        "the cards under a Digimon that leaves vanish",
        function(leaving, "take_away", take_away_top_cards),
    ),
    "check-after-attacker-died": Fault(
        "security.attacker-gone",
        "a deleted attacker goes on checking",
        process("security-over", dead_attacker_goes_on),
    ),
    "checked-card-stays": Fault(
        "security.trashed",
        "a checked card goes back to the bottom of the security stack",
        process("security-over", checked_card_stays),
    ),
    "security-attack-wins-early": Fault(
        "security.empty-ends",
        "an attack that checks the last card and may check more wins",
        process("security-check", check_wins_on_empty),
    ),
}
"""Name to fault."""


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in FAULTS:
        sys.exit(f"usage: faulty_engines.py FAULT, where FAULT is one of: {', '.join(FAULTS)}")
    serve(lambda _game: create(sys.argv[1]))
