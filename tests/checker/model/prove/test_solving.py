"""A solver that is counted in its own steps and that the keyboard ends."""

import os
import signal
import threading

import pytest
import z3

from rulehound.checker.model.prove.solving import Counted


def pigeons(solver: Counted, holes: int) -> None:
    """One pigeon more than there are holes: hard for a solver, and never possible."""
    sits = [[z3.Bool(f"{pigeon}_{hole}") for hole in range(holes)] for pigeon in range(holes + 1)]
    solver.add(*(z3.Or(*places) for places in sits))
    for hole in range(holes):
        solver.add(z3.AtMost(*(places[hole] for places in sits), 1))


@pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason="this run was started deaf to the keyboard"
)
def test_the_keyboard_ends_a_check() -> None:
    """Once z3 has done what it may do; by itself it would answer "unknown" and let the program go on."""
    solver = Counted(1_000_000)
    pigeons(solver, 14)

    def check_again_and_again() -> None:
        for _ in range(100):
            solver.check()

    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        check_again_and_again()
    timer.join()


def test_a_check_of_too_many_steps_is_unknown_twice() -> None:
    for _ in range(2):
        solver = Counted(1_000)
        pigeons(solver, 9)
        assert solver.check() == z3.unknown


def test_a_check_within_its_steps_is_answered() -> None:
    solver = Counted(10_000_000)
    pigeons(solver, 3)
    assert solver.check() == z3.unsat
