"""Ways to put a fault in force: other numbers, functions, steps or guards than the reference engine has."""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import decisions, editions, flow
from rulehound.engine.dcg.actions import Action, Block, DeclareAttack
from rulehound.engine.dcg.attacks import blocking, declaration
from rulehound.engine.dcg.effects import resolving, triggers
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import THE_PLAYER, Phase, Process, State
from rulehound.engine.dcg.tasks import Frame, Happened

sound_happened = triggers.happened

Installed = AbstractContextManager[Any]
"""In force from entering to leaving."""

Choices = tuple[tuple[str, ...], ...]
"""What was chosen for each part of a step."""


@dataclass(frozen=True)
class Fault:
    """A planted fault: the rule that it breaks, what it does, and how it is put in force."""

    rule: str
    description: str
    install: Callable[[], Installed]


def together(*installs: Installed) -> Installed:
    """Several patches at once."""

    @contextmanager
    def all_of_them() -> Iterator[None]:
        with ExitStack() as stack:
            for install in installs:
                stack.enter_context(install)
            yield

    return all_of_them()


def at_once(*installs: Callable[[], Installed]) -> Callable[[], Installed]:
    """Several changes that make one fault."""
    return lambda: together(*(install() for install in installs))


def numbers(**changed: Any) -> Callable[[], Installed]:
    """Other numbers in every edition, beside those that another fault in force has changed."""

    @contextmanager
    def install() -> Iterator[None]:
        replaced = msgspec.structs.replace
        wrong = {name: replaced(rules, **changed) for name, rules in editions.EDITIONS.items()}
        with patch.dict(editions.EDITIONS, wrong):
            yield

    return install


def function(module: Any, name: str, replacement: Callable[..., Any]) -> Callable[[], Installed]:
    """Another function in a module."""
    return lambda: patch.object(module, name, replacement)


def rewritten(sound: FunctionType, line: str, wrong: str) -> Callable[[], Installed]:
    """A function in which other text stands in the place of a line or of a part of one.

    Whoever has imported the function has the fault, too. Raises AssertionError where the text does not stand
    there exactly once.
    """
    text = textwrap.dedent(inspect.getsource(sound))
    assert text.count(line) == 1, f"{line!r} stands {text.count(line)} times in {sound.__name__}"
    names = dict(sound.__globals__)
    flags = __future__.annotations.compiler_flag
    exec(compile(text.replace(line, wrong), sound.__code__.co_filename, "exec", flags), names)
    new = names[sound.__name__]
    code: CodeType = getattr(new, "__func__", new).__code__

    @contextmanager
    def install() -> Iterator[None]:
        before = sound.__code__
        sound.__code__ = code
        try:
            yield
        finally:
            sound.__code__ = before

    return install


def constant(module: object, name: str, value: object) -> Callable[[], Installed]:
    """Another value for a constant of a module."""
    return lambda: patch.object(module, name, value)


def untold(module: Any, what: str, *, altogether: bool = True) -> Callable[[], Installed]:
    """Where a module tells of an event, nobody is told; or else it is told of nothing in particular."""

    def happened(state: State, event: Happened) -> None:
        if event.what != what:
            sound_happened(state, event)
        elif not altogether:
            sound_happened(state, msgspec.structs.replace(event, subjects=()))

    return function(module, "happened", happened)


def phase(name: Phase, step: Callable[[State], None]) -> Callable[[], Installed]:
    """Another step for a phase."""
    return lambda: patch.dict(flow.PHASES, {name: step})


def process(name: Process, step: Callable[[State], None]) -> Callable[[], Installed]:
    """Another step for a process."""
    return lambda: patch.dict(flow.PROCESSES, {name: step})


def instead(step: type, other: Callable[[State, Frame, Any, Choices], None]) -> Callable[[], Installed]:
    """Another way to carry out the steps of a type."""
    return lambda: patch.dict(resolving.STEPS, {step: other})


def table(entries: Any, **changed: Any) -> Callable[[], Installed]:
    """Other entries in a table of the engine, by the names of their types."""
    wrong = {key: changed[key.__name__] for key in entries if key.__name__ in changed}
    return lambda: patch.dict(entries, wrong)


@contextmanager
def conduct(action: type, **changed: Callable[..., Any]) -> Iterator[None]:
    """Another guard or another effect for a type of action."""
    with patch.dict(decisions.CONDUCT, {action: decisions.CONDUCT[action]._replace(**changed)}):
        yield


def forgiving(
    action: type, forgiven: Reason, only: Callable[[State, Any], bool] = lambda _state, _action: True
) -> Callable[[], Installed]:
    """A guard that overlooks some reasons, and offers what it then allows."""

    @contextmanager
    def install() -> Iterator[None]:
        sound = decisions.CONDUCT[action].why_not

        def why_not(state: State, move: Any) -> Iterator[Reason]:
            return (reason for reason in sound(state, move) if not reason & forgiven or not only(state, move))

        patches: list[Installed] = [conduct(action, why_not=why_not)]
        if action is DeclareAttack:
            patches.append(function(declaration, "options", every_attack)())
        if action is Block:
            patches.append(function(blocking, "why_not", why_not)())
        with together(*patches):
            yield

    return install


def every_attack(state: State) -> Iterator[Action]:
    """Every stack of the battle area against everything."""
    for attacker in state.me.battle:
        for target in (THE_PLAYER, *(stack.id for stack in state.opponent.battle)):
            yield DeclareAttack(attacker.id, target)
