"""Rules by which an offered action cannot be judged, because they rest on what no observation shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from rulehound.spec.dcg.reading.actions import Board, board_of
from rulehound.spec.dcg.reading.cards import MOST_GAMES, Cards, by_identity
from rulehound.spec.dcg.reading.complete import completed
from rulehound.spec.dcg.reading.effect_parts import gives
from rulehound.spec.dcg.reading.materials import MATERIALS, fits, listing
from rulehound.spec.dcg.reading.states import field_of
from rulehound.spec.formats import Action, Card, Observation

COSTS = ("play_cost", "digivolution_cost")
"""Facts of an effect that changes costs. No observation shows the changed cost before it is paid."""

AFFORDABLE = ("memory.affordable",)

OTHER_KIND = ("digivolve.digimon-only",)
"""In doubt where a requirement names the kind of what digivolves: the model knows those of Digimon alone."""

BY_PLAY_COST = ("play", "use")
"""Actions whose cost is the play cost printed on the card."""

FORBIDDING = ("cannot",)
"""Facts of an effect that forbids something."""

FORBIDDEN: Mapping[str, Sequence[str]] = {
    "attack": ("attack", "attack-player", "attack-digimon", "choose-player", "choose-digimon"),
    "block": ("block",),
    "digivolve": ("digivolve", "digivolve-in-breeding"),
    "dna-digivolve": ("dna-digivolve",),
    "suspend-for": ("digisorb",),
}
"""Actions that an effect can forbid, to those of the model."""

ALLOWING: Mapping[str, Mapping[tuple[str, str], str]] = {
    "attacks_unsuspended": {("attack", "target"): "attack.targets"},
    "as_digimon": {
        ("attack", "attacker"): "attack.digimon",
        ("attack", "target"): "attack.targets",
        ("block", "blocker"): "block.blocker",
    },
}
"""Fact of an effect that allows what a rule forbids, to the rule by an action and an argument of it. No
observation shows to whom it is allowed."""

NEEDING: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "attacks_unsuspended": lambda entry: not entry["suspended"],
    "as_digimon": lambda entry: bool(entry["kind"] != "digimon"),
}
"""Fact of such an effect, to whether a stack of an action needs it."""

TOO_DEAR: Mapping[str, Sequence[str]] = {
    "place": ("digixros.once", "assembly.whole"),
    "done": ("assembly.whole",),
}
"""In doubt for these actions where a card costs too much yet: by editions that refuse what cannot be paid for
in the end, no place is passed over then that is needed. Which places can be filled, no observation shows."""

WHOLE_SETS = ("assembly.whole",)
"""In doubt for a card that fits a later place of an Assembly, too: the rest may need it there."""

GAUGE_END = 10
"""The memory on either side of the gauge, by every document so far; by one with another gauge, this doubt is
raised too often or too seldom."""

BLITZ = ("keyword.blitz", "turn.main-phase")
"""In doubt for a Digimon that has been played this turn: the model knows the Blitz of digivolving alone."""


class Doubts:
    """The doubts that a completed observation leaves about actions; what all share is found out once."""

    def __init__(self, whole: Observation, cards: Cards) -> None:
        self.whole, self.cards = whole, cards

    def rules(self, action: Action) -> Sequence[str]:
        """The rules by which an action cannot be judged: `memory.affordable` where the cost of its card may
        differ from the printed cost, and those that `BY_ACTION` finds for actions of its name.

        The cost may differ for a card that lists materials, since the model does not know which cards lie in
        the hand; for any card while something on the field changes costs; and for a card that is played or
        used without a printed play cost, which the model takes for 0.
        """
        further = BY_ACTION.get(action.get("action", ""), ())
        return (*self._of_cost(action), *(rule for doubt in further for rule in doubt(self, action)))

    def _of_cost(self, action: Action) -> Sequence[str]:
        if self._costs_change:
            return AFFORDABLE
        played = self._card(action)
        if played is None:
            return ()
        costless = action.get("action") in BY_PLAY_COST and played.facts.get("play_cost") is None
        return AFFORDABLE if costless or any(played.facts.get(listing) for listing in MATERIALS) else ()

    def of_dear_materials(self, action: Action) -> Sequence[str]:
        """`TOO_DEAR`, where materials are placed for a card that costs too much yet."""
        cost, memory = self._placed_for.get("cost"), self.whole.get("memory")
        too_dear = cost is not None and memory is not None and cost > memory + GAUGE_END
        return TOO_DEAR.get(action["action"], ()) if too_dear else ()

    def of_whole_sets(self, action: Action) -> Sequence[str]:
        """`WHOLE_SETS`, where a card is placed that fits a later place of an Assembly, too."""
        placed, played = self._card(action), self._card(self._placed_for)
        if placed is None or played is None or not played.facts.get("assembly"):
            return ()
        later = listing(played).cards[action["place"] + 1 :]
        return WHOLE_SETS if any(fits(listed, placed) for listed in later) else ()

    def of_kind(self, action: Action) -> Sequence[str]:
        """`OTHER_KIND`, where the requirement of a digivolution names a kind."""
        card, way = self._card(action), action.get("requirement")
        ways = card.facts.get("digivolve", ()) if card is not None else ()
        return OTHER_KIND if isinstance(way, int) and way < len(ways) and ways[way].get("kind") else ()

    def of_blitz(self, action: Action) -> Sequence[str]:
        """`BLITZ`, where a Digimon attacks that has been played this turn."""
        attacker = self._stack(action.get("attacker"))
        played = attacker is not None and attacker["played_this_turn"] and "blitz" in attacker["keywords"]
        return BLITZ if played and self.whole.get("decision") == "attack" else ()

    def of_permission(self, action: Action) -> Sequence[str]:
        """The rules that forbid what an effect may allow (`ALLOWING`)."""
        return [
            rule
            for fact in self._allowed
            for (name, argument), rule in ALLOWING[fact].items()
            if name == action["action"]
            and (entry := self._stack(action.get(argument))) is not None
            and NEEDING[fact](entry)
        ]

    def _stack(self, identity: object) -> Mapping[str, Any] | None:
        """What lies on the field under an id; None where an engine names nothing there."""
        return self._there.get(identity) if isinstance(identity, str) else None

    def _card(self, naming: Mapping[str, Any]) -> Card | None:
        """The card that an action or a display names; None where it is not shown, and where it is none."""
        try:
            return self._board.card(naming["card"])
        except KeyError:
            return None

    def may_be_forbidden(self, action: Action) -> bool:
        """Whether an effect may forbid this action.

        The effects of the cards on the field count, and those that last; where an engine does not show what
        lasts, the effects of all cards of the game count.
        """
        return action.get("action") in FORBIDDEN and self.something_forbids

    @cached_property
    def _board(self) -> Board:
        return board_of(self.whole, self.cards)

    @cached_property
    def _costs_change(self) -> bool:
        numbers = {card["card"] for entry in self._there.values() for card in entry["cards"]}
        return not numbers.isdisjoint(changing_costs(self.cards)) or gives(self.whole.get("lasting"), COSTS)

    @cached_property
    def something_forbids(self) -> bool:
        """Whether an effect that is there may forbid anything."""
        return self._may_be_given(forbidding(self.cards), FORBIDDING)

    @cached_property
    def _allowed(self) -> Sequence[str]:
        """What an effect that is there may allow."""
        allowing = allowing_by_fact(self.cards)
        return [fact for fact in ALLOWING if self._may_be_given(allowing[fact], (fact,))]

    def _may_be_given(self, giving: frozenset[str], facts: Sequence[str]) -> bool:
        """Whether an effect that is there may give one of these facts, which the cards `giving` can give."""
        entries = self._there.values()
        all_shown = self.whole.get("lasting") is not None and all(
            entry.get("lasting") is not None for entry in entries
        )
        shown = {card["card"] for entry in entries for card in entry["cards"]}
        numbers = shown if all_shown else self.cards.keys()
        lasting = [self.whole.get("lasting"), *(entry.get("lasting") for entry in entries)]
        return not giving.isdisjoint(numbers) or gives(lasting, facts)

    @cached_property
    def _there(self) -> Mapping[str, Any]:
        """Everything on the field, by its id."""
        return {entry["id"]: entry for player in self.whole["players"] for entry in field_of(player)}

    @cached_property
    def _placed_for(self) -> Mapping[str, Any]:
        """What is shown of the card that materials are placed for; empty where none are."""
        return (self.whole.get("showing") or {}) if self.whole.get("decision") == "materials" else {}


BY_ACTION: Mapping[str, Sequence[Callable[[Doubts, Action], Sequence[str]]]] = {
    "place": (Doubts.of_dear_materials, Doubts.of_whole_sets),
    "done": (Doubts.of_dear_materials,),
    "digivolve": (Doubts.of_kind,),
    "attack": (Doubts.of_blitz, Doubts.of_permission),
    "block": (Doubts.of_permission,),
}
"""Action to what may leave it in doubt, beside its cost."""


def doubted(observation: Observation, action: Action, cards: Cards) -> Sequence[str]:
    """The rules that an observation, whole or not, leaves in doubt for an action (`Doubts.rules`)."""
    return Doubts(completed(observation, cards), cards).rules(action)


@by_identity(most=MOST_GAMES)
def changing_costs(cards: Cards) -> frozenset[str]:
    """The numbers of the cards that have an effect by which costs change."""
    return frozenset(number for number, card in cards.items() if gives(card.facts.get("effects"), COSTS))


@by_identity(most=MOST_GAMES)
def forbidding(cards: Cards) -> frozenset[str]:
    """The numbers of the cards that have an effect which forbids something."""
    return frozenset(number for number, card in cards.items() if gives(card.facts.get("effects"), FORBIDDING))


@by_identity(most=MOST_GAMES)
def allowing_by_fact(cards: Cards) -> Mapping[str, frozenset[str]]:
    """The numbers of the cards that have an effect which allows something, by its fact."""
    effects = {number: card.facts.get("effects") for number, card in cards.items()}
    return {fact: frozenset(one for one in effects if gives(effects[one], (fact,))) for fact in ALLOWING}
