"""Models for other model checkers, so that independent tools can confirm our counts."""

from rulehound.checker.model.search.export.murphi import murphi
from rulehound.checker.model.search.export.promela import promela

__all__ = ["murphi", "promela"]
