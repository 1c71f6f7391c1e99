"""What the page of a game shows: the board, what is offered and what is not, the steps with what happened."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rulehound.checker.asking.answers import ActionRuling, Answer, RuleCitation
from rulehound.checker.engines.misbehaviour import UNREADABLE
from rulehound.checker.errors import UserError
from rulehound.checker.judging.traces import Taken, action_in_words, drawn, pictured
from rulehound.checker.pipeline.ask import cited
from rulehound.checker.serving.beside import GameBeside
from rulehound.checker.serving.desk import Desk
from rulehound.checker.serving.open_game import OpenGame
from rulehound.spec.asking import Ending
from rulehound.spec.formats import Action, Observation
from rulehound.spec.reading import PLAYER, Picture

WHO = ("you", "the opponent")
"""The players, for the person who asks: the first one is that person."""

NOBODY = "nobody"


def who_decides(desk: Desk, board: Observation) -> str:
    """Who decides, in words; where several do, the one of them who is asked first."""
    return WHO[min(deciders)] if (deciders := desk.asking.deciders(board)) else NOBODY


def who_acted(desk: Desk, step: Taken) -> str:
    """Whose action a step was, in words."""
    player = step.action.get(PLAYER)
    return WHO[player] if player in (0, 1) else who_decides(desk, step.before)


@dataclass(frozen=True)
class OfferView:
    """An action that the engine offers."""

    text: str
    action: str
    """As JSON."""
    rules: Sequence[str] = ()
    """The rules that grant it, by the judge."""
    doubt: str = ""
    """What the judge says otherwise than the engine; "" where they agree."""


@dataclass(frozen=True)
class RefusalGroup:
    """Actions that are not legal for the same rules."""

    rules: Sequence[RuleCitation]
    rulings: Sequence[tuple[ActionRuling, str]]
    """Each with its action as JSON."""


@dataclass(frozen=True)
class StepView:
    """A step that was taken or refused."""

    number: int
    who: str
    text: str
    happened: Sequence[str] = ()
    """What the engine did in between, in order."""
    refused: Sequence[tuple[str, RuleCitation | None]] = ()
    """The engine's reasons, each with its rule where it names one that is known."""


@dataclass(frozen=True)
class GameView:
    """Everything that a page shows of a game."""

    svg: str
    """The board as a picture; "" where the game draws none."""
    board: str
    """The board as text."""
    ending: Ending | None
    """Who has won and why; None while the game goes on, or where the board does not show it."""
    ending_rule: RuleCitation | None
    """The rule by which the game ended, where it is a known one."""
    decides: str
    decision: str
    waiting: Sequence[str]
    offers: Sequence[OfferView]
    refusals: Sequence[RefusalGroup]
    undecided: Sequence[ActionRuling]
    """The actions of which the model cannot tell, and which the engine does not offer."""
    overview: Answer | None
    """What may be done, by the judge; None where nobody decides, or the judge cannot read the board."""
    trouble: str
    """Why there is no overview where somebody decides."""
    steps: Sequence[StepView]
    """The last one first."""
    beside: GameBeside | None
    """The game at the engine beside; None where there is none."""
    svg_beside: str


def game_view(desk: Desk, game: OpenGame) -> GameView:
    """What the page of a game shows now."""
    board, rules = game.board.observation, desk.book.game
    beside, ending = desk.beside(game), desk.asking.ending(board)
    overview, trouble = _overview(desk, game)
    rulings = overview.rulings if overview is not None else ()
    offers = list(_offers(desk, game, rulings, judged=overview is not None))
    offered = {offer.text for offer in offers}
    return GameView(
        svg=_file_of(pictured(rules, board, game.cards)),
        board=drawn(rules, board, game.cards),
        ending=ending,
        ending_rule=cited(desk.under(game.edition), ending.rule) if ending is not None else None,
        decides=who_decides(desk, board),
        decision=str(board.get(desk.words.asked) or "").replace("-", " "),
        waiting=_if_readable(lambda: rules.depiction.waiting(board, game.cards)),
        offers=offers,
        refusals=_refusals(rulings),
        undecided=[one for one in rulings if one.ruling == "unknown" and one.text not in offered],
        overview=overview,
        trouble=trouble,
        steps=list(_steps(desk, game))[::-1],
        beside=beside,
        svg_beside=_file_of(beside.picture) if beside is not None else "",
    )


def _file_of(picture: Picture | None) -> str:
    """A picture as a file of its own; "" for none."""
    if picture is None:
        return ""
    size = f'viewBox="0 0 {picture.width} {picture.height}" width="{picture.width}" height="{picture.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{picture.svg}</svg>'


def _overview(desk: Desk, game: OpenGame) -> tuple[Answer | None, str]:
    """What may be done by the judge, or why the judge cannot say."""
    try:
        return desk.overview(game), ""
    except UserError as error:
        return None, str(error)


def _offers(
    desk: Desk, game: OpenGame, rulings: Sequence[ActionRuling], *, judged: bool
) -> Iterator[OfferView]:
    """The offers of the engine in words, those in equal words with the ids of what they name. Where several
    decide at once, those of the player who is asked first."""
    board = game.board
    asked = min(desk.asking.deciders(board.observation), default=None)
    offers = [action for action in board.offers if action.get(PLAYER, asked) == asked]
    texts = [action_in_words(desk.book.game, board.observation, each, game.cards) for each in offers]
    times = Counter(texts)
    by_action = {_key(one.action): one for one in rulings}
    by_text = {one.text: one for one in rulings}
    for action, text in zip(offers, texts, strict=True):
        ruling = by_action.get(_key(desk.book.game.reader.identity(action))) or by_text.get(text)
        granting = [each.rule for each in ruling.why] if ruling is not None and ruling.ruling == "yes" else []
        doubt = ""
        if judged and ruling is not None and ruling.ruling == "no":
            doubt = f"the judge says no: {', '.join(each.rule for each in ruling.why)}"
        named = text if times[text] == 1 else f"{text} ({_arguments(action)})"
        yield OfferView(named, json.dumps(action), granting, doubt)


def _key(action: Action) -> str:
    return json.dumps(action, sort_keys=True)


def _arguments(action: Action) -> str:
    """The ids and numbers that an action names."""
    return ", ".join(str(value) for value in list(action.values())[1:])


def _refusals(rulings: Sequence[ActionRuling]) -> list[RefusalGroup]:
    """The actions that are not legal, by the rules against them."""
    groups: dict[tuple[str, ...], list[ActionRuling]] = defaultdict(list)
    for ruling in rulings:
        if ruling.ruling == "no":
            groups[tuple(each.rule for each in ruling.why)].append(ruling)
    return [
        RefusalGroup(some[0].why, [(one, json.dumps(one.action) if one.action else "") for one in some])
        for some in groups.values()
    ]


def _steps(desk: Desk, game: OpenGame) -> Iterator[StepView]:
    """The steps in words, in order."""
    rules, known = desk.book.game, desk.book.store.rules
    book = desk.under(game.edition)
    for number, (step, board) in enumerate(zip(game.steps, game.boards[1:], strict=True), 1):
        text = action_in_words(rules, step.before, step.action, game.cards)
        who = who_acted(desk, step)
        if step.refused:
            reasons = [
                (each.text or each.reason, cited(book, each.rule) if each.rule in known else None)
                for each in step.refused
            ]
            yield StepView(number, who, text, refused=reasons)
        else:
            told = partial(rules.depiction.happened, step.before, board.observation, game.cards)
            yield StepView(number, who, text, _if_readable(told))


def _if_readable(told: Callable[[], Sequence[str]]) -> Sequence[str]:
    """What is told of a board; nothing of one that a file brought and that cannot be read."""
    try:
        return told()
    except UNREADABLE:
        return ()
