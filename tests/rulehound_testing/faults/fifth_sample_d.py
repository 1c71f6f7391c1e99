"""Faults made from changes that nothing caught, of a fifth sample: to what effects give and ask for."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulehound.engine.dcg import attributes
from rulehound.engine.dcg.effects import continuous, durations, generic, gifts, keywords, standpoint
from rulehound.engine.dcg.effects.language import TrashTop, Which
from rulehound.engine.dcg.effects.steps import stacks
from rulehound_testing.faults.patching import Fault, constant, rewritten

ASKED_OF_KEYWORD = "return bool(gifts_to(state, stack, keyword, rounds))"

FAULTS: Mapping[str, Fault] = {
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
    "as-the-first-one-left": Fault(
        "effects.as-it-was",
        "of several Digimon that leave together only the first one is remembered as it was",
        rewritten(
            standpoint.as_they_left,
            "(*there, *filter(None, (at.last,)))",
            "(*there, *filter(None, (at.last,)))[:1]",
        ),
    ),
    "second-for-all-ends-early": Fault(
        "effects.duration",
        "of several effects on all Digimon only the first one lasts beyond the end of anything",
        rewritten(
            durations.end_durations, "one for one in state.lasting if", "one for one in state.lasting[:1] if"
        ),
    ),
    "several-for-all-stay": Fault(
        "effects.duration",
        "what one of several effects gives to all Digimon does not end",
        rewritten(
            durations.end_durations,
            "one for one in state.lasting if not ends(state, one, moment)",
            "one for one in state.lasting if not ends(state, one, moment) or state.lasting[1:]",
        ),
    ),
    "cheaper-from-the-hand": Fault(
        "effects.continuous",
        "a card that makes cards of the hand cheaper to play makes itself cheaper from there",
        rewritten(
            gifts.on_cards, 'target.area == area and target.role == "this" and', "target.area == area and"
        ),
    ),
    "cheaper-by-any-card-of-the-hand": Fault(
        "effects.continuous",
        "a card that makes cards of the hand cheaper to play does so for all of them from there",
        rewritten(
            attributes.added_to_play_cost,
            'gifts.gifts_to_card(state, player, card, "hand", "play_cost")',
            "[*gifts.gifts_to_card(state, player, card, 'hand', 'play_cost'), "
            "*(continuous.Gift(one.gives, continuous.standpoint_of(one)) "
            "for other in state.players[player].hand for one in state.match.watch.of_card(other).going)]",
        ),
    ),
    "cheaper-by-nothing-in-play": Fault(
        "effects.continuous",
        "what makes cards of the hand cheaper does nothing in the battle area",
        rewritten(gifts.on_cards, "watch.field(state.players).giving.get(word, ())", "()"),
    ),
    "left-with-the-first-gift": Fault(
        "effects.as-it-was",
        "of what effects gave to a Digimon that leaves only the first is remembered",
        rewritten(
            gifts.settled,
            "for gift in continuous.gifts_to(state, stack)",
            "for gift in continuous.gifts_to(state, stack)[:1]",
        ),
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
    "next-security-digimon-too": Fault(
        "security.digimon-named",
        "what was given to a Security Digimon the next one has, too",
        rewritten(gifts.gifts_to_card, '(which.role != "this" or at.card == card)', "True"),
    ),
    "decoy-uses-up-armor-purge": Fault(
        "keyword.armor-purge",
        "a Digimon that uses its Decoy cannot use its Armor Purge when it is deleted for that",
        constant(keywords, "ARMOR_PURGE_INDEX", keywords.DECOY_INDEX),
    ),
    "armor-purge-of-whichever": Fault(
        "keyword.armor-purge",
        "for Armor Purge the player trashes the top card of any Digimon",
        constant(
            keywords, "ARMOR_PURGE", msgspec.structs.replace(keywords.ARMOR_PURGE, cost=(TrashTop(Which()),))
        ),
    ),
    "top-of-the-first-trashed": Fault(
        "effects.stack",
        "what trashes the top card of its Digimon trashes that of the player's first one with cards under it",
        rewritten(
            stacks.trash_top,
            "chosen[0]",
            "[each.id for each in state.players[frame.origin.player].battle if each.cards[1:]][:1]",
        ),
    ),
    "named-once-for-all": Fault(
        "effects.fits",
        "where an effect chooses twice, what it does to the second choice is done to the first",
        rewritten(standpoint.named, "reversed(at.bound)", "at.bound"),
    ),
    "only-dp-is-deleted": Fault(
        "deletion.trash",
        "an effect does not delete what has no DP",
        rewritten(generic.why_not, "isinstance(effect, DpEffect) and ", ""),
    ),
    "effects-after-the-end": Fault(
        "game.over",
        "an effect is refused after the end as though the game went on",
        rewritten(generic.why_not, '"over"', '"setup"'),
    ),
}
"""By name."""
