"""Record which planted faults each check has been seen to catch.

    python tools/record_seen_to_fail.py                 every fault of tests/
    python tools/record_seen_to_fail.py --keep FILE     go on where a run was ended; FILE holds what is done
    python tools/record_seen_to_fail.py --keep FILE --share 1/2    that half alone, without a record; once all
                                                        shares are kept, a run with --keep writes it
    python tools/record_seen_to_fail.py --scenarios     scenarios alone, on faulty engines; all else stays
    python tools/record_seen_to_fail.py --out FILE      written elsewhere

Proves, asks for contradictions and looks at the graph of the model with each of its faults in turn; runs the
scenarios and boundary vectors of the Digimon Card Game on the reference engine with each of its faults, asks
it for costs, and plays it; and the same, scenarios aside, of adapters that are wrong about a sound engine.
Reports show a check that is not in the record as never seen to fail.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from rulehound.checker.answers import Answers, folders_hash

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

Caught = dict[str, frozenset[str]]
"""Fault to the ids of the checks that catch it."""


SCENARIO = "scenario:"
"""How the ids of scenarios begin."""


def questions(scenarios: bool = False) -> Iterator[tuple[str, Callable[[], Caught]]]:
    """What is asked, in order, each under a name: all faults of the model, then engine after engine.

    `scenarios`: those alone, of which engines that are wrong about a sound one are asked none.
    """
    if scenarios:
        for name in caught_faults.faults():
            yield f"{name}, scenarios", partial(_one, name, _by_scenarios)
        return
    law = caught_faults.rulebook().law
    yield "the model", lambda: dict(caught_in_model.checks_that_catch_in_the_model(law))
    for name in contrary_engines.CONTRARY:
        yield name, partial(_one, name, caught_faults.checks_that_catch_contrary)
    for name in caught_faults.faults():
        yield name, partial(_one, name, caught_faults.checks_that_catch)


def _one(name: str, ask: Callable[[str], frozenset[str]]) -> Caught:
    return {name: ask(name)}


def _by_scenarios(fault: str) -> frozenset[str]:
    return caught_faults.checks_that_catch(fault, caught_faults.scenario_records)


def on_record_beside_scenarios() -> dict[str, list[str]]:
    """What is on record of all other checks, the faults that there are no more left out."""
    record: dict[str, list[str]] = tomllib.loads(RECORD.read_text("utf-8"))["caught"]
    planted = {fault for check, faults in record.items() if check.startswith(SCENARIO) for fault in faults}
    gone = planted - set(caught_faults.faults())
    beside = {check: faults for check, faults in record.items() if not check.startswith(SCENARIO)}
    left = {check: [fault for fault in faults if fault not in gone] for check, faults in beside.items()}
    return {check: faults for check, faults in left.items() if faults}


def by_check(caught: Caught) -> dict[str, list[str]]:
    """From the checks that catch each fault, the sorted faults that each check catches, checks sorted too."""
    checks = sorted(frozenset().union(*caught.values()))
    return {check: sorted(fault for fault, found in caught.items() if check in found) for check in checks}


def as_toml(record: Mapping[str, Sequence[str]]) -> str:
    """The record as it is written; names of checks and faults are plain ASCII."""
    return HEAD + "".join(f"{json.dumps(check)} = {json.dumps(faults)}\n" for check, faults in record.items())


def answers(path: Path | None) -> Answers[Caught]:
    """What is known already; it rests on the project's own files and its tests, but for the record."""
    rooms = [ROOT / room for room in ("spec", "extract", "checker", "engine", "tests")]
    of = folders_hash(rooms, but=[RECORD]) if path else ""
    return Answers(path, of, dict[str, frozenset[str]], "record_seen_to_fail")


def main() -> None:
    """Run everything and write the record."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=RECORD, metavar="FILE", help="where to write the record")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="what is done, kept from run to run")
    parser.add_argument("--share", default="1/1", metavar="I/N", help="every Nth question, from the Ith on")
    parser.add_argument("--scenarios", action="store_true", help="them alone; else as it is on record")
    given = parser.parse_args()
    share, _, shares = given.share.partition("/")
    if not (share.isdigit() and shares.isdigit() and 1 <= int(share) <= int(shares)):
        parser.error(f"--share {given.share}: wanted is I/N, with I from 1 to N")
    if int(shares) > 1 and given.keep is None:
        parser.error("--share keeps what it finds: name a file with --keep")
    kept = answers(given.keep)
    caught: dict[str, frozenset[str]] = {}
    for asked, ask in list(questions(given.scenarios))[int(share) - 1 :: int(shares)]:
        found = kept.answer(asked, ask)
        caught.update(found)
        print(f"{asked}: {len(frozenset().union(*found.values()))} checks", file=sys.stderr)
    if int(shares) == 1:
        record = by_check(caught) | (on_record_beside_scenarios() if given.scenarios else {})
        given.out.write_text(as_toml(dict(sorted(record.items()))), encoding="utf-8")


if __name__ == "__main__":
    main()
