"""Planted faults that are another line in a function of the engine, as a slip of its author would be."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import areas, attributes, deletion, endless, tokens, view
from rulehound.engine.dcg.attacks import course, security
from rulehound.engine.dcg.effects import (
    continuous,
    durations,
    gifts,
    paying,
    pending,
    resolving,
    selecting,
    triggers,
)
from rulehound.engine.dcg.effects.steps import placing
from rulehound.engine.dcg.main_phase import digivolving, dna, materials, options, playing, showing
from rulehound.engine.dcg.turns import breeding, setup
from rulehound_testing.faults.patching import Fault, at_once, constant, rewritten

ONE_OF_SEVERAL = (
    rewritten(paying.asked_for, "else which.count", "else 1"),
    rewritten(resolving.needed, "else which.count", "else 1"),
)
"""Make a cost that names several things payable with one: whether it can be, and whether it has been."""

FAULTS: Mapping[str, Fault] = {
    "foreign-hand-chosen-from": Fault(
        "areas.own-hand",
        "among the cards of a hand that an effect speaks of, the player of the effect chooses",
        rewritten(selecting.chooser, "if hidden else", "if hidden and not which.asked else"),
    ),
    "by-effect-by-anything": Fault(
        "effects.triggers",
        "what waits for effects of a player comes of whatever that player does",
        rewritten(triggers.is_by, 'event.cause == "effect" and whose ==', "whose =="),
    ),
    "deletion-trashes-from-under": Fault(
        "effects.triggers",
        "cards that are trashed with a deleted Digimon count as trashed from under it",
        rewritten(
            deletion.put_into_trash,
            "    cause, player, source = event.cause, event.player, event.source\n",
            "    cause, player, source = event.cause, event.player, event.source\n"
            "    bases = tuple(stack.id for stack in stacks if len(stack.cards) > 1)\n"
            "    if bases:\n"
            '        happening = Happened("under-card-trashed", bases, cause, player, source, 0, stacks)\n'
            "        triggers.happened(state, happening)\n",
        ),
    ),
    "equal-security-attacks-once": Fault(
        "security.count",
        "what adds as much to the checks as something else does is not counted",
        rewritten(
            attributes.checks_of,
            '    for gift in continuous.gifts_to(state, stack, "security_attack"):\n'
            "        allowed += continuous.amount(state, gift.at, gift.gives.security_attack)\n",
            '    gifts = continuous.gifts_to(state, stack, "security_attack")\n'
            "    allowed += sum({continuous.amount(state, each.at, each.gives.security_attack)"
            " for each in gifts})\n",
        ),
    ),
    "top-search-of-all": Fault(
        "areas.hidden",
        "who chooses among the top cards of a pile is shown all of it",
        rewritten(selecting.searches, "which.top) for owner", "0) for owner"),
    ),
    "search-shows-all": Fault(
        "areas.hidden",
        "of a pile that is searched for its top cards all are seen",
        rewritten(view.looked_at, "cards[:top] if top else cards", "cards"),
    ),
    "blind-choice-seen": Fault(
        "areas.hidden",
        "who chooses any card of a face-down pile sees them",
        rewritten(selecting.searches, "not in FACE_DOWN or not which.asked", "not in FACE_DOWN"),
    ),
    "adding-is-drawing": Fault(
        "effects.triggers",
        "a card that an effect puts into the hand from the deck counts as drawn",
        rewritten(
            placing.tell_of_cards,
            '    if came_from == "security":\n',
            '    if to == "hand" and came_from in ("deck", "revealed"):\n'
            '        tell(state, frame, "drawn", cards, **way)\n'
            '    if came_from == "security":\n',
        ),
    ),
    "attack-end-with-its-attacker": Fault(
        "effects.duration",
        "what lasts until the end of an attack goes on where the attacker has gone by then",
        rewritten(
            course.attack_over,
            '    end_durations(state, "attack-end")',
            '    if attacker_of(state) is not None:\n        end_durations(state, "attack-end")',
        ),
    ),
    "block-changes-no-target": Fault(
        "block.switches",
        "what waits for another target of an attack does not come of a block",
        rewritten(
            course.switch_target,
            "    happened(state, switched)",
            '    (happened if cause == "effect" else note)(state, switched)',
        ),
    ),
    "security-battle-as-effect": Fault(
        "security.digimon",
        "an attacker that loses to a Security Digimon is deleted by an effect of the opponent's",
        rewritten(
            security.security_battle,
            'About("deleted", (attacker.id,), "battle")',
            'About("deleted", (attacker.id,), "effect", 1 - state.turn)',
        ),
    ),
    "decoy-gained-replaces": Fault(
        "keyword.decoy",
        "a Decoy that is gained takes the place of the one that is printed",
        rewritten(attributes.decoys_of, "(*printed, *gained)", "gained"),
    ),
    "shuffle-moves-every-card": Fault(
        "setup.shuffle",
        "no card stays where it was in a shuffle",
        rewritten(
            areas.shuffled,
            'random.Random(f"{state.match.seed}/{state.shuffles}").shuffle(order)',
            'chance = random.Random(f"{state.match.seed}/{state.shuffles}")\n'
            "    for last in range(len(order) - 1, 0, -1):\n"
            "        other = chance.randrange(last)\n"
            "        order[last], order[other] = order[other], order[last]",
        ),
    ),
    "first-player-always-one": Fault(
        "setup.first-player",
        "the same player goes first in every game",
        rewritten(setup.drawn_lots, 'random.Random(f"{seed}/first")', 'random.Random("first")'),
    ),
    "first-player-zero-drawn": Fault(
        "setup.first-player",
        "where it is settled that player 0 goes first, lots are drawn all the same",
        rewritten(
            setup.new_state, "drawn_lots(seed) if first is None else first", "first or drawn_lots(seed)"
        ),
    ),
    "zero-dp-not-moved": Fault(
        "breeding.move-dp",
        "a Digimon whose DP is 0 is not moved out of the breeding area",
        rewritten(
            breeding.why_not_moved, "elif dp_of(state, digimon) is None:", "elif not dp_of(state, digimon):"
        ),
    ),
    "option-paid-as-printed": Fault(
        "option.cost",
        "for an Option its printed cost is paid, whatever effects add",
        rewritten(showing.added, 'shown.procedure in ("play", "use")', 'shown.procedure == "play"'),
    ),
    "tamer-never-too-dear": Fault(
        "showing.failure",
        "a Tamer that has become too dear is played all the same",
        rewritten(
            showing.payable, "shown.free or", 'shown.free or state.match.facts[shown.card].kind == "tamer" or'
        ),
    ),
    "ended-attack-keeps-its-card": Fault(
        "security.trashed",
        "a checked card whose effect has ended the attack goes nowhere",
        constant(course, "CUT_SHORT", (*course.CUT_SHORT, "security-over")),
    ),
    "digixros-name-within": Fault(
        "digixros.listed",
        "a DigiXros takes a card with the listed name as a part of its own",
        rewritten(materials.fits, 'listed.name in ("", card.name)', "listed.name in card.name"),
    ),
    "digixros-card-counted-twice": Fault(
        "digixros.once",
        "one card is reckoned with for several places of a DigiXros",
        rewritten(
            materials.reduction_at_best,
            "    return most_reduced(listing, listing.cards,"
            " list(at_hand(state, player, listing, card).values()))",
            "    there = list(at_hand(state, player, listing, card).values())\n"
            "    if not listing.whole:\n"
            "        places = (any(fits(one, each) for each in there) for one in listing.cards)\n"
            "        return listing.reduces * sum(places)\n"
            "    return most_reduced(listing, listing.cards, there)",
        ),
    ),
    "attack-long-ends-with-a-battle": Fault(
        "effects.duration",
        "what lasts for an attack ends with the first battle against a Security Digimon",
        rewritten(
            security.security_over,
            '        end_durations(state, "battle-end")',
            '        end_durations(state, "attack-end")\n        end_durations(state, "battle-end")',
        ),
    ),
    "groups-broken": Fault(
        "effects.each",
        "for each group of so many, a part of a group counts in part",
        rewritten(continuous.amount, "// value.per * value.each", "* value.each // value.per"),
    ),
    "first-seen-first": Fault(
        "effects.turn-player-first",
        "of effects that triggered together those come first of the player of whom the first one was seen",
        rewritten(
            pending.first_in_turn,
            "return [one for one in group if one.origin.player == state.turn] or list(group)",
            "return [one for one in group if one.origin.player == group[0].origin.player]",
        ),
    ),
    "reduced-play-judged-in-full": Fault(
        "effects.play",
        "whether an effect can play a card for less is judged by the full cost",
        rewritten(playing.can_play_by_effect, "facts.play_cost - reduced", "facts.play_cost"),
    ),
    "special-name-within": Fault(
        "digivolve.special",
        "a name that a requirement asks for is met by a name of which it is a part",
        rewritten(digivolving.fits, "asked.name == base.name", "asked.name in base.name"),
    ),
    "digixros-counts-itself": Fault(
        "digixros.areas",
        "a DigiXros is reckoned with the card itself as one of those to be placed",
        rewritten(
            materials.reduction_at_best,
            "at_hand(state, player, listing, card)",
            "at_hand(state, player, listing)",
        ),
    ),
    "choice-seen-by-both": Fault(
        "areas.own-hand",
        "what a player chooses from the other player sees as well",
        rewritten(
            view.seen_by,
            '    if whole["decider"] != player:\n        seen["choice"] = None\n    elif searched:\n',
            '    if whole["decider"] == player and searched:\n',
        ),
    ),
    "dna-cost-of-the-first": Fault(
        "dna.digivolves",
        "what is added to the cost of digivolving a Digimon is left out for the second of a DNA digivolution",
        rewritten(attributes.added_to_digivolution_cost, "for base in bases:", "for base in bases[:1]:"),
    ),
    "taken-from-under-the-first": Fault(
        "cards.one-place",
        "a card that an effect takes from under a Digimon is looked for under the first one alone, and stays",
        rewritten(areas.take, "        if card in stack.cards[1:]:\n", "        if True:\n"),
    ),
    "security-dp-by-one-alone": Fault(
        "security.digimon-named",
        "of several effects that speak of Security Digimon the first alone counts",
        rewritten(attributes.card_dp, "for gift in given]", "for gift in given[:1]]"),
    ),
    "lasting-on-cards-by-one-alone": Fault(
        "security.digimon-named",
        "of several effects that last on all cards of an area the first alone counts",
        rewritten(gifts.on_cards, "for one in state.lasting:", "for one in state.lasting[:1]:"),
    ),
    "memory-lost-by-the-wrong-player": Fault(
        "memory.affordable",
        "the memory that a cost takes from the opponent has to be there on the own side",
        rewritten(paying.has_memory_for_all, "(1 - at.player, -moved)", "(-at.player, -moved)"),
    ),
    "last-memory-for-free": Fault(
        "effects.by-cost",
        "a part of a cost that takes 1 memory can be paid where there is none left",
        rewritten(paying.has_memory_for_all, "change < 0 and", "change < -1 and"),
    ),
    "cost-paid-in-part": Fault(
        "effects.by-cost",
        "a part of a cost for which nothing is left counts as paid",
        rewritten(resolving.run, "if not frame.owed or len(picked) >= needed(frame, choice):", "if True:"),
    ),
    "one-of-two-pays": Fault(
        "effects.by-cost",
        "a cost that names several things can be paid with one of them",
        at_once(*ONE_OF_SEVERAL),
    ),
    "placed-option-delays-at-once": Fault(
        "delay.not-same-turn",
        "the Delay of an Option that an effect places from elsewhere can be used in that turn",
        rewritten(options.place_in_battle, "played=True", "played=False"),
    ),
    "token-unseen-by-the-other": Fault(
        "token.played",
        "that a token is played sets off nothing of the opponent",
        rewritten(tokens.play_tokens, "PLAYERS)", "(player,))"),
    ),
    "up-to-shown-too-many": Fault(
        "effects.count",
        "the more has been chosen of up to so many, the more are said to be left",
        rewritten(selecting.bounds, "min(choice.may - made,", "min(choice.may + made,"),
    ),
    "effect-digivolves-into-anything": Fault(
        "digivolve.requirement",
        "who digivolves by an effect chooses among all cards, where the requirement of one is met",
        rewritten(
            selecting.can_be_become,
            "return any(can_become(state, frame, stack, card) for stack in frame.choices[0])",
            "return True",
        ),
    ),
    "effects-for-all-forgotten": Fault(
        "effects.gained",
        "effects that all Digimon of a player gain for a while do not trigger",
        rewritten(
            triggers.effects_are_given,
            "return bool(state.lasting) and any(one.gives.effects for one in state.lasting)",
            "return False",
        ),
    ),
    "gained-main-effect-not-used": Fault(
        "effects.gained",
        "an effect of the main phase that a Digimon has gained cannot be used",
        rewritten(triggers.effects_at, "if effects_are_given(state):", "if False:"),
    ),
    "keyword-not-asked-for": Fault(
        "effects.keyword-had",
        "what effects say of Digimon with a keyword is meant for all others too",
        rewritten(
            continuous.has_keyword,
            "return asked_once(counts_as_having, state, thing, wanted, rounds)",
            "return True",
        ),
    ),
    "digisorption-for-what-has-gone": Fault(
        "showing.failure",
        "Digisorption is asked for though one of the two Digimon of a DNA digivolution has gone",
        rewritten(dna.go_on, "if there and digisorption", "if digisorption"),
    ),
    "loops-whatever-the-memory": Fault(
        "game.endless",
        "effects that set each other off count as an endless loop though the memory is another each time",
        rewritten(
            endless.what_goes_on, "return plain, waiting, state.attack", "return waiting, state.attack"
        ),
    ),
    "cost-cut-off-between": Fault(
        "card.costs",
        "what lowers a cost below 0 before it is paid is cut off there before something else raises it",
        rewritten(showing.change_cost, "cost=task.cost + amount)", "cost=max(task.cost + amount, 0))"),
    ),
    "for-all-outlasts-its-attack": Fault(
        "effects.duration",
        "what all Digimon have for a battle or an attack is not over with that, nor ever",
        rewritten(
            durations.end_durations,
            "tuple(one for one in state.lasting if not ends(state, one, moment))",
            'tuple(one for one in state.lasting if moment != "turn-end" or not ends(state, one, moment))',
        ),
    ),
    "answers-though-deleted-too": Fault(
        "effects.source-left",
        "what is deleted together with another Digimon answers to the deletion of that",
        rewritten(
            triggers.is_timely,
            'if origin.last is not None and waited.which.role != "this":',
            'if origin.last is not None and waited.which.role not in ("this", "other"):',
        ),
    ),
}
