"""A picture of a small state graph as SVG: a column for each distance from the start, a box a state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape

from rulehound.checker.model.graph.labels import change_words, headline, state_words
from rulehound.checker.model.graph.layout import heights
from rulehound.checker.model.graph.marks import Mark
from rulehound.checker.model.graph.states import StateGraph

MOST_PICTURED = 250
"""States of a picture; nobody finds their way among more."""

FILLS: Mapping[Mark, str] = {
    Mark.VIOLATION: "#f4b6b0",
    Mark.OVER: "#bfe3c4",
    Mark.UNSEEN: "#f1f1ee",
    Mark.BOUND: "#dcdcd6",
    Mark.DEADLOCK: "#f8d58f",
}

LINES = 3
"""Lines of a box, its headline among them."""
LETTERS = 22
"""Letters of a line; what is longer is cut short, and whole in what shows when one points at it."""
BOX, HIGH = 164, 52
COLUMN, ROW = 310, 72
"""Distance from one column or row to the next."""
LEFT, TOP = 24, 84

STYLE = """\
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #23252b; }
.title { font-size: 17px; font-weight: 600; }
.head { font-weight: 600; }
.quiet { fill: #6b6f78; }
.step { font-size: 11px; fill: #35506e; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
.box { stroke: #8a8f99; stroke-width: 1; }
.start { stroke: #23252b; stroke-width: 2.5; }
.on { fill: none; stroke: #7b93ad; stroke-width: 1.3; marker-end: url(#tip); }
.back { fill: none; stroke: #b08a4f; stroke-width: 1.2; stroke-dasharray: 5 3; marker-end: url(#tip); }
"""


def picture(built: StateGraph, marks: Mapping[int, Mark]) -> str:
    """The graph as SVG. Raises ValueError where it has more than MOST_PICTURED states.

    Steps that lead no further from the start are dashed; pointing at a state or a step tells all about it.
    """
    if len(built.graph) > MOST_PICTURED:
        raise ValueError(
            f"a picture of {len(built.graph):,} states cannot be read; one of {MOST_PICTURED} can"
        )
    places = _places(built)
    width = LEFT * 2 + max(x for x, _ in places.values()) + BOX
    height = TOP + LEFT + max(y for _, y in places.values()) + HIGH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img">',
        f"<style>\n{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
        ' orient="auto"><path d="M0 0 8 4 0 8z" fill="#5f6f82"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *_heading(built, marks),
        *_edges(built, places),
        *_nodes(built, marks, places),
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _places(built: StateGraph) -> dict[int, tuple[int, int]]:
    """The upper left corner of each box, from the corner of the first."""
    columns: dict[int, list[int]] = defaultdict(list)
    for node in built.graph:
        columns[built.depths[node]].append(node)
    rows = heights(built.graph, list(columns.values()))
    return {node: (COLUMN * built.depths[node], round(ROW * rows[node])) for node in built.graph}


def _heading(built: StateGraph, marks: Mapping[int, Mark]) -> Iterator[str]:
    result = built.result
    far = "whole" if result.complete else f"to depth {result.depth}"
    title = f"{built.model.name}: {result.configuration}, {far}"
    said = f"{len(built.graph)} states, {built.graph.number_of_edges()} steps between them"
    yield f"<title>{escape(title)}</title>"
    yield f'<text class="title" x="{LEFT}" y="30">{escape(title)}</text>'
    yield f'<text class="quiet" x="{LEFT}" y="52">{said}</text>'
    x = LEFT + 8 * len(said)
    for mark in Mark:
        if mark in marks.values():
            yield f'<rect class="box" x="{x}" y="41" width="14" height="14" rx="3" fill="{FILLS[mark]}"/>'
            yield f'<text x="{x + 20}" y="52">{mark}</text>'
            x += 44 + 8 * len(mark)


def _nodes(
    built: StateGraph, marks: Mapping[int, Mark], places: Mapping[int, tuple[int, int]]
) -> Iterator[str]:
    for node, (x, y) in places.items():
        head, *texts = _words(built, node)
        mark = marks.get(node)
        fill = FILLS[mark] if mark else "#ffffff"
        whole = ", ".join(state_words(built.model, built.states[node]))
        what = f"state {node}{f', {mark}' if mark else ''}: {whole}"
        yield f'<g transform="translate({x + LEFT} {y + TOP})"><title>{escape(what)}</title>'
        shape = "box start" if node == 0 else "box"
        yield f'<rect class="{shape}" width="{BOX}" height="{HIGH}" rx="7" fill="{fill}"/>'
        yield f'<text class="head" x="9" y="16">{escape(_short(head))}</text>'
        yield f'<text class="quiet" x="{BOX - 9}" y="16" text-anchor="end">{node}</text>'
        for line, text in enumerate(texts):
            yield f'<text x="9" y="{31 + 15 * line}">{escape(_short(text))}</text>'
        yield "</g>"


def _words(built: StateGraph, node: int) -> list[str]:
    """The lines of a box: a headline, and what differs from the state that it was reached from."""
    model, state = built.model, built.states[node]
    words = state_words(model, state)
    if node != 0:
        words = change_words(model, built.states[min(built.graph.predecessors(node))], state)
    head = headline(model, state) or ("" if words else "start")
    texts = [word for word in words if not head or not word.endswith(f" {head}")]
    if len(texts) < LINES:
        return [head, *texts]
    return [head, *texts[: LINES - 2], f"and {len(texts) - LINES + 2} more"]


def _edges(built: StateGraph, places: Mapping[int, tuple[int, int]]) -> Iterator[str]:
    """Curves with their actions. Steps on lead from right to left sides, steps back the other way around."""
    edges = sorted(built.graph.edges)
    sides = {(before, after): _sides(built.depths[after] - built.depths[before]) for before, after in edges}
    ports = _ports(places, sides)
    words = []
    for before, after in edges:
        out, into = sides[before, after]
        x0, x1 = places[before][0] + out * BOX + LEFT, places[after][0] + into * BOX + LEFT
        y0, y1 = (at + TOP for at in ports[before, after])
        bend = (COLUMN - BOX) // 2 if out != into else LEFT * 2
        bends = x0 + (bend if out else -bend), x1 + (bend if into else -bend)
        path = f"M{x0} {y0}C{bends[0]} {y0} {bends[1]} {y1} {x1} {y1}"
        named = ", ".join(built.actions(before, after))
        kind = "back" if into else "on"
        yield f'<path class="{kind}" d="{path}"><title>{escape(named)}</title></path>'
        at = f'x="{x1 + 12}" y="{y1 - 4}"' if into else f'x="{x1 - 12}" y="{y1 - 4}" text-anchor="end"'
        words.append(f'<text class="step" {at}>{escape(_short(named))}</text>')
    yield from words


def _sides(further: int) -> tuple[int, int]:
    """The sides of two boxes that a step joins, given how many columns further it leads: 0 is left, 1 is
    right.
    """
    return (1, 0) if further > 0 else (0, 1) if further < 0 else (1, 1)


def _ports(
    places: Mapping[int, tuple[int, int]], sides: Mapping[tuple[int, int], tuple[int, int]]
) -> dict[tuple[int, int], tuple[int, int]]:
    """The heights at which steps leave and arrive: on each side in the order of the boxes they join."""
    meeting: dict[tuple[int, int], list[tuple[int, tuple[int, int], int]]] = defaultdict(list)
    for edge, ends in sides.items():
        for end in (0, 1):
            meeting[edge[end], ends[end]].append((places[edge[1 - end]][1], edge, end))
    ports: dict[tuple[int, int], list[int]] = {edge: [0, 0] for edge in sides}
    for (node, _), together in meeting.items():
        for number, (_, edge, end) in enumerate(sorted(together), 1):
            ports[edge][end] = places[node][1] + round(HIGH * number / (len(together) + 1))
    return {edge: (out, into) for edge, (out, into) in ports.items()}


def _short(text: str) -> str:
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
