"""Faults made from changes to the engine that nothing caught, of a fifth sample: choosing and placing."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import decisions, deletion
from rulehound.engine.dcg.actions import Target
from rulehound.engine.dcg.effects import candidates, selecting
from rulehound.engine.dcg.effects.steps import piles, placing
from rulehound.engine.dcg.reasons import nothing_against
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, Installed, conduct, constant, rewritten, together

answered_at_any_time = rewritten(
    decisions.reasons_against,
    "state.decision in action.answers",
    'state.decision in action.answers or action.answers == ("target",)',
)


def without_effect(_state: State, _action: Target) -> None:
    """Nothing is done with what is chosen."""


def chosen_at_any_time() -> Installed:
    """Whoever decides may choose a target, whatever is being decided."""
    return together(
        answered_at_any_time(),
        conduct(Target, why_not=nothing_against, carry_out=without_effect),
    )


FAULTS: Mapping[str, Fault] = {
    "under-one-of-themselves": Fault(
        "effects.stack",
        "of several Digimon that go under one, each may be the one under which the others go",
        rewritten(selecting.can_be_host, "all(", "any("),
    ),
    "hosts-of-nothing": Fault(
        "effects.then",
        "a player chooses under which Digimon to place something although there is nothing to place",
        rewritten(selecting.can_be_host, "bool(moved) and", ""),
    ),
    "recovered-as-they-lay": Fault(
        "effects.order-chosen",
        "several cards that Recovery takes from the trash lie as they lay there",
        rewritten(selecting.is_ordered, "isinstance(step, Recovery) or", ""),
    ),
    "recovered-cards-join-nothing": Fault(
        "effects.triggers",
        "nobody is told that a card of the trash which Recovery takes has joined the security stack",
        rewritten(piles.recover_chosen, '"security-added"', '"option-used"'),
    ),
    "any-card-is-recovered": Fault(
        "effects.triggers",
        "what waits for cards of one sort to join the security stack answers to Recovery of any card",
        rewritten(piles.recover_chosen, '"security-added", (card,)', '"security-added", ()'),
    ),
    "recovered-cards-come-from-nowhere": Fault(
        "effects.triggers",
        "nobody is told that a card which Recovery takes from the trash has gone from there",
        rewritten(piles.recover_chosen, '"card-moved"', '"hatched"'),
    ),
    "any-card-goes-to-security": Fault(
        "effects.triggers",
        "what waits for cards of one sort to go to the security stack answers to Recovery of any card",
        rewritten(piles.recover_chosen, '"card-moved", (card,)', '"card-moved", ()'),
    ),
    "recovered-by-whoever-has-the-effect": Fault(
        "areas.owner",
        "what Recovery takes from a trash joins the security stack of the player who has the effect",
        rewritten(piles.recover_chosen, "number = owner_of(card)", "number = frame.origin.player"),
    ),
    "next-part-before-the-revealed": Fault(
        "effects.then",
        "what an effect does after revealing cards it does before it does anything with these",
        rewritten(
            piles.reveal,
            "(Frame(frame.origin, (*step.steps, rest), bound), *state.now)",
            "(*state.now, Frame(frame.origin, (*step.steps, rest), bound))",
        ),
    ),
    "no-more-means-later": Fault(
        "effects.then",
        "who chooses no more of the revealed cards does the next part of the effect first",
        rewritten(
            selecting.done,
            "(msgspec.structs.replace(frame, done=True, offer=None), *state.now[1:])",
            "(*state.now[1:], msgspec.structs.replace(frame, done=True, offer=None))",
        ),
    ),
    "forgotten-by-revealing": Fault(
        "effects.then",
        "an effect that reveals cards does not know any more what it has chosen before",
        rewritten(piles.reveal, "*frame.bound, ", ""),
    ),
    "reveals-all-or-nothing": Fault(
        "effects.then",
        "an effect that reveals cards leaves out what it would do then where the deck has too few",
        rewritten(
            piles.reveal,
            "    cards = player.deck[: step.count]\n",
            "    cards = player.deck[: step.count]\n    if len(cards) < step.count:\n        return\n",
        ),
    ),
    "chosen-by-its-own-player": Fault(
        "effects.whom",
        "where an effect has the opponent choose, the player who has the effect chooses",
        rewritten(selecting.chooser, "return 1 - frame.origin.player\n", "return frame.origin.player\n"),
    ),
    "named-cards-of-a-hand-are-open": Fault(
        "effects.whom",
        "among cards of the opponent's hand that were chosen before, the effect's player chooses",
        rewritten(selecting.chooser, 'which.of == "opponent"', 'which.of == "opponent" and not which.role'),
    ),
    "one-side-is-searched": Fault(
        "areas.hidden",
        "who searches security stacks of both players sees one of them",
        rewritten(selecting.searches, "for owner in owners", "for owner in owners[:1]"),
    ),
    "eggs-stay-unseen": Fault(
        "areas.hidden",
        "who searches a Digi-Egg deck does not see it",
        constant(selecting, "FACE_DOWN", ("deck", "security")),
    ),
    "unseen-for-what-follows": Fault(
        "areas.hidden",
        "who chooses a card of the deck for a later part of the effect does not see the deck",
        rewritten(
            selecting.searches,
            "if frame is None:",
            "if frame is None or isinstance(frame.steps[0], Choose):",
        ),
    ),
    "decks-seen-beside": Fault(
        "areas.hidden",
        "who chooses among cards that lie open sees the own deck meanwhile",
        rewritten(
            selecting.searches,
            "or which.area not in FACE_DOWN or not which.asked:\n        return ()\n",
            "or not which.asked:\n        return ()\n"
            "    if which.area not in FACE_DOWN:\n"
            '        return (Search(frame.origin.player, "deck", 0),)\n',
        ),
    ),
    "its-card-wherever-it-is": Fault(
        "effects.fits",
        "an inherited effect finds its card under the Digimon wherever that has gone",
        rewritten(candidates.with_role, 'lies_in(state, at.card, {"under"})', "True"),
    ),
    "another-card-is-the-card-itself": Fault(
        "effects.fits",
        "what an effect does with another card it does with the card that has it, too",
        rewritten(candidates.lying, "(at.stack, at.card)", "(at.stack,)"),
    ),
    "found-where-others-were-chosen": Fault(
        "effects.fits",
        "what an effect has chosen it finds where it has chosen other things, and not where that was",
        rewritten(candidates.with_role, "one.name == which.role", "one.name != which.role"),
    ),
    "nobodys-breeding-area": Fault(
        "effects.play",
        "an effect plays a card from under the opponent's Digimon in the breeding area",
        rewritten(candidates.is_under_anothers, "else (*other.battle, other.breeding)", "else other.battle"),
    ),
    "no-battle-area-beside-breeding": Fault(
        "effects.play",
        "an effect plays a card from under a Digimon of an opponent who has one in the breeding area",
        rewritten(candidates.is_under_anothers, "(*other.battle, other.breeding)", "(other.breeding,)"),
    ),
    "all-of-the-chosen-are-all": Fault(
        "effects.all-or-chosen",
        "what an effect gives to all that it has chosen it gives to everything",
        rewritten(selecting.is_overall, ' and step.target.role in ("", "other")', ""),
    ),
    "played-while-in-play": Fault(
        "effects.play",
        "an effect that plays cards has Digimon of the battle area chosen",
        rewritten(
            selecting.can_be_played, "return is_card_of", "return card not in state.match.facts or is_card_of"
        ),
    ),
    "back-into-breeding-is-chosen": Fault(
        "breeding.no-return",
        "a Digimon of the battle area is chosen for the breeding area",
        rewritten(selecting.can_be_put, "thing in state.match.facts and state.players", "state.players"),
    ),
    "one-breeding-area-for-both": Fault(
        "areas.owner",
        "of cards of both players that go into breeding areas only the first one does",
        rewritten(placing.put_into_breeding, "in cards", "in cards[:1]"),
    ),
    "untold-into-breeding": Fault(
        "effects.triggers",
        "nobody is told that an effect has put a card into a breeding area",
        rewritten(placing.put_into_breeding, '"card-moved"', '"moved"'),
    ),
    "any-card-into-breeding": Fault(
        "effects.triggers",
        "what waits for cards of one sort to come into the breeding area answers to any card",
        rewritten(placing.put_into_breeding, '"card-moved", (card,)', '"card-moved", ()'),
    ),
    "untold-out-of-breeding": Fault(
        "effects.triggers",
        "nobody is told that an effect has moved a Digimon out of the breeding area",
        rewritten(placing.move_out, '"moved"', '"security-checked"'),
    ),
    "placed-under-is-returned": Fault(
        "effects.would",
        "what comes before a return to the hand comes before a Digimon is placed under another, too",
        rewritten(placing.put_under, '"left-battle-area"', '"returned-to-hand"'),
    ),
    "not-under-what-is-not-returned": Fault(
        "effects.forbidden",
        "a Digimon that cannot be returned to the hand cannot be placed under another one",
        constant(deletion, "PROTECTION", {**deletion.PROTECTION, ("effect", "under"): "return-to-hand"}),
    ),
    "paid-with-the-host-itself": Fault(
        "effects.by-cost",
        "a cost that places a Digimon under another is paid with one that can go under none",
        rewritten(
            selecting.can_go_towards_cost,
            "    cost = frame",
            "    if frame.owed < 2:\n        return True\n    cost = frame",
        ),
    ),
    "targets-at-any-time": Fault(
        "effects.timing",
        "a player chooses a target while no effect is carried out",
        chosen_at_any_time,
    ),
}
"""By name."""
