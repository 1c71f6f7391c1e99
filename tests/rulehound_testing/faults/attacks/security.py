"""Planted faults: security checks."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulehound.engine.dcg.attacks import battle, course, security
from rulehound.engine.dcg.attributes import checks_of
from rulehound.engine.dcg.effects import pending
from rulehound.engine.dcg.effects.activating import activate
from rulehound.engine.dcg.effects.continuous import amount, dp_of, gifts_to
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of, end_game, facts_of, owner_of
from rulehound.engine.dcg.tasks import Happened, Origin, Trigger
from rulehound_testing.faults.patching import Fault, function, process, rewritten, untold

sound_security_over = security.security_over
sound_security_check = security.security_check
sound_trigger_security_effects = security.trigger_security_effects
sound_dp_of = dp_of
sound_checks_of = checks_of
sound_happened = security.happened
sound_security_battle = security.security_battle
sound_next_group = pending.next_group
sound_may_win = battle.may_win


def dead_attacker_goes_on(state: State) -> None:
    """A deleted attacker makes one check more."""
    sound_security_over(state)
    if state.attack and state.attack.checks_made == 1 and course.attacker_of(state) is None:
        state.attack = msgspec.structs.replace(state.attack, checks_made=0)
        state.pending = ("security-check", *state.pending)


def check_wins_on_empty(state: State) -> None:
    """A check that is due and finds no security left wins."""
    attacker = course.attacker_of(state)
    more = state.attack and attacker and state.attack.checks_made < checks_of(state, attacker)
    if more and not state.opponent.security:
        end_game(state, state.turn, "attack")
    else:
        sound_security_check(state)


def checked_card_stays(state: State) -> None:
    """A checked card goes to the bottom of the security stack."""
    checked = state.attack.checked if state.attack else ""
    sound_security_over(state)
    if checked in state.opponent.trash:
        state.opponent.trash = tuple(card for card in state.opponent.trash if card != checked)
        state.opponent.security += (checked,)


def dp_as_in_battle(state: State, card: str) -> int | None:
    """A Security Digimon has the DP that it would have in the battle area."""
    player = state.players[owner_of(card)]
    there = player.battle
    stack = Stack("checked", (card,), played_this_turn=False)
    player.battle = (*there, stack)
    dp = sound_dp_of(state, stack)
    player.battle = there
    return dp


def checked_for_all(state: State, event: Happened, checked: str) -> None:
    """A checked Option does its main effect too."""
    sound_trigger_security_effects(state, event, checked)
    for index, effect in enumerate(card_of(state, checked).effects):
        if effect.timing == "main" and card_of(state, checked).kind == "option":
            activate(state, Origin(effect, checked, 1 - state.turn, index))


def checked_for_its_colours(state: State, event: Happened, checked: str) -> None:
    """The security effect of an Option asks for its colours."""
    owner = state.opponent
    there = {color for stack in owner.battle for color in facts_of(state, stack).colors}
    if card_of(state, checked).kind != "option" or there.issuperset(card_of(state, checked).colors):
        sound_trigger_security_effects(state, event, checked)


def printed_dp(state: State, card: str) -> int | None:
    """A Security Digimon has the DP that its card shows."""
    return card_of(state, card).dp


def at_least_one_check(state: State, stack: Stack) -> int:
    """An attacker checks one card at least."""
    return max(sound_checks_of(state, stack), 1)


def check_the_lowest_card(state: State) -> None:
    """Security is checked from below."""
    state.opponent.security = state.opponent.security[::-1]
    sound_security_check(state)
    state.opponent.security = state.opponent.security[::-1]


def check_for_the_attacker(state: State) -> None:
    """A checked card goes to the attacking player's trash."""
    kept = state.opponent.trash
    sound_security_over(state)
    checked = tuple(card for card in state.opponent.trash if card not in kept)
    state.opponent.trash, state.me.trash = kept, state.me.trash + checked


def floored_each_time(state: State, stack: Stack) -> int:
    """Checks fall to none before others are added."""
    printed = max(state.match.rules.attack_checks + facts_of(state, stack).security_attack, 0)
    gifts = gifts_to(state, stack, "security_attack")
    return max(printed + sum(amount(state, gift.at, gift.gives.security_attack) for gift in gifts), 0)


def security_effects_compulsory(state: State, event: Happened, checked: str) -> None:
    """No security effect is declined."""
    sound_trigger_security_effects(state, event, checked)

    def compulsory(trigger: Trigger) -> Trigger:
        """The effect, as one that has to be activated."""
        effect = msgspec.structs.replace(trigger.origin.effect, optional=False)
        return msgspec.structs.replace(trigger, origin=msgspec.structs.replace(trigger.origin, effect=effect))

    state.triggered = tuple(tuple(map(compulsory, group)) for group in state.triggered)
    state.fresh = tuple(map(compulsory, state.fresh))


def checked_and_nothing_else(state: State, event: Happened, checked: str) -> None:
    """Where a checked card has an effect, nothing else answers to the check."""
    other, state.fresh = state.fresh, ()
    sound_trigger_security_effects(state, event, checked)
    if not state.triggered and not state.fresh:
        state.fresh = other


def wins_unanswered(state: State, event: Happened) -> None:
    """Nothing answers to a battle won against a Security Digimon."""
    if event.what != "won-battle":
        sound_happened(state, event)


def wins_are_deletions(state: State, event: Happened) -> None:
    """A Security Digimon that loses counts as deleted in battle."""
    sound_happened(state, event)
    if event.what == "won-battle":
        sound_happened(state, msgspec.structs.replace(event, what="deleted-opponent-in-battle"))


def equals_are_beaten(state: State) -> None:
    """A Digimon that meets a Security Digimon of the same DP has won."""
    attack, attacker = state.attack, course.attacker_of(state)
    checked = card_of(state, attack.checked) if attack is not None and attack.checked else None
    sound_security_battle(state)
    if attacker is not None and checked is not None and checked.dp == sound_dp_of(state, attacker):
        sound_happened(state, Happened("won-battle", (attacker.id,), "battle", state.turn))


def options_are_beaten(state: State) -> None:
    """Whatever is no Digimon has lost a battle with the attacker."""
    attack, attacker = state.attack, course.attacker_of(state)
    checked = card_of(state, attack.checked) if attack is not None and attack.checked else None
    if attacker is not None and checked is not None and checked.kind != "digimon":
        sound_happened(state, Happened("won-battle", (attacker.id,), "battle", state.turn))
    sound_security_battle(state)


def checks_of_all(state: State, attacker: Stack) -> int:
    """What other Digimon have adds to the checks of an attack."""
    others = (stack for stack in state.me.battle if stack.id != attacker.id)
    return max(
        sound_checks_of(state, attacker) + sum(facts_of(state, one).security_attack for one in others), 0
    )


def battles_though_it_has_gone(state: State) -> None:
    """A checked Digimon card battles wherever an effect has put it."""
    attack, defender = state.attack, state.opponent
    revealed = defender.revealed
    if attack is not None and attack.checked not in revealed:
        defender.revealed += (attack.checked,)
    sound_security_battle(state)
    defender.revealed = revealed


def losing_is_a_deletion(state: State) -> None:
    """A Security Digimon that has lost is told to have been deleted."""
    sound_security_battle(state)
    attack = state.attack
    if attack is not None and attack.fought and not attack.lost:
        sound_happened(state, Happened("deleted", (attack.checked,), "battle", 1 - state.turn))


def checked_by_each_piercing(state: State, stack: Stack) -> int:
    """Piercing that is printed and inherited checks twice."""
    if state.attack is None or not state.attack.piercing:
        return sound_checks_of(state, stack)
    below = (effect for card in stack.cards[1:] for effect in card_of(state, card).effects)
    inherited = any(one.inherited and "piercing" in one.gives.keywords for one in below)
    twice = inherited and facts_of(state, stack).piercing
    return sound_checks_of(state, stack) + bool(twice)


def all_checks_first(state: State) -> None:
    """All cards are checked, and battled, before what the first check sets off is done."""
    sound_security_check(state)
    if state.attack is None or not state.attack.checked or state.triggered:
        return
    waiting, state.fresh = state.fresh, ()
    state.pending = tuple(one for one in state.pending if one not in ("security-battle", "security-over"))
    sound_security_battle(state)
    sound_security_over(state)
    if "security-check" in state.pending:
        state.pending = tuple(one for one in state.pending if one != "security-check")
        all_checks_first(state)
    state.fresh = (*waiting, *state.fresh)


def new_attacker_goes_on(state: State) -> None:
    """A Digimon that has just been played goes on with the checks of one that has gone."""
    there = state.me.battle
    if (
        state.attack is not None
        and course.attacker_of(state) is None
        and there
        and there[-1].played_this_turn
    ):
        state.attack = msgspec.structs.replace(state.attack, attacker=there[-1].id)
    sound_security_over(state)


def to_the_trash_at_once(state: State) -> None:
    """A checked card lies in the trash already."""
    before = state.opponent.security[:1]
    sound_security_check(state)
    if state.attack is not None and state.attack.checked in before:
        state.opponent.trash += before


def battle_before_answers(state: State) -> None:
    """The battle with a checked card comes before what else answers to the check."""
    sound_security_check(state)
    if state.attack is not None and "security-battle" in state.pending:
        state.pending = tuple(one for one in state.pending if one != "security-battle")
        sound_security_battle(state)


def lost_with_the_attacker(state: State) -> tuple[Trigger, ...]:
    """What answers to a check is lost where the attacker has gone."""
    if state.attack is not None and state.attack.checked and course.attacker_of(state) is None:
        state.fresh, state.triggered = (), ()
    return sound_next_group(state)


def trashed_before_the_rest(state: State) -> None:
    """A checked card goes to the trash right after its battle."""
    sound_security_battle(state)
    checked = state.attack.checked if state.attack is not None else ""
    if checked in state.opponent.revealed:
        state.opponent.revealed = tuple(one for one in state.opponent.revealed if one != checked)
        state.opponent.trash += (checked,)


FAULTS: Mapping[str, Fault] = {
    "check-after-attacker-died": Fault(
        "security.attacker-gone",
        "a deleted attacker goes on checking",
        process("security-over", dead_attacker_goes_on),
    ),
    "checked-card-stays": Fault(
        "security.trashed",
        "a checked card goes back to the bottom of the security stack",
        process("security-over", checked_card_stays),
    ),
    "security-attack-wins-early": Fault(
        "security.empty-ends",
        "an attack that checks the last card and may check more wins",
        process("security-check", check_wins_on_empty),
    ),
    "one-check-at-least": Fault(
        "security.count",
        "no attack checks fewer than one card",
        function(security, "checks_of", at_least_one_check),
    ),
    "check-from-below": Fault(
        "security.check",
        "security is checked from below",
        process("security-check", check_the_lowest_card),
    ),
    "check-for-the-attacker": Fault(
        "areas.owner",
        "checked cards go to the attacking player's trash",
        process("security-over", check_for_the_attacker),
    ),
    "security-digimon-in-battle": Fault(
        "security.digimon-apart",
        "effects on Digimon reach Security Digimon, and so do its own",
        function(security, "card_dp", dp_as_in_battle),
    ),
    "checked-for-all-effects": Fault(
        "option.main-alone",
        "a checked Option does its main effect too",
        function(security, "trigger_security_effects", checked_for_all),
    ),
    "security-effects-of-colours": Fault(
        "effects.when-checked",
        "the security effect of an Option asks for colours",
        function(security, "trigger_security_effects", checked_for_its_colours),
    ),
    "security-left-alone": Fault(
        "security.digimon-named",
        "no effect reaches a Security Digimon",
        function(security, "card_dp", printed_dp),
    ),
    "floored-each-time": Fault(
        "security.count",
        "checks fall to none before others are added",
        function(security, "checks_of", floored_each_time),
    ),
    "security-effects-compulsory": Fault(
        "effects.optional",
        "no security effect is declined",
        function(security, "trigger_security_effects", security_effects_compulsory),
    ),
    "one-check-at-most": Fault(
        "security.count",
        "no attack checks more than one card",
        function(security, "checks_of", lambda state, stack: min(sound_checks_of(state, stack), 1)),
    ),
    "checks-till-none-is-left": Fault(
        "security.count",
        "an attack checks as many cards as there are",
        function(security, "checks_of", lambda state, stack: 99 * sound_checks_of(state, stack)),
    ),
    "checked-and-nothing-else": Fault(
        "effects.triggers",
        "where a checked card has an effect nothing else answers to the check",
        function(security, "trigger_security_effects", checked_and_nothing_else),
    ),
    "security-wins-unanswered": Fault(
        "effects.triggers",
        "nothing answers to a battle won against a Security Digimon",
        function(security, "happened", wins_unanswered),
    ),
    "security-wins-are-deletions": Fault(
        "security.not-deleted",
        "a Security Digimon that loses counts as deleted in battle",
        function(security, "happened", wins_are_deletions),
    ),
    "equals-are-beaten": Fault(
        "battle.tie",
        "a Digimon that meets a Security Digimon of the same DP has won",
        process("security-battle", equals_are_beaten),
    ),
    "options-are-beaten": Fault(
        "security.digimon",
        "whatever is no Digimon has lost a battle with the attacker",
        process("security-battle", options_are_beaten),
    ),
    "checks-of-all": Fault(
        "security.count",
        "checks that other Digimon have more or fewer count for every attack",
        function(security, "checks_of", checks_of_all),
    ),
    "security-battles-elsewhere": Fault(
        "security.digimon",
        "a checked Digimon card that an effect has put elsewhere battles",
        process("security-battle", battles_though_it_has_gone),
    ),
    "security-losers-are-deleted": Fault(
        "security.not-deleted",
        "a Security Digimon that has lost counts as deleted",
        process("security-battle", losing_is_a_deletion),
    ),
    "checked-by-each-piercing": Fault(
        "keyword.piercing",
        "Piercing that is printed and inherited checks twice",
        function(security, "checks_of", checked_by_each_piercing),
    ),
    "all-checks-first": Fault(
        "security.one-by-one",
        "all cards are checked before what the first check sets off is done",
        process("security-check", all_checks_first),
    ),
    "new-attacker-goes-on": Fault(
        "security.attacker-gone",
        "a Digimon that has just been played goes on with the checks of one that has gone",
        process("security-over", new_attacker_goes_on),
    ),
    "checked-into-the-trash": Fault(
        "security.check",
        "a checked card lies in the trash already while its check goes on",
        process("security-check", to_the_trash_at_once),
    ),
    "battle-before-answers": Fault(
        "security.digimon",
        "the battle with a checked card comes before what else answers to the check",
        process("security-check", battle_before_answers),
    ),
    "answers-lost-with-the-attacker": Fault(
        "effects.triggers",
        "what answers to a check is lost where the attacker has gone",
        function(pending, "next_group", lost_with_the_attacker),
    ),
    "trashed-before-the-rest": Fault(
        "security.trashed",
        "a checked card goes to the trash before what its battle sets off is done",
        process("security-battle", trashed_before_the_rest),
    ),
    "checks-as-printed": Fault(
        "security.zero-checks",
        "an attacker whose card checks nothing never wins",
        function(
            battle,
            "may_win",
            lambda state, stack: facts_of(state, stack).security_attack >= 0 and sound_may_win(state, stack),
        ),
    ),
    "lasts-after-an-attack-that-was-ended": Fault(
        "effects.duration",
        "what lasts until the end of the attack lasts on after an attack that an effect has ended",
        rewritten(
            course.attack_over,
            'end_durations(state, "attack-end")',
            'state.attack and state.attack.ended or end_durations(state, "attack-end")',
        ),
    ),
    "lasts-into-the-next-check": Fault(
        "effects.duration",
        "what lasts until the battle ends lasts on after a battle with a security card",
        rewritten(security.security_over, 'end_durations(state, "battle-end")', "pass"),
    ),
    "checks-that-were-taken-away": Fault(
        "security.zero-checks",
        "an attacker whose checks an effect has taken away wins",
        function(
            battle,
            "may_win",
            lambda state, stack: facts_of(state, stack).security_attack >= 0 or sound_may_win(state, stack),
        ),
    ),
    "won-by-any": Fault(
        "effects.triggers",
        "what waits for one Digimon to win a battle triggers when any wins against a checked card",
        untold(security, "won-battle", altogether=False),
    ),
}
"""Faults by name."""
