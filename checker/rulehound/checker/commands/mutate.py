"""`rulehound mutate`: small faults planted into the model, and which of them anything catches."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rulehound.checker.errors import UserError
from rulehound.checker.law import Law
from rulehound.checker.mutation import CAUGHT, Catch, Catcher, Mutant, Outcome, mutants
from rulehound.checker.output import print_json
from rulehound.checker.rulebook import BookOptions
from rulehound.checker.search import Limits
from rulehound.checker.terminal import console, print_table, progress

SEARCHED = Limits(states=500_000)
"""How far a configuration is searched for each mutant."""


@dataclass(frozen=True)
class Planting:
    """Which mutants are tried: all, those of one action, so many drawn by lot; `kept` holds what is done."""

    action: str | None = None
    sample: int | None = None
    seed: int = 0
    configurations: tuple[str, ...] = ()
    kept: Path | None = None


def run(book: BookOptions, planting: Planting, as_json: bool) -> int:
    """Try mutants; 0 where each is caught or shown to be the same, else 3."""
    with progress() as report:
        law = book.law(report)
    chosen = _chosen(law, planting)
    with progress() as report:
        caught = []
        catcher = _catcher(law, planting)
        done = _kept(planting.kept, law)
        for number, mutant in enumerate(chosen):
            report("planting faults", number, len(chosen))
            if mutant.name not in done:
                done[mutant.name] = catcher.catch(mutant)
                _keep(planting.kept, law, done[mutant.name])
            caught.append(done[mutant.name])
    if as_json:
        print_json({"edition": law.edition, "seed": planting.seed, "mutants": caught})
    else:
        _print(caught)
    return 3 if any(catch.outcome is Outcome.OPEN for catch in caught) else 0


def _chosen(law: Law, planting: Planting) -> list[Mutant]:
    model = law.game.model()
    if planting.action is not None and planting.action not in model.actions:
        raise UserError(
            f"the model has no action {planting.action}", f"give one of {', '.join(sorted(model.actions))}"
        )
    every = [mutant for mutant in mutants(model) if planting.action in (None, mutant.action)]
    if planting.sample is None or planting.sample >= len(every):
        return every
    lots = random.Random(planting.seed).sample(range(len(every)), planting.sample)
    return [every[number] for number in sorted(lots)]


def _catcher(law: Law, planting: Planting) -> Catcher:
    configurations = law.game.configurations(law.values)
    names = planting.configurations or law.game.mutated or law.game.searched["quick"]
    unknown = [name for name in names if name not in configurations]
    if unknown:
        raise UserError(
            f"there is no configuration {unknown[0]}", f"give one of {', '.join(sorted(configurations))}"
        )
    return Catcher(law.game.model(), law.values, [configurations[name] for name in names], SEARCHED)


def _kept(path: Path | None, law: Law) -> dict[str, Catch]:
    """What an earlier run found, one JSON object a line; the last line may be cut off."""
    if path is None or not path.is_file():
        return {}
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if entry.pop("edition", None) != law.edition:
            raise UserError(f"{path}: holds mutants of another edition", "give another file")
        found[entry["mutant"]] = Catch(
            entry["mutant"], tuple(entry["rules"]), Outcome(entry["outcome"]), entry["shown"]
        )
    return found


def _keep(path: Path | None, law: Law, catch: Catch) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"edition": law.edition, **asdict(catch)}, sort_keys=True) + "\n")


def _print(caught: Sequence[Catch]) -> None:
    to = console()
    counts = Counter(catch.outcome for catch in caught)
    total = sum(counts[outcome] for outcome in CAUGHT)
    print_table(to, ["outcome", "mutants"], [(outcome.value, f"{counts[outcome]:,}") for outcome in Outcome])
    to.print(f"{total:,} of {len(caught):,} caught, {counts[Outcome.SAME]:,} cannot matter", soft_wrap=True)
    for outcome in (Outcome.OPEN, Outcome.SAME):
        listed = [catch for catch in caught if catch.outcome is outcome]
        if listed:
            said = [f"  {catch.mutant} ({', '.join(catch.rules)}): {catch.shown}" for catch in listed]
            to.print("\n".join([f"\n{outcome}:", *said]), soft_wrap=True, markup=False)
