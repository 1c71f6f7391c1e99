"""Count the scenarios whose expectations hold although nothing is done.

    python tools/count_idle_scenarios.py           how many hold without their last action, and without any
    python tools/count_idle_scenarios.py --list    each of them, with what it is a test of all the same

An action is left out and what is expected after it stays, but for whether it is legal. What then still
holds on the reference engine is no test of what the action does. It may be one of whether the action is
legal, and is counted as such: a refusal changes nothing, and what may be done has been asked where that is
all. It may be the case in which nothing comes of an action, beside another case in which something does.
Everything else is to be looked at: an engine that does nothing there passes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from rulehound.checker.records import Verdict
from rulehound.engine.adapter import create
from rulehound.spec.formats import Scenario, Step

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from rulehound_testing.faults import catching  # noqa: E402  (lies with the tests)

REFUSAL, LEGALITY, SIDE, IDLE = "a refusal", "whether it is legal", "one side of two", "to be looked at"
"""What a scenario is that holds without an action."""


def acts(step: Step) -> bool:
    """Whether anything is done in a step, or tried."""
    return step.do is not None or step.attempt is not None or step.effect is not None


def refuses(step: Step) -> bool:
    """Whether what is tried in a step is expected to be refused."""
    return step.expect.illegal is not None or step.expect.legal is False


def at_rest(step: Step) -> Step:
    """The step with what is expected after it, and nothing done."""
    return Step(expect=msgspec.structs.replace(step.expect, legal=None, illegal=None))


def without_last(steps: Sequence[Step]) -> list[Step]:
    """The steps without the last action."""
    last = max(number for number, step in enumerate(steps) if acts(step))
    return [at_rest(step) if number == last else step for number, step in enumerate(steps)]


def without_any(steps: Sequence[Step]) -> list[Step]:
    """The steps without any action."""
    return [at_rest(step) for step in steps]


def kind_of(steps: Iterable[Step]) -> str:
    """What is tested by steps of which all is expected to hold without an action as well."""
    actions = [step for step in steps if acts(step)]
    if any(refuses(step) for step in actions):
        return REFUSAL
    expected = any(step.expect.state or step.expect.events or step.expect.offers for step in actions)
    return IDLE if expected else LEGALITY


def executable() -> Iterator[tuple[str, Scenario]]:
    """Every scenario in which something is done, with the edition by which it is asked."""
    for edition, scenarios in catching.scenarios_by_edition().items():
        for scenario in scenarios:
            if not scenario.not_executable and any(acts(step) for step in scenario.steps):
                yield edition, scenario


def holding(changed: Mapping[str, Sequence[Scenario]]) -> set[str]:
    """The names of the changed scenarios that the reference engine passes, by edition."""
    return {
        record.check.removeprefix("scenario:")
        for edition, scenarios in changed.items()
        for record in catching.run(create, scenarios, edition)
        if record.verdict is Verdict.PASS
    }


def idle() -> dict[str, dict[str, str]]:
    """What is left out, to the names of the scenarios that hold all the same, with what they test."""
    every = list(executable())
    found: dict[str, dict[str, str]] = {}
    for left_out, change in (("their last action", without_last), ("any action", without_any)):
        changed: dict[str, list[Scenario]] = {}
        for edition, scenario in every:
            steps = change(scenario.steps)
            changed.setdefault(edition, []).append(msgspec.structs.replace(scenario, steps=steps))
        names = holding(changed)
        at_work = {scenario.id for _, scenario in every if scenario.name not in names}
        found[left_out] = {}
        for _, scenario in every:
            if scenario.name in names:
                actions = [step for step in scenario.steps if acts(step)]
                kind = kind_of(actions[-1:] if change is without_last else actions)
                two_sided = kind == IDLE and scenario.id in at_work
                found[left_out][scenario.name] = SIDE if two_sided else kind
    return found


def main() -> None:
    """Print the counts, or the scenarios."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="each of them, with what it is a test of")
    listed = parser.parse_args().list
    total = sum(1 for _ in executable())
    for left_out, names in idle().items():
        kinds = Counter(names.values())
        parts = "; ".join(f"{kinds[kind]} {kind}" for kind in (REFUSAL, LEGALITY, SIDE, IDLE))
        print(f"{len(names)} of {total} hold without {left_out}: {parts}")
        if listed:
            for name, kind in sorted(names.items(), key=lambda each: (each[1], each[0])):
                print(f"  {kind:20} {name}")


if __name__ == "__main__":
    main()
