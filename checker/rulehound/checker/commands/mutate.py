"""`rulehound mutate`: small faults planted into the model, and which of them anything catches."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rulehound.checker.assembly import spec_hash
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
    caught = []
    with progress() as report:
        catcher = _catcher(law, planting)
        kept = Kept(planting.kept, law, planting.configurations)
        for number, mutant in enumerate(chosen):
            report("planting faults", number, len(chosen))
            caught.append(kept.get(mutant.name) or kept.add(catcher.catch(mutant)))
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


class Kept:
    """Catches in a file, one JSON object a line; what another law, spec or other configurations gave is not
    looked at. Raises UserError where the file holds something else, or cannot be read or written."""

    def __init__(self, path: Path | None, law: Law, configurations: Sequence[str]) -> None:
        self._path = path
        self._of = _hash(law, configurations)
        self._known: dict[str, Catch] = {}
        if path is None or not path.exists():
            return
        try:
            *lines, cut_off = path.read_text(encoding="utf-8").split("\n")
            for number, line in enumerate(lines, 1):
                self._read(line, number)
            if cut_off:  # its run was ended while it wrote
                path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise UserError(f"{path}: cannot be read ({_why(error)})", "give another file") from None

    def get(self, mutant: str) -> Catch | None:
        """What became of a mutant, where that is known."""
        return self._known.get(mutant)

    def add(self, catch: Catch) -> Catch:
        """The catch, kept."""
        self._known[catch.mutant] = catch
        if self._path is not None:
            try:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"of": self._of, **asdict(catch)}, sort_keys=True) + "\n")
            except OSError as error:
                raise UserError(
                    f"{self._path}: cannot be written ({_why(error)})", "give another file"
                ) from None
        return catch

    def _read(self, line: str, number: int) -> None:
        try:
            entry = json.loads(line)
            catch = Catch(entry["mutant"], tuple(entry["rules"]), Outcome(entry["outcome"]), entry["shown"])
            of = entry["of"]
        except (ValueError, KeyError, TypeError):
            raise UserError(f"{self._path}:{number}: is not what mutate keeps", "give another file") from None
        if of == self._of:
            self._known[catch.mutant] = catch


def _hash(law: Law, configurations: Sequence[str]) -> str:
    """Of what a catch rests on, but for this program."""
    parts = (law.edition, sorted(law.values.items()), spec_hash(law.game.directory), list(configurations))
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


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
