"""Time of aligning two editions, beside difflib on the same clauses.

    .venv/bin/python benchmarks/alignment.py OLD.pdf NEW.pdf

difflib is what a program has that uses the standard library alone: SequenceMatcher finds the clauses with
equal text that stand in one order; get_close_matches then looks for a similar text for each of the others.
All are timed in turn, so that a busy machine slows down all of them; medians of CPU time are printed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from difflib import SequenceMatcher, get_close_matches
from statistics import median

import msgspec

from rulehound.extract import read_document
from rulehound.spec.documents.alignment import Alignment, AlignmentSide, align, side_of_document
from rulehound.spec.documents.sketch import sketch


def recorded(side: AlignmentSide) -> AlignmentSide:
    """A side as its record has it: sketches in place of texts."""
    passages = (
        msgspec.structs.replace(passage, text=None, sketch=sketch(passage.text or ""))
        for passage in side.passages
    )
    return AlignmentSide(side.name, tuple(passages))


def same_texts(old: AlignmentSide, new: AlignmentSide) -> tuple[list[str], list[str], int]:
    """Clauses that difflib finds unchanged: those left on both sides, and how many they are."""
    olds, news = ([passage.text or "" for passage in side.passages] for side in (old, new))
    blocks = SequenceMatcher(None, olds, news, False).get_matching_blocks()
    for block in reversed(blocks):
        del olds[block.a : block.a + block.size], news[block.b : block.b + block.size]
    return olds, news, sum(block.size for block in blocks)


def similar_texts(old: AlignmentSide, new: AlignmentSide) -> int:
    """Clauses for which difflib finds an equal or a similar text."""
    olds, news, same = same_texts(old, new)
    return same + sum(bool(get_close_matches(text, news, 1)) for text in olds)


def paired(alignment: Alignment) -> int:
    """Old clauses whose counterpart is known."""
    return sum(len(each.old) for each in alignment.correspondences if each.new)


def main() -> None:
    """Read two documents and print a line for each way to compare them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--times", type=int, default=9)
    options = parser.parse_args()
    old, new = (side_of_document(read_document(path)) for path in (options.old, options.new))
    old_record, new_record = recorded(old), recorded(new)
    ways: dict[str, Callable[[], int]] = {
        "align, texts": lambda: paired(align(old, new)),
        "align, record and text": lambda: paired(align(old_record, new)),
        "align, records": lambda: paired(align(old_record, new_record)),
        "difflib, equal texts": lambda: same_texts(old, new)[2],
        "difflib, similar texts": lambda: similar_texts(old, new),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    found: dict[str, int] = {}
    for _ in range(options.times):
        for name, way in ways.items():
            start = time.process_time()
            found[name] = way()
            seconds[name].append(time.process_time() - start)
    print(f"{len(old.passages)} and {len(new.passages)} clauses, median of {options.times}")
    for name in ways:
        print(f"{name:<26}{median(seconds[name]):7.3f} s   {found[name]} old clauses with a counterpart")


if __name__ == "__main__":
    main()
