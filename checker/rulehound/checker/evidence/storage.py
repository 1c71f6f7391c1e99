"""Evidence on disk: files in `evidence/` of a game's directory, one JSON object a line, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.digests import keep_digests
from rulehound.checker.evidence.edition_evidence import CheckEvidence, EditionEvidence
from rulehound.checker.evidence.seen_to_fail import NAME as SEEN_TO_FAIL
from rulehound.checker.files import write_whole
from rulehound.checker.mutation.tried_mutants import TriedMutant

Line = TypeVar("Line", bound=msgspec.Struct)

FOLDER = "evidence"
BY_PEOPLE = ("floors.toml",)
"""The files of the folder that people edit."""

MUTANTS = {"model": "mutants-model.jsonl", "engine": "mutants-engine.jsonl"}


class Evidence(msgspec.Struct, frozen=True):
    """Everything that is recorded: the run of each edition, and the mutants that were tried."""

    editions: Mapping[str, EditionEvidence]
    mutants: tuple[TriedMutant, ...]


def read_evidence(directory: Path) -> Evidence:
    """Read the evidence of a game's directory; there may be none. Raises UserError for a bad file."""
    editions = {}
    mutants: list[TriedMutant] = []
    for path in sorted((directory / FOLDER).glob("*.jsonl")):
        if path.name in MUTANTS.values():
            mutants += _decoded(path, _text(path).splitlines(), TriedMutant)
        else:
            run = _edition(path)
            editions[run.edition] = run
    return Evidence(editions, tuple(mutants))


def files_of_evidence(directory: Path) -> list[Path]:
    """The files of a game's directory that hold evidence: of runs, mutants and faults that were caught, of
    floors that were reached and judging that was confirmed. Only commands write them."""
    files = [path for kind in ("*.jsonl", "*.toml") for path in (directory / FOLDER).glob(kind)]
    written = [path for path in files if path.name not in BY_PEOPLE]
    return sorted([*written, directory / SEEN_TO_FAIL])


def write_edition(directory: Path, run: EditionEvidence) -> Path:
    """Write the run of an edition over the one before, and return its file.

    Raises UserError where the file cannot be written.
    """
    head = msgspec.structs.replace(run, checks=())
    path = _write(directory / FOLDER / f"{run.edition}.jsonl", [head, *run.checks])
    keep_digests(directory, [path])
    return path


def write_mutants(directory: Path, mutants: Iterable[TriedMutant]) -> list[Path]:
    """Write all mutants to two files, one for the model and one for engines, ordered by place and name."""
    ordered = sorted(mutants, key=lambda mutant: (mutant.place, mutant.mutant))
    paths = [
        _write(directory / FOLDER / name, [mutant for mutant in ordered if mutant.planted == planted])
        for planted, name in MUTANTS.items()
    ]
    keep_digests(directory, paths)
    return paths


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


def _decoded(path: Path, lines: Iterable[str], kind: type[Line], first: int = 1) -> list[Line]:
    records = []
    for number, line in enumerate(lines, first):
        try:
            records.append(msgspec.json.decode(line, type=kind))
        except msgspec.MsgspecError as error:
            what = f"{path}:{number}: is not a line of evidence: {error}"
            raise UserError(what, "record it again: rulehound trace --record") from None
    return records


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"{path}: cannot be read ({reason})", "check the file") from None
