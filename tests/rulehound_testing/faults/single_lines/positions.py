"""Faults in positions that are set up and what is shown of them: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import areas, decisions, observation, position, view
from rulehound.engine.dcg.actions import Target
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
    "back-under-the-breeding-area-alone": Fault(
        "showing.failure",
        "with a card in the breeding area nothing goes back under a Digimon of the battle area",
        rewritten(areas.put_back, "(*player.battle, player.breeding)", "(player.breeding,)"),
    ),
    "no-block-shown": Fault(
        "block.switches",
        "an attack that has been blocked is not shown as blocked",
        rewritten(observation.shown_attack, "attack.blocks > 0", "attack.blocks > 1"),
    ),
    "switched-as-blocked": Fault(
        "block.switches",
        "an attack that an effect has switched is shown as blocked",
        rewritten(observation.shown_attack, "attack.blocks > 0", "attack.target != attack.declared"),
    ),
    "blocked-on-a-digimon": Fault(
        "block.blocked",
        "an attack that was declared on a Digimon is shown as blocked",
        rewritten(observation.shown_attack, "attack.blocks > 0", 'attack.target not in ("", "player")'),
    ),
    "blocker-shown-for-piercing": Fault(
        "block.blocker",
        "what has Piercing is shown as having Blocker, and nothing else is",
        rewritten(observation.shown_stack, '"blocker" in keywords', '"piercing" in keywords'),
    ),
    "played-unshown": Fault(
        "showing.set-aside",
        "the card that is being played or digivolved into is not shown",
        rewritten(observation.shown_card, "isinstance(task, Shown)", "not task"),
    ),
    "the-first-material-shown": Fault(
        "digixros.areas",
        "of the cards that are placed for a DigiXros only the first is shown as chosen",
        rewritten(observation.chosen, "in task.materials)", "in task.materials[:1])"),
    ),
    "targets-at-any-time": Fault(
        "effects.timing",
        "a player chooses a target while no effect is carried out",
        chosen_at_any_time,
    ),
    "set-up-by-the-other-player": Fault(
        "effects.duration",
        "what lasts on a Digimon, and is nobody else's, ends with the turns of the other player",
        rewritten(
            position.Dealer.stack,
            "self.owner if one.player is None else one.player",
            "1 - self.owner if one.player is None else one.player",
        ),
    ),
    "set-up-by-whoever-has-it": Fault(
        "effects.duration",
        "what an effect of the other player does to a Digimon ends with the turns of the Digimon's player",
        rewritten(position.Dealer.stack, "self.owner if one.player is None else one.player", "self.owner"),
    ),
    "given-to-the-first-alone": Fault(
        "keyword.retaliation",
        "a keyword that effects have given is only looked for where the first of all gifts is one",
        rewritten(
            position.read_position,
            "for one in lasting_on(player)",
            "for one in tuple(lasting_on(player))[:1]",
        ),
    ),
    "given-to-the-last-alone": Fault(
        "keyword.retaliation",
        "a keyword that effects have given is only looked for where the last of all gifts is one",
        rewritten(
            position.read_position,
            "for one in lasting_on(player)",
            "for one in tuple(lasting_on(player))[-1:]",
        ),
    ),
    "tokens-are-all-one": Fault(
        "token.as-played",
        "tokens cannot be told apart: what is done to one of them is done to the first",
        rewritten(
            position.numbered,
            "msgspec.structs.replace(stack, id=number, cards=(token,))",
            "msgspec.structs.replace(stack, cards=(token,))",
        ),
    ),
    "hatched-from-any-card": Fault(
        "breeding.hatch",
        "a Digi-Egg deck of which only the size is stated is one of Digimon cards",
        rewritten(position.filler, "card.kind == kind and plain", "plain"),
    ),
    "searched-in-one-place": Fault(
        "areas.hidden",
        "who searches the piles of both players sees the cards of one alone",
        rewritten(view.looked_at, "in searched:", "in tuple(searched)[:1]:"),
    ),
    "searched-as-if-ones-own": Fault(
        "areas.hidden",
        "who searches the opponent's pile is shown its cards in the own one",
        rewritten(view.looked_at, "piles[owner][pile] =", "piles[1 - owner][pile] ="),
    ),
    "trashed-by-the-first-player": Fault(
        "areas.owner",
        "cards that effects trash from under a Digimon go to the first player, whoever owns them",
        rewritten(areas.into_trash, "state.players[owner_of(card)]", "state.players[0]"),
    ),
    "back-to-the-hand-from-what-has-gone": Fault(
        "showing.failure",
        "a card that was shown from under what has left meanwhile goes to the hand",
        rewritten(areas.put_back, "player.trash += (card,)", "player.hand += (card,)"),
    ),
    "digisorption-choice-unseen": Fault(
        "digisorption.when",
        "it is not shown which Digimon may be suspended for Digisorption",
        constant(
            observation,
            "NAMED",
            {name: at for name, at in observation.NAMED.items() if name != "digisorption"},
        ),
    ),
    "choices-but-targets-unseen": Fault(
        "effects.order",
        "only the choice of a target is shown",
        constant(observation, "NAMED", {"target": observation.NAMED["target"]}),
    ),
    "outer-effect-unseen": Fault(
        "keyword.blitz",
        "the effect that is carried out is not shown while it lets a Digimon attack",
        rewritten(observation.shown_effect, "in state.now:", "in state.now[:1]:"),
    ),
    "not-back-into-breeding": Fault(
        "showing.failure",
        "a card that was shown from under a Digimon of the breeding area goes to the trash",
        rewritten(
            areas.put_back,
            "for stack in player.battle if player.breeding is None else (*player.battle, player.breeding):",
            "for stack in player.battle:",
        ),
    ),
    "given-to-the-second-alone": Fault(
        "keyword.retaliation",
        "where no card has an effect, what the Digimon of the first player have been given does nothing",
        rewritten(
            position.read_position, "for player in players for one", "for player in players[1:] for one"
        ),
    ),
    "given-in-breeding-is-forgotten": Fault(
        "keyword.retaliation",
        "where no card has an effect, what a Digimon of the breeding area has been given does nothing",
        rewritten(position.lasting_on, "[player.breeding] if player.breeding else []", "[]"),
    ),
    "one-thing-lasts": Fault(
        "effects.gained",
        "of several things that last on a Digimon the first alone does",
        rewritten(position.Dealer.stack, "for one in given.lasting", "for one in given.lasting[:1]"),
    ),
    "set-up-for-the-opponents-turn": Fault(
        "turn.effects-end",
        "what a position gives for the turn ends with the opponent's turn",
        rewritten(position.Dealer.stack, '"turn-end"', '"opponents-turn-end"'),
    ),
    "set-up-for-the-own-turn": Fault(
        "turn.effects-end",
        "what a position gives for the turn ends with the turn of the player who has it",
        rewritten(position.Dealer.stack, '"turn-end"', '"my-turn-end"'),
    ),
}
