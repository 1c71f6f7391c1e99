"""The report of a run: a folder of views of its records that opens from a file and needs no network."""

from rulehound.checker.report.directory import OutputError, require_output, write_report
from rulehound.checker.report.run import Run

__all__ = ["OutputError", "Run", "require_output", "write_report"]
