"""What would exercise a check that was not exercised, in words."""

from __future__ import annotations

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.observations.unobserved import reads
from rulehound.spec.language import TracedInvariant
from rulehound.spec.language.nodes import FALSE


def what_exercises(compiled_model: CompiledModel, check: str) -> str:
    """What would exercise a check of the model, of stacks or of observations, as the end of a sentence.

    Raises MissingValue where a fact or switch has no value.
    """
    kind, _, name = check.partition(":")
    if kind == "guard":
        action, _, guard = name.partition(":")
        fold = compiled_model.compiled.folding.fold
        if any(fold(each.condition) is FALSE for each in compiled_model.model.actions[action].guards):
            return f"by this edition the model never takes its action {action}"
        return f"it takes a position in which {guard} alone decides whether {action} is legal"
    if kind == "effect":
        return f"it takes a step in which {name} changes something that the engine shows"
    if kind == "stacking":
        return "it takes a stack of several cards that was built before the judge's eyes"
    invariant = compiled_model.model.invariants.get(name)
    if kind == "invariant" and invariant is not None:
        return _of_invariant(compiled_model, invariant)
    return "nothing came up that it says anything of"


def _of_invariant(compiled_model: CompiledModel, invariant: TracedInvariant) -> str:
    premise = compiled_model.compiled.folding.fold(invariant.premise)
    if premise is FALSE:
        return "no state of this edition could break it"
    fields, _ = reads(premise)
    return f"it takes a state that it says something of, which hangs on {', '.join(sorted(fields))}"
