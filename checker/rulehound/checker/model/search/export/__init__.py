"""Models for other model checkers, so that independent tools can confirm our counts."""

from collections.abc import Callable, Mapping
from typing import Any

from rulehound.checker.model.search.export.murphi import murphi
from rulehound.checker.model.search.export.promela import promela
from rulehound.spec.language import Configuration, Model

EXPORTS: Mapping[str, Callable[[Model, Mapping[str, Any], Configuration], str]] = {
    ".pml": promela,
    ".m": murphi,
}
"""Suffix of a file to the function that writes the model for another checker."""

__all__ = ["EXPORTS", "murphi", "promela"]
