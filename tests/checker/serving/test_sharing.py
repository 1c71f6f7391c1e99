"""Games as files: what is saved is loaded again, and a scenario passes check and run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.cli import main as cli
from rulehound.checker.errors import UserError
from rulehound.checker.judging.names import Names
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import Trace, TraceStep
from rulehound.checker.serving.open_game import OpenGame, begun
from rulehound.checker.serving.sharing import loaded, scenario_file, shared_file
from rulehound_testing.served import EDITION, POSITION, desk

FACTS = '[Greymon]\neffects = [{ timing = "when-attacking", steps = [{ do = "draw" }] }]'


def attacked() -> OpenGame:
    game = desk().typed(POSITION, FACTS, EDITION)
    for action in ({"action": "attack", "attacker": "p1", "target": "p2"}, game.board.offers[1]):
        game = desk().tried(game, action)
    assert [bool(step.refused) for step in game.steps] == [True, False]
    return game


def played() -> OpenGame:
    return desk().played_out(desk().new_game(4, "comprehensive-4.0"), 9)


def from_scenario() -> OpenGame:
    return desk().played_out(desk().scenario("rulings/main-phase-17", 0, EDITION), 1)


def of_player_2() -> OpenGame:
    """In the turn of player 2, who has attacked, and whom player 1 has not blocked."""
    position = (
        "turn opponent; me: battle Gabumon(3, 2000 DP, blocker), security 4; "
        "opponent: memory 2, battle Greymon(4, 5000 DP), hand Agumon(3, cost 4)"
    )
    game = desk().typed(position, "", EDITION)
    game = desk().tried(game, {"action": "attack", "attacker": "p2", "target": "player"})
    assert game.board.observation["decider"] == 0
    return desk().tried(game, {"action": "no-block"})


@pytest.mark.parametrize("game", [attacked, played, from_scenario, of_player_2])
def test_a_scenario_of_a_game_passes_check_and_run(
    game: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = game()  # type: ignore[operator]
    file = tmp_path / "mine.toml"
    file.write_bytes(scenario_file(desk(), opened, "mine/one"))
    assert cli.run(["scenario", "check", str(file)]) == 0
    assert cli.run(["scenario", "run", str(file), "--edition", opened.edition]) == 0
    assert "1 case: 1 pass" in capsys.readouterr().out


def test_a_scenario_of_a_game_fails_where_the_game_goes_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    text = scenario_file(desk(), attacked(), "mine/one").decode()
    assert '"me.hand.count" = 2' in text
    file.write_text(text.replace('"me.hand.count" = 2', '"me.hand.count" = 3'))
    assert cli.run(["scenario", "run", str(file)]) == 1
    assert "me.hand.count" in capsys.readouterr().out


def test_a_scenario_names_places_and_no_ids() -> None:
    text = scenario_file(desk(), attacked(), "mine/one").decode()
    assert 'try = { action = "attack", attacker = "me.battle[0]", target = "opponent.battle[0]" }' in text
    assert 'illegal = "attack.targets"' in text
    assert text.startswith('id = "mine/one"\ntitle = "A typed position"\nrules = ["attack.targets"')


def test_a_game_without_steps_is_no_scenario() -> None:
    with pytest.raises(UserError, match="nothing was tried yet"):
        scenario_file(desk(), desk().new_game(1, EDITION), "mine/one")


@pytest.mark.parametrize("game", [attacked, played, from_scenario, of_player_2])
def test_a_saved_game_is_loaded_with_its_steps(game: object) -> None:
    content = shared_file(desk(), game())  # type: ignore[operator]
    again = loaded(desk(), content, EDITION)
    assert shared_file(desk(), again) == content
    assert desk().undone(again).board.observation != again.board.observation


def test_what_is_saved_while_player_2_decides_goes_on_for_player_2(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    game = of_player_2()
    content = shared_file(desk(), game)
    by_steps = loaded(desk(), content, EDITION)
    by_token = loaded(desk(), _saved_alone(content), EDITION)
    for again in (by_steps, by_token):
        shown = again.board.observation
        assert (shown["turn"], shown["decider"], shown["memory"]) == (1, 1, 2)
        assert (again.board.offers, again.board.token) == (game.board.offers, game.board.token)
        played = desk().tried(again, {"action": "play", "card": "b1"}).board.observation
        assert (played["turn"], played["memory"], played["players"][1]["hand"]) == (0, 2, [])
    (tmp_path / "game.json").write_bytes(content)
    assert cli.run(["ask", "may the opponent play Agumon", "--position", str(tmp_path / "game.json")]) == 0
    assert "Yes: play Agumon" in capfd.readouterr().out


def _saved_alone(content: bytes) -> bytes:
    """A saved game without how it began: the engine's token is what it goes on from."""
    whole = json.loads(content)
    return json.dumps({key: whole[key] for key in whole.keys() - {"given", "actions"}}).encode()


def test_a_saved_game_is_a_position_to_ask_about(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(shared_file(desk(), attacked()))
    assert cli.run(["ask", "what may the opponent do", "--position", str(file)]) == 0
    assert "Yes: block with Patamon" in capfd.readouterr().out


IN_MID_ATTACK = (
    "turn opponent; me: battle Gabumon(3, blocker), security 4; "
    "opponent: memory 2, battle Greymon(4, suspended, attacking)"
)


def test_a_typed_position_that_the_engine_cannot_take_is_loaded_from_its_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    game = desk().typed(IN_MID_ATTACK, "", EDITION)
    assert game.unplayable
    file = tmp_path / "game.json"
    file.write_bytes(shared_file(desk(), game))
    again = loaded(desk(), file.read_bytes(), "fan-2020")
    assert again == game
    assert shared_file(desk(), again) == file.read_bytes()
    assert cli.run(["ask", "may I block", "--position", str(file)]) == 0
    assert "Yes: block with Gabumon" in capfd.readouterr().out


def test_a_position_that_an_engine_only_showed_is_loaded_from_its_file() -> None:
    game = attacked()
    cards = msgspec.to_builtins(list(game.cards.values()))
    shown = loaded(
        desk(), json.dumps({"cards": cards, "observation": game.board.observation}).encode(), EDITION
    )
    again = loaded(desk(), shared_file(desk(), shown), "fan-2020")
    assert desk().overview(again) == desk().overview(shown)
    assert again.unplayable == shown.unplayable


def test_a_game_that_only_the_engine_saved_is_loaded_without_a_past() -> None:
    game = attacked()
    again = loaded(desk(), _saved_alone(shared_file(desk(), game)), EDITION)
    assert again.board == game.board
    assert again.given is None
    with pytest.raises(UserError, match="not known how this game began"):
        scenario_file(desk(), desk().tried(again, again.board.offers[0]), "mine/one")
    with pytest.raises(UserError, match="not known how this game began"):
        desk().by_edition(again, "fan-2020")


def test_a_scenario_and_a_typed_position_are_loaded_too() -> None:
    scenario = b'id = "x/one"\ntitle = "One"\nrules = ["turn.pass"]\n[given.position]\nmemory = 2\n'
    game = loaded(desk(), scenario, EDITION)
    assert (game.title, game.board.observation["memory"]) == ("x/one: One", 2)
    assert loaded(desk(), POSITION.encode(), EDITION).title == "A typed position"


def traced(*actions: dict[str, Any], refused: bool = False) -> bytes:
    """A trace of these actions from the beginning of a game of its own."""
    game = desk().typed("me: memory 3, battle Greymon(4), hand Gabumon(3); opponent: security 5", "", EDITION)
    start = Start(position=POSITIONED, cards=list(game.cards.values()), edition=EDITION)
    names = Names()
    names.see(begun(desk().adapter, start, "", None).board.observation)
    ids = [f"x{name}" for name in names.numbers]
    steps = [TraceStep(action=one, text="", changed={}, refused=refused) for one in actions]
    trace = Trace("dcg", EDITION, "engine", "turn.pass", start.as_json(), steps, "", "", {}, ids=ids)
    return msgspec.json.encode(trace)


POSITIONED = {"memory": 3, "players": [{"hand": ["RH-02"]}, {"security": 5, "deck": 5}]}


def test_a_trace_of_a_report_is_loaded_with_its_steps_and_the_names_of_its_engine() -> None:
    game = loaded(desk(), traced({"action": "play", "card": "xa1"}, {"action": "pass"}), "fan-2020")
    assert [step.action for step in game.steps] == [{"action": "play", "card": "a1"}, {"action": "pass"}]
    assert (game.title, game.edition) == ("A trace: turn.pass", EDITION)


def test_a_trace_ends_at_the_step_that_the_engine_here_refuses() -> None:
    wrong = ({"action": "hatch"}, {"action": "pass"})
    assert [bool(step.refused) for step in loaded(desk(), traced(*wrong), EDITION).steps] == [True]
    tried = loaded(desk(), traced(*wrong, refused=True), EDITION)
    assert [bool(step.refused) for step in tried.steps] == [True, False]


def test_a_position_that_an_engine_saved_or_showed_is_loaded_as_ask_takes_it() -> None:
    game = attacked()
    cards = msgspec.to_builtins(list(game.cards.values()))
    saved = json.dumps({"cards": cards, "saved": game.board.token}).encode()
    assert loaded(desk(), saved, EDITION).board == game.board
    shown = json.dumps({"cards": cards, "observation": game.board.observation}).encode()
    asked = loaded(desk(), shown, EDITION)
    assert "nothing from which a game goes on" in asked.unplayable
    assert desk().overview(asked) == desk().overview(loaded(desk(), saved, EDITION))


def changed(**fields: object) -> bytes:
    return json.dumps({**json.loads(shared_file(desk(), attacked())), **fields}).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"{}",
        b"[" * 100_000,
        b"{" * 100_000,
        b'{"a":' * 50_000,
        b"\xff\xfe\x00",
        b"id = 3\n",
        b'id = "x/y"\ngiven = 3\n',
        b'id = "x/y"\ntitle = ""\nrules = []\n[given]\nposition = 3\n',
        b'id = "x/y"\ntitle = ""\nrules = []\n[given.deck]\nmain = []\n',
        b"me: memory three",
        b'{"start": {}, "steps": []}',
        b'{"start": 3, "steps": 4}',
        b'{"saved": 3}',
        b'{"cards": [], "observation": {"turn": 0}}',
        b'{"cards": [], "observation": 7}',
        b"\x00",
    ],
)
def test_a_malformed_file_is_said_so_in_one_line(content: bytes) -> None:
    with pytest.raises(UserError) as raised:
        loaded(desk(), content, EDITION)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "rulehound-game-2"},
        {"game": "chess"},
        {"edition": "no-such"},
        {"actions": [{"action": "no-such"}]},
        {"actions": [{"action": "pass"}] * 5000},
        {"actions": 3},
        {"given": {}},
        {"given": {"position": {"me": 3}}, "typed": None},
        {"given": {"position": {"me": {"hand": [{}] * 5000}}}, "typed": None},
        {"given": {"position": {"nonsense": 1}}, "typed": None},
        {"given": None, "saved": None},
        {"given": None, "saved": {"version": 5}},
        {"given": None, "saved": "x" * 10_000},
        {"given": None, "saved": [[[[]]]]},
        {"cards": [{}]},
        {"typed": {"text": "me: nothing", "facts": ""}},
    ],
    ids=lambda fields: ",".join(f"{key}={str(value)[:30]}" for key, value in fields.items()),
)
def test_a_changed_file_is_refused(fields: dict[str, object]) -> None:
    if fields == {"given": {}}:
        fields = {**fields, "typed": None}
    with pytest.raises(UserError):
        loaded(desk(), changed(**fields), EDITION)


@pytest.mark.parametrize(
    ("old", "new"), [(b'"dcg"', b'"chess"'), (b'"position"', b'"deck"'), (b'["RH-02"]', b'["RH-99"]')]
)
def test_a_trace_of_something_else_is_refused(old: bytes, new: bytes) -> None:
    with pytest.raises(UserError):
        loaded(desk(), traced({"action": "pass"}).replace(old, new), EDITION)


def test_a_damaged_token_is_refused_and_the_desk_goes_on() -> None:
    whole = json.loads(shared_file(desk(), attacked()))
    whole["saved"]["memory"] = 9
    with pytest.raises(UserError, match="damaged"):
        loaded(desk(), json.dumps({**whole, "given": None}).encode(), EDITION)
    assert desk().new_game(1, EDITION).board.offers
