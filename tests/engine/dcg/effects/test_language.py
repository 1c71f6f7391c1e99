"""The effect language: its documentation names every word, the probe cards use every word, and what is wrong
in an effect is refused with its place and the words that are known there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from rulehound.engine.dcg.cards import CardFacts, Inherited, read_cards
from rulehound.engine.dcg.effects.language import Condition, Effect, Tally, Which
from rulehound.engine.reading import Misread, read_as
from rulehound.spec.dcg.cards import load
from rulehound.spec.formats import Card, Refused
from rulehound_testing.dcg.effect_words import RARE, STEPS, STRUCTS, VOCABULARIES, all_words, used
from rulehound_testing.folders import ROOT

SCENARIOS = ROOT / "spec/rulehound/spec/dcg/scenarios/rules"

PAGE = (ROOT / "docs" / "effects.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("|")]


def tables() -> dict[str, set[str]]:
    """Name of a table, or of a row that is headed like one, to the words that it marks as such."""
    found: dict[str, set[str]] = {}
    name = ""
    for line in PAGE.splitlines():
        if not line.startswith("|"):
            name = ""
            continue
        head, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        heading = re.fullmatch(r"`([A-Z]\w+)`", head)
        if heading:
            name = heading[1]
            found[name] = {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}
        elif name:
            found[name] |= set(re.findall(r"`([^`]+)`", head))
    return found


def test_the_documentation_has_every_word_of_every_enumeration_and_no_other() -> None:
    documented = tables()
    for name, words in VOCABULARIES.items():
        assert set(words) <= documented[name], name
    for name in ("Timing", "Happening", "Until", "Keyword", "Forbidden", "Side", "Kind", "Color"):
        assert documented[name] == set(VOCABULARIES[name]), name


def test_the_documentation_has_every_field_of_every_object() -> None:
    documented = tables()
    for struct in STRUCTS:
        name = struct.cls.__name__
        fields = {field.encode_name for field in struct.fields}
        if struct.tag is not None:
            (row,) = (row for row in ROWS if f"`{struct.tag}`" in row.split("|")[1] and f"`{name}`" in row)
            assert fields <= set(re.findall(r"`([^`]+)`", row)), name
        elif name == "Tally":
            (line,) = (line for line in PAGE.splitlines() if "`Tally`" in line)
            assert fields <= set(re.findall(r"`([^`]+)`", line)), name
        else:
            assert fields == documented[name], name


def test_the_steps_of_the_documentation_are_those_of_the_language() -> None:
    start = PAGE.index("## Steps")
    section = PAGE[start : PAGE.index("## What something is given")]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    named = [word for row in rows for word in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert sorted(named) == sorted(STEPS)


def takes_a_tally(type_: inspect.Type) -> bool:
    """Whether a field of this type can count things in place of a number."""
    choices = type_.types if isinstance(type_, inspect.UnionType) else (type_,)
    return any(isinstance(one, inspect.StructType) and one.cls is Tally for one in choices)


def test_the_documentation_has_every_field_that_takes_a_tally() -> None:
    fields = {
        (struct.cls.__name__, field.encode_name)
        for struct in STRUCTS
        for field in struct.fields
        if takes_a_tally(field.type)
    }
    assert fields == {
        ("Memory", "amount"),
        ("Draw", "count"),
        ("Recovery", "count"),
        ("Which", "level_at_most"),
        ("Which", "dp_at_most"),
        ("Which", "cost_at_most"),
        ("Grant", "dp"),
        ("Grant", "security_attack"),
        ("Grant", "play_cost"),
        ("Grant", "digivolution_cost"),
    }
    (paragraph,) = (part for part in PAGE.split("\n\n") if "a `Tally`: " in part)
    words = (
        *("amount", "memory", "count", "draw", "recovery", "level_at_most", "dp_at_most", "cost_at_most"),
        *("Grant", "Tally", "each", "per", "which"),
    )
    assert re.findall(r"`([^`]+)`", paragraph) == list(words)


def documented_defaults() -> dict[str, str]:
    """Field to what it means when it is left out, by the documentation."""
    section = PAGE[PAGE.index("## What is left out") :]
    defaults = {}
    for line in section.splitlines():
        head, *rest = line.strip("|").split("|")
        for field in re.findall(r"`(\w+\.\w+)`", head):
            (defaults[field],) = re.findall(r"`([^`]+)`", rest[0])
    return defaults


def test_the_documentation_has_every_default_that_means_something() -> None:
    defaults = {
        f"{struct.cls.__name__}.{field.encode_name}": f'role = "{field.default.role}"'
        if isinstance(field.default, Which)
        else msgspec.json.encode(field.default).decode().strip('"')
        for struct in STRUCTS
        for field in struct.fields
        if not field.required and field.default and field.default != Condition()
    }
    assert documented_defaults() == defaults


def test_the_documentation_has_every_keyword_of_the_fact_inherited() -> None:
    (paragraph,) = (part for part in PAGE.split("\n\n") if "the fact `inherited` of the card" in part)
    words = re.findall(r"`(\w+)`", paragraph.partition("knows")[2])
    assert words == [field.encode_name for field in msgspec.structs.fields(Inherited)]


def effects_of_scenarios() -> Iterator[Effect]:
    """The effects of the cards that scenarios make up, as far as they are whole by themselves."""
    for path in sorted(SCENARIOS.glob("*.toml")):
        for card in (
            tomllib.loads(path.read_text(encoding="utf-8")).get("given", {}).get("cards", {}).values()
        ):
            for effect in card.get("effects", ()):
                with suppress(Misread):  # a number of it may be a sum of facts
                    yield read_as(Effect, effect)


def test_scenarios_use_the_words_that_no_probe_card_has() -> None:
    assert RARE - used(tuple(effects_of_scenarios())) == set()


def test_the_probe_cards_use_every_other_word() -> None:
    pool = read_cards(load("probe"))
    effects = tuple(effect for card in pool.values() for effect in card.effects)
    assert all_words() - used(effects) == RARE
    for field in msgspec.structs.fields(CardFacts):
        # how many copies is a matter of decks alone; what is inherited is read as an effect; form and
        # attribute count as traits
        if field.name not in ("copies", "inherited", "form", "attribute", "decoy_traits"):
            assert any(getattr(card, field.name) != field.default for card in pool.values()), field.name
    assert {card.kind for card in pool.values()} == {"digimon", "tamer", "option", "digi-egg"}
    assert all(effect.says for effect in effects)


def test_one_word_less_is_noticed() -> None:
    """The test above can fail: without its one Census, some words are missing."""
    pool = read_cards([card for card in load("probe") if card.name != "Census"])
    effects = tuple(effect for card in pool.values() for effect in card.effects)
    assert "Keyword digi-burst" in all_words() - used(effects) - RARE


def effect(**changed: Any) -> dict[str, Any]:
    """An effect in its JSON form."""
    return {"timing": "on-play", "steps": [{"do": "draw"}], **changed}


def refused(*effects: Any, **facts: Any) -> list[str]:
    """What a card with these effects is refused for."""
    card = Card("X-1", "Nobody", {"kind": "digimon", "effects": list(effects), **facts})
    with pytest.raises(Refused) as refusal:
        read_cards([card])
    return [reason.text for reason in refusal.value.reasons]


STEP = "card X-1: effects[0].steps[0]"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (effect(timing="on-plya"), "card X-1: effects[0].timing: Invalid enum value 'on-plya'; known: "),
        (
            effect(steps=[{"do": "drow"}]),
            f"{STEP}.do: Invalid value 'drow'; known: activate, at-turn-end, attack,",
        ),
        (
            effect(steps=[{"do": "draw", "cuont": 2}]),
            f"{STEP}: Object contains unknown field `cuont`; known: ",
        ),
        (effect(steps=[{"do": "memory"}]), f"{STEP}: Object missing required field `amount`"),
        (effect(steps=[{"do": "draw", "count": "2"}]), f"{STEP}.count: Expected `int | object`, got `str`"),
        (effect(steps="draw"), "card X-1: effects[0].steps: Expected `array`, got `str`"),
        (
            effect(steps=[{"do": "delete", "target": {"count": 0}}]),
            f"{STEP}.target.count: Expected `int` >= 1",
        ),
        (
            effect(steps=[{"do": "may", "steps": [{"do": "delete", "target": {"area": "bed"}}]}]),
            f"{STEP}.steps[0].target.area: Invalid enum value 'bed'; known: battle, breeding, deck,",
        ),
        (
            effect(**{"if": {"any_of": [{"counts": [{"which": {"colors": ["mauve"]}}]}]}}),
            "card X-1: effects[0].if.any_of[0].counts[0].which.colors[0]: Invalid enum value 'mauve'",
        ),
        (
            effect(steps=[{"do": "delete", "target": {"role": "prey"}}]),
            f"{STEP}.target: nothing is called 'prey'; known: this, other, subject,",
        ),
        (effect(timing="when"), "card X-1: effects[0]: `event` says what"),
        (effect(event={"happens": "deleted"}), "card X-1: effects[0]: `event` says what"),
        (
            effect(timing="would", event={"happens": "drawn"}),
            "card X-1: effects[0].event: nothing comes before 'drawn'; known: deleted, ",
        ),
        (effect(steps=[]), "card X-1: effects[0]: an effect has `steps`, or is continuous"),
        (effect(gives={"dp": 1}), "card X-1: effects[0]: `gives` says what a continuous effect gives"),
        (effect(timing="continuous", steps=[]), "card X-1: effects[0]: `gives` says"),
        (
            effect(timing="continuous", steps=[], gives={"dp": 1}, limit=1),
            "card X-1: effects[0]: a continuous effect has no `cost`",
        ),
        (effect(steps=[{"do": "prevent"}]), "card X-1: effects[0]: `prevent` goes with timing would"),
        (
            effect(steps=[{"do": "put", "target": {}, "to": "under"}]),
            f"{STEP}: `onto` says under which Digimon",
        ),
        (
            effect(steps=[{"do": "put", "target": {}, "to": "hand", "onto": {}}]),
            f"{STEP}: `onto` says under which Digimon",
        ),
        (
            effect(steps=[{"do": "put", "target": {}, "to": "under", "onto": {"count": 2}}]),
            f"{STEP}.onto: cards go under one Digimon: the `count` is 1",
        ),
        (
            effect(steps=[{"do": "change-target", "target": {"count": "all"}}]),
            f"{STEP}.target: an attack has one target: the `count` is 1",
        ),
        (
            effect(steps=[{"do": "digivolve", "target": {"count": 2}, "into": {"area": "hand"}}]),
            f"{STEP}.target: one Digimon digivolves into one card: the `count` is 1",
        ),
        (
            effect(steps=[{"do": "digivolve", "target": {}, "into": {"area": "hand", "count": "all"}}]),
            f"{STEP}.into: one Digimon digivolves into one card: the `count` is 1",
        ),
        (
            effect(steps=[{"do": "dna-digivolve", "left": {}, "right": {"count": 2}, "into": {}}]),
            f"{STEP}.right: two Digimon become one card",
        ),
        (
            effect(steps=[{"do": "put", "target": {"under_of": "this"}, "to": "hand"}]),
            f"{STEP}.target: `under_of` goes with area",
        ),
        (
            effect(steps=[{"do": "put", "target": {"top": 2}, "to": "hand"}]),
            f"{STEP}.target: `top` goes with area",
        ),
        (
            effect(steps=[{"do": "delete", "target": {"level_at_least": 5, "level_at_most": 4}}]),
            f"{STEP}.target: `level_at_least` is more than `level_at_most`",
        ),
        (
            effect(steps=[{"do": "give", "target": {}, "gives": {"effects": [effect(timing="when")]}}]),
            f"{STEP}.gives.effects[0]: `event` says what",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_the_known_words(given: Any, says: str) -> None:
    assert any(text.startswith(says) for text in refused(given)), refused(given)


def test_every_wrong_effect_is_told() -> None:
    assert len(refused(effect(timing="when"), effect(), effect(steps=[]))) == 2


def test_an_effect_nested_without_end_is_refused() -> None:
    step: dict[str, Any] = {"do": "draw"}
    for _ in range(5000):
        step = {"do": "may", "steps": [step]}
    assert refused(effect(steps=[step])) == ["the facts of a card are nested too deeply"]


def test_known_words_are_those_that_are_accepted() -> None:
    """Each word that the refusal of a timing names is a timing."""
    (text,) = refused(effect(timing="never"))
    for timing in text.partition("known: ")[2].split(", "):
        msgspec.convert({"timing": timing}, Effect)


def test_a_name_given_by_a_step_is_known_to_the_others() -> None:
    steps = [
        {"do": "choose", "as": "prey", "target": {"of": "opponent"}},
        {"do": "delete", "target": {"of": "opponent", "role": "prey"}},
    ]
    read_cards([Card("X-1", "Nobody", {"kind": "digimon", "effects": [effect(steps=steps)]})])
