"""Trying mutants of the model one by one. Outcomes that are still valid are kept."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rulehound.checker.errors import UserError
from rulehound.checker.model.content_hashes import action_content, spec_hash
from rulehound.checker.model.search import SearchLimits
from rulehound.checker.mutation.catching import CAUGHT, Catch, ModelCatcher
from rulehound.checker.mutation.mutants import Mutant, drawn, mutants
from rulehound.checker.mutation.random_games import RandomGames
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound.checker.processes.kept_answers import Answers, program_hash
from rulehound.checker.progress import Progress, silent
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.language import By, Model

SEARCHED = SearchLimits(states=500_000)
"""The limits of the search of a configuration for each mutant."""

NAMED = re.compile(r"(?P<kind>invariant|never meets) (?P<name>[^,;:]+)")
"""The form of a catch by an invariant or a property of the model."""


def chosen_model_mutants(
    model: Model, action: str | None = None, guards: bool = False, sample: int | None = None, seed: int = 0
) -> list[Mutant]:
    """The mutants of a model, of one action, or of guards alone, or a sample of them drawn by lot.

    Raises UserError where the model has no such action.
    """
    if action is not None and action not in model.actions:
        known = ", ".join(sorted(model.actions))
        raise UserError(f"the model has no action {action}", f"give one of {known}")
    every = [
        mutant
        for mutant in mutants(model)
        if action in (None, mutant.action) and (mutant.guard or not guards)
    ]
    return drawn(every, sample, seed)


def try_model_mutants(
    bound: BoundModel,
    chosen: Sequence[Mutant],
    configurations: Sequence[str] = (),
    keep: Path | None = None,
    report: Progress = silent,
) -> list[Catch]:
    """The outcome of each mutant, in order.

    `configurations`: names of the bounds to search; without any, those that the game names. `keep`: a file of
    kept outcomes, to which new ones are added. Raises UserError for an unknown configuration, and for a file
    that holds something else.
    """
    catcher = _catcher(bound, configurations)
    basis = _rests_on(bound, configurations) if keep else ""
    catches = []
    with Answers(keep, basis, Catch, "mutate") as answers:
        for number, mutant in enumerate(chosen):
            report("planting faults", number, len(chosen))
            catches.append(answers.answer(mutant.name, partial(catcher.catch, mutant)))
    return catches


def _catcher(bound: BoundModel, configurations: Sequence[str]) -> ModelCatcher:
    known = bound.game.configurations(bound.values)
    names = configurations or bound.game.mutated or bound.game.searched["quick"]
    unknown = [name for name in names if name not in known]
    if unknown:
        remedy = f"give one of {', '.join(sorted(known))}"
        raise UserError(f"there is no configuration {unknown[0]}", remedy)
    chosen = [known[name] for name in names]
    return ModelCatcher(bound.game.model(), bound.values, chosen, SEARCHED, _games(bound))


def _games(bound: BoundModel) -> tuple[RandomGames, ...]:
    """Random games by every edition, the one at hand first, since an edition may lack what another has."""
    settings = bound.game.random_games
    if settings is None:
        return ()
    editions = dict.fromkeys([bound.edition, *bound.game.rulesets])
    by_edition = {name: {**bound.values, **bound.game.rulesets[name]} for name in editions}
    return tuple(
        RandomGames(bound.game.model(), values, settings(values), name) for name, values in by_edition.items()
    )


def _rests_on(bound: BoundModel, configurations: Sequence[str]) -> str:
    """Hash of everything that an outcome rests on: edition, values, the game's files, bounds, and this
    program.
    """
    parts = (
        bound.edition,
        sorted(bound.values.items()),
        spec_hash(bound.game.directory),
        list(configurations),
    )
    return hashlib.sha256(repr((*parts, program_hash())).encode()).hexdigest()


def on_record(mutant: Mutant, catch: Catch, model: Model) -> TriedMutant:
    """The record of a tried mutant, with the checks of an engine that catch it.

    A mutant of a guard that only counts or steps expose is caught by the check of that guard, if the action
    is one of a player.
    """
    match = NAMED.search(catch.shown) if catch.outcome in CAUGHT else None
    by: tuple[str, ...] = ()
    if match is not None:
        kind = "sometimes" if match["kind"] == "never meets" else "invariant"
        by = (f"{kind}:{match['name']}",)
    elif mutant.guard and catch.outcome in CAUGHT and model.actions[mutant.action].by is By.PLAYER:
        by = (f"guard:{mutant.action}:{mutant.guard}",)
    return TriedMutant(
        mutant=mutant.name,
        planted="model",
        place=mutant.action,
        content=action_content(model.actions[mutant.action]),
        rules=mutant.rules,
        outcome=catch.outcome,
        guard=mutant.guard,
        by=by,
        shown=catch.shown,
    )
