"""Faults made from changes to the effects of the engine that nothing caught, of a third sample."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulehound.engine.dcg.effects import (
    activating,
    candidates,
    continuous,
    durations,
    paying,
    resolving,
    selecting,
    standpoint,
    triggers,
)
from rulehound.engine.dcg.effects.language import DeDigivolve, Put
from rulehound.engine.dcg.effects.steps import branching, placing
from rulehound.engine.dcg.in_play import Stack
from rulehound_testing.faults.patching import Fault, constant, rewritten


def without(left_out: tuple[type, str]) -> dict[tuple[type, str], Callable[..., bool]]:
    """What the fields of steps ask of candidates, but for one of them."""
    return {field: test for field, test in selecting.ELIGIBLE.items() if field != left_out}


def suspended_unless_upright(_state: Any, thing: Any, _facts: Any, wanted: bool, _rounds: int) -> bool:
    """Whatever is not upright in play is suspended."""
    return (not isinstance(thing, Stack) or thing.suspended) == wanted


FAULTS: Mapping[str, Fault] = {
    "breeding-of-the-second-chosen": Fault(
        "breeding.no-effects",
        "nothing is said of the second player's breeding area where something in it is chosen",
        rewritten(selecting.why_not, "for player in state.players)", "for player in state.players[:1])"),
    ),
    "activated-whatever-its-condition": Fault(
        "effects.condition",
        "what an effect on leaving activates is carried out whether or not its own condition holds",
        rewritten(branching.effects_of_others, "index=index, met=None", "index=index"),
    ),
    "paid-with-no-card-to-trash": Fault(
        "effects.by-cost",
        "a De-Digivolve is paid with a Digimon from which no card can be trashed",
        constant(
            paying, "USABLE", {step: test for step, test in paying.USABLE.items() if step is not DeDigivolve}
        ),
    ),
    "lasting-on-the-second-bred": Fault(
        "effects.duration",
        "what lasts on the second player's Digimon of the breeding area alone does not end",
        rewritten(
            durations.end_durations,
            "player.breeding.lasting for player in state.players",
            "player.breeding.lasting for player in state.players[:1]",
        ),
    ),
    "digi-egg-of-no-kind": Fault(
        "effects.kind",
        "an effect of a Digi-Egg is not one of a Digimon",
        rewritten(standpoint.source_kind, 'inherited or kind == "digi-egg"', "inherited"),
    ),
    "uses-in-breeding-not-counted": Fault(
        "effects.limit",
        "uses are counted on stacks of the battle area alone",
        rewritten(
            activating.count_use,
            "stack is not None and player is not None",
            "stack in state.players[player or 0].battle",
        ),
    ),
    "bred-is-battling": Fault(
        "breeding.no-effects",
        "what is in a breeding area counts as in the battle area",
        rewritten(candidates.breeding_areas, "[player.breeding for player in state.players]", "[]"),
    ),
    "played-from-anywhere": Fault(
        "effects.play",
        "an effect plays the opponent's cards, too",
        rewritten(selecting.can_be_played, "is_card_of(state, card, player) and playing", "playing"),
    ),
    "continuous-each-by-itself": Fault(
        "effects.continuous",
        "no continuous effect is told by what another one gives",
        rewritten(
            continuous.from_elsewhere,
            "effect.target, stack, area, rounds - 1",
            "effect.target, stack, area, 0",
        ),
    ),
    "first-protection-alone": Fault(
        "effects.immune",
        "of what protects from effects the first alone counts",
        rewritten(continuous.stopped, "for guard in guards if", "for guard in list(guards)[:1] if"),
    ),
    "protected-from-its-own": Fault(
        "effects.gained",
        "what protects from the opponent's effects takes effects that the own player has given",
        rewritten(
            continuous.is_had,
            "going.given is None or going.given.player == owner_of(going.card)",
            "going.given is None",
        ),
    ),
    "protections-undo-each-other": Fault(
        "effects.immune",
        "two protections that the same effect has given take each other away",
        rewritten(continuous.counted, "if changed else gives", ""),
    ),
    "first-addition-lost": Fault(
        "effects.forbidden",
        "where DP cannot be reduced the first addition does not count",
        rewritten(
            continuous.dp_of,
            "for change in changes if change > 0]",
            "for change in changes[1:] if change > 0]",
        ),
    ),
    "first-inherited-keyword": Fault(
        "effects.keyword-had",
        "of the effects of a card under a Digimon the first alone gives it a keyword",
        rewritten(
            continuous.counts_as_having,
            "card_of(state, card).effects if effect.inherited",
            "card_of(state, card).effects[:1] if effect.inherited",
        ),
    ),
    "keyword-whatever-the-condition": Fault(
        "effects.keyword-had",
        "a keyword under a condition is had though the condition does not hold",
        rewritten(
            continuous.reachable,
            "step.then if holds(state, at, step.condition, rounds) else step.otherwise",
            "step.then",
        ),
    ),
    "keyword-for-ones-own-memory": Fault(
        "effects.keyword-had",
        "a keyword for memory of the opponent's is had where the own memory suffices",
        rewritten(continuous.can_be_done, "1 - at.player", "at.player"),
    ),
    "keyword-for-all-of-up-to": Fault(
        "effects.keyword-had",
        "a keyword for up to so many is had only where there are so many",
        rewritten(
            continuous.can_be_done,
            'which.up_to or which.count == "all"',
            'which.up_to and which.count == "all"',
        ),
    ),
    "condition-on-the-first-alone": Fault(
        "effects.condition",
        "a condition on what the event happened to is asked of the first alone",
        rewritten(continuous.any_fits, 'if role == "this" and stack is not None:', "if True:"),
    ),
    "tamer-is-a-tamer": Fault(
        "effects.either",
        "a Tamer that is a Digimon, too, is none where an effect speaks of Digimon",
        rewritten(
            continuous.is_of_kind,
            "facts.is_digimon or dp_as_digimon(state, thing, rounds) is not None",
            "facts.is_digimon",
        ),
    ),
    "first-number-gained": Fault(
        "security.count",
        "of several Security Attacks that a Digimon gains it has the first alone",
        rewritten(continuous.has_security_attack, "for gift in given]", "for gift in given[:1]]"),
    ),
    "number-in-play-alone": Fault(
        "effects.fits",
        "only what is in play has a card number",
        rewritten(
            candidates.number_of,
            "thing if isinstance(thing, str) else thing.cards[0]",
            '"" if isinstance(thing, str) else thing.cards[0]',
        ),
    ),
    "cards-are-suspended": Fault(
        "effects.fits",
        "cards outside of play count as suspended",
        constant(continuous, "TESTS", {**continuous.TESTS, "suspended": suspended_unless_upright}),
    ),
    "done-once-and-for-all": Fault(
        "effects.count",
        "who has chosen fewer than up to so many chooses nothing more in the whole effect",
        rewritten(resolving.run, "picked=(), done=False", "picked=()"),
    ),
    "eggs-in-any-order": Fault(
        "effects.order-chosen",
        "nobody chooses the order in which cards go on top of a Digi-Egg deck",
        constant(
            selecting, "ORDERED", tuple(place for place in selecting.ORDERED if place != "egg-deck-top")
        ),
    ),
    "anything-into-the-egg-deck": Fault(
        "areas.egg-returned",
        "effects put other cards than Digi-Eggs into a Digi-Egg deck",
        constant(selecting, "ELIGIBLE", without((Put, "target"))),
    ),
    "searched-unseen": Fault(
        "areas.hidden",
        "who searches a deck for what a chosen Digimon digivolves into does not see it",
        constant(selecting, "SEARCHED", ("target", "target")),
    ),
    "becomes-without-anything": Fault(
        "effects.digivolve",
        "a card to digivolve into is chosen though nothing can",
        rewritten(selecting.can_be_become, "any(", "all("),
    ),
    "delay-of-nothing": Fault(
        "delay.effect",
        "the condition of a Delay does not know the Option as it lay there",
        rewritten(standpoint.as_they_left, "(*there, *filter(None, (at.last,)))", "there"),
    ),
    "activated-of-the-first-alone": Fault(
        "effects.activates-another",
        "of several cards the effects of the first alone are activated",
        rewritten(branching.effects_of_others, "for one in cards)", "for one in cards[:1])"),
    ),
    "under-moved-twice": Fault(
        "effects.one-trigger",
        "cards from under something go to the trash twice",
        rewritten(placing.put_cards, "one not in under)", "one in under)"),
    ),
    "first-way-alone": Fault(
        "effects.triggers",
        "of cards that go several ways at once only one way sets effects off",
        rewritten(placing.put_cards, "in ways.items():", "in list(ways.items())[:1]:"),
    ),
    "moved-with-its-host": Fault(
        "effects.triggers",
        "the Digimon under which a trashed card lay counts as moved, too",
        rewritten(triggers.happened, "subjects=cards, came_from", "came_from"),
    ),
    "moved-by-stack-and-card": Fault(
        "effects.one-trigger",
        "a card that goes from the battle area elsewhere sets its own effect off twice",
        rewritten(triggers.cards_moved, 'what="card-moved", stacks=()', 'what="card-moved"'),
    ),
    "recovered-from-nowhere": Fault(
        "effects.triggers",
        "a recovered card has not come from the deck",
        constant(triggers, "WAYS", {**triggers.WAYS, "recovered": ("security", "security")}),
    ),
    "under-in-reverse": Fault(
        "effects.order-chosen",
        "several Digimon that go under another one lie there the other way round",
        rewritten(placing.put_under, "for one in moved if battling", "for one in moved[::-1] if battling"),
    ),
    "gained-by-the-bottom-card": Fault(
        "effects.on-deletion",
        "what a Digimon has gained belongs to its bottom card when it is deleted",
        rewritten(
            triggers.effects_of, "yield stack.cards[0], index, effect", "yield stack.cards[-1], index, effect"
        ),
    ),
    "aimed-at-this-is-anywhere": Fault(
        "attack.declared-on",
        "what waits for an attack on this Digimon or another one does not look at which was attacked",
        rewritten(
            triggers.is_aimed_at,
            "declared.id == origin.stack and which.role",
            "declared.id == origin.stack or which.role",
        ),
    ),
    "each-part-by-itself": Fault(
        "effects.by-cost",
        "a cost is paid only where each part could be paid by itself",
        rewritten(paying.can_pay, "if len(cost) < 2:", "if True:"),
    ),
    "put-under-nothing": Fault(
        "effects.by-cost",
        "a card is put under something as a cost though there is nothing",
        rewritten(paying.asked_for, "isinstance(step, Put) and", "False and"),
    ),
    "whose-cards-whose-effect": Fault(
        "effects.triggers",
        "an effect counts as one of the player whose cards it moves",
        rewritten(triggers.is_by, "event.player if event.whose is None else event.whose", "event.player"),
    ),
    "first-dp-of-a-tamer": Fault(
        "effects.later",
        "of several effects that make a Tamer a Digimon the first one says its DP",
        rewritten(continuous.dp_as_digimon, "given[-1]", "given[0]"),
    ),
    "dp-of-a-tamer-for-all": Fault(
        "effects.later",
        "what makes all Tamers Digimon says the DP of each, whatever comes later for one of them",
        rewritten(continuous.dp_as_digimon, "key=lambda gift: gift.since", "key=lambda _gift: 0"),
    ),
    "anybodys-card-is-played": Fault(
        "effects.play",
        "an effect plays a card that the other player owns",
        rewritten(selecting.is_card_of, "owner_of(thing) == player and", ""),
    ),
}
