"""Made-up runs of a size that no game has yet: 1,000 rules, 2,000 clauses, findings with boards, engines."""

from __future__ import annotations

import msgspec

from rulehound.checker.records import Verdict
from rulehound.checker.run_record import CitedClause, Conformance, Run, RunEngine, ShownWalk, WalkStep
from rulehound_testing.made_up_run import record, rule, run, trace

RULES, CLAUSES_OF_EACH, CHECKS_OF_EACH, VIOLATED = 1000, 2, 4, 60

BOARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500">'
    + "".join(
        f'<rect x="{x}" y="{y}" width="9" height="9"/>' for x in range(0, 400, 20) for y in range(0, 500, 50)
    )
    + "</svg>"
)
SAYS = "What a player does at the end of a turn takes effect once, before what the other one does ({})."


def large_run(rules: int = RULES, engine: str = "my-sim") -> Run:
    """A run with so many rules, each with clauses and checks; the last ones of them are violated."""
    names = [f"part-{number % 40}.rule-{number}" for number in range(rules)]
    violated = set(names[-VIOLATED:])
    records = [
        record(
            f"scenario:{name}/{number}",
            name,
            verdict=Verdict.VIOLATION if not number and name in violated else Verdict.PASS,
            trace=trace(name, steps=4) if not number and name in violated else None,
            shown="as it has to be, in every position that the bounds leave",
            engine=f"{engine} --adapter",
        )
        for name in names
        for number in range(CHECKS_OF_EACH)
    ]
    made = run(
        [
            rule(
                name,
                SAYS.format(name),
                clauses=[_clause(number * CLAUSES_OF_EACH + one) for one in range(CLAUSES_OF_EACH)],
            )
            for number, name in enumerate(names)
        ],
        records,
        engine=RunEngine(f"{engine} --adapter", engine, "3.1", ["position", "apply"]),
    )
    walk = ShownWalk(
        BOARD, [WalkStep(f"add {step}", ["one is counted"], BOARD) for step in range(4)], other=BOARD
    )
    violations = [msgspec.structs.replace(each, walk=walk) for each in made.violations]
    return msgspec.structs.replace(made, violations=violations)


def large_conformance(engines: int = 3) -> Conformance:
    """Several engines, each with a large run."""
    runs = [large_run(engine=f"engine-{number}") for number in range(1, engines + 1)]
    return Conformance(
        rulehound="0", game="counter", game_title="Counter", seed=7, effort="normal", exit_status=1, runs=runs
    )


def _clause(number: int) -> CitedClause:
    key = f"{number // 100 + 1}-{number % 100 + 1}"
    text = f"Clause {key} says what is done at the end of a turn, and what comes before it and after it."
    box = (number // 40 + 1, 50.0, 60.0, 250.0, 72.0)
    return CitedClause(
        recorded=key, status="ok", number=key, key=key, page=number // 40 + 1, text=text, boxes=[box]
    )
