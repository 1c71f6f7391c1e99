"""Planted faults: rule processing."""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import deletion, flow, observation, rule_processing
from rulehound.engine.dcg.actions import MoveOut
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.continuous import amount, dp_of, gifts_to
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.rule_processing import has_no_dp_left, is_barred, process_rules
from rulehound.engine.dcg.state import State, facts_of, holder_of
from rulehound.engine.dcg.tasks import About
from rulehound_testing.faults.patching import Fault, forgiving, function, rewritten, together

sound_process_rules = rule_processing.process_rules
sound_is_barred = rule_processing.is_barred
sound_delete = deletion.delete


def rule_check_apart(state: State) -> None:
    """What rule processing sets off comes before all that triggered earlier."""
    if state.fresh:
        state.triggered = (state.fresh, *state.triggered)
        state.fresh = ()
    sound_process_rules(state)


def rules_after_effects(state: State) -> None:
    """Rules wait until no effect is pending any more."""
    if not (state.fresh or state.triggered):
        process_rules(state)


def tamers_need_dp(state: State) -> None:
    """Tamers are removed, as they have no DP."""
    sound_process_rules(state)
    tamers = [there.id for player in state.players for there in player.battle if is_tamer(state, there)]
    if tamers:
        about(state, About("left-battle-area", tuple(tamers), "rules", to="trash"))


def is_tamer(state: State, stack: Stack) -> bool:
    """Whether something in play is a Tamer."""
    return facts_of(state, stack).kind == "tamer"


def no_level_is_low(state: State, stack: Stack) -> bool:
    """No level is one too low for the battle area."""
    return sound_is_barred(state, stack) or facts_of(state, stack).level is None


def barred_are_deleted(state: State) -> None:
    """What may not be in the battle area is deleted like a Digimon at 0 DP."""
    in_play = (*state.me.battle, *state.opponent.battle)
    wrong = [stack for stack in in_play if facts_of(state, stack).is_digimon]
    gone = tuple(stack.id for stack in wrong if is_barred(state, stack) or has_no_dp_left(state, stack))
    if gone:
        deletion.about(state, About("deleted", gone, "rules"))


def deleted_by_somebody(state: State, event: About) -> None:
    """What the rules delete an effect of the other player has deleted."""
    if event.what == "deleted":
        owner = holder_of(state, event.subjects[0]) or 0
        event = msgspec.structs.replace(event, cause="effect", player=1 - owner)
    about(state, event)


def each_side_apart(state: State, event: About) -> None:
    """What the rules remove of one player goes after what they remove of the other."""
    for player in (state.me, state.opponent):
        there = {stack.id for stack in player.battle}
        own = tuple(subject for subject in event.subjects if subject in there)
        if own:
            about(state, msgspec.structs.replace(event, subjects=own))


def dp_given(state: State, stack: Stack) -> int | None:
    """What has no DP has what effects add to it."""
    given = gifts_to(state, stack, "dp")
    if facts_of(state, stack).dp is not None or not given:
        return dp_of(state, stack)
    return max(sum(amount(state, gift.at, gift.gives.dp) for gift in given), 0)


def with_whatever_comes_meanwhile(state: State, event: About) -> None:
    """What is brought to 0 DP in the middle of a rule check is deleted in that one."""
    if event.cause == "rules":
        there = (stack for player in state.players for stack in player.battle)
        late = tuple(
            stack.id for stack in there if has_no_dp_left(state, stack) and stack.id not in event.subjects
        )
        event = msgspec.structs.replace(event, subjects=(*event.subjects, *late))
    sound_delete(state, event)


def after_unsuspending(state: State) -> None:
    """Rules are not checked before the cards of the turn player are unsuspended."""
    if state.phase != "unsuspend":
        sound_process_rules(state)


TRASHED_FIRST = rewritten(
    rule_processing.process_rules, '"rules", trashed=tuple(barred)))\n    elif', '"rules"))\n    if'
)
"""What rule processing trashes and what it deletes are about to leave one after the other."""

FAULTS: Mapping[str, Fault] = {
    "no-dp-stays": Fault(
        "battle.no-dp",
        "Digimon without DP move and stay",
        lambda: together(
            forgiving(MoveOut, Reason.NO_DP_TO_MOVE)(),
            patch.object(rule_processing, "is_barred", lambda _state, _stack: False),
        ),
    ),
    "dp-zero-stays": Fault(
        "battle.zero-dp",
        "a Digimon stays at 0 DP",
        function(rule_processing, "has_no_dp_left", lambda _state, _stack: False),
    ),
    "tamers-need-dp": Fault(
        "rules.processing", "Tamers are removed", function(flow, "process_rules", tamers_need_dp)
    ),
    "no-level-is-low": Fault(
        "battle.level-2",
        "a Digimon without a level is trashed",
        function(rule_processing, "is_barred", no_level_is_low),
    ),
    "barred-are-deleted": Fault(
        "battle.no-dp",
        "a Digimon without DP is deleted",
        function(flow, "process_rules", barred_are_deleted),
    ),
    "rule-check-apart": Fault(
        "effects.together",
        "what the rule check sets off comes before what triggered earlier",
        function(flow, "process_rules", rule_check_apart),
    ),
    "breeding-not-cleared": Fault(
        "breeding.digimon-only",
        "anything stays in the breeding area",
        function(rule_processing, "clear_breeding", lambda _state: None),
    ),
    "rules-wait-for-effects": Fault(
        "rules.processing",
        "rules are processed only when no effect is pending any more",
        function(flow, "process_rules", rules_after_effects),
    ),
    "deleted-by-somebody": Fault(
        "deletion.by-rules",
        "what the rules delete for its DP an effect of the other player has deleted",
        function(rule_processing, "about", deleted_by_somebody),
    ),
    "trashed-first": Fault(
        "rules.processing",
        "what the rules trash goes before what they delete",
        TRASHED_FIRST,
    ),
    "each-side-apart": Fault(
        "rules.processing",
        "the rules remove what is one player's after what is the other's",
        function(rule_processing, "about", each_side_apart),
    ),
    "dp-given-to-none": Fault(
        "card.dp",
        "a Digimon without DP has what effects add to it",
        lambda: together(
            patch.object(observation, "dp_of", dp_given),
            patch.object(rule_processing, "is_barred", lambda state, stack: dp_given(state, stack) is None),
        ),
    ),
    "with-whatever-comes-meanwhile": Fault(
        "rules.processing",
        "what comes without DP in the middle of a rule check is deleted in that one",
        lambda: patch.dict(deletion.CARRY_OUT, {"deleted": with_whatever_comes_meanwhile}),
    ),
    "rules-as-they-are": Fault(
        "effects.instead",
        "nothing takes the place of a deletion by the rules",
        rewritten(
            rule_processing.process_rules,
            "trashed=tuple(barred)",
            "trashed=tuple(barred), declined=(0, 1)",
        ),
    ),
    "rules-after-unsuspending": Fault(
        "turn.phases",
        "rules are not checked at the start of a turn before unsuspending",
        function(flow, "process_rules", after_unsuspending),
    ),
}
"""Faults by name."""
