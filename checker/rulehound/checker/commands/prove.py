"""`rulehound prove`: every invariant of the model by induction, and whether the rules agree."""

from __future__ import annotations

from rulehound.checker.effort import EFFORTS
from rulehound.checker.output import print_json
from rulehound.checker.proof_checks import (
    IMPOSSIBLE,
    NOT_IN_EDITION,
    consistency_of,
    counterexample_lines,
    proof_record,
    prove_model,
    records_of,
    told,
)
from rulehound.checker.prove import NOT_INDUCTIVE
from rulehound.checker.prove.consistency import Flaw
from rulehound.checker.records import exit_status
from rulehound.checker.rulebook import BookOptions
from rulehound.checker.terminal import console, print_records, progress


def run(options: BookOptions, as_json: bool) -> int:
    """Print what is proved and what it rests on; an invariant that is not inductive is inconclusive."""
    with progress() as report:
        law = options.law(report)
        induction = prove_model(law, EFFORTS["normal"], report)
    records = [proof_record(law, proof) for proof in induction.proofs]
    if as_json:
        absent = induction.not_in_edition
        print_json({"records": records, "impossible": induction.impossible, "not_in_edition": absent})
        return exit_status(records)
    to = console()
    print_records(records, to)
    for proof in induction.proofs:
        if proof.verdict == NOT_INDUCTIVE:
            to.print("\n" + "\n".join(counterexample_lines(proof)), soft_wrap=True, markup=False)
    for name in induction.impossible:
        to.print(f"{name}: {IMPOSSIBLE}", soft_wrap=True)
    if induction.not_in_edition:
        to.print(f"{NOT_IN_EDITION}: {', '.join(induction.not_in_edition)}", soft_wrap=True)
    return exit_status(records)


def run_consistency(options: BookOptions, as_json: bool) -> int:
    """Print rules that contradict each other or say nothing, and what merely follows from other rules."""
    with progress() as report:
        law = options.law(report)
        result = consistency_of(law, EFFORTS["normal"], report)
    records = records_of(law, result)
    if as_json:
        print_json({"records": records, "findings": result.findings})
        return exit_status(records)
    to = console()
    print_records(records, to)
    for flaw in Flaw:
        found = [finding for finding in result.findings if finding.flaw is flaw]
        if found:
            to.print("\n" + "\n".join([f"{flaw}:", *(f"  {told(each)}" for each in found)]), soft_wrap=True)
    return exit_status(records)
