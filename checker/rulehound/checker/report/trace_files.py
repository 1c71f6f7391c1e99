"""The files in which a report keeps its traces, by name. No text of an engine gets into a path."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, count

import msgspec

from rulehound.checker.records import CheckRecord
from rulehound.checker.run_record import Run

TRACES = "traces"
"""Folder of a report's traces."""

LONGEST_NAME = 80
"""Most characters of a rule's id in the name of a trace's file."""


def with_files(runs: Sequence[Run]) -> list[Run]:
    """The runs, each violation that has a trace with a file for it: `traces/RULE.json`, `RULE-2.json`.

    Where there are several runs, their number stands before the rule.
    """
    named = []
    for run, before in zip(runs, prefixes(runs), strict=True):
        taken: set[str] = set()
        violations = [
            violation
            if violation.trace is None
            else msgspec.structs.replace(violation, file=_file(before + plain_name(violation.rule), taken))
            for violation in run.violations
        ]
        named.append(msgspec.structs.replace(run, violations=violations))
    return named


def prefixes(runs: Sequence[Run]) -> list[str]:
    """The prefix of the files of each run: its number where there are several."""
    return [f"{number}-" if len(runs) > 1 else "" for number in range(1, len(runs) + 1)]


def trace_files(run: Run, before: str = "") -> Mapping[int, str]:
    """Index of a record to the file with its trace: that of its violation, or one for a check that broke.

    Files are named `traces/RULE.json` and so on, with `before` in front of the rule. Of such traces an
    engine's come before a model's, those with steps before refused starts, the shortest first.
    """
    of_violation = {each.fingerprint: each.file for each in run.broken if each.file}
    files = {
        index: of_violation[record.violation]
        for index, record in enumerate(run.records)
        if record.violation in of_violation
    }
    taken = {file.lower() for file in of_violation.values()}
    own = [(i, r.trace) for i, r in enumerate(run.records) if r.trace is not None and i not in files]
    own.sort(key=lambda each: (each[1].kind != "engine", not each[1].steps, len(each[1].steps), each[0]))
    return {**files, **{index: _file(before + plain_name(trace.rule), taken) for index, trace in own}}


def own_traces(run: Run, rule: str) -> list[int]:
    """Positions of the records of a rule, or for '' of none, whose trace belongs to no violation.

    Those whose trace names the rule come first; the others stand in the order of their files.
    """
    own = set(run.indices_of(rule) if rule else run.other_indices)
    traced = [index for index in trace_files(run) if index in own and not run.records[index].violation]
    return sorted(traced, key=lambda index: _named(run.records[index]) != rule)


def _named(record: CheckRecord) -> str:
    return record.trace.rule if record.trace is not None else ""


def _file(stem: str, taken: set[str]) -> str:
    return free_name(TRACES, stem, "json", taken)


def free_name(folder: str, stem: str, kind: str, taken: set[str]) -> str:
    """The first free name of a file of this kind, which is taken from now on; case does not count."""
    numbered = (f"{folder}/{stem}-{number}.{kind}" for number in count(2))
    names = chain([f"{folder}/{stem}.{kind}"], numbered)
    file = next(name for name in names if name.lower() not in taken)
    taken.add(file.lower())
    return file


def plain_name(text: str) -> str:
    """A name for a file, made of a rule's id or of any other text."""
    return re.sub("[^A-Za-z0-9._-]", "_", text)[:LONGEST_NAME].lstrip(".-") or "trace"
