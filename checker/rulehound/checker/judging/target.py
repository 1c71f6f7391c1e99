"""The engine that a run is about, how it is opened, and the rules that it is judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import msgspec

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.names import Names
from rulehound.checker.judging.traces import Start, Taken, action_in_words, changed, drawn, happened, plain
from rulehound.checker.records import TRACE_FORMAT, Finding, Offers, Trace, TraceStep
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.formats import Adapter, Card, Handshake

ANY_CARDS = "any-cards"
"""The capability of an engine that takes cards which no printing can be."""


@dataclass(frozen=True)
class Target(BoundModel):
    """One engine under test, with the game, the edition, and the facts and switches that it is judged by.

    `edition` is what the engine is asked to follow. The switches among `values` are those of that edition,
    but where an engine is asked whether it follows another one in fact.
    """

    engine: str
    """Command line or name of the engine."""
    open: Callable[[], Adapter]
    """Opens the engine. Raises EngineStartError."""
    greeting: Handshake
    """How the engine introduces itself."""

    @property
    def unsupported(self) -> Sequence[str]:
        """The rules that the engine says it does not follow in this edition."""
        return self.greeting.unsupported.get(self.edition, ())

    def impossible(self, cards: Sequence[Card], position: Mapping[str, Any]) -> Sequence[str]:
        """Why no game has these cards or comes to this position; nothing for an engine that takes any."""
        if ANY_CARDS in self.greeting.capabilities:
            return ()
        return self.game.impossible(cards, dict(position))

    def unknown_words(self, cards: Iterable[Card]) -> str:
        """Which words on these cards the engine does not list among those that it takes; "" where none."""
        if not self.greeting.card_words:
            return ""
        words = {word for card in cards for word in self.game.card_words(card)}
        unknown = sorted(words - set(self.greeting.card_words))
        return f"the engine does not take these words of cards: {', '.join(unknown)}" if unknown else ""

    def under(self, edition: str) -> Target:
        """The same engine, asked to follow another edition of the game and judged by it."""
        return replace(self, edition=edition, values={**self.values, **self.game.rulesets[edition]})

    @cached_property
    def compiled_model(self) -> CompiledModel:
        """The model under these facts and switches, which knows what the engine chooses by itself.

        Made when it is first asked for, and shared by the judges of all games. Raises MissingValue.
        """
        return CompiledModel(self.game, self.values, self.greeting.chooses)

    def judge(self, cards: Mapping[str, Card]) -> Judge:
        """A judge of one game with these cards, who has seen nothing of it yet. Raises MissingValue."""
        return Judge(self.compiled_model, cards, self.unsupported)

    def trace(self, start: Start, steps: Sequence[Taken], finding: Finding) -> Trace:
        """The trace that ends in a finding; its last step carries the rule and the guard."""
        cards = start.known
        trace_steps = [
            TraceStep(
                action=step.action,
                text=action_in_words(self.game, step.before, step.action, cards),
                changed=changed(step.before, step.after),
                happened=[] if step.refused else happened(step.after),
                refused=bool(step.refused),
                broke=step.broke,
            )
            for step in steps
        ]
        if trace_steps:
            trace_steps[-1] = msgspec.structs.replace(trace_steps[-1], rule=finding.rule, guard=finding.guard)
        ends = [steps[-1].before, steps[-1].after] if steps else []
        return Trace(
            format=TRACE_FORMAT,
            game=self.game.name,
            edition=self.edition,
            kind="engine",
            rule=finding.rule,
            start=start.as_json(),
            steps=trace_steps,
            expected=finding.expected,
            observed=finding.observed,
            values=dict(self.values),
            engine=self.engine,
            board=[text for text in (drawn(self.game, end, cards) for end in ends) if text],
            offers=msgspec.convert(plain(finding.offers), Offers | None),
            ids=_ids(steps),
        )

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: other processes compile the model for themselves."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def _ids(steps: Sequence[Taken]) -> list[str]:
    """The ids of all that these steps show, in the order in which they are met."""
    names = Names()
    for observation in [*(step.before for step in steps[:1]), *(step.after for step in steps)]:
        names.see(observation)
    return list(names.numbers)


def target_of(rules: BoundModel, engine: str, opener: Callable[[], Adapter]) -> Target:
    """The target that an engine is under these rules; it is opened once, for its greeting.

    Raises EngineStartError where it does not start or does not introduce itself.
    """
    adapter = opener()
    try:
        greeting = adapter.handshake()
    finally:
        adapter.close()
    return Target(rules.game, rules.edition, rules.values, engine, opener, greeting)
