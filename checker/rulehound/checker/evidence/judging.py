"""The judging on which recorded runs rest, and its confirmation after a change.

A change of the judging code does not make every run out of date. Instead, the present judging must catch a
sample of the recorded faults again. `judging.toml` in the folder of evidence has the hash of the judging that
last did so, and the sample.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.digests import keep_digests
from rulehound.checker.evidence.edition_evidence import Basis, EditionEvidence
from rulehound.checker.evidence.storage import FOLDER
from rulehound.checker.files import write_whole
from rulehound.checker.wording import counted

NAME = "judging.toml"

HEAD = """\
# The judging by which a sample of the faults on record was put to their checks again, and each was caught.
# Written by tools/record_seen_to_fail.py --confirm; not to be edited.

"""

CONFIRM = "python tools/record_seen_to_fail.py --confirm"


class AskedAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault that was put to its check again, and was caught."""

    check: str
    fault: str


class ConfirmedJudging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The judging that was confirmed last, and by what."""

    judging: str = ""
    """As `Basis.judging`; '' where none was confirmed."""
    seed: int = 0
    """The seed of the sample."""
    asked: tuple[AskedAgain, ...] = ()


def read_confirmed(directory: Path) -> ConfirmedJudging:
    """The confirmation on record in a game's directory. Raises UserError for a bad file."""
    path = directory / FOLDER / NAME
    if not path.exists():
        return ConfirmedJudging()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), ConfirmedJudging)
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: {error}", f"write it anew: {CONFIRM}") from None


def write_confirmed(directory: Path, confirmed: ConfirmedJudging) -> Path:
    """Put a confirmation on record, and return its file. Raises UserError where it cannot be written."""
    path = directory / FOLDER / NAME
    lines = [f'judging = "{confirmed.judging}"\n', f"seed = {confirmed.seed}\n"]
    lines += [
        f"\n[[asked]]\ncheck = {json.dumps(one.check)}\nfault = {json.dumps(one.fault)}\n"
        for one in confirmed.asked
    ]
    write_whole(path, (HEAD + "".join(lines)).encode())
    keep_digests(directory, [path])
    return path


def judging_problems(
    runs: Mapping[str, EditionEvidence], bases: Mapping[str, Basis], confirmed: ConfirmedJudging
) -> list[str]:
    """The problems of the judging on which runs rest, in words.

    `runs`: the recorded runs by edition; `bases`: the bases that they would have now. Runs recorded before
    there were hashes of judging are no problem while all of them are.
    """
    unsaid, earlier = _unsaid(runs), _earlier(runs, bases)
    problems = []
    if unsaid and len(unsaid) < len(runs):
        what = "does not say by which judging it was, and the other runs do; record it again"
        problems.append(f"the run of {', '.join(unsaid)} {what}")
    if earlier and not _is_confirmed(bases, confirmed):
        problems.append(
            f"the judging has changed since the run of {', '.join(earlier)}; put a sample of the faults on "
            f"record to it ({CONFIRM}), or record the run again"
        )
    return problems


def judging_notes(
    runs: Mapping[str, EditionEvidence], bases: Mapping[str, Basis], confirmed: ConfirmedJudging
) -> list[str]:
    """What is to be known of the judging on which runs rest, and is no problem."""
    unsaid, earlier = _unsaid(runs), _earlier(runs, bases)
    notes = []
    if unsaid and len(unsaid) == len(runs):
        what = "on record without the cards, configurations, words of rules and judging that it rests on"
        notes.append(f"{counted(len(unsaid), 'run')} {what}: {', '.join(unsaid)}")
    if earlier and _is_confirmed(bases, confirmed):
        notes.append(
            f"{counted(len(earlier), 'run')} by an earlier judging ({', '.join(earlier)}); the one now is "
            f"confirmed by {counted(len(confirmed.asked), 'fault')} on record that were asked again"
        )
    return notes


def _unsaid(runs: Mapping[str, EditionEvidence]) -> list[str]:
    return [edition for edition, run in runs.items() if not run.basis.judging]


def _earlier(runs: Mapping[str, EditionEvidence], bases: Mapping[str, Basis]) -> list[str]:
    """The editions whose runs rest on another judging than there is now."""
    said = {edition: run.basis.judging for edition, run in runs.items() if run.basis.judging}
    return [edition for edition, then in said.items() if edition in bases and bases[edition].judging != then]


def _is_confirmed(bases: Mapping[str, Basis], confirmed: ConfirmedJudging) -> bool:
    return bool(confirmed.asked) and {confirmed.judging} == {basis.judging for basis in bases.values()}
