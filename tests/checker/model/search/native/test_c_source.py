"""The generated C says of every state what the interpreter says; whole searches have the known counts."""

from __future__ import annotations

import random
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rulehound.checker.model.search import SearchLimits, search
from rulehound.checker.model.search.native.c_source import c_source, most_steps
from rulehound.checker.model.search.native.compiler import compiler
from rulehound.checker.model.search.program.packing import Packing
from rulehound.checker.model.search.program.translation import translated
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import (
    Amount,
    Configuration,
    Interpreter,
    Model,
    Number,
    Pool,
    Record,
    State,
    number_field,
    part_field,
    require,
    when,
)
from rulehound_testing.dcg.values import values_of
from rulehound_testing.kernel import M, S, kernel
from rulehound_testing.random_models import CONFIGURATION, PROGRAMS, STATES, Program, model_of
from rulehound_testing.search.alike import require_compiler
from rulehound_testing.search.expected_steps import expected_steps
from rulehound_testing.search.native_steps import WINDOW, NativeSteps
from rulehound_testing.search.pieces import (
    MEMBER,
    ONE,
    TWO,
    Card,
    Piece,
    bounded,
    state,
    table,
    with_invariants,
)
from rulehound_testing.toy import game as toy


@pytest.fixture(autouse=True)
def needs_compiler() -> None:
    """Without a compiler there is nothing to try."""
    require_compiler()


def native(model: Model, values: Any, configuration: Configuration, folder: Path) -> NativeSteps:
    """The C of a model."""
    packing = Packing(model, configuration)
    return NativeSteps(translated(model, values, configuration, packing), packing, folder)


def check(
    steps: NativeSteps, model: Model, values: Any, configuration: Configuration, state: State
) -> list[int]:
    """The packed states after a state, after all was held against the interpreter."""
    found = steps.expand(steps.packing.pack(state))
    expected = expected_steps(model, values, configuration, steps.packing, state)
    assert Counter(found.steps) == expected.within
    order = list(model.actions)
    assert [name for name, _ in found.steps] == sorted((name for name, _ in found.steps), key=order.index)
    assert (found.taken, found.cut) == (dict(expected.taken), dict(expected.cut))
    assert found.moves == expected.moves
    assert {steps.program.guards[number] for number in found.held} == expected.held
    assert {steps.program.guards[number] for number in found.failed} == expected.failed
    assert found.broken_outside == expected.broken_outside
    interpreter = Interpreter(model, values, configuration)
    assert found.broken == {invariant.name for invariant in interpreter.failed_invariants(state)}
    wanted = model.sometimes_properties.items()
    assert found.met == {name for name, met in wanted if interpreter.holds(met.condition, state)}
    assert found.over == interpreter.holds(model.over, state)
    return [after for _, after in found.steps]


def walk_and_check(
    model: Model, values: Any, configuration: Configuration, folder: Path, states: int
) -> None:
    """A random walk from the initial state, again and again."""
    steps = native(model, values, configuration, folder)
    start = steps.packing.pack(Interpreter(model, values, configuration).initial())
    chance = random.Random(configuration.name)
    packed = start
    for _ in range(states):
        reached = check(steps, model, values, configuration, steps.packing.unpack(packed))
        packed = chance.choice(reached) if reached else start


def test_the_kernel(tmp_path: Path) -> None:
    walk_and_check(kernel, {}, M, tmp_path, 300)


def test_the_toy(tmp_path: Path) -> None:
    values = {"heap.full": 7}
    walk_and_check(toy.model, values, toy.configurations(values)["small"], tmp_path, 20)


@pytest.mark.parametrize(
    ("edition", "name"),
    [("manual-2.3", "everything"), ("comprehensive-4.0", "keywords"), ("fan-2020", "effects")],
)
def test_the_game(edition: str, name: str, tmp_path: Path) -> None:
    values = values_of(edition)
    walk_and_check(dcg, values, configurations(values)[name], tmp_path, 60)


@given(PROGRAMS, STATES)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_actions(tmp_path: Path, program: Program, state: State) -> None:
    model = with_invariants(model_of(program))
    check(native(model, {}, CONFIGURATION, tmp_path), model, {}, CONFIGURATION, state)


def shuffle(s: Any, one: Piece, two: Piece, card: Card, amount: Number) -> None:
    """Something of everything, much of it out of bounds."""
    s.names = s.names.union(one.names)
    one.names = two.names.minus(one.names)
    one.size += amount - 1
    s.pieces.add(Piece(size=amount, names=two.names))
    s.heap = s.heap.with_top(two.top).with_bottom(card)
    with when(two.size > amount):
        two.leave()
        s.heap = s.heap.without_top()
        s.pieces.add(Piece(size=s.heap.height, top=card))
    with when(s.pieces.count(lambda p: p.size == 2) > 1):
        s.pieces.discard(lambda p: p.names.shares(s.names))
        s.top = s.heap.top


def test_narrowed_fields_and_bounds_that_are_left(tmp_path: Path) -> None:
    """Subsets with a gap among the names that they hold, piles and bags that overflow, broken invariants."""
    model = table(shuffle, one=MEMBER, two=MEMBER, card=Pool(Card), amount=Amount("amount"))
    model.invariant("few")(lambda s: s.pieces.count() <= 2)
    model.invariant("low")(lambda s: s.heap.height <= 1)
    model.invariant("small")(lambda s: s.pieces.all(lambda p: p.size < 4))
    model.sometimes("a")(lambda s: s.names.has("a"))
    configuration = bounded(Table_names=(0, 0b101), Piece_names=(0, 0b110))
    steps = native(model, {}, configuration, tmp_path)
    chance = random.Random(1)
    seen: Counter[str] = Counter()
    for _ in range(150):
        pieces = [
            (chance.randrange(4), chance.choice((0, 2, 4, 6)), (chance.randrange(3),))
            for _ in range(chance.randrange(4))
        ]
        heap = tuple(chance.choice((ONE, TWO)) for _ in range(chance.randrange(3)))
        names = chance.choice((0, 1, 4, 5))
        given = state(names=names, heap=heap, pieces=tuple(sorted(pieces)), turn=chance.random() < 0.5)
        check(steps, model, {}, configuration, given)
        found = steps.expand(steps.packing.pack(given))
        seen.update([*found.cut, *found.broken, *(f"{name} outside" for name in found.broken_outside)])
        seen.update(
            [f"met {name}" for name in found.met] + ["over"] * found.over + ["step"] * bool(found.steps)
        )
    wanted = {
        "Table.names",
        "Table.heap",
        "Table.pieces",
        "Piece.size",
        "few",
        "low",
        "met a",
        "over",
        "step",
    }
    assert seen.keys() >= wanted | {"few outside", "low outside", "small outside"}, seen


def test_a_bag_that_is_empty_beyond_the_bounds(tmp_path: Path) -> None:
    """What stood in its slots before is not judged there."""

    def act(s: Any) -> None:
        s.count += 9
        s.pieces.discard(lambda _: True)

    model = table(act)
    model.invariant("few")(lambda s: s.pieces.count() <= 2)
    steps, full = native(model, {}, bounded(), tmp_path), state(pieces=((1, 0, (0,)),) * 3)
    check(steps, model, {}, bounded(), full)
    found = steps.expand(steps.packing.pack(full))
    assert (found.cut, found.broken, found.broken_outside) == ({"Table.count": 1}, {"few"}, set())


@pytest.mark.parametrize(
    ("configuration", "counts"), [(S, (71_159, 164_142, 23)), (M, (2_566_145, 6_377_689, 26))]
)
def test_whole_searches_have_the_counts_that_other_tools_found(
    configuration: Configuration, counts: tuple[int, int, int]
) -> None:
    result = search(kernel, {}, configuration, backend="c")
    assert (result.states, result.transitions, result.depth) == counts
    assert not result.cut
    assert not result.counterexamples


def test_the_same_model_gives_the_same_source() -> None:
    packing = Packing(kernel, S)
    sources = [c_source(translated(kernel, {}, S, packing), packing) for _ in range(2)]
    assert sources[0] == sources[1]


def test_there_is_room_for_all_steps() -> None:
    """Two slots a side: 11 actions without a choice of slot but 3 levels to play, 4 with one, 1 with two."""
    program = translated(kernel, {}, S, Packing(kernel, S))
    assert most_steps(program) == 7 + 3 + 4 * 2 + 2 * 2


class Inner(Record):
    """A part whose field meets a name of the whole in C."""

    b = number_field()


class Words(Record):
    """Names that mean something in C, or come to the same there."""

    double = number_field()
    a_b = number_field()
    a = part_field(Inner)


def test_any_name_is_taken(tmp_path: Path) -> None:
    model = Model("*/ words", Words, round_field="double", over=lambda s: s.double == 3)
    model.initial(lambda _: None)

    @model.action("switch */")
    def act(s: Words) -> None:
        require(s.double < 3, "rule */ \\", "a guard \\\n")
        s.double += 1
        s.a.b = s.a_b
        s.a_b = s.double

    bounds = {"Words.double": (0, 3), "Words.a_b": (0, 3), "Inner.b": (0, 3)}
    walk_and_check(model, {}, Configuration("words */", "", bounds), tmp_path, 8)


MAIN = """
#include <stdio.h>

int main(void)
{
    static uint64_t state[RH_WORDS], out[1 << 16];
    for (int i = 0; scanf("%lu", &state[i]) == 1; i = (i + 1) % RH_WORDS)
        if (i == RH_WORDS - 1) expand(state, out);
    return 0;
}
"""


def test_generated_c_is_clean(tmp_path: Path) -> None:
    """No undefined behaviour, and no warning but about what is not used; in a process that may die of it."""
    packing = Packing(kernel, M)
    source, program = tmp_path / "steps.c", tmp_path / "steps"
    source.write_text(c_source(translated(kernel, {}, M, packing), packing) + WINDOW + MAIN, encoding="utf-8")
    flags = "-std=gnu11 -O1 -Wall -Wextra -Werror -Wno-unused -fsanitize=undefined -fno-sanitize-recover"
    built = subprocess.run(
        [*compiler()[0], *flags.split(), source, "-o", program],
        capture_output=True,
        text=True,
        check=False,
    )
    if "ubsan" in built.stderr:
        pytest.skip("the compiler comes without the library that finds undefined behaviour")
    assert built.returncode == 0, built.stderr
    states = search(kernel, {}, M, SearchLimits(states=20_000), backend="c").packed
    ran = subprocess.run(
        [program], input="\n".join(map(str, states)), capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
