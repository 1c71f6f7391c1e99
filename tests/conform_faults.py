"""Forty-odd faulty engines that `rulehound conform` must find, over all areas of the rules.

`python tests/conform_faults.py FAULT` serves one over stdio, by its name or by its number in `EXPECTED`.
The faults are those of `planted_faults`, and typical mistakes of simulators that these leave out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

import faulty_engines
from faulty_engines import FAULTS, Fault, conduct, function, together
from planted_faults import PLANTED, planted
from rulehound.engine.dcg import flow, rule_processing
from rulehound.engine.dcg.actions import Digivolve, Skip
from rulehound.engine.dcg.areas import new_stack, without
from rulehound.engine.dcg.attacks import declaration
from rulehound.engine.dcg.attacks.course import AFTER_DECLARATION, attacker_of
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.steps import placing
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.main_phase import digivolving, options
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.rule_processing import process_rules
from rulehound.engine.dcg.state import State, facts_of, in_battle
from rulehound.engine.dcg.tasks import About, Happened, Shown
from rulehound.engine.server import serve
from rulehound.spec.formats import Adapter


def all_but_attacks(state: State, event: Happened) -> None:
    """Whatever happens sets off its effects, but for the declaration of an attack."""
    if event.what != "attacks":
        happened(state, event)


def effects_of_attacking(state: State) -> None:
    """The effects that an attack sets off trigger now."""
    attacker = attacker_of(state)
    if attacker is not None:
        happened(state, Happened("attacks", (attacker.id,), player=state.turn))


def block_before_effects() -> AbstractContextManager[Any]:
    """The other player blocks before the effects of attacking have triggered."""
    late = tuple(
        step
        for each in AFTER_DECLARATION
        for step in ((each, "target-choice") if each == "block-timing" else (each,))
    )
    return together(
        patch.object(declaration, "happened", all_but_attacks),
        patch.object(declaration, "AFTER_DECLARATION", late),
        patch.dict(flow.PROCESSES, {"target-choice": effects_of_attacking}),
    )


def option_stays(state: State, shown: Shown) -> None:
    """An Option that has been used is left in the battle area."""
    player = state.players[shown.player]
    if shown.card in player.revealed:
        player.revealed = without(player.revealed, shown.card)
        player.battle += (new_stack(state, (shown.card,), played=True),)


def digimon_of_the_battle_area(state: State, player: Player, stack: str) -> Stack | None:
    """The player's Digimon of this id, the breeding area left out."""
    found = in_battle(player, stack)
    return found if found is not None and facts_of(state, found).is_digimon else None


def digivolve_and_lose_memory(state: State, action: Digivolve) -> None:
    """What is paid for digivolving past 1 does not reach the other player."""
    digivolving.digivolve(state, action)
    state.memory = max(state.memory, -1)


def no_skip_of_nothing(state: State, _action: Skip) -> Iterator[Reason]:
    """Who can neither hatch nor move can do nothing at all."""
    player = state.deciding()
    if player.breeding is None and not player.egg_deck:
        yield Reason.NO_DIGI_EGGS


def one_at_a_time(state: State, event: About) -> None:
    """Of several that are about to be deleted each is deleted on its own, the first one first."""
    ones = (
        ((subject,) for subject in reversed(event.subjects)) if event.what == "deleted" else (event.subjects,)
    )
    for one in ones:
        about(state, msgspec.structs.replace(event, subjects=one))


def rules_after_effects(state: State) -> None:
    """Rules wait until no effect is pending any more."""
    if not (state.fresh or state.triggered):
        process_rules(state)


TYPICAL: Mapping[str, Fault] = {
    "deleted-one-by-one": Fault(
        "deletion.would",
        "what an effect deletes at once goes one by one",
        function(placing, "about", one_at_a_time),
    ),
    "zero-dp-one-by-one": Fault(
        "rules.processing",
        "of several Digimon without DP left one goes after the other",
        function(rule_processing, "about", one_at_a_time),
    ),
    "rules-wait-for-effects": Fault(
        "rules.processing",
        "rules are processed only when no effect is pending any more",
        function(flow, "process_rules", rules_after_effects),
    ),
    "block-before-effects": Fault(
        "attack.order", "a block comes before the effects of attacking", block_before_effects
    ),
    "used-options-stay": Fault(
        "option.trash", "used Options stay in the battle area", function(options, "trash", option_stays)
    ),
    "eggs-stay-eggs": Fault(
        "digivolve.breeding",
        "nothing digivolves in the breeding area, so that nothing can move out of it",
        function(digivolving, "own_digimon", digimon_of_the_battle_area),
    ),
    "paid-memory-is-lost": Fault(
        "memory.pay",
        "after digivolving the next player starts with 1 memory whatever was paid",
        lambda: conduct(Digivolve, carry_out=digivolve_and_lose_memory),
    ),
    "nothing-to-do": Fault(
        "breeding.skip",
        "without eggs nothing is legal in the breeding phase, and the game does not end",
        lambda: conduct(Skip, why_not=no_skip_of_nothing),
    ),
}
"""Typical mistakes that are not among the planted faults."""


class Expected(NamedTuple):
    """What conform has to say of a faulty engine."""

    rules: tuple[str, ...]
    """The rules that rightly name it: the fault's own first."""
    shortest: int
    """Steps of the shortest trace that is known."""


EXPECTED: Mapping[str, Expected] = {
    "memory-limit-11": Expected(("memory.limit",), 1),
    "cost-ignored": Expected(("play.cost",), 1),
    "hatch-onto-occupied": Expected(("breeding.hatch-empty",), 1),
    "no-digivolve-draw": Expected(("digivolve.draw",), 1),
    "dna-costs-nothing": Expected(("dna.cost",), 1),
    "placed-for-nothing": Expected(("digixros.cost",), 2),
    "half-an-assembly": Expected(("assembly.whole",), 3),
    "attack-same-turn": Expected(("attack.not-same-turn",), 1),
    "suspended-blocker": Expected(("block.unsuspended",), 2),
    # a loser that is not deleted, though the rule has two losers deleted at once
    "equal-dp-one-survives": Expected(("battle.tie", "battle.loser-deleted"), 1),
    "security-attack-wins-early": Expected(("security.empty-ends",), 1),
    # that it had Rush before allows nothing now: it is the prohibition that its attack breaks
    "rush-stays": Expected(("keyword.rush", "attack.not-same-turn"), 2),
    "other-player-first": Expected(("effects.turn-player-first",), 1),
    "dp-zero-stays": Expected(("battle.zero-dp",), 0),
    "no-deck-out": Expected(("game.deck-out",), 1),
    "used-options-stay": Expected(("option.trash",), 1),
    # what is gained past the limit is past it: the bound of gaining is that of the counter
    "gain-past-limit": Expected(("memory.gain", "memory.limit"), 1),
    # the cost and its payment are one writing: memory goes wrong by the payment
    "digivolve-at-play-cost": Expected(("digivolve.cost", "memory.pay"), 1),
    # of the other player's only what has Reboot stands up: each of the two rules says so
    "opponent-unsuspends-too": Expected(("unsuspend.own", "keyword.reboot"), 1),
    # what is missing is refused by the engine for its not being a Digimon
    "eggs-stay-eggs": Expected(("digivolve.breeding", "digivolve.digimon-only"), 1),
    "wrong-level-digivolve": Expected(("digivolve.requirement",), 1),
    "dna-keeps-its-state": Expected(("dna.new",), 1),
    "anything-is-listed": Expected(("digixros.listed",), 2),
    # both ways of placing cards go by the same writing: the order is wrong by DigiXros as well
    "placed-upside-down": Expected(("assembly.stack", "digixros.stack"), 3),
    # what comes too late are the effects of attacking: more scenarios are about these than about the order
    "block-before-effects": Expected(("attack.order", "effects.when-attacking"), 1),
    "anybody-blocks": Expected(("block.blocker",), 1),
    # who has lost is seen by who is deleted
    "lower-dp-wins": Expected(("battle.compare", "battle.loser-deleted"), 1),
    "check-after-attacker-died": Expected(("security.attacker-gone",), 1),
    "recovery-to-five": Expected(("keyword.recovery",), 1),
    "waiting-first": Expected(("effects.derived-first",), 2),
    "no-dp-stays": Expected(("battle.no-dp",), 0),
    "empty-security-is-safe": Expected(("game.win-attack",), 1),
    "pass-2": Expected(("turn.pass",), 1),
    "paid-memory-is-lost": Expected(("memory.pay",), 1),
    "turn-goes-on-below-zero": Expected(("turn.end",), 1),
    # doing nothing is refused by the engine for want of Digi-Eggs
    "nothing-to-do": Expected(("breeding.skip", "breeding.hatch-eggs"), 1),
    "digivolve-unsuspends": Expected(("digivolve.orientation",), 1),
    "dna-of-anything": Expected(("dna.requirement",), 1),
    "attack-unsuspended-target": Expected(("attack.targets",), 1),
    "blocker-not-suspended": Expected(("block.suspends",), 2),
    # cards that go nowhere are in no place at all
    "stack-not-trashed": Expected(("deletion.stack", "cards.one-place"), 1),
    "blitz-does-nothing": Expected(("keyword.blitz",), 1),
    "order-as-printed": Expected(("effects.order",), 1),
    "memory-not-carried": Expected(("turn.carry",), 1),
    "draw-2": Expected(("draw.one",), 1),
    "level-2-moves": Expected(("breeding.move-dp",), 1),
    "eggs-are-played": Expected(("play.kinds",), 1),
    "block-twice": Expected(("block.once",), 3),
    "card-duplicated": Expected(("cards.one-place",), 1),
    "one-colour-is-enough": Expected(("option.colours",), 1),
    "deleted-one-by-one": Expected(("deletion.would",), 1),
    "zero-dp-one-by-one": Expected(("rules.processing",), 1),
    # what waits is seen: a Digimon without DP left while an effect is chosen
    "rules-wait-for-effects": Expected(("rules.processing", "battle.zero-dp"), 1),
}
"""Faults by name, in an order that takes the areas in turn.

The rules after the first are those that forbid the same thing as well: the guard of a number beside its
invariant, what is paid beside what it costs, or the reason that the engine itself gives.
"""


def create(fault: str) -> Callable[[], Adapter]:
    """What opens engines with this fault. Raises LookupError where there is no such fault."""
    if fault not in {**PLANTED, **TYPICAL}:
        raise LookupError(f"there is no fault {fault!r}")
    return lambda: faulty_engines.create(fault)


def known() -> AbstractContextManager[Any]:
    """All of them are known to `faulty_engines`."""
    return together(planted(), patch.dict(FAULTS, {**PLANTED, **TYPICAL}))


if __name__ == "__main__":
    names = list(EXPECTED)
    wanted = sys.argv[1] if len(sys.argv) == 2 else ""
    chosen = names[int(wanted)] if wanted.isdecimal() and int(wanted) < len(names) else wanted
    if chosen not in {**PLANTED, **TYPICAL}:
        sys.exit(f"usage: conform_faults.py FAULT, by name or number: {', '.join(names)}")
    with known():
        serve(lambda _game: faulty_engines.create(chosen))
