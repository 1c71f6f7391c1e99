"""`rulehound ask`: answers as text and as JSON, from every kind of position; bad input in one line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from PIL import Image

from rulehound.checker.cli import main as cli
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import TRACE_FORMAT, Trace, TraceStep
from rulehound.checker.report.schemas import HERE
from rulehound.engine.adapter import create
from rulehound.spec.formats import Card
from rulehound_testing.command_line import refused

AT = "me: memory 3, battle Greymon(4, 5000 DP, suspended); opponent: security 5"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def said(arguments: list[str], capfd: pytest.CaptureFixture[str], status: int = 0) -> str:
    assert cli.run(["ask", *arguments]) == status
    output = capfd.readouterr()
    assert output.err == ""
    return output.out


def answered(arguments: list[str], capfd: pytest.CaptureFixture[str], status: int = 0) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(said([*arguments, "--json"], capfd, status))
    schema = json.loads((HERE / "asking/answer.schema.json").read_bytes())
    jsonschema.Draft202012Validator(schema).validate(answer)
    return answer


def test_a_no_with_its_rule_clause_and_remedy(capfd: pytest.CaptureFixture[str]) -> None:
    text = said(["may I attack with Greymon", "--at", AT], capfd)
    assert text.startswith("No: attack the player with Greymon\n  attack.unsuspended: ")
    assert "    Rulehound Rulebook 1.1, 11-1-2, 5-3-3, 5-3-1 (pages 3, 5)\n" in text
    assert "  it would be legal if Greymon were not suspended\n" in text
    assert text.endswith(
        "by edition manual-2.3; the same by fan-2020, detailed-1.0, chapter-7, comprehensive-4.0\n"
    )


def test_the_same_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    answer = answered(["may I attack with Greymon", "--at", AT], capfd)
    (ruling,) = answer["rulings"]
    assert (answer["format"], answer["ruling"], answer["edition"]) == (
        "rulehound-answer-1",
        "no",
        "manual-2.3",
    )
    assert ruling["remedies"] == [["Greymon were not suspended"]]
    assert ruling["why"][0]["stated"][0]["clauses"] == ["11-1-2", "5-3-3", "5-3-1"]


def test_where_editions_differ_both_are_told_with_the_difference(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["may I move", "--at", "phase breeding; me: breeding Koromon(digi-egg, 2)"]
    text = said(arguments, capfd)
    assert "  breeding.move-dp: " in text
    assert "otherwise by editions fan-2020, detailed-1.0:\n  No: move\n    battle.level-2: " in text
    assert "  the difference: What may not stand in the battle area" in text
    answer = answered(arguments, capfd)
    assert [difference["id"] for difference in answer["other_editions"][0]["because"]] == ["battle.level-2"]
    early = answered([*arguments, "--edition", "fan-2020"], capfd)
    assert [cited["rule"] for cited in early["rulings"][0]["why"]] == ["battle.level-2"]
    assert early["same_in"] == ["detailed-1.0"]


def test_a_position_from_a_file_and_from_standard_input(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("mine.txt").write_text(f"# mine\n{AT}\n", encoding="utf-8")
    from_text = said(["may I attack with Greymon", "--at", AT], capfd)
    assert said(["may I attack with Greymon", "--position", "mine.txt"], capfd) == from_text
    monkeypatch.setattr("sys.stdin", io.StringIO(AT))
    assert said(["may I attack with Greymon", "--position", "-"], capfd) == from_text


def test_a_scenario_and_its_steps(capfd: pytest.CaptureFixture[str]) -> None:
    before = answered(["may I digivolve base into dasher", "--position", "rulings/blitz-03/1"], capfd)
    after = answered(["what may I do", "--position", "rulings/blitz-03/1:1"], capfd)
    assert before["ruling"] == "yes"
    legal = [ruling["text"] for ruling in after["rulings"] if ruling["ruling"] == "yes"]
    assert legal == ["attack the player with dasher", "pass"]
    assert "the effects of the cards here" in after["notes"][0]


def ash(play_cost: int | None) -> Card:
    return Card("A-1", "Ash", {"kind": "digimon", "level": 3, "dp": 1000, "play_cost": play_cost})


POSITION = {"memory": 3, "players": [{"hand": ["A-1"], "deck": 5}, {}]}


def save(card: Card) -> str:
    """A saved position with a card in the hand, of which nobody may know the cost."""
    observation = create().position([ash(2)], POSITION, "manual-2.3")
    Path("saved.json").write_bytes(msgspec.json.encode({"cards": [card], "observation": observation}))
    return "saved.json"


def test_a_trace_and_its_steps(capfd: pytest.CaptureFixture[str]) -> None:
    start = Start(position=POSITION, cards=[ash(2)], edition="comprehensive-4.0")
    step = TraceStep(action={"action": "play", "card": "a1"}, text="play Ash", changed={})
    trace = Trace(
        format=TRACE_FORMAT,
        game="dcg",
        edition="comprehensive-4.0",
        kind="engine",
        rule="",
        start=start.as_json(),
        steps=[step],
        expected="",
        observed="",
        values={},
    )
    Path("trace.json").write_bytes(msgspec.json.encode(trace))
    assert answered(["may I play Ash", "--position", "trace.json"], capfd)["ruling"] == "yes"
    fresh = answered(["may I attack with Ash", "--position", "trace.json:1"], capfd)
    assert [cited["rule"] for cited in fresh["rulings"][0]["why"]] == ["attack.not-same-turn"]
    assert fresh["edition"] == "comprehensive-4.0"
    asked = answered(["may I pass", "--position", "trace.json", "--edition", "chapter-7"], capfd)
    assert asked["edition"] == "chapter-7"


def test_a_saved_position(capfd: pytest.CaptureFixture[str]) -> None:
    assert answered(["may I play Ash", "--position", save(ash(2))], capfd)["ruling"] == "yes"


def test_a_game_that_an_engine_saved(capfd: pytest.CaptureFixture[str]) -> None:
    adapter = create()
    adapter.position([ash(2)], POSITION, "manual-2.3")
    Path("game.json").write_bytes(msgspec.json.encode({"cards": [ash(2)], "saved": adapter.save()}))
    answer = answered(["may I play Ash", "--position", "game.json"], capfd)
    assert (answer["ruling"], answer["rulings"][0]["text"]) == ("yes", "play Ash (cost 2)")


def test_a_position_that_no_game_comes_to_has_a_note(capfd: pytest.CaptureFixture[str]) -> None:
    note = "note: no game comes to this position, by memory.limit: "
    assert note in said(["may I pass", "--at", "me: memory 12"], capfd)
    assert note not in said(["may I pass", "--at", "me: memory 10"], capfd)


def test_where_the_model_cannot_tell_the_status_is_3(capfd: pytest.CaptureFixture[str]) -> None:
    text = said(["may I play Ash", "--position", save(ash(None))], capfd, status=3)
    assert text.startswith("The model cannot tell: play Ash")


def test_a_picture_of_the_clauses(capfd: pytest.CaptureFixture[str]) -> None:
    said(["may I attack with Greymon", "--at", AT, "--picture", "clauses.png"], capfd)
    assert Image.open("clauses.png").width > 100


def test_areas_that_are_not_named_are_listed_where_it_matters(capfd: pytest.CaptureFixture[str]) -> None:
    at = ["--at", "me: memory 3, battle Ash(4), hand 1, trash 1, security 1, deck 1, egg deck 1"]
    areas = "opponent: hand, trash, security, egg deck\n"
    note = f"note: taken to be empty, since the position does not say: {areas}"
    assert note in said(["what happens if I attack", *at], capfd)
    usual = "note: taken to lie there, since the position does not say: opponent: deck 20\n"
    assert usual in said(["what happens if I attack", *at], capfd)
    assert "taken to be empty" not in said(["may I attack", *at], capfd)


def test_a_printed_card_goes_by_its_name_and_its_number(capfd: pytest.CaptureFixture[str]) -> None:
    at = ["--at", "me: memory 3, hand BT2-055"]
    assert said(["may I play ToyAgumon", *at], capfd) == said(["may I play BT2-055", *at], capfd)


def test_the_words_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    text = said(["--list"], capfd)
    assert "attack ... with ..." in text
    assert "memory NUMBER" in text
    words = json.loads(said(["--list", "--json"], capfd))
    assert "attack ... with ..." in words["actions"]
    assert "suspended" in words["attributes"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["may I attack", "--at", "me: batle X(3)"],
            "--at:1:5: 'batle X' lies in no area; did you mean battle?",
        ),
        (["may I attak", "--at", AT], "question: no action is called 'attak'; did you mean attack?"),
        (["may I attack with Graymon", "--at", AT], "did you mean Greymon?"),
        (["shall we", "--at", AT], "question: 'shall we' cannot be answered"),
        (["may I attack"], "a question needs one position; give it with --at or with --position"),
        (["may I attack", "--at", AT, "--position", "-"], "a question needs one position"),
        (["--at", AT], "no question is asked"),
        (
            ["may I attack", "--position", "nowhere.txt"],
            "nowhere.txt is neither a file nor the id of a scenario",
        ),
        (["may I attack", "--position", "rulings/blitz-03"], "rulings/blitz-03 stands for several cases"),
        (["may I attack", "--position", "rulings/blitz-03/1:9"], "rulings/blitz-03/1 has 2 steps, not 9"),
        (
            ["may I attack", "--at", "me: battle X(3, attacking), Y(3, attacking)"],
            "one Digimon attacks at a time",
        ),
        (["may I attack", "--at", AT, "--edition", "none"], "has no edition none"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(["ask", *arguments], capsys)


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b'{"observation": 3, "cards": []}', b"{}", b'{"observation": {}, "cards": []}']
)
def test_files_that_hold_no_position(content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.json").write_bytes(content)
    assert refused(["ask", "what may I do", "--position", "bad.json"], capsys).startswith("bad.json")
