"""Every reason for which this engine refuses an action or an effect, and the rule that each rests on."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto

from rulehound.engine.illegal import IllegalMove, explanation
from rulehound.spec import formats


class Reason(Flag):
    """Why an action is illegal; an illegal action has one or several."""

    GAME_OVER = auto()
    NOT_BEING_DECIDED = auto()
    NOT_OWN_MAIN_PHASE = auto()
    BREEDING_ACTION_TAKEN = auto()
    ATTACK_UNDER_WAY = auto()
    NO_REDRAW = auto()
    UNKNOWN_ACTION = auto()
    # breeding phase
    BREEDING_AREA_OCCUPIED = auto()
    NO_DIGI_EGGS = auto()
    BREEDING_AREA_EMPTY = auto()
    NO_DP_TO_MOVE = auto()
    LEVEL_TOO_LOW_TO_MOVE = auto()
    # playing
    NOT_PLAYED_FROM_HAND = auto()
    KIND_NOT_PLAYED = auto()
    NO_PLAY_COST = auto()
    MEMORY_SHORT = auto()
    # cards placed for a DigiXros or an Assembly
    LISTS_NO_MATERIALS = auto()
    DIGIXROS_CARD_NOT_LISTED = auto()
    DIGIXROS_CARD_NOT_THERE = auto()
    DIGIXROS_PLACE_PASSED = auto()
    ASSEMBLY_CARD_NOT_LISTED = auto()
    ASSEMBLY_CARD_NOT_THERE = auto()
    ASSEMBLY_IN_PART = auto()
    # using Options and effects
    NOT_USED_FROM_HAND = auto()
    NOT_AN_OPTION = auto()
    NO_USE_COST = auto()
    COLOURS_NOT_MET = auto()
    NO_SUCH_MAIN_EFFECT = auto()
    EFFECT_OF_ANOTHER_TURN = auto()
    EFFECT_USED_UP = auto()
    EFFECT_CONDITION_NOT_MET = auto()
    EFFECT_COST_UNPAYABLE = auto()
    TOO_FEW_CARDS_TO_BURST = auto()
    DELAY_IN_TURN_OF_PLACING = auto()
    # digivolving
    NOT_DIGIVOLVED_FROM_HAND = auto()
    NOT_A_DIGIMON_CARD = auto()
    NOT_ONTO_OWN_DIGIMON = auto()
    NO_SUCH_REQUIREMENT = auto()
    REQUIREMENT_NOT_MET = auto()
    TOKEN_DIGIVOLVES_NOT = auto()
    CANNOT_DIGIVOLVE = auto()
    DNA_UNKNOWN = auto()
    DNA_TAKES_TWO = auto()
    DNA_NOT_IN_BATTLE_AREA = auto()
    NO_SUCH_DNA_REQUIREMENT = auto()
    DNA_REQUIREMENT_NOT_MET = auto()
    DIGISORPTION_TAKES_UNSUSPENDED = auto()
    DIGISORPTION_CANNOT_SUSPEND = auto()
    # attacking
    ATTACKER_NOT_OWN_DIGIMON = auto()
    ATTACKER_IN_BREEDING_AREA = auto()
    ATTACKER_SUSPENDED = auto()
    ATTACKER_PLAYED_THIS_TURN = auto()
    NO_SUCH_TARGET = auto()
    TARGET_NOT_SUSPENDED = auto()
    TARGET_CANNOT_BE_ATTACKED = auto()
    TARGET_IN_BREEDING_AREA = auto()
    TARGET_NOT_CHOSEN_NOW = auto()
    ATTACKER_CANNOT_ATTACK = auto()
    ATTACKER_CANNOT_ATTACK_PLAYER = auto()
    ATTACKER_CANNOT_SUSPEND = auto()
    ATTACKER_NOT_ALLOWED = auto()
    TARGET_NOT_ALLOWED = auto()
    ATTACK_NEEDS_TARGET = auto()
    # blocking
    BLOCKER_LACKS_BLOCKER = auto()
    BLOCKER_SUSPENDED = auto()
    BLOCKER_IN_BREEDING_AREA = auto()
    ALREADY_BLOCKED = auto()
    BLOCKER_IS_TARGET = auto()
    BLOCKER_CANNOT_BLOCK = auto()
    BLOCKER_CANNOT_SUSPEND = auto()
    BLOCK_WITHOUT_ATTACKER = auto()
    # pending effects and choices
    EFFECT_NOT_PENDING = auto()
    NOT_TO_BE_CHOSEN = auto()
    MORE_TO_BE_CHOSEN = auto()
    EFFECT_NOT_OPTIONAL = auto()
    # card effects
    EFFECT_OUTSIDE_MAIN_PHASE = auto()
    NO_SUCH_EFFECT_TARGET = auto()
    EFFECT_ON_BREEDING_AREA = auto()
    NO_DP_TO_CHANGE = auto()


EXPLAINED: dict[Reason, tuple[str, str]] = {
    Reason.GAME_OVER: ("game.over", "the game is over"),
    Reason.NOT_BEING_DECIDED: ("turn.decider", "this is not what is being decided now"),
    Reason.NOT_OWN_MAIN_PHASE: ("turn.main-phase", "this is done in the player's own main phase only"),
    Reason.BREEDING_ACTION_TAKEN: ("breeding.one-action", "the breeding phase of this turn is over"),
    Reason.ATTACK_UNDER_WAY: ("attack.one-at-a-time", "another attack is under way"),
    Reason.NO_REDRAW: ("setup.redraw", "the opening hand cannot be redrawn now"),
    Reason.UNKNOWN_ACTION: ("", "there is no action of this name with these arguments"),
    Reason.BREEDING_AREA_OCCUPIED: ("breeding.hatch-empty", "the breeding area is not empty"),
    Reason.NO_DIGI_EGGS: ("breeding.hatch-eggs", "the Digi-Egg deck is empty"),
    Reason.BREEDING_AREA_EMPTY: ("breeding.move", "no Digimon is in the breeding area"),
    Reason.NO_DP_TO_MOVE: ("breeding.move-dp", "a Digimon without DP cannot move"),
    Reason.LEVEL_TOO_LOW_TO_MOVE: ("battle.level-2", "a Digimon of level 2 or lower cannot move"),
    Reason.NOT_PLAYED_FROM_HAND: ("play.from-hand", "the card is not in the player's hand"),
    Reason.KIND_NOT_PLAYED: ("play.kinds", "only Digimon and Tamers are played"),
    Reason.NO_PLAY_COST: ("play.cost", "the card has no play cost"),
    Reason.MEMORY_SHORT: ("memory.affordable", "the cost would move the counter past the gauge's end"),
    Reason.LISTS_NO_MATERIALS: ("showing.set-aside", "no card is being played that lists cards to place"),
    Reason.DIGIXROS_CARD_NOT_LISTED: ("digixros.listed", "the card is not what stands there in the list"),
    Reason.DIGIXROS_CARD_NOT_THERE: (
        "digixros.areas",
        "the card is neither in the hand nor a top card in the battle area",
    ),
    Reason.DIGIXROS_PLACE_PASSED: (
        "digixros.once",
        "that place in the list is taken, or one further right has been filled",
    ),
    Reason.ASSEMBLY_CARD_NOT_LISTED: ("assembly.listed", "the card is not what stands there in the list"),
    Reason.ASSEMBLY_CARD_NOT_THERE: ("assembly.areas", "the card is not in the player's trash"),
    Reason.ASSEMBLY_IN_PART: ("assembly.whole", "the set would not become complete"),
    Reason.NOT_USED_FROM_HAND: ("option.from-hand", "the card is not in the player's hand"),
    Reason.NOT_AN_OPTION: ("option.kind", "only Options are used"),
    Reason.NO_USE_COST: ("option.cost", "the card has no cost"),
    Reason.COLOURS_NOT_MET: ("option.colours", "the player's Digimon and Tamers lack a colour of the Option"),
    Reason.NO_SUCH_MAIN_EFFECT: ("effects.main", "the player has no such effect to activate in play"),
    Reason.EFFECT_OF_ANOTHER_TURN: ("effects.turn", "the effect is for the other player's turn"),
    Reason.EFFECT_USED_UP: ("effects.limit", "the effect was used as often this turn as it may be"),
    Reason.EFFECT_CONDITION_NOT_MET: ("effects.condition", "the effect's condition does not hold"),
    Reason.EFFECT_COST_UNPAYABLE: ("effects.by-cost", "the effect's cost cannot be paid in full"),
    Reason.TOO_FEW_CARDS_TO_BURST: ("digi-burst.cards", "too few cards lie under the Digimon"),
    Reason.DELAY_IN_TURN_OF_PLACING: ("delay.not-same-turn", "the Option was placed this turn"),
    Reason.NOT_DIGIVOLVED_FROM_HAND: ("digivolve.from-hand", "the card is not in the player's hand"),
    Reason.NOT_A_DIGIMON_CARD: ("digivolve.digimon-only", "the card is not a Digimon card"),
    Reason.NOT_ONTO_OWN_DIGIMON: ("digivolve.digimon-only", "the player has no such Digimon"),
    Reason.NO_SUCH_REQUIREMENT: ("digivolve.requirement", "the card lists no such requirement"),
    Reason.REQUIREMENT_NOT_MET: ("digivolve.requirement", "the Digimon's colour or level does not fit"),
    Reason.TOKEN_DIGIVOLVES_NOT: ("token.no-stack", "a token does not digivolve"),
    Reason.CANNOT_DIGIVOLVE: ("effects.continuous", "an effect says that the Digimon cannot digivolve"),
    Reason.DNA_UNKNOWN: ("dna.two", "this edition has no DNA digivolution"),
    Reason.DNA_TAKES_TWO: ("dna.two", "a Digimon is put together with another one"),
    Reason.DNA_NOT_IN_BATTLE_AREA: ("dna.two", "the player has no such Digimon in the battle area"),
    Reason.NO_SUCH_DNA_REQUIREMENT: ("dna.requirement", "the card lists no such DNA requirement"),
    Reason.DNA_REQUIREMENT_NOT_MET: ("dna.requirement", "a Digimon's colour or level does not fit its half"),
    Reason.DIGISORPTION_TAKES_UNSUSPENDED: (
        "digisorption.suspend",
        "the player has no such unsuspended Digimon in the battle area",
    ),
    Reason.DIGISORPTION_CANNOT_SUSPEND: ("effects.forbidden", "an effect says that it cannot suspend"),
    Reason.ATTACKER_NOT_OWN_DIGIMON: ("attack.digimon", "the player has no such Digimon in the battle area"),
    Reason.ATTACKER_IN_BREEDING_AREA: ("breeding.no-battle", "a Digimon in the breeding area cannot attack"),
    Reason.ATTACKER_SUSPENDED: ("attack.unsuspended", "the attacker is suspended"),
    Reason.ATTACKER_PLAYED_THIS_TURN: ("attack.not-same-turn", "the attacker was played this turn"),
    Reason.NO_SUCH_TARGET: ("attack.targets", "the target is neither the opponent nor one of their Digimon"),
    Reason.TARGET_CANNOT_BE_ATTACKED: ("effects.forbidden", "the target cannot be attacked"),
    Reason.TARGET_NOT_SUSPENDED: ("attack.targets", "the target is not suspended"),
    Reason.TARGET_IN_BREEDING_AREA: ("breeding.no-battle", "a Digimon in the breeding area is not attacked"),
    Reason.TARGET_NOT_CHOSEN_NOW: (
        "attack.target-when",
        "the target is chosen with the declaration, or after its effects, as the edition has it",
    ),
    Reason.ATTACKER_CANNOT_ATTACK: ("effects.forbidden", "an effect says that the Digimon cannot attack"),
    Reason.ATTACKER_CANNOT_ATTACK_PLAYER: (
        "effects.forbidden",
        "an effect says that the Digimon cannot attack players",
    ),
    Reason.ATTACKER_CANNOT_SUSPEND: (
        "effects.forbidden",
        "an effect says that the Digimon cannot suspend, as attacking asks for",
    ),
    Reason.ATTACKER_NOT_ALLOWED: ("turn.decider", "the effect lets another Digimon attack"),
    Reason.TARGET_NOT_ALLOWED: ("turn.decider", "the effect does not let it attack that"),
    Reason.ATTACK_NEEDS_TARGET: ("attack.targets", "an attack that has been declared has a target"),
    Reason.BLOCKER_LACKS_BLOCKER: ("block.blocker", "the defending player has no such Digimon with Blocker"),
    Reason.BLOCKER_SUSPENDED: ("block.unsuspended", "the blocker is suspended"),
    Reason.BLOCKER_IN_BREEDING_AREA: ("breeding.no-battle", "a Digimon in the breeding area cannot block"),
    Reason.ALREADY_BLOCKED: ("block.once", "this attack has been blocked"),
    Reason.BLOCKER_IS_TARGET: ("block.switches", "the Digimon is attacked already"),
    Reason.BLOCKER_CANNOT_BLOCK: ("effects.forbidden", "an effect says that the Digimon cannot block"),
    Reason.BLOCKER_CANNOT_SUSPEND: (
        "effects.forbidden",
        "an effect says that the Digimon cannot suspend, as blocking asks for",
    ),
    Reason.BLOCK_WITHOUT_ATTACKER: ("block.attacker-there", "the attacker has left the battle area"),
    Reason.EFFECT_NOT_PENDING: ("effects.order", "no such effect of this player is pending"),
    Reason.NOT_TO_BE_CHOSEN: ("effects.all-or-chosen", "the effect does not speak of this, or it is chosen"),
    Reason.MORE_TO_BE_CHOSEN: ("effects.count", "the effect asks for more than has been chosen"),
    Reason.EFFECT_NOT_OPTIONAL: ("effects.optional", "one of these effects must come before it"),
    Reason.EFFECT_OUTSIDE_MAIN_PHASE: ("turn.main-phase", "effects resolve in the main phase"),
    Reason.NO_SUCH_EFFECT_TARGET: ("", "there is no such Digimon or Tamer in play"),
    Reason.EFFECT_ON_BREEDING_AREA: ("breeding.no-effects", "effects do not reach the breeding area"),
    Reason.NO_DP_TO_CHANGE: ("dp.modify", "the target is no Digimon with DP"),
}
"""Reason to the rule that it rests on ('' where it rests on none) and a sentence for people."""


class IllegalAction(IllegalMove):
    """An action or effect of this game is refused; see `IllegalMove`."""

    explained = EXPLAINED


def nothing_against(_state: object, _action: object) -> Iterator[Reason]:
    """The guard of an action that is legal whenever it is being decided."""
    yield from ()


def explain(reason: Reason) -> formats.Reason:
    """One reason as it is reported: its name, rule and sentence."""
    return explanation(EXPLAINED, reason)
