"""Games as files: what is saved is loaded again, and a scenario passes check and run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.cli import main as cli
from rulehound.checker.errors import UserError
from rulehound.checker.serving.open_game import OpenGame
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


@pytest.mark.parametrize("game", [attacked, played, from_scenario])
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


@pytest.mark.parametrize("game", [attacked, played, from_scenario])
def test_a_saved_game_is_loaded_with_its_steps(game: object) -> None:
    content = shared_file(desk(), game())  # type: ignore[operator]
    again = loaded(desk(), content, EDITION)
    assert shared_file(desk(), again) == content
    assert desk().undone(again).board.observation != again.board.observation


def test_a_saved_game_is_a_position_to_ask_about(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(shared_file(desk(), attacked()))
    assert cli.run(["ask", "what may the opponent do", "--position", str(file)]) == 0
    assert "Yes: block with Patamon" in capfd.readouterr().out


def test_a_game_that_only_the_engine_saved_is_loaded_without_a_past() -> None:
    game = attacked()
    whole = json.loads(shared_file(desk(), game))
    content = json.dumps(
        {key: whole[key] for key in ("format", "game", "edition", "title", "cards", "saved")}
    )
    again = loaded(desk(), content.encode(), EDITION)
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


def test_a_damaged_token_is_refused_and_the_desk_goes_on() -> None:
    whole = json.loads(shared_file(desk(), attacked()))
    whole["saved"]["memory"] = 9
    with pytest.raises(UserError, match="damaged"):
        loaded(desk(), json.dumps({**whole, "given": None}).encode(), EDITION)
    assert desk().new_game(1, EDITION).board.offers
