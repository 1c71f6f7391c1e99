"""A small model whose graph has one of everything: cycles, an end, holes, a bound, a broken invariant."""

from __future__ import annotations

from enum import IntEnum

from rulehound.spec.language import (
    By,
    Configuration,
    Model,
    Record,
    Truth,
    both,
    choice_field,
    flag_field,
    negate,
    number_field,
    require,
)


class Place(IntEnum):
    """Where one can be."""

    START = 0
    LEFT = 1
    RIGHT = 2
    END = 3
    HOLE = 4
    FAR = 5


class Spot(Record):
    """Where one is."""

    place = choice_field(Place)
    late = flag_field()
    score = number_field()


PATHS = {
    "left": (Place.START, Place.LEFT),
    "right": (Place.START, Place.RIGHT),
    "back": (Place.LEFT, Place.START),
    "meet": (Place.LEFT, Place.FAR),
    "meet-too": (Place.RIGHT, Place.FAR),
    "fall": (Place.RIGHT, Place.HOLE),
    "end": (Place.FAR, Place.END),
    "around": (Place.FAR, Place.RIGHT),
}

CONFIGURATION = Configuration("maze", "a maze of six places", {"Spot.score": (0, 2)})


def maze(*without: str, effects: frozenset[str] = frozenset(), most: int = 2) -> Model:
    """The maze without some paths, some of the others being effects; it ends at END and is late never.

    Whoever is FAR can climb, up to a score of `most`; more than 2 lies outside the bounds of CONFIGURATION.
    """
    model = Model("maze", Spot, round_field="late", over=lambda s: s.place == Place.END)
    model.initial(lambda s: None)

    def path(name: str) -> None:
        begin, end = PATHS[name]

        @model.action(name, By.ENVIRONMENT if name in effects else By.PLAYER)
        def walk(s: Spot) -> None:
            require(s.place == begin, f"{name}.from")
            s.place = end

    for name in PATHS:
        if name not in without:
            path(name)

    @model.action("climb")
    def climb(s: Spot) -> None:
        require(s.place == Place.FAR, "climb.from")
        require(s.score < most, "climb.score")
        s.score += 1

    @model.invariant("right-below-two")
    def right_below_two(s: Spot) -> Truth:
        return negate(both(s.score == 2, s.place == Place.RIGHT))

    @model.sometimes("far")
    def far(s: Spot) -> Truth:
        return s.place == Place.FAR

    return model
