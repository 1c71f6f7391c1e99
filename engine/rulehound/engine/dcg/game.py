"""A game that can be played: the engine's public face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rulehound.engine.dcg import deck
from rulehound.engine.dcg.actions import Action, Move, read_action
from rulehound.engine.dcg.cards import read_cards
from rulehound.engine.dcg.decisions import conducts, legal_actions, reasons_against
from rulehound.engine.dcg.editions import DEFAULT_EDITION, rules_of
from rulehound.engine.dcg.effects import generic
from rulehound.engine.dcg.effects.changes import look
from rulehound.engine.dcg.flow import advance
from rulehound.engine.dcg.main_phase.quoting import quote
from rulehound.engine.dcg.observation import observe
from rulehound.engine.dcg.position import read_position
from rulehound.engine.dcg.reasons import IllegalAction
from rulehound.engine.dcg.save import restored, saved
from rulehound.engine.dcg.state import PLAYERS, Decision, Match, State, copied, fingerprint, position_of
from rulehound.engine.dcg.turns.setup import new_state
from rulehound.engine.playing import Past, PlayedGame
from rulehound.spec.formats import Card, Deck, Observation, Position, Quote, Reason, Refused, Setup


class Game(PlayedGame[State]):
    """A game of two players, known as 0 and 1. Equal games hash equal; a clone costs the same however long
    the game is.

    A state is never changed once an action has been carried out: `apply` and `effect` work on a copy, and
    `undo` goes back to the very state that there was before. All chance comes from the seed of the setup.
    """

    __slots__ = ("reports",)

    def __init__(self, state: State, past: Past[State] = None, *, reports: bool = False) -> None:
        """With `reports` the events tell each time that effects change what something amounts to."""
        super().__init__(state, past)
        self.reports = reports

    @classmethod
    def new(cls, setup: Setup) -> Game:
        """A new game, up to its first decision.

        Raises Refused, with every reason, where a card, a deck or the setup is not in order.
        """
        rules = rules_of(setup.edition)
        pool = read_cards(setup.cards)
        if len(setup.decks) != len(PLAYERS):
            raise Refused([Reason("wrong-number-of-decks", "game.players", "a game takes two decks")])
        if setup.first not in (None, *PLAYERS):
            raise Refused([Reason("no-such-player", "game.players", "the first player is 0 or 1")])
        decks = [given.piles for given in setup.decks]
        reasons = [
            msgspec.structs.replace(reason, text=f"deck of player {player}: {reason.text}")
            for player, piles in enumerate(decks)
            for reason in deck.reasons_against(pool, piles, rules)
        ]
        if reasons:
            raise Refused(reasons)
        edition = setup.edition or DEFAULT_EDITION
        return cls._begun(new_state(pool, decks, edition, setup.seed, setup.first, ordered=setup.ordered))

    @classmethod
    def at(cls, cards: Sequence[Card], position: Position, edition: str = "", seed: int = 0) -> Game:
        """A game that stands at a position. Raises Refused where the position makes no sense."""
        rules_of(edition)
        return cls._begun(read_position(read_cards(cards), position, edition or DEFAULT_EDITION, seed))

    @classmethod
    def restore(cls, token: Any) -> Game:
        """The game that a token of `save` holds. Raises Refused where it is none, or of another version."""
        return cls(restored(token))

    @classmethod
    def _begun(cls, state: State) -> Game:
        advance(state)
        return cls(state)

    def save(self) -> dict[str, Any]:
        """A token in plain JSON values, from which `restore` makes the same game, without its past."""
        return saved(self.state)

    def clone(self) -> Game:
        """An independent game in the same state, with the same past."""
        return Game(self.state, self._past, reports=self.reports)

    def legal_actions(self) -> list[Action]:
        """All actions of the player who decides, in an order that depends on the state alone.

        Empty when the game is over, and only then.
        """
        return legal_actions(self.state)

    def reasons_against(self, action: Action | Mapping[str, Any]) -> IllegalAction | None:
        """What `apply` would raise, without trying; None for a legal action."""
        try:
            reasons = reasons_against(self.state, as_move(action))
        except IllegalAction as unreadable:
            return unreadable
        return IllegalAction(reasons) if reasons else None

    def quote(self, action: Action | Mapping[str, Any]) -> Quote:
        """What an action would cost, and whether that could be paid. Raises Refused where it has no cost."""
        return quote(self.state, as_move(action))

    def apply(self, action: Action | Mapping[str, Any]) -> None:
        """Carry out an action, and everything that follows from it up to the next decision.

        An action is one of `legal_actions`, or its JSON form: `{"action": "play", "card": "a17"}`. Raises
        IllegalAction, with every reason, where the action is not legal; nothing has changed then.
        """
        move = as_move(action)
        reasons = reasons_against(self.state, move)
        if reasons:
            raise IllegalAction(reasons)
        state = copied(self.state)
        state.decision, state.events = None, ()
        conducts(state)[type(move)].carry_out(state, move)
        if state.decision is None:  # nobody has been asked anything in the course of it
            state.decider = None
        self._go_on(state, move)

    def effect(self, effect: generic.Effect | Mapping[str, Any]) -> None:
        """Let the effect of some card resolve, in the main phase with nothing pending.

        It is for trying things out, or for cards whose text is not data: `{"effect": "memory", "player": 0,
        "amount": 2}`, or `dp` or `delete` with a `target`. Raises IllegalAction where it cannot.
        """
        resolving = generic.read_effect(effect) if isinstance(effect, Mapping) else effect
        reasons = list(generic.why_not(self.state, resolving))
        if reasons:
            raise IllegalAction(reasons)
        state = copied(self.state)
        state.decision = state.decider = None
        state.events = ()
        generic.RESOLVE[type(resolving)](state, resolving)
        self._go_on(state, resolving)

    def _go_on(self, state: State, done: Action | generic.Effect) -> None:
        advance(state, look(self.state) if self.reports and not state.match.plain else None)
        self.moved(state, done)

    def observe(self) -> Observation:
        """The game as it stands, hidden cards included."""
        return observe(self.state)

    @property
    def decider(self) -> int | None:
        """The player who decides now; None when the game is over."""
        return self.state.decider

    @property
    def decision(self) -> Decision | None:
        """What that player decides: "main", "block", "target" …; None when the game is over."""
        return self.state.decision

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase == "over"

    @property
    def winner(self) -> int | None:
        """Who has won; None while the game goes on, and where it has ended in a draw."""
        return self.state.winner

    def __repr__(self) -> str:
        state = self.state
        doing = "over" if self.over else f"player {state.decider} decides: {state.decision}"
        return f"<game of {state.match.edition}, turn {state.turn_number}, {doing}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and position_of(self.state) == position_of(other.state)
            and is_alike(self.state.match, other.state.match)
        )

    def __hash__(self) -> int:
        return fingerprint(self.state)


def is_alike(one: Match, other: Match) -> bool:
    """Whether two games are of the same cards, edition and chance."""
    if one is other:
        return True
    same = (one.edition, one.seed, one.numbers) == (other.edition, other.seed, other.numbers)
    return same and one.facts == other.facts


def as_move(action: Action | Mapping[str, Any]) -> Action:
    """An action, read where it is in its JSON form. Raises IllegalAction where there is no such action."""
    return action if isinstance(action, Move) else read_action(action)


def validate_deck(cards: Sequence[Card], deck_: Deck, edition: str = "") -> tuple[Reason, ...]:
    """Every reason for which a deck is not legal; empty where it is. Raises Refused for bad cards."""
    return deck.reasons_against(read_cards(cards), deck_.piles, rules_of(edition))
