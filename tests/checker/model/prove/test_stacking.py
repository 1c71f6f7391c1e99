"""Stacks of cards: the shortest history or the rule that forbids it, against a search of forward play."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.model.prove.stacking import StackAnswer, shortest_history
from rulehound.spec.dcg import game
from rulehound.spec.formats import Card
from rulehound.spec.game import Way
from rulehound_testing.dcg.values import values_of


def digimon(
    name: str, level: int, colour: str = "red", asks: Sequence[tuple[str, int]] = (), **facts: Any
) -> Card:
    """A Digimon, or an egg at level 2, that digivolves from these colours and levels."""
    kind = "digi-egg" if level == 2 else "digimon"
    requirements = [{"color": color, "level": below, "cost": 2} for color, below in asks]
    return Card(
        name, name, {"kind": kind, "level": level, "colors": [colour], "digivolve": requirements, **facts}
    )


def listed(*names: str) -> list[dict[str, str]]:
    return [{"name": name} for name in names]


EGG = digimon("Egg", 2)
ROOKIE = digimon("Rookie", 3, asks=[("red", 2)])
CHAMPION = digimon("Champion", 4, asks=[("red", 3)])
BLUE = digimon("Blue", 4, "blue", [("blue", 3)])
MEGA = digimon("Mega", 5, asks=[("red", 4)])
TWO = {"left": {"level": 4, "color": "red"}, "right": {"level": 4, "color": "blue"}}
FUSED = digimon("Fused", 5, dna=[TWO])
CROSSED = digimon("Crossed", 5, digixros={"reduces": 2, "cards": listed("Rookie", "Champion", "Blue")})
ASSEMBLED = digimon("Assembled", 5, assembly={"reduces": 4, "cards": listed("Rookie", "Blue")})
TAMER = Card("Tamer", "Tamer", {"kind": "tamer", "colors": ["red"]})
OPTION = Card("Option", "Option", {"kind": "option", "colors": ["red"]})
TOKEN = digimon("Token", 4, "blue", token=True)


def ask(
    *stack: Card,
    removed: Sequence[Card] = (),
    effects: Sequence[str] = (),
    edition: str = "comprehensive-4.0",
) -> StackAnswer:
    assert game.stacks is not None
    return shortest_history(*game.stacks.ways(values_of(edition), stack, removed, effects))


def steps(answer: StackAnswer) -> list[str]:
    return [way.what for way in answer.history.steps]


def test_a_line_of_digivolutions_from_the_egg() -> None:
    answer = ask(CHAMPION, ROOKIE, EGG)
    assert answer.reachable
    assert steps(answer) == ["hatch Egg", "digivolve Egg into Rookie", "digivolve Rookie into Champion"]


@pytest.mark.parametrize(
    ("stack", "rules"),
    [
        ((MEGA, ROOKIE, EGG), ("digivolve.requirement",)),
        ((CHAMPION, BLUE), ("digivolve.requirement",)),
        ((ROOKIE, CHAMPION), ("digivolve.requirement",)),
        ((CHAMPION, TAMER), ("digivolve.requirement",)),
        ((OPTION,), ("play.kinds",)),
        ((FUSED, TOKEN), ("digivolve.requirement",)),
        ((FUSED, CHAMPION, TOKEN), ("token.no-stack",)),
        ((FUSED, BLUE, CHAMPION), ("digivolve.requirement", "dna.requirement")),
        ((CROSSED, BLUE, ROOKIE), ("digivolve.requirement", "digixros.once")),
        ((CROSSED, ROOKIE, ROOKIE), ("digivolve.requirement", "digixros.once")),
        ((CROSSED, MEGA), ("digivolve.requirement", "digixros.listed")),
        ((ASSEMBLED, ROOKIE), ("assembly.whole", "digivolve.requirement")),
        ((ASSEMBLED, BLUE, ROOKIE), ("assembly.listed", "digivolve.requirement")),
    ],
    ids=lambda value: "-".join(getattr(entry, "name", entry) for entry in value),
)
def test_what_is_forbidden_names_the_rules(stack: Sequence[Card], rules: Sequence[str]) -> None:
    answer = ask(*stack)
    assert answer.reachable is False
    assert set(answer.rules) == set(rules)
    assert answer.history.broken


@pytest.mark.parametrize(
    ("stack", "last"),
    [
        ((FUSED, CHAMPION, ROOKIE, EGG, BLUE), "DNA digivolve Champion and Blue into Fused"),
        ((CROSSED, ROOKIE, BLUE), "play Crossed with Rookie, Blue under it"),
        ((CROSSED, CHAMPION), "play Crossed with Champion under it"),
        ((ASSEMBLED, ROOKIE, BLUE), "play Assembled with Rookie, Blue under it"),
        ((TAMER,), "play Tamer"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_way_of_building_is_known(stack: Sequence[Card], last: str) -> None:
    answer = ask(*stack)
    assert answer.reachable
    assert steps(answer)[-1] == last


def test_an_edition_without_the_mechanic_forbids_it() -> None:
    assert ask(ASSEMBLED, ROOKIE, BLUE, edition="manual-2.3").reachable is False
    assert ask(CROSSED, ROOKIE, edition="detailed-1.0").reachable is False
    assert ask(FUSED, CHAMPION, BLUE, edition="fan-2020").reachable is False


def test_effects_count_only_where_they_are_said_to_have_been_there() -> None:
    """Two Digimon that DNA digivolution put together lie on each other once its card is taken off."""
    assert ask(CHAMPION, BLUE).reachable is False
    assert ask(CHAMPION, BLUE, removed=[FUSED]).reachable is False
    answer = ask(CHAMPION, BLUE, removed=[FUSED], effects=["de-digivolve"])
    assert steps(answer)[-1] == "take Fused off"
    assert ask(MEGA, ROOKIE, removed=[CHAMPION], effects=["trash-under"]).reachable
    assert ask(MEGA, ROOKIE, removed=[CHAMPION], effects=["de-digivolve"]).reachable is False
    assert ask(ROOKIE, MEGA, effects=["place-under"]).reachable
    assert ask(MEGA, ROOKIE, effects=["digivolve"]).reachable
    assert ask(ROOKIE, TOKEN, effects=["digivolve"]).reachable is False


def test_de_digivolve_takes_nothing_of_level_3() -> None:
    small = digimon("Small", 3, digixros={"cards": listed("Champion", "Blue")})
    large = digimon("Large", 4, digixros={"cards": listed("Champion", "Blue")})
    assert ask(CHAMPION, BLUE, removed=[large], effects=["de-digivolve"]).reachable
    answer = ask(CHAMPION, BLUE, removed=[small], effects=["de-digivolve"])
    assert answer.reachable is False
    assert "keyword.de-digivolve" in answer.rules


def by_forward_play(cards: Sequence[Card], height: int) -> set[tuple[str, ...]]:
    """Every stack up to a height that digivolving and DNA digivolution build of these cards, forward."""

    def meets(asked: Mapping[str, Any], card: Card) -> bool:
        return asked["level"] == card.facts["level"] and asked["color"] in card.facts["colors"]

    def fits(top: Card, below: Card) -> bool:
        return top.facts["kind"] == "digimon" and any(meets(ask, below) for ask in top.facts["digivolve"])

    def pairs(top: Card, left: Card, right: Card) -> bool:
        asked = top.facts.get("dna", ())
        return any(meets(two["left"], left) and meets(two["right"], right) for two in asked)

    named = {card.name: card for card in cards}
    reached = {(name,) for name in named}
    while True:
        more = set(reached)
        for top, stack in itertools.product(named.values(), reached):
            if len(stack) < height and fits(top, named[stack[0]]):
                more.add((top.name, *stack))
        for top, left, right in itertools.product(named.values(), reached, reached):
            if len(left) + len(right) < height and pairs(top, named[left[0]], named[right[0]]):
                more.add((top.name, *left, *right))
        if more == reached:
            return reached
        reached = more


def test_backward_and_forward_agree_on_every_stack_of_a_height() -> None:
    cards = [EGG, ROOKIE, CHAMPION, BLUE, FUSED]
    named = {card.name: card for card in cards}
    legal = by_forward_play(cards, 3)
    for height in (1, 2, 3):
        for names in itertools.product(named, repeat=height):
            answer = ask(*(named[name] for name in names))
            assert answer.reachable is (names in legal), names
    assert len(legal) == 9


def test_the_shortest_history_is_chosen() -> None:
    """A made-up game in which a pile can be reached by one step or by two."""
    ways = {
        "goal": [Way("long", ("middle",)), Way("short", ()), Way("wrong", (), [("rule", "demand")])],
        "middle": [Way("begin", ())],
    }
    assert steps(shortest_history("goal", ways.__getitem__)) == ["short"]
    assert steps(shortest_history("middle", ways.__getitem__)) == ["begin"]


def test_a_question_that_is_too_large_or_has_no_way_is_not_answered() -> None:
    endless = shortest_history(0, lambda pile: [Way("more", (pile + 1,))])
    assert endless.reachable is None
    assert "more than" in endless.reason
    assert shortest_history("nowhere", lambda _: []).reachable is None


def run(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> tuple[int, str, str]:
    status = cli.run(["prove", "--stack", str(path), *options])
    told = capsys.readouterr()
    return status, told.out, told.err


def written(folder: Path, **content: Any) -> Path:
    path = folder / "asked.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def table(card: Card, **more: Any) -> dict[str, Any]:
    return {"name": card.name, **card.facts, **more}


def test_the_command_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = run(capsys, written(tmp_path, stack=[table(CHAMPION), table(ROOKIE)]))
    assert status == 0
    assert "2  digivolve Rookie into Champion" in out
    path = written(tmp_path, stack=[table(MEGA), table(ROOKIE)])
    status, out, _ = run(capsys, path)
    assert status == 1
    assert "because of digivolve.requirement" in out
    status, out, _ = run(capsys, path, "--json")
    assert json.loads(out)["rules"] == ["digivolve.requirement"]


def test_the_command_judges_decks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    four = [table(digimon(f"D{number}", 3), copies=4) for number in range(12)]
    legal = written(tmp_path, deck=[*four, table(digimon("E", 3), copies=2)], eggs=[table(EGG, copies=4)])
    assert run(capsys, legal)[0] == 0
    wrong = written(tmp_path, deck=[*four, table(EGG, copies=5)], eggs=[table(ROOKIE)], removed=[])
    status, out, _ = run(capsys, wrong, "--json")
    assert status == 1
    assert set(json.loads(out)["rules"]) == {"deck.size", "deck.copies", "deck.kinds", "egg-deck.kinds"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "asked.json: "),
        ('{"stack": [], "deck": []}', "neither one stack nor one deck"),
        ('{"stack": [{"kind": "digimon"}]}', "a card has no name"),
        ('{"stack": [{"name": "A", "kind": "dragon"}]}', "card A: Invalid enum value 'dragon'"),
        ('{"stack": [{"name": "A", "kind": "digimon", "level": "x"}]}', "card A: Expected `int | null`"),
        ('{"stack": [{"name": "A", "kind": "digimon"}], "effects": ["magic"]}', "unknown effect magic"),
        ('{"deck": [{"name": "A", "kind": "digimon", "copies": 0}]}', "`copies` must be a number from 1 on"),
        ('{"tower": []}', "tower"),
    ],
)
def test_bad_files_are_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, told: str
) -> None:
    path = tmp_path / "asked.json"
    path.write_text(content, encoding="utf-8")
    status, _, error = run(capsys, path)
    assert status == 2
    assert error.startswith("rulehound: ")
    assert error.count("\n") == 1
    assert told in error
