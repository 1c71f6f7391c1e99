"""Planted faults: using Options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from unittest.mock import patch

from rulehound.engine.dcg.actions import UseOption
from rulehound.engine.dcg.areas import new_stack, suspend, without
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects.activating import activate
from rulehound.engine.dcg.effects.steps import placing
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.main_phase import options, showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, card_of, facts_of
from rulehound.engine.dcg.tasks import Origin, Shown
from rulehound.engine.dcg.turns import turn
from rulehound_testing.faults.patching import Fault, conduct, forgiving, function, phase, together

sound_why_not_use = options.why_not
sound_colours_met = options.colours_met
sound_place_in_battle = options.place_in_battle
sound_carry_out_main = options.carry_out_main
sound_trash = options.trash
sound_pay = showing.pay


def colours_of_the_battle_area(state: State, player: Player, option: CardFacts) -> bool:
    """The colours of what is in the breeding area do not count."""
    there = {color for stack in player.battle for color in facts_of(state, stack).colors}
    return all(color in there for color in option.colors)


def used_for_all(state: State, shown: Shown) -> None:
    """An Option that is used does its security effect too."""
    for index, effect in enumerate(card_of(state, shown.card).effects):
        if effect.timing in ("main", "security"):
            activate(state, Origin(effect, shown.card, shown.player, index, shown.onto))


def a_card_for_each_colour(state: State, player: Player, option: CardFacts) -> bool:
    """Each colour of an Option takes a Digimon or Tamer of its own."""
    field = [stack for stack in (*player.battle, player.breeding) if stack is not None]
    colours = [facts_of(state, stack).colors for stack in field]
    fitting = sum(any(color in option.colors for color in each) for each in colours)
    return fitting >= len(option.colors) and all(any(c in each for each in colours) for c in option.colors)


def colours_of_digimon(state: State, player: Player, option: CardFacts) -> bool:
    """The colours of Tamers do not count."""
    field = [stack for stack in (*player.battle, player.breeding) if stack is not None]
    cards = [facts_of(state, stack) for stack in field]
    return {color for card in cards if card.is_digimon for color in card.colors}.issuperset(option.colors)


def why_not_without_target(state: State, action: UseOption) -> Iterator[Reason]:
    """An Option is used only against a Digimon of the other player."""
    yield from sound_why_not_use(state, action)
    if not state.opponent.battle:
        yield Reason.COLOURS_NOT_MET


def option_stays(state: State, shown: Shown) -> None:
    """An Option that has been used is left in the battle area."""
    player = state.players[shown.player]
    if shown.card in player.revealed:
        player.revealed = without(player.revealed, shown.card)
        player.battle += (new_stack(state, (shown.card,), played=True),)


def not_one_more_than_ten(state: State, action: Any) -> Iterator[Reason]:
    """No Option is used where 10 lie in the battle area."""
    if sum(facts_of(state, stack).kind == "option" for stack in state.me.battle) >= 10:
        yield Reason.EFFECT_COST_UNPAYABLE
    yield from sound_why_not_use(state, action)


def placed_beside_others(state: State, card: str, player: int) -> Stack:
    """In an empty battle area no Option stays."""
    laid = sound_place_in_battle(state, card, player)
    there = state.players[player]
    if there.battle == (laid,):
        there.battle, there.trash = (), (*there.trash, card)
    return laid


def colours_of_both_players(state: State, player: Player, option: CardFacts) -> bool:
    """The colours of the other player's Digimon and Tamers count."""
    there = {
        color for one in state.players for stack in one.battle for color in facts_of(state, stack).colors
    }
    return sound_colours_met(state, player, option) or there.issuperset(option.colors)


def colours_from_under(state: State, player: Player, option: CardFacts) -> bool:
    """The colours of digivolution cards count."""
    field = [stack for stack in (*player.battle, player.breeding) if stack is not None]
    there = {color for stack in field for card in stack.cards for color in card_of(state, card).colors}
    return sound_colours_met(state, player, option) or there.issuperset(option.colors)


def colours_once(state: State, shown: Shown) -> bool:
    """An Option whose colour has gone since it was shown is used all the same."""
    return showing.is_set_aside(state, shown) and showing.payable(state, shown)


def answered_first(state: State, shown: Shown) -> None:
    """What answers to the use of an Option comes before its effect."""
    sound_carry_out_main(state, shown)
    answers, state.fresh = state.fresh, ()
    for one in reversed(answers):
        activate(state, one.origin)


def unpaid_at_first(state: State, shown: Shown, cost: int) -> None:
    """An Option is not paid for yet."""
    if shown.procedure != "use":
        sound_pay(state, shown, cost)


def paid_at_the_end(state: State, shown: Shown) -> None:
    """An Option is paid for once its effect is over."""
    sound_pay(state, shown, showing.due(state, shown))
    sound_trash(state, shown)


def used_for_delay(state: State, shown: Shown) -> None:
    """An Option that is used does the effect of its Delay too."""
    sound_carry_out_main(state, shown)
    for index, effect in enumerate(card_of(state, shown.card).effects):
        if effect.timing == "delay":
            activate(state, Origin(effect, shown.card, shown.player, index, shown.onto))


def placed_suspended(state: State, card: str, player: int) -> Stack:
    """An Option that an effect places in the battle area lies there suspended."""
    suspend(state.players[player], sound_place_in_battle(state, card, player))
    return state.players[player].battle[-1]


def trashed_from_anywhere(state: State, shown: Shown) -> None:
    """A used Option goes to the trash wherever its effect has put it."""
    sound_trash(state, shown)
    there = state.players[shown.player]
    if shown.card not in there.trash and not any(shown.card in stack.cards for stack in there.battle):
        for pile in ("hand", "deck", "security"):
            setattr(there, pile, without(getattr(there, pile), shown.card))
        there.trash += (shown.card,)


def trashed_at_last(state: State, shown: Shown) -> None:
    """A used Option waits for what its effect has set off, and for the rules."""
    if shown.card not in state.players[shown.player].revealed:
        sound_trash(state, shown)


def with_what_was_used(state: State) -> None:
    """Whatever is still shown in the main phase goes to the trash."""
    for player in state.players:
        player.trash, player.revealed = (*player.trash, *player.revealed), ()
    turn.main_phase(state)


def used_for_the_last(state: State, shown: Shown) -> None:
    """An Option that is used does the last of its main effects."""
    effects = [*enumerate(card_of(state, shown.card).effects)]
    for index, effect in [one for one in effects if one[1].timing == "main"][-1:]:
        activate(state, Origin(effect, shown.card, shown.player, index, shown.onto))


FAULTS: Mapping[str, Fault] = {
    "ten-options": Fault(
        "option.stays",
        "10 Options in the battle area are the most",
        lambda: conduct(UseOption, why_not=not_one_more_than_ten),
    ),
    "anything-is-used": Fault(
        "option.kind", "any card is used like an Option", forgiving(UseOption, Reason.NOT_AN_OPTION)
    ),
    "colours-of-the-battle-area": Fault(
        "option.colours",
        "the breeding area has no colours",
        function(options, "colours_met", colours_of_the_battle_area),
    ),
    "used-for-all-effects": Fault(
        "option.main-alone",
        "an Option that is used does its security effect too",
        function(options, "carry_out_main", used_for_all),
    ),
    "a-card-for-each-colour": Fault(
        "option.colours",
        "each colour of an Option takes a card of its own",
        function(options, "colours_met", a_card_for_each_colour),
    ),
    "colours-of-digimon": Fault(
        "option.colours",
        "Tamers do not count for the colours of an Option",
        function(options, "colours_met", colours_of_digimon),
    ),
    "uses-without-cost": Fault(
        "option.cost", "an Option without a use cost is used", forgiving(UseOption, Reason.NO_USE_COST)
    ),
    "options-need-a-target": Fault(
        "option.no-target",
        "an Option is used only where the other player has something",
        lambda: conduct(UseOption, why_not=why_not_without_target),
    ),
    "used-options-stay": Fault(
        "option.trash", "used Options stay in the battle area", function(options, "trash", option_stays)
    ),
    "placed-beside-others": Fault(
        "option.stays",
        "in an empty battle area no Option stays",
        function(placing, "place_in_battle", placed_beside_others),
    ),
    "colours-of-both-players": Fault(
        "option.colours",
        "the other player's Digimon and Tamers have the colours for an Option",
        function(options, "colours_met", colours_of_both_players),
    ),
    "colours-from-under": Fault(
        "option.colours",
        "digivolution cards have the colours for an Option",
        function(options, "colours_met", colours_from_under),
    ),
    "colours-once": Fault(
        "showing.failure",
        "an Option whose colour has gone since it was shown is used",
        function(options, "can_still_be_used", colours_once),
    ),
    "answered-before-its-effect": Fault(
        "option.effect",
        "what answers to the use of an Option comes before its effect",
        function(options, "carry_out_main", answered_first),
    ),
    "paid-after-its-effect": Fault(
        "option.cost",
        "an Option is paid for once its effect is over",
        lambda: together(
            patch.object(showing, "pay", unpaid_at_first), patch.object(options, "trash", paid_at_the_end)
        ),
    ),
    "used-for-delay": Fault(
        "delay.effect",
        "an Option that is used does the effect of its Delay too",
        function(options, "carry_out_main", used_for_delay),
    ),
    "placed-suspended": Fault(
        "play.unsuspended",
        "an Option that an effect places in the battle area lies there suspended",
        function(placing, "place_in_battle", placed_suspended),
    ),
    "trashed-from-anywhere": Fault(
        "option.trash",
        "a used Option goes to the trash wherever its effect has put it",
        function(options, "trash", trashed_from_anywhere),
    ),
    "trashed-at-last": Fault(
        "option.trash",
        "a used Option goes to the trash after what its effect has set off, and after the rules were checked",
        lambda: together(function(options, "trash", trashed_at_last)(), phase("main", with_what_was_used)()),
    ),
    "used-for-the-last": Fault(
        "option.effect",
        "an Option that is used does the last of its main effects",
        function(options, "carry_out_main", used_for_the_last),
    ),
}
"""Faults by name."""
