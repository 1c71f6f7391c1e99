"""The differences of two editions, each with its witnesses: situations that they judge differently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from rulehound.checker.model.prove.compared_model import SLOTS
from rulehound.checker.model.prove.witness import Witness, readers, witnesses
from rulehound.checker.model.state_lines import state_lines
from rulehound.checker.progress import Progress, silent
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.witnesses.scenarios import witness_scenarios
from rulehound.spec.documents.differences import RuleDifference, load_differences
from rulehound.spec.formats import Scenario
from rulehound.spec.game import Game
from rulehound.spec.language import Model

NONE_FOUND = "the solver found none with at most {} elements in a bag or pile; the switch is read by {}"


class WitnessScenarios(msgspec.Struct, frozen=True):
    """One witness, with the scenarios that put it to an engine, or the reason why there are none."""

    witness: Witness
    position: list[str]
    """The state in lines for a person; none for the start."""
    scenarios: list[Scenario]
    no_scenario: str


class DifferenceWitnesses(msgspec.Struct, frozen=True):
    """One difference between two editions, with its witnesses."""

    difference: RuleDifference
    read_by: tuple[str, ...]
    """Where the model reads the switch."""
    witnesses: list[WitnessScenarios]
    none: str
    """Why there is no witness; "" where there is one."""

    @property
    def is_open(self) -> bool:
        """Whether there should be a witness, and none was found."""
        return bool(self.none and self.difference.switch and not self.difference.scenarios)


def compare_editions(
    book: Rulebook, editions: tuple[str, str], report: Progress = silent
) -> list[DifferenceWitnesses]:
    """The differences of two editions, in the order of the spec, each with its witnesses.

    Raises UserError where a fact that the game needs is unread, SpecError where the spec is not in order.
    """
    bound, store = book.complete_model(), book.store
    game = bound.game
    differences = load_differences(game.directory, game.rulesets, store.clauses).between(*editions)
    one, other = ({**bound.values, **game.rulesets[edition]} for edition in editions)
    results = []
    for done, difference in enumerate(differences):
        report("looking for witnesses", done, len(differences))
        results.append(witnesses_of(game, difference, editions, one, other))
    report("looking for witnesses", len(differences), len(differences))
    return results


def witnesses_of(
    game: Game,
    difference: RuleDifference,
    editions: tuple[str, str],
    one: Mapping[str, Any],
    other: Mapping[str, Any],
) -> DifferenceWitnesses:
    """The witnesses of one difference, or why there is none; `one` and `other` are the editions' values."""
    if not difference.switch:
        return DifferenceWitnesses(difference, (), [], difference.cannot_show)
    if difference.scenarios:
        none = f"the model does not know of it; scenarios show it: {', '.join(difference.scenarios)}"
        return DifferenceWitnesses(difference, (), [], none)
    model = game.model()
    read_by = readers(model, difference.switch)
    if not read_by:
        return DifferenceWitnesses(difference, (), [], f"the model does not read {difference.switch}")
    wishes = game.witnesses.wishes if game.witnesses else ()
    solutions = witnesses(model, one, other, difference.switch, wishes)
    if not solutions:  # another switch of the first edition may leave no room for this one
        nearer = {**other, difference.switch: one[difference.switch]}
        solutions = [
            replace(witness, whole=False)
            for witness in witnesses(model, nearer, other, difference.switch, wishes)
        ]
    results = []
    for witness in solutions:
        before = witness.situation.before
        lines = state_lines(_without_empty_records(model, before)) if before else []
        scenarios, reason = witness_scenarios(game, witness, editions, (one, other))
        results.append(WitnessScenarios(witness, lines, scenarios, reason))
    none = "" if results else NONE_FOUND.format(SLOTS, ", ".join(read_by))
    return DifferenceWitnesses(difference, read_by, results, none)


def _without_empty_records(model: Model, state: Mapping[str, Any]) -> dict[str, Any]:
    """A state without the fields that hold an empty record."""
    empty = model.as_dict(model.from_dict({}))
    return {path: value for path, value in state.items() if value != empty[path] or isinstance(value, str)}
