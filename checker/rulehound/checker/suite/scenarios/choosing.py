"""The scenarios that a user names: by files, folders, ids, or beginnings of ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rulehound.checker.errors import UserError
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.spec.documents.store import read_scenarios
from rulehound.spec.formats import Scenario


def chosen_scenarios(book: Rulebook, names: Sequence[str]) -> list[Scenario]:
    """The scenarios named, in that order; all of the spec where none is. Raises UserError and SpecError."""
    if not names:
        return list(book.store.scenarios)
    return [scenario for name in names for scenario in _named(book, name)]


def _named(book: Rulebook, name: str) -> Iterator[Scenario]:
    path = Path(name)
    if path.is_file() or name.endswith(".toml"):
        yield from read_scenarios(path, book.store, tuple(book.game.rulesets))
        return
    if name and path.is_dir():
        files = sorted(set(path.rglob("*.toml")) - set(path.rglob(Path(SCENARIO_WORDS).name)))
        if not files:
            raise UserError(f"{name} holds no scenario", "name a folder that holds some")
        for file in files:
            yield from read_scenarios(file, book.store, tuple(book.game.rulesets))
        return
    exact = [s for s in book.store.scenarios if name in (s.id, s.name)]
    matches = exact or [s for s in book.store.scenarios if s.id.startswith(name)]
    if not matches or not name:
        raise UserError(
            f"{name} is neither a file nor the id of a scenario", "name a file, or an id or its beginning"
        )
    yield from matches


def why_not_run(scenario: Scenario, edition: str) -> str:
    """The reason why a case is not put to an engine under an edition; "" where it is."""
    if scenario.not_executable:
        return scenario.not_executable
    if scenario.editions and edition not in scenario.editions:
        return f"it holds under {', '.join(scenario.editions)}, not under {edition}"
    return ""
