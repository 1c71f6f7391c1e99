"""Walks outside of a run as a site: scenarios, differences between editions, stacks, proofs.

Each is stepped through like a finding. The same walks give the same site.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rulehound.checker.report import summary
from rulehound.checker.report.directory import Layout, write_folder, write_site
from rulehound.checker.report.html import Site, encoded, look, png_size
from rulehound.checker.report.templates import LOOK, templates
from rulehound.checker.report.trace_files import free_name, plain_name
from rulehound.checker.report.walk_stops import ShownBoard, WalkStop
from rulehound.checker.run_record import WalkCard

WALKS = "walks.json"
"""Lists the walks, and tells the folder from others."""

FORMAT = "rulehound-walks-1"

LAYOUT = Layout(("index.html", WALKS), WALKS, FORMAT)

_TEMPLATES = templates(LOOK)


class CitedRule(NamedTuple):
    """A rule that a walk is about, with the clauses of the document at hand that state it."""

    name: str
    says: str
    clauses: Sequence[tuple[str, int, str]] = ()
    """Number, page and key of each."""


class RecordedStep(NamedTuple):
    """One place of a walk: what is done, the boards with their captions, and what is to be said of it."""

    kind: str
    """As in `WalkStop`."""
    text: str
    boards: Sequence[tuple[str, str]] = ()
    """Caption and SVG of each; without an SVG it is left out."""
    lines: Sequence[str] = ()


class Recording(NamedTuple):
    """A walk with what people have to know of it."""

    name: str
    title: str
    stops: Sequence[RecordedStep]
    group: str = ""
    """The heading under which the first page lists it."""
    lead: Sequence[str] = ()
    """Sentences above it."""
    outcome: str = ""
    """In a word or two: passed, not met."""
    good: bool = True
    rules: Sequence[CitedRule] = ()
    cards: Sequence[WalkCard] = ()
    files: Sequence[tuple[str, str]] = ()
    """Name and text of each file that can be downloaded."""


class Recordings(NamedTuple):
    """All walks of a site."""

    title: str
    lead: Sequence[str]
    walks: Sequence[Recording]
    document: str
    """The document at hand, of which the pictures are."""
    others: Sequence[tuple[str, str]] = ()
    """What there is no walk of, each with the reason."""


class ListedWalk(NamedTuple):
    """A walk with its page and its files."""

    walk: Recording
    page: str
    stops: Sequence[WalkStop]
    files: Sequence[tuple[str, str]]
    board: str
    """The last board; '' where there is none."""


def write_walks(out: Path, walks: Recordings, pictures: Mapping[str, bytes]) -> None:
    """Write the site in the place of the one before. `pictures`: PNG images by key of a clause.

    Raises OutputError where it may not or cannot be written.
    """
    write_folder(out, LAYOUT, lambda into: write_site(into, walk_site(walks, pictures)))


def walk_site(walks: Recordings, pictures: Mapping[str, bytes]) -> Site:
    """The site. `pictures`: PNG images by key of a clause."""
    files: Site = {}
    shown_pictures: dict[str, dict[str, Any]] = {}
    cited = {key for walk in walks.walks for rule in walk.rules for *_, key in rule.clauses}
    taken: set[str] = set()
    for key in sorted(cited & pictures.keys()):
        name = free_name("pictures", plain_name(key.replace("/", "-")), "png", taken)
        files[name] = pictures[key]
        shown_pictures[key] = {"address": name, "size": png_size(pictures[key])}
    listed = list[ListedWalk]()
    names: set[str] = set()
    for walk in walks.walks:
        page = free_name("walks", plain_name(walk.name), "html", names)
        stem = page.removeprefix("walks/").removesuffix(".html")
        drawn, stops = _drawn(walk, stem)
        files |= drawn
        own = [(f"scenarios/{plain_name(name)}", text) for name, text in walk.files]
        files |= {name: encoded(text) for name, text in own}
        last = next((board.file for stop in reversed(stops) for board in reversed(stop.boards)), "")
        listed.append(ListedWalk(walk, page, stops, own, last))
    common: dict[str, Any] = {
        "kind": "walks",
        "pages": [("index.html", "All")],
        "walks": walks,
        "listed": listed,
        "pictures": shown_pictures,
        "words": summary,
    }
    files["index.html"] = _page("walks.html.j2", "index.html", common)
    for each in listed:
        files[each.page] = _page("walk_page.html.j2", each.page, common | {"shown": each})
    record = {"format": FORMAT, "walks": [{"name": each.walk.name, "page": each.page} for each in listed]}
    files[WALKS] = msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"
    return files | look()


def _drawn(walk: Recording, stem: str) -> tuple[Site, list[WalkStop]]:
    """The boards of a walk as files, and its stops with their names."""
    files: Site = {}
    stops = []
    for stop in walk.stops:
        boards = []
        for caption, svg in stop.boards:
            if svg:
                name = f"boards/{stem}-{len(files) + 1}.svg"
                files[name] = encoded(svg)
                boards.append(ShownBoard(caption, name))
        stops.append(WalkStop(stop.kind, stop.text, boards, stop.lines))
    return files, stops


def _page(template: str, name: str, values: Mapping[str, Any]) -> bytes:
    up = "../" * name.count("/")
    return encoded(_TEMPLATES.get_template(template).render(values, here=name, up=up))
