"""How observations, actions and states of the Digimon Card Game are put before people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.dcg import board, board_picture, event_words
from rulehound.spec.dcg.reading import cards, states
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.complete import completed
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import Depiction, Picture
from rulehound.spec.seats import seated


class DcgDepiction(Depiction):
    """Words and drawings of the game, also for observations that leave out fields."""

    def describe(self, observation: Observation, action: Action, cards: Cards) -> str:
        return board.describe(completed(observation, cards), action, cards)

    def board(self, observation: Observation, cards: Cards) -> str:
        return board.draw(completed(observation, cards), cards)

    def picture(self, observation: Observation, cards: Cards) -> Picture:
        return board_picture.picture(completed(observation, cards), cards)

    def changed_picture(self, before: Observation, after: Observation, cards: Cards) -> Picture:
        return board_picture.picture(completed(after, cards), cards, completed(before, cards))

    def printed(self, card: Card) -> Sequence[str]:
        return list(board.printed(card))

    def seated(self, text: str) -> str:
        return seated(text)

    def happened(self, before: Observation, after: Observation, cards: Cards) -> Sequence[str]:
        return event_words.happened(completed(before, cards), completed(after, cards), cards)

    def waiting(self, observation: Observation, cards: Cards) -> Sequence[str]:
        return list(event_words.waiting(completed(observation, cards), cards))

    def name(self, record: Mapping[str, Any]) -> str:
        return cards.called(record)

    def place(self, path: str, state: Mapping[str, Any], observation: Observation) -> str:
        return states.place(path, state, observation)
