"""Questions: their kind, their player, and the actions that a person's words mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from rapidfuzz import fuzz, process

from rulehound.checker.asking.position_text import LIKE_ENOUGH, suggestion
from rulehound.checker.errors import UserError
from rulehound.checker.judging.traces import ACTION
from rulehound.spec.asking import Asking, Phrase, Thing
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import PLAYER

OTHER = r"(?:the|my) (?:opponent|other player)"
WHO = rf"(?P<who>i|{OTHER})\b"
MAY = r"(?:may|can|could)"
THING = rf"(?!i\b|{OTHER}\b(?!'))(?P<action>.+)"
"""An action whose first word is what does it: `Greymon attack`."""
FORMS: Sequence[tuple[Literal["may", "what", "happens"], str]] = (
    ("what", rf"what {MAY} {WHO} do(?: now)?"),
    ("may", rf"why {MAY}(?: ?not|'t|) {WHO}(?: not)? (?P<action>.+)"),
    ("may", rf"why {MAY}(?: ?not|'t) {THING}"),
    ("may", r"why not (?P<action>.+)"),
    ("may", rf"{MAY} {WHO} (?P<action>.+)"),
    ("may", rf"(?:am|is) {WHO} allowed to (?P<action>.+)"),
    ("may", rf"{MAY} {THING}"),
    ("happens", rf"what (?:happens )?(?:if|when) {WHO} (?P<action>.+)"),
    ("happens", rf"what (?:happens )?(?:if|when) {THING}"),
)
"""Forms of questions: what is asked, and how that is said."""

EXAMPLES = ("may I ...", "what may I do", "what happens if I ...", "why may I not ...")

WHOSE = ("yours", "the opponent's")
ARTICLES = re.compile(r"^(?:the|a|an) ", re.IGNORECASE)
WITHIN = re.compile(r"^(?P<name>.+?) in (?:the|my|their) (?P<place>.+)$", re.IGNORECASE)
NUMBERED = re.compile(r"^(?P<name>.+?) #?(?P<number>[1-9]\d*)$")


@dataclass(frozen=True)
class AskedQuestion:
    """A question as it was read."""

    text: str
    kind: Literal["may", "what", "happens"]
    player: int | None
    """Whose actions are asked about: 0 of who asks, 1 of the other player; None of who has what is named."""
    action: str = ""
    """The words for the action; "" where it is asked what may be done."""


def read_question(text: str) -> AskedQuestion:
    """A question in a person's words. Raises UserError for one that is none."""
    words = " ".join(text.replace("\u2019", "'").split()).rstrip(" ?.!")
    for kind, form in FORMS:
        if match := re.fullmatch(form, words, re.IGNORECASE):
            parts = match.groupdict()
            who = parts.get("who", "i" if form.startswith("why not") else None)
            player = None if who is None else int(who.casefold() != "i")
            return AskedQuestion(text, kind, player, (parts.get("action") or "").strip())
    raise UserError(f"question: {text!r} cannot be answered", f"ask {', '.join(EXAMPLES)}")


@dataclass(frozen=True)
class Meant:
    """The actions that a person's words may mean, by what their arguments may be."""

    player: int
    """Who acts: 0 who asks, 1 the other player."""
    phrase: Phrase
    values: Mapping[str, frozenset[str]]
    """Argument to the values that it may have; an argument that is left out may have any."""

    def fits(self, action: Action) -> bool:
        """Whether an action is one of them."""
        wanted = {**self.values, **{name: frozenset([value]) for name, value in self.phrase.means.items()}}
        return (
            action.get(ACTION) == self.phrase.action
            and action.get(PLAYER, self.player) == self.player
            and all(action.get(name) in values for name, values in wanted.items())
        )


def meant(
    asking: Asking, question: AskedQuestion, observation: Observation, cards: Mapping[str, Card]
) -> Meant:
    """The actions that a question is about, in a completed observation. Raises UserError for words that no
    action goes by, and names that nothing has."""
    things = asking.things(observation, cards)
    for phrase in asking.phrases:
        if match := re.fullmatch(_pattern(phrase.says), question.action, re.IGNORECASE):
            texts = match.groupdict()
            if question.player is not None:
                return _meant(SpokenNames(asking, things, question.player), phrase, texts)
            try:
                return _meant(SpokenNames(asking, things, 0), phrase, texts)
            except UserError as error:
                with suppress(UserError):
                    return _meant(SpokenNames(asking, things, 1), phrase, texts)
                raise error
    phrases = askable(asking)
    what = f"question: no action is called {question.action!r}"
    raise UserError(what, suggestion(_with_verb(question.action, phrases), phrases))


def _with_verb(action: str, phrases: Sequence[str]) -> str:
    """Words for an action with ... for the names in them, as far as the first word shows what is meant: the
    phrase that is most like them of those that begin with nearly that word. Else the words as they are."""
    verbs = list(dict.fromkeys(phrase.split()[0] for phrase in phrases if not phrase.startswith("...")))
    first = action.casefold().split()[0]
    verb = process.extractOne(first, verbs, scorer=fuzz.ratio, score_cutoff=LIKE_ENOUGH)
    if verb is None:
        return action
    begun = [phrase for phrase in phrases if phrase.split()[0] == verb[0]]
    return str(process.extractOne(action.casefold(), begun, scorer=fuzz.ratio)[0])


def _meant(names: SpokenNames, phrase: Phrase, texts: Mapping[str, str]) -> Meant:
    """The actions of one player that a phrase with these names means. Raises UserError."""
    values = {name: names.values(text, other=name in phrase.others) for name, text in texts.items()}
    return Meant(names.player, phrase, values)


def _pattern(says: str) -> str:
    """A pattern of what a person says, with a group for each argument; the verb may end in s."""
    pattern = re.sub(r"(?<![{\w])(\w+)(?!\w*})", r"\1(?:e?s)?", says, count=1)
    return re.sub(r"\{(\w+)\}", r"(?P<\1>.+?)", pattern).replace(" ", r"\s+")


@dataclass(frozen=True)
class SpokenNames:
    """The names of things in a position, as the player who acts uses them."""

    asking: Asking
    things: Sequence[Thing]
    player: int

    def values(self, text: str, *, other: bool) -> frozenset[str]:
        """What a name may stand for as an argument. Raises UserError where nothing is called so."""
        name = " ".join(text.split())
        if other and name.casefold() in self.asking.values:
            return frozenset([self.asking.values[name.casefold()]])
        owner = 1 - self.player if other else self.player
        for words, whose in sorted(self.asking.owners.items(), key=lambda one: -len(one[0])):
            if name.casefold().startswith(f"{words} "):
                owner, name = whose, name[len(words) + 1 :]
                break
        if owner != self.player and not other:
            raise UserError(f"question: {text} is not {WHOSE[self.player]}", "name another")
        own = [thing for thing in self.things if thing.player == owner]
        name = ARTICLES.sub("", name)
        ids = frozenset(self._called(name, own))
        if not ids:
            elsewhere = [thing for thing in self._alike(name, self.things) if thing.player != owner]
            if elsewhere:
                place = elsewhere[0].place
                what = f"the {name} in the {place} is {WHOSE[1 - owner]}, and not {WHOSE[owner]}"
                raise UserError(f"question: {what}", "name another")
            names = list(dict.fromkeys(thing.name for thing in own))
            what = f"nothing that is {WHOSE[owner]} in the position is called {name!r}"
            raise UserError(f"question: {what}", suggestion(name, names) if names else "put it there")
        return ids

    def _called(self, name: str, things: Sequence[Thing]) -> Iterator[str]:
        """The ids of the things of this name: all of them, or that of a number, or those of an area."""
        alike = self._alike(name, things)
        if alike:
            yield from (identity for thing in alike for identity in thing.ids)
        elif match := WITHIN.match(name):
            inside = [thing for thing in things if thing.place == match["place"].casefold()]
            yield from self._called(match["name"], inside)
        elif match := NUMBERED.match(name):
            number = int(match["number"])
            for thing in self._alike(match["name"], things)[number - 1 : number]:
                yield from thing.ids

    @staticmethod
    def _alike(name: str, things: Sequence[Thing]) -> list[Thing]:
        folded = name.casefold()
        return [
            thing for thing in things if folded in map(str.casefold, (thing.name, thing.number, *thing.ids))
        ]


def askable(asking: Asking) -> list[str]:
    """How actions can be name, with ... for each name."""
    return [re.sub(r"\{\w+\}", "...", phrase.says) for phrase in asking.phrases]


def fitting(wanted: Meant, actions: Sequence[Action]) -> list[Action]:
    """The actions that are meant, each once."""
    unique: dict[str, Any] = {}
    for action in actions:
        if wanted.fits(action):
            unique.setdefault(str(sorted(action.items())), action)
    return list(unique.values())
