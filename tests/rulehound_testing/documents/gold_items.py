"""Scores how the reader divides a document without numbers, against the annotated inventory of its items.

    python tests/rulehound_testing/documents/gold_items.py [--show] [DOCUMENT …]

Items are compared by their words: Unicode NFKC, case-folded, without marks of Markdown and without the marker
of a list. A prediction is a clause of a kind that may demand something (`DEMANDING`), in reading order.

- A prediction and an item match if their words, counted as a bag, have an overlap (intersection over union)
  of at least 0.5. Matches are made one to one, the best first, ties by closeness in reading order.
- An item split into several predictions counts as found by all of them: predictions beside each other, each
  with at least 0.8 of its words in the item, that together overlap with it by at least 0.5. Likewise an item
  that a prediction merges with its neighbours counts as found: at least 0.8 of its words are in the
  prediction, and the prediction overlaps with all of its items together by at least 0.5.
- Recall: the share of the items with `normative: true` that are found.
- Precision: of the predictions, the share that found a normative item. A prediction that found none is wrong,
  with one exception: what found an example, or an item that is not normative and of a kind that rules are of
  (a definition that demands nothing, say), does not count at all.
"""

import argparse
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rulehound.extract import Clause, read_document
from rulehound.extract.document import DEMANDING
from rulehound_testing.folders import SHARED

PREFIXES = {
    "dcg-rule-manual-2.3": "M",
    "dcg-rule-manual-2.3-qa": "QA",
    "dcg-detailed-rules-1.3": "D",
    "dcg-glossary-2.3": "G",
    "dcg-fan-manual-2020": "F",
    "dcg-detailed-rules-1.0": "W",
    "dmb-rules": "B",
}
"""The documents that the inventory covers, and what the ids of their items begin with."""

_SEEDS = {
    "000": "dcg-rule-manual-2.3",
    "001": "dmb-rules",
    "003": "dcg-fan-manual-2020",
    "004": "dcg-detailed-rules-1.0",
}
_NO_RULES = {"heading", "figure", "label", "toc", "table-header", "orphan-number", "change-entry", "comment"}
_NO_RULES |= {"meta", "intro"}
_LIST_MARKER = re.compile(r"^\s*(?:[-*•●■※]\s*)?(?:[-*•●]\s*)?(?:\d+[.\s]\s*)?")
_OVERLAP, _WITHIN = 0.5, 0.8

Bag = Counter[str]


class Item(NamedTuple):
    """An item of the inventory; the key is its id without the prefix of the document."""

    key: str
    kind: str
    normative: bool
    text: str


class Score(NamedTuple):
    """How well the predictions and the items of a document agree."""

    items: int
    """Normative ones."""
    missed: tuple[Item, ...]
    right: tuple[str, ...]
    """Texts of predictions, here and below."""
    wrong: tuple[str, ...]
    neutral: tuple[str, ...]
    same_key: int
    """Normative items with a prediction whose key is theirs."""

    @property
    def recall(self) -> float:
        return 1 - len(self.missed) / self.items

    @property
    def precision(self) -> float:
        return len(self.right) / max(1, len(self.right) + len(self.wrong))

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / max(1e-9, self.precision + self.recall)


def read_items(document: str) -> list[Item]:
    """The items of a document in reading order."""
    prefix = PREFIXES[document]
    seeds = {
        number: (SHARED / "seeds" / f"{name}.txt").read_bytes().decode("utf-8")
        for number, name in _SEEDS.items()
    }
    lines = (SHARED / "gold" / "clauses.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Item(
            row["id"].removeprefix(f"{prefix}/"),
            row["kind"],
            row["normative"],
            seeds[row["doc"]][row["char_start"] : row["char_end"]],
        )
        for row in map(json.loads, lines)
        if row["id"].startswith(f"{prefix}/")
    ]


def score(items: Sequence[Item], clauses: Iterable[Clause]) -> Score:
    """How well the demanding ones of the clauses agree with the items."""
    predictions = [clause for clause in clauses if clause.kind in DEMANDING]
    found = match([item.text for item in items], [clause.text for clause in predictions])
    of_prediction: dict[int, list[Item]] = {}
    for item, prediction in found:
        of_prediction.setdefault(prediction, []).append(items[item])
    right, wrong, neutral = list[str](), list[str](), list[str]()
    for index, clause in enumerate(predictions):
        hit = of_prediction.get(index, [])
        if any(item.normative for item in hit):
            right.append(clause.text)
        elif any(item.kind not in _NO_RULES for item in hit):
            neutral.append(clause.text)
        else:
            wrong.append(clause.text)
    seen = {item for item, _ in found}
    return Score(
        items=sum(item.normative for item in items),
        missed=tuple(item for index, item in enumerate(items) if item.normative and index not in seen),
        right=tuple(right),
        wrong=tuple(wrong),
        neutral=tuple(neutral),
        same_key=len(
            {
                items[item].key
                for item, index in found
                if items[item].normative and items[item].key == predictions[index].key
            }
        ),
    )


def match(items: Sequence[str], predictions: Sequence[str]) -> set[tuple[int, int]]:
    """Which item each prediction found: pairs of indices."""
    gold, mine = [_bag(text) for text in items], [_bag(text) for text in predictions]
    pairs = sorted(
        (-overlap, abs(index / len(gold) - other / len(mine)), index, other)
        for index, item in enumerate(gold)
        for other, prediction in enumerate(mine)
        if (overlap := _overlap(item, prediction)) >= _OVERLAP
    )
    found: dict[int, int] = {}  # prediction of an item
    taken: set[int] = set()
    for _, _, index, other in pairs:
        if index not in found and other not in taken:
            found[index] = other
            taken.add(other)
    split = _spread({index: [other] for index, other in found.items()}, gold, mine, taken)
    merged = _spread({other: [index] for index, other in found.items()}, mine, gold, set(found))
    return {(index, other) for index, others in split.items() for other in others} | {
        (index, other) for other, indices in merged.items() for index in indices
    }


def _spread(
    parts: dict[int, list[int]], wholes: Sequence[Bag], pieces: Sequence[Bag], taken: set[int]
) -> dict[int, list[int]]:
    """The pieces of each whole: those that it has, their neighbours, and runs of those that nothing has."""
    for whole, own in parts.items():
        for step in (1, -1):
            piece = own[0] + step
            while (
                0 <= piece < len(pieces) and piece not in taken and _is_within(pieces[piece], wholes[whole])
            ):
                together = sum((pieces[other] for other in [*own, piece]), Bag())
                if _overlap(together, wholes[whole]) < _OVERLAP:
                    break
                own.append(piece)
                taken.add(piece)
                piece += step
    for whole in range(len(wholes)):
        if whole in parts:
            continue
        for run in _runs(
            piece not in taken and _is_within(pieces[piece], wholes[whole]) for piece in range(len(pieces))
        ):
            if _overlap(sum((pieces[piece] for piece in run), Bag()), wholes[whole]) >= _OVERLAP:
                parts[whole] = list(run)
                taken.update(run)
                break
    return parts


def _runs(flags: Iterable[bool]) -> Iterator[range]:
    """Where the flags are true without a gap."""
    start = None
    for index, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = index
        elif not flag and start is not None:
            yield range(start, index)
            start = None


def _bag(text: str) -> Bag:
    plain = unicodedata.normalize("NFKC", _LIST_MARKER.sub("", text, count=1)).casefold().replace("_", " ")
    return Bag(re.findall(r"\w+", plain))


def _overlap(one: Bag, other: Bag) -> float:
    common = _common(one, other)
    return common / max(1, one.total() + other.total() - common)


def _common(one: Bag, other: Bag) -> int:
    """How many words two bags share."""
    if one.keys().isdisjoint(other):
        return 0
    few, many = sorted((one, other), key=len)
    return sum(min(count, many[word]) for word, count in few.items() if word in many)


def _is_within(piece: Bag, whole: Bag) -> bool:
    return bool(piece) and _common(piece, whole) >= _WITHIN * piece.total()


def main() -> None:
    """Print a line a document, and with --show what was missed and what was wrong."""
    parser = argparse.ArgumentParser(description="Score the reader on documents without numbers.")
    parser.add_argument("documents", nargs="*", metavar="DOCUMENT", help=", ".join(PREFIXES))
    parser.add_argument(
        "--show", action="store_true", help="print the items missed and the predictions wrong"
    )
    arguments = parser.parse_args()
    for name in arguments.documents or PREFIXES:
        result = score(read_items(name), read_document(SHARED / "documents" / f"{name}.pdf").clauses)
        print(
            f"{name:24} items {result.items:3}  precision {result.precision:.3f}  recall {result.recall:.3f}"
            f"  F1 {result.f1:.3f}  same key {result.same_key}"
        )
        if arguments.show:
            for item in result.missed:
                print(f"  missed  {item.key}: {' '.join(item.text.split())[:100]}")
            for text in result.wrong:
                print(f"  wrong   {text[:110]}")


if __name__ == "__main__":
    main()
