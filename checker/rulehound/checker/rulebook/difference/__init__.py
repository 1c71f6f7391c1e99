"""The difference of two editions: its record, and the views of it on the terminal, as JSON and as a page."""

from rulehound.checker.rulebook.difference.compare import HARDLY_ALIKE, compare
from rulehound.checker.rulebook.difference.difference import EditionDifference

__all__ = ["HARDLY_ALIKE", "EditionDifference", "compare"]
