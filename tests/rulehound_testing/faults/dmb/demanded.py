"""Faults against single demands of clauses: no check had noticed them before they had scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from unittest.mock import patch

from rulehound.engine.dmb import decisions, deck, flow, view, zones
from rulehound.engine.dmb.actions import Action, NoPartnerEvolution, SupportFromDeck
from rulehound.engine.dmb.battle import abilities, damage, knockout
from rulehound.engine.dmb.effects import in_play, occasions, resolving, words
from rulehound.engine.dmb.effects.language import Effect
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import State, Support
from rulehound.engine.dmb.turns import ending, evolution, prep, setup, strategy, support
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.dmb.patching import conduct
from rulehound_testing.faults.patching import Fault, Installed, constant

IN_PLAY = "(digimon.top, *digimon.attachments)"
LEVEL = '"level" not in state.ignored and ('
TYPE = '"type" not in state.ignored and not same_type'
COST = '"cost" not in state.ignored and'
KEPT = "change(state.players[owner], hp=digimon.revival, revival=0, worth_one=True)"
SHOWN = '"choice": seat["shown"]}'

EFFECTS = (
    Line(
        "effects-from-the-hand", "effects.timing", "cards of the hand have their effects, too",
        in_play.cards_in_play, IN_PLAY, "(digimon.top, *digimon.attachments, *player.hand)",
    ),
    Line(
        "effects-from-the-deck", "effects.timing", "cards of the deck have their effects, too",
        in_play.cards_in_play, IN_PLAY, "(digimon.top, *digimon.attachments, *player.deck)",
    ),
    Line(
        "effects-from-the-trash", "effects.timing", "cards of the trash have their effects, too",
        in_play.cards_in_play, IN_PLAY, "(digimon.top, *digimon.attachments, *player.trash)",
    ),
    Line(
        "effects-from-the-dp-zone", "effects.timing", "cards of the DP Zone have their effects, too",
        in_play.cards_in_play, IN_PLAY, "(digimon.top, *digimon.attachments, *player.dp_cards)",
    ),
    Line(
        "effects-from-below", "effects.timing", "cards under the Digimon have their effects, too",
        in_play.cards_in_play, IN_PLAY, "(*digimon.cards, *digimon.attachments)",
    ),
    Line(
        "any-phase-but-evolution", "effects.timing", "nothing of any phase comes up in the Evolution Phase",
        occasions.due, "(timing in PHASES and", '(timing in PHASES and timing != "evolution" and',
    ),
    Line(
        "activated-in-no-end-phase", "texts.activate", "nothing is activated in the End Phase",
        occasions.due, "effect.timing in ANY_PHASE)",
        'effect.timing in (("any-phase",) if timing == "end" else ANY_PHASE))',
    ),
    Line(
        "data-break-by-support-alone", "effects.data-break", "a Data Break is not activated",
        occasions.due, "effect.timing in ANY_PHASE)",
        'effect.timing in ANY_PHASE and not any(step.do == "data-break" for step in effect.cost))',
    ),
    Line(
        "looked-at-in-its-order", "texts.corrupt", "what is put on top stays where it was",
        resolving.put_on_top, "(action.card, *without(player.deck, action.card))", "player.deck",
    ),
    Line(
        "recoded-in-its-order", "texts.recode", "what is put under the deck stays where it was",
        resolving.put_under, "(*without(player.deck, action.card), action.card)", "player.deck",
    ),
    Line(
        "deleted-gives-on", "texts.leaving", "what a card of the Destiny Zone gave stays when it is removed",
        words.remove_top, "drop_bonus(state, about(task), top)",
        "top in state.match.destined or drop_bonus(state, about(task), top)",
    ),
    Line(
        "trashed-in-one-heap", "effects.trash", "cards are trashed in one heap, the top card on top",
        zones.trash_from_deck, "player.deck[:count]", "player.deck[:count][::-1]",
    ),
    Line(
        "protected-from-recovery", "effects.passive", "what protects HP keeps supports from raising it",
        words.recover, "if player.active is not None:",
        'if player.active is not None and not (task.part == "support" and is_guarded(state, player)):',
    ),
    Line(
        "bonus-for-both", "effects.passive", "what a card adds to Power it adds to both Digimon",
        words.bonus, "change_bonus(state, about(task), task.source, task.step.amount)",
        "[change_bonus(state, one, task.source, task.step.amount) for one in (0, 1)]",
    ),
)  # fmt: skip
"""When effects come up, and what they do."""

TURN = (
    Line(
        "partner-asked-again", "partner.evolve", "the Partner is asked in every turn whether it evolves",
        prep.keep, '"evolution" if state.me.active else "place"',
        '("partner" if state.me.active.top in state.match.partners and state.me.destiny else "evolution")'
        ' if state.me.active else "place"',
    ),
    Line(
        "first-champion-alone", "partner.evolve", "the Partner evolves into the first of two Champions",
        prep.partner_evolve, "state.me.destiny = without",
        "first = next(card for card in state.me.destiny if card_of(state, card).level == 'C')\n"
        "    action = PartnerEvolve(first)\n    state.me.destiny = without",
    ),
    Line(
        "abnormal-champions-alone", "evolution.abnormal", "an abnormal Digimon of level U evolves",
        evolution.why_not_evolve_at_all, "state.me.active.abnormal",
        'state.me.active.abnormal and card_of(state, state.me.active.top).level == "C"',
    ),
    Line(
        "level-lifts-the-cost", "evolution.ignore", "what lifts the level lifts the cost, too",
        evolution.why_unpaid, COST, '{"cost", "level"}.isdisjoint(state.ignored) and',
    ),
    Line(
        "type-lifts-the-cost", "evolution.ignore", "what lifts the type lifts the cost, too",
        evolution.why_unpaid, COST, '{"cost", "type"}.isdisjoint(state.ignored) and',
    ),
    Line(
        "type-lifts-the-level", "evolution.ignore", "what lifts the type lifts the level, too",
        evolution.why_unfit, LEVEL, '{"level", "type"}.isdisjoint(state.ignored) and (',
    ),
    Line(
        "cost-lifts-the-level", "evolution.ignore", "what lifts the cost lifts the level, too",
        evolution.why_unfit, LEVEL, '{"level", "cost"}.isdisjoint(state.ignored) and (',
    ),
    Line(
        "cost-lifts-the-type", "evolution.ignore", "what lifts the cost lifts the type, too",
        evolution.why_unfit, TYPE, '{"type", "cost"}.isdisjoint(state.ignored) and not same_type',
    ),
    Line(
        "dna-of-any-digimon", "dna.evolve", "it does not matter which Digimon is active for a DNA evolution",
        evolution.why_not_dna, "(top.name, other.taken_for) not in (halves, halves[::-1])",
        "other.taken_for not in halves",
    ),
    Line(
        "evolves-downwards", "evolution.level", "a Digimon evolves into one of the level below, too",
        evolution.why_unfit, "card.height != top.height + 1", "abs(card.height - top.height) != 1",
    ),
    Line(
        "penalty-though-opposed", "strategy.penalty", "a card is trashed though a Digimon stands opposite",
        strategy.begin_strategy, 'state.stage = "choice"',
        'trash_from_deck(state.opponent, 1); state.stage = "choice"',
    ),
    Line(
        "drawn-though-opposed", "strategy.penalty", "a card is drawn though a Digimon stands opposite",
        strategy.begin_strategy, 'state.stage = "choice"', 'draw(state.me, 1); state.stage = "choice"',
    ),
    Line(
        "support-hidden", "support.order", "nobody sees a support of the other player",
        view.of_other, SHOWN, '"choice": seat["shown"], "support": None}',
    ),
    Line(
        "forced-mulligan-hidden", "prep.forced-mulligan", "the hand that was exchanged is not shown",
        view.of_other, SHOWN, '"choice": seat["shown"], "trash": []}',
    ),
    Line(
        "forced-mulligan-of-three", "prep.forced-mulligan", "a hand of two cards is not exchanged",
        prep.ask_for_digimon, "while state.low_hand and", "while state.low_hand and len(player.hand) > 2 and",
    ),
    Line(
        "destiny-discarded", "destiny.zone", "a card of the Destiny Zone is discarded for one of the hand",
        ending.why_not_discard, "state.me.hand", "(*state.me.hand, *state.me.destiny)",
    ),
    Line(
        "jam-after-the-supports", "jamming.support", "Jamming is revealed when abilities apply, too",
        decisions.reasons_against, "[] if timely else",
        '[] if timely or (action.answers, state.decision) == ("jam", "priority") else',
    ),
)  # fmt: skip
"""What is done at each step of a turn."""

BATTLE = (
    Line(
        "no-drain-of-the-second", "drain.recover", "Drain of the second attacker gives nothing",
        damage.second_strike, 'if "counter" not in attacker.abilities:',
        'attacker.abilities = tuple(one for one in attacker.abilities if one != "drain")\n'
        '        if "counter" not in attacker.abilities:',
    ),
    Line(
        "to-zero-of-circle-alone", "power.current", "only Circle is set to nothing",
        abilities.power_of, "and names_attack(state, other, player)",
        'and names_attack(state, other, player) and player.choice == "circle"',
    ),
    Line(
        "jamming-jams-jamming", "jamming.cross", "with two Jammings that of the turn player alone counts",
        abilities.applying, 'and has_ability(state, other, "jamming")',
        'and has_ability(state, other, "jamming") and not (\n'
        '        player is state.me and has_ability(state, player, "jamming")\n    )',
    ),
    Line(
        "shatter-takes-what-it-dealt", "shatter.power", "Shatter takes as much Power as it has dealt",
        damage.strike, "lost=target.active.lost + top.shatter", "lost=target.active.lost + dealt",
    ),
    Line(
        "shatter-discards-two", "shatter.attached", "Shatter has two cards discarded",
        damage.strike, "SHATTERED),)", "SHATTERED),) * 2",
    ),
    Line(
        "attacked-below-nothing", "hp.floor", "an attack leaves less HP than none",
        damage.strike, "dealt = min(strength, hp_of(target))", "dealt = strength",
    ),
    Line(
        "champions-below-are-trashed", "partner.deleted", "what lies under a KO'd Digimon is not deleted",
        knockout.clear, "leave(state, others)",
        "others = tuple(others)\n"
        "    kept = tuple(c for c in others if c != digimon.top and c in state.match.destined)\n"
        "    leave(state, (card for card in others if card not in kept))\n"
        "    player.trash += kept",
    ),
    Line(
        "revived-partner-returns", "revival.set", "a Partner goes to the deck though its Digimon is revived",
        knockout.revive, KEPT,
        "kept = tuple(card for card in digimon.cards if card not in state.match.partners)\n"
        "    state.players[owner].deck += tuple(card for card in digimon.cards if card not in kept)\n"
        "    change(state.players[owner], cards=kept, hp=digimon.revival, revival=0, worth_one=True)",
    ),
    Line(
        "revived-without-attachments", "revival.set", "what is attached to a revived Digimon is discarded",
        knockout.revive, KEPT,
        "change(state.players[owner], hp=digimon.revival, revival=0, worth_one=True, attachments=())\n"
        "    leave(state, digimon.attachments)",
    ),
)  # fmt: skip
"""What attacks and KOs do."""

DECKS = (
    Line(
        "no-data-in-the-destiny-zone", "deck.partner-options", "a DATA card does not lie in a Destiny Zone",
        deck.wrong_destiny, 'in ("option", "data")', 'in ("option",)',
    ),
    Line(
        "copies-of-an-ace", "deck.aces", "Aces are counted by their numbers alone",
        deck.too_many_of_a_class, "for number in main)", "for number in dict.fromkeys(main))",
    ),
    Line(
        "firewalls-that-differ", "deck.firewalls", "each Firewall stands in a deck once",
        deck.too_many_of_a_class, 'if classes["firewall"] > rules.deck_firewalls:',
        'if classes["firewall"] > len({n for n in main if pool[n].class_ == "firewall"}):',
    ),
)  # fmt: skip
"""What players bring."""

QUESTION = decisions.QUESTIONS["place"]
OWED: dict[int, int] = {}


def nothing_to_place(state: State) -> Iterator[Action]:
    """Each card of the hand, placed, and none."""
    yield from QUESTION.options(state)
    yield NoPartnerEvolution()


def may_be_left() -> Installed:
    """Whoever can place a Digimon is offered to place none."""
    return patch.dict(decisions.QUESTIONS, {"place": QUESTION._replace(options=nothing_to_place)})


def own_void(state: State) -> None:
    """Of the Voids only that of the turn player is carried out before supports."""
    if support.is_void(state, state.me.support):
        support.make_void(state, state.opponent)
    state.stage = "resolve-first"


def other_void(state: State) -> None:
    """That of the other player is carried out after the turn player's support."""
    if support.is_void(state, state.opponent.support):
        support.make_void(state, state.me)
    state.stage = "resolve-second"


def first_without_drain(state: State) -> None:
    """The first attack gives no HP yet; what it would give is kept in mind."""
    number = damage.first_attacker(state)
    attacker, other = state.players[number], state.players[1 - number]
    before, has_drain = damage.hp_of(other), "drain" in attacker.abilities
    attacker.abilities = tuple(one for one in attacker.abilities if one != "drain")
    damage.first_strike(state)
    OWED.clear()
    if has_drain:
        OWED[number] = before - damage.hp_of(other)


def second_and_drain(state: State) -> None:
    """The second attack comes, and then what the first one gives to a Digimon that still stands."""
    damage.second_strike(state)
    for number, owed in OWED.items():
        if damage.hp_of(state.players[number]):
            zones.change(state.players[number], hp=damage.hp_of(state.players[number]) + owed)


GIVEN = (
    Line(
        "", "", "", abilities.power_of, 'if "counter" in player.abilities:',
        'if "counter" in player.abilities and "counter" not in player.granted:',
    ),
    Line(
        "", "", "", damage.second_strike, 'if "counter" not in attacker.abilities:',
        'if "counter" not in attacker.abilities or (\n'
        '            "counter" in attacker.granted and not counters(state, attacker, other)\n        ):',
    ),
)  # fmt: skip


@contextmanager
def granted_counter_attacks() -> Iterator[None]:
    """An attack with a Counter that was given has its Power, and attacks where the Counter fails."""
    power, strike = GIVEN
    with power.install(), strike.install():
        yield


def why_not_from_either(state: State, _action: SupportFromDeck) -> Iterator[Reason]:
    """Reasons against a support from the deck, or where there is none, from the Destiny Zone."""
    if not (state.deciding().deck or state.deciding().destiny):
        yield Reason.DECK_EMPTY


def support_from_either(state: State, action: SupportFromDeck) -> None:
    """Lay the top card of the deck, or where there is none, that of the Destiny Zone."""
    player = state.deciding()
    if player.deck:
        support.support_from_deck(state, action)
        return
    player.support = Support(player.destiny[0], face_down=True)
    player.destiny = player.destiny[1:]
    support.next_to_declare(state)


def may_be_left_once(effect: Effect) -> bool:
    """What is used once per turn may be left out, whether or not it has a cost."""
    return bool(effect.cost) or effect.once or effect.timing in occasions.ANY_PHASE


def breaks_at_once(effect: Effect) -> bool:
    """A Data Break is not left out."""
    if any(step.do == "data-break" for step in effect.cost):
        return False
    return bool(effect.cost) or effect.timing in occasions.ANY_PHASE


def unshuffled(_state: State, _owner: int) -> None:
    """Leave a deck as it is."""


OTHERS: Mapping[str, Fault] = {
    "placing-may-be-left": Fault("prep.place", "whoever can place a Digimon need not", may_be_left),
    "once-is-left-out": Fault(
        "texts.once",
        "what is used once per turn may be left out without a cost, too",
        lambda: patch.object(Effect, "is_optional", property(may_be_left_once)),
    ),
    "data-break-is-demanded": Fault(
        "effects.data-break",
        "a Data Break is not left out",
        lambda: patch.object(Effect, "is_optional", property(breaks_at_once)),
    ),
    "void-after-the-first-support": Fault(
        "void.first",
        "a Void of the other player comes after the turn player's support",
        lambda: patch.dict(flow.STEPS, {"voids": own_void, "resolve-first": other_void}),
    ),
    "given-counter-attacks": Fault(
        "counter.power",
        "an attack with a Counter that was given attacks where it names another attack",
        granted_counter_attacks,
    ),
    "drain-after-both-blows": Fault(
        "drain.recover",
        "what Drain gives comes after both attacks",
        lambda: patch.dict(
            flow.STEPS, {"first-strike": first_without_drain, "second-strike": second_and_drain}
        ),
    ),
    "destiny-turned-over": Fault(
        "destiny.zone",
        "without a deck a card of the Destiny Zone is turned over",
        conduct(SupportFromDeck, why_not=why_not_from_either, carry_out=support_from_either),
    ),
    "decks-unshuffled": Fault(
        "setup.mulligan",
        "no deck is shuffled before the game, nor after cards were exchanged",
        constant(setup, "shuffle", unshuffled),
    ),
}
"""Faults that are no line."""

LINES = (*EFFECTS, *TURN, *BATTLE, *DECKS)

FAULTS: Mapping[str, Fault] = {line.name: line.fault() for line in LINES} | dict(OTHERS)
"""Each fault by name."""
