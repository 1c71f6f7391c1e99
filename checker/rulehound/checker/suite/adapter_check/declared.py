"""Trials of the capabilities that an adapter may declare beyond playing a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.names import Names
from rulehound.checker.judging.observations.json_paths import same, things
from rulehound.checker.suite.adapter_check.positions import position
from rulehound.checker.suite.adapter_check.remarks import Judged, Remark
from rulehound.checker.suite.adapter_check.talk import NONSENSE, TriedAdapter, not_offered, shown
from rulehound.spec.formats import Deck, Observation, Refused

Trial = Callable[[TriedAdapter], Iterable[Remark]]
"""Tries one thing."""

HIDDEN = "hidden"
"""Where an observation shows what no player sees."""


def deck_order(adapter: TriedAdapter) -> Iterator[Remark]:
    """Decks that are to keep their order give the same game under every seed, whatever ids it has."""
    setup = msgspec.structs.replace(adapter.setup(2), ordered=True, first=0)
    turned = [Deck({name: list(reversed(pile)) for name, pile in deck.piles.items()}) for deck in setup.decks]
    with adapter.talk() as talk:
        games = [talk.begin(msgspec.structs.replace(setup, seed=seed)) for seed in (1, 2, 3)]
        other = talk.begin(msgspec.structs.replace(setup, decks=turned))
    first, *others, reverse = (Names().neutral(game) for game in (*games, other))
    if any(not same(one, first) for one in others):
        what, remedy = (
            "decks that are to keep their order begin differently by the seed",
            "do not shuffle them",
        )
        yield Remark("deck-order", Judged.MEND, what, f"{remedy} where `ordered` is true")
    elif same(reverse, first):
        what = "decks turned upside down begin like those that are not"
        yield Remark("deck-order", Judged.MEND, what, "take the first card of a pile for its top card")
    else:
        yield Remark("deck-order", Judged.FINE, "decks keep the order that they are given in")


def observe_player(adapter: TriedAdapter) -> Iterator[Remark]:
    """What one player sees is a part of what everybody together sees."""
    with adapter.talk() as talk:
        whole = talk.begin(adapter.setup(0))
        views: list[Observation] = [talk.ask("observe", player=player) for player in (0, 1)]
        again = talk.ask("observe")
    everything = {thing["id"] for thing in things(whole)}
    for player, view in enumerate(views):
        if HIDDEN in view or same(view, whole):
            what = f"player {player} is shown as much as everybody"
            remedy = "leave `hidden` out, and give the other player's hand as a number"
            yield Remark("observe-player", Judged.MEND, what, remedy, shown(view))
            return
        if strange := sorted({thing["id"] for thing in things(view)} - everything):
            what = f"player {player} is shown {quoted(strange[0])}, which is nowhere in the whole"
            yield Remark("observe-player", Judged.MEND, what, "keep ids the same in all views")
            return
    if not same(again, whole):
        yield Remark(
            "observe-player", Judged.MEND, "after it the game is another", "change nothing by looking"
        )
        return
    yield Remark("observe-player", Judged.FINE, "each player is shown less than everything")


def effects(adapter: TriedAdapter) -> Iterator[Remark]:
    """Effects that could resolve are carried out, or refused without a mark."""
    done = refused = 0
    with adapter.talk() as talk:
        seen = talk.begin(adapter.setup(0))
        for _ in range(30):
            for effect in adapter.game.reader.effects(seen):
                try:
                    seen = talk.ask("effect", effect=effect)
                    done += 1
                    break
                except Refused:
                    refused += 1
                    if not same(talk.ask("observe"), seen):
                        what, remedy = (
                            "an effect was refused and left a mark",
                            "refuse before you change anything",
                        )
                        yield Remark("effects", Judged.MEND, what, remedy, shown(effect))
                        return
            if not (offered := talk.offered()):
                break
            seen = talk.ask("apply", action=offered[-1])
    if done:
        yield Remark("effects", Judged.FINE, f"{done} effects were carried out, {refused} refused")
    else:
        what = f"none of {refused} effects was carried out"
        yield Remark("effects", Judged.DOUBT, what, "see which effects the game knows")


def validate_deck(adapter: TriedAdapter) -> Iterator[Remark]:
    """A legal deck has no reason against it, one without cards has."""
    setup = adapter.setup(0)
    empty = Deck({name: [] for name in setup.decks[0].piles})
    with adapter.talk() as talk:
        against, none = (
            talk.ask("validate_deck", cards=setup.cards, deck=deck, edition=setup.edition)
            for deck in (setup.decks[0], empty)
        )
    if against:
        what, remedy = "a legal deck is not found legal", "answer with an empty list"
        yield Remark("validate-deck", Judged.MEND, what, remedy, shown(against))
    elif not none:
        what, remedy = "a deck without cards is found legal", "answer with every reason against it"
        yield Remark("validate-deck", Judged.MEND, what, remedy, shown(none))
    elif strange := _strange(none, adapter.rules):
        yield from _strange_rule("validate-deck", strange, none)
    else:
        yield Remark("validate-deck", Judged.FINE, f"{len(none)} reasons against a deck without cards")


def quote(adapter: TriedAdapter) -> Iterator[Remark]:
    """What has a cost has one, and asking costs nothing."""
    quoted_actions = 0
    with adapter.talk() as talk:
        seen = talk.begin(adapter.setup(0))
        for _ in range(12):
            offered = talk.offered()
            for action in offered:
                try:
                    answer = talk.ask("quote", action=action)
                except Refused:
                    continue
                quoted_actions += 1
                if not answer["payable"]:
                    what, remedy = "a legal action cannot be paid for", "offer it or answer `payable` rightly"
                    yield Remark("quote", Judged.MEND, what, remedy, shown([action, answer]))
                    return
            if not same(talk.ask("observe"), seen):
                yield Remark("quote", Judged.MEND, "asking for a cost changes the game", "change nothing")
                return
            if not offered:
                break
            seen = talk.ask("apply", action=offered[-1])
    if quoted_actions:
        yield Remark("quote", Judged.FINE, f"{quoted_actions} legal actions have a cost that can be paid")
    else:
        yield Remark("quote", Judged.DOUBT, "no action was found to have a cost", "see what it is asked with")


def reasons(adapter: TriedAdapter) -> Iterator[Remark]:
    """Refusals name rules that there are."""
    setup = adapter.setup(0)
    with adapter.talk() as talk:
        seen = talk.begin(setup)
        for _ in range(20):
            offered = talk.offered()
            try:
                talk.ask("apply", action=[*not_offered(adapter, seen, offered, setup), NONSENSE][0])
            except Refused as refusal:
                plain = msgspec.to_builtins(refusal.reasons)
                if strange := _strange(plain, adapter.rules):
                    yield from _strange_rule("reasons", strange, plain)
                    return
                if any(reason.rule for reason in refusal.reasons):
                    yield Remark("reasons", Judged.FINE, f"refusals name rules: {refusal.reasons[0].rule}")
                    return
            if not offered:
                break
            seen = talk.ask("apply", action=offered[-1])
    what = "reasons are declared, and no refusal that was tried names a rule"
    yield Remark("reasons", Judged.DOUBT, what, "put the id of a rule into `data.reasons[].rule`")


def _strange(given: Any, rules: Collection[str]) -> str:
    """A rule that nobody knows, among reasons."""
    named = [entry.get("rule", "") for entry in given if isinstance(entry, Mapping)]
    return next((rule for rule in named if rule and rule not in rules), "")


def _strange_rule(check: str, rule: str, given: Any) -> Iterator[Remark]:
    remedy = "`rulehound show` knows the rules; leave `rule` out where you do not know one"
    yield Remark(check, Judged.MEND, f"there is no rule {quoted(rule)}", remedy, shown(given))


TRIALS: Mapping[str, Trial] = {
    "deck-order": deck_order,
    "position": position,
    "observe-player": observe_player,
    "effects": effects,
    "validate-deck": validate_deck,
    "quote": quote,
    "reasons": reasons,
}
"""Capability to what tries it. The others are tried by playing, or by the trials of every engine."""
