"""What checks of the model show, kept for one run of the tests.

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
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

from rulehound.checker.cli.main import main
from rulehound.checker.efforts import Effort
from rulehound.checker.model import checks as model_checks
from rulehound.checker.model.proof_checks import prove_model
from rulehound.checker.model.prove import InductionResult
from rulehound.checker.pipeline import check
from rulehound.checker.pipeline.check import check_model_of
from rulehound.checker.progress import Progress, silent
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.stage_results import Results
from rulehound.spec.formats import Ruleset
from rulehound_testing.folders import TESTS

START = f"import sys; sys.path.insert(0, {str(TESTS)!r}); from rulehound_testing.kept_model import run; run()"
COMMAND = [sys.executable, "-P", "-c", START]
"""The command as a process of its own, with the checks of the model kept."""

Answer = TypeVar("Answer")


def kept(question: object, answer: Callable[[], Answer]) -> Answer:
    """The answer to a question (anything that JSON can hold), made once for all that share a cache folder.

    Whoever asks while another process makes it waits for it.
    """
    folder = Path(os.environ["RULEHOUND_CACHE"])
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(question, sort_keys=True, default=sorted)
    file = folder / f"{hashlib.sha256(text.encode()).hexdigest()}.model"
    with file.open("a+b") as answers:
        fcntl.flock(answers, fcntl.LOCK_EX)
        answers.seek(0)
        content = answers.read()
        if not content:
            content = pickle.dumps(answer())
            answers.write(content)
    known: Answer = pickle.loads(content)
    return known


def kept_proofs(bound: BoundModel, work: Effort, report: Progress = silent) -> InductionResult:
    """The proofs of the invariants of an installed game, as `rulehound check` makes them."""
    question = ["proofs", bound.game.name, bound.edition, bound.values, work.slots, work.proof_steps]
    return kept(question, lambda: prove_model(bound, work, report))


def kept_model_checks(game: str, edition: str, values: Ruleset, effort: str, report: Progress) -> Results:
    """The checks of the model of an installed game, the proofs among them."""

    def made() -> Results:
        with patch.object(model_checks, "prove_model", kept_proofs):
            return check_model_of(game, edition, values, effort, report)

    return kept(["checks", game, edition, values, effort], made)


def keep_model() -> None:
    """From now on the checks of the model that this process begins are kept."""
    check.check_model_of = kept_model_checks


def run() -> None:
    """The command, as it is but for the checks of the model."""
    keep_model()
    main()
