"""The report as a site: pages, pictures and their look, opened from a folder and without a network.

The first page is small and links to the others. The same runs give the same site.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulehound.checker.evidence.counts import DemandCounts
from rulehound.checker.records import RuleVerdict
from rulehound.checker.report import summary
from rulehound.checker.report.breakdowns import replay_of
from rulehound.checker.report.matrix import matrix, not_judged
from rulehound.checker.report.printed import PrintedPage
from rulehound.checker.report.templates import LOOK, templates
from rulehound.checker.report.trace_files import free_name, own_traces, plain_name, prefixes, trace_files
from rulehound.checker.report.walk_stops import drawn, stops
from rulehound.checker.report.would_lift import would_lift
from rulehound.checker.run_record import Conformance, Run, RunRule, Violation
from rulehound.checker.wording import value_text

_TEMPLATES = templates(LOOK)

MOST_CARDS = 40
"""Findings of an engine that the first page shows with a board and a clause; of others it has a line."""

Site = dict[str, bytes]
"""The files of a site by their names in its folder."""

CLAUSES = "clauses.html"
"""The page of every clause."""

CLAUSES_DATA = "look/clauses.js"
"""What that page loads when somebody looks at a clause."""

RULEBOOK = "rulebook.html"
"""The rulebook as it is printed."""


class DocumentCoverage(NamedTuple):
    """How many clauses of a document have checks for their demands."""

    title: str
    counts: DemandCounts
    statuses: Mapping[str, int]
    """How many of all its clauses have each status, worst last."""
    address: str = ""
    """The page that shows them; "" where there is none."""


@dataclass(frozen=True)
class ClausePages:
    """What a report shows of every clause, as the run alone judges it."""

    page: str = ""
    """The page of every clause; "" where no check of the run stands for a rule."""
    coverage: Sequence[DocumentCoverage] = field(default=())
    printed: Sequence[PrintedPage] = field(default=())
    """The pages of the document at hand, where they can be drawn."""
    data: str = ""
    """What the page of every clause loads when somebody looks at one."""


class ShownViolation(NamedTuple):
    """A violation, and the page that goes through it step by step."""

    run: Run
    violation: Violation
    rule: RunRule | None
    anchor: str
    """Its place on the first page."""
    page: str


def report_pages(clauses: bool, printed: bool) -> list[tuple[str, str]]:
    """The pages that each page of a report leads to, and what they are called; whether there is a page of
    every clause, and one of the rulebook as it is printed."""
    pages = [("index.html", "Findings"), ("rules.html", "Rules")]
    pages += [(CLAUSES, "Clauses")] if clauses else []
    pages += [(RULEBOOK, "As printed")] if printed else []
    return [*pages, ("conditions.html", "Conditions")]


def site(
    run: Run, pictures: Mapping[str, bytes], clauses: ClausePages | None = None, folder: str = ""
) -> Site:
    """The site of a run. `pictures`: PNG images by key of the clause in the document at hand. `folder` as in
    `replay_command`."""
    clauses = clauses or ClausePages()
    found = findings(run)
    pages = report_pages(bool(clauses.page), bool(clauses.printed))
    files, of_clauses = _pictures(pictures, [run])
    boards, board_names = _boards(found)
    scenarios, scenario_names = _scenarios(found)
    rule_files = _rule_files(run)
    common: dict[str, Any] = {
        "run": run,
        "kind": "report",
        "pages": pages,
        "clauses": CLAUSES if clauses.page else "",
        "pictures": of_clauses,
        "boards_of": lambda violation: board_names.get(violation.fingerprint, ()),
        "files": rule_files,
        "scenario_of": lambda violation: scenario_names.get(violation.fingerprint, ""),
        "trace_names": trace_files(run),
        "own_traces": own_traces,
        "words": summary,
        "stops": stops,
        "value_text": value_text,
        "replay_of": replay_of,
        "most_cards": MOST_CARDS,
        "would_lift": would_lift,
        "folder": folder,
        "verdicts": summary.verdict_counts(run),
    }
    first = {"headline": summary.headline(run), "findings": found, "coverage": clauses.coverage}
    others = {
        "other_records": [run.records[index] for index in run.other_indices],
        "ranks": {verdict: rank for rank, verdict in enumerate(RuleVerdict)},
    }
    made = {
        "index.html": _page("index.html.j2", "index.html", common | first),
        "rules.html": _page("rules.html.j2", "rules.html", common | others),
        "conditions.html": _page("conditions.html.j2", "conditions.html", common),
    }
    for finding in found:
        made[finding.page] = _page("finding.html.j2", finding.page, common | {"finding": finding})
    for rule in run.rules:
        if rule.holds:
            own = {"rule": rule, "findings": [each for each in found if each.violation.rule == rule.id]}
            made[rule_files[rule.id]] = _page("rule.html.j2", rule_files[rule.id], common | own)
    if clauses.page:
        made[CLAUSES] = encoded(clauses.page)
        made[CLAUSES_DATA] = encoded(clauses.data)
    if clauses.printed:
        made[RULEBOOK] = _page("rulebook.html.j2", RULEBOOK, common | {"printed": clauses.printed})
        made |= {f"printed/{page.number}.png": page.png for page in clauses.printed}
    return made | files | boards | scenarios | look()


def conformance_site(conformance: Conformance, pictures: Mapping[str, bytes], folder: str = "") -> Site:
    """The site of the runs of several engines. `pictures`: PNG images by key of the clause in the document at
    hand. `folder` as in `replay_command`."""
    runs = conformance.runs
    groups = [
        (run, findings(run, before, f"violation-{number}-" if run.started else ""))
        for number, (run, before) in enumerate(zip(runs, prefixes(runs), strict=True), 1)
    ]
    found = [finding for _, group in groups for finding in group]
    files, of_clauses = _pictures(pictures, runs)
    boards, board_names = _boards(found)
    scenarios, scenario_names = _scenarios(found)
    rows = matrix(runs)
    common: dict[str, Any] = {
        "conformance": conformance,
        "runs": runs,
        "kind": "conformance",
        "pages": [("index.html", "Findings"), ("matrix.html", "Rules"), ("conditions.html", "Not judged")],
        "clauses": "",
        "pictures": of_clauses,
        "boards_of": lambda violation: board_names.get(violation.fingerprint, ()),
        "files": {},
        "scenario_of": lambda violation: scenario_names.get(violation.fingerprint, ""),
        "groups": groups,
        "rows": rows,
        "places": {row.rule.id: place for place, row in enumerate(rows)},
        "of_rule": [_by_rule(group) for _, group in groups],
        "not_judged": not_judged,
        "words": summary,
        "stops": stops,
        "value_text": value_text,
        "replay_of": replay_of,
        "most_cards": MOST_CARDS,
        "would_lift": would_lift,
        "folder": folder,
    }
    made = {
        "index.html": _page("conformance.html.j2", "index.html", common),
        "matrix.html": _page("matrix.html.j2", "matrix.html", common),
        "conditions.html": _page("engines.html.j2", "conditions.html", common),
    }
    for finding in found:
        own = {"finding": finding, "run": finding.run}
        made[finding.page] = _page("finding.html.j2", finding.page, common | own)
    return made | files | boards | scenarios | look()


def findings(run: Run, before: str = "", anchor: str = "") -> list[ShownViolation]:
    """The violations of a run with their pages: `findings/RULE.html`, `findings/RULE-2.html`.

    `before` stands in front of the rule. Their places on the first page are the ids of their rules, or
    numbers.
    """
    rules = {rule.id: rule for rule in run.rules}
    taken: set[str] = set()
    anchors: set[str] = set()
    found = []
    for number, violation in enumerate(run.violations, 1):
        stem = plain_name(violation.rule) if violation.rule in rules else "finding"
        page = free_name("findings", before + stem, "html", taken)
        of_rule = not anchor and violation.rule in rules and violation.rule not in anchors
        place = violation.rule if of_rule else f"{anchor or 'finding-'}{number}"
        anchors.add(place)
        found.append(ShownViolation(run, violation, rules.get(violation.rule), place, page))
    return found


def _by_rule(found: Iterable[ShownViolation]) -> dict[str, list[ShownViolation]]:
    """The findings of an engine by the rule that they violate."""
    by_rule: dict[str, list[ShownViolation]] = {}
    for finding in found:
        by_rule.setdefault(finding.violation.rule, []).append(finding)
    return by_rule


def encoded(text: str) -> bytes:
    """The bytes of a page, whatever an engine has put into it."""
    return text.encode("utf-8", "backslashreplace")


def _page(template: str, name: str, values: Mapping[str, Any]) -> bytes:
    up = "../" * name.count("/")
    return encoded(_TEMPLATES.get_template(template).render(values, here=name, up=up))


def _rule_files(run: Run) -> dict[str, str]:
    """The page of each rule that holds."""
    taken: set[str] = set()
    return {
        rule.id: free_name("rules", plain_name(rule.id), "html", taken) for rule in run.rules if rule.holds
    }


def _pictures(pictures: Mapping[str, bytes], runs: Iterable[Run]) -> tuple[Site, dict[str, Any]]:
    """The pictures of clauses that the rules of these runs rest on: files, and their addresses and sizes."""
    cited = {clause.key for run in runs for rule in run.rules for clause in rule.clauses}
    taken: set[str] = set()
    files: Site = {}
    shown = {}
    for key, png in pictures.items():
        if key in cited:
            name = free_name("pictures", plain_name(re.sub("/", "-", key)), "png", taken)
            files[name] = png
            shown[key] = {"address": name, "size": png_size(png)}
    return files, shown


def picture_addresses(pictures: Mapping[str, bytes], runs: Iterable[Run]) -> dict[str, str]:
    """Where the pictures of clauses lie in the site of these runs."""
    return {key: shown["address"] for key, shown in _pictures(pictures, runs)[1].items()}


def _boards(found: Iterable[ShownViolation]) -> tuple[Site, dict[str, list[str]]]:
    """The drawings of boards: files, and their names by the fingerprint of the violation."""
    files: Site = {}
    names: dict[str, list[str]] = {}
    for finding in found:
        stem = finding.page.rpartition("/")[2].removesuffix(".html")
        svgs = drawn(finding.violation)
        own = [f"boards/{stem}-{number}.svg" for number, _ in enumerate(svgs, 1)]
        names.setdefault(finding.violation.fingerprint, own)
        files |= {name: encoded(svg) for name, svg in zip(own, svgs, strict=True)}
    return files, names


def _scenarios(found: Iterable[ShownViolation]) -> tuple[Site, dict[str, str]]:
    """The findings as scenarios: files, and their names by the fingerprint of the violation."""
    files: Site = {}
    names: dict[str, str] = {}
    for finding in found:
        walk = finding.violation.walk
        if walk is not None and walk.scenario:
            name = f"scenarios/{finding.page.rpartition('/')[2].removesuffix('.html')}.toml"
            names.setdefault(finding.violation.fingerprint, name)
            files[name] = encoded(walk.scenario)
    return files, names


def look() -> Site:
    """The style and the script of all pages."""
    style = b"".join((LOOK / name).read_bytes() for name in ("page.css", "report.css"))
    scripts = {f"look/{name}": (LOOK / name).read_bytes() for name in ("report.js", "walk.js")}
    return {"look/report.css": style, **scripts}


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height in pixels, from the header of a PNG (ISO/IEC 15948, 11.2.2)."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
