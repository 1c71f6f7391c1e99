"""What a card lists for its DigiXros or Assembly, held against the engine's own reading of such lists."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.cards import Material as Stated
from rulehound.engine.dcg.main_phase import materials as engine
from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.model.state import Material
from rulehound.spec.dcg.reading.cards import NO_CARD, material, number_of
from rulehound.spec.dcg.reading.materials import Listed, fits, listing
from rulehound.spec.formats import Card
from rulehound.spec.reading import places_of

NAMES, TRAITS, LEVELS, KINDS = ("Ash", "Birch"), ("Leaf", "Bark"), (3, 4), ("digimon", "tamer")


def optional(values: tuple[Any, ...], none: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from((none, *values))


LISTED = st.fixed_dictionaries(
    {
        "name": optional(NAMES, ""),
        "trait": optional(TRAITS, ""),
        "level": optional(LEVELS, None),
        "kind": optional(KINDS, None),
    }
).filter(lambda entry: any(value not in ("", None) for value in entry.values()))
CARDS = st.builds(
    lambda name, traits, level, kind: Card(
        f"N-{name}", name, {"kind": kind, "traits": sorted(traits), "level": level}
    ),
    st.sampled_from(NAMES),
    st.sets(st.sampled_from(TRAITS)),
    st.sampled_from(LEVELS),
    st.sampled_from(KINDS),
)


@given(LISTED, CARDS)
def test_the_engine_and_the_reader_agree_on_what_stands_in_a_list(entry: dict[str, Any], card: Card) -> None:
    stated = engine.fits(
        msgspec.convert(entry, Stated), msgspec.convert({**card.facts, "name": card.name}, CardFacts)
    )
    assert fits(msgspec.convert(entry, Listed), card) is stated


def test_a_card_that_is_not_listed_is_a_material_of_no_name() -> None:
    named = places_of(Material)["named"]
    listed = [{"trait": "Leaf", "level": 4}, {"name": "Ash"}]
    fused = Card("N-1", "Fused", {"kind": "digimon", "digixros": {"reduces": 1, "cards": listed}})
    leaf, ash = Card("N-2", "Leaf", {"traits": ["Leaf"], "level": 4}), Card("N-3", "Ash", {"level": 4})
    assert material(fused, 0, leaf)[named] == number_of(leaf)
    assert material(fused, 0, ash)[named] == NO_CARD
    assert material(fused, 1, ash)[named] == number_of(ash)
    assert material(fused, 2, ash)[named] == NO_CARD  # the list has no third place
    assert listing(leaf).cards == []
    assert "digixros.listed" in {guard.rule for guard in model.actions["digixros-from-hand"].guards}
