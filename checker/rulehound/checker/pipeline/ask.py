"""Answering a question: by one edition of the rules, and by the editions that rule otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from rulehound.checker.asking.answers import (
    ANSWER_FORMAT,
    ActionRuling,
    Answer,
    OtherRulings,
    RuleCitation,
    RulesDifference,
    StatedIn,
)
from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.questions import AskedQuestion
from rulehound.checker.asking.rulings import Ruler, outline, overall
from rulehound.checker.errors import UserError
from rulehound.checker.judging.traces import drawn
from rulehound.checker.pipeline.linked import picture_of
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.spec.asking import Asking
from rulehound.spec.documents.differences import RuleDifference, RuleReading, load_differences

NO_GAME = "no game comes to this position, by"
EMPTY = "taken to be empty, since the position does not say:"
USUAL = "taken to lie there, since the position does not say:"
TEXTS = "the effects of the cards here are not part of the answer: the model does not read them"


def asking_of(book: Rulebook) -> Asking:
    """The words of the game for questions. Raises UserError where it has none."""
    if book.game.asking is None:
        raise UserError(f"{book.game.title} has no words for questions", "ask about another game")
    return book.game.asking


def answer(book: Rulebook, question: AskedQuestion, position: AskedPosition) -> Answer:
    """The answer by the edition of the rulebook, with the editions that differ. Raises UserError."""
    rules = book.complete_model()
    by_edition = {}
    alike: dict[tuple[object, ...], list[str]] = {}
    for edition, switches in book.game.rulesets.items():
        under = BoundModel(book.game, edition, {**book.values, **switches})
        by_edition[edition] = _rulings(under, replace(book, edition=edition), question, position)
        alike.setdefault(tuple(map(outline, by_edition[edition])), []).append(edition)
    rulings = by_edition[book.edition]
    same = [edition for edition in alike.pop(tuple(map(outline, rulings))) if edition != book.edition]
    others = [
        OtherRulings(one, by_edition[one[-1]], _because(book, one[-1], rulings, question, position))
        for one in alike.values()
    ]
    notes = [] if book.game.reader.models_whole(position.cards.values(), {}) else [TEXTS]
    if question.kind == "happens" and position.empty:
        notes.append(f"{EMPTY} {'; '.join(position.empty)}")
    if question.kind == "happens" and position.usual:
        notes.append(f"{USUAL} {'; '.join(position.usual)}")
    for rule in position.impossible(rules):
        notes.append(f"{NO_GAME} {rule}: {book.store.rules[rule].says}")
    board = drawn(book.game, position.observation, position.cards)
    return Answer(
        ANSWER_FORMAT, question.text, book.edition, overall(rulings), rulings, board, others, same, notes
    )


def _rulings(
    rules: BoundModel, book: Rulebook, question: AskedQuestion, position: AskedPosition
) -> list[ActionRuling]:
    return Ruler.by(rules, position, partial(cited, book)).rulings(question)


def cited(book: Rulebook, rule: str) -> RuleCitation:
    """A rule in our own words, with its clauses: first those of documents that state the edition, then those
    of the document at hand."""
    entry, here = book.store.rules[rule], book.hand.identified.edition[0]
    links = book.links_by_rule.get(rule, ())
    clauses = [book.hand.clauses[link.places[0]] for link in links if link.places]
    numbers = list(dict.fromkeys(clause.number or clause.key for clause in clauses))
    pages = sorted({clause.page for clause in clauses})
    title = book.store.documents[here].title
    hand = [StatedIn(title, book.hand.version, numbers, pages)] if numbers else []
    own = []
    for source in entry.sources:
        document = book.store.documents[source.document]
        if source.document == here or document.translates:
            continue
        for edition in document.by_age[::-1]:
            keys = source.clauses(edition.version)
            if keys and edition.ruleset == book.edition:
                own.append(StatedIn(document.title, edition.version, keys))
                break
    states_it = book.hand.identified.ruleset == book.edition
    return RuleCitation(rule, entry.says, [*hand, *own] if states_it else [*own, *hand])


def _because(
    book: Rulebook,
    edition: str,
    rulings: Sequence[ActionRuling],
    question: AskedQuestion,
    position: AskedPosition,
) -> list[RulesDifference]:
    """The differences between the rulebook's edition and another one that alone change the rulings."""
    differences = load_differences(book.game.directory, book.game.rulesets, book.store.clauses)
    because = []
    for difference in differences.between(book.edition, edition):
        if not difference.switch:
            continue
        switched = {difference.switch: book.game.rulesets[edition][difference.switch]}
        rules = BoundModel(book.game, edition, {**book.values, **switched})
        if list(map(outline, rulings)) != list(map(outline, _rulings(rules, book, question, position))):
            because.append(_in_words(book, difference, edition))
    return because


def _in_words(book: Rulebook, difference: RuleDifference, edition: str) -> RulesDifference:
    here, there = (difference.reading(each) for each in (book.edition, edition))
    return RulesDifference(difference.id, difference.says, _reading(book, here), _reading(book, there))


def _reading(book: Rulebook, reading: RuleReading) -> str:
    """A reading with its clauses."""
    places = []
    for document, keys in reading.clauses.items():
        name, _, version = document.partition("@")
        places.append(f"{book.store.documents[name].title} {version}, {', '.join(keys)}")
    return f"{reading.says} ({'; '.join(places)})" if places else reading.says


def picture_of_answer(book: Rulebook, answered: Answer) -> bytes:
    """The pages with the clauses of the document at hand that the rulings rest on. Raises UserError."""
    return picture_of_rules(book, [cite.rule for ruling in answered.rulings for cite in ruling.why])


def picture_of_rules(book: Rulebook, rules: Sequence[str]) -> bytes:
    """The pages with the clauses of the document at hand that rules rest on. Raises UserError."""
    links = [link for rule in dict.fromkeys(rules) for link in book.links_by_rule.get(rule, ())]
    places = [key for link in links for key in link.places[:1]]
    clauses = [book.hand.clauses[key] for key in dict.fromkeys(places)]
    return picture_of(book.hand.document, "the answer", clauses)
