"""Faults in what effects of cards do, in when they come up, and in who chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dmb import flow
from rulehound.engine.dmb.actions import ChooseNone, PutUnder, Rack, SupportFromHand
from rulehound.engine.dmb.battle import damage
from rulehound.engine.dmb.effects import choices, in_play, occasions, resolving, words
from rulehound.engine.dmb.effects.choices import CHOICES
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.effects.words import WORDS
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Player, State, card_of, number_of, report
from rulehound.engine.dmb.turns import ending, evolution, strategy, support
from rulehound.engine.dmb.zones import change, draw, leave, trash_from_deck, without
from rulehound_testing.faults.dmb.patching import conduct, step
from rulehound_testing.faults.patching import Fault, Installed, constant, function, together

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


def used_again(state: State, one: occasions.Due) -> Iterator[Reason]:
    """What is used once per turn is used in every phase."""
    return (why for why in WHY_NOT_DUE(state, one) if why is not Reason.USED_THIS_TURN)


def used_in_one_turn_alone(state: State) -> None:
    """What was used in one turn is not used in the next."""
    used = state.used
    END_TURN(state)
    state.used = used


def activated_again(state: State, one: occasions.Due) -> Iterator[Reason]:
    """What is activated is activated in each phase."""
    return (why for why in WHY_NOT_DUE(state, one) if why is not Reason.ACTIVATED_BEFORE)


def activated_in_any_turn(state: State, one: occasions.Due) -> Iterator[Reason]:
    """What is activated is activated in any turn."""
    return (why for why in WHY_NOT_DUE(state, one) if why is not Reason.NOT_IN_YOUR_TURN)


def activated_in_the_own_turn_alone(state: State, one: occasions.Due) -> Iterator[Reason]:
    """What any turn is good for is activated in the own turn alone."""
    yield from WHY_NOT_DUE(state, one)
    if one.owner != state.turn:
        yield Reason.NOT_IN_YOUR_TURN


def for_free(state: State, one: occasions.Due) -> Iterator[Reason]:
    """A cost that cannot be paid is no reason against an effect."""
    return (why for why in WHY_NOT_DUE(state, one) if why is not Reason.COST_UNPAID)


WHY_NOT_DUE = occasions.why_not_due
END_TURN = ending.end_turn


def forgets_what_was_activated(state: State, one: occasions.Due) -> None:
    """An activated card is trashed as any other."""
    CARRY_OUT(state, one)
    state.activated = tuple(card for card in state.activated if card != one.card)
    if one.effect.timing == "activate":
        state.used += ((one.card, one.place),)


CARRY_OUT = occasions.carry_out


def other_player_decides(state: State, demanded: list[occasions.Due]) -> int:
    """The other player puts the effects of both in order."""
    owners = {one.owner for one in demanded}
    if len(owners) == 1:
        return owners.pop()
    return state.turn if state.other_first else 1 - state.turn


def in_the_order_of_the_card(state: State) -> bool:
    """Effects of one player come in the order in which they are written."""
    found = [one for one in occasions.due(state) if not one.effect.is_optional]
    if found and len({one.owner for one in found}) == 1:
        occasions.carry_out(state, found[0])
        return True
    return COME_UP(state)


COME_UP = occasions.come_up


def never_waits(state: State) -> bool:
    """Every effect is carried out as soon as it can be."""
    found = occasions.due(state)
    if found:
        occasions.carry_out(state, found[0])
        return True
    return COME_UP(state)


def no_conditions(_state: State, _owner: int, _condition: object) -> bool:
    """Every condition holds."""
    return True


def both_ways(state: State, task: Task) -> Any:
    """Where a condition does not hold, nothing is done instead."""
    return task.step if resolving.holds(state, task.owner, task.step.condition) else None


def the_rest_is_lost(state: State) -> None:
    """Where a condition does not hold, the whole effect is lost."""
    task = state.tasks[0]
    if not state.looked and resolving.meant(state, task) is None:
        state.tasks = ()
    else:
        CARRY_OUT_NEXT(state)


CARRY_OUT_NEXT = flow.carry_out_next


def card_demanded(_state: State, _action: ChooseNone) -> Iterator[Reason]:
    """A card has to be chosen."""
    yield Reason.CARD_DEMANDED


def stays_below(state: State, action: PutUnder) -> None:
    """A card that is put under the deck comes on top."""
    player = state.players[int(action.card.startswith("b"))]
    player.deck = (action.card, *(card for card in player.deck if card != action.card))
    resolving.put_back(state, action.card)


def of_flow(name: str, other: Callable[..., Any]) -> Callable[[], Installed]:
    """Another function in the flow of the game."""
    return function(flow, name, other)


def always_abnormal(_state: State, _cards: object) -> bool:
    """No line is a valid one."""
    return True


def any_line(_state: State, _cards: object) -> bool:
    """Every line is a valid one."""
    return False


def keeps_its_gain(_state: State, _owner: int, _source: str) -> None:
    """What a card has added stays when it has left."""


def steady_is_void(state: State, player: Player) -> None:
    """Every support can be made void."""
    if player.support is not None:
        player.support = msgspec.structs.replace(player.support, void=True)


def void_is_carried_out(state: State, timing: occasions.Timing) -> Iterator[tuple[int, str]]:
    """What is written on a support that is void is carried out."""
    for player in state.players:
        if timing == "support" and player.support is not None and player.support.void:
            player.support = msgspec.structs.replace(player.support, void=False)
    return SOURCES(state, timing)


SOURCES = occasions.sources


def other_support_first(state: State, timing: occasions.Timing) -> Iterator[tuple[int, str]]:
    """The other player's support is carried out first."""
    if timing != "support":
        yield from SOURCES(state, timing)
        return
    owner = 1 - state.turn if state.stage == "resolve-first" else state.turn
    lies = state.players[owner].support
    if lies is not None and not lies.void:
        yield owner, lies.card


def named_by_nobody(_state: State, _player: Player) -> bool:
    """Every evolution has the effects of the box."""
    return True


def never_named(_state: State, _player: Player) -> bool:
    """No evolution has them."""
    return False


def without_counter(state: State, owner: int) -> Iterator[tuple[int, str]]:
    """What an attack gives goes to its player, whoever uses it."""
    for _, card in ATTACK_OF(state, owner):
        yield owner, card


ATTACK_OF = occasions.attack_of


def no_attacks(_state: State, _owner: int) -> Iterator[tuple[int, str]]:
    """Attacks give nothing but abilities."""
    yield from ()


def gains_end(player: Player) -> None:
    """What an evolution box adds lasts until the turn ends."""
    END_LINGERING(player)
    change(player, bonus=0)


def types_end(player: Player) -> None:
    """Gained types last until the turn ends."""
    END_LINGERING(player)
    change(player, gained_types=())


END_LINGERING = ending.end_lingering


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


def shatters_anyway(state: State, attack: Player, user: Player, target: Player) -> None:
    """Shatter has an attached card discarded though it deals no damage."""
    STRIKE(state, attack, user, target)
    if "shatter" in attack.abilities and attack.power == 0 and attack.active is not None:
        task = Task(number_of(state, user), attack.active.top, damage.SHATTERED)
        state.tasks += (task,)


STRIKE = damage.strike


def one_chooses_for_both(state: State) -> None:
    """The choice of one player is enough."""
    chosen = [player.choice for player in state.players if player.choice]
    if chosen:
        for player in state.players:
            player.choice = chosen[0]
    strategy.ask_for_attacks(state)


def attack_of_any(state: State, owner: int) -> Iterator[tuple[int, str]]:
    """What belongs to one attack comes with every one."""
    digimon = state.players[owner].active
    if digimon is not None:
        yield owner, digimon.top


def other_player_before(state: State) -> tuple[int, int]:
    """The other player comes before the turn player."""
    return 1 - state.turn, state.turn


PHASES_MIXED = {**occasions.OCCASIONS, "evolution": "end", "end": "evolution"}


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
    "data-break-without-mega": Fault(
        "effects.data-break", "no Mega is needed", function(occasions, "can_pay", lambda *_: True)
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
    "shatter-has-to": Fault(
        "shatter.attached", "Shatter has to be used", conduct(ChooseNone, why_not=card_demanded)
    ),
    "under-always-abnormal": Fault(
        "abnormal.under",
        "no line is valid",
        lambda: together(
            function(choices, "is_abnormal", always_abnormal)(),
            function(words, "is_abnormal", always_abnormal)(),
        ),
    ),
    "under-always-normal": Fault(
        "abnormal.under", "every line is valid", function(choices, "is_abnormal", any_line)
    ),
    "top-removed-abnormal": Fault(
        "abnormal.under", "what is left is abnormal", word("remove-top", deletes_the_top)
    ),
    "parentheses-void": Fault(
        "texts.parentheses",
        "what stands in parentheses is made void",
        function(support, "make_void", steady_is_void),
    ),
    "once-again": Fault(
        "texts.once", "it is used in every phase", function(occasions, "why_not_due", used_again)
    ),
    "once-in-a-game": Fault(
        "texts.once", "it is used in one turn alone", step("clean-up", used_in_one_turn_alone)
    ),
    "cost-not-asked": Fault(
        "texts.once", "an effect with a cost is not left out", of_flow("come_up", never_waits)
    ),
    "look-under-is-top": Fault(
        "texts.recode", "what is put under comes on top", conduct(PutUnder, carry_out=stays_below)
    ),
    "look-at-one-card": Fault(
        "texts.corrupt",
        "what is put under the other deck comes on top",
        conduct(PutUnder, carry_out=stays_below),
    ),
    "activate-again": Fault(
        "texts.activate", "it is activated in each phase", function(occasions, "why_not_due", activated_again)
    ),
    "activate-in-any-turn": Fault(
        "texts.activate",
        "it is activated in any turn",
        function(occasions, "why_not_due", activated_in_any_turn),
    ),
    "activate-in-own-turn": Fault(
        "texts.activate",
        "it is activated in the own turn alone",
        function(occasions, "why_not_due", activated_in_the_own_turn_alone),
    ),
    "activate-trashed": Fault(
        "texts.activate",
        "what was activated is trashed",
        function(occasions, "carry_out", forgets_what_was_activated),
    ),
    "conditions-hold": Fault(
        "texts.conditions", "every condition holds", function(resolving, "holds", no_conditions)
    ),
    "conditions-without-otherwise": Fault(
        "texts.conditions", "nothing is done in the other case", function(resolving, "meant", both_ways)
    ),
    "conditions-lose-the-rest": Fault(
        "texts.conditions", "what comes after is lost", of_flow("carry_out_next", the_rest_is_lost)
    ),
    "costs-protected": Fault(
        "texts.costs", "what protects from supports saves costs", word("lose-hp", costs_are_effects)
    ),
    "costs-unpaid": Fault(
        "texts.costs", "a cost need not be paid", function(occasions, "why_not_due", for_free)
    ),
    "leaving-keeps-the-gain": Fault(
        "texts.leaving", "what a card gives stays", function(in_play, "drop_bonus", keeps_its_gain)
    ),
    "simultaneous-other-decides": Fault(
        "texts.simultaneous",
        "the other player puts effects of both in order",
        function(occasions, "decides", other_player_decides),
    ),
    "simultaneous-as-written": Fault(
        "texts.simultaneous",
        "effects of one player come as they are written",
        of_flow("come_up", in_the_order_of_the_card),
    ),
    "timing-mixed": Fault(
        "effects.timing",
        "effects of the Evolution and the End Phase change places",
        constant(occasions, "OCCASIONS", PHASES_MIXED),
    ),
    "timing-no-phases": Fault(
        "effects.timing", "no effects come up in phases", constant(occasions, "PHASES", ())
    ),
    "box-of-anybody-gives": Fault(
        "evolution.bonus",
        "every evolution has the box's effects",
        function(occasions, "named_by_box", named_by_nobody),
    ),
    "box-gives-nothing": Fault(
        "evolution.bonus",
        "no evolution has the box's effects",
        function(occasions, "named_by_box", never_named),
    ),
    "box-gain-ends": Fault(
        "end.bonus-is-passive",
        "what a box adds ends with the turn",
        function(ending, "end_lingering", gains_end),
    ),
    "types-end": Fault(
        "end.types-stay", "gained types end with the turn", function(ending, "end_lingering", types_end)
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
    "counter-leaves-effects": Fault(
        "counter.turned",
        "what a turned attack gives stays with its player",
        function(occasions, "attack_of", without_counter),
    ),
    "attacks-give-nothing": Fault(
        "effects.draw", "attacks draw nothing", function(occasions, "attack_of", no_attacks)
    ),
    "void-is-carried-out": Fault(
        "void.nothing", "what is void is carried out", function(occasions, "sources", void_is_carried_out)
    ),
    "supports-turned": Fault(
        "support.resolve-order",
        "the other support is carried out first",
        function(occasions, "sources", other_support_first),
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
    "shatter-without-damage": Fault(
        "shatter.attached", "Shatter need not hit", function(damage, "strike", shatters_anyway)
    ),
    "one-player-chooses": Fault(
        "players.two", "one player chooses for both", step("choice", one_chooses_for_both)
    ),
    "attack-of-any": Fault(
        "abilities.at-once",
        "what belongs to one attack comes with every one",
        function(occasions, "attack_of", attack_of_any),
    ),
    "other-player-uses-first": Fault(
        "texts.simultaneous",
        "the other player uses effects first",
        function(occasions, "in_turn", other_player_before),
    ),
    "one-discard-is-enough": Fault(
        "effects.discard", "one card is enough", function(resolving, "once_less", lambda _task: ())
    ),
}
