"""Record which planted faults each check has been seen to catch.

    python tools/record_seen_to_fail.py                 every fault of tests/
    python tools/record_seen_to_fail.py --scenarios     scenarios alone, on faulty engines; all else stays
    python tools/record_seen_to_fail.py --changed       others that changed: faults that they caught before,
                                                        one after another, till each has caught one again;
                                                        and faults that are not on record
    python tools/record_seen_to_fail.py --changed-scenarios    scenarios that changed, each alone, of the
                                                        faults that it caught before; and faults that are
                                                        not on record, of all scenarios
    python tools/record_seen_to_fail.py --new-scenarios        every fault, put to the scenarios alone that
                                                        have caught nothing on record, and with --game dmb
                                                        to boundary inputs of which that is so
    python tools/record_seen_to_fail.py --confirm       a sample of the record is asked again, another by
                                                        each --seed; where all of it is caught, the judging
                                                        of the checker is confirmed
    python tools/record_seen_to_fail.py --again         every entry is asked again, each of its check alone;
                                                        what is not caught comes off the record
    python tools/record_seen_to_fail.py --rules         nothing is asked; which rules each fault breaks is
                                                        written anew
    python tools/record_seen_to_fail.py --keep FILE     go on where a run was ended; FILE holds what is done
    python tools/record_seen_to_fail.py --keep FILE --share 1/2    that half alone, without a record; once all
                                                        shares are kept, a run with --keep writes it
    python tools/record_seen_to_fail.py --game dmb      the record of Digimon Battles: every fault of its
                                                        engine, put to all checks of engines; with what is
                                                        above, but for --confirm and --again, a part of it
    python tools/record_seen_to_fail.py --out FILE      written elsewhere
    python tools/record_seen_to_fail.py --out FILE --compare    and exit status 1 where a check on record
                                                        has caught nothing this time

Proves, asks for contradictions and looks at the graph of the model with each of its faults in turn; runs the
scenarios and boundary vectors of the Digimon Card Game on the reference engine with each of its faults, asks
it for costs, and plays it; and the same, scenarios aside, of adapters that are wrong about a sound engine.
With each check stands a hash of what it was. Reports show a check that is not in the record, or has changed
since, as never seen to fail.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rulehound.checker.evidence.basis import judging_content
from rulehound.checker.evidence.digests import keep_digests
from rulehound.checker.evidence.judging import AskedAgain, ConfirmedJudging, write_confirmed
from rulehound.checker.evidence.seen_to_fail import NAME, CaughtFaults, read_seen_to_fail
from rulehound.checker.processes.kept_answers import Answers
from rulehound.checker.records import CheckRecord
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.catalogue import declared_checks, possible_vectors, scenario_check
from rulehound.checker.suite.vectors import grouped, vector_check
from rulehound.extract.source_hash import folders_hash
from rulehound.spec.formats import Adapter, Scenario

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "spec/rulehound/spec/dcg"

sys.path.insert(0, str(ROOT / "tests"))

from rulehound_testing.dcg.contrary_engines import CONTRARY  # noqa: E402  (lies with the tests)
from rulehound_testing.faults import asking_again, catching, catching_in_model  # noqa: E402  (so do these)
from rulehound_testing.faults.broken_rules import broken_rules  # noqa: E402
from rulehound_testing.faults.dmb import catching as battles  # noqa: E402

HEAD = """\
# Check to the planted faults that it has been seen to catch, with a hash of what the check was then.
# Written by tools/record_seen_to_fail.py; not to be edited.

[caught]
"""

BREAKS = """
# Planted fault to the rules that it breaks; a fault that is not listed breaks none.
[breaks]
"""

Caught = Mapping[str, frozenset[str]]
"""Fault to the ids of the checks that catch it."""

Ask = Callable[[], frozenset[str]]
"""Comes to the ids of the checks that catch one fault."""


Asks = Mapping[str, Ask]
"""Fault to what asks some checks about it."""

Open = Callable[[], Adapter]


def is_scenario(check: str) -> bool:
    """Whether a check is a scenario, by its id."""
    return check.startswith("scenario:")


def of_scenarios() -> Asks:
    """Every fault of the engine, put to scenarios alone."""
    records = catching.scenario_records
    return {name: partial(catching.checks_that_catch, name, records) for name in catching.faults()}


def of_others() -> Asks:
    """Every fault there is, put to all checks but scenarios: those of the model, then engine after engine."""
    records = catching.said_records
    return {
        **catching_in_model.faults_of_model(catching.rulebook().bound),
        **{name: partial(catching.checks_that_catch_contrary, name) for name in CONTRARY},
        **{name: partial(catching.checks_that_catch, name, records) for name in catching.faults()},
    }


def of_all() -> Asks:
    """Every fault, put to all checks."""
    every = {name: partial(catching.checks_that_catch, name) for name in catching.faults()}
    return {**of_others(), **every}


def of_these_scenarios(new: Sequence[Scenario]) -> Asks:
    """Every fault of the engine, put to these scenarios, each in one edition that has it."""

    def records(opened: Open) -> Iterable[CheckRecord]:
        for edition, own in catching.scenarios_by_edition().items():
            yield from catching.run(opened, [one for one in own if one in new], edition)

    return {name: partial(catching.checks_that_catch, name, records) for name in catching.faults()}


def of_battles(ask: battles.Asked) -> Asks:
    """Every fault of the engine of Digimon Battles, put to some checks."""
    return {name: partial(battles.checks_that_catch, name, ask) for name in sorted(battles.FAULTS)}


Modes = Mapping[str | None, tuple[Callable[[], Asks], Callable[[str], bool]]]
"""Mode to what is asked in it, and which checks that is about; None: all."""


def modes(all_checks: Callable[[], Asks], others: Callable[[], Asks], scenarios: Callable[[], Asks]) -> Modes:
    """The modes of a game, by what asks all checks, those that are no scenarios, and scenarios."""
    return {
        None: (all_checks, lambda _: True),
        "scenarios": (scenarios, is_scenario),
        "changed": (others, lambda check: not is_scenario(check)),
        "changed-scenarios": (scenarios, is_scenario),
    }


MODES = modes(of_all, of_others, of_scenarios)


class Recorded(NamedTuple):
    """A game with a record: its checks, which rules its faults break, and what asks about them."""

    rulebook: Callable[[], Rulebook]
    broken_rules: Callable[[], Mapping[str, Collection[str]]]
    modes: Modes
    these_scenarios: Callable[[Sequence[Scenario]], Asks]
    vectors: Callable[[], Sequence[Scenario]] = tuple
    """The boundary inputs that may be among these scenarios."""
    is_caught: Callable[[str, str], bool] | None = None
    """Whether a check fails where a fault is planted, asked alone; None where it cannot be asked alone."""


GAMES: Mapping[str, Recorded] = {
    "dcg": Recorded(
        catching.rulebook, broken_rules, MODES, of_these_scenarios, is_caught=asking_again.is_caught
    ),
    "dmb": Recorded(
        battles.rulebook,
        battles.broken_rules,
        modes(
            lambda: of_battles(battles.engine_records),
            lambda: of_battles(battles.said_records),
            lambda: of_battles(battles.scenario_records),
        ),
        lambda new: of_battles(lambda opened: grouped(battles.run(opened, new))),
        battles.vectors,
    ),
}


def asked_of_changed(
    record: Mapping[str, CaughtFaults],
    contents: Mapping[str, str],
    every: Collection[str],
    ask: Callable[[str], frozenset[str]],
    asked: Callable[[str], bool],
) -> Caught:
    """What catches faults that are not on record, and those that these checks caught before they changed.

    Of the latter one after another, the one that most checks caught first, until each has caught one; and
    those that nothing else of the kind has caught.
    """
    known = {fault for seen in record.values() for fault in seen.faults}
    found = {fault: ask(fault) for fault in every if fault not in known}
    left = {check for check in record if asked(check) and is_changed(check, record, contents)}
    stay = [seen.faults for check, seen in record.items() if asked(check) and check not in left]
    alone = {fault for check in left for fault in record[check].faults}.difference(*stay)
    while left := left - frozenset().union(*found.values()):
        counts = Counter(fault for check in left for fault in record[check].faults)
        tried = [fault for fault in counts if fault in every and fault not in found]
        if not tried:
            break
        fault = min(tried, key=lambda fault: (-counts[fault], fault))
        found[fault] = ask(fault)
    return {**{fault: ask(fault) for fault in sorted(alone & {*every} - {*found})}, **found}


def with_changed_asked_alone(
    record: Mapping[str, CaughtFaults],
    contents: Mapping[str, str],
    asked: Callable[[str], bool],
    is_caught: Callable[[str, str], bool],
) -> dict[str, CaughtFaults]:
    """The record, where each of these checks that changed is on it with the faults that it catches still."""
    changed = {check for check in record if asked(check) and is_changed(check, record, contents)}
    entries = [one for one in asking_again.entries_of(record) if one.check in changed]
    caught = {one for one in entries if is_caught(one.check, one.fault)}
    left = {
        check: CaughtFaults(seen.faults, contents[check]) if check in changed else seen
        for check, seen in record.items()
    }
    return without(left, frozenset(entries) - caught)


def is_changed(check: str, record: Mapping[str, CaughtFaults], contents: Mapping[str, str]) -> bool:
    """Whether a check on record is another now; one that nobody declares has no content to change."""
    return record[check].content != contents.get(check, record[check].content)


def merged(
    record: Mapping[str, CaughtFaults],
    found: Caught,
    contents: Mapping[str, str],
    asked: Callable[[str], bool],
) -> dict[str, CaughtFaults]:
    """The record with what was found, sorted.

    `asked`: of which checks. What one of those caught before stays where it is the same check still, and it
    was not asked of that fault again.
    """
    new: dict[str, CaughtFaults] = {}
    for check in sorted(frozenset(record).union(*found.values())):
        before = record.get(check, CaughtFaults(()))
        if not asked(check):
            new[check] = before
            continue
        stays = () if check in record and is_changed(check, record, contents) else before.faults
        kept = {fault for fault in stays if fault not in found}
        faults = kept | {fault for fault, checks in found.items() if check in checks}
        if faults:
            new[check] = CaughtFaults(tuple(sorted(faults)), contents.get(check, ""))
    return new


def without_gone(record: Mapping[str, CaughtFaults], every: Collection[str]) -> dict[str, CaughtFaults]:
    """The record without the faults that there are no more, and the checks that caught nothing else."""
    left = {
        check: CaughtFaults(tuple(fault for fault in seen.faults if fault in every), seen.content)
        for check, seen in record.items()
    }
    return {check: seen for check, seen in left.items() if seen.faults}


def as_toml(record: Mapping[str, CaughtFaults], rules: Mapping[str, Collection[str]]) -> str:
    """The record as it is written; names of checks and faults are plain ASCII.

    `rules`: those that each fault breaks; only faults on record are written.
    """
    lines = []
    for check, seen in record.items():
        content = f"content = {json.dumps(seen.content)}, " if seen.content else ""
        lines.append(f"{json.dumps(check)} = {{ {content}faults = {json.dumps(list(seen.faults))} }}\n")
    on_record = {fault for seen in record.values() for fault in seen.faults}
    broken = [
        f"{json.dumps(fault)} = {json.dumps(list(rules[fault]))}\n"
        for fault in sorted(rules)
        if fault in on_record
    ]
    return "".join([HEAD, *lines, BREAKS, *broken])


def without(record: Mapping[str, CaughtFaults], gone: Collection[AskedAgain]) -> dict[str, CaughtFaults]:
    """The record without some of its entries, and without the checks that caught nothing else."""
    left = {
        check: CaughtFaults(
            tuple(fault for fault in seen.faults if AskedAgain(check, fault) not in gone), seen.content
        )
        for check, seen in record.items()
    }
    return {check: seen for check, seen in left.items() if seen.faults}


def write_record(recorded: Recorded, record: Mapping[str, CaughtFaults], out: Path) -> None:
    """Write the record; of the one of the game with its digest."""
    out.write_text(as_toml(record, recorded.broken_rules()), encoding="utf-8")
    directory = recorded.rulebook().game.directory
    if out == directory / NAME:
        keep_digests(directory, [out])


def confirm(record: Mapping[str, CaughtFaults], seed: int) -> int:
    """Ask a sample of the record again, and note that all was caught; returns the exit status."""
    asked = asking_again.drawn(record, seed)
    wrong = list(asking_again.not_caught(asked))
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        return 1
    write_confirmed(GAME, ConfirmedJudging(judging_content(catching.rulebook().game), seed, tuple(asked)))
    print(f"{len(asked)} faults on record were asked again, and each was caught")
    return 0


def with_new_scenarios(recorded: Recorded, record: Mapping[str, CaughtFaults]) -> dict[str, CaughtFaults]:
    """The record with what the scenarios catch that have caught nothing on it; each other entry stays.

    Where the game puts them besides, boundary inputs are asked as scenarios are.
    """
    book = recorded.rulebook()
    new = [one for one in book.store.scenarios if scenario_check(one) not in record]
    new += [one for one in recorded.vectors() if vector_check(one.id) not in record]
    found = {name: ask() for name, ask in recorded.these_scenarios(new).items()}
    contents = contents_now(book)
    caught = {
        check: CaughtFaults(
            tuple(fault for fault in sorted(found) if check in found[fault]), contents.get(check, "")
        )
        for check in frozenset().union(*found.values())
    }
    return dict(sorted({**record, **caught}.items()))


def ask_all_again(record: Mapping[str, CaughtFaults], kept: Answers[frozenset[str]], out: Path) -> int:
    """Ask every entry of the record again, and take off what is not caught; returns the exit status."""

    def wrong(one: AskedAgain) -> frozenset[str]:
        return kept.answer(
            f"{one.fault}, {one.check}, again", lambda: frozenset(asking_again.not_caught([one]))
        )

    gone = {one: lines for one in asking_again.entries_of(record) if (lines := wrong(one))}
    for lines in gone.values():
        print(*lines, sep="\n", file=sys.stderr)
    write_record(GAMES["dcg"], without(record, gone), out)
    return 1 if gone else 0


def contents_now(book: Rulebook) -> dict[str, str]:
    """Hash of each check there is of a game."""
    vectors = possible_vectors(book.game.vectors) if book.game.vectors else ()
    return {check.id: check.content for check in (*declared_checks(book.game, book.store), *vectors)}


def answers(path: Path | None) -> Answers[frozenset[str]]:
    """What is known already; it rests on the project's own files and its tests, but for the records."""
    rooms = [ROOT / room for room in ("spec", "extract", "checker", "engine", "tests")]
    of = folders_hash(rooms, but=[*ROOT.glob(f"spec/rulehound/spec/*/{NAME}")]) if path else ""
    return Answers(path, of, frozenset[str], "record_seen_to_fail")


def arguments() -> argparse.Namespace:
    """What the command line says; `out` is None where the record of the game is meant."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    mode: Any = parser.add_mutually_exclusive_group()
    for name, what in {
        "scenarios": "them alone",
        "changed": "others that are",
        "changed-scenarios": "scenarios that are",
        "new-scenarios": "them alone",
        "confirm": "a sample again",
        "again": "every entry again",
        "rules": "of faults, anew",
    }.items():
        mode.add_argument(f"--{name}", dest="mode", action="store_const", const=name, help=what)
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which sample is asked again")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the record")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="what is done, kept from run to run")
    parser.add_argument("--compare", action="store_true", help="exit status 1 where a check catches no more")
    parser.add_argument("--share", default="1/1", metavar="I/N", help="every Nth question, from the Ith on")
    parser.add_argument("--game", choices=[*GAMES], default="dcg", help="whose record")
    given = parser.parse_args()
    if given.game != "dcg" and given.mode in ("confirm", "again"):
        parser.error(
            f"--{given.mode} is of the Digimon Card Game alone; record the run of {given.game} again"
        )
    share, _, shares = given.share.partition("/")
    if not (share.isdigit() and shares.isdigit() and 1 <= int(share) <= int(shares)):
        parser.error(f"--share {given.share}: wanted is I/N, with I from 1 to N")
    if int(shares) > 1 and (given.keep is None or (given.mode or "").startswith("changed")):
        parser.error("--share keeps what it finds: name a file with --keep; it does not go with --changed")
    return given


def main() -> None:
    """Run everything and write the record."""
    given = arguments()
    share, shares = map(int, given.share.split("/"))
    recorded = GAMES[given.game]
    directory = recorded.rulebook().game.directory
    out: Path = given.out or directory / NAME
    kept, on_record = answers(given.keep), read_seen_to_fail(directory)
    if given.mode == "confirm":
        sys.exit(confirm(on_record, given.seed))
    if given.mode == "again":
        with kept:
            sys.exit(ask_all_again(on_record, kept, out))
    if given.mode == "rules":
        write_record(recorded, on_record, out)
        return
    if given.mode == "new-scenarios":
        write_record(recorded, with_new_scenarios(recorded, on_record), out)
        return
    contents = contents_now(recorded.rulebook())
    every, asked = recorded.modes[given.mode]
    asks = every()

    def ask(fault: str) -> frozenset[str]:
        found = kept.answer(f"{given.game} {fault}, {given.mode}", asks[fault])
        print(f"{fault}: {len(found)} checks", file=sys.stderr)
        return found

    with kept:
        still = on_record
        if given.mode == "changed-scenarios" and recorded.is_caught is not None:
            still = with_changed_asked_alone(on_record, contents, asked, recorded.is_caught)
        if (given.mode or "").startswith("changed"):
            found = asked_of_changed(still, contents, asks, ask, asked)
        else:
            found = {fault: ask(fault) for fault in list(asks)[share - 1 :: shares]}
    if shares > 1:
        return
    record = merged(still if given.mode else {}, found, contents, asked)
    record = without_gone(record, recorded.modes[None][0]())
    write_record(recorded, record, out)
    lost = sorted(set(on_record) - set(record)) if given.compare else []
    for check in lost:
        print(f"{check}: on record, and has caught nothing", file=sys.stderr)
    if lost:
        sys.exit(1)


if __name__ == "__main__":
    main()
