"""Effects that make no sense, though all their words are known: docs/effects.md says what goes with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

ONE: Mapping[str, Any] = {"do": "memory", "amount": 1}
"""A step like any other."""
DIGIMON: Mapping[str, Any] = {"kind": ["digimon"]}
DELETED: Mapping[str, Any] = {"happens": "deleted"}


def _main(*steps: Mapping[str, Any], **more: Any) -> Mapping[str, Any]:
    """An effect of the main phase."""
    return {"timing": "main", "steps": list(steps), **more}


def _on(**target: Any) -> Mapping[str, Any]:
    """An effect of the main phase on a Digimon that fits."""
    return _main({"do": "suspend", "target": {**DIGIMON, **target}})


OF_WHAT_HAPPENS = (
    {"timing": "when", "steps": [ONE]},
    {"timing": "would", "steps": [ONE]},
    _main(ONE, event=DELETED),
    {"timing": "would", "event": {"happens": "drawn"}, "steps": [ONE]},
    {"timing": "when", "event": {**DELETED, "from": "hand"}, "steps": [ONE]},
    {"timing": "when", "event": {**DELETED, "to": "trash"}, "steps": [ONE]},
    {"timing": "when", "event": {**DELETED, "target": DIGIMON}, "steps": [ONE]},
    _main({"do": "prevent"}),
    {"timing": "when", "event": DELETED, "steps": [{"do": "prevent"}]},
    {"timing": "would", "event": {"happens": "played"}, "steps": [{"do": "prevent"}]},
)
"""What they wait for does not go with their timing, or with what they do."""

OF_WHAT_IS_GIVEN = (
    _main(ONE, gives={"dp": 1000}),
    {"timing": "main", "gives": {"dp": 1000}},
    {"timing": "main"},
    {"timing": "continuous"},
    {"timing": "continuous", "steps": [ONE]},
    {"timing": "continuous", "gives": {"dp": 1000}, "steps": [ONE]},
    {"timing": "continuous", "gives": {"dp": 1000}, "cost": [ONE]},
    {"timing": "continuous", "gives": {"dp": 1000}, "limit": 1},
    {"timing": "continuous", "gives": {"dp": 1000}, "optional": True},
    {"timing": "continuous", "gives": {"effects": [{"timing": "when", "steps": [ONE]}]}},
    _main({"do": "give", "target": DIGIMON, "gives": {"effects": [{"timing": "main"}]}}),
)
"""Continuous effects do something, others give, or what they give makes no sense."""

OF_STEPS = (
    _main({"do": "put", "target": DIGIMON, "to": "under"}),
    _main({"do": "put", "target": DIGIMON, "to": "under-top"}),
    _main({"do": "put", "target": DIGIMON, "to": "hand", "onto": DIGIMON}),
    _main({"do": "put", "target": DIGIMON, "to": "under", "onto": {**DIGIMON, "count": 2}}),
    _main({"do": "recovery", "target": DIGIMON}),
    _main({"do": "recovery", "target": {"area": "security"}}),
    _main({"do": "choose", "as": "one", "by": "both", "target": DIGIMON}),
    _main({"do": "change-target"}),
    _main({"do": "change-target", "target": DIGIMON, "to_player": True}),
    _main({"do": "change-target", "target": {**DIGIMON, "count": 2}}),
    _main({"do": "digivolve", "target": {**DIGIMON, "count": 2}, "into": {"area": "hand"}}),
    _main({"do": "digivolve", "target": DIGIMON, "into": {"area": "hand", "count": 2}}),
    _main({"do": "dna-digivolve", "left": {"count": 2}, "right": DIGIMON, "into": {"area": "hand"}}),
    _main({"do": "dna-digivolve", "left": DIGIMON, "right": {"count": 2}, "into": {"area": "hand"}}),
    _main({"do": "dna-digivolve", "left": DIGIMON, "right": DIGIMON, "into": {"area": "hand", "count": 2}}),
    _main({"do": "may", "steps": [{"do": "change-target"}]}),
    _main({"do": "if", "if": {"turn": "me"}, "then": [ONE], "else": [{"do": "change-target"}]}),
    _main(ONE, cost=[{"do": "put", "target": DIGIMON, "to": "under"}]),
)
"""A step lacks what it needs, has what does not go with it, or is on several things in place of one."""

OF_TARGETS = (
    _on(role="nobody"),
    _on(under_of="this"),
    _on(top=1),
    _on(area="trash", top=1),
    *(_on(**{f"{bound}_at_least": 5, f"{bound}_at_most": 4}) for bound in ("level", "dp", "cost", "under")),
)
"""Nothing could be what they are on."""

SENSELESS: Sequence[Mapping[str, Any]] = (*OF_WHAT_HAPPENS, *OF_WHAT_IS_GIVEN, *OF_STEPS, *OF_TARGETS)
"""All of them."""
