"""The difference of two editions: its record, and how it is made of an alignment."""

from rulehound.checker.rulebook.difference.compare import HARDLY_ALIKE, compare
from rulehound.checker.rulebook.difference.edition_difference import EditionDifference

__all__ = ["HARDLY_ALIKE", "EditionDifference", "compare"]
