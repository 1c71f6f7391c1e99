"""Positions as a person types them: read into the position of a scenario, and written again.

    position  = part { (";" | new line) part }
    part      = [ side ":" ] item { "," item }
    item      = setting value | counter number | area number | [ area ] thing
    thing     = name [ "(" attribute { "," attribute } ")" ] { "on" name [ "(" … ")" ] }
    attribute = what is printed on the card, or what it is like where it lies

The game says which settings, counters, areas and attributes there are (`PositionWords`). An area goes on
until another is named. A name in double quotes may hold anything; a double quote in it is written twice. A
name without facts is that of a printed card. Lines that begin with `#` are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz, process

from rulehound.checker.asking.text_pieces import TextPiece, quoteless, split, split_words, without_comments
from rulehound.checker.errors import UserError
from rulehound.spec.asking import Area, PositionWords, Setting
from rulehound.spec.formats import Card

_LONG = 300
"""Characters of an error, at most."""

NAME = "name"
PRINTED = "card"
"""Keys of a card in a scenario: what it is called, and the number of the printed card that it is."""
CARDS = "cards"
"""Key of the cards of a stack in a scenario."""

PLAIN_NAME = re.compile(r"[^\W\d_][\w'.&!-]*(?: [\w'.&!-]+)*")
"""Names that need no quotes, but for those that read as something else."""

DIGITS = 6
"""The longest number that is read."""

MOST = 1000
"""Cards that can be counted in an area."""

MOST_LISTED = 12
"""Words that a message lists; of more, it says where they are told."""

LIKE_ENOUGH = 70
"""Likeness in percent from which a word is suggested for another."""


@dataclass(frozen=True)
class PositionText:
    """Reads and writes positions in the words of a game; `printed` are the cards that names may stand for."""

    words: PositionWords
    printed: Mapping[str, Card]
    source: str = "position"
    """What the text is called in messages: a file, or an option."""

    def read(self, text: str) -> dict[str, Any]:
        """The position of a scenario that a text says. Raises UserError with line and column."""
        position: dict[str, Any] = {}
        counters: dict[str, tuple[int, int]] = {}
        for part in split(without_comments(text), ";\n"):
            side, rest = self._side(part, text)
            area = ""
            for item in split(rest.text, ",", rest.start):
                area = self._item(item, side, area, position, counters, text)
        turn = position.get(self.words.seen_from, self.words.sides[0])
        for key, (side, number) in counters.items():
            position[key] = number if self.words.sides[side] == turn else -number
        return position

    def _side(self, part: TextPiece, text: str) -> tuple[int | None, TextPiece]:
        """The side that a part is about, and the rest of the part."""
        head, colon, _ = quoteless(part.text).partition(":")
        if not colon:
            return None, part
        name = head.strip().casefold()
        if name not in self.words.sides:
            raise self._error(part, text, f"{head.strip()!r} is no player", self.words.sides, name)
        start = len(head) + 1
        return self.words.sides.index(name), TextPiece(part.text[start:], part.start + start)

    def _item(
        self,
        item: TextPiece,
        side: int | None,
        area: str,
        position: dict[str, Any],
        counters: dict[str, tuple[int, int]],
        text: str,
    ) -> str:
        """Put an item into the position; returns the area that things without one lie in."""
        words = self.words
        head, value = _headed(item.text, self._heads)
        if head in words.settings:
            setting = words.settings[head]
            position[setting.key] = self._setting(item, head, setting, value, text)
            return ""
        if head in words.counters:
            if not re.fullmatch(r"[+-]?\d{1,6}", value):
                what = f"{head} is followed by {value or 'nothing'}, not by a number"
                raise self._error(item, text, what)
            if words.counters[head] in counters:
                raise self._error(item, text, f"{head} occurs twice")
            counters[words.counters[head]] = (side or 0, int(value))
            return ""
        if head:
            area = head
        if not area:
            what = f"{item.text.split('(')[0].strip()!r} lies in no area"
            raise self._error(item, text, what, self._heads, item.text.split()[0])
        if side is None:
            what = f"{item.text.strip()!r} has no player: write a player and a colon before it"
            raise self._error(item, text, what, words.sides)
        if head in words.of_sides:
            setting, seat = words.of_sides[head], position.setdefault(words.sides[side], {})
            seat[setting.key] = self._setting(item, head, setting, value, text)
            return ""
        self._lay(item, words.areas[area], value, position.setdefault(words.sides[side], {}), text)
        return area

    @property
    def _heads(self) -> tuple[str, ...]:
        """The words that items begin with."""
        words = self.words
        return (*words.settings, *words.counters, *words.of_sides, *words.areas)

    def _setting(self, item: TextPiece, head: str, setting: Setting, value: str, text: str) -> Any:
        choices = setting.choices
        if not choices and re.fullmatch(r"[1-9]\d{0,5}", value):
            return int(value)
        if value.casefold() in choices:
            return value.casefold()
        what = f"{value or 'nothing'!r} is no {head}" if choices else f"{head} is a number from 1 on"
        raise self._error(item, text, what, choices, value)

    def _lay(self, item: TextPiece, area: Area, value: str, seat: dict[str, Any], text: str) -> None:
        """Put a thing, or a number of cards, into an area of one player."""
        if re.fullmatch(r"\d+", value):
            if len(value) > DIGITS or int(value) > MOST:
                raise self._error(item, text, f"no more than {MOST} cards lie there")
            if not area.counted or area.key in seat:
                raise self._error(item, text, f"the cards there are named, not counted: {value}")
            seat[area.key] = int(value)
            return
        if area.single and area.key in seat:
            raise self._error(item, text, "only one can lie there")
        if isinstance(seat.get(area.key), int):
            raise self._error(item, text, "the cards there are counted, and cannot be named as well")
        pieces = split_words(value, self.words.under)
        cards, state = list[dict[str, Any]](), dict[str, Any]()
        for place, piece in enumerate(pieces):
            start = item.start + item.text.find(piece)
            card, own = self._thing(TextPiece(piece, start), text)
            if own and (place or area.holds != "stacks"):
                raise self._error(item, text, f"{next(iter(own)).replace('_', ' ')} is no word for it there")
            cards.append(card)
            state |= own
        if area.holds == "stacks":
            stack = {CARDS: cards, **state}
            seat[area.key] = stack if area.single else [*seat.get(area.key, ()), stack]
        elif len(cards) > 1:
            raise self._error(item, text, f"nothing lies {self.words.under} a card there")
        else:
            seat[area.key] = [*seat.get(area.key, ()), *cards]

    def _thing(self, piece: TextPiece, text: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """A card as a scenario requires it, and the state of the stack that it is the top of."""
        match = re.fullmatch(r'\s*("(?:[^"]|"")+"|[^"(]+?)\s*(?:\((.*)\))?\s*', piece.text, re.DOTALL)
        if match is None:
            raise self._error(piece, text, f"{piece.text!r} is no name with attributes in parentheses")
        name = match[1][1:-1].replace('""', '"') if match[1].startswith('"') else match[1]
        facts, state = dict[str, Any](), dict[str, Any]()
        start = piece.start + (match.start(2) if match[2] is not None else 0)
        for attribute in split(match[2] or "", ",", start):
            self._attribute(attribute, facts, state, text)
        return ({NAME: name, **facts} if facts else self._printed(name, piece, text)), state

    def _attribute(
        self, attribute: TextPiece, facts: dict[str, Any], state: dict[str, Any], text: str
    ) -> None:
        """Put what an attribute says into the facts of the card, or into the state of its stack."""
        words, spoken = self.words, " ".join(attribute.text.split())
        phrase = self._unabbreviated(spoken.casefold())
        if re.fullmatch(r"\d{1,6}", phrase):
            facts[next(iter(words.numbers))] = int(phrase)
            return
        for kept, patterns, sign in (
            (state, words.amounts, "[+-]"),
            (state, words.measures, ""),
            (facts, words.numbers, "[+-]?"),
        ):
            for key, pattern in patterns.items():
                if match := re.fullmatch(_pattern(pattern, sign), phrase):
                    kept[key] = int(match[1])
                    return
        for key, choices in words.choices.items():
            if (chosen := self._chosen(key, choices, spoken)) and len(chosen) == 1:
                facts[key] = chosen[0]
                return
        for key, names in words.lists.items():
            if chosen := self._chosen(key, names, spoken):
                facts[key] = [*facts.get(key, ()), *chosen]
                return
        for key, (pattern, kinds) in words.entries.items():
            if match := re.fullmatch(_entry_pattern(pattern, kinds), phrase):
                read = {n: int(v) if kinds[n] == "number" else v for n, v in match.groupdict().items()}
                facts[key] = [*facts.get(key, ()), read]
                return
        if phrase in words.flags:
            facts[words.flags[phrase]] = True
        elif phrase in words.marks:
            state[words.marks[phrase]] = True
        else:
            what = f"{attribute.text.strip()!r} says nothing of a card"
            raise self._error(attribute, text, what, self.attributes, phrase)

    def _chosen(self, key: str, known: Sequence[str], spoken: str) -> list[str]:
        """The words of a fact that an attribute says, as the game spells them; none where it says no such.
        Where the game knows none, they are as they are spelt here, with a slash between them."""
        match = re.fullmatch(re.escape(self._says(key)).replace(r"\#", "(.+)"), spoken, re.IGNORECASE)
        if match is None:
            return []
        if not known:
            parts = [part.strip() for part in match[1].split("/")]
            return parts if all(re.fullmatch(r"[\w'.!-]+( [\w'.!-]+)*", part) for part in parts) else []
        spelt = {name.casefold(): name for name in known}
        parts = re.split(r"[\s/]+", match[1].casefold())
        return [spelt[part] for part in parts] if all(part in spelt for part in parts) else []

    def _says(self, key: str) -> str:
        """How a fact that is one or some of several words is said."""
        return self.words.said.get(key, "#")

    def _unabbreviated(self, phrase: str) -> str:
        """An attribute with the whole word for a short one before a number."""
        for short, word in self.words.abbreviations.items():
            if match := re.fullmatch(rf"{re.escape(short)}\s*(\d.*)", phrase):
                return f"{word} {match[1]}"
        return phrase

    @property
    def attributes(self) -> list[str]:
        """How each attribute is phrase."""
        words = self.words
        named = [
            *words.numbers.values(),
            *words.amounts.values(),
            *words.measures.values(),
            *(says for says, _ in words.entries.values()),
        ]
        listed = [
            self._says(key).replace("#", word)
            for key, known in (*words.choices.items(), *words.lists.items())
            for word in known or ("WORD",)
        ]
        return [*named, *listed, *words.flags, *words.marks]

    def _printed(self, name: str, piece: TextPiece, text: str) -> dict[str, Any]:
        """The printed card of this number or name."""
        if name in self.printed:
            return {PRINTED: name}
        numbers = [number for number, card in self.printed.items() if card.name.casefold() == name.casefold()]
        if len(numbers) == 1:
            return {PRINTED: numbers[0]}
        if numbers:
            what = f"{name} is the name of several cards: {', '.join(numbers)}; write a number"
            raise self._error(piece, text, what)
        names = [card.name for card in self.printed.values()]
        example = next(iter(self.words.numbers.values())).replace("#", "4")
        what = f"nothing is known of {name!r}; say what it is, as in {name}({example})"
        raise self._error(piece, text, what, names, name)

    def _error(
        self, piece: TextPiece, text: str, what: str, known: Sequence[str] = (), word: str = ""
    ) -> UserError:
        """The error at a piece of a text."""
        start = piece.start + len(piece.text) - len(piece.text.lstrip())
        line = text.count("\n", 0, start) + 1
        column = start - (text.rfind("\n", 0, start) + 1) + 1
        if len(what) > _LONG:  # it quotes what was typed: its beginning and the reason are enough
            what = f"{what[: _LONG // 2]}…{what[-_LONG // 2 :]}"
        return UserError(f"{self.source}:{line}:{column}: {what}", suggestion(word, known))

    def written(self, position: Mapping[str, Any]) -> str:
        """The text that says a position; reading it again gives that position."""
        words = self.words
        parts = [
            f"{word} {position[setting.key]}"
            for word, setting in words.settings.items()
            if setting.key in position
        ]
        seats = {side: list[str]() for side in words.sides}
        turn = position.get(words.seen_from, words.sides[0])
        for word, key in words.counters.items():
            if key in position:
                other = next(side for side in words.sides if side != turn)
                side = turn if position[key] >= 0 else other
                seats[side].append(f"{word} {abs(position[key])}")
        for side in words.sides:
            seat = position.get(side, {})
            stated = [(word, one.key) for word, one in words.of_sides.items() if one.key in seat]
            seats[side] += [f"{word} {seat[key]}" for word, key in stated]
            for word, area in words.areas.items():
                if area.key in seat:
                    things = self._things(area, seat[area.key])
                    seats[side] += [f"{word} {things[0]}", *things[1:]]
        parts += [f"{side}: {', '.join(items)}" for side, items in seats.items() if items]
        return "; ".join(parts)

    def _things(self, area: Area, there: Any) -> list[str]:
        if isinstance(there, int):
            return [str(there)]
        if area.holds != "stacks":
            return [self._card(card, {}) for card in there]
        under = f" {self.words.under} "
        return [
            under.join(
                self._card(card, {} if place else {name: x for name, x in stack.items() if name != CARDS})
                for place, card in enumerate(stack[CARDS])
            )
            for stack in ([there] if area.single else there)
        ]

    def _card(self, card: Mapping[str, Any], state: Mapping[str, Any]) -> str:
        """A card with its attributes."""
        words = self.words
        attributes = [
            *(says.replace("#", str(card[key])) for key, says in words.numbers.items() if key in card),
            *(self._says(key).replace("#", card[key]) for key in words.choices if key in card),
            *(self._says(key).replace("#", "/".join(card[key])) for key in words.lists if key in card),
            *(_entry(says, entry) for key, (says, _) in words.entries.items() for entry in card.get(key, ())),
            *(word for word, key in words.flags.items() if card.get(key)),
            *(word for word, key in words.marks.items() if state.get(key)),
            *(says.replace("#", f"{state[key]:+d}") for key, says in words.amounts.items() if key in state),
            *(says.replace("#", str(state[key])) for key, says in words.measures.items() if key in state),
        ]
        name = card[PRINTED] if PRINTED in card else self._named(card[NAME])
        return f"{name}({', '.join(attributes)})" if attributes else name

    def _named(self, name: str) -> str:
        words = self.words
        plain = PLAIN_NAME.fullmatch(name) and not _headed(name, self._heads)[0]
        if plain and words.under not in name.casefold().split():
            return name
        doubled = name.replace('"', '""')
        return f'"{doubled}"'


def suggestion(word: str, known: Sequence[str]) -> str:
    """What may have been meant by a word, of what is known; else all that is known, or where that is told."""
    if not known:
        return "docs/asking.md says how positions are written"
    near = process.extract(
        word.casefold(),
        known,
        scorer=fuzz.ratio,
        score_cutoff=LIKE_ENOUGH,
        processor=str.casefold,
        limit=MOST_LISTED,
    )
    for one, *_ in near:
        if _alike_word_by_word(word.casefold(), one.casefold()):
            return f"did you mean {one}?"
    choices = list(dict.fromkeys(known))
    return f"write one of {', '.join(choices)}" if len(choices) <= MOST_LISTED else "see rulehound ask --list"


def _alike_word_by_word(text: str, other: str) -> bool:
    """Whether no word of a text is another word than that in its place, so that both may mean the same. Texts
    of unequal length are compared as wholes alone, and what stands for any word is left out."""
    pairs = list(zip(text.split(), other.split(), strict=False))
    if len(text.split()) != len(other.split()):
        return True
    return all(fuzz.ratio(one, two) >= LIKE_ENOUGH for one, two in pairs if re.search(r"\w", two))


def _pattern(says: str, sign: str) -> str:
    """A pattern of what says a number, with this pattern of its sign."""
    number = rf"({sign}\d{{1,6}})"
    return re.escape(says.casefold()).replace(r"\#", number).replace("#", number).replace(r"\ ", r"\s*")


def _entry_pattern(says: str, kinds: Mapping[str, str]) -> str:
    """A pattern of what says a table."""
    pattern = re.escape(says.casefold()).replace(r"\#", "#").replace(r"\ ", " ")
    for name, kind in kinds.items():
        values = r"\d{1,6}" if kind == "number" else r"[\w-]+"
        pattern = pattern.replace(f"#{name}", f"(?P<{name}>{values})")
    return pattern


def _entry(says: str, entry: Mapping[str, Any]) -> str:
    """What says a table."""
    return re.sub(r"#(\w+)", lambda name: str(entry[name[1]]), says)


def _headed(text: str, heads: Sequence[str]) -> tuple[str, str]:
    """The word that an item begins with, of these, and the rest; "" where it begins with none."""
    phrase = " ".join(text.split())
    for head in sorted(heads, key=len, reverse=True):
        if phrase.casefold() == head or phrase.casefold().startswith(f"{head} "):
            return head, phrase[len(head) :].strip()
    return "", text.strip()
