"""A game that can be played: the engine's public face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rulehound.engine.dmb import deck
from rulehound.engine.dmb.actions import Action, Move, read_action
from rulehound.engine.dmb.cards import read_cards
from rulehound.engine.dmb.decisions import CONDUCT, legal_actions, reasons_against
from rulehound.engine.dmb.editions import DEFAULT_EDITION, rules_of
from rulehound.engine.dmb.flow import advance
from rulehound.engine.dmb.observation import observe
from rulehound.engine.dmb.position import read_position
from rulehound.engine.dmb.reasons import IllegalAction
from rulehound.engine.dmb.save import restored, saved
from rulehound.engine.dmb.state import PLAYERS, Decision, Match, State, copied, fingerprint, position_of
from rulehound.engine.dmb.turns.setup import new_state
from rulehound.engine.playing import PlayedGame
from rulehound.spec.formats import Card, Deck, Observation, Position, Reason, Refused, Setup


class Game(PlayedGame[State]):
    """A game of two players, known as 0 and 1. Equal games hash equal; a clone costs the same however long
    the game is.

    A state is never changed once an action has been carried out: `apply` works on a copy, and `undo` goes
    back to the very state that there was before. All chance comes from the seed of the setup.
    """

    __slots__ = ()

    @classmethod
    def new(cls, setup: Setup) -> Game:
        """A new game, up to its first decision.

        Raises Refused, with every reason, where a card, a deck or the setup is not in order.
        """
        rules = rules_of(setup.edition)
        pool = read_cards(setup.cards)
        if len(setup.decks) != len(PLAYERS):
            raise Refused([Reason("wrong-number-of-decks", "players.two", "a game takes two decks")])
        if setup.first not in (None, *PLAYERS):
            raise Refused([Reason("no-such-player", "players.two", "the first player is 0 or 1")])
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
        return Game(self.state, self._past)

    def legal_actions(self) -> list[Action]:
        """All actions of whoever decides, in an order that depends on the state alone.

        Where both may decide, the actions of both, each of which names its player. Empty when the game is
        over, and only then.
        """
        return legal_actions(self.state)

    def reasons_against(self, action: Action | Mapping[str, Any]) -> IllegalAction | None:
        """What `apply` would raise, without trying; None for a legal action."""
        try:
            reasons = reasons_against(self.state, as_move(action))
        except IllegalAction as unreadable:
            return unreadable
        return IllegalAction(reasons) if reasons else None

    def apply(self, action: Action | Mapping[str, Any]) -> None:
        """Carry out an action, and everything that follows from it up to the next decision.

        An action is one of `legal_actions`, or its JSON form: `{"action": "rack", "card": "a17"}`. Raises
        IllegalAction, with every reason, where the action is not legal; nothing has changed then.
        """
        move = as_move(action)
        reasons = reasons_against(self.state, move)
        if reasons:
            raise IllegalAction(reasons)
        state = copied(self.state)
        state.decision = None
        state.events = ()
        CONDUCT[type(move)].carry_out(state, move)
        state.decider = None
        advance(state)
        self.moved(state, move)

    def effect(self, effect: Mapping[str, Any]) -> None:
        """Let the effect of some card resolve; this engine has no such effects. Raises Refused."""
        raise Refused(
            [Reason("no-effects", text=f"the engine carries out no effects by name: {dict(effect)}")]
        )

    def quote(self, action: Action | Mapping[str, Any]) -> Any:
        """What an action would cost; this engine names no prices. Raises Refused."""
        raise Refused([Reason("no-quotes", text=f"the engine names no prices: {action}")])

    def observe(self) -> Observation:
        """The game as it stands, what both players hide from each other included."""
        return observe(self.state)

    @property
    def decider(self) -> int | None:
        """The player who decides now; None where both may, and when the game is over."""
        return self.state.decider

    @property
    def decision(self) -> Decision | None:
        """What is being decided: "rack", "attack", "support" …; None when the game is over."""
        return self.state.decision

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.stage == "over"

    @property
    def winner(self) -> int | str | None:
        """Who has won, "both" where both have; None while the game goes on."""
        return self.state.winner

    def __repr__(self) -> str:
        state = self.state
        deciding = "both players decide" if state.decider is None else f"player {state.decider} decides"
        doing = "over" if self.over else f"{deciding}: {state.decision}"
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
    parts = ("edition", "seed", "first", "numbers", "facts", "partners", "destined")
    return all(getattr(one, part) == getattr(other, part) for part in parts)


def as_move(action: Action | Mapping[str, Any]) -> Action:
    """An action, read where it is in its JSON form. Raises IllegalAction where there is no such action."""
    return action if isinstance(action, Move) else read_action(action)


def validate_deck(cards: Sequence[Card], deck_: Deck, edition: str = "") -> tuple[Reason, ...]:
    """Every reason for which a deck is not legal; empty where it is. Raises Refused for bad cards."""
    return deck.reasons_against(read_cards(cards), deck_.piles, rules_of(edition))
