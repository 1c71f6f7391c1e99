"""The folder of a report: written beside the old one, and put in its place as a whole.

A run that is killed at any point leaves the previous report as it was: the new one is written under a hidden
name next to it, and then the two names are exchanged in one step where the system can do that (Linux), in two
renames elsewhere.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.report.html import CLAUSES, RULEBOOK, ClausePages, Site, conformance_site, site
from rulehound.checker.report.junit import junit
from rulehound.checker.report.sarif import RESULT, sarif
from rulehound.checker.report.trace_files import TRACES, prefixes, trace_files
from rulehound.checker.run_record import CONFORMANCE_FORMAT, REPORT_FORMAT, Conformance, Run

SCHEMA = Path(__file__).with_name("report.schema.json")
"""JSON Schema of report.json; a copy lies in every report of a run."""

CONFORMANCE_SCHEMA = Path(__file__).with_name("conformance.schema.json")
"""JSON Schema of conformance.json; a copy lies in every report of several engines."""

PAGES: dict[str, tuple[str, ...]] = {
    "boards": (".svg",),
    "findings": (".html",),
    "look": (".css", ".js"),
    "pictures": (".png",),
    "printed": (".png",),
    "rules": (".html",),
    "scenarios": (".toml",),
    TRACES: (".json",),
    "walks": (".html",),
}
"""The folders within a report, each with how the names of its files end."""


@dataclass(frozen=True)
class Layout:
    """The files of a report besides its traces, and the file by which it is recognised."""

    files: tuple[str, ...]
    main: str
    """The file that holds everything, as JSON with a `format`."""
    format: str


REPORT = Layout(
    (
        "index.html",
        "rules.html",
        "conditions.html",
        CLAUSES,
        RULEBOOK,
        "junit.xml",
        "report.json",
        SCHEMA.name,
    ),
    "report.json",
    REPORT_FORMAT,
)
"""The report of a run, by `rulehound check`."""

CONFORMANCE = Layout(
    (
        *("index.html", "matrix.html", "conditions.html"),
        *("junit.xml", "results.sarif", RESULT, CONFORMANCE_SCHEMA.name),
    ),
    RESULT,
    CONFORMANCE_FORMAT,
)
"""The report of the runs of several engines, by `rulehound conform`."""

RENAME_EXCHANGE = 2
"""Flag of Linux's renameat2(2): exchange the two names atomically."""
AT_FDCWD = -100


class OutputError(UserError):
    """A report cannot be written to its folder."""

    def __init__(self, path: Path, what: str, remedy: str) -> None:
        super().__init__(f"{path}: {what}", remedy)


def require_output(out: Path, layout: Layout = REPORT) -> None:
    """Raise OutputError where a report may not or cannot be written to this folder.

    It may where the folder is not there yet, is empty, or holds a report and nothing else.
    """
    another = "choose another folder with --out"
    if out.exists() and not out.is_dir():
        raise OutputError(out, "is a file, and a report is a folder", another)
    if out.is_dir():
        for name in sorted(path.relative_to(out) for path in out.rglob("*")):
            if not _is_ours(name, layout):
                what = f"holds {name}, which is no part of a report"
                raise OutputError(out, what, f"move it, or {another}")
        if any(out.iterdir()) and not _is_report(out, layout):
            raise OutputError(out, "is not empty and holds no report of ours", f"empty it, or {another}")
    parent = next(folder for folder in out.absolute().parents if folder.exists())
    try:
        os.rmdir(tempfile.mkdtemp(prefix=f".{out.name}.", dir=parent))
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(out, f"cannot be made in {parent} ({reason})", another) from None


def write_report(
    out: Path, run: Run, pictures: Mapping[str, bytes], clauses: ClausePages | None = None, folder: str = ""
) -> None:
    """Write the report of a run and put it in the place of the one before.

    `pictures`: PNG images by key of the clause in the document at hand. `clauses`: what is to be shown of
    every clause. `folder`: the folder as commands that replay a trace are to name it; "" where they
    work within it. Raises OutputError where the folder holds anything but a report, or cannot be written.
    """
    write_folder(out, REPORT, lambda into: _write_files(into, run, pictures, clauses, folder))


def write_folder(out: Path, layout: Layout, write: Callable[[Path], None]) -> None:
    """Write a report into a new folder with `write`, and put it in the place of the one before.

    Raises OutputError as `write_report`.
    """
    require_output(out, layout)
    out = out.resolve()
    unfinished = out.parent / f".{out.name}.{os.getpid()}.unfinished"
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        _remove_remains(out)
        try:
            (unfinished / TRACES).mkdir(parents=True)
            write(unfinished)
        except BaseException:  # an interrupt, too, leaves nothing beside the report
            shutil.rmtree(unfinished, ignore_errors=True)
            raise
        _put_in_place(unfinished, out)
    except OSError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        reason = error.strerror or str(error)
        raise OutputError(out, f"cannot be written ({reason})", "choose another folder with --out") from None


def write_conformance(
    out: Path, conformance: Conformance, pictures: Mapping[str, bytes], folder: str = ""
) -> None:
    """Write the report of several engines and put it in the place of the one before.

    `pictures`: PNG images by key of the clause in the document at hand. `folder` and OutputError as with
    `write_report`.
    """
    write_folder(out, CONFORMANCE, lambda into: _write_conformance(into, conformance, pictures, folder))


def report_json(report: Run | Conformance) -> bytes:
    """A run, or the runs of several engines, as JSON, indented, with the keys of every mapping in order."""
    return msgspec.json.format(msgspec.json.encode(report, order="deterministic"), indent=2) + b"\n"


def run_junit(run: Run, folder: str = "") -> str:
    """The JUnit XML of a run. `folder` as with `write_report`."""
    return junit(f"rulehound {run.game} {run.edition}", [run], folder)


def conformance_junit(conformance: Conformance, folder: str = "") -> str:
    """The JUnit XML of the runs of several engines. `folder` as with `write_report`."""
    return junit(f"rulehound conform {conformance.game}", conformance.runs, folder)


def _write_files(
    into: Path, run: Run, pictures: Mapping[str, bytes], clauses: ClausePages | None, folder: str
) -> None:
    _write_traces(into, run)
    write_site(into, site(run, pictures, clauses, folder))
    _write_text(into / "junit.xml", run_junit(run, folder))
    shutil.copyfile(SCHEMA, into / SCHEMA.name)
    (into / REPORT.main).write_bytes(report_json(run))


def _write_conformance(
    into: Path, conformance: Conformance, pictures: Mapping[str, bytes], folder: str
) -> None:
    for run, before in zip(conformance.runs, prefixes(conformance.runs), strict=True):
        _write_traces(into, run, before)
    write_site(into, conformance_site(conformance, pictures, folder))
    _write_text(into / "junit.xml", conformance_junit(conformance, folder))
    (into / "results.sarif").write_bytes(sarif(conformance, folder))
    shutil.copyfile(CONFORMANCE_SCHEMA, into / CONFORMANCE_SCHEMA.name)
    (into / CONFORMANCE.main).write_bytes(report_json(conformance))


def _write_traces(folder: Path, run: Run, before: str = "") -> None:
    """The traces of violations, and of checks that broke."""
    files = {each.file: each.trace for each in run.violations if each.file}
    for index, file in trace_files(run, before).items():
        files.setdefault(file, run.records[index].trace)
    for file, trace in files.items():
        (folder / file).write_bytes(msgspec.json.format(msgspec.json.encode(trace), indent=2) + b"\n")


def write_site(folder: Path, files: Site) -> None:
    """Write the files of a site into a folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="backslashreplace")


def _put_in_place(new: Path, out: Path) -> None:
    """Give the folder `new` the name `out`; a folder of that name is removed afterwards."""
    if not out.exists():
        new.rename(out)
        return
    if not _exchange(new, out):
        old = new.with_suffix(".previous")
        out.rename(old)
        new.rename(out)
        new = old
    shutil.rmtree(new, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step; False where the system or the file system cannot."""
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None) if os.name == "posix" else None
    if renameat2 is None:
        return False
    names = os.fsencode(one), os.fsencode(other)
    return bool(renameat2(AT_FDCWD, names[0], AT_FDCWD, names[1], RENAME_EXCHANGE) == 0)


def _remove_remains(out: Path) -> None:
    """Remove what killed runs have left beside a report."""
    for path in out.parent.glob(f".{out.name}.*"):
        process, _, kind = path.name.removeprefix(f".{out.name}.").partition(".")
        if kind in ("unfinished", "previous") and process.isdigit() and not _is_running(int(process)):
            shutil.rmtree(path, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True  # somebody else's
    except OSError:
        return False
    return True


def _is_ours(name: Path, layout: Layout) -> bool:
    """Whether a report has a file or folder of that name, relative to its own."""
    ending = PAGES.get(name.parts[0])
    if ending is not None:
        return len(name.parts) == 1 or (len(name.parts) == 2 and name.name.endswith(ending))
    return len(name.parts) == 1 and name.name in layout.files


def _is_report(out: Path, layout: Layout) -> bool:
    try:
        return bool(msgspec.json.decode((out / layout.main).read_bytes())["format"] == layout.format)
    except (OSError, msgspec.DecodeError, TypeError, KeyError):
        return False
