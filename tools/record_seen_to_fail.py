"""Record which planted faults each check has been seen to catch.

    python tools/record_seen_to_fail.py                 every fault of tests/
    python tools/record_seen_to_fail.py --keep FILE     go on where a run was ended; FILE holds what is done
    python tools/record_seen_to_fail.py --keep FILE --share 1/2    that half alone, without a record; once all
                                                        shares are kept, a run with --keep writes it
    python tools/record_seen_to_fail.py --out FILE      written elsewhere

Proves, asks for contradictions and looks at the graph of the model with each of its faults in turn; runs the
scenarios and boundary vectors of the Digimon Card Game on the reference engine with each of its faults, asks
it for costs, and plays it; and the same, scenarios aside, of adapters that are wrong about a sound engine.
Reports show a check that is not in the record as never seen to fail.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "spec/rulehound/spec/dcg/seen_to_fail.toml"

sys.path.insert(0, str(ROOT / "tests"))

import caught_faults  # noqa: E402  (lies beside the faults, with the tests)
import caught_in_model  # noqa: E402  (so does this)
import contrary_engines  # noqa: E402  (and this)

HEAD = """\
# Check to the planted faults that it has been seen to catch.
# Written by tools/record_seen_to_fail.py; not to be edited.

[caught]
"""

Caught = Mapping[str, frozenset[str]]
"""Fault to the ids of the checks that catch it."""


def questions() -> Iterator[tuple[str, Callable[[], Caught]]]:
    """What is asked, in order, each under a name: all faults of the model, then engine after engine."""
    law = caught_faults.rulebook().law
    yield "the model", partial(caught_in_model.checks_that_catch_in_the_model, law)
    for name in contrary_engines.CONTRARY:
        yield name, partial(_one, name, caught_faults.checks_that_catch_contrary)
    for name in caught_faults.faults():
        yield name, partial(_one, name, caught_faults.checks_that_catch)


def _one(name: str, ask: Callable[[str], frozenset[str]]) -> Caught:
    return {name: ask(name)}


def by_check(caught: Caught) -> dict[str, list[str]]:
    """From the checks that catch each fault, the sorted faults that each check catches, checks sorted too."""
    checks = sorted(frozenset().union(*caught.values()))
    return {check: sorted(fault for fault, found in caught.items() if check in found) for check in checks}


def as_toml(record: Mapping[str, Sequence[str]]) -> str:
    """The record as it is written; names of checks and faults are plain ASCII."""
    return HEAD + "".join(f"{json.dumps(check)} = {json.dumps(faults)}\n" for check, faults in record.items())


class Kept:
    """Answers in a file, one JSON object a line; those of another tree are not looked at."""

    def __init__(self, path: Path | None) -> None:
        self._path, self._of = path, _hash() if path else ""
        self._known: dict[str, Caught] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path and path.exists() else ():
            entry = json.loads(line)
            if entry["of"] == self._of:
                self._known[entry["asked"]] = {
                    fault: frozenset(checks) for fault, checks in entry["caught"].items()
                }

    def answer(self, asked: str, ask: Callable[[], Caught]) -> Caught:
        """What is known, or what the question comes to, which is kept."""
        if asked not in self._known:
            self._known[asked] = ask()
            if self._path:
                caught = {fault: sorted(checks) for fault, checks in self._known[asked].items()}
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"of": self._of, "asked": asked, "caught": caught}) + "\n")
        return self._known[asked]


def _hash() -> str:
    """Of all that an answer rests on: the project's own files, but for the record."""
    digest = hashlib.sha256()
    for room in ("spec", "extract", "checker", "engine", "tests"):
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".py", ".toml", ".jsonl", ".pdf") and path != RECORD:
                digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def main() -> None:
    """Run everything and write the record."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=RECORD, metavar="FILE", help="where to write the record")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="what is done, kept from run to run")
    parser.add_argument("--share", default="1/1", metavar="I/N", help="every Nth question, from the Ith on")
    given = parser.parse_args()
    share, _, shares = given.share.partition("/")
    if not (share.isdigit() and shares.isdigit() and 1 <= int(share) <= int(shares)):
        parser.error(f"--share {given.share}: wanted is I/N, with I from 1 to N")
    if int(shares) > 1 and given.keep is None:
        parser.error("--share keeps what it finds: name a file with --keep")
    kept = Kept(given.keep)
    caught: dict[str, frozenset[str]] = {}
    for asked, ask in list(questions())[int(share) - 1 :: int(shares)]:
        found = kept.answer(asked, ask)
        caught.update(found)
        print(f"{asked}: {len(frozenset().union(*found.values()))} checks", file=sys.stderr)
    if int(shares) == 1:
        given.out.write_text(as_toml(by_check(caught)), encoding="utf-8")


if __name__ == "__main__":
    main()
