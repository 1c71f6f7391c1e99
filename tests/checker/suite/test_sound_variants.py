"""Sound engines that other authors might have made: the suite finds nothing in them, and breaks on none.

One of them a run, with fields left out by lot; all by 20 seeds: `tools/measure_faulty_engines.py --sound 20`,
with `--game dmb` for those of Digimon Battles.
"""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.sound_variants import VARIANTS
from rulehound_testing.faults.naming import SOUND_BATTLES, of_sound, of_sound_battles
from rulehound_testing.rotating import SEED, of_this_run


@pytest.mark.parametrize("name", of_this_run(VARIANTS, len(VARIANTS)))
def test_nothing_is_found_in_a_sound_engine(name: str) -> None:
    naming = of_sound(name, SEED // len(VARIANTS), "little")
    assert (naming.named, naming.errors) == ((), 0)


@pytest.mark.parametrize("name", of_this_run(SOUND_BATTLES, len(SOUND_BATTLES)))
def test_nothing_is_found_in_a_sound_engine_of_battles(name: str) -> None:
    naming = of_sound_battles(name, SEED // len(SOUND_BATTLES), "little")
    assert (naming.named, naming.errors) == ((), 0)
