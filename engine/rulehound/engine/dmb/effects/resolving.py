"""Carrying out effects, step by step: conditions, choices of cards, and cards that are looked at."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dmb.actions import Action, Choose, ChooseNone, PutOnTop, PutUnder
from rulehound.engine.dmb.effects.choices import CHOICES, nothing_found, once_less
from rulehound.engine.dmb.effects.language import Condition, Step
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.effects.words import WORDS, about
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import State, ask, owner_of, report, top_of, types_of
from rulehound.engine.dmb.zones import without

LOOK = "look"


def holds(state: State, owner: int, condition: Condition | None) -> bool:
    """Whether a condition of a card holds now, seen from whoever has it."""
    if condition is None:
        return True
    player = state.players[owner if condition.of == "me" else 1 - owner]
    top, digimon = top_of(state, player), player.active
    supports = player.support is not None and not player.support.void
    return (
        (condition.level is None or (top is not None and top.level == condition.level))
        and (not condition.type or (digimon is not None and condition.type in types_of(state, digimon)))
        and condition.attack in (None, player.choice)
        and (condition.hp_at_most is None or (digimon is not None and digimon.hp <= condition.hp_at_most))
        and condition.supports in (None, supports)
    )


def meant(state: State, task: Task) -> Step | None:
    """The step that is carried out: that for the other case where a condition does not hold; None if none."""
    step = task.step
    return step if holds(state, task.owner, step.condition) else step.otherwise  # rule: texts.conditions


def carry_out_next(state: State) -> None:
    """Carry out the next step of what has come up, or ask for what has to be chosen for it."""
    task, rest = state.tasks[0], state.tasks[1:]
    step = None if state.looked else meant(state, task)
    if step is not None and step is not task.step:
        task = Task(task.owner, task.source, step, task.part)
        state.tasks = (task, *rest)
    if state.looked or (step is not None and step.do == LOOK):
        look(state, task, rest)
    elif step is None:
        state.tasks = rest  # it misfires
    elif step.do in CHOICES:
        choose_for(state, task, rest)
    else:
        state.tasks = rest
        WORDS[step.do](state, task, state.players[about(task)])


def look(state: State, task: Task, rest: tuple[Task, ...]) -> None:
    """Look at the top cards of a deck, and ask where each of them goes."""
    player = state.players[about(task)]
    if not state.looked:
        state.looked = player.deck[: task.step.amount]  # rule: texts.recode, texts.corrupt
        if state.looked:
            report(state, "look", about(task), amount=len(state.looked))
    if state.looked:
        ask(state, "choose", task.owner)
    else:
        state.tasks = rest


def choose_for(state: State, task: Task, rest: tuple[Task, ...]) -> None:
    """Ask for a card, unless there is none, or one alone that has to be chosen."""
    choice = CHOICES[task.step.do]
    cards = choice.among(state, task)
    if not cards:
        nothing_found(state, task)
        state.tasks = rest
    elif len(cards) == 1 and not task.step.may:
        state.tasks = (*once_less(task), *rest)
        choice.chosen(state, task, cards[0])
    else:
        ask(state, "choose", choice.by_whom(task))


def among(state: State) -> tuple[str, ...]:
    """The cards among which is chosen now."""
    if state.decision != "choose":
        return ()
    task = state.tasks[0]
    return state.looked or CHOICES[task.step.do].among(state, task)


def choose_options(state: State) -> Iterator[Action]:
    """Each card among which is chosen, and none."""
    kinds = (PutOnTop, PutUnder) if state.looked else (Choose,)
    yield from (kind(card) for card in among(state) for kind in kinds)
    yield ChooseNone()


def why_not_choose(state: State, action: Choose) -> Iterator[Reason]:
    """Reasons against choosing a card."""
    if state.looked or action.card not in among(state):
        yield Reason.NOT_TO_BE_CHOSEN


def why_not_none(state: State, _action: ChooseNone) -> Iterator[Reason]:
    """Reasons against choosing no card."""
    if state.decision == "choose" and (state.looked or not state.tasks[0].step.may):
        yield Reason.CARD_DEMANDED


def why_not_put(state: State, action: PutOnTop | PutUnder) -> Iterator[Reason]:
    """Reasons against putting a card onto or under a deck."""
    if action.card not in state.looked:
        yield Reason.NOT_LOOKED_AT


def choose(state: State, action: Choose) -> None:
    """Choose a card, and carry out the step with it."""
    task, *rest = state.tasks
    state.tasks = (*once_less(task), *rest)
    CHOICES[task.step.do].chosen(state, task, action.card)


def choose_none(state: State, _action: ChooseNone) -> None:
    """Choose no card."""
    state.tasks = state.tasks[1:]


def put_on_top(state: State, action: PutOnTop) -> None:
    """Put a card that was looked at on top of its deck."""
    player = state.players[owner_of(action.card)]
    player.deck = (action.card, *without(player.deck, action.card))  # rule: texts.recode, texts.corrupt
    put_back(state, action.card)


def put_under(state: State, action: PutUnder) -> None:
    """Put a card that was looked at under its deck."""
    player = state.players[owner_of(action.card)]
    player.deck = (*without(player.deck, action.card), action.card)  # rule: texts.recode, texts.corrupt
    put_back(state, action.card)


def put_back(state: State, card: str) -> None:
    """One card fewer is looked at; with the last one the step is done."""
    state.looked = without(state.looked, card)
    if not state.looked:
        state.tasks = state.tasks[1:]
