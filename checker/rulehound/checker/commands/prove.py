"""`rulehound prove`: every invariant of the model by induction."""

from __future__ import annotations

from rulehound.checker.effort import EFFORTS
from rulehound.checker.model_checks import proof_record, prove_model
from rulehound.checker.output import print_json
from rulehound.checker.records import exit_status
from rulehound.checker.rulebook import BookOptions
from rulehound.checker.terminal import console, print_records, progress


def run(options: BookOptions, as_json: bool) -> int:
    """Print what is proved and what it rests on; an invariant that is not inductive is inconclusive."""
    work = EFFORTS["normal"]
    with progress() as report:
        law = options.law(report)
        proofs = prove_model(law, work.proof_seconds, work.slots, report)
    records = [proof_record(law, proof) for proof in proofs]
    if as_json:
        print_json({"records": records})
    else:
        print_records(records, console())
    return exit_status(records)
