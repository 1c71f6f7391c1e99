"""Planted faults of areas and stacks, and of how the words of effects are taken."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any
from unittest.mock import patch

import msgspec

from faulty_engines import Fault, Installed, conduct, function, numbers, phase, process, together
from rulehound.engine.dcg import adapter, areas, leaving
from rulehound.engine.dcg.actions import Digivolve, MoveOut, UseOption
from rulehound.engine.dcg.attacks import battle, course
from rulehound.engine.dcg.cards import CardFacts, Side
from rulehound.engine.dcg.effects import conditions, matching, selecting, triggers
from rulehound.engine.dcg.effects.language import Amount, DeDigivolve, Which
from rulehound.engine.dcg.effects.matching import Thing
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint, named, stack_in_play
from rulehound.engine.dcg.effects.steps import gauge, piles, stacks
from rulehound.engine.dcg.in_play import Everywhere, Stack
from rulehound.engine.dcg.main_phase import digivolving, materials, options, playing, showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import THE_PLAYER, State, holder_of
from rulehound.engine.dcg.tasks import Choice, Frame, Happened, Origin, Shown
from rulehound.engine.dcg.turns import breeding, turn
from rulehound.engine.dcg.view import seen_by as sound_seen_by
from rulehound.spec.formats import Observation
from ruling_faults import Choices, instead

sound_amount = conditions.amount
sound_battle = battle.battle
sound_area_of = matching.area_of
sound_concerns = triggers.concerns
sound_fits = digivolving.fits
sound_listening = triggers.listening
sound_report = showing.report
sound_sized = selecting.sized
sound_take_away = leaving.take_away
sound_trigger = triggers.trigger
sound_unsuspend_phase = turn.unsuspend_phase
sound_why_not_digivolve = digivolving.why_not
sound_why_not_use = options.why_not


# Areas


def changed_sides(
    whole: Observation, player: int, change: Callable[[int, dict[str, Any]], Any]
) -> Observation:
    """What a player sees, with each side of the table changed: by whose it is, and what is seen of it."""
    seen = sound_seen_by(whole, player)
    return {
        **seen,
        "players": [{**side, **change(owner, side)} for owner, side in enumerate(seen["players"])],
    }


def with_face_down_cards(whole: Observation, player: int) -> Observation:
    """A player sees what lies face down."""
    return {**sound_seen_by(whole, player), "hidden": whole["hidden"]}


def without_the_others_trash(whole: Observation, player: int) -> Observation:
    """Of the other's trash a player sees how many cards it has."""
    return changed_sides(
        whole, player, lambda owner, side: {"trash": len(side["trash"])} if owner != player else {}
    )


def without_counts(whole: Observation, player: int) -> Observation:
    """A player does not see how many cards lie face down."""
    return changed_sides(whole, player, lambda *_: {"deck": None, "security": None, "egg_deck": None})


def without_shown_cards(whole: Observation, player: int) -> Observation:
    """A player does not see what the other shows."""
    return changed_sides(whole, player, lambda owner, _side: {"revealed": []} if owner != player else {})


def turned_over_piles(state: State) -> None:
    """With each turn the deck lies the other way round."""
    state.me.deck = state.me.deck[::-1]
    sound_unsuspend_phase(state)


def remembered(state: State, ids: Collection[str]) -> list[tuple[int, Stack]]:
    """What was done to a card is done to it wherever it comes back."""
    gone = sound_take_away(state, ids)
    for _owner, stack in gone:
        number = state.match.numbers.get(stack.cards[0], "")
        state.lasting += tuple(
            Everywhere(Which(number=number), one.gives, one.until, one.player, one.card)
            for one in stack.lasting
        )
    return gone


def in_the_order_found(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Choice:
    """Where cards come to lie nobody chooses."""
    del ordered
    return sound_sized(frame, which, found)


def moved_as_printed(state: State, _action: MoveOut) -> None:
    """A Digimon that moves is as printed."""
    digimon = state.deciding().breeding
    if digimon is not None:
        state.deciding().breeding = msgspec.structs.replace(digimon, lasting=())
    breeding.move(state, MoveOut())


# Stacks


def de_digivolve_and_turn(state: State, frame: Frame, step: DeDigivolve, chosen: Choices) -> None:
    """A card that is uncovered lies the other way."""
    stacks.de_digivolve(state, frame, step, chosen)
    for one in chosen[0]:
        stack, player = stack_in_play(state, one), holder_of(state, one)
        if stack is not None and player is not None:
            other = msgspec.structs.replace(stack, suspended=not stack.suspended)
            areas.replace(state.players[player], stack, other)


def with_cards_under(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """The cards under a Digimon are in the battle area like any other."""
    found = sound_area_of(state, player, which)
    return (*found, *(card for one in found if isinstance(one, Stack) for card in one.cards[1:]))


def with_the_breeding_area(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """What is in the breeding area counts with what is in the battle area."""
    found = sound_area_of(state, player, which)
    breeding_too = state.players[player].breeding
    return (*found, breeding_too) if which.area == "battle" and breeding_too is not None else found


def under_and_top(state: State, at: Standpoint, role: str) -> Iterator[str]:
    """The top card is a digivolution card too."""
    for one in named(state, at, role):
        stack = stack_in_play(state, one)
        if stack is not None:
            yield from stack.cards


def fits_but_for_names(asked: Side, base: CardFacts) -> bool:
    """What a requirement names does not matter."""
    return bool(asked.name or asked.trait) or sound_fits(asked, base)


# What triggers


def trigger_for_each(state: State, event: Happened, players: Collection[int]) -> None:
    """What happens to several at once is answered to one by one."""
    for one in event.subjects:
        sound_trigger(state, msgspec.structs.replace(event, subjects=(one,)), players)
    if not event.subjects:
        sound_trigger(state, event, players)


def concerns_breeding_too(state: State, origin: Origin, waited: Any, event: Happened, subject: str) -> bool:
    """What happens in the breeding area is answered to."""
    anywhere = msgspec.structs.replace(waited, which=msgspec.structs.replace(waited.which, area="breeding"))
    return sound_concerns(state, origin, anywhere, event, subject)


def listening_in_play(
    state: State, event: Happened, awaited: str, players: Collection[int]
) -> Iterator[Origin]:
    """Cards that are not in play wait for nothing."""
    return (one for one in sound_listening(state, event, awaited, players) if one.stack)


def played_alone(state: State, shown: Shown, what: str, *subjects: str, amount: int = 0) -> None:
    """Nothing answers to a play for which cards were placed."""
    if what != "played" or not shown.materials:
        sound_report(state, shown, what, *subjects, amount=amount)


def new_stack_ready(state: State, cards: tuple[str, ...], *, played: bool) -> Stack:
    """What comes into play with cards under it has not been played."""
    return areas.new_stack(state, cards, played=played and len(cards) == 1)


def all_at_hand(state: State, shown: Shown, listing: Any) -> dict[str, CardFacts]:
    """Whatever there is now can be placed."""
    return materials.at_hand(state, shown.player, listing)


def reactions_as_declared(state: State) -> None:
    """Only what was there at the declaration answers to an attack."""
    attack = state.attack
    if attack is None:
        return
    before = [
        (player, stack, tuple(one for one in stack.lasting if not one.gives.effects))
        for player in state.players
        for stack in player.battle
    ]
    kept = [player.battle for player in state.players]
    for player, stack, lasting in before:
        areas.replace(player, stack, msgspec.structs.replace(stack, lasting=lasting))
    course.reaction_timing(state)
    for player, as_it_was in zip(state.players, kept, strict=True):
        player.battle = as_it_was


def by_its_target(state: State) -> str:
    """What an attack is on is what it is aimed at now."""
    attack = state.attack
    if attack is None:
        return ""
    return "player" if attack.target == THE_PLAYER else "digimon"


def battle_as_blocked(state: State, attacker: Stack, defender: Stack) -> None:
    """Whoever battles a Digimon has been blocked by it."""
    triggers.happened(state, Happened("blocked", (attacker.id,), player=state.turn))
    sound_battle(state, attacker, defender)


def why_not_this_turn(state: State, action: Digivolve) -> Iterator[Reason]:
    """A Digimon does not digivolve in the turn in which it was played."""
    yield from sound_why_not_digivolve(state, action)
    if any(stack.id == action.onto and stack.played_this_turn for stack in state.me.battle):
        yield Reason.NOT_ONTO_OWN_DIGIMON


# Numbers and names


def one_at_least(state: State, at: Standpoint, value: Amount, rounds: int = ROUNDS) -> int:
    """What is done for each of something is done once where there is none."""
    return max(sound_amount(state, at, value, rounds), 1)


def each_begun_group(state: State, at: Standpoint, value: Amount, rounds: int = ROUNDS) -> int:
    """A group that is not whole counts."""
    found = sound_amount(state, at, value, rounds)
    if isinstance(value, int) or value.per == 1:
        return found
    ones = sound_amount(state, at, msgspec.structs.replace(value, per=1, each=1), rounds)
    return -(-ones // value.per) * value.each


def amounts(other: Callable[..., int]) -> Callable[[], Installed]:
    """Another way to count what is drawn and gained for each of something."""
    return lambda: together(*(patch.object(module, "amount", other) for module in (piles, gauge)))


def asked(field: str, other: Callable[[State, Thing, CardFacts, Any, int], bool]) -> Callable[[], Installed]:
    """Another test for one word of what an effect is on."""
    return lambda: patch.dict(matching.TESTS, {field: other})


def above_the_least(value: int, least: int | None, most: int | None) -> bool:
    """Bounds are left out of what they bound."""
    return (least is None or value > least) and (most is None or value < most)


def not_below(value: int, least: int | None, most: int | None) -> bool:
    """So much or less is any number."""
    del most
    return least is None or value >= least


def why_not_without_target(state: State, action: UseOption) -> Iterator[Reason]:
    """An Option is used only against a Digimon of the other player."""
    yield from sound_why_not_use(state, action)
    if not state.opponent.battle:
        yield Reason.COLOURS_NOT_MET


def end_after_unsuspending(state: State) -> bool:
    """A turn does not end before its draw phase."""
    return state.phase != "unsuspend" and (state.memory < 0 or state.phase == "ending")


WORD_FAULTS: dict[str, Fault] = {
    "decks-open": Fault(
        "areas.hidden", "players see what lies face down", function(adapter, "seen_by", with_face_down_cards)
    ),
    "trash-of-ones-own": Fault(
        "areas.public",
        "players do not see each other's trash",
        function(adapter, "seen_by", without_the_others_trash),
    ),
    "counts-kept-secret": Fault(
        "areas.counts",
        "players do not see how many cards lie face down",
        function(adapter, "seen_by", without_counts),
    ),
    "shown-to-nobody": Fault(
        "digixros.hand-shown",
        "what a player shows the other does not see",
        function(adapter, "seen_by", without_shown_cards),
    ),
    "deck-turned-over": Fault(
        "areas.order-kept", "each turn turns the deck over", phase("unsuspend", turned_over_piles)
    ),
    "cards-remember": Fault(
        "cards.new",
        "what was done to a card holds on wherever it goes",
        function(leaving, "take_away", remembered),
    ),
    "order-of-the-table": Fault(
        "effects.order-chosen",
        "nobody chooses in which order cards come to lie",
        function(selecting, "sized", in_the_order_found),
    ),
    "moved-as-printed": Fault(
        "breeding.move",
        "what was done to a Digimon ends when it moves",
        lambda: conduct(MoveOut, carry_out=moved_as_printed),
    ),
    "uncovered-and-turned": Fault(
        "stack.orientation", "De-Digivolve turns its Digimon", instead(DeDigivolve, de_digivolve_and_turn)
    ),
    "cards-under-are-there-too": Fault(
        "stack.one", "cards under a Digimon count as Digimon", function(matching, "area_of", with_cards_under)
    ),
    "top-is-under": Fault(
        "stack.digivolution-cards",
        "the top card is a digivolution card",
        function(matching, "under", under_and_top),
    ),
    "names-do-not-matter": Fault(
        "digivolve.special",
        "a requirement that names a card takes any",
        function(digivolving, "fits", fits_but_for_names),
    ),
    "each-for-itself": Fault(
        "areas.together",
        "cards that leave an area together are answered to one by one",
        lambda: together(
            patch.object(triggers, "trigger", trigger_for_each),
            patch.object(leaving, "trigger", trigger_for_each),
        ),
    ),
    "breeding-is-answered": Fault(
        "breeding.no-triggers",
        "effects answer to what happens in the breeding area",
        function(triggers, "concerns", concerns_breeding_too),
    ),
    "trashed-in-silence": Fault(
        "effects.on-trash",
        "a card that was trashed from a hand does nothing",
        function(triggers, "listening", listening_in_play),
    ),
    "placed-in-silence": Fault(
        "digixros.is-play",
        "nothing answers to a play for which cards were placed",
        function(showing, "report", played_alone),
    ),
    "ready-with-cards": Fault(
        "assembly.is-play",
        "what was played with cards placed for it attacks at once",
        function(playing, "new_stack", new_stack_ready),
    ),
    "reactions-as-declared": Fault(
        "attack.reaction-gained",
        "what was gained since the declaration does not answer to the attack",
        process("counter-timing", reactions_as_declared),
    ),
    "attack-by-its-target": Fault(
        "attack.declared-on",
        "effects of attacking go by what an attack is aimed at now",
        function(conditions, "attack_is_on", by_its_target),
    ),
    "battled-is-blocked": Fault(
        "block.blocked", "every battle is a block", function(battle, "battle", battle_as_blocked)
    ),
    "digivolve-next-turn": Fault(
        "digivolve.same-turn",
        "a Digimon played this turn does not digivolve",
        lambda: conduct(Digivolve, why_not=why_not_this_turn),
    ),
    "breeding-counts": Fault(
        "breeding.not-counted",
        "effects count what is in the breeding area",
        function(matching, "area_of", with_the_breeding_area),
    ),
    "placed-as-it-comes": Fault(
        "digixros.chosen-together",
        "what comes to hand while cards are placed is placed too",
        function(materials, "candidates", all_at_hand),
    ),
    "exchanged-ever": Fault(
        "setup.hand-kept", "every edition lets players exchange their hands", numbers(setup_redraw=True)
    ),
    "once-for-none": Fault("effects.number-of-times", "for each of none is once", amounts(one_at_least)),
    "each-begun-group": Fault("effects.each", "for each two of three is twice", amounts(each_begun_group)),
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
    "first-sort-alone": Fault(
        "effects.either",
        "of two sorts of card an effect is on the first",
        asked("kind", lambda _state, _thing, facts, wanted, _rounds: facts.kind == wanted[0]),
    ),
    "memory-as-it-stands": Fault(
        "effects.memory-bounds",
        "the counter counts as the turn player sees it",
        function(conditions, "memory_of", lambda state, _player: state.memory),
    ),
    "bounds-left-out": Fault(
        "effects.memory-bounds", "so much or less is less", function(conditions, "in_bounds", above_the_least)
    ),
    "so-much-or-less-is-any": Fault(
        "effects.memory-bounds", "so much or less is anything", function(conditions, "in_bounds", not_below)
    ),
    "options-need-a-target": Fault(
        "option.no-target",
        "an Option is used only where the other player has something",
        lambda: conduct(UseOption, why_not=why_not_without_target),
    ),
    "start-of-turn-comes-through": Fault(
        "turn.end-at-start",
        "a turn unsuspends before it can end",
        function(turn, "must_end", end_after_unsuspending),
    ),
}
"""Name to fault."""
