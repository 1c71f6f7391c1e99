"""The rulebook of a run: the spec of a game, and the document that clauses and facts are read from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from rulehound.checker.errors import UserError
from rulehound.checker.progress import Progress, silent
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.password import password_in_use
from rulehound.extract import read_cached
from rulehound.spec.documents.at_hand import DocumentAtHand, at_hand
from rulehound.spec.documents.facts import FactReading, read_facts
from rulehound.spec.documents.links_at_hand import LinkAtHand, links_at_hand
from rulehound.spec.documents.spec_records import Rule, SpecError
from rulehound.spec.documents.store import Store, load_store, read_documents
from rulehound.spec.formats import Ruleset
from rulehound.spec.game import Game, find_game


@dataclass(frozen=True)
class Rulebook:
    """A game's spec with the document from which clauses and facts are read."""

    game: Game
    store: Store
    hand: DocumentAtHand
    facts: Mapping[str, FactReading]
    """Every fact of the game and its spec by name, in order, including those that could not be read."""
    edition: str
    """The ruleset: which switches apply."""

    @property
    def values(self) -> Ruleset:
        """Switches and facts by name. A fact that could not be read is left out; there are no defaults."""
        facts = {name: fact.value for name, fact in self.facts.items() if fact.status == "ok"}
        return {**self.game.rulesets[self.edition], **facts}

    @property
    def bound(self) -> BoundModel:
        """The model of the game with these values."""
        return BoundModel(self.game, self.edition, self.values)

    def followed_by(self, editions: Sequence[str]) -> Rulebook:
        """This rulebook under an edition that an engine follows; `editions` are those that the engine names.

        It stays as it is where its edition is among them, or none of them is known. Else it takes the newest
        of them.
        """
        known = [edition for edition in self.game.rulesets if edition in editions]
        return self if not known or self.edition in known else replace(self, edition=known[-1])

    @property
    def unread(self) -> Mapping[str, str]:
        """The facts that are missing or contradictory, by name, each with an explanation."""
        return {
            name: f"{name} is {fact.status}: {fact.explanation}"
            for name, fact in self.facts.items()
            if fact.status != "ok"
        }

    def complete_model(self) -> BoundModel:
        """The model under the edition. Raises UserError where a fact that the game needs is unread."""
        if self.needed_unread:
            what = "; ".join(self.unread[name] for name in self.needed_unread)
            raise UserError(what, "give a document that states it, or run rulehound check")
        return self.bound

    @property
    def needed_unread(self) -> list[str]:
        """The unread facts among those that the model and the checks need."""
        return [name for name in self.game.facts if name in self.unread]

    @cached_property
    def links(self) -> tuple[LinkAtHand, ...]:
        """The links of rules, and of reasons for no check, into the document at hand."""
        return links_at_hand(self.store, self.hand)

    @cached_property
    def links_by_rule(self) -> Mapping[str, Sequence[LinkAtHand]]:
        """The links of each rule; those of reasons for no check under an empty name."""
        links: dict[str, list[LinkAtHand]] = defaultdict(list)
        for link in self.links:
            links[link.rule].append(link)
        return links

    def holds(self, rule: Rule) -> bool:
        """Whether a rule holds in the edition."""
        return not rule.editions or self.edition in rule.editions

    def unreadable_rules(self) -> Mapping[str, str]:
        """The rules whose facts were not read or whose clauses are all gone, each with the reason."""
        reasons_of: dict[str, str] = {}
        for rule in self.store.rules.values():
            reasons = [self.unread[f] for s in rule.sources for f in s.facts if f in self.unread]
            links = self.links_by_rule.get(rule.id, ())
            if links and all(link.status == "orphan" for link in links):
                reasons.append(f"gone from the document: {', '.join(link.recorded for link in links)}")
            if reasons:
                reasons_of[rule.id] = "; ".join(dict.fromkeys(reasons))
        return reasons_of


def open_game(name: str, spec: Path | None = None) -> Game:
    """The installed game of that name, with `spec` for its own spec directory where that is given.

    Raises UserError where there is no such game, SpecError where the folder is no spec directory.
    """
    try:
        game = find_game(name)
    except KeyError as error:
        raise UserError(str(error.args[0]), "name one of these with --game") from None
    return game if spec is None else _with_spec(game, spec)


def _with_spec(game: Game, root: Path) -> Game:
    """The game with another spec directory. Its rulebook is the newest edition whose PDF is in there."""
    if not (root / "rules").is_dir():
        raise SpecError(str(root), None, "holds no rules/", "give the spec directory of a game with --spec")
    folder = root / game.rulebook.parent.relative_to(game.directory)
    editions = [
        edition for entry in read_documents(root).values() for edition in entry.editions if edition.pdf
    ]
    newest = max(editions, key=lambda edition: (edition.date, edition.version), default=None)
    return replace(game, directory=root, rulebook=folder / newest.pdf if newest else game.rulebook)


def edition_of(game: Game, name: str) -> str:
    """The name of a ruleset, checked. Raises UserError where the game has none of that name."""
    if name not in game.rulesets:
        what = f"{game.title} has no edition {name or 'without a name'}"
        raise UserError(what, f"use one of {', '.join(game.rulesets)}")
    return name


def load_spec(game: Game) -> Store:
    """The spec of a game. Raises SpecError where its files are not in order."""
    return load_store(game.directory, tuple(game.rulesets))


def read_rulebook(
    game: Game,
    pdf: Path | None = None,
    edition: str | None = None,
    report: Progress = silent,
) -> Rulebook:
    """Read the spec and a document: the given PDF, else the rulebook that comes with the game.

    The edition is the one given, else that of the recorded edition which the document is or resembles most.
    Raises UserError, SpecError or DocumentError for what is wrong with the user's input or the spec.
    """
    if edition is not None:
        edition_of(game, edition)
    store = load_spec(game)
    what = "reading the rules"
    document = read_cached(
        pdf or game.rulebook, lambda done, of: report(what, done, of), password=password_in_use()
    )
    hand = at_hand(store, document)
    facts = read_facts(store, (hand,))
    for name in game.facts:
        if name not in facts:
            facts[name] = FactReading(name, None, "missing", (), "no source of the spec states it")
    ruleset = edition or hand.identified.ruleset
    return Rulebook(game, store, hand, dict(sorted(facts.items())), edition_of(game, ruleset))
