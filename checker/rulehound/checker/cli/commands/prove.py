"""`rulehound prove`: every invariant of the model by induction, and whether the rules agree."""

from __future__ import annotations

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, print_records, progress
from rulehound.checker.efforts import EFFORTS
from rulehound.checker.model.proof_checks import (
    IMPOSSIBLE,
    NOT_IN_EDITION,
    consistency_of,
    counterexample_lines,
    proof_record,
    prove_model,
    records_of,
    told,
)
from rulehound.checker.model.prove import NOT_INDUCTIVE
from rulehound.checker.model.prove.consistency import Flaw
from rulehound.checker.records import exit_status
from rulehound.checker.rulebook.reading import BookOptions


def run(options: BookOptions, as_json: bool) -> int:
    """Print what is proved and what it rests on; an invariant that is not inductive is inconclusive."""
    with progress() as report:
        bound = options.bound(report)
        induction = prove_model(bound, EFFORTS["normal"], report)
    records = [proof_record(bound, proof) for proof in induction.proofs]
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
        bound = options.bound(report)
        result = consistency_of(bound, EFFORTS["normal"], report)
    records = records_of(bound, result)
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
