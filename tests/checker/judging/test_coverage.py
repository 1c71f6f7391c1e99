"""What was covered by several judgements is summed, in the order in which it first came up."""

from __future__ import annotations

from rulehound.checker.judging.coverage import OFFERS, STEPS, Coverage


def test_counts_are_summed_in_the_order_in_which_they_came_up() -> None:
    first = Coverage.of_checks(("guard:b", "guard:a", "guard:b")) + Coverage(taken={"pass": 1})
    first += Coverage(seen={STEPS: 1})
    second = Coverage.of_checks(("guard:c", "guard:a")) + Coverage(seen={OFFERS: 3})
    second += Coverage.without("why", 2)
    first += second
    assert list(first.judged.items()) == [("guard:b", 2), ("guard:a", 2), ("guard:c", 1)]
    assert (first.taken, first.seen) == ({"pass": 1}, {STEPS: 1, OFFERS: 3})
    assert first.not_judged == {"why": 2}
    assert second.judged == {"guard:c": 1, "guard:a": 1}, "what is added stays as it was"
