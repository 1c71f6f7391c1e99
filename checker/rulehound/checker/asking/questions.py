"""Questions: what is asked, of which player, and which actions are meant by the words of a person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rulehound.checker.asking.position_text import suggestion
from rulehound.checker.errors import UserError
from rulehound.checker.judging.traces import ACTION
from rulehound.spec.asking import Asking, Phrase, Thing
from rulehound.spec.formats import Action, Card, Observation

OTHER = r"(?:the|my) (?:opponent|other player)"
WHO = rf"(?P<who>i|{OTHER})"
FORMS: Sequence[tuple[Literal["may", "what", "happens"], str]] = (
    ("what", rf"what (?:may|can) {WHO} do(?: now)?"),
    ("may", rf"why (?:may|can)(?: ?not|'t|) {WHO}(?: not)? (?P<action>.+)"),
    ("may", r"why not (?P<action>.+)"),
    ("may", rf"(?:may|can) {WHO} (?P<action>.+)"),
    ("happens", rf"what (?:happens )?if {WHO} (?P<action>.+)"),
)
"""Forms of questions: what is asked, and how that is said."""

EXAMPLES = '"may I ...", "what may I do", "what happens if I ...", "why may I not ..."'

WHOSE = ("yours", "the opponent's")
ARTICLES = re.compile(r"^(?:the|a|an) ", re.IGNORECASE)
WITHIN = re.compile(r"^(?P<name>.+?) in (?:the|my|their) (?P<place>.+)$", re.IGNORECASE)
NUMBERED = re.compile(r"^(?P<name>.+?) #?(?P<number>[1-9]\d*)$")


@dataclass(frozen=True)
class AskedQuestion:
    """A question as it was read."""

    text: str
    kind: Literal["may", "what", "happens"]
    player: int
    """Whose actions are asked about: 0 of who asks, 1 of the other player."""
    action: str = ""
    """The words for the action; "" where it is asked what may be done."""


def read_question(text: str) -> AskedQuestion:
    """A question in a person's words. Raises UserError for one that is none."""
    words = " ".join(text.replace("\u2019", "'").split()).rstrip(" ?.!")
    for kind, form in FORMS:
        if match := re.fullmatch(form, words, re.IGNORECASE):
            parts = match.groupdict()
            who = (parts.get("who") or "i").casefold()
            return AskedQuestion(text, kind, int(who != "i"), (parts.get("action") or "").strip())
    raise UserError(f"question: {text!r} is none that can be answered", f"ask {EXAMPLES}")


@dataclass(frozen=True)
class Meant:
    """The actions that a person's words may mean, by what their arguments may be."""

    phrase: Phrase
    values: Mapping[str, frozenset[str]]
    """Argument to the values that it may have; an argument that is left out may have any."""

    def fits(self, action: Action) -> bool:
        """Whether an action is one of them."""
        wanted = {**self.values, **{name: frozenset([value]) for name, value in self.phrase.means.items()}}
        return action.get(ACTION) == self.phrase.action and all(
            action.get(name) in values for name, values in wanted.items()
        )


def meant(
    asking: Asking, question: AskedQuestion, observation: Observation, cards: Mapping[str, Card]
) -> Meant:
    """The actions that a question is about, in a completed observation. Raises UserError for words that no
    action goes by, and names that nothing has."""
    things = asking.things(observation, cards)
    words = question.action
    if question.player and (match := re.match(r"(\w+?)(?:es|s)\b(.*)", words)):
        heads = {phrase.says.split()[0] for phrase in asking.phrases}
        whole = re.match(r"\w+", words)
        for head in (match[1], f"{match[1]}e", whole[0][:-1] if whole else ""):
            if head in heads:
                words = head + words[len(whole[0]) :] if whole else words
                break
    for phrase in asking.phrases:
        if match := re.fullmatch(_pattern(phrase.says), words, re.IGNORECASE):
            names = SpokenNames(asking, things, question.player)
            values = {
                name: names.values(text, other=name in phrase.others)
                for name, text in match.groupdict().items()
            }
            return Meant(phrase, values)
    raise UserError(f"question: no action is called {words!r}", suggestion(words, askable(asking)))


def _pattern(says: str) -> str:
    """A pattern of what a person says, with a group for each argument."""
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(says)).replace(r"\ ", r"\s+")


@dataclass(frozen=True)
class SpokenNames:
    """The names of things in a position, as the player who acts uses them."""

    asking: Asking
    things: Sequence[Thing]
    player: int

    def values(self, text: str, *, other: bool) -> frozenset[str]:
        """What a name may stand for as an argument. Raises UserError where nothing is called so."""
        said = " ".join(text.split())
        if other and said.casefold() in self.asking.values:
            return frozenset([self.asking.values[said.casefold()]])
        owner = 1 - self.player if other else self.player
        for words, whose in self.asking.owners.items():
            if said.casefold().startswith(f"{words} "):
                owner, said = whose, said[len(words) + 1 :]
                break
        own = [thing for thing in self.things if thing.player == owner]
        said = ARTICLES.sub("", said)
        found = frozenset(self._called(said, own))
        if not found:
            elsewhere = [thing for thing in self._alike(said, self.things) if thing.player != owner]
            if elsewhere:
                place = elsewhere[0].place
                what = f"the {said} in the {place} is {WHOSE[1 - owner]}, and not {WHOSE[owner]}"
                raise UserError(f"question: {what}", "name another")
            names = list(dict.fromkeys(thing.name for thing in own))
            what = f"nothing that is {WHOSE[owner]} in the position is called {said!r}"
            raise UserError(f"question: {what}", suggestion(said, names) if names else "put it there")
        return found

    def _called(self, said: str, things: Sequence[Thing]) -> Iterator[str]:
        """The ids of the things of this name: all of them, or that of a number, or those of an area."""
        alike = self._alike(said, things)
        if alike:
            yield from (identity for thing in alike for identity in thing.ids)
        elif match := WITHIN.match(said):
            inside = [thing for thing in things if thing.place == match["place"].casefold()]
            yield from self._called(match["name"], inside)
        elif match := NUMBERED.match(said):
            number = int(match["number"])
            for thing in self._alike(match["name"], things)[number - 1 : number]:
                yield from thing.ids

    @staticmethod
    def _alike(said: str, things: Sequence[Thing]) -> list[Thing]:
        name = said.casefold()
        return [
            thing for thing in things if name == thing.name.casefold() or name in map(str.casefold, thing.ids)
        ]


def askable(asking: Asking) -> list[str]:
    """How actions can be said, with ... for each name."""
    return [re.sub(r"\{\w+\}", "...", phrase.says) for phrase in asking.phrases]


def fitting(wanted: Meant, actions: Sequence[Action]) -> list[Action]:
    """The actions that are meant, each once."""
    unique: dict[str, Any] = {}
    for action in actions:
        if wanted.fits(action):
            unique.setdefault(str(sorted(action.items())), action)
    return list(unique.values())
