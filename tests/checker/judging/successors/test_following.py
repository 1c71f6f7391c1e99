"""Following steps in a small model: a wall of stones of which some are loose, which nobody sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.successors.following import Steps, Successor, Successors, within_round
from rulehound.spec.language import (
    Amount,
    By,
    Member,
    Model,
    Number,
    Pool,
    Record,
    State,
    bag_field,
    flag_field,
    number_field,
    record,
    require,
    rule,
)
from rulehound.spec.language.compiled import ByField
from rulehound.spec.reading import AtOnce, Becomes, ChangingAction, First, Like, Move, like
from rulehound_testing.toy import game as toy


class Colour(Record):
    shade = number_field()


class Stone(Record):
    weight = number_field()
    loose = flag_field()


class Wall(Record):
    stones = bag_field(Stone)
    dust = number_field()
    fallen = number_field()
    due = flag_field()
    painted = number_field()


def wall() -> Model:
    """A player lays a stone; wind may loosen and lighten stones; a loose one falls once it weighs nothing."""
    model = Model("wall", Wall, round_field="due", over=lambda s: s.fallen > 9)

    @model.initial
    def start(s: Wall) -> None:
        s.dust = 0

    @model.action("lay", weight=Amount("weight"))
    def lay(s: Wall, weight: Number) -> None:
        require(weight >= 1, "wall.stone")
        require(s.dust == 0, "wall.clean")
        with rule("wall.stone"):
            s.stones.add(Stone(weight=weight))
            s.due = True

    @model.action("sweep", By.RULES)
    def sweep(s: Wall) -> None:
        require(s.due, "wall.swept")
        with rule("wall.swept"):
            s.due = False
            s.dust += 1

    @model.action("paint", By.RULES, colour=Pool(Colour))
    def paint(s: Wall, colour: Colour) -> None:
        require(s.dust == 1, "wall.painted")
        require(s.painted == 0, "wall.painted", "bare")
        with rule("wall.painted"):
            s.painted = colour.shade

    @model.action("wind", By.ENVIRONMENT, stone=Member("stones"), force=Amount("force"))
    def wind(s: Wall, stone: Stone, force: Number) -> None:
        require(stone.weight >= force, "wind.weight")
        with rule("wind.weight"):
            stone.weight -= force
            stone.loose = True

    @model.action("weigh", By.ENVIRONMENT, target=Member("stones"), amount=Amount("amount"))
    def weigh(s: Wall, target: Stone, amount: Number) -> None:
        require(target.loose, "wind.loose")
        with rule("wind.weight"):
            target.weight += amount

    @model.action("gust", By.ENVIRONMENT)
    def gust(s: Wall) -> None:
        require(s.dust >= 1, "wind.dust")
        with rule("wind.dust"):
            s.dust = 0

    return model


STONE = Like(((0, (5,)),))


@pytest.fixture
def steps() -> Steps:
    model = wall()
    at_hand = CompiledModel(replace(toy.game, model=lambda: model), {})
    return Steps(at_hand, {"Colour": [record(Colour, {"shade": 7}), record(Colour, {"shade": 8})]})


def state_of(steps: Steps, stones: Sequence[int] = (), **values: Any) -> State:
    state = list(steps.model.from_dict(values))
    state[steps.interpreter.index["stones"]] = tuple(
        sorted(record(Stone, {"weight": weight}) for weight in stones)
    )
    return tuple(state)


def shown(steps: Steps, **wanted: Any) -> Callable[[State], bool]:
    """Whether a state shows these fields, and of the stones their weights alone."""

    def fits(state: State) -> bool:
        seen = steps.model.as_dict(state)
        seen["stones"] = sorted(stone["weight"] for stone in seen["stones"])
        return all(seen[name] == value for name, value in wanted.items())

    return fits


def ends(followed: Successors) -> set[State]:
    return {reached.state for reached in followed.fitting}


def test_a_settled_step_ends_where_the_rules_have_nothing_left_to_do(steps: Steps) -> None:
    follow = [
        steps.follow(
            [state_of(steps)], Move("lay", {"weight": 5}), (), shown(steps, stones=[5]), settled=settled
        )
        for settled in (True, False)
    ]
    painted = {state_of(steps, [5], dust=1, painted=shade) for shade in (7, 8)}
    assert ends(follow[0]) == painted  # over both colours that chance may show
    assert ends(follow[1]) == {*painted, state_of(steps, [5], due=True), state_of(steps, [5], dust=1)}


def test_what_is_not_shown_stays_open_and_later_sight_settles_it(steps: Steps) -> None:
    first = steps.follow(
        [state_of(steps)], Move("lay", {"weight": 5}), (), shown(steps, stones=[5]), settled=True
    )
    then = steps.follow(ends(first), None, [Move("gust")], shown(steps, painted=8, dust=0), settled=True)
    assert ends(then) == {state_of(steps, [5], painted=8)}


def test_effects_come_in_the_order_in_which_they_were_reported(steps: Steps) -> None:
    """Wind on a stone of 5 by 2 and then on one of 3 by 3 can be the same stone; the other way round not."""
    start = state_of(steps, [5], dust=1, painted=7)
    winds = [
        Move("wind", {"stone": like(Stone, weight=weight), "force": by}) for weight, by in ((5, 2), (3, 3))
    ]
    done = steps.follow([start], None, winds, shown(steps, stones=[0]), settled=True)
    assert [stone for state in ends(done) for stone in steps.model.as_dict(state)["stones"]] == [
        {"weight": 0, "loose": True}
    ]
    wrong = steps.follow([start], None, winds[::-1], shown(steps, stones=[0]), settled=True)
    assert not wrong.fitting
    assert {reached.effects_done for reached in wrong.others} == {0}


def test_rules_come_between_reported_effects(steps: Steps) -> None:
    """A gust needs dust, which only the rules bring after the stone is laid."""
    followed = steps.follow(
        [state_of(steps)],
        Move("lay", {"weight": 5}),
        [Move("gust"), Move("wind", {"stone": STONE, "force": 1})],
        shown(steps, stones=[4], dust=0),
        settled=True,
    )
    assert {steps.model.as_dict(state)["painted"] for state in ends(followed)} == {0, 7, 8}


def test_of_several_ways_the_first_that_is_possible_is_meant(steps: Steps) -> None:
    start = state_of(steps, [3, 5], dust=1, painted=7)
    storm, strong, soft = (Move("wind", {"stone": STONE, "force": force}) for force in (9, 4, 1))
    followed = steps.follow([start], None, [First([storm, strong, soft])], lambda _: True, settled=True)
    assert [shown(steps, stones=[1, 3])(state) for state in ends(followed)] == [True]
    assert not steps.follow([start], None, [First([storm])], lambda _: True, settled=True).fitting
    nothing = steps.follow([start], None, [First([storm], needed=False)], lambda _: True, settled=True)
    assert ends(nothing) == {start}


def test_nothing_comes_between_what_happens_at_once(steps: Steps) -> None:
    """Dust comes with what the rules do after a stone is laid, and a gust needs some."""
    told = [Move("lay", {"weight": 5}), Move("gust")]
    for moves, possible in ((told, True), ([AtOnce(told)], False), ([AtOnce(told[:1]), *told[1:]], True)):
        followed = steps.follow([state_of(steps)], None, moves, shown(steps, dust=0), settled=True)
        assert bool(followed.fitting) == possible


def test_what_happens_at_once_may_happen_in_some_states_alone(steps: Steps) -> None:
    laid = [Move("lay", {"weight": 5})]
    for painted, possible in ((7, True), (0, False)):
        here = AtOnce(laid, (("painted", 7),))
        start = state_of(steps, painted=painted)
        assert bool(steps.follow([start], None, [here], lambda _: True, settled=False).fitting) == possible


def test_an_effect_that_was_not_reported_explains_nothing(steps: Steps) -> None:
    followed = steps.follow(
        [state_of(steps)], Move("lay", {"weight": 5}), (), shown(steps, stones=[4]), settled=True
    )
    assert not followed.fitting
    assert followed.others


def test_a_reported_effect_must_have_happened(steps: Steps) -> None:
    start = state_of(steps, [5], dust=1, painted=7)
    wind = Move("wind", {"stone": STONE, "force": 1})
    assert not steps.follow([start], None, [wind], shown(steps, stones=[5]), settled=True).fitting


def test_an_illegal_action_names_the_guards_of_the_state_that_is_nearest_to_it(steps: Steps) -> None:
    dusty = state_of(steps, dust=1, painted=7)
    followed = steps.follow([dusty], Move("lay", {"weight": 0}), (), lambda _: True, settled=True)
    assert followed.failed == [("wall.stone", "wall.stone"), ("wall.clean", "wall.clean")]
    both = [dusty, state_of(steps)]
    followed = steps.follow(both, Move("lay", {"weight": 0}), (), lambda _: True, settled=True)
    assert followed.failed == [("wall.stone", "wall.stone")]


def test_an_element_that_is_known_in_part_is_any_that_fits(steps: Steps) -> None:
    start = state_of(steps, [3, 5, 5], dust=1, painted=7)
    wind = steps.model.actions["wind"]
    blown = steps.after(Successor(start), wind, {"force": 4})
    assert [reached.path[0][2]["stone"] for reached in blown] == [record(Stone, {"weight": 5})]
    assert steps.allowed(start, wind, Move("wind", {"force": 4}))
    for weight in (3, 4):  # too light, and not there
        move = Move("wind", {"stone": like(Stone, weight=weight), "force": 4})
        assert not steps.allowed(start, wind, move)
        assert steps.failed(start, wind, move) == [("wind.weight", "wind.weight")]


def test_a_step_that_outgrows_its_bound_is_said_to(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "most_states", 2)
    followed = steps.follow([state_of(steps)], Move("lay", {"weight": 5}), (), lambda _: True, settled=True)
    assert followed.outgrown
    assert not followed.fitting


def test_equal_elements_are_one_choice(steps: Steps) -> None:
    start = state_of(steps, [5, 5], dust=1, painted=7)
    assert len(steps.after(Successor(start), steps.model.actions["wind"], {"force": 1})) == 1


def test_an_element_becomes_what_is_shown(steps: Steps) -> None:
    start = state_of(steps, [3, 5], dust=1, painted=7)
    becomes = Becomes("stones", like(Stone, weight=3), ((0, 9),))
    followed = steps.follow([start], None, [becomes], shown(steps, stones=[5, 9]), settled=True)
    assert ends(followed) == {state_of(steps, [5, 9], dust=1, painted=7)}
    missing = Becomes("stones", like(Stone, weight=4), ((0, 9),))
    assert not steps.follow([start], None, [missing], lambda _: True, settled=True).fitting


def test_an_element_is_what_is_seen_besides_before_an_action_changes_it(steps: Steps) -> None:
    """The action is legal then alone; what it leaves alone is of the same element."""
    start = state_of(steps, [5, 5], dust=1, painted=7)
    becomes = Becomes(
        "stones",
        like(Stone, weight=5),
        ((0, 8),),
        ChangingAction("weigh", "target", "amount"),
        besides=((1, True),),
    )
    (reached,) = steps.follow([start], None, [becomes], lambda _: True, settled=True).fitting
    assert [action.name for _, action, _ in reached.path] == ["weigh"]
    stones = steps.model.as_dict(reached.state)["stones"]
    assert [(stone["weight"], stone["loose"]) for stone in stones] == [(5, False), (8, True)]


def becoming(value: int, *weights: int) -> Becomes:
    """A stone of one of these weights comes to weigh so much."""
    return Becomes("stones", Like(((0, weights),)), ((0, value),))


def test_what_happens_at_once_happens_to_different_elements(steps: Steps) -> None:
    start = state_of(steps, [5, 5], dust=1, painted=7)
    both = AtOnce([becoming(9, 5), becoming(7, 5, 9)])
    followed = steps.follow([start], None, [both], lambda _: True, settled=True)
    assert ends(followed) == {state_of(steps, [7, 9], dust=1, painted=7)}


def test_of_equal_elements_it_does_not_matter_which_become_something(steps: Steps) -> None:
    start = state_of(steps, [4, *[5] * 20], dust=1, painted=7)
    steps.most_states = 3
    followed = steps.follow([start], None, [AtOnce([becoming(9, 4, 5)] * 10)], lambda _: True, settled=True)
    left = ([4, *[5] * 10], [5] * 11)
    assert ends(followed) == {state_of(steps, [*one, *[9] * 10], dust=1, painted=7) for one in left}


@pytest.mark.parametrize(("many", "ways"), [(12, 1), (11, 12), (1, 12), (6, 0)])
def test_of_different_elements_any_can_have_become_something(steps: Steps, many: int, ways: int) -> None:
    """As long as there are not too many choices."""
    weights = range(1, 13)
    start = state_of(steps, weights, dust=1, painted=7)
    at_once = AtOnce([becoming(99, *weights)] * many)
    followed = steps.follow([start], None, [at_once], lambda _: True, settled=True)
    assert len(followed.fitting) == ways
    assert followed.outgrown == (not ways)


def test_the_first_way_by_which_enough_elements_become_something_is_meant(steps: Steps) -> None:
    start = state_of(steps, [3, 4, 5], dust=1, painted=7)
    likeliest = First([becoming(9, 5), becoming(8, 3)])

    def after(*parts: First) -> set[State]:
        return ends(steps.follow([start], None, [AtOnce(parts)], lambda _: True, settled=True))

    assert after(likeliest) == {state_of(steps, [3, 4, 9], dust=1, painted=7)}
    assert after(likeliest, likeliest) == {state_of(steps, [4, 8, 9], dust=1, painted=7)}
    assert after(likeliest, likeliest, likeliest) == set()


def test_what_cannot_lead_to_what_is_seen_is_not_followed(steps: Steps) -> None:
    """It is asked of every step, with how much has been told by then."""
    start, asked = state_of(steps, [5], dust=1, painted=7), []

    def leads(reached: Successor, further: Successor) -> bool:
        asked.append((reached.effects_done, further.effects_done))
        return further.effects_done < 2

    moves = [Move("weigh", {"amount": 1})] * 2
    calm = Becomes("stones", like(Stone, weight=5), ((1, True),))
    followed = steps.follow([start], None, [calm, *moves], lambda _: True, settled=True, leads=leads)
    assert not followed.fitting
    assert asked == [(0, 1), (1, 2)]


def test_the_round_that_is_seen_is_not_left_and_not_gone_to_before_what_was_told(steps: Steps) -> None:
    """In this model a round ends with every stone that is laid."""
    seen, earlier = state_of(steps, due=True), state_of(steps)
    leads = within_round(steps.interpreter.index["due"], seen, before_round=2)
    assert leads(Successor(seen), Successor(seen))
    assert leads(Successor(earlier), Successor(earlier))
    assert not leads(Successor(seen, effects_done=2), Successor(earlier, effects_done=2))
    assert [
        leads(Successor(earlier, effects_done=told), Successor(seen, effects_done=told)) for told in (1, 2)
    ] == [
        False,
        True,
    ]


def test_what_a_player_leaves_undone_need_not_be_shown(steps: Steps) -> None:
    steps.compiled_model.silent = ByField(steps.compiled_model.compiled, [steps.model.actions["gust"]])
    steps = Steps(steps.compiled_model, steps.chance)
    start = state_of(steps, [3], dust=1, painted=7)
    gone = steps.follow([start], None, (), shown(steps, dust=0), settled=True)
    assert ends(gone) == {state_of(steps, [3], painted=7)}
    assert ends(steps.follow([start], None, (), shown(steps, dust=1), settled=True)) == {start}
