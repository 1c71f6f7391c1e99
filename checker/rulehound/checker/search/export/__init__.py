"""Models for other model checkers, so that independent tools can confirm our counts."""

from rulehound.checker.search.export.murphi import murphi
from rulehound.checker.search.export.promela import promela

__all__ = ["murphi", "promela"]
