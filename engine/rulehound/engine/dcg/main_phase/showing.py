"""A card that is shown to be played, used or digivolved into, until that is done.

The player shows it; effects that answer to that come first, then the choices that its keywords leave. Then it
is paid for and placed, in the order of the edition; or it cannot be paid for any more, and goes back.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rulehound.engine.dcg import attributes, memory
from rulehound.engine.dcg.actions import Done
from rulehound.engine.dcg.areas import place_of, put_back, take, without
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.language import BEFORE
from rulehound.engine.dcg.effects.triggers import happened, is_awaited
from rulehound.engine.dcg.effects.vocabulary import Happening
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import About, Cause, Happened, Shown

Stage = Callable[[State, Shown], None]

SHOWN = ""
ANSWERED = "answered"
"""Effects that come before it are over; there may be choices left."""
CHOOSING = "choosing"
"""The player has been asked what to place for it."""
CHOSEN = "chosen"
"""Nothing is left to choose."""
EFFECT = "effect"
"""The effect of an Option is being carried out."""


def set_aside(state: State, shown: Shown) -> None:
    """The card, taken from where it lay, is in no area until it is placed."""
    state.players[shown.player].revealed += (shown.card,)  # rule: showing.set-aside
    if shown.by_effect:
        report(state, shown, "set-aside", shown.card)


def begin_by_effect(state: State, shown: Shown) -> None:
    """An effect has a player show a card, wherever it lies; what is left to do is put on `state.now`.

    Raises KeyError where the card is top of a stack or in no area.
    """
    there = state.players[shown.player]
    lay = place_of(there, shown.card)
    take(there, shown.card)  # rule: cards.one-place
    shown = msgspec.structs.replace(shown, came_from=lay.area, lay=lay)
    set_aside(state, shown)
    wait(state, shown)


def is_set_aside(state: State, shown: Shown) -> bool:
    """Whether the card is still to be placed, and no effect has put it anywhere meanwhile."""
    return shown.card in state.players[shown.player].revealed


def current(state: State) -> Shown | None:
    """The card that is shown now, where there is one."""
    return next((task for task in state.now if isinstance(task, Shown)), None)


def wait(state: State, shown: Shown) -> None:
    """Put what is left to do back, for when what comes first is over."""
    state.now = (shown, *state.now)


def change_cost(state: State, amount: int) -> None:
    """An effect raises or lowers the cost of what is being played, used or digivolved into."""
    changed = list(state.now)
    for place, task in enumerate(changed):
        if isinstance(task, Shown):
            changed[place] = msgspec.structs.replace(task, cost=task.cost + amount)
            happened(state, Happened("cost-changed", (task.card,), "effect", task.player, task.card, amount))
            break
    state.now = tuple(changed)


def cause_of(shown: Shown) -> Cause:
    """Whether an effect or the player's own action has begun it."""
    return "effect" if shown.by_effect else "player"


def report(state: State, shown: Shown, what: str, *subjects: str, amount: int = 0) -> None:
    """Report what has become of the shown card, so that effects trigger on it."""
    cause, source, came_from = cause_of(shown), shown.source, shown.came_from
    happened(state, Happened(what, subjects, cause, shown.player, source, amount, came_from=came_from))


def effects_come_first(state: State, shown: Shown, what: Happening, subjects: tuple[str, ...]) -> bool:
    """Let effects come before it that answer to it; False where there are none."""
    if state.match.plain or not is_awaited(state, BEFORE + what, subjects):
        return False
    wait(state, msgspec.structs.replace(shown, stage=ANSWERED))
    # rule: showing.answers
    about(state, About(what, subjects, cause_of(shown), shown.player, shown.source or shown.card))
    return True


def price(state: State, shown: Shown) -> int:
    """The present cost of the shown card: never less than 0."""
    if shown.free:
        return 0
    return max(shown.cost + added(state, shown), 0)  # rule: card.costs


def added(state: State, shown: Shown) -> int:
    """The sum that lasting effects add to the cost at this moment."""
    if shown.procedure in ("play", "use"):
        return attributes.added_to_play_cost(state, shown.player, shown.card)
    there = state.players[shown.player]
    field = there.battle if there.breeding is None else (*there.battle, there.breeding)
    bases = tuple(stack for stack in field if stack.id in (shown.onto, shown.right))
    return attributes.added_to_digivolution_cost(state, shown.player, shown.card, bases)


def payable(state: State, shown: Shown) -> bool:
    """Whether it can be paid for now."""
    return shown.free or memory.affordable(state, shown.player, price(state, shown))


def pay(state: State, shown: Shown, cost: int) -> None:
    """Pay for it."""
    if cost:
        memory.pay(state, shown.player, cost)  # rule: play.cost, option.cost, digivolve.cost, dna.cost
        report(state, shown, "paid", shown.card, amount=cost)


def due(state: State, shown: Shown) -> int:
    """The cost to pay now; changes that lasting effects make to it are reported."""
    extra = 0 if shown.free else added(state, shown)
    if extra:
        happened(state, Happened("lasting-cost", (shown.card,), "effect", shown.player, shown.card, extra))
    return price(state, shown)


def finish(state: State, shown: Shown, place: Stage, *, pays_first: bool) -> None:
    """Pay for it and place it, in the order of the edition; the cost is what it was before either."""
    cost = due(state, shown)
    if pays_first:  # rule: showing.order
        pay(state, shown, cost)
        place(state, shown)
    else:
        place(state, shown)
        pay(state, shown, cost)


def put_down(state: State, shown: Shown) -> None:
    """The card, and what was placed for it, is not set aside any more: it is about to be placed."""
    there = state.players[shown.player]
    for card in (shown.card, *(card for _, card in shown.materials)):
        there.revealed = without(there.revealed, card)


def fail(state: State, shown: Shown) -> None:
    """It has become impossible: the card goes back, nothing is paid, what was placed for it is trashed.

    A card that an effect has put somewhere stays there.
    In early editions it cannot come to that once a card was placed, but where placing one has made it dearer;
    then those cards go to the hand.
    """
    there = state.players[shown.player]
    goes_back = is_set_aside(state, shown)
    placed = tuple(card for _, card in shown.materials)
    put_down(state, shown)
    if goes_back and shown.lay is not None:
        put_back(there, shown.card, shown.lay)  # rule: showing.failure
    elif goes_back:
        there.hand += (shown.card,)  # rule: showing.failure
    if state.match.rules.digixros_failure == "trashed":
        there.trash += placed  # rule: digixros.failure, assembly.failure
    else:
        there.hand += placed  # rule: showing.failure
    if goes_back:
        report(state, shown, "failed", shown.card)


def close(state: State, _action: Done) -> None:
    """The player leaves it at what has been placed or suspended, which may be nothing."""
    shown, state.now = state.now[0], state.now[1:]
    assert isinstance(shown, Shown)
    # rule: digixros.optional, assembly.optional, digisorption.optional
    wait(state, msgspec.structs.replace(shown, stage=CHOSEN))
