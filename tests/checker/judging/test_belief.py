"""What is believed of a game: the states at a view, and what is learnt once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulehound.checker.judging.belief import IN_THE_MIDDLE, Belief, why_unknown
from rulehound.spec.reading import View


class Shown(View):
    """A view whose parts are given."""

    def __init__(self, count: int, *, settled: bool = True, unobserved: Sequence[str] = ()) -> None:
        super().__init__({"count": count}, {}, (50, 50))
        self.parts: Any = settled, unobserved

    @property
    def state(self) -> Any:  # type: ignore[override]
        return (self.given["count"],)

    @property
    def settled(self) -> bool:
        return bool(self.parts[0])

    @property
    def unobserved(self) -> Sequence[str]:
        return list(self.parts[1])


def test_a_game_that_was_followed_is_in_the_states_that_fit() -> None:
    belief = Belief().moved(Shown(3), [(3,), (4,)])
    assert belief.follows(Shown(3))
    assert belief.states_at(Shown(3)) == [(3,), (4,)]


def test_elsewhere_it_is_in_the_states_that_the_view_stands_for() -> None:
    belief = Belief().moved(Shown(3), [(3,), (4,)])
    assert not belief.follows(Shown(5))
    assert list(belief.states_at(Shown(5))) == [(5,)]
    assert list(Belief().states_at(Shown(5))) == [(5,)]


def test_in_the_middle_of_what_was_not_followed_nothing_is_known() -> None:
    assert list(Belief().states_at(Shown(5, settled=False))) == []
    assert why_unknown(Shown(5, settled=False)) == IN_THE_MIDDLE
    assert "does not tell count" in why_unknown(Shown(5, unobserved=["count"]))


def test_the_first_view_that_tells_says_what_players_brought() -> None:
    belief = Belief().informed(Shown(1))
    assert belief.brought == (50, 50)
    assert Belief(brought=(5, 7)).informed(Shown(1)).brought == (5, 7)


def test_cards_that_the_model_does_not_know_are_kept_with_the_turn_in_which_they_were_there_last() -> None:
    belief = Belief().with_unmodelled({"A": 1, "B": 1}).with_unmodelled({"A": 4})
    assert belief.unmodelled == {"A": 4, "B": 1}


def test_stacks_are_known_from_the_start_until_a_step_is_not_followed() -> None:
    belief = Belief(from_start=True).moved(Shown(3), [(3,)])
    assert belief.after(Shown(3)).from_start
    lost = belief.after(Shown(4))
    assert not lost.from_start
    assert not lost.moved(Shown(5), [(5,)]).after(Shown(5)).from_start
