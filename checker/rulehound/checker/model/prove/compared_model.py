"""One of two models that are compared by the solver over the same state and the same parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.checker.model.prove.symbolic import SymbolicModel
from rulehound.spec.language import Model
from rulehound.spec.language.fields import PileField

SLOTS = 2
"""Elements of a bag, and values of a pile, in a comparison."""


class ComparedModel(SymbolicModel):
    """A symbolic model whose state and parameters can be given to another one, of the other side, as well.

    Symbols for a state or a parameter have one name on both sides, so that the solver takes them for the
    same. Symbols that a step makes up (`fresh`) carry the name of their side, and are free on each. Piles are
    exact: every value that comes to light is known to the other model as well.
    """

    def __init__(self, side: str, model: Model, values: Mapping[str, Any], slots: int = SLOTS) -> None:
        super().__init__(model, values, slots)
        self.side = side
        fields = [*model.fields.values()]
        for kind in self.records.values():
            fields += [(inner, f"{kind.__name__}.{name}") for name, inner in kind.fields()]
        self.capacities |= {name: slots for declared, name in fields if isinstance(declared, PileField)}

    def fresh(self, name: str) -> str:
        """A name for a symbol that nothing else has, on either side."""
        return f"{self.side}.{super().fresh(name)}"
