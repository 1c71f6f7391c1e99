"""Faults in continuous effects: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.engine.dcg.effects import continuous, durations, standpoint
from rulehound.engine.dcg.in_play import Stack
from rulehound_testing.faults.patching import Fault, constant, rewritten, together

printed_delay_in_play = rewritten(
    continuous.has,
    "keyword in facts_of(state, stack).keywords:",
    'keyword in facts_of(state, stack).keywords - {"delay"}:',
)


printed_delay_elsewhere = rewritten(
    continuous.counts_as_having,
    "keyword in facts.keywords:",
    'keyword in facts.keywords - {"delay"}:',
)


ASKED_OF_KEYWORD = "return bool(gifts_to(state, stack, keyword, rounds))"


def suspended_unless_upright(_state: Any, thing: Any, _facts: Any, wanted: bool, _rounds: int) -> bool:
    """Whatever is not upright in play is suspended."""
    return (not isinstance(thing, Stack) or thing.suspended) == wanted


NAMING = {
    "battled": "at.on",
    "subject": "at.on",
    "attacker": "state.attack",
    "target": "state.attack",
    "checked": "state.attack",
}
"""Role of what there may not be, to what is none then."""
FIRST = 'if role == "this":'
EVERY_FOE = "return tuple(stack.id for stack in state.opponent.battle)"


FAULTS: Mapping[str, Fault] = {
    "cards-have-a-state": Fault(
        "effects.triggers",
        "a card counts as suspended for what waits for something to happen to suspended Digimon",
        constant(
            continuous,
            "TESTS",
            {
                **continuous.TESTS,
                "suspended": lambda _state, thing, _facts, wanted, _rounds: (
                    isinstance(thing, str) or thing.suspended == wanted
                ),
            },
        ),
    ),
    "delay-is-no-keyword": Fault(
        "effects.keyword-had",
        "an Option with Delay has no keyword",
        lambda: together(printed_delay_in_play(), printed_delay_elsewhere()),
    ),
    "conditions-of-what-is-printed": Fault(
        "effects.continuous",
        "the condition of a continuous effect knows nothing of what other continuous effects give",
        rewritten(
            continuous.from_elsewhere, "is_on(state, at, effect, rounds - 1)", "is_on(state, at, effect, 0)"
        ),
    ),
    "continuous-without-condition": Fault(
        "effects.continuous",
        "a continuous effect holds whether or not its condition is met",
        rewritten(continuous.is_on, "turn and holds(state, at, effect.condition, rounds)", "turn"),
    ),
    "dp-for-each-not-given": Fault(
        "effects.each",
        "DP for each of something is nothing at all",
        rewritten(
            continuous.dp_of,
            "amount(state, gift.at, gift.gives.dp, rounds - 1)",
            "gift.gives.dp if isinstance(gift.gives.dp, int) else 0",
        ),
    ),
    "all-whatever-they-are": Fault(
        "effects.all-or-chosen",
        "what an effect gives to all that are such is given to everything in the area",
        rewritten(
            continuous.from_elsewhere,
            "is_meant(state, at, one.target, stack, area, rounds - 1)",
            "one.target.area == area",
        ),
    ),
    "given-protection-rests": Fault(
        "effects.gained",
        "a continuous effect that the opponent has given rests, whatever affects the Digimon",
        rewritten(continuous.is_had, "return not stopped", "return False and stopped"),
    ),
    "itself-whatever-it-is": Fault(
        "effects.continuous",
        "a continuous effect on its own Digimon does not ask whether that is as described",
        rewritten(
            continuous.is_meant,
            "stack.id == at.stack and is_such(state, at, which, stack, rounds)",
            "stack.id == at.stack",
        ),
    ),
    "inherited-for-the-owner": Fault(
        "effects.inherited",
        "a continuous inherited effect is of the player who owns the card, not of the Digimon's player",
        rewritten(continuous.standpoint_of, "going.top", "going.card"),
    ),
    "inherited-from-own-cards-alone": Fault(
        "effects.inherited",
        "a card that lies under a Digimon of the other player gives it nothing",
        rewritten(continuous.is_had, "return True", "return owner_of(going.card) == owner_of(going.top)"),
    ),
    "protected-as-the-bottom-card": Fault(
        "effects.immune",
        "whose Digimon it is, where effects are kept away, is told by its lowest card",
        rewritten(continuous.gifts_to, "owner_of(stack.cards[0])", "owner_of(stack.cards[-1])"),
    ),
    "keyword-as-printed-things-are": Fault(
        "effects.keyword-had",
        "whether an effect could do a keyword is told without what continuous effects give",
        rewritten(
            continuous.counts_as_having,
            "mentions(state, at, effect, keyword, rounds - 1)",
            "mentions(state, at, effect, keyword, 0)",
        ),
    ),
    "keyword-as-conditions-are-printed": Fault(
        "effects.keyword-had",
        "whether the condition of an effect with a keyword holds is told without other continuous effects",
        rewritten(
            continuous.counts_as_having,
            "holds(state, at, effect.condition, rounds - 1)",
            "holds(state, at, effect.condition, 0)",
        ),
    ),
    "keyword-gained-from-the-first": Fault(
        "effects.keyword-had",
        "a Digimon has only the keywords of what the first of several effects gives it",
        rewritten(continuous.counts_as_having, "for gift in given", "for gift in given[:1]"),
    ),
    "keyword-of-the-first-gained": Fault(
        "effects.keyword-had",
        "of several effects that one effect gives only the first one has a keyword",
        rewritten(continuous.counts_as_having, "in gift.gives.effects", "in gift.gives.effects[:1]"),
    ),
    "keyword-of-the-first-effect": Fault(
        "effects.keyword-had",
        "of several effects of the top card only the first one has a keyword",
        rewritten(
            continuous.counts_as_having,
            "in facts_of(state, thing).effects",
            "in facts_of(state, thing).effects[:1]",
        ),
    ),
    "keyword-of-the-first-card-under": Fault(
        "effects.keyword-had",
        "of the cards under a Digimon only the highest one gives it keywords of its inherited effects",
        rewritten(continuous.counts_as_having, "thing.cards[1:]", "thing.cards[1:2]"),
    ),
    "keyword-of-no-branch": Fault(
        "effects.keyword-had",
        "a keyword that comes under a condition within an effect is never had",
        rewritten(
            continuous.reachable,
            "step.then if holds(state, at, step.condition, rounds) else step.otherwise",
            "step.otherwise",
        ),
    ),
    "keyword-for-the-first-part": Fault(
        "effects.keyword-had",
        "of what a keyword costs only the first part has to be payable",
        rewritten(continuous.reachable, "for one in step.cost)", "for one in step.cost[:1])"),
    ),
    "keyword-for-the-last-part": Fault(
        "effects.keyword-had",
        "of what a keyword costs only the last part has to be payable",
        rewritten(continuous.reachable, "for one in step.cost)", "for one in step.cost[-1:])"),
    ),
    "keyword-of-either-branch": Fault(
        "effects.keyword-had",
        "a keyword that comes under a condition within an effect is had whether or not that holds",
        rewritten(
            continuous.reachable,
            "step.then if holds(state, at, step.condition, rounds) else step.otherwise",
            "step.then",
        ),
    ),
    "keyword-as-the-bottom-card": Fault(
        "effects.keyword-had",
        "whose Digimon it is, where a keyword is asked for, is told by its lowest card",
        rewritten(
            continuous.counts_as_having,
            "Standpoint(owner_of(thing.cards[0])",
            "Standpoint(owner_of(thing.cards[-1])",
        ),
    ),
    "burst-with-whole-digimon": Fault(
        "effects.keyword-had",
        "a keyword behind a Digi-Burst is had with so many Digimon, instead of so many cards under this one",
        rewritten(continuous.can_be_done, 'Which(area="under", count=step.count)', "Which(count=step.count)"),
    ),
    "delay-where-it-is-a-fact": Fault(
        "effects.keyword-had",
        "an Option whose effect is used by Delay does not count as one with Delay",
        rewritten(continuous.mentions, 'keyword == "delay" and effect.timing == "delay"', "False"),
    ),
    "security-attack-by-anything": Fault(
        "effects.gained",
        "a Digimon that gains anything counts as one with Security Attack",
        rewritten(
            continuous.has,
            ASKED_OF_KEYWORD,
            'return bool(gifts_to(state, stack, "" if keyword == "security-attack" else keyword, rounds))',
        ),
    ),
    "security-attack-as-printed": Fault(
        "effects.gained",
        "a Digimon that gains Security Attack does not count as one that has it",
        rewritten(
            continuous.has,
            ASKED_OF_KEYWORD,
            'return keyword != "security-attack" and bool(gifts_to(state, stack, keyword, rounds))',
        ),
    ),
    "security-attack-is-recovery": Fault(
        "effects.gained",
        "a Digimon that gains Security Attack counts as one with Recovery",
        rewritten(
            continuous.has,
            ASKED_OF_KEYWORD,
            'wanted = "security_attack" if keyword == "recovery" else keyword\n'
            "    return bool(gifts_to(state, stack, wanted, rounds))",
        ),
    ),
    "security-attack-in-play-alone": Fault(
        "effects.fits",
        "a card that is not in play has no Security Attack of any number",
        rewritten(
            continuous.has_security_attack,
            "numbers = [facts.security_attack]",
            "numbers = [facts.security_attack] if isinstance(thing, Stack) else []",
        ),
    ),
    "cards-are-tokens": Fault(
        "effects.fits",
        "a card that is not in play counts as a token",
        constant(
            continuous,
            "TESTS",
            {
                **continuous.TESTS,
                "token": lambda _state, thing, _facts, wanted, _rounds: (
                    (isinstance(thing, str) or thing.token) == wanted
                ),
            },
        ),
    ),
    "condition-on-the-first-digimon": Fault(
        "effects.condition",
        "a condition on what it happened to is asked of the first Digimon alone",
        rewritten(continuous.any_fits, 'role == "this" and stack is not None', "stack is not None"),
    ),
    "condition-on-the-last-one": Fault(
        "effects.condition",
        "a condition on what it happened to is asked of the last one alone",
        rewritten(continuous.any_fits, "named(state, at, role)", "named(state, at, role)[-1:]"),
    ),
    "condition-on-the-subject-left-out": Fault(
        "effects.condition",
        "a condition on what it happened to is always met",
        rewritten(continuous.holds, 'any_fits(state, at, "subject", condition.subject, rounds)', "True"),
    ),
    "left-whatever-it-was": Fault(
        "effects.as-it-was",
        "the condition of an effect of what has left is not asked",
        rewritten(
            continuous.any_fits,
            "if is_such(state, at, which, one if stack is None else stack, rounds)",
            "if stack",
        ),
    ),
    "small-additions-lost": Fault(
        "dp.modify",
        "where DP cannot be reduced an addition of 1 does not count",
        rewritten(continuous.dp_of, "if change > 0", "if change > 1"),
    ),
    "given-more-after-leaving": Fault(
        "effects.as-it-was",
        "a Digimon that has left is given anew what it had",
        rewritten(continuous.area_of, '"" if holder_of(state, stack.id) is None else "battle"', '"battle"'),
    ),
    "continuous-self-fulfilling": Fault(
        "effects.continuous",
        "a continuous effect meets its own condition by what it would give",
        rewritten(
            continuous.is_on,
            "holds(state, at, effect.condition, rounds)",
            "(rounds < 1 or holds(state, at, effect.condition, rounds))",
        ),
    ),
    "continuous-unconditional-alone": Fault(
        "effects.continuous",
        "a continuous effect under a condition does not work, though that is met",
        rewritten(
            continuous.is_on,
            "holds(state, at, effect.condition, rounds)",
            "effect.condition == ALWAYS",
        ),
    ),
    "immune-by-the-first-alone": Fault(
        "effects.immune",
        "of several things that one effect forbids or keeps away, the first alone keeps effects away",
        rewritten(continuous.protects, "in gives.cannot", "in gives.cannot[:1]"),
    ),
    "immune-by-the-last-alone": Fault(
        "effects.immune",
        "of several kinds of effects that one effect keeps away, only the last is kept away",
        rewritten(continuous.protects, "in gives.cannot", "in gives.cannot[-1:]"),
    ),
    "immune-to-all-kinds": Fault(
        "effects.immune",
        "what keeps effects of some kinds away keeps away those of any",
        rewritten(continuous.protects, "kind in IMMUNITIES.get(what, ())", "what in IMMUNITIES"),
    ),
    "keyword-for-memory-of-the-other": Fault(
        "effects.keyword-had",
        "whether a Digimon has the keyword behind a cost of memory goes by the memory of the other player",
        rewritten(continuous.can_be_done, 'at.player if step.of == "me" else 1 - at.player', "1 - at.player"),
    ),
    "keyword-for-any-memory": Fault(
        "effects.keyword-had",
        "a Digimon has the keyword behind a cost of memory that its player cannot pay",
        rewritten(continuous.can_be_done, "if isinstance(step, Memory):", "if step is None:"),
    ),
    "keyword-for-a-draw-not-had": Fault(
        "effects.keyword-had",
        "a Digimon has not the keyword behind a cost that takes nothing that could be lacking",
        rewritten(continuous.can_be_done, "return True", "return False"),
    ),
    "keywords-all-by-delay": Fault(
        "effects.keyword-had",
        "an Option with an effect that is used by Delay counts as having every keyword",
        rewritten(continuous.mentions, 'keyword == "delay" and ', ""),
    ),
    "conditions-half-read": Fault(
        "effects.condition",
        "of what a condition compares only the first comparison counts",
        rewritten(continuous.holds, "in condition.counts", "in condition.counts[:1]"),
    ),
    "conditions-half-forgotten": Fault(
        "effects.condition",
        "of what a condition compares only the last comparison counts",
        rewritten(continuous.holds, "in condition.counts", "in condition.counts[-1:]"),
    ),
    "conditions-never-of-two": Fault(
        "effects.condition",
        "a condition of two comparisons never holds",
        rewritten(continuous.holds, "and all(", "and len(condition.counts) < 2 and all("),
    ),
    "attacks-on-the-player-without-one": Fault(
        "effects.condition",
        "a condition that asks for an attack on the player holds while nobody attacks",
        rewritten(continuous.attack_is_on, '"" if attack is None else "player"', '"player"'),
    ),
    "attacks-on-a-digimon-without-one": Fault(
        "effects.condition",
        "a condition that asks for an attack on a Digimon holds while nobody attacks",
        rewritten(continuous.attack_is_on, '"" if attack is None else "player"', '"digimon"'),
    ),
    "checks-counted-again": Fault(
        "effects.each",
        "checks that an effect gives for each of something are counted again at every moment",
        rewritten(continuous.counted, "in AMOUNTS", 'in ("dp", "play_cost", "digivolution_cost")'),
    ),
    "play-cost-counted-again": Fault(
        "effects.each",
        "what an effect adds to a play cost for each of something is counted again at every moment",
        rewritten(continuous.counted, "in AMOUNTS", 'in ("dp", "security_attack", "digivolution_cost")'),
    ),
    "digivolution-cost-counted-again": Fault(
        "effects.each",
        "what an effect adds to a digivolution cost for each of something is counted again at every moment",
        rewritten(continuous.counted, "in AMOUNTS", 'in ("dp", "security_attack", "play_cost")'),
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
    "cards-are-suspended": Fault(
        "effects.fits",
        "cards outside of play count as suspended",
        constant(continuous, "TESTS", {**continuous.TESTS, "suspended": suspended_unless_upright}),
    ),
    "first-dp-of-a-tamer": Fault(
        "effects.later",
        "of several effects that make a Tamer a Digimon the first one says its DP",
        rewritten(continuous.dp_as_digimon, "given[-1]", "given[0]"),
    ),
    "dp-of-a-tamer-for-all": Fault(
        "effects.later",
        "what makes all Tamers Digimon says the DP of each, whatever comes later for one of them",
        rewritten(continuous.dp_as_digimon, "key=order_of_giving", "key=lambda _gift: 0"),
    ),
    "keyword-not-in-what-is-revealed": Fault(
        "effects.keyword-had",
        "an effect does not have the keyword of what it does with revealed cards",
        rewritten(continuous.reachable, "step.steps if isinstance(step, Reveal) else ()", "()"),
    ),
    "tamer-no-digimon-behind-two-effects": Fault(
        "effects.continuous",
        "what an effect gives to a Tamer that has become a Digimon makes no other one hold for it",
        rewritten(continuous.is_of_kind, "or dp_as_digimon", "or rounds >= ROUNDS - 1 and dp_as_digimon"),
    ),
    "going-on-as-given-first": Fault(
        "effects.later",
        "what lasts holds also against a card that has come into play since",
        rewritten(continuous.order_of_giving, "gift.since,", "gift.since % GOING_ON,"),
    ),
    "keywords-of-all-cards-under-it": Fault(
        "effects.inherited",
        "a Digimon has the keywords of all effects of the cards under it, inherited or not",
        rewritten(
            continuous.counts_as_having,
            "for card in thing.cards[1:] for effect in card_of(state, card).effects if effect.inherited",
            "for card in thing.cards[1:] for effect in card_of(state, card).effects",
        ),
    ),
    "security-attack-counts-itself": Fault(
        "security.count",
        "a Digimon whose Security Attack counts others counts as one of them",
        rewritten(
            continuous.has_security_attack,
            "return wanted in filter(None, numbers)",
            "return wanted in filter(None, numbers) or any(each.effects for each in [facts])",
        ),
    ),
    "going-on-by-seats": Fault(
        "effects.later",
        "of what two cards give for as long as they are there that of the player holds who is asked last",
        rewritten(continuous.order_of_giving, "int(gift.at.stack[1:] or 0)", "0"),
    ),
    "any-attacker": Fault(
        "effects.condition",
        "what an effect says of the Digimon that attacks any Digimon of the battle area fulfils",
        rewritten(
            standpoint.named,
            "return (getattr(state.attack, role),) if state.attack is not None else ()",
            "battles = [player.battle for player in state.players if state.attack]\n"
            "        return tuple(stack.id for battle in battles for stack in battle)",
        ),
    ),
    "itself-where-nothing-has-happened": Fault(
        "effects.activates-another",
        "an effect that is activated without its event means the Digimon that has it",
        rewritten(
            standpoint.named,
            "at.on.subjects if at.on is not None else ()",
            "at.on.subjects if at.on is not None else (at.stack,)",
        ),
    ),
    "later-than-what-lasts-on-all": Fault(
        "effects.later",
        "what begins to last counts as later than what lasts on all, but not as later than what lasts on one",
        rewritten(durations.next_since, "(*player.battle, player.breeding)", "(player.breeding,)"),
    ),
    "memory-asked-once": Fault(
        "effects.continuous",
        "what is had by what is had by the memory stays as the memory changes, till something else does",
        rewritten(continuous.all_that_counts, "state.memory, state.attack", "state.attack"),
    ),
    **{
        f"{role}-of-nothing-is-anything": Fault(
            "effects.fits",
            f"where there is no {role}, every Digimon of the opponent is meant",
            rewritten(
                standpoint.named,
                FIRST,
                f'if role == "{role}" and {nothing} is None:\n        {EVERY_FOE}\n    {FIRST}',
            ),
        )
        for role, nothing in NAMING.items()
    },
}
