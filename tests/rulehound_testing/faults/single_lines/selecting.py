"""Faults in choices of effects: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulehound.engine.dcg.effects import selecting
from rulehound.engine.dcg.effects.language import DigivolveInto, DnaDigivolveInto, Put
from rulehound_testing.faults.patching import Fault, Installed, constant, rewritten


def without(left_out: tuple[type, str]) -> dict[tuple[type, str], Callable[..., bool]]:
    """What the fields of steps ask of candidates, but for one of them."""
    return {field: test for field, test in selecting.ELIGIBLE.items() if field != left_out}


def chosen_among(step: type, fields: tuple[str, ...]) -> Callable[[], Installed]:
    """The choices of a step are taken to be made among what these fields say."""
    return constant(selecting, "CHOSEN_FIELDS", {**selecting.CHOSEN_FIELDS, step: fields})


FAULTS: Mapping[str, Fault] = {
    "searched-before-it-is-its-turn": Fault(
        "areas.hidden",
        "who chooses for a step of two choices sees during the first what only the second is among",
        rewritten(selecting.searches, "[len(frame.choices) :]", "[-1:]"),
    ),
    "searched-to-the-end": Fault(
        "areas.hidden",
        "who chooses for a step of two choices sees during the second what only the first was among",
        rewritten(selecting.searches, "[len(frame.choices) :]", "[0:]"),
    ),
    "chosen-for-any-place": Fault(
        "breeding.capacity",
        "a card is chosen for a breeding area although that is full",
        rewritten(selecting.can_be_put, 'if step.to == "breeding":', "if not step.to:"),
    ),
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
    "no-more-means-later": Fault(
        "effects.then",
        "who chooses no more of the revealed cards does the next part of the effect first",
        rewritten(
            selecting.done,
            "(msgspec.structs.replace(frame, done=True, offer=None), *state.now[1:])",
            "(*state.now[1:], msgspec.structs.replace(frame, done=True, offer=None))",
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
    "paid-with-the-host-itself": Fault(
        "effects.by-cost",
        "a cost that places a Digimon under another is paid with one that can go under none",
        rewritten(
            selecting.can_go_towards_cost,
            "    cost = frame",
            "    if frame.owed < 2:\n        return True\n    cost = frame",
        ),
    ),
    "up-to-so-many-is-one": Fault(
        "effects.count",
        "of up to so many things a player chooses one",
        rewritten(selecting.sized, "else min(which.count,", "else 1 if which.up_to else min(which.count,"),
    ),
    "searched-for-others-unseen": Fault(
        "areas.hidden",
        "who searches for another card than the one that has the effect does not see what is searched",
        rewritten(selecting.searches, '("", "other")', '("",)'),
    ),
    "chosen-so-far-is-left": Fault(
        "effects.by-cost",
        "what has been chosen for a part of a cost counts as left for its other parts",
        rewritten(selecting.can_go_towards_cost, "(*frame.picked, thing)", "(thing,)"),
    ),
    "own-hand-of-a-third": Fault(
        "areas.own-hand",
        "for an effect of the second player nobody chooses from the hand of the first",
        rewritten(selecting.chooser, "1 - frame.origin.player if", "1 + frame.origin.player if"),
    ),
    "burst-with-what-is-owed-otherwise": Fault(
        "effects.by-cost",
        "what another part of a cost takes is trashed for Digi-Burst",
        rewritten(selecting.burst, "if not frame.owed or can_go_towards_cost(state, frame, one)", ""),
    ),
    "breeding-of-the-second-chosen": Fault(
        "breeding.no-effects",
        "nothing is said of the second player's breeding area where something in it is chosen",
        rewritten(selecting.why_not, "for player in state.players)", "for player in state.players[:1])"),
    ),
    "played-from-anywhere": Fault(
        "effects.play",
        "an effect plays the opponent's cards, too",
        rewritten(selecting.can_be_played, "is_card_of(state, card, player) and playing", "playing"),
    ),
    "eggs-in-any-order": Fault(
        "effects.order-chosen",
        "nobody chooses the order in which cards go on top of a Digi-Egg deck",
        constant(
            selecting, "ORDERED", tuple(place for place in selecting.ORDERED if place != "egg-deck-top")
        ),
    ),
    "anything-into-the-egg-deck": Fault(
        "areas.egg-returned",
        "effects put other cards than Digi-Eggs into a Digi-Egg deck",
        constant(selecting, "ELIGIBLE", without((Put, "target"))),
    ),
    "searched-unseen": Fault(
        "areas.hidden",
        "who searches a deck for what a chosen Digimon digivolves into does not see it",
        chosen_among(DigivolveInto, ("target", "target")),
    ),
    "searched-for-the-second-of-two": Fault(
        "areas.hidden",
        "who chooses the second of two Digimon that DNA digivolve sees the cards to digivolve into",
        chosen_among(DnaDigivolveInto, ("left", "into", "into")),
    ),
    "becomes-without-anything": Fault(
        "effects.digivolve",
        "a card to digivolve into is chosen though nothing can",
        rewritten(selecting.can_be_become, "any(", "all("),
    ),
    "anybodys-card-is-played": Fault(
        "effects.play",
        "an effect plays a card that the other player owns",
        rewritten(selecting.is_card_of, "owner_of(thing) == player and", ""),
    ),
    "activated-of-the-card-below": Fault(
        "effects.activates-another",
        "of another Digimon the effects of its lowest card are activated",
        rewritten(selecting.top_card, "stack.cards[0]", "stack.cards[-1]"),
    ),
}
