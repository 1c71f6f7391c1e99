"""Decks of the model as scenarios for engines: a deck and a Destiny Zone with what the model counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.formats import Expectation, Step

Counts = Mapping[str, Any]
"""Solver terms by the name of a field, or its numbers."""

Cards = list[Any]
"""Cards as a scenario writes them: requirements, and the names of cards that it has described."""

PARTNER, MEGA = "rookie", "mega"
"""The names of the cards that others name."""

NAMED, UNKNOWN, FILLER_COPIES = "stored", "unknown", 4
"""The Digimon that the box of the Mega names, one that nobody names, and the copies of cards that fill up."""


def small(state: Counts, _parameters: Counts) -> list[Any]:
    """Conditions for a deck that can be: nothing below nothing, and nothing counted that is not there."""
    counts = [term for name, term in state.items() if name not in ("brought", "cards")]
    return [
        *(term >= 0 for term in counts),
        state["most_digimon"] >= 1,
        sum(state[name] for name in IN_DECK) <= state["cards"],
        *(state[part] <= state[whole] for part, whole in PARTS.items()),
        # a class is one of different cards, of which one copy each is there at least
        (state["firewalls"] == 0) | (state["most_options"] >= 1),
        # what names another card needs it: a DATA card the Mega, a Champion the Partner
        (state["unnamed_data"] == 0) | (state["most_data"] >= 1),
        (state["most_data"] == 0) | (state["megas"] >= 1),
        (state["champions"] == state["strange_champions"]) | (state["partners"] >= 1),
    ]


IN_DECK = (
    "most_digimon", "most_options", "most_evolutions", "most_data", "unnamed_data", "aces", "firewalls",
    "megas_in_deck", "partners",
)  # fmt: skip
"""What needs cards of its own in the deck."""

PARTS = {"strange_champions": "champions", "unmarked_options": "options"}
"""What is counted among something else."""


def arrange(
    _action: str, state: Counts, _parameters: Counts, legal: bool, rule: str
) -> tuple[Mapping[str, Any], Sequence[Step]]:
    """The `given` and the step of a scenario for a deck with these counts."""
    special = [*_supports(state), *_of_classes(state), *_partners(state)]
    left = state["cards"] - sum(number for _, number in special)
    main: Cards = [card if number == 1 else {**card, "count": number} for card, number in special if number]
    main += _filled(left, state["most_digimon"])
    given = {
        "cards": {PARTNER: {"hp": 510}, MEGA: {"level": "M", "cost": 60, "box": [NAMED]}},
        "deck": {
            "main": main,
            "destiny": list(_destiny(state)),
            "partner": [_partner(number) for number in range(state["partners"])],
        },
    }
    return given, (Step(expect=Expectation(legal=True) if legal else Expectation(illegal=rule)),)


def _supports(state: Counts) -> Iterator[tuple[Any, int]]:
    """The cards of a kind other than Digimon, each with its copies."""
    yield {"kind": "option", "copy": "most"}, state["most_options"]
    yield {"kind": "evolution"}, state["most_evolutions"]
    strange = state["unnamed_data"]
    yield from (({"kind": "data", "stands_for": f"{UNKNOWN} {n}"}, 1) for n in range(strange))
    if state["most_data"] > (1 if strange else 0):
        yield {"kind": "data", "stands_for": NAMED}, state["most_data"]


def _of_classes(state: Counts) -> Iterator[tuple[Any, int]]:
    """Aces, Firewalls and Megas of the deck, one copy of each."""
    yield from (({"class": "ace", "copy": f"ace {n}"}, 1) for n in range(state["aces"]))
    firewall = {"kind": "option", "class": "firewall"}
    yield from (({**firewall, "copy": f"firewall {n}"}, 1) for n in range(state["firewalls"]))
    mega = {"level": "M", "cost": 60}
    yield from (({**mega, "copy": f"mega {n}"}, 1) for n in range(state["megas_in_deck"]))


def _partners(state: Counts) -> Iterator[tuple[Any, int]]:
    """The cards that are declared, one copy of each."""
    yield from ((_partner(number), 1) for number in range(state["partners"]))


def _partner(number: int) -> Any:
    """The first Partner has a name, since Champions name it."""
    return PARTNER if number == 0 else {"hp": 510, "copy": f"partner {number}"}


def _filled(left: int, most: int) -> Cards:
    """So many Digimon, one of them `most` times and the others no more often."""
    others = left - most
    filler = {"copies": min(most, FILLER_COPIES), "copy": "filler", "count": others}
    return [{"copy": "most", "count": most}, *([filler] if others else [])]


def _destiny(state: Counts) -> Iterator[Any]:
    """The cards of the Destiny Zone."""
    mega = {"level": "M", "cost": 60}
    yield from (MEGA if n == 0 else {**mega, "copy": f"mega {n}"} for n in range(state["megas"]))
    strange = state["strange_champions"]
    champion = {"level": "C", "cost": 20}
    yield from ({**champion, "copy": f"strange {n}"} for n in range(strange))
    named = range(state["champions"] - strange)
    yield from ({**champion, "box": [PARTNER], "copy": f"named {n}"} for n in named)
    unmarked = state["unmarked_options"]
    yield from ({"kind": "option", "copy": f"unmarked {n}"} for n in range(unmarked))
    marked = range(state["options"] - unmarked)
    yield from ({"kind": "option", "marked": True, "copy": f"marked {n}"} for n in marked)
