"""The checks that apply under a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulehound.checker.suite.catalogue import scenario_check
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.documents.store import Store


def asked_by(store: Store, checks: Iterable[CheckDeclaration]) -> Callable[[str, str], bool]:
    """Whether a check, by its id, is asked by a ruleset: a scenario where it holds, others where one of their
    rules does. What is no check is not for this to find."""
    of_scenarios = {scenario_check(scenario): scenario.editions for scenario in store.scenarios}
    of_rules = {check.id: [store.rules[rule].editions for rule in check.rules] for check in checks}

    def asked(check: str, ruleset: str) -> bool:
        if (editions := of_scenarios.get(check)) is not None:
            return not editions or ruleset in editions
        rules = of_rules.get(check, [])
        return not rules or any(not editions or ruleset in editions for editions in rules)

    return asked
