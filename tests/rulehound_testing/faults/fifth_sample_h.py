"""Faults made from changes to the engine that nothing caught, of a fifth sample: set up, and shown."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import position, view
from rulehound.engine.dcg.effects.steps import branching
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
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
    "a-part-is-a-use": Fault(
        "effects.limit",
        "a part of an effect that its player may leave out counts as one more use of the effect",
        rewritten(branching.may, "frame.bound)", "frame.bound, whole=True)"),
    ),
}
"""By name."""
