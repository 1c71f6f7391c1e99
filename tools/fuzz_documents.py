"""Read damaged PDFs by the thousand; each must give a document or one clear line.

    python tools/fuzz_documents.py --count 5000 --out build/fuzz

Whatever else becomes of a file (an exception, more time than the limits of reading allow) is a failure: the file
is saved in the folder, and the exit status is 1. Files are numbered: with `--from` a run that was broken off
goes on where it stopped, as every tenth of it is told. Counts by kind of outcome come at the end.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections import Counter
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.0.pdf"

sys.path.insert(0, str(ROOT / "tests"))

from extract import fuzzing, mutations  # noqa: E402  (lies with the tests)
