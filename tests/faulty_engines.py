"""Serve the reference engine with one planted fault over stdio: `python -P tests/faulty_engines.py FAULT`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from rulehound.engine.server import serve
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import create

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in FAULTS:
        sys.exit(f"usage: faulty_engines.py FAULT, where FAULT is one of: {', '.join(FAULTS)}")
    serve(lambda _game: create(sys.argv[1]))
