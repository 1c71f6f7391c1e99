"""Folders and files that tests read, wherever the test that asks stands."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]

ROOT = TESTS.parent
"""The folder of the project."""

SHARED = ROOT.parent / "shared"
"""Published documents to develop on, which are not part of the project; tests skip where it is absent."""
