"""What of a state breaks an invariant: the fields that it reads, and of bags the elements that matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulehound.checker.judging.observations.unobserved import reads
from rulehound.checker.judging.wording.state_differences import placed, words_of_depiction
from rulehound.spec.formats import Card, Observation
from rulehound.spec.language import Model, State, TracedInvariant
from rulehound.spec.language.fields import BagField
from rulehound.spec.reading import Depiction

Breaks = Callable[[State], bool]
"""Whether a state breaks the invariant."""


def what_breaks(
    model: Model,
    depiction: Depiction,
    cards: Mapping[str, Card],
    invariant: TracedInvariant,
    breaks: Breaks,
    state: State,
    observation: Observation,
) -> str:
    """What of a state breaks an invariant, in words; what is 0, false or empty goes without saying."""
    read, _ = reads(invariant.condition)
    words, values = (
        words_of_depiction(model, depiction, cards),
        model.as_dict(without_bystanders(model, breaks, state)),
    )
    places = placed(depiction, values, observation)
    phrases = (
        f"{place} {words.said(value)}"
        for path, (place, value) in zip(values, places.items(), strict=True)
        if path in read and words.says(value)
    )
    return ", ".join(phrases) or "all is 0 or empty that it is about"


def without_bystanders(model: Model, breaks: Breaks, state: State) -> State:
    """The state without the elements of bags without which it breaks the invariant as well."""
    for number, path in enumerate(model.paths):
        if isinstance(model.fields[path][0], BagField):
            for element in state[number]:
                at = state[number].index(element)
                fewer = (*state[number][:at], *state[number][at + 1 :])
                less = (*state[:number], fewer, *state[number + 1 :])
                state = less if breaks(less) else state
    return state
