"""Planted faults: what something amounts to now: its keywords and the kind of its effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

from rulehound.engine.dcg import attributes
from rulehound.engine.dcg.effects import gifts
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of
from rulehound_testing.faults.patching import Fault, function, together

sound_counts_as_having = attributes.counts_as_having


def in_play_alone(state: State, thing: Any, keyword: Any, *rounds: int) -> bool:
    """Cards that are not in play have no keywords."""
    return isinstance(thing, Stack) and sound_counts_as_having(state, thing, keyword, *rounds)


def everything_of_a(kind: str) -> Callable[..., str]:
    """Every effect is of one kind."""
    return lambda _state, _card, *, inherited: kind


def by_the_card(state: State, card: str, *, inherited: bool) -> str:
    """An inherited effect is of the card that it comes from."""
    kind = card_of(state, card).kind
    return "digimon" if kind == "digi-egg" else kind


def another_number_another_keyword(state: State, thing: Any, keyword: Any, *rounds: int) -> bool:
    """Security A. -x is not the same keyword."""
    fewer = isinstance(thing, str) and card_of(state, thing).security_attack < 0
    return not fewer and sound_counts_as_having(state, thing, keyword, *rounds)


FAULTS: Mapping[str, Fault] = {
    "keyword-at-its-timing-only": Fault(
        "effects.keyword-had",
        "a keyword of a timing is not had at other times",
        function(attributes, "mentions", lambda _effect, _keyword: False),
    ),
    "keywords-in-play-alone": Fault(
        "effects.keyword-had",
        "a card that is not in play has no keyword",
        function(attributes, "counts_as_having", in_play_alone),
    ),
    "all-of-digimon": Fault(
        "effects.kind",
        "every effect is one of a Digimon",
        lambda: together(
            *(
                patch.object(module, "source_kind", everything_of_a("digimon"))
                for module in (attributes, gifts)
            )
        ),
    ),
    "all-of-options": Fault(
        "effects.kind",
        "every effect is one of an Option",
        lambda: together(
            *(
                patch.object(module, "source_kind", everything_of_a("option"))
                for module in (attributes, gifts)
            )
        ),
    ),
    "inherited-of-its-card": Fault(
        "effects.kind",
        "an inherited effect is one of the card that it comes from",
        lambda: together(
            *(patch.object(module, "source_kind", by_the_card) for module in (attributes, gifts))
        ),
    ),
    "another-number": Fault(
        "keyword.same",
        "a keyword with another number is another one",
        function(attributes, "counts_as_having", another_number_another_keyword),
    ),
}
"""Faults by name."""
