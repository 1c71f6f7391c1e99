"""Evidence on disk: `evidence/` in a game's directory, one JSON object a line, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.records import CheckEvidence, EditionEvidence, TriedMutant
from rulehound.checker.files import write_whole

Record = TypeVar("Record", bound=msgspec.Struct)

FOLDER = "evidence"
MUTANTS = {"model": "mutants-model.jsonl", "engine": "mutants-engine.jsonl"}


class Evidence(msgspec.Struct, frozen=True):
    """Everything that is recorded: the run of each edition, and the mutants that were tried."""

    editions: Mapping[str, EditionEvidence]
    mutants: tuple[TriedMutant, ...]


def read_evidence(directory: Path) -> Evidence:
    """What a game's directory has on record; may be empty. Raises UserError for a bad file."""
    folder = directory / FOLDER
    editions = {}
    mutants: list[TriedMutant] = []
    for path in sorted(folder.glob("*.jsonl")):
        if path.name in MUTANTS.values():
            mutants += _decoded(path, _text(path).splitlines(), TriedMutant)
        else:
            run = _edition(path)
            editions[run.edition] = run
    return Evidence(editions, tuple(mutants))


def write_edition(directory: Path, run: EditionEvidence) -> Path:
    """Put the run of an edition in the place of the one before. Raises UserError where that cannot be."""
    head = msgspec.structs.replace(run, checks=())
    return _write(directory / FOLDER / f"{run.edition}.jsonl", [head, *run.checks])


def write_mutants(directory: Path, mutants: Iterable[TriedMutant]) -> list[Path]:
    """Write all mutants, those of the model and those of engines each to a file, by place and name."""
    ordered = sorted(mutants, key=lambda mutant: (mutant.place, mutant.mutant))
    return [
        _write(directory / FOLDER / name, [mutant for mutant in ordered if mutant.planted == planted])
        for planted, name in MUTANTS.items()
    ]


def _write(path: Path, lines: Iterable[msgspec.Struct]) -> Path:
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise UserError(f"{path.parent}: cannot be made ({error.strerror})", "check the folder") from None
    write_whole(path, b"".join(msgspec.json.encode(line, order="deterministic") + b"\n" for line in lines))
    return path


def _edition(path: Path) -> EditionEvidence:
    head, *rest = _text(path).splitlines() or [""]
    (run,) = _decoded(path, [head], EditionEvidence)
    return msgspec.structs.replace(run, checks=tuple(_decoded(path, rest, CheckEvidence, first=2)))


def _decoded(path: Path, lines: Iterable[str], record: type[Record], first: int = 1) -> list[Record]:
    found = []
    for number, line in enumerate(lines, first):
        try:
            found.append(msgspec.json.decode(line, type=record))
        except msgspec.MsgspecError as error:
            what = f"{path}:{number}: is not evidence as we keep it: {error}"
            raise UserError(what, "record it again: rulehound trace --record") from None
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"{path}: cannot be read ({reason})", "check the file") from None
