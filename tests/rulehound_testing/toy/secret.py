"""A game of secret choices: both players choose 1 or 2, then both are shown, and one of them has a point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Any

from rulehound.spec.formats import Action, Handshake, Observation, Reason, Refused, Setup
from rulehound.spec.language import (
    Amount,
    By,
    Model,
    Number,
    Record,
    State,
    between,
    both,
    either,
    flag_field,
    negate,
    number_field,
    require,
    rule,
    when,
)
from rulehound.spec.reading import Cards, Conventions, Depiction, Move, Reader, View
from rulehound_testing.toy import game as toy

POINTS = 3
"""Points at which the game is over."""


class Table(Record):
    """What both have chosen, 0 for nothing yet; what was shown last; the points of both."""

    first = number_field()
    second = number_field()
    shown_first = number_field()
    shown_second = number_field()
    points_first = number_field()
    points_second = number_field()
    odd_round = flag_field()


model = Model(
    "secret",
    Table,
    round_field="odd_round",
    over=lambda s: either(s.points_first == POINTS, s.points_second == POINTS),
)


@model.initial
def start(s: Table) -> None:
    s.first = 0


@model.action("choose", player=Amount("player"), value=Amount("value"))
def choose(s: Table, player: Number, value: Number) -> None:
    require(between(0, player, 1), "choose.player")
    require(between(1, value, 2), "choose.value")
    require(either(player == 1, s.first == 0), "choose.once", "first")
    require(either(player == 0, s.second == 0), "choose.once", "second")
    with rule("choose.secret"):
        with when(player == 0):
            s.first = value
        with when(player == 1):
            s.second = value


@model.action("show", By.RULES)
def show(s: Table) -> None:
    require(both(s.first > 0, s.second > 0), "show.both")
    with rule("show.point"):
        with when(s.first == s.second):
            s.points_first += 1
        with when(negate(s.first == s.second)):
            s.points_second += 1
    with rule("show.chosen"):
        s.shown_first = s.first
        s.shown_second = s.second
    with rule("show.both"):
        s.first = 0
        s.second = 0
        s.odd_round = negate(s.odd_round)


class SecretView(View):
    """A choice that is not shown yet may be any."""

    @cached_property
    def state(self) -> State:
        chosen, shown, points = self.given["chosen"], self.given["shown"], self.given["points"]
        return model.from_dict(
            {
                "first": int(chosen[0]),
                "second": int(chosen[1]),
                "shown_first": shown[0],
                "shown_second": shown[1],
                "points_first": points[0],
                "points_second": points[1],
                "odd_round": sum(points) % 2 == 1,
            }
        )

    @cached_property
    def estimates(self) -> Sequence[State]:
        values = [(1, 2) if chosen else (0,) for chosen in self.given["chosen"]]
        return [(*choices, *self.state[2:]) for choices in product(*values)]

    def visible(self, state: State) -> State:
        return (min(state[0], 1), min(state[1], 1), *state[2:])


class SecretReader(Reader):
    """How the game is read: an action names the player whose it is."""

    conventions = Conventions()

    def view(self, observation: Observation, cards: Cards, brought: Sequence[int] | None = ()) -> View:
        return SecretView(observation, cards, brought)

    def move(self, observation: Observation, action: Action, cards: Cards) -> Move | None:
        return Move("choose", {"value": action["value"]}, action["player"])

    def candidates(self, observation: Observation, cards: Cards) -> list[Action]:
        if max(observation["points"]) >= POINTS:
            return []
        return [
            {"action": "choose", "player": player, "value": value} for player in (0, 1) for value in (1, 2)
        ]


class SecretDepiction(Depiction):
    """How the game is put before people."""

    def describe(self, observation: Observation, action: Action, cards: Cards) -> str:
        return f"player {action['player']} chooses {action['value']}"

    def board(self, observation: Observation, cards: Cards) -> str:
        return f"points {observation['points']}"


game = replace(
    toy.game,
    name="secret",
    title="Secret choices",
    facts=(),
    model=lambda: model,
    reader=SecretReader(),
    depiction=SecretDepiction(),
)


class SecretEngine(toy.HeapEngine):
    """An engine of it, which shows a choice once both have chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen, self.shown, self.points = [0, 0], [0, 0], [0, 0]

    def handshake(self) -> Handshake:
        able = ("new-game", "legal-actions", "apply", "observe", "reasons")
        return Handshake("1.0", "secret", "secret", "1", able)

    def new_game(self, setup: Setup) -> Observation:
        self.chosen, self.shown, self.points = [0, 0], [0, 0], [0, 0]
        return self.observe()

    def observe(self) -> Observation:
        chosen = [value > 0 for value in self.chosen]
        return {"chosen": chosen, "shown": [*self.shown], "points": [*self.points]}

    def legal_actions(self) -> list[Action]:
        players = [player for player in (0, 1) if not self.chosen[player] and max(self.points) < POINTS]
        return [{"action": "choose", "player": player, "value": n} for player in players for n in (1, 2)]

    def apply(self, action: Action) -> Observation:
        if action not in self.legal_actions():
            raise Refused([Reason("chosen", "choose.once")])
        self.chosen[action["player"]] = action["value"]
        if all(self.chosen):
            self.show()
        return self.observe()

    def show(self) -> None:
        """Show what both have chosen, and give the point."""
        self.points[0 if self.chosen[0] == self.chosen[1] else 1] += 1
        self.shown, self.chosen = self.chosen, [0, 0]

    def save(self) -> Any:
        return [[*self.chosen], [*self.shown], [*self.points]]

    def restore(self, token: Any) -> Observation:
        self.chosen, self.shown, self.points = ([*each] for each in token)
        return self.observe()
