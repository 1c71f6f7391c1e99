"""The sample engines: short adapters, sound play, and the page that quotes them."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from rulehound.checker.efforts import Scope
from rulehound.checker.engines import open_engine
from rulehound.checker.engines.messages import protocol_schema
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import play
from rulehound.spec.dcg import game, protocol
from rulehound.spec.formats import CAPABILITIES, METHODS
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.folders import ROOT

EXAMPLES = ROOT / "examples"
PYTHON = shlex.join([sys.executable, str(EXAMPLES / "python" / "adapter.py")])
NODE = f"node {EXAMPLES / 'javascript' / 'adapter.js'}"
PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")


def skip_without(command: str) -> None:
    if command.startswith("node") and shutil.which("node") is None:
        pytest.skip("node is not installed")


@pytest.mark.parametrize("name", ["python/adapter.py", "javascript/adapter.js"])
def test_an_adapter_is_under_a_hundred_lines(name: str) -> None:
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 100


@pytest.mark.parametrize("name", ["python", "javascript"])
def test_the_engines_need_nothing_that_is_not_in_the_language(name: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((EXAMPLES / name).glob("*.[pj]*"))]
    assert len(texts) == 2
    found = {
        word
        for text in texts
        for word in re.findall(r"^(?:import|from) (\w+)|require\(.(.*?).\)", text, re.M)
    }
    named = {one or other for one, other in found}
    own = {"toy_engine", "./toy_engine.js"}
    assert named - own <= {"copy", "json", "sys", "random", "node:readline"}


@pytest.mark.parametrize("command", [PYTHON, NODE])
def test_play_finds_nothing(command: str) -> None:
    skip_without(command)
    rules = BoundModel(game, "manual-2.3", VALUES)
    scope = Scope(games=4, steps=150, examples=0)
    played = play(target_of(rules, command, lambda: open_engine(command, "dcg")), seed=5, scope=scope)
    wrong = [r for r in played.records if r.verdict not in (Verdict.PASS, Verdict.NOT_EXERCISED)]
    assert wrong == []
    assert played.steps > 200
    assert played.not_judged == {}
    assert {"attack-player", "block", "digivolve", "hatch", "play", "use-option"} <= set(played.taken)


@pytest.mark.parametrize(
    "fault", ["self.me.hand.append(self.me.deck.pop())\n\n    def _attack", "PASSED = 5, 5, 10, 3"]
)
def test_play_finds_a_planted_fault(fault: str, tmp_path: Path) -> None:
    """The toy engine without its draw on digivolving, and with 4 memory after a pass."""
    for path in (EXAMPLES / "python").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.name == "toy_engine.py":
            assert fault in text
            other = "pass\n\n    def _attack" if "hand" in fault else "PASSED = 5, 5, 10, 4"
            text = text.replace(fault, other)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    command = shlex.join([sys.executable, str(tmp_path / "adapter.py")])
    scope = Scope(games=2, steps=100, examples=0, runs=0, search_steps=0)
    played = play(
        target_of(BoundModel(game, "manual-2.3", VALUES), command, lambda: open_engine(command, "dcg")),
        seed=5,
        scope=scope,
    )
    rules = {rule for r in played.records if r.verdict is Verdict.VIOLATION for rule in r.rules}
    assert rules & ({"digivolve.draw"} if "hand" in fault else {"turn.pass", "memory.pass"}), rules


def blocks(language: str) -> list[str]:
    """The blocks of code of the page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def messages() -> list[tuple[str, Any]]:
    """The messages that the page quotes, each with its arrow."""
    lines: list[str] = []
    for line in "".join(blocks("text")).splitlines():
        if line[:2] in ("→ ", "← "):
            lines.append(line)
        else:
            lines[-1] += " " + line.strip()
    return [(line[0], json.loads(line[2:])) for line in lines]


def test_the_page_quotes_a_conversation_that_takes_place() -> None:
    quoted = messages()
    asked = "".join(json.dumps(message) + "\n" for arrow, message in quoted if arrow == "→")
    done = subprocess.run(
        shlex.split(PYTHON), input=asked, capture_output=True, text=True, timeout=60, check=True
    )
    answered = [json.loads(line) for line in done.stdout.splitlines()]
    assert answered == [message for arrow, message in quoted if arrow == "←"]
    assert len(answered) == 8


def test_every_message_on_the_page_fits_its_schema() -> None:
    parts = protocol_schema(game)["$defs"]
    method = ""
    for arrow, message in messages():
        method = message.get("method", method)
        part = f"{method}.{'request' if arrow == '→' else 'answer'}"
        Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": parts}).validate(message)


def test_the_page_quotes_the_whole_adapter() -> None:
    adapter = (EXAMPLES / "python" / "adapter.py").read_text(encoding="utf-8")
    lines = [line for line in adapter.splitlines() if line.strip()]
    quoted = [line for line in "".join(blocks("python")).splitlines() if line.strip()]
    assert quoted == lines[1:], "all but its first line, which says what it is"


def test_the_page_has_every_method_capability_and_field() -> None:
    prose = re.sub(r"^```.*?^```$", "", PAGE, flags=re.M | re.S)
    words = {word for quoted in re.findall(r"`([^`]+)`", prose) for word in re.findall(r"[\w-]+", quoted)}
    missing = [name for name in (*METHODS, *CAPABILITIES, *protocol.DECISIONS) if name not in words]
    structs = [
        protocol.Observation,
        protocol.ShownSeat,
        protocol.ShownStack,
        protocol.ShownAttack,
        protocol.Event,
    ]
    structs += [
        protocol.WaitingEffect,
        protocol.Showing,
        protocol.ShownChoice,
        protocol.ShownLasting,
        protocol.Facts,
    ]
    structs += [protocol.Position, protocol.GivenSeat, protocol.GivenStack, *protocol.EFFECTS]
    structs += [*protocol.ACTIONS, *(method.parameters for method in METHODS.values())]
    for struct in structs:
        info = msgspec.inspect.type_info(struct)
        missing += [field.encode_name for field in info.fields if field.encode_name not in words]  # type: ignore[attr-defined]
        missing += [info.tag] if getattr(info, "tag", None) and info.tag not in words else []  # type: ignore[attr-defined]
    assert missing == []
    for row in CAPABILITIES.items():
        assert f"| `{row[0]}` | {row[1]} |" in PAGE
