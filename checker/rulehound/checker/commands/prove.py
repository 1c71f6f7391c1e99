"""`rulehound prove`: every invariant of the model by induction."""

from __future__ import annotations

from rulehound.checker.effort import EFFORTS
from rulehound.checker.model_checks import IMPOSSIBLE, proof_record, prove_model
from rulehound.checker.output import print_json
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
        print_json({"records": records, "impossible": induction.impossible})
    else:
        to = console()
        print_records(records, to)
        for name in induction.impossible:
            to.print(f"{name}: {IMPOSSIBLE}", soft_wrap=True)
    return exit_status(records)
