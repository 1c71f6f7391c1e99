"""One scenario under way on one engine, and how it can end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start, Taken, plain
from rulehound.checker.records import Finding, Offers, Trace
from rulehound.checker.suite.leading import LED_THERE, Led
from rulehound.checker.suite.scenarios.given import Cards, Vocabulary
from rulehound.checker.suite.scenarios.order_of_arrival import ListOrder, OrderOfArrival
from rulehound.checker.suite.scenarios.places import NamedPlaces
from rulehound.checker.wording import counted
from rulehound.spec.formats import Adapter, Card, Deck, Observation, Scenario

LEFT_TO_ENGINE = "left to the engine"
"""Count of a record: decisions for which the scenario was not held to its word."""


CARRIED_OUT = "it was carried out"
"""What is observed where an action is expected to be refused that is not."""


class ExpectationFailed(Exception):
    """The engine does otherwise than the scenario demands."""

    def __init__(
        self,
        rules: Sequence[str],
        expected: str,
        observed: str,
        offers: Offers | None = None,
        *,
        legality: bool = False,
    ) -> None:
        """`rules` are those that may be broken.

        With `legality`, what is wrong is that an action is refused or carried out.
        """
        super().__init__(observed)
        self.legality = legality
        self.finding = Finding(list(rules), "", expected, observed, offers=offers)


class CannotTell(Exception):
    """The engine does not show what the scenario asks for, or cannot take what it is given."""


@dataclass
class ScenarioRun:
    """One scenario under way on one engine."""

    target: Target
    scenario: Scenario
    words: Vocabulary
    adapter: Adapter
    cards: Cards
    start: Start = field(default_factory=Start)
    deck: Deck | None = None
    in_play: Mapping[str, Card] = field(default_factory=dict)
    """The cards of the game: more than those of the start where the engine was led to that."""
    observation: Observation = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)
    way: int | None = None
    """Actions by which the engine was led to the position; None where it set it up."""
    rule: str = ""
    """The rule by which the scenario expects what is being judged, where it says so."""
    expectations_met: int = 0
    """Expectations that were judged and met."""
    not_compared: dict[str, None] = field(default_factory=dict)
    """What the engine does not tell, and was not compared therefore."""
    left_to_engine: Counter[str] = field(default_factory=Counter)
    """Decisions for which the scenario was not held to its word, since the engine answers them itself."""
    answered_for_it: Counter[str] = field(default_factory=Counter)
    """Decisions with one answer alone that the engine asked for beside the steps, and was answered."""
    listings: dict[str, ListOrder] = field(default_factory=dict)
    """How the engine is known to list piles, by name."""
    restored: bool = False
    """The game is saved and restored before each step."""
    _places: tuple[Observation, NamedPlaces] | None = None
    """What was last seen, and its places."""

    def __post_init__(self) -> None:
        self._order = OrderOfArrival(self.words.players, self.words.listed, self.listings)

    @property
    def answered_by_engine(self) -> Sequence[str]:
        """The decisions that the engine says it answers by itself, always or where they have one answer."""
        return [*self.target.greeting.chooses, *self.target.greeting.unasked]

    def judge(self) -> Judge:
        """A judge of this game, who has seen nothing of it. Raises MissingValue."""
        return self.target.judge({**self.cards.own, **self.start.known, **self.in_play})

    def as_given(self, observation: Observation) -> Observation:
        """An observation without the cards beyond the position that an engine was led to.

        Raises Astray where what comes next hangs on those.
        """
        return self.adapter.as_given(observation) if isinstance(self.adapter, Led) else observation

    @property
    def places(self) -> NamedPlaces:
        """What the engine shows now of what the position gives, in the scenario's words. Raises Astray."""
        if self._places is None or self._places[0] is not self.observation:
            seen = self.as_given(self.observation)
            if self._places is None and self.start.position is not None:
                self._order.begin(seen, self.start.position)
            self._order.follow(seen)
            self._places = self.observation, self.in_view(seen)
        return self._places[1]

    def in_view(self, observation: Observation) -> NamedPlaces:
        """What an observation shows, in the scenario's words, of what was followed so far."""
        return NamedPlaces(self._order.ordered(observation), self.words, self.cards, self._order)

    @property
    def shown(self) -> str:
        """How far the scenario got."""
        led = f"{LED_THERE} {counted(self.way, 'action')}; " if self.way is not None else ""
        far = f"{led}{counted(len(self.taken), 'step')}, {counted(self.expectations_met, 'expectation')} met"
        lists = {
            "not compared": list(self.not_compared),
            LEFT_TO_ENGINE: _times(self.left_to_engine),
            "answered for the scenario": _times(self.answered_for_it),
        }
        return "; ".join([far, *(f"{what}: {', '.join(named)}" for what, named in lists.items() if named)])

    def suspects(self, *rules: str) -> list[str]:
        """The rules that may be broken: the first of these that there is, else the one by which the scenario
        expects what failed, else all of its own."""
        named = [rule for rule in (*rules, self.rule) if rule][:1]
        return named or list(self.scenario.rules)

    def trace(self, finding: Finding) -> Trace:
        """The steps so far as a trace."""
        trace = self.target.trace(self.start, self.taken, finding)
        trace = msgspec.structs.replace(trace, suspects=finding.suspects)
        if self.deck is None:
            return trace
        return msgspec.structs.replace(trace, start=plain({"deck": self.deck, "cards": self.cards.cards}))


def _times(decisions: Counter[str]) -> list[str]:
    return [name if times == 1 else f"{name} ({times} times)" for name, times in decisions.items()]
