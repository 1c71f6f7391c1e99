"""Every fault that is planted into the reference engine, and how they are put within reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from unittest.mock import patch

from clause_faults import CLAUSE_FAULTS
from effect_faults import EFFECT_FAULTS
from faulty_engines import FAULTS, Fault, FaultyAdapter, under_fault
from finer_faults import FINER
from keyword_faults import KEYWORD_FAULTS
from main_phase_faults import MAIN_PHASE_FAULTS
from reading_faults import READING_FAULTS
from ruling_faults import RULING_FAULTS
from sending_faults import SENDING_FAULTS
from triggering_faults import TRIGGERING_FAULTS
from word_faults import WORD_FAULTS

FINER_SETS: tuple[Mapping[str, Fault], ...] = (
    FINER,
    KEYWORD_FAULTS,
    EFFECT_FAULTS,
    MAIN_PHASE_FAULTS,
    RULING_FAULTS,
    READING_FAULTS,
    CLAUSE_FAULTS,
    TRIGGERING_FAULTS,
    SENDING_FAULTS,
    WORD_FAULTS,
)
"""The faults beside those of `faulty_engines`; no name is given twice."""

PLANTED: Mapping[str, Fault] = {
    **FAULTS,
    **{name: fault for faults in FINER_SETS for name, fault in faults.items()},
}
"""All faults by name."""


@contextmanager
def planted() -> Iterator[None]:
    """All of them are known to `faulty_engines`, in force also where an engine is only looked at."""
    with patch.dict(FAULTS, PLANTED), patch.object(FaultyAdapter, "observe", under_fault("observe")):
        yield
