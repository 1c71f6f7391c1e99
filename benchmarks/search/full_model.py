"""The model of the game, not the kernel alone: states per second and bytes a state of its configurations.

    .venv/bin/python benchmarks/search/full_model.py [--repeat 3] [--cores 1] [--json FILE] [CONFIGURATION …]

Facts are those of the bundled rulebook. The configurations take turns, each search in a process of its own;
medians are printed. Seconds are those of the search alone, without tracing, generating and loading, which
"start" tells, with everything compiled before. Bytes a state are the most that states and tables took, as the
search itself counts them, over the states.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any


def search_here(name: str, cores: int) -> None:
    """Search a configuration in this process and print what was found, and the seconds of it."""
    from rulehound.checker.rulebook import BookOptions
    from rulehound.checker.search import Limits, SearchResult, search

    law = BookOptions().law()
    configuration = law.game.configurations(law.values)[name]

    def timed(limits: Limits) -> tuple[float, SearchResult]:
        began = time.perf_counter()
        result = search(law.game.model(), law.values, configuration, limits, cores=cores)
        return time.perf_counter() - began, result

    first_state = Limits(depth=1)
    timed(first_state)
    start, _ = timed(first_state)
    whole, result = timed(Limits())
