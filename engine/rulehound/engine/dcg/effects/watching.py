"""What is looked for in a match: which cards have effects that go on all the time, and which wait for what.

It is worked out once for each card, and once for each pile of cards that comes into play, not at everything
that happens. Nothing here depends on how a game stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects.language import Effect, Give, Grant, Step, Tally
from rulehound.engine.dcg.in_play import Stack

WAITS_FOR: Mapping[str, str] = {
    "on-play": "played",
    "when-digivolving": "digivolved",
    "when-attacking": "attacks",
    "on-deletion": "deleted",
    "end-of-attack": "end-of-attack",
}
"""Timing of an effect to what has to happen to its own Digimon or Tamer."""

PROTECTING = frozenset({"effects-of-opponent", "effects-of-options", "effects-of-digimon"})
"""What keeps the opponent's effects away from a stack."""

BEFORE = "before "
"""In front of a happening: what waits for this comes before it."""


class Listener(NamedTuple):
    """An effect of a card in play that waits for something."""

    card: str
    place: int
    """Which of the card's effects it is."""
    effect: Effect


class Waiting(NamedTuple):
    """An effect of a card in a battle area that waits for something."""

    player: int
    stack: str
    listener: Listener


class StackWatch(NamedTuple):
    """The effects that the cards of a stack give it."""

    listeners: Mapping[str, tuple[Listener, ...]]
    """By what they wait for."""
    continuous: tuple[tuple[str, Effect], ...]
    """Those that go on, each with its card."""


class Going(NamedTuple):
    """A continuous effect of something in a battle area."""

    effect: Effect
    card: str
    stack: str
    words: frozenset[str]
    """What it gives, for whoever looks for one thing alone."""


class Continuous(NamedTuple):
    """Continuous effects of what is in the battle areas."""

    own: Mapping[str, tuple[Going, ...]]
    """Stack id to those that give something to that very stack."""
    others: tuple[Going, ...]
    """Those that give something to more than what they stand on."""


def awaited_by(effect: Effect) -> str:
    """What an effect waits for: a happening, `BEFORE` and a happening, or else its timing."""
    if effect.timing in ("when", "would") and effect.event is not None:
        return effect.event.happens if effect.timing == "when" else BEFORE + effect.event.happens
    return WAITS_FOR.get(effect.timing, effect.timing)


def effects_within(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Effects, with those that they give."""
    for effect in effects:
        yield effect
        grants = [effect.gives] if effect.gives is not None else []
        grants += (step.gives for step in all_steps((*effect.cost, *effect.steps)) if isinstance(step, Give))
        for gives in grants:
            yield from effects_within(gives.effects)


def all_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """Steps, with those that lie within them."""
    for step in steps:
        yield step
        for field in ("steps", "cost", "then", "otherwise"):
            yield from all_steps(getattr(step, field, ()))


@lru_cache(maxsize=1024)
def words_of(gives: Grant) -> frozenset[str]:
    """What an effect gives: keywords, what it forbids, and the other fields of a `Grant` by name."""
    amounts = ("dp", "security_attack", "play_cost", "digivolution_cost", "effects", "decoy")
    words = {*gives.keywords, *gives.cannot, *(field for field in amounts if getattr(gives, field))}
    return frozenset(words | {"security-attack"} if gives.security_attack else words)


class Watch:
    """What is looked for in one match; it is no part of any position."""

    def __init__(self, facts: Mapping[str, CardFacts]) -> None:
        self._facts = {card: each for card, each in facts.items() if each.effects}
        printed = {id(each): each for each in facts.values()}.values()
        found = [one for each in printed for one in effects_within(each.effects)]
        self.awaited = frozenset(map(awaited_by, found))
        """Everything that an effect of any card waits for, or one that it gives."""
        self.gives_effects = len(found) > sum(len(each.effects) for each in printed)
        """Whether any effect gives effects."""
        self._stacks: dict[tuple[str, ...], StackWatch] = {}
        self._going: tuple[Going, ...] = ()
        self._by_word: dict[str, Continuous] = {}
        self._waiting: dict[str, tuple[Waiting, ...]] = {}
        self._gaining: tuple[tuple[int, Stack], ...] = ()
        self._areas: tuple[tuple[Stack, ...], tuple[Stack, ...]] = ((), ())
        """The battle areas of which the last four have been worked out."""
        self._at_rest: tuple[object, object, object] = (None, None, None)

    def stack(self, cards: tuple[str, ...]) -> StackWatch:
        """The effects that these cards, from the top down, give the stack that they are."""
        found = self._stacks.get(cards)
        if found is None:
            found = self._stacks[cards] = self._look_at(cards)
        return found

    def _look_at(self, cards: tuple[str, ...]) -> StackWatch:
        listeners: dict[str, tuple[Listener, ...]] = {}
        continuous: list[tuple[str, Effect]] = []
        for place, card in enumerate(cards):
            facts = self._facts.get(card)
            for index, effect in enumerate(facts.effects if facts is not None else ()):
                if effect.inherited != bool(place):  # rule: effects.inherited
                    continue
                if effect.timing == "continuous":
                    continuous.append((card, effect))
                else:
                    awaited = awaited_by(effect)
                    listeners[awaited] = (*listeners.get(awaited, ()), Listener(card, index, effect))
        return StackWatch(listeners, tuple(continuous))

    def continuous(self, first: tuple[Stack, ...], second: tuple[Stack, ...], word: str) -> Continuous:
        """The continuous effects of two battle areas that have to do with a word of `words_of`; all for ''.

        They are worked out anew where either area is another one than the last time.
        """
        self._turn_to(first, second)
        found = self._by_word.get(word)
        if found is None:
            found = self._by_word[word] = sorted_out(self._going, word)
        return found

    def waiting(
        self, first: tuple[Stack, ...], second: tuple[Stack, ...], awaited: str
    ) -> tuple[Waiting, ...]:
        """The effects of the cards in two battle areas that wait for something, the first player's first."""
        self._turn_to(first, second)
        found = self._waiting.get(awaited)
        if found is None:
            found = self._waiting[awaited] = tuple(
                Waiting(player, stack.id, listener)
                for player, area in enumerate((first, second))
                for stack in area
                for listener in self.stack(stack.cards).listeners.get(awaited, ())
            )
        return found

    def gaining(self, first: tuple[Stack, ...], second: tuple[Stack, ...]) -> tuple[tuple[int, Stack], ...]:
        """What in two battle areas has effects that last on it, with its player."""
        self._turn_to(first, second)
        return self._gaining

    def _turn_to(self, first: tuple[Stack, ...], second: tuple[Stack, ...]) -> None:
        """Forget what was worked out where either battle area is another one than the last time."""
        if self._areas[0] is first and self._areas[1] is second:
            return
        self._areas = (first, second)
        self._going = tuple(self._look_over((*first, *second)))
        self._gaining = tuple(
            (player, stack)
            for player, area in enumerate((first, second))
            for stack in area
            if stack.lasting and any(one.gives.effects for one in stack.lasting)
        )
        self._by_word = {}
        self._waiting = {}

    def goes_on(self, first: tuple[Stack, ...], second: tuple[Stack, ...], word: str) -> bool:
        """Whether some continuous effect of two battle areas gives what has to do with this word."""
        own, others = self.continuous(first, second, word)
        return any(word in one.words for group in (*own.values(), others) for one in group)

    def lowers_dp(self, first: tuple[Stack, ...], second: tuple[Stack, ...]) -> bool:
        """Whether some continuous effect of two battle areas makes DP less."""
        own, others = self.continuous(first, second, "dp")
        return any(lowers(one.effect.gives) for group in (*own.values(), others) for one in group)

    def is_at_rest(self, first: object, second: object, lasting: object) -> bool:
        """Whether these are the very areas and lasting effects that `came_to_rest` was last told of."""
        known = self._at_rest
        return known[0] is first and known[1] is second and known[2] is lasting

    def came_to_rest(self, first: object, second: object, lasting: object) -> None:
        """Rule processing has found nothing to do, and finds nothing while these two battle areas and effects
        that last on all that fits are the very same."""
        self._at_rest = (first, second, lasting)

    def _look_over(self, stacks: tuple[Stack, ...]) -> Iterator[Going]:
        for stack in stacks:
            for card, effect in (*self.stack(stack.cards).continuous, *given(stack)):
                if effect.gives is not None:
                    yield Going(effect, card, stack.id, words_of(effect.gives))


def lowers(gives: Grant | None) -> bool:
    """Whether what an effect gives makes DP less."""
    change = 0 if gives is None else gives.dp
    return (change.each if isinstance(change, Tally) else change) < 0


def sorted_out(going: Iterable[Going], word: str) -> Continuous:
    """The effects that have to do with a word, or that may keep other effects away, by what they are on."""
    own: dict[str, tuple[Going, ...]] = {}
    others: list[Going] = []
    for one in going:
        if word and word not in one.words and PROTECTING.isdisjoint(one.words):
            continue
        if one.effect.target.role == "this":
            own[one.stack] = (*own.get(one.stack, ()), one)
        else:
            others.append(one)
    return Continuous(own, tuple(others))


def given(stack: Stack) -> Iterator[tuple[str, Effect]]:
    """The continuous effects that last on a stack, as those of its top card."""
    for one in stack.lasting:
        for effect in one.gives.effects:
            if effect.timing == "continuous":
                yield stack.cards[0], effect
