"""The source of a small engine, written by a test."""

from __future__ import annotations

from pathlib import Path

from rulehound.checker.engines.source.files import EngineCode
from rulehound.checker.engines.source.modules import EngineSource, read_source

RULES = tuple(f"rule.{letter}" for letter in "abcdefghij")


def source(folder: Path, text: str, name: str = "shells") -> EngineSource:
    (folder / f"{name}.py").write_text(text)
    return read_source(EngineCode(folder / f"{name}.py"), name)
