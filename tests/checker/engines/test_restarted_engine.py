"""An engine is opened again after it breaks, so often and no more."""

from collections.abc import Callable

import pytest

from rulehound.checker.engines import RESTARTS, EngineError, EngineStartError, Misbehaviour, RestartedEngine
from rulehound.spec.formats import Adapter
from rulehound_testing.toy.game import HeapEngine


class Engines:
    """Opens so many engines, and counts how many were opened and closed."""

    def __init__(self, most: int = 100) -> None:
        self.most, self.opened, self.closed = most, 0, 0

    def __call__(self) -> Adapter:
        if self.opened == self.most:
            raise EngineStartError("the engine is gone", "buy another")
        self.opened += 1
        engines = self

        class Counted(HeapEngine):
            def close(self) -> None:
                engines.closed += 1

        return Counted()


def fail(_: Adapter) -> str:
    raise EngineError(Misbehaviour.FAILED, "at that")


def game(adapter: Adapter) -> str:
    return adapter.handshake().game


@pytest.mark.parametrize("question", [fail, game])
def test_each_question_has_an_answer_and_engines_are_closed_once(
    question: Callable[[Adapter], str],
) -> None:
    engines = Engines()
    with RestartedEngine(engines) as engine:
        answers = [engine.ask(question, "broken") for _ in range(RESTARTS + 2)]
        assert engine.closed == (question is fail)
    engine.close()
    assert set(answers) == {"broken" if question is fail else "toy"}
    assert engines.opened == engines.closed == (1 + RESTARTS if question is fail else 1)


def test_breaks_are_counted_until_they_are_forgotten() -> None:
    with RestartedEngine(Engines()) as engine:
        assert all(engine.restart() for _ in range(RESTARTS))
        engine.forget_breaks()
        assert all(engine.restart() for _ in range(RESTARTS))
        assert not engine.restart()
        assert engine.closed


def test_an_engine_that_does_not_start_again_stays_closed() -> None:
    with RestartedEngine(Engines(most=1)) as engine:
        with pytest.raises(EngineStartError):
            engine.restart()
        assert engine.closed
        assert engine.ask(game, "broken") == "broken"


def test_an_engine_that_never_starts_is_an_error_or_breaks_over_every_question() -> None:
    with pytest.raises(EngineStartError):
        RestartedEngine(Engines(most=0))
    with RestartedEngine(Engines(most=0), must_start=False) as engine:
        assert engine.ask(game, "broken") == "broken"
