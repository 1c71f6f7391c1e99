"""How well alignment finds out what a synthetic update did.

From the top folder, for the full table (minutes):

    PYTHONPATH=tests .venv/bin/python -m rulehound_testing.editions.quality ../shared/documents/RULES.pdf
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from statistics import median

import msgspec

from rulehound.extract import Clause, read_document
from rulehound.spec.documents.alignment import Alignment, AlignmentSide, align
from rulehound.spec.documents.sketch import sketch
from rulehound_testing.editions.updates import INTENSITIES, Truth, Update, Written, update

ECHO = re.compile(r"(?<=[)\]」\"”])[0-9][0-9-]*(?=$|\s)")

Group = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass
class Found:
    """How many of what there was were found, and how many were found that were not there."""

    right: int = 0
    missed: int = 0
    wrong: int = 0

    def count(
        self, found: Set[Group] | Set[tuple[str, ...]], true: Set[Group] | Set[tuple[str, ...]]
    ) -> None:
        """Add one update's."""
        self.right += len(found & true)
        self.missed += len(true - found)
        self.wrong += len(found - true)

    @property
    def recall(self) -> float:
        """Share found of what there was; 1 where there was nothing."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def false(self) -> float:
        """Share of what was found that was not there; 0 where nothing was found."""
        return self.wrong / (self.right + self.wrong) if self.right + self.wrong else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of recall and precision."""
        return 2 * self.right / (2 * self.right + self.missed + self.wrong)


@dataclass
class Quality:
    """Over all updates that were counted."""

    pairs: Found = field(default_factory=Found)
    """Every old key with every new key of its correspondence."""
    split: Found = field(default_factory=Found)
    """Whole groups: one part too few is missed and wrong."""
    merged: Found = field(default_factory=Found)
    moved: Found = field(default_factory=Found)
    reworded: Found = field(default_factory=Found)
    retargeted: Found = field(default_factory=Found)
    dangling: Found = field(default_factory=Found)
    strays: Found = field(default_factory=Found)
    """Page numbers in the text, told as the one number that came or went. Where texts are at hand."""
    changes: Counter[str] = field(default_factory=Counter)

    def count(self, alignment: Alignment, truth: Truth) -> None:
        """Add one update's."""
        groups: dict[Group, frozenset[str]] = {
            (each.old, each.new): frozenset(each.changes) for each in alignment.correspondences
        }
        true = {group: truth.edits.get(group[1], frozenset({"removed"})) for group in truth.groups}
        self.pairs.count(_pairs(groups), _pairs(true))
        singles = {group for group in groups.keys() & true.keys() if len(group[0]) == len(group[1]) == 1}
        for name in ("split", "merged", "moved", "reworded"):
            among = singles if name in ("moved", "reworded") else groups.keys() | true.keys()
            getattr(self, name).count(
                {group for group in among if name in groups.get(group, ())},
                {group for group in among if name in true.get(group, ())},
            )
        cited = [(each.new, change) for each in alignment.correspondences for change in each.references]
        # A reference of a group is named with the first of its clauses, as in `_first`.
        for name, there in (("retargeted", truth.retargeted), ("dangling", truth.dangling)):
            found = {(new[0], change.new) for new, change in cited if change.what == name and new}
            getattr(self, name).count(found, _first(there, groups))
        strays = {
            (each.new[0], each.numbers[0].old, each.numbers[0].new)
            for each in alignment.correspondences
            if len(each.old) == len(each.new) == len(each.numbers) == 1 and "reworded" in each.changes
        }
        # There are other changes of numbers; only whether these are among them can be told.
        self.strays.count(strays & truth.strays, truth.strays)
        self.changes.update(change for changes in groups.values() for change in changes)


def _pairs(groups: Iterable[Group]) -> set[tuple[str, str]]:
    return {(old, new) for olds, news in groups for old in olds for new in news}


def _first(cited: Iterable[tuple[str, str]], groups: Iterable[Group]) -> set[tuple[str, str]]:
    first = {key: news[0] for _, news in groups for key in news}
    return {(first[key], number) for key, number in cited}


def without_text(side: AlignmentSide) -> AlignmentSide:
    """What is left of an edition once it is recorded."""
    return AlignmentSide(
        side.name,
        tuple(
            msgspec.structs.replace(passage, text=None, sketch=sketch(passage.text or ""))
            for passage in side.passages
        ),
    )


def same(side: AlignmentSide) -> AlignmentSide:
    """The side as it is."""
    return side


WITHOUT: dict[
    str, tuple[Callable[[AlignmentSide], AlignmentSide], Callable[[AlignmentSide], AlignmentSide]]
] = {
    "texts": (same, same),
    "record and text": (without_text, same),
    "records": (without_text, without_text),
}
"""What is at hand of the old edition and of the new one."""


def measure(updates: Iterable[Update], at_hand: str = "texts") -> Quality:
    """The quality of alignment over synthetic updates."""
    old, new = WITHOUT[at_hand]
    quality = Quality()
    for made in updates:
        quality.count(align(old(made.old), new(made.new)), made.truth)
    return quality


def written(clauses: Iterable[Clause]) -> list[Written]:
    """The clauses of a document as updates are made of, without numbers that echo behind a bracket."""
    return [
        Written(clause.number, clause.parent, clause.kind, ECHO.sub("", clause.text)) for clause in clauses
    ]


def main(arguments: Sequence[str]) -> None:
    """Print a table of figures for a document."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("document")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--as-read", action="store_true", help="references as the reader finds them")
    options = parser.parse_args(arguments)
    clauses = written(read_document(options.document).clauses)
    for intensity in INTENSITIES:
        qualities = {at_hand: Quality() for at_hand in WITHOUT}
        seconds: dict[str, list[float]] = {at_hand: [] for at_hand in WITHOUT}
        for seed in range(options.seeds):
            made = update(clauses, INTENSITIES[intensity], seed, options.as_read)
            for at_hand, (old, new) in WITHOUT.items():
                sides = old(made.old), new(made.new)
                start = time.process_time()
                alignment = align(*sides)
                seconds[at_hand].append(time.process_time() - start)
                qualities[at_hand].count(alignment, made.truth)
        for at_hand, quality in qualities.items():
            cpu = median(seconds[at_hand])
            print(f"{intensity}, {at_hand}: pair F1 {quality.pairs.f1:.4f}, {cpu:.2f} s CPU")
            told = ("split", "merged", "moved", "reworded", "retargeted", "dangling")
            for name in (*told, "strays") if at_hand == "texts" else told:
                found: Found = getattr(quality, name)
                there = found.right + found.missed
                print(f"    {name}: {found.right} of {there} found, {found.wrong} false ({found.false:.1%})")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
