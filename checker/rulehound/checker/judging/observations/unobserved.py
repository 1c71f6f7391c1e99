"""What an engine does not tell, and which invariants then say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rulehound.spec.language import Model, TracedInvariant
from rulehound.spec.language.nodes import Node, walk

NOT_TOLD = "not compared, since the engine does not tell it: {}"
"""Why a part of what an observation could show is not judged."""

NOT_FOLLOWED = "the engine does not tell {}, and its game could not be followed up to there"
"""Why a step is not judged that begins where nothing can fill in what is not told."""


@lru_cache(maxsize=512)
def reads(condition: Node) -> tuple[frozenset[str], frozenset[str]]:
    """The places of the state that a condition reads, and the fields of records."""
    nodes = walk([condition])
    fields = {str(node.args[2]) for node in nodes if node.op in ("element", "field", "attribute")}
    return frozenset(node.args[0] for node in nodes if node.op == "read"), frozenset(fields)


def judged_invariants(model: Model, untold: Sequence[str]) -> Iterable[TracedInvariant]:
    """The invariants that read observed places alone; the others cannot be judged."""
    if not untold:
        return model.invariants.values()
    split = [(place, "") if place in model.paths else place.rpartition(".")[::2] for place in untold]
    return [
        invariant
        for invariant in model.invariants.values()
        for read, fields in [reads(invariant.condition)]
        if not any(place in read and (not field or field in fields) for place, field in split)
    ]
