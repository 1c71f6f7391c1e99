"""What an effect speaks of: the stacks and cards that are such as it says, and whether a given one is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from rulehound.engine.dcg import attributes
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects.language import Which
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint, named, stack_in_play
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.state import PLAYERS, State, card_of, owner_of

Thing: TypeAlias = Stack | str
"""A stack in play, or as it was when it left; or a card by its id."""

Asked = Callable[[State, Thing, CardFacts, Any, int], bool]
"""Whether a thing, with these printed facts, is as an effect says; the number is of rounds of effects."""

PILES: Mapping[str, str] = {
    "hand": "hand",
    "trash": "trash",
    "security": "security",
    "deck": "deck",
    "egg-deck": "egg_deck",
    "revealed": "revealed",
}
"""Area of cards to the pile of a player."""


def things(state: State, at: Standpoint, which: Which, rounds: int = ROUNDS) -> list[str]:
    """Ids of all stacks and cards of which an effect speaks, in the order in which they lie.

    `rounds` is for what continuous effects ask of each other: see `gifts`.
    """
    found = lying(state, at, which) if which.role in ("", "other") else with_role(state, at, which)
    return [id_of(thing) for thing in found if fits(state, which, thing, rounds)]


def id_of(thing: Thing) -> str:
    """The id of a stack or card."""
    return thing if isinstance(thing, str) else thing.id


def lying(state: State, at: Standpoint, which: Which) -> Iterator[Thing]:
    """All that lies in the area that an effect names, of the players that it names."""
    excluded = (at.stack, at.card) if which.role == "other" else ()
    if which.area == "under":
        found: list[Thing] = list(under(state, at, which.under_of or "this"))
    else:
        found = [thing for player in sides(at.player, which.of) for thing in area_of(state, player, which)]
    return (thing for thing in found if id_of(thing) not in excluded)


def sides(me: int, of: str) -> tuple[int, ...]:
    """The players that are meant, seen from one of them."""
    if of == "both":
        return (me, 1 - me)  # rule: effects.whom
    return (me,) if of == "me" else (1 - me,)  # rule: effects.whom


def area_of(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """What lies in one player's area; without a word about it, the battle area."""
    areas = state.players[player]
    if which.area == "battle":
        return areas.battle  # rule: stack.one
    if which.area == "breeding":
        return () if areas.breeding is None else (areas.breeding,)
    pile: tuple[str, ...] = getattr(areas, PILES[which.area])
    return pile[: which.top] if which.top else pile


def under(state: State, at: Standpoint, role: str) -> Iterator[str]:
    """The digivolution cards of what has a role."""
    for one in named(state, at, role):
        stack = stack_in_play(state, one)
        if stack is not None:
            yield from stack.cards[1:]  # rule: stack.digivolution-cards


def with_role(state: State, at: Standpoint, which: Which) -> Iterator[Thing]:
    """What a role stands for, as far as it is still where the effect looks for it.

    That is the battle area, or the breeding area where the effect names it. A card is found in the area that
    the effect names, while it is in no area, and where it was when the effect gave it a name.
    """
    places = {which.area, "revealed"} | {one.area for one in at.bound if one.name == which.role}
    for one in named(state, at, which.role):
        stack = stack_in_play(state, one)
        if stack is None:
            if lies_in(state, one, places):
                yield one
        elif (stack in breeding_areas(state)) == ("breeding" in places):
            yield stack


def breeding_areas(state: State) -> list[Stack | None]:
    """What is in the breeding areas."""
    return [player.breeding for player in state.players]


def lies_in(state: State, card: str, places: set[str]) -> bool:
    """Whether a card lies in one of some areas."""
    owner = state.players[owner_of(card)] if card in state.match.facts else None
    if owner is None:
        return False
    if "under" in places and is_under(owner, card):
        return True
    return any(card in getattr(owner, PILES[place]) for place in places if place in PILES)


def is_under(player: Player, card: str) -> bool:
    """Whether a card lies under the top card of one of a player's stacks in the battle area."""
    return any(card in stack.cards[1:] for stack in player.battle)


def fits(state: State, which: Which, thing: Thing, rounds: int = ROUNDS) -> bool:
    """Whether a stack or card is what an effect says, wherever it lies."""
    facts = card_of(state, thing if isinstance(thing, str) else thing.cards[0])
    for field, wanted in which.asked:  # noqa: SIM110 (a generator takes as long as the tests)
        if not TESTS[field](state, thing, facts, wanted, rounds):
            return False
    return True


def is_of_kind(_state: State, thing: Thing, facts: CardFacts, wanted: tuple[str, ...], _rounds: int) -> bool:
    """A Digi-Egg in play counts as a Digimon."""
    # rule: effects.either
    return facts.kind in wanted or (isinstance(thing, Stack) and facts.is_digimon and "digimon" in wanted)


def at_least(value: Callable[[State, Thing, CardFacts, int], int | None]) -> Asked:
    """A lower bound of a value; what has no such value does not meet it."""

    def asked(state: State, thing: Thing, facts: CardFacts, wanted: int, rounds: int) -> bool:
        found = value(state, thing, facts, rounds)
        return found is not None and found >= wanted

    return asked


def at_most(value: Callable[[State, Thing, CardFacts, int], int | None]) -> Asked:
    """An upper bound of a value; what has no such value does not meet it."""

    def asked(state: State, thing: Thing, facts: CardFacts, wanted: int, rounds: int) -> bool:
        found = value(state, thing, facts, rounds)
        return found is not None and found <= wanted

    return asked


def dp(state: State, thing: Thing, facts: CardFacts, rounds: int) -> int | None:
    """Present DP in play, printed DP elsewhere."""
    return attributes.dp_of(state, thing, rounds) if isinstance(thing, Stack) else facts.dp


def level(_state: State, _thing: Thing, facts: CardFacts, _rounds: int) -> int | None:
    """Printed level."""
    return facts.level


def cost(_state: State, _thing: Thing, facts: CardFacts, _rounds: int) -> int | None:
    """Printed play cost."""
    return facts.play_cost


def cards_under(_state: State, thing: Thing, _facts: CardFacts, _rounds: int) -> int:
    """How many digivolution cards there are."""
    return len(thing.cards) - 1 if isinstance(thing, Stack) else 0


def has_keyword(state: State, thing: Thing, _facts: CardFacts, wanted: Any, rounds: int) -> bool:
    """Whether a thing counts as having a keyword."""
    return attributes.counts_as_having(state, thing, wanted, rounds)


TESTS: Mapping[str, Asked] = {
    "kind": is_of_kind,
    "name": lambda _state, _thing, facts, wanted, _rounds: facts.name == wanted,  # rule: effects.name
    "name_has": lambda _state, _thing, facts, wanted, _rounds: (
        wanted in facts.name
    ),  # rule: effects.name-contains
    "number": lambda state, thing, _facts, wanted, _rounds: number_of(state, thing) == wanted,
    "trait": lambda _state, _thing, facts, wanted, _rounds: wanted in facts.traits,  # rule: effects.trait
    "colors": lambda _state, _thing, facts, wanted, _rounds: not set(facts.colors).isdisjoint(wanted),
    "level": lambda _state, _thing, facts, wanted, _rounds: facts.level == wanted,
    "level_at_least": at_least(level),
    "level_at_most": at_most(level),
    "dp_at_least": at_least(dp),
    "dp_at_most": at_most(dp),
    "cost_at_least": at_least(cost),
    "cost_at_most": at_most(cost),
    "under_at_least": at_least(cards_under),
    "under_at_most": at_most(cards_under),
    "suspended": lambda _state, thing, _facts, wanted, _rounds: (
        isinstance(thing, Stack) and thing.suspended == wanted
    ),
    "token": lambda _state, thing, _facts, wanted, _rounds: (
        (isinstance(thing, Stack) and thing.token) == wanted
    ),
    "keyword": has_keyword,
}
"""Field of a `Which` to the test of what a thing is."""


def number_of(state: State, thing: Thing) -> str | None:
    """The card number of a thing; None for a token, which has none."""
    return state.match.numbers.get(thing if isinstance(thing, str) else thing.cards[0])


def holder(state: State, thing: Thing) -> int:
    """Whose area a thing is in, or was in."""
    if isinstance(thing, str):
        return owner_of(thing)
    for player in PLAYERS:
        if thing in state.players[player].battle:
            return player
    return owner_of(thing.cards[0])
