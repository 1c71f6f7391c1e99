"""An adapter examined: the handshake, a game, what it declares, and the trials of every engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

import msgspec

from rulehound.checker.engines import EngineError, EngineLimits, EngineStartError, Misbehaviour, open_engine
from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.target import Target
from rulehound.checker.progress import Progress
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.adapter_check.declared import TRIALS, Trial
from rulehound.checker.suite.adapter_check.greeting import PLAYED, handshake, unknown_method
from rulehound.checker.suite.adapter_check.playing import new_game, whole_game
from rulehound.checker.suite.adapter_check.remarks import REMEDIES, Judged, Remark, Report, broken
from rulehound.checker.suite.adapter_check.talk import TriedAdapter, Unfit
from rulehound.checker.suite.adapter_check.unasked import unasked
from rulehound.checker.suite.trials import trials
from rulehound.spec.formats import CAPABILITIES, Handshake, Refused, Setup
from rulehound.spec.game import Game

CARDS = "card-facts"
"""The capability of an engine that can be given the cards of the checker."""

OF_EVERY_ENGINE = {
    "engine:deterministic": "let chance depend on `seed` alone, and answers on nothing but the game",
    "engine:fresh-games": "let nothing of an earlier game reach a later one",
    "engine:save-restores": "keep the whole game, chance included, apart from the one that is played on",
    "engine:ends": "end after `close` and when standard input ends, with everything that you started",
    "engine:refuses-unreadable": "refuse with error code 1 whatever you cannot read, and change nothing",
}
"""The trials of every engine, with what to do where one fails."""

RulesFor = Callable[[Sequence[str]], BoundModel]
"""The rules to try an engine by, from the editions that it follows; none: it does not say."""


def examine(
    engine: str,
    game: Game,
    rules_for: RulesFor,
    known: Collection[str],
    report: Progress,
    limits: EngineLimits,
) -> Report:
    """Try an adapter message by message; `known` are the ids of all rules.

    Raises EngineStartError where it cannot even be started.
    """
    report("handshake", 0, 1)
    greeting, remarks = handshake(TriedAdapter(engine, game, limits, known, partial(_setup, rules_for(()))))
    said = greeting or Handshake("", game.name, "", "")
    rules = rules_for([name for name in said.editions if name in game.rulesets])
    if greeting is not None and all(remark.judged is not Judged.MEND for remark in remarks):
        adapter = TriedAdapter(engine, game, limits, known, partial(_setup, rules))
        steps = _steps(greeting, game)
        for number, (name, trial) in enumerate(steps):
            report(name, number, len(steps) + 1)
            remarks += _tried(adapter, name, trial)
        report("games against each other", len(steps), len(steps) + 1)
        if not _lacks(greeting, game):
            opener = partial(open_engine, engine, game.name, limits)
            target = Target(game, rules.edition, rules.values, engine, opener, greeting)
            remarks += [_of_record(record) for record in trials(target)]
            remarks += unasked(target, [_setup(rules, number) for number in (0, 1)])
        remarks += _not_tried(greeting, game)
    return Report(
        engine=engine,
        name=quoted(said.engine),
        version=quoted(said.version),
        protocol=quoted(said.protocol),
        schema=quoted(said.schema),
        game=game.name,
        edition=rules.edition,
        remarks=remarks,
    )


def _setup(rules: BoundModel, number: int) -> Setup:
    """A legal game by its number. Raises KeyError where a fact for it is missing."""
    return msgspec.structs.replace(rules.game.setup(number, rules.values), edition=rules.edition)


def _lacks(greeting: Handshake, game: Game) -> list[str]:
    """The capabilities without which no game can be played: with the checker's cards, or those of a file."""
    needed = PLAYED if game.pool else (*PLAYED, CARDS)
    return [name for name in needed if name not in greeting.capabilities]


def _steps(greeting: Handshake, game: Game) -> list[tuple[str, Trial]]:
    """What is tried of such an engine, in order."""
    steps: list[tuple[str, Trial]] = [("unknown-method", unknown_method)]
    if not _lacks(greeting, game):
        steps += [("new-game", new_game), ("apply", whole_game)]
        for name, trial in TRIALS.items():
            if name in greeting.capabilities:
                steps.append((name, trial))
    return steps


def _tried(adapter: TriedAdapter, name: str, trial: Trial) -> Iterator[Remark]:
    """What a trial says, and how it broke off if it did."""
    try:
        yield from trial(adapter)
    except EngineStartError as error:
        remedy = "let it be started again and again"
        yield Remark(name, Judged.MEND, f"it does not start again: {error}", remedy)
    except EngineError as error:
        yield broken(name, error)
    except Refused as refusal:
        what = f"what it has to accept is refused: {quoted(str(refusal))}"
        yield Remark(name, Judged.MEND, what, "accept it, or do not list the capability")
    except Unfit as unfit:
        yield Remark(name, Judged.MEND, str(unfit), REMEDIES[Misbehaviour.MALFORMED], unfit.message)


def _of_record(record: CheckRecord) -> Remark:
    """A trial of every engine as a line about the adapter."""
    if record.verdict is Verdict.PASS:
        return Remark(record.check, Judged.FINE, record.shown)
    asked = record.verdict not in (Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE)
    judged = Judged.MEND if asked else Judged.NOT_TRIED
    remedy = OF_EVERY_ENGINE.get(record.check, "") if judged is Judged.MEND else ""
    return Remark(record.check, judged, record.explanation, remedy)


def _not_tried(greeting: Handshake, game: Game) -> Iterator[Remark]:
    """What the engine cannot, and what the trials therefore left out."""
    for name, says in CAPABILITIES.items():
        if name not in greeting.capabilities:
            yield Remark(name, Judged.NOT_TRIED, f"it does not say that it {says}")
    if missing := _lacks(greeting, game):
        what = f"no game can be played with it without {', '.join(missing)}"
        if missing == [CARDS]:
            what += "; with the cards that it has one can: give a file of them with --cards"
        yield Remark("games", Judged.NOT_TRIED, what)
