"""Why an engine cannot be asked for a part of the suite."""

import pytest

from rulehound.checker.suite.capabilities import GAME, SAVED_GAME, cannot, does_not_follow
from rulehound.spec.formats import Handshake


def greeting(capabilities: tuple[str, ...] = (), editions: tuple[str, ...] = ()) -> Handshake:
    return Handshake("1.0", "toy", "heap", "1", capabilities, editions)


def test_what_an_engine_lacks_is_named_in_the_order_in_which_it_is_needed() -> None:
    assert cannot(greeting(GAME), GAME) == ""
    assert cannot(greeting(GAME), SAVED_GAME) == "the engine cannot: save"
    assert cannot(greeting(("apply",)), GAME) == "the engine cannot: new-game, legal-actions, observe"


@pytest.mark.parametrize(
    ("editions", "why"), [((), ""), (("first",), ""), (("second",), "the engine does not follow first")]
)
def test_an_engine_that_names_no_edition_is_asked_for_any(editions: tuple[str, ...], why: str) -> None:
    assert does_not_follow(greeting(editions=editions), "first") == why
