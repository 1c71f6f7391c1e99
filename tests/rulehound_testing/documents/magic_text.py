"""The publisher's plain text of the Magic Comprehensive Rules as gold clauses.

usage: magic_text.py RULES.txt GOLD.jsonl

What counts are chapter headings (`100.`) and rules (`100.1`, `100.1a`) behind the contents list and before
the glossary. An example, or a further paragraph, belongs to the rule above it. The headings of sections
(`1.`) do not count, though a reader of the PDF may well give them.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_CLAUSE = re.compile(r"(?P<number>\d{3}(?:\.\d+[a-z]?)?)\.? (?P<text>.*)")
_SECTION = re.compile(r"\d\. ")


def gold_clauses(text: str) -> Iterator[tuple[str, str]]:
    """Number and text of each clause, in the order of the text."""
    lines = [line.strip() for line in text.splitlines()]
    sections = [index for index, line in enumerate(lines) if _SECTION.match(line)]
    first = next(index for index in sections if lines[index] == lines[sections[0]] and index > sections[0])
    number, paragraphs = "", list[str]()
    for line in lines[first : lines.index("Glossary", first)]:
        if clause := _CLAUSE.fullmatch(line):
            if number:
                yield number, " ".join(paragraphs)
            number, paragraphs = clause["number"], [clause["text"]]
        elif line and not _SECTION.match(line):
            paragraphs.append(line)
    yield number, " ".join(paragraphs)


def main(arguments: list[str]) -> None:
    """Write the gold clauses of the text file as JSON lines."""
    if len(arguments) != 2:
        sys.exit(__doc__)
    source, target = map(Path, arguments)
    rows = ({"number": n, "text": text} for n, text in gold_clauses(source.read_text(encoding="utf-8-sig")))
    target.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
