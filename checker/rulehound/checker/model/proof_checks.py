"""Proofs about the model, as records: every invariant, and whether the rules can be followed at all.

A proof holds for any cards and any number of turns, and says what it rests on. An invariant that is not
proved comes with a state and the step that stand in the way.
"""

from __future__ import annotations

from rulehound.checker.efforts import Effort
from rulehound.checker.model.prove import NOT_INDUCTIVE, PROVED, InductionResult, Proof, prove_invariants
from rulehound.checker.model.prove.consistency import Consistency, Flaw, Inconsistency, consistency
from rulehound.checker.model.state_lines import described, state_changes, state_lines
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import INDUCTION, CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel

PROOF_SCOPE = "the start and every step from every state, any cards, decks of any size, any number of turns"

IMPOSSIBLE = "no state within the bounds of the proofs allows this action, so they say nothing of its steps"

NOT_IN_EDITION = "actions that this edition does not have"


def prove_model(bound: BoundModel, work: Effort, report: Progress = silent) -> InductionResult:
    """Prove every invariant by induction. Raises MissingValue."""

    def tell(done: int, of: int) -> None:
        report("proving the invariants", done % of, of)

    return prove_invariants(
        bound.game.model(),
        bound.values,
        slots=work.slots,
        effort=work.proof_steps,
        progress=tell,
        spacer=work.proof_steps // 5,
    )


def proof_record(bound: BoundModel, proof: Proof) -> CheckRecord:
    """The record of a proof. An invariant that is not proved is inconclusive, with the step that may break
    it.
    """
    rules = bound.game.model().invariants[proof.invariant].rules
    proved = proof.verdict == PROVED
    sizes = sorted({bound.split()[2] for bound in bag_bounds(proof)})
    within = f", at most {' or '.join(sizes)} in a place" if sizes else ""
    return CheckRecord(
        check=f"invariant:{proof.invariant}",
        rules=list(rules),
        verdict=Verdict.PASS if proved else Verdict.INCONCLUSIVE,
        scope=PROOF_SCOPE,
        shown=f"proved{' with Spacer' if proof.strengthening else ''}, any cards{within}"
        if proved
        else "not proved",
        edition=bound.edition,
        configuration=INDUCTION,
        explanation=f"rests on: {'; '.join(proof.rests_on)}" if proved else counterexample(proof),
    )


def bag_bounds(proof: Proof) -> list[str]:
    """The bounds of a proof on how many elements stand in one place."""
    return [reason for reason in proof.rests_on if reason.startswith("at most ")]


def counterexample(proof: Proof) -> str:
    """The reason why induction does not prove an invariant, and what else was tried, on one line."""
    if proof.verdict != NOT_INDUCTIVE:
        return f"the solver does not say ({proof.reason}) for {proof.action}"
    arguments = "".join(f" {name} {described(value)}" for name, value in proof.parameters.items())
    tried = f"; {proof.reason}" if proof.reason else ""
    before = "; ".join(state_lines(proof.before))
    return f"not inductive: {proof.action}{arguments} leaves it from {before}{tried}"


def counterexample_lines(proof: Proof) -> list[str]:
    """The state from which a step leaves an invariant, the step, and what it changes, line by line."""
    arguments = "".join(f"; {name} {described(value)}" for name, value in proof.parameters.items())
    return [
        f"{proof.invariant}: not inductive; the invariants hold in this position, reached or not:",
        *(f"  {line}" for line in state_lines(proof.before)),
        f"{proof.action}{arguments}",
        *(f"  {line}" for line in state_changes(proof.before, proof.after)),
        *([f"  {proof.reason}"] if proof.reason else []),
    ]


CONSISTENCY = {
    "consistency:invariants": (
        "some state keeps all invariants, and each of them can fail",
        (Flaw.NO_STATE, Flaw.SAYS_NOTHING),
    ),
    "consistency:actions": (
        "every action can be taken and leave a state that the invariants allow",
        (Flaw.IMPOSSIBLE, Flaw.ALWAYS_BREAKS),
    ),
    "consistency:effects": ("some action does what each rule of an effect demands", (Flaw.NEVER_HAPPENS,)),
}
"""Checks of the model as a whole: the question, and the flaws that answer it with no."""


def consistency_of(bound: BoundModel, work: Effort, report: Progress = silent) -> Consistency:
    """Whether the rules as modelled contradict each other or demand nothing. Raises MissingValue."""

    def tell(done: int, of: int) -> None:
        report("asking whether the rules agree", done, of)

    return consistency(bound.game.model(), bound.values, effort=work.proof_steps // 5, progress=tell)


def consistency_records(bound: BoundModel, work: Effort, report: Progress = silent) -> list[CheckRecord]:
    """One record a question about the model as a whole; it names the rules that are at fault."""
    return records_of(bound, consistency_of(bound, work, report))


def records_of(bound: BoundModel, result: Consistency) -> list[CheckRecord]:
    """The records of findings. One that may be absent in another edition is listed and is no violation."""
    records = []
    for check, (scope, flaws) in CONSISTENCY.items():
        findings = [finding for finding in result.findings if finding.flaw in flaws]
        wrong = [finding for finding in findings if not finding.by_edition]
        silent_on = [where for flaw, where in result.unanswered if flaw in flaws]
        verdict = Verdict.VIOLATION if wrong else Verdict.INCONCLUSIVE if silent_on else Verdict.PASS
        records.append(
            CheckRecord(
                check=check,
                rules=list(dict.fromkeys(rule for finding in wrong for rule in finding.rules)),
                verdict=verdict,
                scope=f"{scope}; at most {result.slots} in a place",
                shown=f"{len(wrong) or 'nothing'} found" + ("" if findings == wrong else " but by edition"),
                edition=bound.edition,
                configuration=INDUCTION,
                counts={"unanswered": len(silent_on)},
                explanation="; ".join([*map(flaw_line, findings), *map(question_line, silent_on)]),
            )
        )
    return records


def question_line(question: str) -> str:
    """A question that the solver left open, on one line."""
    return f"the solver does not say: {question}"


def flaw_line(finding: Inconsistency) -> str:
    """A flaw of the model, on one line."""
    because = f", because of {', '.join(finding.core)}" if finding.core else ""
    edition = " (in this edition)" if finding.by_edition else ""
    return f"{finding.where}: {finding.flaw}{because}{edition}; rules {', '.join(finding.rules)}"
