"""The steps of the effect language, each carried out by something."""

from __future__ import annotations

from rulehound.engine.dcg.effects.resolving import STEPS


def test_every_step_of_the_language_is_carried_out_by_something() -> None:
    from rulehound.engine.dcg.effects import language

    listed = {
        one for one in vars(language).values() if isinstance(one, type) and issubclass(one, language.Step)
    }
    assert set(STEPS) == listed - {language.Step}
