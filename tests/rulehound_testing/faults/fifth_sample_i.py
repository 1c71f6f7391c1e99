"""Faults made from changes to the engine that nothing caught, of a fifth sample: the ninth part."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import areas, attributes, flow
from rulehound.engine.dcg.attacks import course, declaration, security
from rulehound.engine.dcg.effects import generic, triggers
from rulehound.engine.dcg.effects.steps import attacking, piles, placing
from rulehound.engine.dcg.main_phase import digivolving, materials, showing
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "immune-by-the-first-protection": Fault(
        "effects.immune",
        "of several protections that a Digimon has, the first one alone keeps effects away",
        rewritten(attributes.immune, "for gift in given", "for gift in given[:1]"),
    ),
    "immune-by-the-last-protection": Fault(
        "effects.immune",
        "of several protections that a Digimon has, the last one alone keeps effects away",
        rewritten(attributes.immune, "for gift in given", "for gift in given[-1:]"),
    ),
    "immune-to-every-kind": Fault(
        "effects.kind",
        "protection from effects of one kind of card keeps away those of every kind",
        rewritten(attributes.immune, "continuous.protects(gift.gives, kind)", "True"),
    ),
    "counter-timing-in-every-edition": Fault(
        "attack.counter-timing",
        "effects of counter timing come up also in the editions that have no such timing",
        rewritten(course.reaction_timing, 'attack_counter_timing == "before-block"', "attack_counter_timing"),
    ),
    "endless-by-an-attack": Fault(
        "game.endless",
        "a game that goes on for ever by itself is said to have ended by an attack",
        rewritten(flow.advance, '"endless-loop"', '"attack"'),
    ),
    "required-to-lack-form-or-attribute": Fault(
        "digivolve.requirement",
        "nothing digivolves from a Digimon that has both a form and an attribute",
        rewritten(digivolving.fits, "not asked.trait or base", "base"),
    ),
    "dearer-without-its-set": Fault(
        "memory.affordable",
        "a card whose Assembly cannot be made whole is refused as though it cost one more",
        rewritten(materials.most_reduced, "else 0", "else -1"),
    ),
    "cheaper-by-a-part-of-the-set": Fault(
        "assembly.whole",
        "a card counts as cheaper by its Assembly where only a part of the set is there",
        rewritten(materials.most_reduced, "left and placed == len(left)", "placed"),
    ),
    "breeding-room-for-all": Fault(
        "breeding.capacity",
        "of several cards that an effect places in a breeding area, each takes the place of the one before",
        rewritten(placing.put_into_breeding, "if player.breeding is None:", "if player:"),
    ),
    "put-where-the-first-player-has-it": Fault(
        "areas.owner",
        "cards that effects put into hand or deck go to the first player, whoever owns them",
        rewritten(placing.put_cards, "owner = owner_of(card)", "owner = 0"),
    ),
    "recovered-by-the-first-player": Fault(
        "areas.owner",
        "cards that effects put onto a security stack go to the first player, whoever owns them",
        rewritten(piles.recover_chosen, "number = owner_of(card)", "number = 0"),
    ),
    "trashed-by-the-first-player": Fault(
        "areas.owner",
        "cards that effects trash from under a Digimon go to the first player, whoever owns them",
        rewritten(areas.into_trash, "state.players[owner_of(card)]", "state.players[0]"),
    ),
    "left-for-later-once": Fault(
        "effects.left-for-later",
        "of what effects have left for the end of a turn, the first alone is done",
        rewritten(triggers.trigger_what_was_left, "in state.left", "in state.left[:1]"),
    ),
    "security-battle-with-another": Fault(
        "security.digimon",
        "a checked Digimon card battles another Digimon of the attacking player where the attacker has gone",
        rewritten(
            security.security_battle,
            "state.attack, attacker_of(state)",
            "state.attack, attacker_of(state) or next(iter(state.me.battle), None)",
        ),
    ),
    "late-targets-as-of-nobody": Fault(
        "attack.target-when",
        "where the target is chosen late, what lets the attacker attack unsuspended Digimon is forgotten",
        rewritten(declaration.aims, "in_battle(state.me, state.attack.attacker)", "None"),
    ),
    "switched-by-who-attacks": Fault(
        "effects.triggers",
        "whoever's effect switches the target of an attack, it counts as one of the attacking player",
        rewritten(attacking.change_target, "origin.card, origin.player", "origin.card"),
    ),
    "back-though-put-elsewhere": Fault(
        "cards.one-place",
        "a card that an effect was to play, and that was put somewhere, goes back to where it lay, too",
        rewritten(showing.fail, "if goes_back and shown.lay is not None:", "if shown.lay is not None:"),
    ),
    "effects-delete-as-battles": Fault(
        "deletion.trash",
        "what an effect deletes counts as deleted in battle",
        rewritten(generic.resolve_delete, '"effect"', '"battle"'),
    ),
}
"""By name."""
