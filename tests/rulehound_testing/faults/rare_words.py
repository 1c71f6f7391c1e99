"""Planted faults in words of the effect language that no probe card has: scenarios alone use them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas, deletion, leaving, tokens
from rulehound.engine.dcg.actions import Digivolve
from rulehound.engine.dcg.areas import new_stack
from rulehound.engine.dcg.attacks import declaration
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects import (
    activating,
    continuous,
    keywords,
    resolving,
    selecting,
    standpoint,
    triggers,
)
from rulehound.engine.dcg.effects.candidates import Thing
from rulehound.engine.dcg.effects.language import AtTurnEnd
from rulehound.engine.dcg.effects.steps import piles, placing, stacks
from rulehound.engine.dcg.effects.watching import Watch
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.main_phase import digivolving
from rulehound.engine.dcg.state import State, facts_of, owner_of
from rulehound.engine.dcg.tasks import Asking, Frame, Origin
from rulehound_testing.faults.patching import (
    Choices,
    Fault,
    constant,
    function,
    instead,
    rewritten,
    together,
)

sound_is_condition_met = activating.is_condition_met
sound_begin = activating.begin

IN_BOTH_AREAS = rewritten(
    Watch._look_at, "or effect.breeding != breeding", "or (breeding and not effect.breeding)"
)
OF_ANY_KIND = rewritten(digivolving.fits, "(asked.kind is None or asked.kind == base.kind)", "(True)")


def attacked_now(state: State, origin: Origin) -> bool:
    """What waits for an attack on something goes by what is attacked when it is activated."""
    waited = origin.effect.event
    if waited is None or waited.target is None:
        return sound_is_condition_met(state, origin)
    attack = state.attack
    target = None if attack is None else standpoint.battling(state, attack.target)
    return target is not None and continuous.fits(state, waited.target, target)


def bounds_as_triggered(state: State, wanted: Asking) -> None:
    """The bounds of what an effect chooses are counted before its first step is carried out."""
    at = standpoint.standpoint(wanted.origin, wanted.bound)

    def counted(step: Any) -> Any:
        which = getattr(step, "target", None)
        if which is None:
            return step
        return msgspec.structs.replace(step, target=continuous.bounded(state, at, which))

    sound_begin(state, msgspec.structs.replace(wanted, steps=tuple(map(counted, wanted.steps))))


def sum_of_security_attack(state: State, thing: Thing, facts: CardFacts, wanted: int, _rounds: int) -> bool:
    """What a Digimon has of Security Attack is one number."""
    if not isinstance(thing, Stack):
        return facts.security_attack == wanted
    given = continuous.gifts_to(state, thing, "security_attack")
    counts = [continuous.amount(state, gift.at, gift.gives.security_attack) for gift in given]
    return facts.security_attack + sum(counts) == wanted


def at_once(state: State, frame: Frame, step: AtTurnEnd, _chosen: Choices) -> None:
    """What an effect leaves for the end of the turn is done now."""
    state.now = (msgspec.structs.replace(frame, steps=(*step.steps, *frame.steps)), *state.now[1:])


def uncovered_stack(state: State, cards: tuple[str, ...], *, played: bool) -> Stack:
    """What is put into play lies there as though it had been uncovered."""
    return msgspec.structs.replace(new_stack(state, cards, played=played), uncovered=True)


def into_trash_of_the_first(state: State, cards: Sequence[str]) -> None:
    """All cards go to the trash of whoever owns the first."""
    state.players[owner_of(cards[0])].trash += tuple(cards)


def cut(state: State, pile: tuple[str, ...]) -> tuple[str, ...]:
    """The pile with some cards from its top beneath it."""
    state.shuffles += 1
    place = Random(f"{state.match.seed}/{state.shuffles}").randrange(len(pile) or 1)
    return (*pile[place:], *pile[:place])


def any_base(state: State, player: Player, action: Digivolve) -> Stack | None:
    """Digimon and Tamers digivolve alike."""
    found = digivolving.own_digimon(state, player, action.onto)
    return found or digivolving.own_tamer(state, player, action.onto)


FAULTS: Mapping[str, Fault] = {
    "effects-player-chooses-first": Fault(
        "effects.each-chooses",
        "where each player chooses, the player of the effect chooses first",
        rewritten(
            selecting.chooser,
            "1 - state.turn if frame.choices else state.turn",
            "1 - frame.origin.player if frame.choices else frame.origin.player",
        ),
    ),
    "turn-player-chooses-last": Fault(
        "effects.each-chooses",
        "where each player chooses, the turn player chooses last",
        rewritten(
            selecting.chooser,
            "1 - state.turn if frame.choices else state.turn",
            "state.turn if frame.choices else 1 - state.turn",
        ),
    ),
    "bounds-as-triggered": Fault(
        "effects.each",
        "a number that bounds what is chosen is counted when the effect is activated",
        lambda: together(
            patch.object(activating, "begin", bounds_as_triggered),
            patch.object(resolving, "begin", bounds_as_triggered),
        ),
    ),
    "security-attack-summed": Fault(
        "security.count",
        "two times Security A. +1 is Security A. +2",
        constant(continuous, "TESTS", {**continuous.TESTS, "security_attack": sum_of_security_attack}),
    ),
    "attacked-as-activated": Fault(
        "attack.declared-on",
        "what waits for an attack on something goes by what is attacked when it is activated",
        lambda: together(
            patch.object(triggers, "is_aimed_at", lambda *_: True),
            patch.object(activating, "is_condition_met", attacked_now),
        ),
    ),
    "allowed-though-forbidden": Fault(
        "effects.forbidden",
        "what may attack unsuspended Digimon attacks one that cannot be attacked",
        rewritten(
            declaration.why_not_target,
            'if cannot(state, attacked, "be-attacked"):',
            'if not allowed and cannot(state, attacked, "be-attacked"):',
        ),
    ),
    "suspended-and-attacked": Fault(
        "effects.forbidden",
        "a Digimon that cannot be attacked is attacked while it is suspended",
        rewritten(
            declaration.why_not_target,
            'if cannot(state, attacked, "be-attacked"):',
            'if not attacked.suspended and cannot(state, attacked, "be-attacked"):',
        ),
    ),
    "never-against-the-unsuspended": Fault(
        "effects.over-rules",
        "no effect lets a Digimon attack unsuspended ones",
        function(declaration, "attacks_unsuspended", lambda *_: False),
    ),
    "keyword-whatever-it-costs": Fault(
        "effects.keyword-had",
        "a keyword after something that has to be done first is had whether or not that can be done",
        function(continuous, "can_be_done", lambda *_: True),
    ),
    "keyword-behind-no-cost": Fault(
        "effects.keyword-had",
        "a keyword after something that has to be done first is never had",
        function(continuous, "can_be_done", lambda *_: False),
    ),
    "no-decoy-for-a-trait": Fault(
        "keyword.decoy",
        "a Decoy names colours alone",
        rewritten(keywords.keyword_effects, "facts_of(state, stack).decoy_traits", "()"),
    ),
    "first-gained-effect-alone": Fault(
        "effects.gained",
        "of several effects that something gains at once it has the first alone",
        rewritten(triggers.gained_effects, "in gift.gives.effects:", "in gift.gives.effects[:1]:"),
    ),
    "shuffles-the-own-pile": Fault(
        "effects.shuffle",
        "an effect that shuffles a pile of the opponent shuffles that of its player",
        rewritten(piles.shuffle, "player_of(frame, step.of)", "frame.origin.player"),
    ),
    "trash-top-down-to-level-3": Fault(
        "effects.stack",
        "the top card of a Digimon of level 3 is not trashed by an effect",
        rewritten(
            stacks.trash_top,
            "if trash_tops(state, one, 1)",
            "if (there := stack_in_play(state, one)) and (card_of(state, there.cards[0]).level or 9) > 3"
            " and trash_tops(state, one, 1)",
        ),
    ),
    "back-to-the-bottom": Fault(
        "showing.failure",
        "a card that goes back to a pile goes to its bottom",
        rewritten(areas.put_back, "(*pile[: place.index], card, *pile[place.index :])", "(*pile, card)"),
    ),
    "each-token-played-alone": Fault(
        "effects.one-trigger",
        "what waits for something to be played comes for each of several tokens",
        rewritten(
            tokens.play_tokens,
            'trigger(state, msgspec.structs.replace(event, what="played"), PLAYERS)',
            '[trigger(state, msgspec.structs.replace(event, what="played", subjects=(one,)), PLAYERS)'
            " for one in played]",
        ),
    ),
    "later-by-the-letters-of-ids": Fault(
        "effects.later",
        "the tenth stack of a game counts as having come before the ninth",
        rewritten(continuous.order_of_giving, "int(gift.at.stack[1:] or 0)", "gift.at.stack"),
    ),
    "egg-out-of-security": Fault(
        "areas.egg-returned",
        "a Digi-Egg that goes to the security stack goes to the Digi-Egg deck in every edition",
        rewritten(
            leaving.put,
            'state.match.rules.areas_egg_returned == "egg-deck"',
            '(state.match.rules.areas_egg_returned == "egg-deck" or place.startswith("security"))',
        ),
    ),
    "digimon-alone-counted-under": Fault(
        "stack.digivolution-cards",
        "of the cards under a Digimon only Digimon and Digi-Eggs are counted",
        rewritten(
            continuous.cards_under,
            "len(thing.cards) - 1",
            'sum(card_of(_state, card).kind in ("digimon", "digi-egg") for card in thing.cards[1:])',
        ),
    ),
    "decoy-lost-for-another": Fault(
        "keyword.decoy",
        "a Decoy that waits is lost when its Digimon gains one of another colour",
        rewritten(triggers.still_has, "includes(effect, origin.effect)", "effect == origin.effect"),
    ),
    "decoy-for-any-trait": Fault(
        "keyword.decoy",
        "a Decoy that names a trait saves Digimon without it, too",
        rewritten(keywords.keyword_effects, "decoy(trait=trait)", "decoy()"),
    ),
    "recovery-from-the-deck-alone": Fault(
        "keyword.recovery",
        "Recovery takes from the deck whatever area it names",
        rewritten(piles.recover, "if step.target is not None:", "if False:"),
    ),
    "left-and-done-at-once": Fault(
        "effects.left-for-later",
        "what an effect leaves for the end of the turn is done at once",
        instead(AtTurnEnd, at_once),
    ),
    "left-and-lost-with-its-card": Fault(
        "effects.left-for-later",
        "what an effect leaves for the end of the turn is lost with the card that had the effect",
        rewritten(triggers.still_has, "if origin.left:", "if False:"),
    ),
    "left-for-after-the-others": Fault(
        "effects.left-for-later",
        "what an effect leaves for the end of the turn comes after all that triggers then",
        rewritten(
            triggers.trigger_what_was_left,
            "state.fresh = (*state.fresh, *(numbered(state, origin) for origin in state.left))",
            "state.triggered = (tuple(numbered(state, origin) for origin in state.left), *state.triggered)",
        ),
    ),
    "left-for-every-turn": Fault(
        "effects.left-for-later",
        "what an effect leaves for the end of the turn is done at the end of each turn",
        rewritten(triggers.trigger_what_was_left, "    state.left = ()\n", ""),
    ),
    "egg-deck-turned-over": Fault(
        "areas.egg-returned",
        "what goes on top of the Digi-Egg deck goes beneath it",
        lambda: patch.dict(leaving.PUT, {"egg-deck-top": leaving.beneath_egg_deck}),
    ),
    "on-top-of-the-egg-deck": Fault(
        "areas.egg-returned",
        "what goes beneath the Digi-Egg deck goes on top of it",
        lambda: patch.dict(leaving.PUT, {"egg-deck-bottom": leaving.onto_egg_deck}),
    ),
    "placed-in-breeding-and-trashed": Fault(
        "breeding.digimon-only",
        "what is no Digimon is trashed from a breeding area though an effect has placed it there",
        function(placing, "new_stack", uncovered_stack),
    ),
    "nothing-triggers-in-breeding": Fault(
        "breeding.no-triggers",
        "no effect triggers in a breeding area, whatever it says",
        rewritten(triggers.listening, "if watch.works_in_breeding else None", "if False else None"),
    ),
    "nothing-holds-in-breeding": Fault(
        "breeding.no-triggers",
        "no effect holds in a breeding area, whatever it says",
        rewritten(Watch.field, "if self.works_in_breeding else ()", "if False else ()"),
    ),
    "breeding-effects-everywhere": Fault(
        "breeding.no-triggers",
        "what works in the breeding area works in the battle area, too",
        lambda: together(
            IN_BOTH_AREAS(),
            patch.object(
                triggers,
                "where_it_works",
                lambda state, origin: standpoint.stack_in_play(state, origin.stack),
            ),
        ),
    ),
    "security-digimon-not-chosen": Fault(
        "security.digimon-named",
        "an effect on the Security Digimon that is checked does nothing to it",
        rewritten(
            stacks.give, "if state.attack is not None and state.attack.checked in chosen[0]:", "if False:"
        ),
    ),
    "security-digimon-not-asked": Fault(
        "security.digimon-named",
        "an effect that asks about the Security Digimon finds none",
        rewritten(standpoint.named, "(state.attack.checked,)", "()"),
    ),
    "security-digimon-of-any-level": Fault(
        "security.digimon-named",
        "an effect that asks for a certain Security Digimon is on any",
        rewritten(
            continuous.is_met,
            "return in_bounds(found, count.at_least, count.at_most)",
            'return count.which.role == "checked" or in_bounds(found, count.at_least, count.at_most)',
        ),
    ),
    "attacks-as-it-becomes-a-digimon": Fault(
        "attack.not-same-turn",
        "a Tamer that was played this turn attacks when it has become a Digimon",
        rewritten(
            declaration.why_not_attacker,
            "if attacker.played_this_turn and",
            'if attacker.played_this_turn and not gifts_to(state, attacker, "as_digimon") and',
        ),
    ),
    "no-tamer-becomes-a-digimon": Fault(
        "attack.digimon",
        "a Tamer that an effect makes a Digimon does not attack",
        function(declaration, "is_digimon", lambda state, stack: facts_of(state, stack).is_digimon),
    ),
    "trashed-where-it-lay": Fault(
        "areas.owner",
        "what lay under a Digimon goes to the trash of the player who had the Digimon",
        function(deletion, "into_trash", into_trash_of_the_first),
    ),
    "to-the-hand-of-the-effect": Fault(
        "areas.owner",
        "what an effect returns goes to the hand of the player who had it",
        rewritten(
            placing.put_cards,
            "arrived = leaving.put(state, player, card, step.to)",
            "arrived = leaving.put(\n"
            "            state, state.players[1 - owner if came_from == 'under' else owner], card, step.to\n"
            "        )",
        ),
    ),
    "shuffled-by-effect-in-vain": Fault(
        "effects.shuffle",
        "an effect that shuffles leaves the cards as they lie",
        function(piles, "shuffled", lambda _state, pile: pile),
    ),
    "cut-and-not-shuffled": Fault(
        "effects.shuffle",
        "an effect that shuffles cuts the pile",
        function(piles, "shuffled", cut),
    ),
    "no-tamer-digivolves": Fault(
        "digivolve.tamer",
        "no Tamer digivolves, whatever a requirement names",
        function(digivolving, "own_tamer", lambda *_: None),
    ),
    "digimon-as-tamers": Fault(
        "digivolve.tamer",
        "a Digimon digivolves by a requirement that names a Tamer",
        lambda: together(
            patch.object(digivolving, "own_base", any_base),
            OF_ANY_KIND(),
        ),
    ),
}
"""Faults by name."""
