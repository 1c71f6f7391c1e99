"""Read damaged PDFs by the thousand: each must give a document or one clear line.

    python tools/fuzz_documents.py --count 5000 --out build/fuzz

Whatever else becomes of a file (an exception, a hang) is a failure: the file is saved in the folder, and the
exit status is 1. Equal seeds give equal files, each with a number of its own: `--start` goes on with a run
that was broken off. Counts by kind of outcome come at the end.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.0.pdf"

sys.path.insert(0, str(ROOT / "tests"))

from rulehound_testing.documents.damage import files, sources  # noqa: E402  (lies with the tests)
from rulehound_testing.documents.outcomes import NotAllowed, outcome  # noqa: E402

HANG_SECONDS = 120
"""For one file. Far more than a small file may take under the limits of reading."""
REPORTED_EVERY = 250


@contextmanager
def watched() -> Iterator[None]:
    """Break off what hangs."""

    def stop(*_: object) -> None:
        raise NotAllowed(f"hangs: more than {HANG_SECONDS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(HANG_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="number of the first file")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--out", type=Path, default=ROOT / "build/fuzz", help="where failures are saved")
    options = parser.parse_args()
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.pdf"
        originals = sources(Path(folder), RULEBOOK)
        numbered = enumerate(files(originals, options.seed))
        for number, data in islice(numbered, options.start, options.start + options.count):
            path.write_bytes(data)
            try:
                with watched():
                    outcomes[outcome(path)] += 1
            except NotAllowed as failure:
                saved = options.out / f"{options.seed}-{number}.pdf"
                saved.parent.mkdir(parents=True, exist_ok=True)
                saved.write_bytes(data)
                print(f"{saved}: {failure}")
                outcomes["FAILURE"] += 1
            if (number + 1) % REPORTED_EVERY == 0:
                print(f"{number + 1 - options.start} of {options.count}", file=sys.stderr)
    for kind, count in sorted(outcomes.items(), key=lambda item: (-item[1], item[0])):
        print(f"{count:6}  {kind}")
    return 1 if outcomes["FAILURE"] else 0


if __name__ == "__main__":
    sys.exit(main())
