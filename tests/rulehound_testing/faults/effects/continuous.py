"""Planted faults: what effects give, what something amounts to, what words are on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import attributes, deletion
from rulehound.engine.dcg.attacks import battle, blocking, declaration, security
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects import continuous, keywords
from rulehound.engine.dcg.effects.candidates import Thing
from rulehound.engine.dcg.effects.language import Which
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of, owner_of
from rulehound.engine.dcg.turns import turn
from rulehound_testing.faults.patching import Fault, Installed, function, rewritten, together

sound_counts_as_having = continuous.counts_as_having
sound_from_elsewhere = continuous.from_elsewhere
sound_gifts_to = continuous.gifts_to
sound_fits = continuous.fits
sound_cannot = continuous.cannot
sound_is_meant = continuous.is_meant
sound_offered = continuous.offered


def in_play_alone(state: State, thing: Any, keyword: Any, *rounds: int) -> bool:
    """Cards that are not in play have no keywords."""
    return isinstance(thing, Stack) and sound_counts_as_having(state, thing, keyword, *rounds)


def everything_of_a(kind: str) -> Callable[..., str]:
    """Every effect is of one kind."""
    return lambda _state, _card, *, inherited: kind


def by_the_card(state: State, card: str, *, inherited: bool) -> str:
    """An inherited effect is of the card that it comes from."""
    kind = card_of(state, card).kind
    return "digimon" if kind == "digi-egg" else kind


def another_number_another_keyword(state: State, thing: Any, keyword: Any, *rounds: int) -> bool:
    """Security A. -x is not the same keyword."""
    fewer = isinstance(thing, str) and card_of(state, thing).security_attack < 0
    return not fewer and sound_counts_as_having(state, thing, keyword, *rounds)


def nothing_for_all(state: State, *arguments: Any) -> Any:
    """What is done to all for a while is done to nobody."""
    bare = copy(state)
    bare.lasting = ()
    return sound_from_elsewhere(bare, *arguments)


def one_gift(*arguments: Any) -> list[continuous.Gift]:
    """Of all that effects give only the last counts."""
    return sound_gifts_to(*arguments)[-1:]


def fits_but_for_tokens(state: State, which: Which, thing: Thing, rounds: int = ROUNDS) -> bool:
    """No effect that does not speak of tokens reaches one."""
    out_of_reach = isinstance(thing, Stack) and thing.token and which.token is None
    return not out_of_reach and sound_fits(state, which, thing, rounds)


def cards_under_anything(_state: State, thing: Thing, _facts: CardFacts, _rounds: int) -> int:
    """How many cards lie under it, whatever it is."""
    return len(thing.cards) - 1 if isinstance(thing, Stack) else 0


def of_its_first_colour(_state: State, _thing: Thing, facts: CardFacts, wanted: Any, _rounds: int) -> bool:
    """For effects a card is of the first of its colours."""
    return not set(facts.colors[:1]).isdisjoint(wanted)


def anything_fits(state: State, which: Any, thing: Any, *rounds: int) -> bool:
    """A Digimon fits whatever its DP."""
    return sound_fits(state, msgspec.structs.replace(which, dp_at_most=None), thing, *rounds)


def asked(field: str, other: Callable[[State, Thing, CardFacts, Any, int], bool]) -> Callable[[], Installed]:
    """Another test for one word of what an effect is on."""
    return lambda: patch.dict(continuous.TESTS, {field: other})


def reduced_all_the_same(state: State, stack: Stack, what: Any, *rounds: int) -> bool:
    """Nothing keeps DP from being reduced."""
    return what != "dp-reduction" and sound_cannot(state, stack, what, *rounds)


def printed_alone(state: State, stack: Stack, keyword: Any, *_rounds: int) -> bool:
    """A stack has the keywords of its top card."""
    return keyword in card_of(state, stack.cards[0]).keywords


def given_to_both(state: State, at: Standpoint, which: Which, *arguments: Any) -> bool:
    """What is given to all Digimon of one player is given to those of both."""
    return sound_is_meant(state, at, msgspec.structs.replace(which, of="both"), *arguments)


def one_off(*fields: str) -> Callable[[], Installed]:
    """Bounds of such words are one off."""

    def stricter(field: str) -> Callable[[State, Thing, CardFacts, Any, int], bool]:
        sound, by = continuous.TESTS[field], -1 if field.endswith("at_most") else 1
        return lambda state, thing, facts, wanted, rounds: sound(state, thing, facts, wanted + by, rounds)

    return lambda: patch.dict(continuous.TESTS, {field: stricter(field) for field in fields})


def all_wherever(state: State, at: Standpoint, which: Which, stack: Stack, area: str, rounds: int) -> bool:
    """What all Digimon have those of the breeding area have too."""
    wherever = "battle" if which.count == "all" and which.area == "battle" else area
    return sound_is_meant(state, at, which, stack, wherever, rounds)


def others_as_it_is(state: State, at: Standpoint, which: Which, stack: Stack, area: str, rounds: int) -> bool:
    """What other Digimon have what gives it has as well."""
    anything = msgspec.structs.replace(which, role="") if which.role == "other" else which
    return sound_is_meant(state, at, anything, stack, area, rounds)


def not_had(keyword: str) -> Callable[[], Installed]:
    """Nothing in play counts as having a keyword."""

    def counts_as_having(state: State, thing: Any, wanted: Any, *rounds: int) -> bool:
        in_play = wanted == keyword and isinstance(thing, Stack)
        return not in_play and sound_counts_as_having(state, thing, wanted, *rounds)

    return function(continuous, "counts_as_having", counts_as_having)


def had_without_gifts(state: State, thing: Any, keyword: Any, *rounds: int) -> bool:
    """What effects give to a Digimon does not count as had."""
    with patch.object(continuous, "gifts_to", lambda *_: []):
        return sound_counts_as_having(state, thing, keyword, *rounds)


def had_on_top_alone(state: State, thing: Any, keyword: Any, *rounds: int) -> bool:
    """What a Digimon inherits does not count as had."""
    alone = isinstance(thing, Stack)
    top = msgspec.structs.replace(thing, cards=thing.cards[:1]) if alone else thing
    return sound_counts_as_having(state, top, keyword, *rounds)


ASKED_FOR = (
    "piercing",
    "jamming",
    "reboot",
    "retaliation",
    "rush",
    "armor-purge",
    "decoy",
    "blitz",
    "draw",
    "de-digivolve",
    "recovery",
    "digi-burst",
    "delay",
)
"""Keywords that effects may speak of."""


def inherited_in_breeding(state: State, stack: Stack, word: str, rounds: int) -> list[continuous.Gift]:
    """A Digimon in the breeding area has what it inherits."""
    gifts = sound_offered(state, stack, word, rounds)
    if continuous.area_of(state, stack) == "breeding":
        for card in stack.cards[1:]:
            for effect in card_of(state, card).effects:
                if effect.inherited and effect.timing == "continuous" and word in effect.gives.words:
                    at = Standpoint(owner_of(card), card, stack.id)
                    gifts.append(continuous.Gift(effect.gives, at, inherited=True))
    return gifts


def of_the_level_below(state: State, at: Any, which: Which, stack: Stack, area: str, rounds: int) -> bool:
    """What is given to all of a level is given by the card that the Digimon was before it digivolved."""
    before = stack.cards[1:] if which.level is not None and which.count == "all" else ()
    if before:
        stack = msgspec.structs.replace(stack, cards=before)
    return sound_is_meant(state, at, which, stack, area, rounds)


def eggs_have_none(state: State, card: str, *, inherited: bool) -> str:
    """What a Digi-Egg card gives to a Digimon is of no kind; nothing protects from it."""
    del inherited
    kind = card_of(state, card).kind
    return "" if kind == "digi-egg" else kind


FAULTS: Mapping[str, Fault] = {
    "conditions-two-deep": Fault(
        "effects.continuous",
        "a continuous effect does not work by what another one gives that works by a third one",
        rewritten(
            continuous.from_elsewhere,
            "is_on(state, at, effect, rounds - 1)",
            "is_on(state, at, effect, min(rounds - 1, 1))",
        ),
    ),
    "described-two-deep": Fault(
        "effects.continuous",
        "what a continuous effect is on goes by what another one gives, unless that works by a third one",
        rewritten(
            continuous.from_elsewhere,
            "is_meant(state, at, effect.target, stack, area, rounds - 1)",
            "is_meant(state, at, effect.target, stack, area, min(rounds - 1, 1))",
        ),
    ),
    "keyword-at-its-timing-only": Fault(
        "effects.keyword-had",
        "a keyword of a timing is not had at other times",
        function(continuous, "mentions", lambda *_: False),
    ),
    "keywords-in-play-alone": Fault(
        "effects.keyword-had",
        "a card that is not in play has no keyword",
        function(continuous, "counts_as_having", in_play_alone),
    ),
    "all-of-digimon": Fault(
        "effects.kind",
        "every effect is one of a Digimon",
        lambda: together(
            *(
                patch.object(module, "source_kind", everything_of_a("digimon"))
                for module in (attributes, continuous)
            )
        ),
    ),
    "all-of-options": Fault(
        "effects.kind",
        "every effect is one of an Option",
        lambda: together(
            *(
                patch.object(module, "source_kind", everything_of_a("option"))
                for module in (attributes, continuous)
            )
        ),
    ),
    "inherited-of-its-card": Fault(
        "effects.kind",
        "an inherited effect is one of the card that it comes from",
        lambda: together(
            *(patch.object(module, "source_kind", by_the_card) for module in (attributes, continuous))
        ),
    ),
    "another-number": Fault(
        "keyword.same",
        "a keyword with another number is another one",
        function(continuous, "counts_as_having", another_number_another_keyword),
    ),
    "nothing-for-all": Fault(
        "effects.all-or-chosen",
        "what is done to all for a while is done to nobody",
        function(continuous, "from_elsewhere", nothing_for_all),
    ),
    "one-gift": Fault(
        "effects.overlap", "only one effect counts", function(continuous, "gifts_to", one_gift)
    ),
    "tokens-out-of-reach": Fault(
        "token.as-played", "effects do not reach tokens", function(continuous, "fits", fits_but_for_tokens)
    ),
    "first-colour-for-effects": Fault(
        "card.colors",
        "for effects a card is of its first colour",
        lambda: patch.dict(continuous.TESTS, {"colors": of_its_first_colour}),
    ),
    "anything-fits": Fault(
        "effects.fits", "any Digimon is chosen", function(continuous, "fits", anything_fits)
    ),
    "effects-given-do-not-rest": Fault(
        "effects.gained",
        "a continuous effect that was given holds while what has it is not affected",
        function(continuous, "is_had", lambda *_arguments: True),
    ),
    "names-begin-alike": Fault(
        "effects.name",
        "a name stands for all that begin like it",
        asked("name", lambda _state, _thing, facts, wanted, _rounds: facts.name.startswith(wanted)),
    ),
    "first-trait-alone": Fault(
        "effects.trait",
        "a card has its first trait alone",
        asked("trait", lambda _state, _thing, facts, wanted, _rounds: wanted in facts.traits[:1]),
    ),
    "last-colour-alone": Fault(
        "card.colors",
        "to effects a card has its last colour alone",
        asked("colors", lambda _state, _thing, facts, wanted, _rounds: facts.colors[-1:] == wanted[-1:]),
    ),
    "top-counts-with-those-under": Fault(
        "stack.digivolution-cards",
        "so many digivolution cards or fewer counts the top card",
        asked(
            "under_at_most",
            lambda _state, thing, _facts, wanted, _rounds: (
                not isinstance(thing, Stack) or len(thing.cards) <= wanted
            ),
        ),
    ),
    "first-sort-alone": Fault(
        "effects.either",
        "of two sorts of card an effect is on the first",
        asked("kind", lambda _state, _thing, facts, wanted, _rounds: facts.kind == wanted[0]),
    ),
    "dp-reduced-all-the-same": Fault(
        "effects.forbidden",
        "nothing keeps DP from being reduced",
        function(continuous, "cannot", reduced_all_the_same),
    ),
    "keywords-as-printed": Fault(
        "effects.gained",
        "a keyword that is gained does nothing",
        lambda: together(
            *(patch.object(module, "has", printed_alone) for module in (battle, blocking, declaration)),
            *(patch.object(module, "has", printed_alone) for module in (deletion, keywords, security, turn)),
        ),
    ),
    "given-to-both": Fault(
        "effects.whom",
        "what is given to all Digimon of one player is given to those of both",
        function(continuous, "is_meant", given_to_both),
    ),
    "levels-one-off": Fault(
        "effects.fits",
        "so high a level or higher is higher, so low or lower is lower",
        one_off("level_at_least", "level_at_most"),
    ),
    "dp-one-off": Fault(
        "effects.fits",
        "so much DP or more is more, so much or less is less",
        one_off("dp_at_least", "dp_at_most"),
    ),
    "costs-one-off": Fault(
        "effects.fits",
        "such a cost or more is more, such a cost or less is less",
        one_off("cost_at_least", "cost_at_most"),
    ),
    "cards-under-tamers-too": Fault(
        "stack.digivolution-cards",
        "cards under a Tamer count as digivolution cards",
        lambda: together(
            patch.dict(
                continuous.TESTS,
                {
                    "under_at_least": continuous.at_least(cards_under_anything),
                    "under_at_most": continuous.at_most(cards_under_anything),
                },
            )
        ),
    ),
    "cards-under-one-off": Fault(
        "effects.fits", "so many digivolution cards or more are more", one_off("under_at_least")
    ),
    "all-wherever": Fault(
        "breeding.no-effects",
        "what all Digimon have those of the breeding area have too",
        function(continuous, "is_meant", all_wherever),
    ),
    "others-as-it-is": Fault(
        "effects.fits",
        "what other Digimon have the one that gives it has as well",
        function(continuous, "is_meant", others_as_it_is),
    ),
    **{
        f"{keyword}-is-not-had": Fault(
            "effects.keyword-had", f"nothing counts as having the keyword {keyword}", not_had(keyword)
        )
        for keyword in ASKED_FOR
    },
    "had-without-gifts": Fault(
        "effects.gained",
        "a keyword that is gained does not count as had",
        function(continuous, "counts_as_having", had_without_gifts),
    ),
    "had-on-top-alone": Fault(
        "effects.keyword-had",
        "a keyword of an inherited effect does not count as had",
        function(continuous, "counts_as_having", had_on_top_alone),
    ),
    "anything-is-a-token": Fault(
        "token.played", "to effects everything in play is a token", asked("token", lambda *_: True)
    ),
    "names-in-part": Fault(
        "effects.name",
        "a name stands for all that have it in theirs",
        asked("name", lambda _state, _thing, facts, wanted, _rounds: wanted in facts.name),
    ),
    "traits-in-part": Fault(
        "effects.trait",
        "a trait stands for all that have it in theirs",
        asked("trait", lambda _state, _thing, facts, wanted, _rounds: any(wanted in t for t in facts.traits)),
    ),
    "inherited-in-breeding": Fault(
        "breeding.no-effects",
        "a Digimon in the breeding area has what it inherits",
        function(continuous, "offered", inherited_in_breeding),
    ),
    "no-level-is-the-lowest": Fault(
        "card.level",
        "what has no level is of any level or less",
        asked("level_at_most", lambda _state, _thing, facts, wanted, _rounds: (facts.level or 0) <= wanted),
    ),
    "of-the-level-below": Fault(
        "effects.all-or-chosen",
        "what is given to all of a level stays as it was when a Digimon digivolves",
        function(continuous, "is_meant", of_the_level_below),
    ),
    "eggs-effects-of-no-kind": Fault(
        "effects.kind",
        "the inherited effect of a Digi-Egg card is of no kind",
        lambda: together(
            *(patch.object(module, "source_kind", eggs_have_none) for module in (attributes, continuous))
        ),
    ),
    "no-yellow-no-white": Fault(
        "card.colors",
        "to effects nothing is yellow or white",
        asked(
            "colors",
            lambda _state, _thing, facts, wanted, _rounds: bool(
                {*facts.colors} & ({*wanted} - {"yellow", "white"})
            ),
        ),
    ),
}
"""Faults by name."""
