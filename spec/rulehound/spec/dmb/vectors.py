"""Inputs of the models as scenarios for engines: decks of the one, situations of the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.dmb import deck_vectors, position_vectors
from rulehound.spec.formats import Step


def small(state: Mapping[str, Any], parameters: Mapping[str, Any]) -> Sequence[Any]:
    """Conditions that keep an input small, for whichever model its terms are of."""
    small_of_model = position_vectors.small if "stage" in state else deck_vectors.small
    return small_of_model(state, parameters)


def arrange(
    action: str, state: Mapping[str, Any], parameters: Mapping[str, Any], legal: bool, rule: str
) -> tuple[Mapping[str, Any], Sequence[Step]] | None:
    """The `given` and the steps of a scenario for an input; None where a scenario cannot state it."""
    arrange_of_model = position_vectors.arrange if "stage" in state else deck_vectors.arrange
    return arrange_of_model(action, state, parameters, legal, rule)
