"""Checkpoints: a search that is killed, and killed again, ends with the result of one that never was."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.model.search import Checkpoint, SearchLimits, search
from rulehound.checker.model.search.checkpoint import Header
from rulehound.spec.language import Model
from rulehound_testing.folders import TESTS
from rulehound_testing.kernel import SMALL, S, instance, kernel
from rulehound_testing.search.alike import assert_alike, require_compiler
from rulehound_testing.toy import game as toy

MIDDLE = instance(1, 2, 2, 1, 0)
"""4,669 states, 22 steps deep."""

CHILD = """
import sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from rulehound_testing.kernel import S, instance, kernel
from rulehound.checker.model.search import Checkpoint, search
MIDDLE = instance(1, 2, 2, 1, 0)

def slow(known, waiting):
    import time
    time.sleep({pause})

kept = Checkpoint(Path({file!r}), 0, Path({file!r}).exists())
print("begun", flush=True)
search(kernel, {{}}, {configuration}, backend={backend!r}, cores={cores}, checkpoint=kept, progress=slow)
print("done", flush=True)
"""


@pytest.mark.parametrize(("backend", "cores", "configuration"), [("python", 1, "MIDDLE"), ("c", 2, "S")])
def test_killed_at_any_moment_it_goes_on_to_the_same_result(
    backend: str, cores: int, configuration: str, tmp_path: Path
) -> None:
    """Killed several times at moments of chance, each time once something more was kept."""
    if backend == "c":
        require_compiler()
    chance = random.Random(f"{backend} {configuration}")
    file = tmp_path / "kept"
    tests = str(TESTS)
    code = CHILD.format(
        tests=tests, file=str(file), backend=backend, cores=cores, configuration=configuration, pause=0.02
    )
    done = [0]
    for _ in range(5):
        child = subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE)
        assert child.stdout is not None
        assert child.stdout.readline() == b"begun\n"
        for _ in range(3000):
            if (header := read(file)) is not None and header.done > done[-1]:
                break
            assert child.poll() is None, "it ended by itself"
            time.sleep(0.005)
        time.sleep(chance.random() / 20)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        header = read(file)
        assert header is not None
        done.append(header.done)
    assert done == sorted(set(done))
    model = {"S": S, "MIDDLE": MIDDLE}[configuration]
    whole = search(kernel, {}, model, backend=backend)
    assert done[-1] < whole.states
    assert_alike(search(kernel, {}, model, backend=backend, checkpoint=Checkpoint(file, resume=True)), whole)


def read(file: Path) -> Header | None:
    """The header that a process keeps replacing."""
    return msgspec.json.decode(file.read_bytes(), type=Header) if file.exists() else None


@cache
def stopped_at(states: int) -> Mapping[str, bytes]:
    """The files that a search leaves that was stopped when it knew more states than that."""
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = Checkpoint(Path(folder, "kept"), every=0)
        result = search(
            kernel, {}, MIDDLE, SearchLimits(states=states), backend="python", checkpoint=checkpoint
        )
        assert result.stopped == f"{states} states"
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def kept(tmp_path: Path, states: int = 1_500) -> Checkpoint:
    """A checkpoint to resume from."""
    for name, content in stopped_at(states).items():
        (tmp_path / name).write_bytes(content)
    return Checkpoint(tmp_path / "kept", resume=True)


def test_a_search_that_a_limit_stopped_goes_on_from_there(tmp_path: Path) -> None:
    whole = search(kernel, {}, MIDDLE, backend="python")
    checkpoint = kept(tmp_path)
    more = search(kernel, {}, MIDDLE, SearchLimits(states=3_000), backend="python", checkpoint=checkpoint)
    assert 3_000 < more.states < whole.states
    assert_alike(search(kernel, {}, MIDDLE, backend="python", checkpoint=checkpoint), whole)
    # and once it has ended there is nothing more to do
    assert_alike(search(kernel, {}, MIDDLE, backend="python", checkpoint=checkpoint), whole)


def test_what_was_found_before_is_not_forgotten(tmp_path: Path) -> None:
    """A counterexample, a property met and deadlocks of the first part are told by the second."""
    model = Model("claimed", kernel.state, round_field="second", over=lambda s: s.stage == 99)
    model.__dict__.update(actions=kernel.actions, start=kernel.start)
    model.invariant("claimed")(lambda s: s.memory <= 5)
    model.sometimes("used")(lambda s: s.memory == 6)
    model.sometimes("never")(lambda s: s.memory == 77)
    file = tmp_path / "kept"
    stopped = search(
        model, {}, MIDDLE, SearchLimits(states=4_000), backend="python", checkpoint=Checkpoint(file)
    )
    assert stopped.deadlocks > 0
    whole = search(model, {}, MIDDLE, backend="python")
    assert whole.deadlocks == 2
    assert (whole.met, list(whole.counterexamples)) == ({"used": True, "never": False}, ["claimed"])
    assert_alike(search(model, {}, MIDDLE, backend="python", checkpoint=Checkpoint(file, resume=True)), whole)


def test_states_written_after_the_header_are_written_again(tmp_path: Path) -> None:
    checkpoint = kept(tmp_path)
    with (tmp_path / "kept.states").open("ab") as file:
        file.write(os.urandom(1000))
    whole = search(kernel, {}, MIDDLE, backend="python")
    assert_alike(search(kernel, {}, MIDDLE, backend="python", checkpoint=checkpoint), whole)


def cut_off(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 1)


def damaged(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 4
    file.write_bytes(content)


def foreign(file: Path) -> None:
    file.write_text('{"kind": "something else"}')


def changed(name: str, value: Any) -> Any:
    """A header that says something else."""

    def change(file: Path) -> None:
        header = msgspec.json.decode(file.read_bytes())
        header[name] = value(header[name])
        file.write_bytes(msgspec.json.encode(header))

    return change


@pytest.mark.parametrize(
    ("name", "spoil", "says"),
    [
        ("kept", Path.unlink, "cannot be read"),
        ("kept", cut_off, ""),
        ("kept", foreign, "is not a checkpoint"),
        ("kept", lambda file: file.write_bytes(b""), "is not a checkpoint"),
        ("kept", changed("kind", lambda _: "rulehound checkpoint 0"), "another kind"),
        ("kept", changed("version", lambda _: "0.0.0"), "another version"),
        ("kept", changed("states", lambda n: n + 1), "does not hold its states"),
        ("kept", changed("states", lambda n: n - 1), "does not hold its states"),
        ("kept", changed("done", lambda n: 1 << 40), "does not hold its states"),
        ("kept", changed("ends", lambda _: []), "does not hold its states"),
        ("kept.states", Path.unlink, "cannot be read"),
        ("kept.states", cut_off, "does not hold its states"),
        ("kept.states", damaged, "does not hold its states"),
        ("kept.states", lambda file: file.write_bytes(b""), "does not hold its states"),
    ],
)
def test_what_is_not_a_whole_checkpoint_is_refused(name: str, spoil: Any, says: str, tmp_path: Path) -> None:
    checkpoint = kept(tmp_path)
    spoil(tmp_path / name)
    if name == "kept" and spoil is cut_off:  # the line's end alone
        cut_off(tmp_path / name)
        says = "is not a checkpoint, or not whole"
    with pytest.raises(UserError) as refused:
        search(kernel, {}, MIDDLE, backend="python", checkpoint=checkpoint)
    assert str(refused.value).startswith(f"{tmp_path / 'kept'}: ")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_checkpoint_of_another_search_is_refused(tmp_path: Path) -> None:
    checkpoint = kept(tmp_path)
    other = Model("kernel", kernel.state, round_field="second", over=lambda s: s.stage == 0)
    other.__dict__.update(actions=dict(list(kernel.actions.items())[1:]), start=kernel.start)
    values = {"heap.full": 7}
    cases: list[tuple[Any, Any, Any, str]] = [
        (kernel, {}, SMALL, "another configuration"),
        (kernel, {"more": 1}, MIDDLE, "other facts or switches"),
        (other, {}, MIDDLE, "another model"),
        (toy.model, values, toy.configurations(values)["small"], "another model"),
    ]
    for model, given, configuration, says in cases:
        with pytest.raises(UserError, match=says):
            search(model, given, configuration, backend="python", checkpoint=checkpoint)


def test_a_checkpoint_is_not_overwritten_by_another_search(tmp_path: Path) -> None:
    checkpoint = kept(tmp_path)
    before = [(tmp_path / name).read_bytes() for name in ("kept", "kept.states")]
    with pytest.raises(UserError, match="is there already"):
        search(kernel, {}, SMALL, backend="python", checkpoint=Checkpoint(checkpoint.file))
    assert before == [(tmp_path / name).read_bytes() for name in ("kept", "kept.states")]


def test_a_place_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        search(kernel, {}, MIDDLE, backend="python", checkpoint=Checkpoint(tmp_path / "none" / "kept"))


def test_it_is_known_again_in_another_process(tmp_path: Path) -> None:
    """Nothing of what identifies a search hangs on hash order or on what was traced before."""
    checkpoint = kept(tmp_path, 500)
    code = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r})\n"
        "from rulehound_testing.toy import game as toy; toy.model.actions\n"
        "from pathlib import Path\nfrom rulehound_testing.kernel import instance, kernel\n"
        "MIDDLE = instance(1, 2, 2, 1, 0)\n"
        "kernel.invariants; [kernel.trace(name) for name in reversed(list(kernel.actions))]\n"
        "from rulehound.checker.model.search import Checkpoint, SearchLimits, search\n"
        f"kept = Checkpoint(Path({str(checkpoint.file)!r}), resume=True)\n"
        "limits = SearchLimits(states=800)\n"
        "print(search(kernel, {}, MIDDLE, limits, backend='python', checkpoint=kept).states)\n"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-P", "-c", code],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"PYTHONHASHSEED": seed},
        )
        assert int(done.stdout) > 800, done.stderr
