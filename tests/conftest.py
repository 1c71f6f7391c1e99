"""What holds for every test: nothing is read from, or left in, a user's own folders; which come first."""

import os
from collections.abc import Iterator

import pytest

LONGEST = (
    "tests/test_end_to_end.py",
    "tests/test_update_story.py",
    "tests/test_install.py",
    "tests/checker/diagnosis/test_faults.py",
    "tests/checker/model/prove/test_induction.py",
    "tests/checker/suite/test_vectors.py",
    "tests/checker/mutation/source/test_engine_mutation.py",
    "tests/checker/suite/test_strange_cards.py",
    "tests/checker/cli/test_pytest_plugin.py",
    "tests/checker/cli/commands/test_explore.py",
    "tests/spec/dcg/model/test_configurations.py",
    "tests/checker/judging/test_agreement.py",
    "tests/checker/cli/commands/test_scenario.py",
    "tests/checker/model/prove/test_symbolic.py",
    "tests/checker/model/search/test_exports.py",
    "tests/checker/suite/adapter_check/test_examining.py",
    "tests/checker/engines/strangers/test_command_line.py",
    "tests/extract/test_real_documents.py",
    "tests/test_break_something.py",
    "tests/checker/cli/test_main.py",
    "tests/checker/engines/strangers/test_commands.py",
    "tests/checker/judging/test_judge.py",
    "tests/checker/mutation/test_catching.py",
    "tests/spec/documents/alignment/test_updates.py",
    "tests/spec/dcg/test_scenarios.py",
    "tests/checker/suite/play/test_shares.py",
    "tests/checker/cli/commands/test_conform.py",
    "tests/checker/suite/leading/test_led_engine.py",
)
"""Files whose tests take longest, begun before all others: no worker is left alone with one at the end.

The first two begin together, and find different inputs of the solver first.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; all else stays in its order."""
    place = {file: number for number, file in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(LONGEST)))


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
