"""A difference as one page: old and new side by side, with their printed pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from rulehound.checker.report.difference import wording
from rulehound.checker.report.templates import LOOK, templates
from rulehound.checker.rulebook.difference.edition_difference import AlignedClauses, EditionDifference

_TEMPLATES = templates(Path(__file__).parent / "page", LOOK)


class EmbeddedPicture(NamedTuple):
    """A picture of a clause on its page."""

    source: str
    """Address for the page: a data URL, or a file beside it."""
    width: int
    """In pixels, like the height."""
    height: int


class Stretch(NamedTuple):
    """A run of neighbouring clauses: shown one by one, or folded since none of them changed."""

    quiet: bool
    aligned: Sequence[AlignedClauses]


class Chapter(NamedTuple):
    """The part of the page under one chapter of the new edition; of the old one, where that is gone."""

    title: str
    stretches: Sequence[Stretch]

    @property
    def loud(self) -> int:
        """How many changes there are to look at."""
        return sum(len(stretch.aligned) for stretch in self.stretches if not stretch.quiet)


def page(
    difference: EditionDifference,
    old: Mapping[str, EmbeddedPicture] | None = None,
    new: Mapping[str, EmbeddedPicture] | None = None,
    missing: Sequence[str] = (),
) -> str:
    """The page of a difference. `old` and `new`: pictures of clauses by key. `missing`: what is not drawn.

    The same difference gives the same page. A footer closes it, so that a page cut short shows.
    """
    return _TEMPLATES.get_template("difference.html.j2").render(
        difference=difference,
        chapters=list(chapters(difference.aligned)),
        pictures={"old": old or {}, "new": new or {}},
        missing=missing,
        words=wording,
    )


def chapters(aligned: Sequence[AlignedClauses]) -> Iterator[Chapter]:
    """The aligned clauses in their order, by chapter, each cut into runs of changed and unchanged clauses."""
    became = _new_chapters(aligned)

    def title(one: AlignedClauses) -> str:
        return one.new[0].under if one.new else became.get(one.old[0].under, one.old[0].under)

    for name, ours in groupby(aligned, key=title):
        stretches = (
            Stretch(quiet, list(those)) for quiet, those in groupby(ours, key=attrgetter("is_quiet"))
        )
        yield Chapter(name, list(stretches))


def _new_chapters(aligned: Iterable[AlignedClauses]) -> Mapping[str, str]:
    """The chapter of the new edition in which most clauses of an old one stand, by the old one's title."""
    went = Counter((one.old[0].under, one.new[0].under) for one in aligned if one.old and one.new)
    return {old: new for (old, new), _ in reversed(went.most_common())}
