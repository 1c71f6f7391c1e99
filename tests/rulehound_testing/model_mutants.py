"""Faults planted into a traced model: a guard dropped, an effect dropped, a node replaced."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, replace

from rulehound.spec.language import Effect, Guard, Model, TracedAction
from rulehound.spec.language.nodes import Node, constant, make

Change = Callable[[TracedAction], TracedAction]


@dataclass(frozen=True)
class Mutant:
    """A fault in one action, and what it breaks."""

    action: str
    fault: str
    change: Change
    breaks: str
    """The name of an invariant, or of a property of the state graph."""

    @property
    def name(self) -> str:
        """How records of caught faults call it."""
        return f"model: {self.action}: {self.fault}"

    def plant(self, model: Model) -> Model:
        """The model with the fault. Raises ValueError where the fault changes nothing."""
        sound = model.actions[self.action]
        faulty = self.change(sound)
        if faulty == sound:
            raise ValueError(f"{self.action}: {self.fault} changes nothing")
        planted = copy.copy(model)
        planted.__dict__["actions"] = {**model.actions, self.action: faulty}
        return planted


def without_guard(name: str) -> Change:
    """The guard of that name is not asked."""
    return lambda action: replace(action, guards=tuple(g for g in action.guards if g.name != name))


def without_effect(path: str) -> Change:
    """The field is left as it was."""
    return lambda action: replace(action, effects=tuple(e for e in action.effects if e.path != path))


def with_nodes(change: Callable[[Node], Node]) -> Change:
    """Every node of guards and effects changed, from the leaves up."""

    def changed(action: TracedAction) -> TracedAction:
        known: dict[Node, Node] = {}
        return replace(
            action,
            guards=tuple(replace(g, condition=rewritten(g.condition, change, known)) for g in action.guards),
            effects=tuple(
                Effect(e.path, rewritten(e.value, change, known), e.writes) for e in action.effects
            ),
        )

    return changed


def rewritten(node: Node, change: Callable[[Node], Node], known: dict[Node, Node]) -> Node:
    """The node with everything below it changed."""
    if node not in known:
        parts = [rewritten(a, change, known) if isinstance(a, Node) else a for a in node.args]
        known[node] = change(make(node.op, *parts, sort=node.sort))
    return known[node]


def fact_plus(name: str, by: int) -> Change:
    """The fact is taken to be so much more."""

    def change(node: Node) -> Node:
        if node.op == "fact" and node.args[0] == name:
            return make("add", node, constant(by), sort=node.sort)
        return node

    return with_nodes(change)


def unbounded(op: str, fact: str) -> Change:
    """Where the smaller (`min`) or larger (`max`) of the fact and something is taken, that something is."""

    def change(node: Node) -> Node:
        if node.op == op and fact in repr(node.args[0]):
            kept: Node = node.args[1]
            return kept
        return node

    return with_nodes(change)


def never(action: TracedAction) -> TracedAction:
    """The action is never legal."""
    return replace(action, guards=(*action.guards, Guard("never", action.rules[0], constant(False))))


def switched(name: str, to: bool) -> Change:
    """Whether the switch is asked for one reading or another, the answer is the same in every edition."""

    def change(node: Node) -> Node:
        return constant(to) if node.op == "switch" and node.args[0] == name else node

    return with_nodes(change)


def nothing_put_away(action: TracedAction) -> TracedAction:
    """What does not meet a condition stays in its bag all the same."""
    return with_nodes(lambda node: node.args[0] if node.op == "bag_keep" else node)(action)


def every_flag_set(action: TracedAction) -> TracedAction:
    """Whatever is false where a record is made is true."""
    return with_nodes(lambda node: constant(True) if node is constant(False) else node)(action)


MUTANTS = (
    Mutant("place-played", "the gauge is one longer", fact_plus("memory.max", 1), "memory.affordable"),
    Mutant("effect-gain-memory", "gains past the end", unbounded("min", "memory.max"), "memory.limit"),
    Mutant("effect-lose-memory", "loses past the end", unbounded("max", "memory.max"), "memory.limit"),
    Mutant("pass", "the turn goes on", without_effect("stage"), "memory.turn-player"),
    Mutant("play", "the card stays in the hand", without_effect("me.hand"), "cards.one-place"),
    Mutant("draw", "the card stays in the deck", without_effect("me.deck"), "cards.one-place"),
    Mutant("check", "the card is in two places", without_effect("opponent.security"), "cards.one-place"),
    Mutant("check-over", "the card vanishes", without_effect("opponent.trash"), "cards.one-place"),
    Mutant("check-over", "the card is kept", without_effect("revealed"), "security.one-by-one"),
    Mutant("check", "no card is counted", without_effect("checks"), "security.count"),
    Mutant("begin-checks", "nothing to check", without_guard("security.count"), "security.count"),
    Mutant("lay-security", "nothing is laid", without_effect("me.security"), "setup.dealt"),
    Mutant("digivolve", "from an empty hand", without_guard("digivolve.from-hand"), "areas.counts"),
    Mutant("hatch", "from an empty pile", without_guard("breeding.hatch-eggs"), "areas.counts"),
    Mutant("hatch", "onto another", without_guard("breeding.hatch-empty"), "breeding.capacity"),
    Mutant("effect-dp-mine", "the bound is one lower", fact_plus("battle.zero-dp", -1), "battle.zero-dp"),
    Mutant("effect-dp-mine", "DP below 0", unbounded("max", "const 0"), "dp.floor"),
    Mutant("effect-de-digivolve-mine", "what remains stays", nothing_put_away, "battle.no-dp"),
    Mutant("effect-de-digivolve-theirs", "what remains stays", nothing_put_away, "battle.level-2"),
    Mutant("hatch", "into an attack", every_flag_set, "breeding.no-battle"),
    Mutant("attack-player", "the phase goes on", without_effect("stage"), "attack.one-at-a-time"),
    Mutant("block", "both are attacked", without_effect("target_is_player"), "attack.one-at-a-time"),
    Mutant("end-attack", "it is still attacked", without_effect("opponent.battle"), "attack.one-at-a-time"),
    Mutant("unblocked", "what was kept is kept", without_effect("opponent.battle"), "effects.forbidden"),
    Mutant("end-effect", "where it began is kept", without_effect("after"), "effects.timing"),
    Mutant(
        "when-attacking-over",
        "in every edition",
        switched("attack.counter-timing", to=True),
        "attack.counter-timing",
    ),
    Mutant("delete", "they stay", without_effect("opponent.battle"), "deletion.would"),
    Mutant("battle-over", "nobody retaliates", without_guard("keyword.retaliation"), "keyword.retaliation"),
    Mutant("battle-over", "Piercing is still due", without_effect("piercing"), "keyword.piercing"),
    Mutant("deck-out", "nobody wins", without_effect("winner"), "game.over"),
    Mutant("win", "the game goes on", without_effect("stage"), "game.over"),
    Mutant("pay", "it stays shown", without_effect("shown"), "showing.set-aside"),
    Mutant("place-played", "it is not on the field", without_effect("shown"), "showing.order"),
    Mutant("digixros-from-hand", "in any place", without_guard("digixros.once"), "digixros.listed"),
    Mutant("assemble", "in every edition", switched("assembly.known", to=True), "assembly.whole"),
    Mutant("fail", "it still digivolves", without_effect("me.battle"), "digivolve.stack"),
    Mutant("effect-place-under-mine", "a token", without_guard("token.no-stack"), "token.no-stack"),
)
"""Faults that break an invariant. Many others break none, such as a guard on the order of phases dropped."""

EARLY_MUTANTS = (
    Mutant(
        "attack-player",
        "before its effects",
        switched("attack.target-when", to=False),
        "attack.target-when",
    ),
)
"""Faults in what only the first editions have."""

GRAPH_MUTANTS = (
    Mutant("deck-out", "the turn goes on", without_effect("stage"), "no-cycle"),
    Mutant("deck-out", "the turn does not end", without_effect("stage"), "turn-ends"),
    Mutant("deck-out", "the game goes on", without_effect("stage"), "game-ends"),
    Mutant("unblocked", "nobody goes on", never, "no-deadlock"),
)
"""Faults that break a property of the state graph."""
