"""What happens after an action is what happens on the reference engine, in typed positions at random."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from rulehound.checker.asking.consequences import Consequences
from rulehound.checker.asking.rulings import Ruler
from rulehound.checker.asking.sources import typed
from rulehound.checker.pipeline.ask import asking_of, cited
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.engine.adapter import create
from rulehound_testing.dcg.typed_positions import as_engines_take_it, placed_on, typed_position
from rulehound_testing.faults.catching import bound, rulebook


@pytest.mark.parametrize("edition", ["manual-2.3", "comprehensive-4.0"])
def test_where_it_leads_is_where_the_engine_goes(edition: str) -> None:
    book, engine, random, compared = rulebook(), create(), Random(11), 0
    rules = BoundModel(book.game, edition, bound(edition))
    for _ in range(25):
        text = typed_position(random, named_security=True)
        position = typed(book, asking_of(book), text, "--at")
        judge = Ruler.by(rules, position, partial(cited, book)).judge
        view = judge.game.reader.view(position.observation, position.cards)
        consequences = Consequences(judge.game, asking_of(book), view.observation, 0)
        for action in judge.game.reader.candidates(view.observation, position.cards):
            meant = judge.game.meant(view, action)
            assert isinstance(meant, tuple)
            if not judge.game.steps.allowed(view.state, *meant):
                continue
            ends, whole = consequences.ends([view.state], *meant)
            names = placed_on(engine, position, as_engines_take_it(text), edition)
            after = engine.apply({name: names.get(value, value) for name, value in action.items()})
            seen = judge.game.reader.view(after, position.cards, view.brought)
            assert whole
            if not ends or not seen.settled:  # an unknown card comes up, or an effect does
                continue
            reached = {seen.visible(end.state) for end in ends}
            assert seen.visible(seen.state) in reached, (text, action)
            compared += 1
    assert compared > 60
