"""The table of efforts: each level goes at least as far as the one below, and scopes say what they are."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from itertools import pairwise

import pytest

from rulehound.checker.efforts import EFFORTS, PLAIN, Bounds, Effort, Scope


def test_the_levels_are_those_of_the_commands() -> None:
    assert list(EFFORTS) == ["brief", "quick", "normal", "deep"]


@pytest.mark.parametrize(("less", "more"), list(pairwise(EFFORTS)))
def test_more_effort_goes_further_in_everything(less: str, more: str) -> None:
    below, above = EFFORTS[less], EFFORTS[more]
    for one in ("searched_states", "search_seconds", "proof_steps", "slots"):
        assert getattr(below, one) < getattr(above, one), one
    for part in ("play", "with_effects"):
        small, large = amounts(getattr(below, part)), amounts(getattr(above, part))
        assert all(small[one] <= large[one] for one in small), (part, small, large)
        games = [
            each["games"] * each["steps"] + each["examples"] * each["example_steps"]
            for each in (small, large)
        ]
        assert games[0] < games[1]
    small, large = asdict(below.exploration), asdict(above.exploration)
    assert all(small[one] <= large[one] for one in small)


def amounts(scope: Scope) -> dict[str, float]:
    """The numbers of a scope that say how much is done."""
    counted = ("games", "steps", "examples", "runs", "search_steps", "seconds")
    numbers = {name: value for name, value in asdict(scope).items() if name in counted}
    return {**numbers, "example_steps": scope.example_steps if scope.examples else 0}


@pytest.mark.parametrize("effort", EFFORTS.values(), ids=EFFORTS)
def test_everything_ends(effort: Effort) -> None:
    for part in ("play", "with_effects", "exploration"):
        assert getattr(effort, part).seconds > 0
    assert effort.play.cards == effort.with_effects.cards == PLAIN


@pytest.mark.parametrize(
    ("scope", "words"),
    [
        (Scope(), "20 random games of up to 300 steps, 20 of up to 40 steps by Hypothesis"),
        (
            Scope(games=3, guided=True, cards="probe", examples=0, offers_every=5),
            "3 guided random games of probe cards of up to 300 steps, 0 of up to 40 steps by Hypothesis, "
            "offers at every 5 steps",
        ),
        (
            Scope(games=3, enough_steps=1000),
            "random games of up to 300 steps, 1000 steps in all, 20 of up to 40 steps by Hypothesis",
        ),
    ],
)
def test_a_scope_in_words(scope: Scope, words: str) -> None:
    assert str(scope) == words


def test_bounds_in_words() -> None:
    assert (
        str(Bounds(states=20_000, starts=3, depth=2)) == "20,000 states from 3 starts, to 2 steps from each"
    )


DECLARED = {"games", "steps", "enough_steps", "offers_every", "cards", "guided", "examples", "example_steps"}


def test_scopes_that_play_otherwise_read_otherwise() -> None:
    """What a run declares tells apart all that decides what is played, and no limit that ends it early."""
    plain = Scope()
    other = dict.fromkeys(DECLARED, 7) | {"cards": "probe", "guided": True}
    for field in fields(Scope):
        changed = replace(plain, **{field.name: other.get(field.name, 7)})
        assert (str(changed) != str(plain)) == (field.name in DECLARED), field.name
