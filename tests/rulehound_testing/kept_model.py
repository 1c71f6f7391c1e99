"""The command `rulehound`, with the checks of the model kept for one run of the tests.

Several tests check engines by the same rules. Search and proof of the model are the same in each of these
checks: the first that needs them makes them, and the others, in whichever process, read the results.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import pickle
import sys
from pathlib import Path

from rulehound.checker.cli.main import main
from rulehound.checker.pipeline import check
from rulehound.checker.pipeline.check import check_model_of
from rulehound.checker.progress import Progress
from rulehound.checker.stage_results import Results
from rulehound.spec.formats import Ruleset
from rulehound_testing.folders import TESTS

START = f"import sys; sys.path.insert(0, {str(TESTS)!r}); from rulehound_testing.kept_model import run; run()"
COMMAND = [sys.executable, "-P", "-c", START]
"""The command as a process of its own."""


def kept_model_checks(game: str, edition: str, values: Ruleset, effort: str, report: Progress) -> Results:
    """The checks of the model of an installed game, made once for all that share a cache folder.

    Whoever asks while another process makes them waits for it.
    """
    folder = Path(os.environ["RULEHOUND_CACHE"])
    folder.mkdir(parents=True, exist_ok=True)
    question = json.dumps([game, edition, values, effort], sort_keys=True, default=sorted)
    file = folder / f"{hashlib.sha256(question.encode()).hexdigest()}.model"
    with file.open("a+b") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX)
        kept.seek(0)
        content = kept.read()
        if not content:
            content = pickle.dumps(check_model_of(game, edition, values, effort, report))
            kept.write(content)
    results: Results = pickle.loads(content)
    return results


def run() -> None:
    """The command, as it is but for the checks of the model."""
    check.check_model_of = kept_model_checks
    main()
