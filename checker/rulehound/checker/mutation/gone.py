"""Mutants on record that cannot be planted any more, since the code that they change is gone."""

from __future__ import annotations

from collections.abc import Iterable

from rulehound.checker.engines.source.cited_code import cited_functions
from rulehound.checker.engines.source.modules import EngineSource
from rulehound.checker.mutation.mutants import mutants
from rulehound.checker.mutation.source.mutants import source_mutants
from rulehound.checker.mutation.source.trial import nothing_to_change
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound.spec.language import Model


def gone_from_model(on_record: Iterable[TriedMutant], model: Model) -> list[TriedMutant]:
    """The mutants of the model that its actions do not give any more."""
    present = {(mutant.action, mutant.name) for mutant in mutants(model)}
    return [
        each for each in on_record if each.planted == "model" and (each.place, each.mutant) not in present
    ]


def gone_from_engine(
    on_record: Iterable[TriedMutant], source: EngineSource, rules: Iterable[str]
) -> list[TriedMutant]:
    """The mutants of this engine that its source does not give any more; those of other engines stay."""
    known_rules = tuple(rules)
    every = source_mutants(source, known_rules)
    places = {mutant.place for mutant in every}
    bare = (place for place in cited_functions(source, known_rules) if place not in places)
    present = {*((mutant.place, mutant.name) for mutant in every), *((p, nothing_to_change(p)) for p in bare)}
    return [
        each
        for each in on_record
        if each.planted == "engine"
        and f"{each.place.partition(':')[0]}.".startswith(f"{source.package}.")
        and (each.place, each.mutant) not in present
    ]
