"""Sets of planted faults: those that engines are likely to have, and those that conform must find."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.patching import Fault

COMMON = (
    "memory-limit-11",
    "memory-limit-9",
    "gain-past-limit",
    "cost-ignored",
    "pass-2",
    "turn-goes-on-below-zero",
    "memory-not-carried",
    "dp-effects-stay",
    "opponent-unsuspends-too",
    "no-deck-out",
    "first-player-draws",
    "security-4",
    "hand-6",
    "security-order-reversed",
    "copies-5-allowed",
    "deck-51-allowed",
    "eggs-6-allowed",
    "hatch-onto-occupied",
    "opponent-decides-breeding",
    "two-breeding-actions",
    "level-2-moves",
    "no-dp-stays",
    "dp-zero-stays",
    "card-duplicated",
    "no-digivolve-draw",
    "digivolve-unsuspends",
    "digivolve-below",
    "wrong-level-digivolve",
    "attack-same-turn",
    "tamer-attacks",
    "attack-unsuspended-target",
    "blocker-not-suspended",
    "suspended-blocker",
    "block-twice",
    "equal-dp-one-survives",
    "stack-not-trashed",
    "check-after-attacker-died",
    "checked-card-stays",
    "security-attack-wins-early",
)
"""What an engine under test may well have; other faults exist so that every check has been seen to fail."""

TYPICAL = (
    "deleted-one-by-one",
    "zero-dp-one-by-one",
    "rules-wait-for-effects",
    "block-before-effects",
    "used-options-stay",
    "eggs-stay-eggs",
    "paid-memory-is-lost",
    "nothing-to-do",
)
"""Typical mistakes of simulators that the faults on record leave out."""

RECORDED: Mapping[str, Fault] = {name: fault for name, fault in FAULTS.items() if name not in TYPICAL}
"""The faults that the record of checks that were seen to fail is about."""


OF_CHANCE = frozenset(
    {
        "redraw-unshuffled",
        "redraw-before-shuffling",
        "shuffle-moves-every-card",
        "first-player-always-one",
        "first-player-zero-drawn",
        "shuffled-by-effect-in-vain",
        "cut-and-not-shuffled",
    }
)
"""Of these, the faults that only many games show, and no scenario can."""


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
    # 0 where a pass gives the opponent 3, as well as where the counter crosses by itself
    "memory-not-carried": Expected(("turn.carry", "turn.pass"), 1),
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
