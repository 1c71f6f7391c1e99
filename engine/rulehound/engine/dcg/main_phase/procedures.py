"""Procedures of a shown card: the function that goes on with each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulehound.engine.dcg.main_phase import digivolving, dna, options, playing
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Shown

GO_ON: Mapping[str, Callable[[State, Shown], None]] = {
    "play": playing.go_on,
    "use": options.go_on,
    "digivolve": digivolving.go_on,
    "dna": dna.go_on,
}


def run(state: State, shown: Shown) -> None:
    """Go on with a card that is shown."""
    GO_ON[shown.procedure](state, shown)
