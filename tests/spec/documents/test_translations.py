"""A translation has the links of what it translates, by number and place; facts by patterns of its own."""

from __future__ import annotations

from pathlib import Path

from rulehound.spec.documents.at_hand import at_hand
from rulehound.spec.documents.editions import record_edition
from rulehound.spec.documents.facts import read_facts
from rulehound.spec.documents.links_at_hand import links_at_hand
from rulehound.spec.documents.store import Store, load_store
from rulehound_testing.made_up_spec import DOCUMENT_TOML, RULES_TOML, document, write_spec

MUSCHELN = {
    "1": "Die Flut",
    "1-1": "Die Skala",
    "1-1-1": "Die Flut steht auf einer Skala, die beide Sammler am Ufer gemeinsam haben.",
    "1-1-2": "Die Flut steigt nie über die höchste Marke, und die höchste Marke ist 10.",
    "1-1-3": "Wer wartet, gibt dem anderen Sammler 3 Marken der Flut.",
    "2": "Vorbereitung",
    "2-1": "Vor Sonnenaufgang nimmt jeder Sammler fünf Muscheln in den Korb.",
    "2-2": "Körbe werden trocken gehalten.",
    "2-3": "Wer mag, wäscht seine Muscheln in frischem Wasser.",
}
SOURCE = """\
[[rule.source]]
document = "muscheln"
clause = { "1.0" = "1-1-2" }
facts."tide.max" = 'Marke ist (?P<int>\\d+)'
"""


def store(tmp_path: Path, translation: dict[str, str], rules: str = RULES_TOML) -> Store:
    root = write_spec(tmp_path)
    written = document(translation, title="Muscheln", name="muscheln.pdf")
    toml = DOCUMENT_TOML.format(sha256=written.sha256).replace("pdf = ", "# ")
    toml = toml.replace('id = "shells"', 'id = "muscheln"\ntranslates = "shells"').replace('"en"', '"de"')
    (root / "documents/muscheln.toml").write_text(
        toml.replace("Rules of Shells", "Muscheln"), encoding="utf-8"
    )
    record_edition(root, "muscheln", "1.0", written)
    (root / "rules/tide.toml").write_text(rules, encoding="utf-8")
    return load_store(root)


def links(store: Store, text: dict[str, str]) -> dict[tuple[str, str], str]:
    hand = at_hand(store, document(text, title="Muscheln", name="muscheln.pdf"))
    assert hand.identified.document == "muscheln"
    return {(link.rule, link.recorded): link.status for link in links_at_hand(store, hand)}


def test_every_link_of_a_rule_and_of_a_reason_follows_its_number(tmp_path: Path) -> None:
    spec = store(tmp_path, MUSCHELN)
    assert links(spec, MUSCHELN) == {
        ("tide.limit", "1-1-1"): "ok",
        ("tide.limit", "1-1-2"): "ok",
        ("tide.wait", "1-1-3"): "ok",
        ("basket.start", "2-1"): "ok",
        ("", "2-2"): "ok",
        ("", "2-3"): "ok",
    }
    hand = at_hand(spec, document(MUSCHELN, title="Muscheln", name="muscheln.pdf"))
    assert {link.explanation for link in links_at_hand(spec, hand)} == {
        "same words, same number; by its number, in another language than shells"
    }


def test_changed_words_of_the_translation_are_in_doubt(tmp_path: Path) -> None:
    spec = store(tmp_path, MUSCHELN)
    changed = links(spec, {**MUSCHELN, "1-1-3": MUSCHELN["1-1-3"].replace("gibt", "nimmt")})
    assert {link for link, status in changed.items() if status == "suspect"} == {("tide.wait", "1-1-3")}


def test_a_number_in_another_place_of_the_outline_is_not_followed(tmp_path: Path) -> None:
    flat = {key: text for key, text in MUSCHELN.items() if key != "1-1"}
    assert {key for _, key in links(store(tmp_path, flat), flat)} == {"2-1", "2-2", "2-3"}


def test_facts_are_read_by_the_patterns_of_the_language(tmp_path: Path) -> None:
    without = store(tmp_path / "without", MUSCHELN)
    words = document(MUSCHELN, title="Muscheln", name="muscheln.pdf")
    assert read_facts(without, [at_hand(without, words)])["tide.max"].status == "missing"
    first, _, rest = RULES_TOML.partition('\n[[rule]]\nid = "tide.wait"')
    rules = f'{first}\n{SOURCE}\n[[rule]]\nid = "tide.wait"{rest}'
    with_pattern = store(tmp_path / "with", MUSCHELN, rules)
    assert read_facts(with_pattern, [at_hand(with_pattern, words)])["tide.max"].value == 10
    assert list(links(with_pattern, MUSCHELN).values()) == ["ok"] * 6
