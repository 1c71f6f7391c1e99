"""Faults in single lines of the engine, which no check had noticed before they had scenarios of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple, cast
from unittest.mock import patch

from rulehound.engine.dmb import decisions, deck
from rulehound.engine.dmb.actions import Evolve, EvolveByBox, Place, PlayEvolveCard, Rack, SupportFromHand
from rulehound.engine.dmb.battle import abilities, damage, knockout
from rulehound.engine.dmb.effects import choices, in_play, occasions, resolving, words
from rulehound.engine.dmb.effects.language import Effect
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Player, State
from rulehound.engine.dmb.turns import ending, evolution, setup, support
from rulehound_testing.faults.dmb.patching import forgiving
from rulehound_testing.faults.patching import Fault, Installed, constant, rewritten


class Line(NamedTuple):
    """A line of a function, or a part of one, and what stands there instead."""

    name: str
    rule: str
    description: str
    function: Callable[..., Any]
    line: str
    wrong: str

    def fault(self) -> Fault:
        """The fault that it makes."""
        return Fault(self.rule, self.description, self.install)

    def install(self) -> Installed:
        """Put it in force."""
        return compiled(self)()


@cache
def compiled(line: Line) -> Callable[[], Installed]:
    """What puts a line in force, compiled the first time: then the function is still as it is written."""
    return rewritten(cast("FunctionType", line.function), line.line, line.wrong)


BATTLE = (
    Line(
        "instance-for-two", "first-attack.gain", "1st Attack as an ability counts twice",
        abilities.apply, "first_attacks += 1", "first_attacks += 2",
    ),
    Line(
        "instance-of-one-alone", "first-attack.gain", "only whoever resolves second gains 1st Attack",
        abilities.apply, "for number in order:", "for number in order[1:]:",
    ),
    Line(
        "counter-keeps-instances", "counter.second", "a user of Counter keeps instances of 1st Attack",
        abilities.apply, 'player.no_first_attack or "counter" in player.abilities', "player.no_first_attack",
    ),
    Line(
        "instances-are-kept", "first-attack.none", "whoever cannot gain 1st Attack keeps what there was",
        abilities.apply,
        'player.no_first_attack or "counter" in player.abilities', '"counter" in player.abilities',
    ),
    Line(
        "second-is-not-later", "abilities.priority", "whoever resolves second has not gained last",
        abilities.resolve_second, "turn_player_last=True", "turn_player_last=False",
    ),
    Line(
        "power-below-nothing", "power.current", "a Power below nothing heals",
        abilities.power_of, "max(0, raised)", "raised",
    ),
    Line(
        "unopposed-without-ko", "ko.discard", "without a battle nobody is KO'd",
        abilities.reveal, 'state.stage = "knock-out"', 'state.stage = "points"',
    ),
    Line(
        "stopped-but-first", "first-attack.none", "whoever cannot gain 1st Attack may be first",
        damage.first_attacker, "mine.no_first_attack != theirs.no_first_attack", "False",
    ),
    Line(
        "other-first-if-one-is-stopped", "first-attack.none", "where one cannot gain it the other is first",
        damage.first_attacker, "return other if mine.no_first_attack else turn", "return other",
    ),
    Line(
        "more-instances-for-nothing", "first-attack.most", "more instances leave the turn player first",
        damage.first_attacker,
        "return turn if mine.first_attacks > theirs.first_attacks else other", "return turn",
    ),
    Line(
        "strikes-without-hp", "battle.first", "a Digimon without HP attacks first",
        damage.first_strike, "if both_stand(state) and not fails:", "if not fails:",
    ),
    Line(
        "strikes-back-without-hp", "battle.no-second", "a Digimon without HP attacks second",
        damage.second_strike, "if both_stand(state):", "if hp_of(other):",
    ),
    Line(
        "counter-may-crash", "counter.both", "of two Counters that of the first attacker attacks",
        damage.first_strike, '"counter" in attacker.abilities or counters(', "counters(",
    ),
    Line(
        "counter-of-nothing-attacks", "counter.both", "a Counter that fails attacks as second",
        damage.second_strike,
        'if "counter" not in attacker.abilities:', "if not counters(state, attacker, other):",
    ),
    Line(
        "crash-is-not-turned", "counter.turned", "a Crash is not turned by Counter",
        damage.second_strike,
        '"counter" not in other.abilities:', 'not {*other.abilities} & {"counter", "crash"}:',
    ),
    Line(
        "counter-of-a-counter", "counter.both", "a Counter turns another Counter",
        damage.second_strike, ' and "counter" not in other.abilities', "",
    ),
    Line(
        "shatter-once", "shatter.power", "what Shatter takes is back after the battle",
        damage.strike, "change(target, lost=target.active.lost + top.shatter)", "change(target)",
    ),
    Line(
        "one-of-two-wins", "ko.win", "of two who have the points one wins",
        knockout.judge_points, '"both" if len(winners) > 1 else seat(winners[0])', "seat(winners[0])",
    ),
    Line(
        "revival-counts-once", "revival.points", "a Mega that revived is worth two again",
        knockout.worth, "digimon.worth_one or digimon.revival", "digimon.revival",
    ),
    Line(
        "mega-under-it-counts", "ko.mega", "a Mega anywhere in the stack gives its points",
        knockout.worth,
        'top is not None and top.level == "M"',
        'any(state.match.facts[card].level == "M" for card in digimon.cards)',
    ),
    Line(
        "revival-again", "revival.set", "a Set Revival stays for another KO",
        knockout.revive, "revival=0, worth_one=True", "worth_one=True",
    ),
    Line(
        "partner-on-top-is-discarded", "partner.returns", "the Partner returns from under a card alone",
        knockout.clear, "for card in digimon.cards if card in", "for card in digimon.cards[1:] if card in",
    ),
)  # fmt: skip
"""In battles."""

TURNS = (
    Line(
        "revival-waits", "end.lingering", "a Set Revival waits for the next turn",
        ending.end_lingering, "boost=0, lost=0, revival=0", "boost=0, lost=0",
    ),
    Line(
        "shattered-for-good", "end.lingering", "what Shatter has taken is gone for good",
        ending.end_lingering, "boost=0, lost=0, revival=0", "boost=0, revival=0",
    ),
    Line(
        "lifted-for-good", "end.lingering", "what is lifted of evolution stays lifted",
        ending.end_turn,
        "state.ignored, state.discount, state.last_first_attack = (), 0, None",
        "state.last_first_attack = None",
    ),
    Line(
        "partner-never-evolves-again", "partner.evolve-skips", "the Partner does not evolve in later turns",
        ending.end_turn, "state.forced = state.from_destiny", "state.forced",
    ),
    Line(
        "activated-every-turn", "texts.activate", "what was activated is activated again in the next turn",
        ending.end_turn, "state.used = ()", "state.activated = state.used = ()",
    ),
    Line(
        "dp-raises-the-limit", "end.hand-limit", "cards of the DP Zone raise the hand limit",
        ending.ask_for_discard,
        "state.match.rules.hand_limit", "state.match.rules.hand_limit + len(state.me.dp_cards)",
    ),
    Line(
        "jam-voids-the-second-player", "jamming.support", "Jamming voids the support of one seat",
        support.jam,
        "state.players[1] if player is state.players[0] else state.players[0]", "state.players[1]",
    ),
    Line(
        "partner-option-of-any-kind", "partner.option", "any card of the Destiny Zone supports",
        support.is_partner_option, "printed.support and not printed.is_digimon", "True",
    ),
    Line(
        "support-from-the-bottom", "support.blind", "a support comes from under the deck",
        support.support_from_deck, "Support(player.deck[0]", "Support(player.deck[-1]",
    ),
    Line(
        "void-finds-itself", "void.nothing", "a Void that finds no support voids itself",
        support.check_voids,
        "make_void(state, other)", "make_void(state, (other.support and other) or player)",
    ),
    Line(
        "one-decides-on-both-hands", "setup.order", "the game begins when one has decided",
        setup.ask_for_mulligans, "if all(", "if any(",
    ),
    Line(
        "exchanged-on-top", "setup.mulligan", "exchanged cards go on top of the deck",
        setup.mulligan, "player.deck += action.cards", "player.deck = action.cards + player.deck",
    ),
    Line(
        "exchange-of-some", "setup.mulligan", "the whole opening hand is not exchanged",
        setup.why_not_mulligan,
        "if player.mulliganed:", "if player.mulliganed or set(action.cards) == set(player.hand):",
    ),
    Line(
        "partner-is-forgotten", "deck.partners", "no card is the Partner of a new game",
        setup.declared, "for number in numbers]", "for number in numbers[1:]]",
    ),
    Line(
        "dna-leaves-another-evolution", "dna.evolve", "after a DNA evolution the phase goes on",
        evolution.dna_evolve, 'state.stage = "bonus"', 'state.stage = "evolve"',
    ),
    Line(
        "evolution-drops-attachments", "attachments.attach", "attachments are lost by an evolution",
        evolution.cover, "abnormal=False)", "abnormal=False, attachments=(), bonus=0, passives=())",
    ),
    Line(
        "pays-what-is-lifted", "evolution.ignore", "the DP Zone is discarded though the cost is lifted",
        evolution.evolve, 'if "cost" not in state.ignored:', "if True:",
    ),
    Line(
        "granted-jamming-is-hidden", "jamming.support", "Jamming that an effect gives is not shown",
        support.has_jamming, ' or "jamming" in player.granted', "",
    ),
    Line(
        "data-of-the-first", "deck.data-legal", "DATA is legal for the first card of a Destiny Zone",
        deck.illegal_data, "for number in destiny for", "for number in destiny[:1] for",
    ),
    Line(
        "at-any-time", "evolution.order", "actions are carried out while others are decided",
        decisions.reasons_against,
        "[] if timely else [QUESTIONS[action.answers].untimely]", "[] if timely or not state.decider else []",
    ),
)  # fmt: skip
"""In the phases of a turn."""

EFFECTS = (
    Line(
        "takes-are-shown", "effects.picked-shown", "a card that is taken without a name is shown",
        choices.taken, "card if task.step.kind else None", "card",
    ),
    Line(
        "under-everything", "abnormal.under", "what goes under a Digimon goes to the bottom",
        choices.placed_under, "cards = (top, card, *rest)", "cards = (top, *rest, card)",
    ),
    Line(
        "anything-under", "abnormal.under", "any card goes under a Digimon",
        choices.to_place_under, "if card_of(state, card).is_digimon)", ")",
    ),
    Line(
        "attached-without-effects", "effects.timing", "effects of attached cards do not come up",
        in_play.cards_in_play, "(digimon.top, *digimon.attachments)", "(digimon.top,)",
    ),
    Line(
        "attached-without-protection", "texts.parentheses", "what is attached protects from nothing",
        in_play.is_guarded, "in cards_in_play(player)", "in cards_in_play(player)[:1]",
    ),
    Line(
        "replaced-still-gives", "texts.leaving", "what was replaced still adds to Power",
        in_play.attach, "        drop_bonus(state, owner, one)", "        pass",
    ),
    Line(
        "one-bonus-is-known", "texts.leaving", "only the last card is known to add to Power",
        in_play.change_bonus, "(*digimon.passives, (source, amount))", "((source, amount),)",
    ),
    Line(
        "removed-still-gives", "texts.leaving", "a top card that was removed still adds to Power",
        words.remove_top, "drop_bonus(state, about(task), top)", "pass",
    ),
    Line(
        "removed-as-it-was", "abnormal.under", "a Digimon that comes to light is as the one before",
        words.remove_top, "cards=tuple(rest), abnormal=abnormal)", "cards=tuple(rest))",
    ),
    Line(
        "bonus-taken-back-twice", "texts.leaving", "what left once is taken back again with the same card",
        in_play.drop_bonus, ", passives=passives)", ")",
    ),
    Line(
        "void-of-nobody-told", "void.nothing", "a support is told to be void where there is none",
        words.void, "player.support is not None and ", "",
    ),
    Line(
        "attached-from-the-destiny-zone", "partner.option", "the Partner Option is attached if it says so",
        choices.to_attach, "is_there and task.source not in state.match.destined", "is_there",
    ),
    Line(
        "jamming-spares-to-zero", "jamming.cross", "Jamming leaves it that an attack is set to 0",
        abilities.applying, 'ability == "jamming"', 'ability in ("jamming", "to-zero")',
    ),
    Line(
        "jamming-spares-effects", "jamming.cross", "Jamming leaves the effects of a Cross attack",
        occasions.attack_of, 'player.choice == "cross" and has_ability(state, other, "jamming")', "False",
    ),
    Line(
        "jamming-of-every-attack", "jamming.cross", "Jamming takes the effects of every attack",
        occasions.attack_of, 'player.choice == "cross" and has_ability(', "has_ability(",
    ),
    Line(
        "no-effects-of-cross", "jamming.cross", "a Cross attack never has effects",
        occasions.attack_of, ' and has_ability(state, other, "jamming")', "",
    ),
    Line(
        "counter-takes-for-one-seat", "counter.turned", "what a turned attack gives goes to one seat",
        occasions.attack_of, "yield (1 - owner if", "yield (1 if",
    ),
    Line(
        "counters-trade-effects", "counter.both", "of two Counters each has the effects of the other",
        occasions.attack_of, "if counters and not both else", "if counters else",
    ),
    Line(
        "one-goes-under", "abnormal.under", "nobody chooses which card goes under a Digimon",
        choices.to_place_under, "for card in cards if", "for card in list(cards)[:1] if",
    ),
    Line(
        "attached-if-said-first", "attachments.attach", "only the first effect can say that it is attached",
        choices.attaches,
        'any(step.zone == "this" for effect in effects', 'any(step.zone == "this" for effect in effects[:1]',
    ),
    Line(
        "second-bonus-is-lost", "texts.leaving", "when a card leaves, what another gave is forgotten",
        in_play.drop_bonus, "for one in digimon.passives if one", "for one in digimon.passives[1:] if one",
    ),
    Line(
        "nobody-meets-a-condition", "texts.conditions", "HP of nobody are few enough",
        resolving.holds,
        "digimon is not None and digimon.hp <= condition.hp_at_most",
        "digimon is None or digimon.hp <= condition.hp_at_most",
    ),
    Line(
        "not-the-top-card", "effects.unknown-cards", "the card on top is never put into the DP Zone",
        words.rack, "for card in looked if", "for card in looked[1:] if",
    ),
    Line(
        "cost-in-part", "texts.costs", "one card is enough for a cost of several",
        occasions.can_pay, "else player.hand) >= step.amount", "else player.hand) >= 1",
    ),
    Line(
        "trash-in-part", "texts.costs", "one card of the deck is enough for a cost of several",
        occasions.can_pay, "len(player.deck) >= step.amount", "len(player.deck) >= 1",
    ),
    Line(
        "keeps-hp-to-spare",
        "texts.costs",
        "HP are only paid where as many are left",
        occasions.can_pay,
        "player.active.hp > step.amount",
        "player.active.hp > 2 * step.amount",
    ),
    Line(
        "pays-with-all-hp", "texts.costs", "all HP may be paid",
        occasions.can_pay, "player.active.hp > step.amount", "player.active.hp >= step.amount",
    ),
    Line(
        "hand-for-dp", "texts.costs", "a card of the hand does for one of the DP Zone",
        occasions.can_pay, 'player.dp_cards if step.zone == "dp" else player.hand', "player.hand",
    ),
    Line(
        "mega-on-top", "effects.data-break", "a Mega that lies under another card is not there",
        occasions.can_pay, "for card in player.destiny)", "for card in player.destiny[:1])",
    ),
    Line(
        "first-cost-is-asked", "texts.costs", "of several costs the first has to be payable",
        occasions.why_not_due, "for step in one.effect.cost)", "for step in one.effect.cost[:1])",
    ),
    Line(
        "last-cost-is-asked", "texts.costs", "of several costs the last has to be payable",
        occasions.why_not_due, "for step in one.effect.cost)", "for step in one.effect.cost[-1:])",
    ),
    Line(
        "one-cost-is-paid", "texts.costs", "of several costs the first is paid",
        occasions.carry_out, "for step in one.effect.cost)", "for step in one.effect.cost[:1])",
    ),
    Line(
        "costs-nothing", "texts.costs", "no cost is paid",
        occasions.carry_out, "(*costs, *steps, *state.tasks)", "(*steps, *state.tasks)",
    ),
    Line(
        "any-phase-as-a-support", "effects.timing", "an effect of any phase comes up as a support as well",
        occasions.due, "timing in PHASES and effect.timing in ANY_PHASE", "effect.timing in ANY_PHASE",
    ),
    Line(
        "everything-once", "texts.once", "every effect is used once per turn",
        occasions.carry_out, "if one.effect.once:", "if True:",
    ),
    Line(
        "used-unasked", "texts.costs", "an effect is used that does not come up",
        occasions.why_not_use,
        "yield from why_not_due(state, Due(owner, action.card, action.effect, effect))", "pass",
    ),
    Line(
        "leaves-out-what-is-demanded", "texts.simultaneous", "an effect that is demanded may be left out",
        occasions.why_not_none, "if any(", "if not any(",
    ),
    Line(
        "own-order-by-chance", "texts.simultaneous", "nobody is asked for the order of the own effects",
        occasions.come_up, "if len(own) > 1 or shared:", "if shared:",
    ),
    Line(
        "other-first-for-ever", "texts.simultaneous", "once let first, the other player stays first",
        occasions.carry_out, "state.other_first = False", "pass",
    ),
    Line(
        "optional-in-between", "texts.simultaneous", "what may be left out comes before what is demanded",
        occasions.why_not_use, "if effect.is_optional and any(", "if any(()) and any(",
    ),
    Line(
        "nobody-has-to-choose", "effects.timing", "whoever has to choose a card may choose none",
        resolving.why_not_none, "(state.looked or not state.tasks[0].step.may)", "state.looked",
    ),
    Line(
        "none-ends-the-effect", "texts.conditions", "whoever chooses no card ends the effect",
        resolving.choose_none, "state.tasks = state.tasks[1:]", "state.tasks = ()",
    ),
    Line(
        "any-level", "texts.conditions", "any level is the one asked for",
        resolving.holds, "top.level == condition.level", "True",
    ),
    Line(
        "any-type", "texts.conditions", "any type is the one asked for",
        resolving.holds, "condition.type in types_of(state, digimon)", "True",
    ),
    Line(
        "any-attack", "texts.conditions", "any attack is the one asked for",
        resolving.holds, "condition.attack in (None, player.choice)", "True",
    ),
    Line(
        "any-hp", "texts.conditions", "any HP are few enough",
        resolving.holds, "digimon.hp <= condition.hp_at_most", "True",
    ),
    Line(
        "less-hp", "texts.conditions", "as many HP as named are too many",
        resolving.holds, "digimon.hp <= condition.hp_at_most", "digimon.hp < condition.hp_at_most",
    ),
    Line(
        "any-support", "texts.conditions", "a support need not be there",
        resolving.holds, "condition.supports in (None, supports)", "True",
    ),
    Line(
        "no-support-anywhere", "texts.conditions", "no support is ever there",
        resolving.holds, "player.support is not None and not player.support.void", "False",
    ),
    Line(
        "own-conditions", "texts.conditions", "every condition is about the own side",
        resolving.holds, 'owner if condition.of == "me" else 1 - owner', "owner",
    ),
    Line(
        "looks-at-one", "texts.recode", "one card is looked at",
        resolving.look, "player.deck[: task.step.amount]", "player.deck[:1]",
    ),
    Line(
        "looks-at-all-or-none", "texts.recode", "a deck of too few cards is not looked at",
        resolving.look,
        "player.deck[: task.step.amount]",
        "player.deck[: task.step.amount] if len(player.deck) >= task.step.amount else ()",
    ),
    Line(
        "otherwise-ends-it", "texts.conditions", "after the other case nothing comes that asks for a card",
        resolving.carry_out_next, "state.tasks = (task, *rest)", "state.tasks = (task,)",
    ),
    Line(
        "changed-by-the-turn-player", "jamming.changed", "the turn player's support alone changes attacks",
        words.change_attack, '("resolve-first", "resolve-second")', '("resolve-first",)',
    ),
    Line(
        "lifts-the-last", "evolution.ignore", "of two requirements the last is lifted",
        words.ignore, "(*state.ignored, lifted)", "(lifted,)",
    ),
    Line(
        "instances-do-not-add-up", "first-attack.gain", "effects give one instance of 1st Attack in all",
        words.first_attack, "player.first_attacks += 1", "player.first_attacks = 1",
    ),
)  # fmt: skip
"""In effects."""


def not_at(stage: str) -> Callable[[], Installed]:
    """An instance of 1st Attack that an effect gives at this stage is lost."""
    return constant(words, "BEFORE_ABILITIES", tuple(one for one in words.BEFORE_ABILITIES if one != stage))


def chosen_by(word: str, by_whom: Callable[[Task], int]) -> Callable[[], Installed]:
    """Another player chooses the card for a word."""
    return lambda: patch.dict(choices.CHOICES, {word: choices.CHOICES[word]._replace(by_whom=by_whom)})


def by_the_other(task: Task) -> int:
    """Whoever does not have the card chooses."""
    return 1 - task.owner


def ends_without_a_digimon(state: State, task: Task, player: Player) -> None:
    """A boost of nobody ends its effect."""
    if player.active is None:
        state.tasks = ()
    else:
        BOOST(state, task, player)


BOOST = words.boost


def removes_the_last(state: State, task: Task, player: Player) -> None:
    """The last card of a Digimon leaves, too."""
    if player.active is not None and len(player.active.cards) == 1:
        player.trash += player.active.cards
        player.active = None
    else:
        REMOVE_TOP(state, task, player)


REMOVE_TOP = words.remove_top


def from_anywhere(name: str, rule: str, reason: Reason, *actions: type) -> Iterable[tuple[str, Fault]]:
    """A card that does not lie in the hand is used all the same."""
    for action in actions:
        called = f"{name}-{action.__name__.lower()}"
        yield called, Fault(rule, f"{action.__name__}: from anywhere", forgiving(action, reason))


def demanded_without_cost(effect: Effect) -> bool:
    """Only what costs something may be left out."""
    return bool(effect.cost)


FAULTS: Mapping[str, Fault] = {
    **{line.name: line.fault() for line in (*BATTLE, *TURNS, *EFFECTS)},
    **{
        f"first-attack-lost-at-{stage}": Fault(
            "first-attack.gain", f"an effect gives no 1st Attack at {stage}", not_at(stage)
        )
        for stage in words.BEFORE_ABILITIES
    },
    "deleted-by-its-owner": Fault(
        "effects.delete", "the owner of the trash chooses what is deleted", chosen_by("delete", words.about)
    ),
    "shattered-by-choice-of-the-other": Fault(
        "shatter.attached",
        "the other player chooses what Shatter discards",
        chosen_by("detach", by_the_other),
    ),
    "demanded-without-cost": Fault(
        "texts.once",
        "what costs nothing is demanded at any phase",
        lambda: patch.object(Effect, "is_optional", property(demanded_without_cost)),
    ),
    "nobody-ends-an-effect": Fault(
        "support.misfire",
        "an effect ends at a step about nobody",
        lambda: patch.dict(words.WORDS, {"boost": ends_without_a_digimon}),
    ),
    "last-card-is-removed": Fault(
        "abnormal.under",
        "the last card of a Digimon leaves",
        lambda: patch.dict(words.WORDS, {"remove-top": removes_the_last}),
    ),
    **dict(from_anywhere("elsewhere", "prep.place", Reason.NOT_PLACED_FROM_HAND, Place)),
    **dict(from_anywhere("elsewhere", "evolution.rack", Reason.NOT_RACKED_FROM_HAND, Rack)),
    **dict(from_anywhere("elsewhere", "evolve-card.one", Reason.NOT_PLAYED_FROM_HAND, PlayEvolveCard)),
    **dict(
        from_anywhere("elsewhere", "evolution.from-hand", Reason.NOT_EVOLVED_FROM_HAND, Evolve, EvolveByBox)
    ),
    **dict(from_anywhere("elsewhere", "support.one", Reason.NOT_SUPPORTED_FROM_HAND, SupportFromHand)),
}
"""Each line, and what takes more than one."""
