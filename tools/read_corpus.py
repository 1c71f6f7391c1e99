"""Read a folder of PDFs as a user would, and count what became of them, and of their words.

    python tools/read_corpus.py FOLDER --keep build/corpus.jsonl

Every file is given to `rulehound extract` in a process of its own. The words of up to 12 of its pages are
held against those of PDFium: word gaps that only one reader has, and words with letters that we do not have
at all; where the two differ about a gap, pdfminer's own layout is asked as well. The results are kept, a line
for each file, so that a run that was broken off goes on from there. The exit status is 1 if a file gave a
traceback, hung, or ended in anything but a result or one line.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from rulehound.extract.cache import reader_version  # noqa: E402
from rulehound.extract.document import DocumentError  # noqa: E402
from rulehound.extract.pdf.pages import NOT_READ  # noqa: E402
from rulehound.extract.processes.isolation import ChildFailed, Limits, call_in_child  # noqa: E402
from rulehound_testing.documents.words_of_readers import (  # noqa: E402  (lies with the tests)
    COUNTS,
    WordDifferences,
    total_of,
)

_COMPARISON = "rulehound_testing.documents.words_of_readers:differences_of"
_COMPARISON_LIMITS = Limits(document_seconds=120)
_DIGITS = re.compile(r"\d[\d,]*")
_QUOTED = re.compile(r'"[^"]*"')
FAILURES = ("traceback", "hangs", "no clear line")


class FileResult(msgspec.Struct):
    """What became of one file."""

    path: str
    """Below the folder."""
    reader: str
    """The version of what read it."""
    kind: str
    """"read", "partial", one of FAILURES, or the line that refused it, with N for numbers."""
    words: WordDifferences | None = None
    """None where its words could not be compared."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the PDFs are, at any depth")
    parser.add_argument("--keep", type=Path, required=True, metavar="FILE", help="results, a line each")
    parser.add_argument("--hang-seconds", type=float, default=300, help="for one file")
    parser.add_argument("--only", default="", metavar="TEXT", help="only files with this in their path")
    options = parser.parse_args()
    results = []
    with_results = {
        result.path: result for result in _kept(options.keep) if result.reader == reader_version()
    }
    paths = [path for path in sorted(options.folder.rglob("*.pdf")) if options.only in str(path)]
    options.keep.parent.mkdir(parents=True, exist_ok=True)
    with open(options.keep, "ab") as kept:
        for count, path in enumerate(paths, start=1):
            name = path.relative_to(options.folder).as_posix()
            result = with_results.get(name)
            if result is None:
                result = FileResult(
                    name, reader_version(), _outcome(path, options.hang_seconds), _words(path)
                )
                kept.write(msgspec.json.encode(result) + b"\n")
                kept.flush()
                print(f"{count} of {len(paths)}  {result.kind[:60]}  {name}", file=sys.stderr)
            results.append(result)
    print(_summary(results))
    return 1 if any(result.kind.startswith(FAILURES) for result in results) else 0


def _kept(file: Path) -> Iterator[FileResult]:
    """The results of an earlier run; a line that was cut off is passed over."""
    if file.exists():
        for line in file.read_bytes().splitlines():
            try:
                yield msgspec.json.decode(line, type=FileResult)
            except msgspec.DecodeError:
                continue


def _outcome(path: Path, seconds: float) -> str:
    """The kind of what `rulehound extract` gives."""
    command = [
        Path(sys.executable).with_name("rulehound"),
        "extract",
        path,
        "--no-cache",
        "--out",
        "/dev/null",
    ]
    try:
        done = subprocess.run(command, check=False, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return "hangs"
    lines = done.stderr.decode(errors="replace").splitlines()
    if any(line.startswith("Traceback") for line in lines):
        return f"traceback: {lines[-1]}"
    if done.returncode == 0:
        return "partial" if any(NOT_READ in line for line in lines) else "read"
    start = f"rulehound: {path}: "
    if done.returncode != 2 or len(lines) != 1 or not lines[0].startswith(start):
        return f"no clear line: exit status {done.returncode}, {len(lines)} lines"
    return _DIGITS.sub("N", _QUOTED.sub('"…"', lines[0].removeprefix(start)))


def _words(path: Path) -> WordDifferences | None:
    try:
        differences: WordDifferences = call_in_child(_COMPARISON, str(path), limits=_COMPARISON_LIMITS)
    except (ChildFailed, DocumentError):
        return None
    except Exception as error:  # of PDFium, which cannot open it
        print(f"{path}: words not compared: {type(error).__name__}: {error}", file=sys.stderr)
        return None
    return differences


def _summary(results: Sequence[FileResult]) -> str:
    """The figures of all files, by kind."""
    kinds = Counter(result.kind for result in results)
    compared = [result for result in results if result.words is not None and result.words.words]
    total = total_of(result.words for result in compared if result.words is not None)
    lines = [f"{len(results)} files"]
    lines += [
        f"{count:6}  {kind}" for kind, count in sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    ]
    lines.append(f"{total.words} words of {len(compared)} files compared with PDFium; of 1,000 words:")
    for name in COUNTS[1:]:
        count = getattr(total, name)
        lines.append(f"{1000 * count / max(total.words, 1):8.2f}  {name.replace('_', ' ')} ({count})")
    for name in ("glued", "parted", "lost", "unlettered"):
        worst = sorted(compared, key=lambda result: -getattr(result.words, name))[:5]
        for result in worst:
            if result.words is not None and (count := getattr(result.words, name)):
                samples = "; ".join(result.words.samples.get(name, ()))
                lines.append(f"{name}: {count} of {result.words.words} in {result.path}: {samples}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
