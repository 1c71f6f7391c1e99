"""The present state of things in play: what effects give them, their DP and keywords, which conditions hold.

Continuous effects may ask for what they themselves change: a Digimon with 10000 DP gains Blocker, one with
Blocker gains DP. It is settled in rounds: what the condition of an effect asks for is told by the effects of
the round below, and in the lowest round (0) by what is printed and by what lasts on the Digimon itself. So a
chain of effects, each of which needs the one before, holds as a whole unless it is longer than there are
rounds. These questions lead to one another, so they stand in one module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects import candidates
from rulehound.engine.dcg.effects.candidates import NOTHING, Thing, id_of, lying, number_of, with_role
from rulehound.engine.dcg.effects.language import (
    AMOUNTS,
    EVERYTHING,
    PROTECTION,
    Amount,
    Blitz,
    Condition,
    Count,
    DeDigivolve,
    DigiBurst,
    Draw,
    Effect,
    Grant,
    If,
    May,
    Memory,
    Recovery,
    Reveal,
    Step,
    Suspend,
    Unsuspend,
    Which,
)
from rulehound.engine.dcg.effects.standpoint import (
    ROUNDS,
    Standpoint,
    as_they_left,
    battling,
    named,
    source_kind,
    stack_in_play,
)
from rulehound.engine.dcg.effects.vocabulary import Forbidden, Keyword
from rulehound.engine.dcg.effects.watching import Going
from rulehound.engine.dcg.in_play import Everywhere, Lasting, Stack
from rulehound.engine.dcg.state import THE_PLAYER, State, card_of, facts_of, holder_of, owner_of

IMMUNITIES: Mapping[Forbidden, tuple[str, ...]] = {
    "effects-of-opponent": ("digimon", "tamer", "option"),
    "effects-of-options": ("option",),
    "effects-of-digimon": ("digimon",),
    "effects-of-tamers": ("tamer",),
}
"""Protection from the opponent's effects, to the kinds of cards whose effects it keeps away."""


KEYWORD_STEPS: Mapping[type[Step], Keyword] = {
    Blitz: "blitz",
    DigiBurst: "digi-burst",
    Recovery: "recovery",
    Draw: "draw",
    DeDigivolve: "de-digivolve",
}
"""Steps that are the keyword of an effect at some timing."""


ALWAYS = Condition()


GOING_ON = 1 << 53
"""In `Gift.since`: what an effect gives for as long as its card is there counts as given last."""


Told = TypeVar("Told")

Asked = Callable[[State, Thing, CardFacts, Any, int], bool]
"""Whether a thing, with these printed facts, is as an effect says; the number is of rounds of effects."""


class Gift(msgspec.Struct, frozen=True, gc=False):
    """What an effect gives at this moment, and where the effect comes from."""

    gives: Grant
    at: Standpoint
    inherited: bool = False
    since: int = GOING_ON
    """Of two things that last, the one with the higher number was given later."""


def gifts_to(state: State, stack: Stack, word: str = EVERYTHING, rounds: int = ROUNDS) -> list[Gift]:
    """What effects give to a stack now: everything, or what has to do with one word of `Grant.words`.

    What the opponent's effects give goes for nothing while the stack is protected from them.
    """
    gifts = offered(state, stack, word, rounds)
    if gifts:
        mine = owner_of(stack.cards[0])
        if any(gift.at.player != mine for gift in gifts):
            guards = offered(state, stack, PROTECTION, rounds)
            # rule: effects.gained
            return [gift for gift in gifts if gift.at.player == mine or not stopped(state, gift, guards)]
    return gifts


def offered(state: State, stack: Stack, word: str, rounds: int) -> list[Gift]:
    """What effects would give to a stack if nothing kept them away."""
    gifts = []
    if stack.lasting:
        lasting = [one for one in stack.lasting if word in one.gives.words]
        gifts += [of_lasting(one) for one in lasting]
    if rounds and (state.lasting or word in state.match.watch.field(state.players).giving):
        gifts += asked_once(all_from_elsewhere, state, stack, word, rounds)
    return gifts


def all_from_elsewhere(state: State, stack: Stack, word: str, rounds: int) -> tuple[Gift, ...]:
    """What `from_elsewhere` tells, all of it."""
    return tuple(from_elsewhere(state, stack, word, rounds))


def asked_once(
    ask: Callable[[State, Any, Any, int], Told], state: State, thing: Thing, word: Any, rounds: int
) -> Told:
    """What a question about effects comes to: asked once a round, for as long as nothing of the game changes.

    So the rounds cost the same each, however many effects ask for each other. In the highest one nobody asks
    often enough for that to save anything.
    """
    if rounds == ROUNDS:
        return ask(state, thing, word, rounds)
    known = state.match.watch.told(all_that_counts(state))
    key = ask, thing if isinstance(thing, str) else id(thing), word, rounds
    if key not in known:
        known[key] = thing, ask(state, thing, word, rounds)
    told: Told = known[key][1]
    return told


def all_that_counts(state: State) -> tuple[object, ...]:
    """Everything on which it depends what continuous and lasting effects give."""
    one, two = state.players
    return (
        *(one.battle, one.breeding, one.hand, one.trash, one.security, one.deck, one.egg_deck, one.revealed),
        *(two.battle, two.breeding, two.hand, two.trash, two.security, two.deck, two.egg_deck, two.revealed),
        *(state.turn, state.memory, state.attack, state.lasting),
    )


def from_elsewhere(state: State, stack: Stack, word: str, rounds: int) -> Iterator[Gift]:
    """What continuous effects, and lasting ones on all that fits, give to a stack in play."""
    area = area_of(state, stack)
    for one in state.lasting:
        if word in one.gives.words:
            at = everywhere(one)
            if is_meant(state, at, one.target, stack, area, rounds - 1):  # rule: effects.all-or-chosen
                yield Gift(one.gives, at, one.inherited, one.since)
    for each in state.match.watch.field(state.players).giving.get(word, ()):
        effect = each.effect
        if effect.target.role != "this" or each.stack == stack.id:
            at = standpoint_of(each)
            meant = is_meant(state, at, effect.target, stack, area, rounds - 1)
            if meant and is_on(state, at, effect, rounds - 1) and is_had(state, each, rounds - 1):
                yield Gift(each.gives, at, effect.inherited)


def of_lasting(one: Lasting) -> Gift:
    """What lasts on a stack, as something that an effect gives it."""
    return Gift(one.gives, Standpoint(one.player, one.card), one.inherited, one.since)


def is_had(state: State, going: Going, rounds: int = ROUNDS) -> bool:
    """Whether a stack has a continuous effect: one that was given to it rests while it is protected."""
    if going.given is None or going.given.player == owner_of(going.card):
        return True
    stack = stack_in_play(state, going.stack)
    guards = () if stack is None else offered(state, stack, PROTECTION, rounds)
    return not stopped(state, of_lasting(going.given), guards)  # rule: effects.gained


def standpoint_of(going: Going) -> Standpoint:
    """From where a continuous effect sees the game."""
    return Standpoint(owner_of(going.top), going.card, going.stack)  # rule: effects.inherited


def area_of(state: State, stack: Stack) -> str:
    """The area in which a stack is: battle or breeding; nothing where it has left."""
    for player in state.players:
        if player.breeding is not None and player.breeding.id == stack.id:
            return "breeding"
    return "" if holder_of(state, stack.id) is None else "battle"


def is_meant(state: State, at: Standpoint, which: Which, stack: Stack, area: str, rounds: int) -> bool:
    """Whether a stack in this area is one of those of which a continuous or lasting effect speaks."""
    if which.area != area:
        return False  # rule: breeding.no-effects
    if which.role == "this":
        return stack.id == at.stack and is_such(state, at, which, stack, rounds)
    if which.role == "other" and stack.id == at.stack:
        return False
    mine = owner_of(stack.cards[0])
    return mine in candidates.sides(at.player, which.of) and is_such(state, at, which, stack, rounds)


def is_on(state: State, at: Standpoint, effect: Effect, rounds: int = ROUNDS) -> bool:
    """Whether a continuous effect works at this moment."""
    turn = state.turn in candidates.sides(at.player, effect.turn)  # rule: effects.turn
    return turn and holds(state, at, effect.condition, rounds)  # rule: effects.continuous


def stopped(state: State, gift: Gift, guards: Iterable[Gift]) -> bool:
    """Whether something else that is given to a stack keeps what an opponent's effect gives from it."""
    kind = source_kind(state, gift.at.card, inherited=gift.inherited) if gift.at.card else ""
    others = (guard.gives for guard in guards if not of_one_effect(state, guard, gift))
    return any(protects(gives, kind) for gives in others)  # rule: effects.immune


def of_one_effect(state: State, one: Gift, other: Gift) -> bool:
    """Whether two things are given by one effect of a card, or of two copies of it."""
    cards = one.at.card, other.at.card
    if one.gives != other.gives:
        return False
    return cards[0] == cards[1] or (all(cards) and card_of(state, cards[0]) == card_of(state, cards[1]))


def protects(gives: Grant, kind: str) -> bool:
    """Whether what an effect gives protects from the opponent's effects of a kind."""
    return any(kind in IMMUNITIES.get(what, ()) for what in gives.cannot)


def everywhere(one: Everywhere) -> Standpoint:
    """From where a lasting effect on all that fits sees the game."""
    return Standpoint(one.player, one.card, one.stack)


def dp_of(state: State, stack: Stack, rounds: int = ROUNDS) -> int | None:
    """Present DP of a stack; None where its top card has none."""
    printed = facts_of(state, stack).dp
    if state.match.plain and not stack.lasting:
        return printed
    if printed is None:
        printed = dp_as_digimon(state, stack, rounds)
    if printed is None:
        return None
    given = gifts_to(state, stack, "dp", rounds)
    if not given:
        return printed
    changes = [amount(state, gift.at, gift.gives.dp, rounds - 1) for gift in given]
    if any(change < 0 for change in changes) and cannot(state, stack, "dp-reduction", rounds):
        changes = [change for change in changes if change > 0]
    return max(printed + sum(changes), 0)  # rule: dp.modify, dp.floor, effects.overlap


def dp_as_digimon(state: State, stack: Stack, rounds: int = ROUNDS) -> int | None:
    """The DP of a stack that an effect makes a Digimon; None where none does."""
    if state.match.plain and not stack.lasting:
        return None
    given = sorted(gifts_to(state, stack, "as_digimon", rounds), key=order_of_giving)
    return given[-1].gives.as_digimon if given else None  # rule: effects.later


def order_of_giving(gift: Gift) -> tuple[int, int]:
    """The place of a gift among others, the last given last.

    What cards give for as long as they are there stands in the order in which their stacks came into play.
    """
    return gift.since, int(gift.at.stack[1:] or 0)  # rule: effects.later


def is_digimon(state: State, stack: Stack, rounds: int = ROUNDS) -> bool:
    """Whether a stack in play is a Digimon: by its top card, or since an effect makes it one."""
    return facts_of(state, stack).is_digimon or dp_as_digimon(state, stack, rounds) is not None


def has(state: State, stack: Stack, keyword: Keyword, rounds: int = ROUNDS) -> bool:
    """Whether a stack has a keyword now."""
    if keyword in facts_of(state, stack).keywords:
        return True
    if state.match.plain and not stack.lasting:
        return False
    return bool(gifts_to(state, stack, keyword, rounds))


def cannot(state: State, stack: Stack, what: Forbidden, rounds: int = ROUNDS) -> bool:
    """Whether an effect forbids this to a stack, or protects it from that."""
    if state.match.plain and not stack.lasting:
        return False
    return bool(gifts_to(state, stack, what, rounds))


def counts_as_having(state: State, thing: Stack | str, keyword: Keyword, rounds: int = ROUNDS) -> bool:
    """Whether a stack or card has a keyword, or has an effect with it at whatever timing."""
    if isinstance(thing, Stack):
        if has(state, thing, keyword, rounds):
            return True
        at = Standpoint(owner_of(thing.cards[0]), thing.cards[0], thing.id)
        own = [effect for effect in facts_of(state, thing).effects if not effect.inherited]
        own += [
            effect for card in thing.cards[1:] for effect in card_of(state, card).effects if effect.inherited
        ]
        given = gifts_to(state, thing, "effects", rounds) if rounds else []
        own += [effect for gift in given for effect in gift.gives.effects]  # rule: effects.gained
    else:
        facts = card_of(state, thing)
        if keyword in facts.keywords:  # rule: keyword.same
            return True
        at = Standpoint(owner_of(thing), thing)
        own = list(facts.effects)
    return any(
        holds(state, at, effect.condition, rounds - 1) and mentions(state, at, effect, keyword, rounds - 1)
        for effect in own
        if rounds
    )  # rule: effects.keyword-had


def mentions(state: State, at: Standpoint, effect: Effect, keyword: Keyword, rounds: int) -> bool:
    """Whether a keyword is what an effect does at its timing, as things are now."""
    if keyword == "delay" and effect.timing == "delay":
        return True
    whole = May(effect.steps, effect.cost)
    return any(KEYWORD_STEPS.get(type(step)) == keyword for step in reachable(state, at, (whole,), rounds))


def reachable(state: State, at: Standpoint, steps: Iterable[Step], rounds: int) -> Iterator[Step]:
    """Steps, with those within them that come if their condition holds, or if their cost can be paid."""
    for step in steps:
        yield step
        inner: tuple[Step, ...] = step.steps if isinstance(step, Reveal) else ()
        if isinstance(step, If):
            inner = step.then if holds(state, at, step.condition, rounds) else step.otherwise
        elif isinstance(step, May):
            yield from reachable(state, at, step.cost, rounds)
            payable = all(can_be_done(state, at, one, rounds) for one in step.cost)
            inner = step.steps if payable else ()  # rule: effects.keyword-had
        yield from reachable(state, at, inner, rounds)


def can_be_done(state: State, at: Standpoint, step: Step, rounds: int) -> bool:
    """Whether a part of a cost can be paid, as far as one asks who only wants to know of a keyword."""
    if isinstance(step, Memory):
        player = at.player if step.of == "me" else 1 - at.player
        return memory.affordable(state, player, -amount(state, at, step.amount, rounds))
    which: Which | None = getattr(step, "target", None)
    if isinstance(step, DigiBurst):
        which = Which(area="under", count=step.count)
    if which is None:
        return True
    if isinstance(step, Suspend | Unsuspend):
        which = msgspec.structs.replace(which, suspended=isinstance(step, Unsuspend))
    least = 1 if which.up_to or which.count == "all" else which.count
    return len(things(state, at, which, rounds)) >= least


def holds(state: State, at: Standpoint, condition: Condition, rounds: int = ROUNDS) -> bool:
    """Whether everything that a condition says is so now."""
    if condition == ALWAYS:
        return True
    return (
        state.turn in candidates.sides(at.player, condition.turn)
        and all(is_met(state, at, count, rounds) for count in condition.counts)
        and (condition.this is None or any_fits(state, at, "this", condition.this, rounds))
        and (condition.subject is None or any_fits(state, at, "subject", condition.subject, rounds))
        and in_bounds(memory_of(state, at.player), condition.memory_at_least, condition.memory_at_most)
        and (not condition.attack_on or attack_is_on(state) == condition.attack_on)
        and (not condition.any_of or any(holds(state, at, one, rounds) for one in condition.any_of))
        and not any(holds(state, at, one, rounds) for one in condition.none_of)
    )


def is_met(state: State, at: Standpoint, count: Count, rounds: int) -> bool:
    """Whether there are as many of something as a condition says; nothing counts in the breeding area.

    What lay under something that has left counts as it lay there.
    """
    left = as_they_left(at)  # rule: effects.as-it-was
    # rule: breeding.no-effects, breeding.not-counted
    found = len(things(state, at, count.which, rounds, left))
    return in_bounds(found, count.at_least, count.at_most)


def in_bounds(value: int, least: int | None, most: int | None) -> bool:
    """Whether a value keeps to its bounds; None bounds nothing."""
    return (least is None or value >= least) and (most is None or value <= most)


def memory_of(state: State, player: int) -> int:
    """The counter as a player sees it."""
    # rule: effects.memory-bounds
    return state.memory if player == state.turn else -state.memory  # rule: memory.shared


def attack_is_on(state: State) -> str:
    """What the attack under way was declared on: "player", "digimon", or nothing where there is none.

    A block changes nothing about that. It is on a Digimon no more when that has gone, or when Piercing goes
    on to the security stack.
    """
    attack = state.attack
    if attack is None or attack.declared == THE_PLAYER:
        return "" if attack is None else "player"
    # rule: attack.declared-on
    return "digimon" if battling(state, attack.declared) is not None and not attack.piercing else ""


def any_fits(state: State, at: Standpoint, role: str, which: Which, rounds: int) -> bool:
    """Whether what has a role is such, as it is, or as it was when it left."""
    # rule: effects.as-it-was
    left = as_they_left(at)
    for one in named(state, at, role):
        stack = stack_in_play(state, one) or left.get(one)
        if stack is not None or one in state.match.facts:
            if is_such(state, at, which, one if stack is None else stack, rounds):
                return True
            if role == "this" and stack is not None:
                return False  # the stack is what has the effect, not the card by itself
    return False


def amount(state: State, at: Standpoint, value: Amount, rounds: int = ROUNDS) -> int:
    """How much an effect amounts to now."""
    if isinstance(value, int):
        return value
    # rule: effects.number-of-times
    return len(things(state, at, value.which, rounds)) // value.per * value.each  # rule: effects.each


def counted(state: State, at: Standpoint, gives: Grant) -> Grant:
    """What an effect gives, with its amounts counted now once and for all."""
    changed = {
        field: amount(state, at, getattr(gives, field))
        for field in AMOUNTS
        if not isinstance(getattr(gives, field), int)
    }
    return msgspec.structs.replace(gives, **changed) if changed else gives


def things(
    state: State, at: Standpoint, which: Which, rounds: int = ROUNDS, left: Mapping[str, Stack] = NOTHING
) -> list[str]:
    """Ids of all stacks and cards of which an effect speaks, in the order in which they lie.

    `rounds` is for what continuous effects ask of each other: see `gifts`; `left` are stacks that have left,
    and count with the cards that lay under them.
    """
    roleless = which.role in ("", "other")
    named_things = lying(state, at, which, left) if roleless else with_role(state, at, which)
    asked = bounded(state, at, which, rounds)
    return [id_of(thing) for thing in named_things if fits(state, asked, thing, rounds)]


def bounded(state: State, at: Standpoint, which: Which, rounds: int = ROUNDS) -> Which:
    """What an effect says of things, with the bounds counted that are counted, as it is now."""
    if not which.tallies:
        return which
    counts = {field: amount(state, at, tally, rounds) for field, tally in which.tallies}
    return msgspec.structs.replace(which, **counts)  # rule: effects.each


def is_such(state: State, at: Standpoint, which: Which, thing: Thing, rounds: int = ROUNDS) -> bool:
    """Whether a stack or card is what an effect says, seen from this effect."""
    return fits(state, bounded(state, at, which, rounds), thing, rounds)


def fits(state: State, which: Which, thing: Thing, rounds: int = ROUNDS) -> bool:
    """Whether a stack or card is what an effect says, wherever it lies."""
    facts = card_of(state, thing if isinstance(thing, str) else thing.cards[0])
    for field, wanted in which.asked:  # noqa: SIM110 (a generator takes as long as the tests)
        if not TESTS[field](state, thing, facts, wanted, rounds):
            return False
    return True


def is_of_kind(state: State, thing: Thing, facts: CardFacts, wanted: tuple[str, ...], rounds: int) -> bool:
    """A Digi-Egg in play counts as a Digimon."""
    # rule: effects.either
    if facts.kind in wanted or "digimon" not in wanted or not isinstance(thing, Stack):
        return facts.kind in wanted
    return facts.is_digimon or dp_as_digimon(state, thing, rounds) is not None


def at_least(value: Callable[[State, Thing, CardFacts, int], int | None]) -> Asked:
    """A lower bound of a value; what has no such value does not meet it."""

    def test(state: State, thing: Thing, facts: CardFacts, wanted: int, rounds: int) -> bool:
        number = value(state, thing, facts, rounds)
        return number is not None and number >= wanted

    return test


def at_most(value: Callable[[State, Thing, CardFacts, int], int | None]) -> Asked:
    """An upper bound of a value; what has no such value does not meet it."""

    def test(state: State, thing: Thing, facts: CardFacts, wanted: int, rounds: int) -> bool:
        number = value(state, thing, facts, rounds)
        return number is not None and number <= wanted

    return test


def dp(state: State, thing: Thing, facts: CardFacts, rounds: int) -> int | None:
    """Present DP in play, printed DP elsewhere."""
    return dp_of(state, thing, rounds) if isinstance(thing, Stack) else facts.dp


def level(_state: State, _thing: Thing, facts: CardFacts, _rounds: int) -> int | None:
    """Printed level."""
    return facts.level


def cost(_state: State, _thing: Thing, facts: CardFacts, _rounds: int) -> int | None:
    """Printed play cost."""
    return facts.play_cost


def cards_under(_state: State, thing: Thing, facts: CardFacts, _rounds: int) -> int:
    """How many digivolution cards there are: those under a Tamer are none."""
    # rule: stack.digivolution-cards
    return len(thing.cards) - 1 if isinstance(thing, Stack) and facts.is_digimon else 0


def has_keyword(state: State, thing: Thing, _facts: CardFacts, wanted: Any, rounds: int) -> bool:
    """Whether a thing counts as having a keyword."""
    return asked_once(counts_as_having, state, thing, wanted, rounds)


def has_security_attack(state: State, thing: Thing, facts: CardFacts, wanted: int, rounds: int) -> bool:
    """Whether a thing has a Security Attack of a number: one that is printed, or one that an effect gives."""
    numbers = [facts.security_attack]
    if isinstance(thing, Stack):
        given = gifts_to(state, thing, "security_attack", rounds)
        numbers += [amount(state, gift.at, gift.gives.security_attack, rounds - 1) for gift in given]
    return wanted in filter(None, numbers)  # rule: security.count


TESTS: Mapping[str, Asked] = {
    "kind": is_of_kind,
    "name": lambda _state, _thing, facts, wanted, _rounds: facts.name == wanted,  # rule: effects.name
    "name_has": lambda _state, _thing, facts, wanted, _rounds: (
        wanted in facts.name
    ),  # rule: effects.name-contains
    "number": lambda state, thing, _facts, wanted, _rounds: number_of(state, thing) == wanted,
    "trait": lambda _state, _thing, facts, wanted, _rounds: facts.has_trait(wanted),  # rule: effects.trait
    "colors": lambda _state, _thing, facts, wanted, _rounds: not set(facts.colors).isdisjoint(wanted),
    "multicolor": lambda _state, _thing, facts, wanted, _rounds: (
        (len(facts.colors) > 1) == wanted
    ),  # rule: card.colors
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
    "security_attack": has_security_attack,
}
"""Field of a `Which` to the test of what a thing is."""
