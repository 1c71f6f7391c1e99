"""Pages to step through outside of a run: scenarios, witnesses between editions, stacks, counterexamples.

The boards are those of an engine that follows the scenario. If no scenario shows a state of the model, lines
of text replace the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from rulehound.checker.diagnosis.walks import cards_shown, events_between, svg_of
from rulehound.checker.engines import EngineError, engine_of, open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.model.prove.induction import InductionResult, Proof
from rulehound.checker.model.prove.stacking import StackAnswer
from rulehound.checker.model.state_lines import described, state_changes, state_lines
from rulehound.checker.report.trace_files import plain_name
from rulehound.checker.report.walk_site import CitedRule, RecordedStep, Recording, Recordings, write_walks
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.pictures import pictures_of
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.run_record import WalkCard
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.checker.suite.scenarios.showing import Sequel, followed
from rulehound.checker.suite.witnesses.differences import DifferenceWitnesses, WitnessScenarios
from rulehound.checker.suite.witnesses.files import scenario_toml
from rulehound.checker.suite.witnesses.scenarios import action_words, verdict
from rulehound.checker.wording import counted
from rulehound.spec.formats import Card, Scenario

ALSO = "so with this switch alone flipped; between the whole editions other switches have a say here"


def write_walk_pages(out: Path, book: Rulebook, walks: Recordings) -> None:
    """Write them, with the pictures of the clauses that they cite. Raises OutputError."""
    cited = {rule.name for walk in walks.walks for rule in walk.rules}
    rules = [rule for rule in book.store.rules.values() if rule.id in cited]
    write_walks(out, walks, pictures_of(book, rules) if rules else {})


def scenario_walks(book: Rulebook, sequels: Sequence[Sequel], engine: str) -> Recordings:
    """Scenarios as they went on an engine."""
    walks = [_of_scenario(book, sequel) for sequel in sequels]
    lead = [f"As engine {engine} plays them; edition {book.edition}."]
    return Recordings("Scenarios", lead, walks, _document(book))


def edition_walks(
    book: Rulebook, answers: Sequence[DifferenceWitnesses], editions: tuple[str, str]
) -> Recordings:
    """What two editions judge differently, each on the game's own engine by either edition."""
    walks, others = [], []
    with _Reference(book) as reference:
        for answer in answers:
            difference = answer.difference
            for result in answer.witnesses:
                walks.append(_of_witness(book, reference, answer, result, editions))
            if not answer.witnesses:
                others.append((f"{difference.id}: {difference.says}".rstrip(": "), answer.none))
    lead = ["The smallest situation for each difference that the model knows, by both editions."]
    return Recordings(f"{editions[0]} and {editions[1]}", lead, walks, _document(book), others)


def stack_walks(book: Rulebook, answer: StackAnswer, name: str, cards: Sequence[Card]) -> Recordings:
    """The history of a stack of these cards: the shortest legal one, or that which breaks least."""
    stops = []
    broken = list[str]()
    for number, way in enumerate(answer.history.steps, 1):
        breaks = [f"breaks {rule}, of which it does not meet {demand}" for rule, demand in way.broken]
        broken += [rule for rule, _ in way.broken]
        last = number == len(answer.history.steps)
        kind = "wrong" if breaks else "start" if number == 1 and not last else "after"
        stops.append(RecordedStep(kind, way.what, lines=breaks or ["by the rules"]))
    title = "Legal play leads to this stack" if answer.reachable else "No legal play leads to this stack"
    outcome = "legal" if answer.reachable else "not legal"
    because = f"Because of {', '.join(answer.rules)}; the history that breaks least."
    rules = _rules(book, dict.fromkeys([*answer.rules, *broken]))
    lead = [because if answer.rules else "The shortest history."]
    walk = Recording(
        name,
        title,
        stops,
        lead=lead,
        outcome=outcome,
        good=bool(answer.reachable),
        rules=rules,
        cards=[WalkCard(card.name, list(book.game.depiction.printed(card))) for card in cards],
    )
    open_question = [(name, f"not answered: {answer.reason}")] if answer.reachable is None else []
    found = [] if open_question else [walk]
    edition = f"Edition {book.edition}."
    return Recordings("How a stack came about", [edition], found, _document(book), open_question)


def proof_walks(book: Rulebook, bound: BoundModel, induction: InductionResult) -> Recordings:
    """The counterexamples to induction; what is proved is listed."""
    walks = [_of_proof(book, bound, proof) for proof in induction.proofs if proof.before]
    others = [(proof.invariant, _rest(proof)) for proof in induction.proofs if not proof.before]
    lead = [
        f"Induction proves {len(others)} of {counted(len(induction.proofs), 'invariant')}. Of the others "
        "there is a state in which every invariant holds, reached or not, and a step after which one does "
        "not."
    ]
    return Recordings("Proofs", lead, walks, _document(book), others)


def _rest(proof: Proof) -> str:
    """The verdict of a proof without a counterexample, with what it rests on."""
    rests = f"; rests on {', '.join(proof.rests_on)}" if proof.rests_on else ""
    return f"{proof.verdict}{rests}"


def _file_of(scenario: Scenario) -> str:
    """The name of a scenario's file."""
    return f"{plain_name(scenario.name.replace('/', '-').replace(':', '-'))}.toml"


class _Reference:
    """The game's own engine, opened once."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.words = book, words_of(book)
        command = engine_of(book.game, None)
        self.opener = partial(open_engine, command, book.game.name)
        self.command = command
        self.adapter = self.opener()

    def __enter__(self) -> _Reference:
        return self

    def __exit__(self, *_: object) -> None:
        self.adapter.close()

    def follow(self, scenario: Scenario, edition: str, words: Vocabulary) -> Sequel:
        """A scenario by an edition."""
        switches = self.book.game.rulesets[edition]
        bound = BoundModel(self.book.game, edition, {**self.book.values, **switches})
        return followed(target_of(bound, self.command, self.opener), self.adapter, scenario, words)


def _document(book: Rulebook) -> str:
    return f"{book.store.documents[book.hand.identified.document].title} {book.hand.version}"


def _rules(book: Rulebook, names: Mapping[str, None] | Sequence[str]) -> list[CitedRule]:
    """Rules with their clauses in the document at hand."""
    cited = []
    for name in names:
        rule = book.store.rules.get(name)
        if rule is None:
            continue
        links = [link for link in book.links_by_rule.get(name, ()) if link.places]
        clauses = [book.hand.clauses[link.places[0]] for link in links]
        places = [(each.number or each.key, each.page, each.key) for each in clauses]
        cited.append(CitedRule(name, rule.says, places))
    return cited


def _of_scenario(book: Rulebook, sequel: Sequel) -> Recording:
    scenario = sequel.run.scenario
    trouble = next((seen.trouble for seen in sequel.seen if seen.trouble), "")
    clauses = [f"{document}, {key}" for document, key in scenario.clauses.items()]
    return Recording(
        scenario.name,
        scenario.title,
        list(_scenario_stops(sequel)),
        group=scenario.id.partition("/")[0],
        lead=[f"It is what {'; '.join(clauses)} says."] if clauses else [],
        outcome="not as demanded" if trouble else "as demanded",
        good=not trouble,
        rules=_rules(book, scenario.rules),
        cards=_cards(sequel),
        files=[(_file_of(scenario), scenario_toml(scenario))],
    )


def _scenario_stops(sequel: Sequel) -> Iterator[RecordedStep]:
    """The steps of a scenario, with what the engine did in between."""
    run = sequel.run
    game, known = run.target.game, run.start.known
    before = None
    for number, seen in enumerate(sequel.seen):
        now = seen.observation
        lines = [*(f"expected: {each}" for each in seen.expected), *([seen.trouble] if seen.trouble else [])]
        svg = svg_of(game, before or now, now, known) if now else ""
        kind = "wrong" if seen.trouble else "after" if number else "start"
        happened = list[str]()
        if before and now and not seen.trouble:
            happened = events_between(game, before, now, known)
        if happened and before is not None:
            yield RecordedStep("action", seen.text, [("Before it", svg_of(game, before, before, known))])
            yield from (RecordedStep("between", line) for line in happened)
        text = "Given" if not number else f"After: {seen.text}" if happened else seen.text
        caption = "What changed is marked in red" if number else "The start"
        yield RecordedStep(kind, text, [(caption, svg)], lines)
        before = now or before


def _cards(sequel: Sequel) -> list[WalkCard]:
    shown = [seen.observation for seen in sequel.seen if seen.observation]
    return cards_shown(sequel.run.target.game, shown, sequel.run.start.known)


def _of_witness(
    book: Rulebook,
    reference: _Reference,
    answer: DifferenceWitnesses,
    result: WitnessScenarios,
    editions: tuple[str, str],
) -> Recording:
    """A situation, the action, and what either edition makes of it, beside each other."""
    difference, witness = answer.difference, result.witness
    situation = witness.situation
    cards = list[WalkCard]()
    boards = list[tuple[str, str]]()
    given = list[tuple[str, str]]()
    outcomes = []
    for edition, judgement in zip(editions, witness.judgements, strict=True):
        said = verdict(judgement)
        paths = witness.differs or tuple(judgement.after)
        after = {path: judgement.after[path] for path in paths}
        before = {path: situation.before[path] for path in paths if path in situation.before}
        changes = state_changes(before, after) if before else state_lines(after)
        outcomes.append("; ".join([f"{edition}: {said}", *(changes if judgement.legal else ())]))
        scenario = next((each for each in result.scenarios if edition in each.editions), None)
        if scenario is None:
            continue
        try:
            sequel = reference.follow(scenario, edition, reference.words)
        except EngineError:
            continue
        shown = [stop for stop in _scenario_stops(sequel) if stop.boards]
        if shown:
            given = given or list(shown[0].boards)
            boards.append((f"{edition}: {said}", shown[-1].boards[0][1]))
            cards = cards or _cards(sequel)
    settings = [f"{name} {value}" for name, value in situation.settings.items()]
    parameters = [f"{name}: {described(value)}" for name, value in situation.parameters.items()]
    stops = [
        RecordedStep("start", "The situation", given, [*settings, *result.position]),
        RecordedStep("wrong", action_words(witness), boards, [*parameters, *outcomes]),
    ]
    readings = [(edition, difference.reading(edition)) for edition in editions]
    told = [f"{edition}: {reading.name}. {reading.says}".strip() for edition, reading in readings]
    lead = [*told, *([] if witness.whole else [f"{ALSO[:1].upper()}{ALSO[1:]}."])]
    lead += [f"No scenario puts it to an engine: {result.no_scenario}."] if result.no_scenario else []
    return Recording(
        f"{difference.id}-{situation.action}",
        f"{difference.says.rstrip('.') or difference.id}: {action_words(witness)}",
        stops,
        lead=lead,
        rules=_rules(book, dict.fromkeys(each.rule for each in witness.judgements)),
        cards=cards,
        files=[(_file_of(each), scenario_toml(each)) for each in result.scenarios],
    )


def _of_proof(book: Rulebook, bound: BoundModel, proof: Proof) -> Recording:
    """A state in which every invariant holds, the step, and what it changes."""
    arguments = [f"{name}: {described(value)}" for name, value in proof.parameters.items()]
    stops = [
        RecordedStep("start", "A state in which every invariant holds", lines=state_lines(proof.before)),
        RecordedStep("wrong", proof.action, lines=[*arguments, *state_changes(proof.before, proof.after)]),
    ]
    rules = bound.game.model().invariants[proof.invariant].rules
    lead = [f"Induction does not prove it{f'; {proof.reason}' if proof.reason else ''}."]
    cited = _rules(book, rules)
    return Recording(
        proof.invariant, proof.invariant, stops, lead=lead, outcome=proof.verdict, good=False, rules=cited
    )
