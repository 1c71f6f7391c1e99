"""Faults in what effects of cards do, and in who chooses for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dmb.actions import Rack, SupportFromHand
from rulehound.engine.dmb.effects import choices, in_play, resolving, words
from rulehound.engine.dmb.effects.choices import CHOICES
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.effects.words import WORDS
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Player, State, card_of, report
from rulehound.engine.dmb.turns import evolution, support
from rulehound.engine.dmb.zones import change, draw, leave, trash_from_deck, without
from rulehound_testing.faults.dmb.patching import conduct
from rulehound_testing.faults.patching import Fault, Installed, constant, function

Doing = Callable[[State, Task, Player], None]


def word(name: str, other: Doing) -> Callable[[], Installed]:
    """Another meaning of a word for which nobody chooses."""
    return lambda: patch.dict(WORDS, {name: other})


def chosen(name: str, **changed: Callable[..., Any]) -> Callable[[], Installed]:
    """Another choice for a word, or another use of the card."""
    return lambda: patch.dict(CHOICES, {name: CHOICES[name]._replace(**changed)})


def more(name: str, amount: int) -> Callable[[], Installed]:
    """The amount of a word is so much more."""
    sound = WORDS[name]

    def doing(state: State, task: Task, player: Player) -> None:
        step = msgspec.structs.replace(task.step, amount=task.step.amount + amount)
        sound(state, msgspec.structs.replace(task, step=step), player)

    return word(name, doing)


def on_the_other_side(name: str) -> Callable[[], Installed]:
    """A word is about the other player."""
    sound = WORDS[name]

    def doing(state: State, task: Task, _player: Player) -> None:
        side = "opponent" if task.step.of == "me" else "me"
        turned = msgspec.structs.replace(task, step=msgspec.structs.replace(task.step, of=side))
        sound(state, turned, state.players[words.about(turned)])

    return word(name, doing)


def nothing(_state: State, _task: Task, _player: Player) -> None:
    """The word does nothing."""


def draws_from_below(state: State, task: Task, player: Player) -> None:
    """Cards are drawn from the bottom of the deck."""
    player.deck = player.deck[::-1]
    drawn = draw(player, task.step.amount)
    player.deck = player.deck[::-1]
    report(state, "draw", words.about(task), amount=len(drawn))


def discards_from_the_deck(state: State, task: Task, player: Player) -> None:
    """The own deck is trashed, whoever is named."""
    del player
    trash_from_deck(state.players[task.owner], task.step.amount)
    report(state, "trash", task.owner, amount=task.step.amount)


def recycles_in_one_go(state: State, task: Task, player: Player) -> None:
    """The cards come onto the deck in the other order."""
    moved = player.trash[-task.step.amount :][::-1]
    player.trash = player.trash[: -len(moved)]
    player.deck = moved + player.deck
    report(state, "recycle", words.about(task), amount=len(moved))


def racks_whatever_is_there(state: State, task: Task, player: Player) -> None:
    """The top card goes into the DP Zone, whatever it is."""
    if player.deck:
        player.dp_cards += player.deck[:1]
        report(state, "rack", words.about(task), card=player.deck[0])
        player.deck = player.deck[1:]


def heals_up_to_what_is_printed(state: State, task: Task, player: Player) -> None:
    """HP is not raised beyond what is printed."""
    if player.active is not None:
        most = max(player.active.hp, card_of(state, player.active.top).hp)
        change(player, hp=min(player.active.hp + task.step.amount, most))


def goes_below_nothing(state: State, task: Task, player: Player) -> None:
    """A Digimon that has too little HP loses none."""
    if player.active is not None and player.active.hp >= task.step.amount:
        WORDS_SOUND["lose-hp"](state, task, player)


WORDS_SOUND = dict(WORDS)


def costs_are_effects(state: State, task: Task, player: Player) -> None:
    """What protects from supports protects from costs as well."""
    if not in_play.is_guarded(state, player):
        WORDS_SOUND["lose-hp"](state, task, player)


def nothing_protects(state: State, task: Task, player: Player) -> None:
    """Supports lower the HP of every Digimon."""
    WORDS_SOUND["lose-hp"](state, msgspec.structs.replace(task, part=""), player)


def replaces_types(state: State, task: Task, player: Player) -> None:
    """A gained type does not count for anything."""
    report(state, "type", words.about(task), types=list(task.step.types))


def forgets_the_attack(state: State, task: Task, player: Player) -> None:
    """The attack stays what it was."""
    del player
    report(state, "attack", words.about(task), attack=task.step.attack)


def deletes_the_top(state: State, task: Task, player: Player) -> None:
    """The top card leaves, and what is left is abnormal."""
    WORDS_SOUND["remove-top"](state, task, player)
    change(player, abnormal=True)


def owner_chooses(task: Task) -> int:
    """Whoever has the card chooses."""
    return task.owner


def from_the_hand(state: State, task: Task) -> tuple[str, ...]:
    """Cards of the hand, whatever zone is named."""
    return state.players[words.about(task)].hand


def lost_card(state: State, task: Task, card: str) -> None:
    """A card of the hand that is discarded is out of the game."""
    player = state.players[words.about(task)]
    player.hand = tuple(one for one in player.hand if one != card)
    player.deleted += (card,)


def taken_to_the_trash(state: State, task: Task, card: str) -> None:
    """A card of the deck goes to the trash."""
    player = state.players[words.about(task)]
    player.deck = tuple(one for one in player.deck if one != card)
    player.trash += (card,)


def taken_unseen(state: State, task: Task, card: str) -> None:
    """A card that is picked is not shown."""
    plain = msgspec.structs.replace(task, step=msgspec.structs.replace(task.step, kind=""))
    CHOICES_SOUND["take"].chosen(state, plain, card)


def recycled_below(state: State, task: Task, card: str) -> None:
    """A card of the trash goes under the deck."""
    player = state.players[words.about(task)]
    player.trash = tuple(one for one in player.trash if one != card)
    player.deck += (card,)


def put_into_the_hand(state: State, task: Task, card: str) -> None:
    """A card of the trash comes to the hand in place of being deleted."""
    player = state.players[words.about(task)]
    player.trash = tuple(one for one in player.trash if one != card)
    player.hand += (card,)


CHOICES_SOUND = dict(CHOICES)


def attached_to_both(state: State, owner: int, card: str, source: in_play.Source) -> None:
    """What was attached before stays as well."""
    digimon = state.players[owner].active
    before = digimon.attachments if digimon else ()
    ATTACH(state, owner, card, source)
    player = state.players[owner]
    if before and player.active is not None:
        change(player, attachments=(*before, *player.active.attachments))
        player.trash = tuple(one for one in player.trash if one not in before)


ATTACH = in_play.attach


def attached_without_a_gain(state: State, owner: int, card: str, source: in_play.Source) -> None:
    """What is attached adds nothing."""
    change(state.players[owner], attachments=(card,))
    report(state, "attach", owner, source=source)


def attached_across(state: State, owner: int, card: str, source: in_play.Source) -> None:
    """What is attached adds to the other Digimon."""
    ATTACH(state, owner, card, source)
    mine, other = state.players[owner].active, state.players[1 - owner].active
    if mine is not None and other is not None:
        change(state.players[1 - owner], bonus=other.bonus + mine.bonus)
        change(state.players[owner], bonus=0)


def whatever_lies_there(state: State, task: Task) -> tuple[str, ...]:
    """Any card can be attached."""
    if task.step.zone == "this":
        return choices.to_attach(state, task)
    zone: tuple[str, ...] = getattr(state.players[task.owner], task.step.zone)
    return zone[:1]


def lifts_everything(state: State, task: Task, player: Player) -> None:
    """Whatever is lifted, the type is as well."""
    WORDS_SOUND["ignore"](state, task, player)
    state.ignored = tuple(dict.fromkeys((*state.ignored, "type")))


def lifts_nothing(state: State, task: Task, player: Player) -> None:
    """A requirement that is lifted is asked all the same."""
    WORDS_SOUND["ignore"](state, task, player)
    state.ignored = ()


def lost_below(state: State, card: str) -> None:
    """Only the new card stays."""
    COVER(state, card)
    if state.me.active is not None:
        leave(state, state.me.active.cards[1:])
        change(state.me, cards=state.me.active.cards[:1])


COVER = evolution.cover


def cost_lifted_without_a_cost(state: State, card: Any) -> Iterator[Reason]:
    """Where the cost is lifted, none needs to be printed."""
    return (why for why in WHY_UNFIT(state, card) if why is not Reason.NO_COST or "cost" not in state.ignored)


WHY_UNFIT = evolution.why_unfit


def racked_from_destiny(state: State, action: Rack) -> Iterator[Reason]:
    """A card of the Destiny Zone goes into the DP Zone."""
    return iter(()) if action.card in state.me.destiny else evolution.why_not_rack(state, action)


def rack_from_anywhere(state: State, action: Rack) -> None:
    """Put a card of the hand or the Destiny Zone into the DP Zone."""
    state.me.destiny = without(state.me.destiny, action.card)
    evolution.rack(state, action)


def supported_from_destiny(state: State, action: SupportFromHand) -> Iterator[Reason]:
    """A card of the Destiny Zone supports as one of the hand."""
    there = action.card in state.deciding().destiny
    return iter(()) if there else support.why_not_from_hand(state, action)


def support_from_anywhere(state: State, action: SupportFromHand) -> None:
    """Lay a card of the hand or the Destiny Zone as support."""
    player = state.deciding()
    player.destiny = without(player.destiny, action.card)
    support.support_from_hand(state, action)


FAULTS: Mapping[str, Fault] = {
    "draw-from-below": Fault("effects.draw", "effects draw from below", word("draw", draws_from_below)),
    "draw-one-more": Fault("effects.draw", "effects draw a card more", more("draw", 1)),
    "trash-own": Fault("effects.trash", "the own deck is trashed", word("trash", discards_from_the_deck)),
    "trash-one-more": Fault("effects.trash", "a card more is trashed", more("trash", 1)),
    "discard-deletes": Fault("effects.discard", "discarding deletes", chosen("discard", chosen=lost_card)),
    "discard-by-the-other": Fault(
        "effects.opponent-discards", "whoever has the card chooses", chosen("discard", by_whom=owner_chooses)
    ),
    "discard-from-hand": Fault(
        "effects.opponent-discards", "no zone but the hand counts", chosen("discard", among=from_the_hand)
    ),
    "take-to-the-trash": Fault(
        "effects.take", "what is taken is trashed", chosen("take", chosen=taken_to_the_trash)
    ),
    "take-unseen": Fault(
        "effects.picked-shown", "what is picked is not shown", chosen("take", chosen=taken_unseen)
    ),
    "recycle-turned": Fault(
        "effects.recycle", "recycled cards lie the other way", word("recycle", recycles_in_one_go)
    ),
    "recycle-one-more": Fault("effects.recycle", "a card more is recycled", more("recycle", 1)),
    "recycle-any-below": Fault(
        "effects.recycle-any", "it goes under the deck", chosen("recycle-any", chosen=recycled_below)
    ),
    "attack-recycles-nothing": Fault(
        "abilities.recycle", "attacks recycle nothing", word("recycle", nothing)
    ),
    "delete-to-hand": Fault(
        "effects.delete", "what is deleted comes to the hand", chosen("delete", chosen=put_into_the_hand)
    ),
    "data-break-for-free": Fault(
        "effects.data-break", "the Mega stays in the Destiny Zone", word("data-break", nothing)
    ),
    "rack-anything": Fault(
        "effects.unknown-cards", "the kind of card is not asked", word("rack", racks_whatever_is_there)
    ),
    "recover-to-printed": Fault(
        "effects.recover", "HP stops at what is printed", word("recover", heals_up_to_what_is_printed)
    ),
    "recover-other": Fault("effects.recover", "the other Digimon recovers", on_the_other_side("recover")),
    "boost-other": Fault("effects.boost", "the other Digimon is boosted", on_the_other_side("boost")),
    "lose-all-or-nothing": Fault(
        "hp.floor", "more than there is is not lost at all", word("lose-hp", goes_below_nothing)
    ),
    "revive-more": Fault("revival.default", "a revival without number has more HP", more("revive", 1)),
    "revive-set-more": Fault("revival.set", "a revival has more HP", more("revive", 5)),
    "ability-lost": Fault("abilities.granted", "abilities are not given", word("ability", nothing)),
    "first-attack-lost": Fault(
        "first-attack.gain", "1st Attack is not gained by effects", word("first-attack", nothing)
    ),
    "no-first-attack-lost": Fault(
        "first-attack.none", "nothing keeps from 1st Attack", word("no-first-attack", nothing)
    ),
    "attack-unchanged": Fault(
        "jamming.changed", "a changed attack counts as it was", word("attack", forgets_the_attack)
    ),
    "attach-beside": Fault(
        "attachments.replaced",
        "what was attached stays there",
        function(in_play, "attach", attached_to_both),
    ),
    "attach-gains-nothing": Fault(
        "attachments.attach",
        "what is attached adds nothing",
        function(in_play, "attach", attached_without_a_gain),
    ),
    "attach-anything": Fault(
        "attachments.attach", "any card is attached", function(choices, "attaches", lambda *_: True)
    ),
    "attach-whatever": Fault(
        "abilities.attach", "nobody chooses what is attached", chosen("attach", among=whatever_lies_there)
    ),
    "attach-across": Fault(
        "effects.passive",
        "what is attached adds to the other Digimon",
        function(in_play, "attach", attached_across),
    ),
    "nothing-protects": Fault(
        "effects.passive", "no Digimon is protected", word("lose-hp", nothing_protects)
    ),
    "shatter-leaves-attachments": Fault(
        "shatter.attached", "Shatter has nothing discarded", constant(choices, "PLAYERS", ())
    ),
    "top-removed-abnormal": Fault(
        "abnormal.under", "what is left is abnormal", word("remove-top", deletes_the_top)
    ),
    "costs-protected": Fault(
        "texts.costs", "what protects from supports saves costs", word("lose-hp", costs_are_effects)
    ),
    "types-do-not-count": Fault("effects.type", "gained types do not count", word("type", replaces_types)),
    "ignore-more": Fault("evolution.ignore", "the type is lifted as well", word("ignore", lifts_everything)),
    "ignore-nothing": Fault("evolution.ignore", "nothing is lifted", word("ignore", lifts_nothing)),
    "discount-lost": Fault("evolution.discount", "nothing gets cheaper", word("discount", nothing)),
    "discount-more": Fault("evolution.discount", "it gets cheaper by more", more("discount", 10)),
    "no-cost-lifted": Fault(
        "evolution.no-cost",
        "where costs are lifted none needs to be printed",
        lambda: patch.dict(
            evolution.FITS, {evolution.Evolve: (evolution.why_not_from_hand, cost_lifted_without_a_cost)}
        ),
    ),
    "stack-lost": Fault(
        "active.stack", "what lies under a Digimon is discarded", function(evolution, "cover", lost_below)
    ),
    "destiny-racked": Fault(
        "destiny.zone",
        "a card of the Destiny Zone goes into the DP Zone",
        conduct(Rack, why_not=racked_from_destiny, carry_out=rack_from_anywhere),
    ),
    "destiny-supports": Fault(
        "destiny.zone",
        "a card of the Destiny Zone supports as one of the hand",
        conduct(SupportFromHand, why_not=supported_from_destiny, carry_out=support_from_anywhere),
    ),
    "one-discard-is-enough": Fault(
        "effects.discard", "one card is enough", function(resolving, "once_less", lambda _task: ())
    ),
}
