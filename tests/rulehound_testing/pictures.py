"""Pictures of fixed boards and pages, as small as they are kept, and how two of them are compared.

    python -m rulehound_testing.pictures

in the folder `tests` keeps the pictures anew: look at them before they are committed.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from PIL import Image

from rulehound.checker.report.html import conformance_site, site
from rulehound.checker.run_record import Conformance, Run, ShownWalk, WalkCard, WalkStep
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game as dcg
from rulehound.spec.dmb import game as dmb
from rulehound.spec.dmb.decks import pool
from rulehound.spec.formats import Card, Observation
from rulehound.spec.reading import Picture
from rulehound_testing.browser import Browser
from rulehound_testing.made_up_run import one_of_each

KEPT = Path(__file__).parent.parent / "checker" / "report" / "pictures"
SHRUNK = 6
"""Pixels of a page, along each side, that become one of a kept picture: letters turn grey, places stay."""
APART = 24
"""By how much a channel, from 0 to 255, may differ before a pixel of a kept picture counts as another."""
MOST = 4
"""Pixels that may be others, since browsers round differently."""
PROBE = "document.createElement('canvas').getContext('2d')"
WIDTH_OF_LETTERS = 1141.3
"""Width of the letters by which it is told whether the fonts are those of the kept pictures."""


AROUND = (
    b'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    b'<body style="margin: 4px"><img src="board.svg">'
)


class Scene(NamedTuple):
    """Something that is looked at: the files of a folder, the one that is opened, and the window."""

    files: Mapping[str, bytes]
    page: str
    width: int
    height: int
    dark: bool = False


def dcg_boards() -> tuple[Observation, Observation, dict[str, Card]]:
    """A position with something in most areas, and what is there after an attack on a security card."""
    cards = [
        Card("A", "Ashling", {"kind": "digimon", "level": 4, "dp": 4000, "play_cost": 3, "colors": ["red"]}),
        Card(
            "B", "Bell of the East", {"kind": "digimon", "level": 3, "dp": 2000, "colors": ["blue", "green"]}
        ),
        Card("T", "Tess", {"kind": "tamer", "colors": ["yellow"], "play_cost": 2}),
    ]
    mine = {"battle": [{"cards": ["A", "B"]}, {"cards": ["B"], "suspended": True}, {"cards": ["T"]}]}
    under = [{"cards": ["B", "B", "B"], "suspended": True}]
    theirs = {"battle": under, "security": ["B", "A", "B"], "hand": ["A"], "deck": 7}
    piles = {"hand": ["B", "T"], "deck": 9, "security": 5, "trash": ["A"]}
    position = {"memory": 3, "players": [{**mine, **piles}, theirs]}
    engine = create("dcg")
    before = engine.position(cards, position, "manual-2.3")
    after = engine.apply({"action": "attack", "attacker": "p1", "target": "player"})
    return before, after, {card.number: card for card in cards}


def dmb_boards() -> tuple[Observation, Observation, dict[str, Card]]:
    """A battle that is about to be settled, and the board after it."""
    known = {card.number: card for card in pool()}
    one, other, *rest = list(known)

    def pile(*numbers: str) -> list[dict[str, Any]]:
        return [{"card": number, "id": f"{number}{place}"} for place, number in enumerate(numbers)]

    def seat(top: str, under: str, hp: int, **more: Any) -> dict[str, Any]:
        active = {"cards": pile(top, under), "hp": hp, "abnormal": False}
        piles = {
            "hand": pile(one, rest[0]),
            "deck": 12,
            "trash": pile(rest[1], rest[2]),
            "destiny": pile(rest[3]),
        }
        return {**piles, "dp_cards": pile(other), "dp": 20, "active": active, "ko_points": 1, **more}

    support = {"card": {"card": rest[4], "id": "s"}}
    before = {"turn": 0, "decider": 1, "decision": "support"}
    mine = seat(one, other, 400, has_chosen=True, choice="cross", shown="cross", support=support)
    theirs = seat(other, one, 300, has_chosen=True, choice="circle")
    hit = seat(other, one, 90, support={"card": None})
    first = {**before, "players": [mine, theirs]}
    return first, {**before, "turn": 1, "players": [{**mine, "hand": pile(one)}, hit]}, known


def svg(drawn: Picture | None) -> str:
    """A drawing as a file of its own."""
    assert drawn is not None
    size = f'width="{drawn.width}" height="{drawn.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn.svg}</svg>'


def _walked() -> Run:
    """A run whose findings are stepped through on boards."""
    before, after, known = dcg_boards()
    start, end = (svg(dcg.depiction.changed_picture(before, now, known)) for now in (before, after))
    walk = ShownWalk(
        start,
        [WalkStep("attack the player with Ashling", ["Ashling is suspended", "Ashling attacks"], end)],
        cards=[WalkCard("Ashling", list(dcg.depiction.printed(known["A"])))],
        expected="player 2, security.count is 2",
        observed="player 2, security.count is 3",
        other=start,
        other_engine="second",
    )
    made = one_of_each()
    return msgspec.structs.replace(
        made, violations=[msgspec.structs.replace(each, walk=walk) for each in made.violations]
    )


def _board(name: str) -> Callable[[], Scene]:
    game, boards = {"dcg": (dcg, dcg_boards), "dmb": (dmb, dmb_boards)}[name]

    def scene() -> Scene:
        before, after, known = boards()
        drawn = svg(game.depiction.changed_picture(before, after, known))
        return Scene({"board.svg": drawn.encode(), "board.html": AROUND}, "board.html", 408, 600)

    return scene


def _finding(width: int, dark: bool) -> Callable[[], Scene]:
    return lambda: Scene(site(_walked(), {}), "findings/total.limit.html", width, 1000, dark)


def _matrix() -> Scene:
    runs = [_walked(), one_of_each()]
    several = Conformance(
        rulehound="0", game="counter", game_title="Counter", seed=7, effort="quick", exit_status=1, runs=runs
    )
    return Scene(conformance_site(several, {}), "matrix.html", 1280, 700)


SCENES: Mapping[str, Callable[[], Scene]] = {
    "board-dcg": _board("dcg"),
    "board-dmb": _board("dmb"),
    "finding-390-dark": _finding(390, dark=True),
    "finding-1280-light": _finding(1280, dark=False),
    "matrix-1280-light": _matrix,
}
"""What is looked at, by the name of its kept picture."""


def small(png: bytes) -> Image.Image:
    """A picture as it is kept."""
    whole = Image.open(io.BytesIO(png)).convert("RGB")
    return whole.reduce(SHRUNK)


def taken(browser: Browser, scene: Scene, folder: Path) -> Image.Image:
    """The picture of a scene, as it is kept. `folder`: where its files go."""
    for name, content in scene.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    browser.look(scene.width, dark=scene.dark, height=scene.height)
    browser.go((folder / scene.page).as_uri())
    return small(browser.picture(whole=False))


def others(one: Image.Image, other: Image.Image) -> int:
    """How many pixels of two kept pictures are others; all of them where their sizes are."""
    if one.size != other.size:
        return one.width * one.height
    pairs = zip(_pixels(one), _pixels(other), strict=True)
    return sum(max(abs(a - b) for a, b in zip(*pair, strict=True)) > APART for pair in pairs)


def _pixels(picture: Image.Image) -> Iterator[tuple[int, int, int]]:
    raw = picture.tobytes()
    return ((raw[at], raw[at + 1], raw[at + 2]) for at in range(0, len(raw), 3))


def width_of_letters(browser: Browser) -> float:
    """How wide some letters are, in the fonts of the pages: it tells fonts from others."""
    browser.go("data:text/html,<meta charset=utf-8><p>")
    browser.value(f"window.pen = {PROBE}; pen.font = \"20px system-ui, 'DejaVu Sans', sans-serif\"; 0")
    return float(browser.value("pen.measureText('Security stack 10 → 9 ● has the turn. '.repeat(3)).width"))


def main() -> None:
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as profile, Browser(Path(profile)) as browser:
        print(f"letters: {width_of_letters(browser):.1f} wide")
        for name, scene in SCENES.items():
            with tempfile.TemporaryDirectory() as folder:
                file = KEPT / f"{name}.png"
                taken(browser, scene(), Path(folder)).save(file, optimize=True)
                print(f"{file.name}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
