"""The action for continuous integration: its shell is run, with a command in the place of `rulehound`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulehound_testing.folders import ROOT

ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "name" in step}
INSTALL, CHECK, KEEP, COMMENT, FAIL = (
    "Install",
    "Check the engine",
    "Keep the violations of the default branch",
    "Comment on the pull request",
    "Fail where something new is wrong",
)

COMMAND = """#!/bin/sh
printf '%s\\n' "$@" > arguments.txt
while [ $# -gt 0 ]; do
  if [ "$1" = --write-baseline ]; then echo '{"new": true}' > "$2"; fi
  shift
done
printf 'ball.bounce: broken\\n```\\n</details><script>\\n'
echo 'what is wrong' >&2
exit STATUS
"""

GH = """#!/bin/sh
printf '%s\\n' "$*" >> calls.txt
case "$*" in *--paginate*) printf 'KNOWN';; esac
"""


def shell(step: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the shell of a step as GitHub does, in a folder that stands for the checked out repository."""
    names = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")
    files = {name: str(folder / name.lower()) for name in names}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[step]["run"]],
        cwd=folder,
        env={"PATH": f"{folder}:/usr/bin:/bin", "NAME": "engine", **files, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def program(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    path.chmod(0o755)
    return path


def check(folder: Path, status: int = 0, **environment: str) -> list[str]:
    """The arguments that the command is given."""
    command = program(folder / "command", COMMAND.replace("STATUS", str(status)))
    inputs = {"ENGINE": "python my engine.py", "BASELINE": "known.json", "EFFORT": "quick"}
    more = {"RULES": "", "EDITION": "", **environment}
    ended = shell(CHECK, folder, RULEHOUND=str(command), **inputs, **more)
    assert ended.returncode == 0, ended.stderr
    return (folder / "arguments.txt").read_text("utf-8").splitlines()


def test_the_engine_is_checked_and_what_was_printed_is_the_summary(tmp_path: Path) -> None:
    arguments = check(tmp_path, 1)
    assert arguments[:3] == ["conform", "--engine", "python my engine.py"]
    assert "--baseline" not in arguments
    assert (tmp_path / "github_output").read_text() == "status=1\n"
    summary = (tmp_path / "github_step_summary").read_text().splitlines()
    assert summary[0] == "### Rules of the game: engine"
    # what an engine says is text, and stays it
    assert all(line.startswith("    ") for line in summary[1:] if line)


@pytest.mark.parametrize(("status", "told"), [(1, False), (2, True)])
def test_why_nothing_could_be_checked_is_in_the_summary(status: int, told: bool, tmp_path: Path) -> None:
    check(tmp_path, status)
    summary = (tmp_path / "github_step_summary").read_text()
    assert ("    what is wrong\n" in summary) == told


def test_rulebook_and_edition_are_handed_on_where_they_are_given(tmp_path: Path) -> None:
    arguments = check(tmp_path, RULES="my rules.pdf", EDITION="comprehensive-4.0")
    assert arguments[-4:] == ["--rules", "my rules.pdf", "--edition", "comprehensive-4.0"]


def test_what_the_repository_knows_comes_before_what_the_default_branch_left(tmp_path: Path) -> None:
    kept = tmp_path / ".rulehound" / "engine.json"
    check(tmp_path)
    assert shell(KEEP, tmp_path).returncode == 0
    assert kept.read_text() == '{"new": true}\n'
    assert check(tmp_path)[-2:] == ["--baseline", ".rulehound/engine.json"]
    (tmp_path / "known.json").write_text("{}")
    assert check(tmp_path)[-2:] == ["--baseline", "known.json"]


def test_every_option_is_one_of_the_command(tmp_path: Path) -> None:
    arguments = check(tmp_path, RULES="r", EDITION="e")
    (tmp_path / "known.json").write_text("{}")
    arguments += check(tmp_path)
    command = shutil.which("rulehound", path=str(Path(sys.executable).parent))
    assert command is not None
    page = subprocess.run([command, "conform", "--help"], capture_output=True, text=True, check=True).stdout
    options = {one for one in arguments if one.startswith("--")}
    assert options
    assert options <= {*re.findall(r"--[a-z-]+", page)}


@pytest.mark.parametrize(
    ("status", "strict", "ends"),
    [(0, "false", 0), (1, "false", 1), (2, "false", 2), (3, "false", 0), (3, "true", 3)],
)
def test_what_is_new_fails_the_job_and_what_is_inconclusive_warns(
    status: int, strict: str, ends: int, tmp_path: Path
) -> None:
    ended = shell(FAIL, tmp_path, STATUS=str(status), STRICT=strict)
    assert ended.returncode == ends
    assert ("::warning" in ended.stdout) == (status == 3 and ends == 0)


@pytest.mark.parametrize(("known", "call"), [("", "--method POST"), ("17", "comments/17")])
def test_a_pull_request_has_one_comment_for_each_engine(known: str, call: str, tmp_path: Path) -> None:
    program(tmp_path / "gh", GH.replace("KNOWN", known))
    check(tmp_path)
    ended = shell(COMMENT, tmp_path, GH_TOKEN="x", NUMBER="3", REPOSITORY="me/mine")
    assert ended.returncode == 0, ended.stderr
    asked, written = (tmp_path / "calls.txt").read_text().splitlines()
    assert "repos/me/mine/issues/3/comments" in asked
    assert call in written
    assert (tmp_path / ".rulehound/comment.md").read_text().startswith("<!-- rulehound: engine -->\n")


@pytest.mark.parametrize("name", ["", "a/b", "../up", "two words", "-o", "a\nb", "$(id)"])
def test_a_name_that_no_file_can_have_is_refused_at_once(name: str, tmp_path: Path) -> None:
    ended = shell(INSTALL, tmp_path, NAME=name, ACTION=str(tmp_path), RUNNER_TEMP=str(tmp_path))
    assert ended.returncode == 2
    assert ended.stdout.startswith("::error title=Rulehound::")
    assert list(tmp_path.iterdir()) == []


def test_no_shell_reads_an_input_but_by_the_environment() -> None:
    """What a workflow puts into an input is never part of a program."""
    steps: list[dict[str, Any]] = ACTION["runs"]["steps"]
    assert [step["run"] for step in steps if "${{" in step.get("run", "")] == []


def test_the_hook_for_pre_commit_starts_the_command() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert hook["entry"].split()[:2] == ["rulehound", "conform"]
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False


def test_the_container_installs_extras_that_there_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (extras,) = re.findall(r"/src\[(.*?)\]", (ROOT / "Containerfile").read_text("utf-8"))
    assert {*extras.split(",")} <= {*project["optional-dependencies"]}
