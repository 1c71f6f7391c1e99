"""Surroundings of all tests: a cache of their own, what Python compiles, and the order of the files."""

import gc
import math
import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulehound_testing import rotating
from rulehound_testing.turns import left_out, read_turns

TESTS = Path(__file__).parent
SECONDS = TESTS / "seconds.toml"
"""How long the tests of each file take, by `tools/record_test_seconds.py`; only the order counts."""

if sys.dont_write_bytecode:
    # Python is told to keep no bytecode beside the sources. The hundreds of processes that tests start would
    # each compile the whole program again: for them it is kept in a folder of its own.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(TESTS.parent / "build" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


FIRST = ("tests/checker/suite/test_vectors.py", "tests/spec/dcg/model/test_configurations.py")
"""What the solver and the compiler find in these two is kept, and other files need it."""


def pytest_report_header() -> str:
    return f"cases that take turns: those of seed {rotating.SEED}; all with RULEHOUND_CASES=all or by name"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests whose turn comes with another seed, where none is asked for by its name.

    Put the files that take longest first, so that no worker is left alone with one at the end.
    """
    if not rotating.ALL and not any("::" in asked for asked in config.args):
        waiting = left_out([item.nodeid for item in items], read_turns(), rotating.SEED)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in waiting])
        items[:] = [item for item in items if item.nodeid not in waiting]
    seconds = tomllib.loads(SECONDS.read_text(encoding="utf-8")) | dict.fromkeys(FIRST, math.inf)
    items.sort(key=lambda item: -seconds.get(item.nodeid.partition("::")[0], 0))


def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: the search for garbage leaves them out from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Documents read and inputs found by tests are kept for this run alone, for all its workers."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # a worker's own lies in that of the run
    before = os.environ.get("RULEHOUND_CACHE")
    os.environ["RULEHOUND_CACHE"] = str(folder / "rulehound-cache")
    yield
    if before is None:
        del os.environ["RULEHOUND_CACHE"]
    else:
        os.environ["RULEHOUND_CACHE"] = before
