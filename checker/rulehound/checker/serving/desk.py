"""The desk of the judge: an engine that plays, a rulebook that answers, and ways to open games."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from rulehound.checker.asking.answers import Answer
from rulehound.checker.asking.position_text import NAME, PositionText
from rulehound.checker.asking.questions import AskedQuestion, read_question
from rulehound.checker.asking.sources import typed
from rulehound.checker.diagnosis.as_scenario import given_of
from rulehound.checker.engines import EngineError
from rulehound.checker.engines.misbehaviour import UNREADABLE, quoted
from rulehound.checker.errors import UserError
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start, Taken
from rulehound.checker.pipeline.ask import answer
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.serving.beside import EngineBeside, GameBeside
from rulehound.checker.serving.editing import as_typed
from rulehound.checker.serving.open_game import (
    GameBoard,
    OpenGame,
    TypedPosition,
    begun,
    played_on,
    with_step,
    without_last,
)
from rulehound.checker.serving.shown_position import UNKNOWN_CARD, left_out, named, shown_position
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.choosing import why_not_run
from rulehound.checker.suite.scenarios.given import BadScenario, Cards, UnknownFact, Vocabulary
from rulehound.checker.suite.scenarios.running import begin
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ExpectationFailed, ScenarioRun
from rulehound.checker.suite.scenarios.steps import take_step
from rulehound.spec.asking import Asking
from rulehound.spec.formats import Action, Adapter, Card, Observation, Refused, Scenario
from rulehound.spec.reading import PLAYER

SOURCE = "position"
"""What a typed position is called in messages."""

FACTS = "more facts"
"""What the facts beside it are called."""

WHAT = "what may be done now"
"""The question that the page of a game asks by itself."""

LONGEST_TEXT = 20_000
"""Characters of a typed position, and of the facts beside it."""

HIGHEST_SEED = 10**9

OPPONENT = 1
"""The player who is not the person at the pages."""

NOT_TAKEN = (ExpectationFailed, CannotTell, BadScenario, UnknownFact, Refused, EngineError)
"""What keeps a scenario from going on."""


class EditablePosition(NamedTuple):
    """A board as it could be typed."""

    typed: TypedPosition
    left_out: Sequence[str]
    """The places of the board that it does not say."""


@dataclass(frozen=True)
class Desk:
    """Opens games, carries out what is tried in them, and answers questions about them."""

    book: Rulebook
    asking: Asking
    target: Target
    """The engine that plays."""
    adapter: Adapter
    """The same, open."""
    companion: EngineBeside | None = None
    """Another engine, which is asked the same games."""

    @cached_property
    def words(self) -> Vocabulary:
        """The words of scenarios."""
        return words_of(self.book)

    @property
    def editions(self) -> list[str]:
        """The editions that a game can be played by, oldest first."""
        return [name for name in self.book.game.rulesets if name in self.target.greeting.editions]

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios of the suite that begin with a game, by name."""
        return {
            one.name: one
            for one in self.book.store.scenarios
            if not one.not_executable and "deck" not in one.given
        }

    def under(self, edition: str) -> Rulebook:
        """The rulebook under an edition. Raises UserError for one that the engine does not play by."""
        if edition not in self.editions:
            raise UserError(f"there is no edition {edition!r}", f"choose one of {', '.join(self.editions)}")
        return replace(self.book, edition=edition)

    def typed(self, text: str, facts: str, edition: str) -> OpenGame:
        """A game at a position that was typed. Where the engine cannot take it, it can still be asked about.

        Raises UserError and EngineError.
        """
        book, title = self.under(edition), "A typed position"
        if max(len(text), len(facts)) > LONGEST_TEXT:
            raise UserError(f"{SOURCE}: it is longer than {LONGEST_TEXT:,} characters", "make it shorter")
        asked = replace(typed(book, self.asking, text, SOURCE, read_facts(facts)), edition=edition)
        as_typed, why = TypedPosition(text, facts), ""
        for position in (asked.given, self._with_cards_for_numbers(asked.given)):
            try:
                game = self.given({"position": position}, edition, title)
            except (Refused, UserError) as error:
                why = error.what if isinstance(error, UserError) else str(error)
            else:
                made_up = position is not asked.given
                return replace(game, made_up=made_up, typed=as_typed, asked=asked)
        boards = (GameBoard(asked.observation),)
        return OpenGame(title, edition, asked.cards, boards, typed=as_typed, asked=asked, unplayable=why)

    def _with_cards_for_numbers(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """A position in which cards lie where it only counts them, for engines that have to know them."""
        counted = [area.key for area in self.asking.position.areas.values() if area.counted]
        seats = {
            side: {
                key: self._some_cards(key, there) if key in counted and isinstance(there, int) else there
                for key, there in position[side].items()
            }
            for side in self.asking.position.sides
            if side in position
        }
        return {**position, **seats}

    def _some_cards(self, area: str, number: int) -> list[dict[str, Any]]:
        """So many cards that nobody has named, of the sort that fills this area."""
        sort = self.words.fillers.get(area, self.words.card.default)
        some = {NAME: UNKNOWN_CARD, "copy": UNKNOWN_CARD, self.words.card.by: sort}
        return [{**some, "count": number}] if number else []

    def scenario(self, name: str, steps: int, edition: str) -> OpenGame:
        """A game at a scenario of the suite, after so many of its steps. Raises UserError and EngineError."""
        book, scenario = self.under(edition), self.scenarios.get(name)
        if scenario is None:
            raise UserError(f"there is no scenario {name!r}", "choose one of the list")
        if why := why_not_run(scenario, edition):
            raise UserError(f"{name}: {why}", "choose that edition")
        if not 0 <= steps <= len(scenario.steps):
            raise UserError(f"{name} has {len(scenario.steps)} steps, not {steps}", "choose fewer")
        target = replace(self.target, edition=edition, values=book.values)
        run = ScenarioRun(target, scenario, self.words, self.adapter, Cards(self.words, {}))
        try:
            begin(run)
            for step in scenario.steps[:steps]:
                take_step(run, step)
        except NOT_TAKEN as error:
            what = f"{name} cannot be played to that step: {error}"
            raise UserError(what, "choose an earlier step") from None
        game = self.given(scenario.given, edition, f"{name}: {scenario.title}")
        for taken in run.taken:
            game = with_step(self.adapter, game, taken.action)
        return game

    def new_game(self, seed: int, edition: str) -> OpenGame:
        """A new game with the game's own cards. The seed alone decides their order, so it is the same game on
        every engine. Raises UserError and EngineError."""
        chance, words = random.Random(checked_seed(seed)), self.words
        try:
            setup = self.book.game.setup(seed, self.under(edition).values)
        except KeyError as fact:
            raise UserError(
                f"the fact {fact.args[0]} has no value", "give a document that states it"
            ) from None
        piles = [{name: list(pile) for name, pile in deck.piles.items()} for deck in setup.decks]
        for deck in piles:
            for pile in deck.values():
                chance.shuffle(pile)
        first = setup.first if setup.first is not None else seed % len(words.sides)
        order = {"seed": seed, "ordered": True, "first": words.sides[first]}
        given = {
            "cards": {card.number: self._requirement(card) for card in setup.cards},
            "new_game": {**order, **dict(zip(words.sides, piles, strict=False))},
        }
        return self.given(given, edition, f"A new game, seed {seed}")

    def _requirement(self, card: Card) -> dict[str, Any]:
        """What a scenario requires of a card that is exactly like this one."""
        usual = self.words.card.facts[card.facts.get(self.words.card.by, self.words.card.default)]
        without = [fact for fact in usual if fact not in card.facts]
        return {NAME: card.name, **card.facts, **({"without": without} if without else {})}

    def given(self, given: Mapping[str, Any], edition: str, title: str) -> OpenGame:
        """A game that begins as a scenario is given it. Raises UserError, Refused and EngineError."""
        book = self.under(edition)
        try:
            arranged = arrange(Scenario(title, title, (), given=given), book.bound, self.words)
        except (BadScenario, UnknownFact) as error:
            raise UserError(str(error), "mend it") from None
        if arranged.deck is not None:
            raise UserError(f"{title} is about a deck, and not about a game", "choose another")
        return begun(self.adapter, replace(arranged.start, edition=edition), title, given)

    def tried(self, game: OpenGame, action: Action) -> OpenGame:
        """The game after an attempt; a random opponent goes on then. Raises UserError and EngineError."""
        after = with_step(self.adapter, game, action)
        if after.opponent_seed is None or after.steps[-1].refused:
            return after
        return self.opponent_played(after, after.opponent_seed)

    def undone(self, game: OpenGame) -> OpenGame:
        """The game before the last step. Raises UserError."""
        return without_last(game, self._by_opponent)

    def opponent_played(self, game: OpenGame, seed: int) -> OpenGame:
        """The game after random actions of the opponent, until the other player decides."""
        return played_on(
            self.adapter, game, checked_seed(seed), lambda board: not self._opponent_decides(board), OPPONENT
        )

    def _by_opponent(self, step: Taken) -> bool:
        player = step.action.get(PLAYER)
        return self._opponent_decides(step.before) if player is None else bool(player == OPPONENT)

    def _opponent_decides(self, observation: Observation) -> bool:
        return OPPONENT in self.asking.deciders(observation)

    def played_out(self, game: OpenGame, seed: int) -> OpenGame:
        """The game after random actions of both players, to its end."""
        return played_on(self.adapter, game, checked_seed(seed), lambda _: False)

    def editable(self, game: OpenGame) -> TypedPosition | None:
        """Where a game began, as it was typed or could be; None where the words do not suffice."""
        if game.typed is not None or game.given is None:
            return game.typed
        book = self.under(game.edition)
        position = as_typed(game.given, self.asking, self.words, book.values)
        try:
            if position is not None:
                typed(book, self.asking, position.text, SOURCE, read_facts(position.facts))
        except UserError:  # a scenario may be given what positions that people type may not say
            return None
        return position

    def as_it_stands(self, game: OpenGame) -> EditablePosition | None:
        """The board of a game now as it could be typed, and what that does not say; None where the words do
        not suffice. Raises EngineError."""
        observation, by = game.board.observation, self.book.game.side_by_side
        book = self.under(game.edition)
        try:
            unnamed = [number for number, name in named(game.cards).items() if not name]
            position = shown_position(observation, self.asking.position, self.words.players, unnamed)
            start = Start(position=position, cards=list(game.cards.values()), edition=game.edition)
            given = given_of(start, self.words)
            typed = as_typed(given, self.asking, self.words, book.values) if given else None
            if typed is None or by is None:
                return None
            again = self.typed(typed.text, typed.facts, game.edition)
        except (UserError, *UNREADABLE):
            return None
        known = (game.cards, again.cards)
        places = left_out(game.board, again.board, by, self.words, known)
        return EditablePosition(typed, [self.book.game.depiction.seated(place) for place in places])

    def by_edition(self, game: OpenGame, edition: str) -> OpenGame:
        """The same game under another edition, up to the first step that is refused there.

        Raises UserError where it is not known how the game began.
        """
        if game.typed is not None:
            other = self.typed(game.typed.text, game.typed.facts, edition)
        elif game.given is not None:
            other = self.given(game.given, edition, game.title)
        else:
            raise UserError(
                "it is not known how this game began", "ask by the edition that it was saved under"
            )
        for step in game.steps:
            if other.unplayable or (other.steps and other.steps[-1].refused):
                break
            if not step.refused:
                other = with_step(self.adapter, other, step.action)
        return replace(other, title=game.title)

    def answer(self, game: OpenGame, question: str) -> Answer:
        """The answer to a question about the board now, by the edition of the game. Raises UserError."""
        position = game.asked if game.asked is not None and not game.steps else game.position
        with unreadable_is_told():
            return answer(self.under(game.edition), read_question(question), position)

    def overview(self, game: OpenGame) -> Answer | None:
        """What may be done now, and what not; None where nobody decides. Raises UserError."""
        deciders = self.asking.deciders(game.board.observation)
        if not deciders:
            return None
        with unreadable_is_told():
            return answer(self.under(game.edition), AskedQuestion(WHAT, "what", min(deciders)), game.position)

    def beside(self, game: OpenGame) -> GameBeside | None:
        """The game at the engine beside; None where there is none."""
        if self.companion is None:
            return None
        return self.companion.of(game, self.under(game.edition).bound, self.words)

    def with_card(self, text: str, facts: str, card: Mapping[str, str]) -> tuple[str, str]:
        """A typed position and the facts beside it with one card more.

        `card` has `side`, `area`, `name`, `attributes`, and `facts` as TOML. Raises UserError.
        """
        name, attributes = card["name"].strip(), card["attributes"].strip()
        if not name:
            raise UserError("the card has no name", "give it one")
        quoted = '"' + name.replace('"', '""') + '"'
        item = f"{card['side']}: {card['area']} {quoted}{f'({attributes})' if attributes else ''}"
        PositionText(self.asking.position, self.words.printed, "card").read(item)
        own = _toml(card["facts"])
        more = f"[{toml_key(name)}]\n{card['facts'].strip()}" if own else ""
        every = "\n\n".join(filter(None, [facts.strip(), more]))
        if own and _toml(every).get(name) != own:
            raise UserError(f"{FACTS} of {name} are in tables of their own", "write them in one line each")
        read_facts(every)
        return "\n".join(filter(None, [text.rstrip().rstrip(";"), item])), every


@contextmanager
def unreadable_is_told() -> Iterator[None]:
    """Turn errors in reading a board, which a file may have brought, into an error of the user."""
    try:
        yield
    except UNREADABLE as error:
        what = f"the board cannot be read: {type(error).__name__}: {quoted(str(error))}"
        raise UserError(what, "begin with another position") from None


def checked_seed(seed: int) -> int:
    """A seed. Raises UserError for one that is out of range."""
    if not 0 <= seed <= HIGHEST_SEED:
        raise UserError(f"{seed} is not a seed", f"give a number from 0 to {HIGHEST_SEED:,}")
    return seed


def read_facts(text: str) -> dict[str, dict[str, Any]]:
    """Facts of cards by their names, from TOML. Raises UserError."""
    facts = _toml(text)
    for name, own in facts.items():
        if not isinstance(own, dict):
            raise UserError(
                f"{FACTS}: {name!r} is not a table of facts", f"write {toml_key(name)} in brackets"
            )
    return facts


def _toml(text: str) -> dict[str, Any]:
    """The table that a text of TOML is. Raises UserError."""
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UserError(f"{FACTS}: {error}", "docs/effects.md says how effects are written") from None


def toml_key(name: str) -> str:
    """A name as a key of TOML."""
    escaped = "".join(f"\\u{ord(c):04x}" if c in '"\\' or not c.isprintable() else c for c in name)
    return f'"{escaped}"'
