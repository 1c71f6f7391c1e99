"""`rulehound mutate`: small faults planted into the model, and which of them anything catches."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from pathlib import Path

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, print_table, progress
from rulehound.checker.errors import UserError
from rulehound.checker.model.content import action_content, spec_hash
from rulehound.checker.model.search import Limits
from rulehound.checker.mutation import CAUGHT, Catch, ModelCatcher, ModelOutcome, Mutant, RandomGames, mutants
from rulehound.checker.mutation.tried_mutants import TriedMutant, TriedMutants
from rulehound.checker.processes.journal import Answers, program_hash
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import BookOptions
from rulehound.spec.language import By, Model

SEARCHED = Limits(states=500_000)
"""How far a configuration is searched for each mutant."""


NAMED = re.compile(r"(?P<kind>invariant|never meets) (?P<name>[^,;:]+)")
"""What a catch says that some invariant or wish of the model showed."""


@dataclass(frozen=True)
class Planting:
    """Which mutants are tried: all, those of one action, so many drawn by lot; `kept` holds what is done."""

    action: str | None = None
    guards: bool = False
    """Of guards alone, not of effects."""
    sample: int | None = None
    seed: int = 0
    configurations: tuple[str, ...] = ()
    kept: Path | None = None


def run(book: BookOptions, planting: Planting, as_json: bool) -> int:
    """Try mutants; 0 where each is caught or shown to be the same, else 3."""
    with progress() as report:
        bound = book.bound(report)
    chosen = _chosen(bound, planting)
    caught = []
    with progress() as report:
        catcher = _catcher(bound, planting)
        of = _rests_on(bound, planting.configurations) if planting.kept else ""
        kept = Answers(planting.kept, of, Catch, "mutate")
        with kept:
            for number, mutant in enumerate(chosen):
                report("planting faults", number, len(chosen))
                caught.append(kept.answer(mutant.name, partial(catcher.catch, mutant)))
    if as_json:
        tried = tuple(map(on_record, chosen, caught, repeat(bound.game.model())))
        print_json(TriedMutants(edition=bound.edition, seed=planting.seed, mutants=tried))
    else:
        _print(caught)
    return 3 if any(catch.outcome is ModelOutcome.OPEN for catch in caught) else 0


def _chosen(bound: BoundModel, planting: Planting) -> list[Mutant]:
    model = bound.game.model()
    if planting.action is not None and planting.action not in model.actions:
        raise UserError(
            f"the model has no action {planting.action}", f"give one of {', '.join(sorted(model.actions))}"
        )
    every = [
        mutant
        for mutant in mutants(model)
        if planting.action in (None, mutant.action) and (mutant.guard or not planting.guards)
    ]
    if planting.sample is None or planting.sample >= len(every):
        return every
    lots = random.Random(planting.seed).sample(range(len(every)), planting.sample)
    return [every[number] for number in sorted(lots)]


def _catcher(bound: BoundModel, planting: Planting) -> ModelCatcher:
    configurations = bound.game.configurations(bound.values)
    names = planting.configurations or bound.game.mutated or bound.game.searched["quick"]
    unknown = [name for name in names if name not in configurations]
    if unknown:
        raise UserError(
            f"there is no configuration {unknown[0]}", f"give one of {', '.join(sorted(configurations))}"
        )
    chosen = [configurations[name] for name in names]
    return ModelCatcher(bound.game.model(), bound.values, chosen, SEARCHED, _games(bound))


def _games(bound: BoundModel) -> tuple[RandomGames, ...]:
    """By every edition, that of the law first: what one of them leaves out another has."""
    played_with = bound.game.random_games
    if played_with is None:
        return ()
    editions = dict.fromkeys([bound.edition, *bound.game.rulesets])
    by_edition = {name: {**bound.values, **bound.game.rulesets[name]} for name in editions}
    return tuple(
        RandomGames(bound.game.model(), values, played_with(values), name)
        for name, values in by_edition.items()
    )


def _rests_on(bound: BoundModel, configurations: Sequence[str]) -> str:
    """A hash of what a catch rests on: the law, the game's own files, the bounds, and this program."""
    parts = (
        bound.edition,
        sorted(bound.values.items()),
        spec_hash(bound.game.directory),
        list(configurations),
    )
    return hashlib.sha256(repr((*parts, program_hash())).encode()).hexdigest()


def on_record(mutant: Mutant, catch: Catch, model: Model) -> TriedMutant:
    """What became of a mutant as it goes on record: named by the checks of an engine's play that it breaks.

    Where no invariant or wish shows it, other counts or steps do: then it is the guard itself, which is a
    check where players are held to it.
    """
    named = NAMED.search(catch.shown) if catch.outcome in CAUGHT else None
    by: tuple[str, ...] = ()
    if named is not None:
        kind = "sometimes" if named["kind"] == "never meets" else "invariant"
        by = (f"{kind}:{named['name']}",)
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


def _print(caught: Sequence[Catch]) -> None:
    to = console()
    counts = Counter(catch.outcome for catch in caught)
    total = sum(counts[outcome] for outcome in CAUGHT)
    print_table(
        to, ["outcome", "mutants"], [(outcome.value, f"{counts[outcome]:,}") for outcome in ModelOutcome]
    )
    to.print(
        f"{total:,} of {len(caught):,} caught, {counts[ModelOutcome.SAME]:,} cannot matter", soft_wrap=True
    )
    for outcome in (ModelOutcome.OPEN, ModelOutcome.SAME):
        listed = [catch for catch in caught if catch.outcome is outcome]
        if listed:
            said = [f"  {catch.mutant} ({', '.join(catch.rules)}): {catch.shown}" for catch in listed]
            to.print("\n".join([f"\n{outcome}:", *said]), soft_wrap=True, markup=False)
