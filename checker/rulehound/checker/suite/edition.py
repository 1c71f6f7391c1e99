"""The edition of the rules by which an engine is judged, and how it was determined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from rulehound.checker.judging.target import Target
from rulehound.checker.records import Verdict
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.spec.formats import Handshake, Scenario
from rulehound.spec.game import Game


@dataclass(frozen=True)
class EditionChoice:
    """The edition that an engine is judged by, and why."""

    edition: str
    reason: str
    """Why it is this one, as the end of a sentence: "as asked for", "as the engine says"."""
    answers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Edition to two counts of the scenarios that hold in some editions alone: met by the engine, and not
    met.
    """


def newest(game: Game) -> str:
    """The newest edition of a game, which stands last in it."""
    return list(game.rulesets)[-1]


def said(game: Game, asked: str | None, greeting: Handshake) -> EditionChoice | None:
    """The edition that a user asks for, else the newest that the engine names; None where neither says."""
    if asked is not None:
        unknown = greeting.editions and asked not in greeting.editions
        silent = ", which the engine says it does not follow: nothing is asked of it" if unknown else ""
        return EditionChoice(asked, f"as asked for{silent}")
    named = [edition for edition in game.rulesets if edition in greeting.editions]
    if not named:
        return None
    others = f", the newest of the {len(named)} that it names" if len(named) > 1 else ""
    return EditionChoice(named[-1], f"as the engine says{others}")


def found_by_witnesses(target: Target, scenarios: Sequence[Scenario], words: Vocabulary) -> EditionChoice:
    """The edition with which an engine that names none agrees best; the newest of several that agree equally.

    `scenarios` are those that do not hold in all editions. The engine is given the newest edition in every
    message, whatever the target names. Raises EngineStartError.
    """
    game, announced = target.game, newest(target.game)
    agreeing, broken = dict.fromkeys(game.rulesets, 0), dict.fromkeys(game.rulesets, 0)
    for edition in game.rulesets:
        asked = [scenario for scenario in scenarios if scenario.editions[0] == edition]
        by_edition = replace(target.under(edition), edition=announced)
        anywhere = [msgspec.structs.replace(scenario, editions=()) for scenario in asked]
        for scenario, record in zip(asked, run_scenarios(by_edition, anywhere, words), strict=True):
            for holds in scenario.editions:
                agreeing[holds] += record.verdict is Verdict.PASS
                broken[holds] += record.verdict is Verdict.VIOLATION
    answers = {edition: (agreeing[edition], broken[edition]) for edition in game.rulesets}
    if not any(agreeing.values()):
        return EditionChoice(
            announced, "the newest: the engine names none, and no witness tells which one it follows", answers
        )
    # the share of situations agreed on, by Laplace's rule of succession: each edition is asked about another
    # number of situations, and a few of them are not to outweigh many
    agreement = {
        edition: (agreed + 1) / (agreed + differed + 2) for edition, (agreed, differed) in answers.items()
    }
    best = [edition for edition in game.rulesets if agreement[edition] == max(agreement.values())]
    agreed, differed = answers[best[-1]]
    alike = f", the newest of {len(best)} that fit equally" if len(best) > 1 else ""
    of = f"{agreed} of {agreed + differed} situations"
    how = f"which it agrees with in {of} that editions judge differently"
    return EditionChoice(best[-1], how + alike, answers)
