"""`rulehound adapter check`: silent on sound adapters, and each wrong one is told what to mend."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.cli.main import run
from rulehound.checker.engines import EngineLimits, EngineStartError
from rulehound.checker.progress import silent
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import load_spec
from rulehound.checker.suite.adapter_check import Judged, Remark, examine, examining
from rulehound.checker.suite.trials import checks
from rulehound.spec.dcg import game
from rulehound_testing.dcg.values import values_of
from rulehound_testing.folders import ROOT

EXAMPLES = ROOT / "examples"
WRONG = ROOT / "tests/rulehound_testing/wrong_adapter.py"
SAMPLE = shlex.join([sys.executable, str(EXAMPLES / "python" / "adapter.py")])
RULES = frozenset(load_spec(game).rules)


PATIENT = EngineLimits(seconds=20)


def examined(engine: str, limits: EngineLimits = PATIENT) -> list[Remark]:
    def rules_for(editions: Any) -> BoundModel:
        edition = editions[0] if editions else "manual-2.3"
        return BoundModel(game, edition, values_of(edition))

    return list(examine(engine, game, rules_for, RULES, silent, limits).remarks)


def mends(remarks: list[Remark]) -> dict[str, Remark]:
    return {remark.check: remark for remark in remarks if remark.judged is Judged.MEND}


@pytest.mark.parametrize("engine", ["reference", SAMPLE, f"node {EXAMPLES / 'javascript' / 'adapter.js'}"])
def test_a_sound_adapter_has_nothing_to_mend(engine: str) -> None:
    if engine.startswith("node") and shutil.which("node") is None:
        pytest.skip("node is not installed")
    remarks = examined(engine)
    assert [remark for remark in remarks if remark.judged in (Judged.MEND, Judged.DOUBT)] == []
    assert {"new-game", "apply", "refusals", "ids", "end", "engine:deterministic"} <= {
        remark.check for remark in remarks if remark.judged is Judged.FINE
    }


WAYS = {
    "other-protocol": ("handshake", "it speaks protocol '2.1', and this is '1.0'"),
    "other-game": ("handshake", "it plays 'chess' and was asked for 'dcg'"),
    "no-version": ("handshake", "Expected `str`, got `int` - at `$.version`"),
    "strict-handshake": ("handshake", "crashed"),
    "noise": ("handshake", r"is 'loading cards\x1b[31m <b>…'"),
    "wrong-id": ("handshake", "wrong id"),
    "strange-capability": ("handshake.capabilities", "nobody knows the capability fly"),
    "strange-edition": ("handshake.editions", "nobody knows the edition house-rules"),
    "other-schema": ("handshake.schema", "it names schema '7.0'; this is '1.0'"),
    "unknown-crashes": ("unknown-method", "crashed"),
    "unknown-is-fine": ("unknown-method", "it was answered with a result"),
    "strict-fields": ("new-game", "crashed"),
    "no-decider": ("new-game", "missing required field `decider`"),
    "memory-as-text": ("new-game", "Expected `int | null`, got `str` - at `$.memory`"),
    "other-observe": ("observe", "observe shows another game than new_game"),
    "lists-twice": ("legal-actions", "the same action is listed twice"),
    "unnamed-actions": ("new-game", "entry 0"),
    "offers-nothing": ("end", "nothing is offered, and somebody decides"),
    "refuses-offered": ("apply", "an action that is offered is refused: no attacks today"),
    "stale-answer": ("apply", "apply answers with another observation than observe"),
    "hangs": ("apply", "timeout"),
    "refusal-marks": ("refusals", "refused, and the game is changed"),
    "accepts-anything": ("refusals", "not offered, and carried out"),
    "crashes-on-refusal": ("apply", "crashed"),
    "ids-by-place": ("ids", "an id names another card"),
    "shuffles-always": ("deck-order", "begin differently by the seed"),
    "upside-down": ("deck-order", "begin like those that are not"),
    "any-seed": ("engine:deterministic", "the same seed and actions give the same game"),
    "remembers-games": ("engine:fresh-games", "whatever games came before it"),
    "forgets-saves": ("engine:save-restores", "what was saved is restored"),
    "stays": ("engine:ends", "the process ends"),
    "declares-position": ("position", "missing method"),
    "declares-quote": ("quote", "missing method"),
    "declares-validate-deck": ("validate-deck", "missing method"),
    "declares-observe-player": ("observe-player", "player 0 is shown as much as everybody"),
    "strange-rule": ("reasons", "there is no rule house.rule"),
}
"""What is wrong with an adapter, to the check that says so and what it says."""


@pytest.mark.parametrize("way", WAYS)
def test_a_wrong_adapter_is_told_what_to_mend(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the trials of every engine and those of adapters, only the ones that have to say it are run."""
    check, said = WAYS[way]
    if check.startswith("engine:"):
        monkeypatch.setattr(examining, "_steps", lambda *_: [])
        monkeypatch.setattr(checks, "_CHECKS", {check: checks._CHECKS[check]})
    else:
        monkeypatch.setattr(examining, "trials", lambda *_: [])
    wrong = shlex.join([sys.executable, str(WRONG), way])
    found = mends(examined(wrong, HASTY.get(way, PATIENT)))
    assert check in found, found
    assert said in found[check].what
    assert found[check].remedy
    assert all(text.isprintable() for text in (found[check].what, found[check].remedy, found[check].message))
    assert len(found) == 1 or way in SEVERAL, found


HASTY = {"hangs": EngineLimits(seconds=2), "stays": EngineLimits(seconds=20, ending=0.2)}
"""Limits for engines that would use all of them."""

SEVERAL = frozenset(
    {"no-decider", "memory-as-text", "unnamed-actions", "other-observe", "stale-answer", "any-seed"}
)
"""What is wrong in more than one way: a message that many trials meet, or games that differ at once."""


@pytest.mark.parametrize("way", ["numbers-actions", "counts-on"])
def test_an_adapter_may_number_its_actions_and_count_its_ids_on_from_game_to_game(way: str) -> None:
    assert mends(examined(shlex.join([sys.executable, str(WRONG), way]))) == {}


@pytest.mark.parametrize(
    ("code", "judged", "said"),
    [(1, Judged.DOUBT, "is not judged"), (2, Judged.MEND, "a situation that cannot be set up")],
)
def test_a_situation_may_be_refused_as_an_illegal_action_is(
    code: int, judged: Judged, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examining, "trials", lambda *_: [])
    way = f"refuses-position-{code}"
    remarks = examined(shlex.join([sys.executable, str(WRONG), way]))
    (remark,) = [remark for remark in remarks if remark.check == "position"]
    assert (remark.judged, "no such situation" in remark.what) == (judged, True)
    assert said in remark.remedy


def test_an_adapter_that_is_not_there_is_one_line() -> None:
    with pytest.raises(EngineStartError, match="does not exist"):
        examined("no-such-adapter")


def test_an_engine_without_cards_of_ours_is_not_played() -> None:
    code = (
        "import json,sys\n"
        "for l in sys.stdin:\n"
        " q=json.loads(l); a={'id':q['id'],'error':{'code':-32601,'message':'no'}}\n"
        " g={'protocol':'1.0','game':'dcg','engine':'e','version':'1','schema':'1.0'}\n"
        " a=({'id':q['id'],'result':g} if q['method']=='handshake' else a)\n"
        " print(json.dumps(a),flush=True)\n"
    )
    remarks = examined(shlex.join([sys.executable, "-c", code]))
    assert mends(remarks) == {}
    assert remarks[-1].check == "games"
    assert {remark.check for remark in remarks if remark.judged is Judged.DOUBT} == {
        "handshake.capabilities",
        "handshake.editions",
    }


def test_an_engine_with_cards_of_its_own_is_played_with_them(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for name in ("adapter.py", "toy_engine.py"):
        source = (EXAMPLES / "python" / name).read_text("utf-8")
        (tmp_path / name).write_text(source.replace(', "card-facts"', ""), "utf-8")
    engine = shlex.join([sys.executable, str(tmp_path / "adapter.py")])
    card = {"kind": "digimon", "level": 3, "dp": 2000, "play_cost": 3, "colors": ["red"]}
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps([{"number": f"X-{n}", "name": f"X {n}", **card} for n in range(13)]), "utf-8")
    assert run(["adapter", "check", engine, "--json"]) == 0
    last = json.loads(capsysbinary.readouterr().out)["remarks"][-1]
    assert (last["check"], "--cards" in last["what"]) == ("games", True)
    assert run(["adapter", "check", engine, "--cards", str(cards), "--json"]) == 0
    remarks = json.loads(capsysbinary.readouterr().out)["remarks"]
    assert {"new-game", "apply", "end"} <= {one["check"] for one in remarks if one["judged"] == "fine"}
    assert "games" not in {one["check"] for one in remarks}


def test_the_command_prints_and_ends_as_it_should(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["adapter", "check", SAMPLE]) == 0
    assert "toy-python 1" in capsysbinary.readouterr().out.decode()
    wrong = shlex.join([sys.executable, str(WRONG), "noise"])
    assert run(["adapter", "check", wrong]) == 1
    shown = capsysbinary.readouterr().out
    assert b"\x1b" not in shown
    assert b"write nothing but answers to standard output" in shown
    assert run(["adapter", "check", wrong, "--json"]) == 1
    told = json.loads(capsysbinary.readouterr().out)
    assert [remark["judged"] for remark in told["remarks"]] == ["mend"]
    assert run(["adapter", "check", "no-such-adapter"]) == 2
