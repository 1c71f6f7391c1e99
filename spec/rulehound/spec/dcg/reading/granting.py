"""Which rule grants an action, and which one grants this kind of it: in this area, by this requirement.

Where an engine does not offer an action and says nothing, that is what its fault is looked for in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.reading.actions import Board, board_of
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import field_of, top_card
from rulehound.spec.formats import Action, Observation
from rulehound.spec.reading import Ground

GRANTED: Mapping[str, Ground] = {
    "redraw": Ground("setup.redraw", "drawing a new hand"),
    "keep": Ground("setup.redraw", "keeping the hand"),
    "hatch": Ground("breeding.hatch", "hatching"),
    "move": Ground("breeding.move", "moving out of the breeding area"),
    "skip": Ground("breeding.skip", "doing nothing in the breeding phase"),
    "play": Ground("play.from-hand", "playing a card"),
    "use": Ground("option.from-hand", "using an Option"),
    "digivolve": Ground("digivolve.requirement", "digivolving"),
    "dna-digivolve": Ground("dna.two", "DNA digivolution"),
    "activate": Ground("delay.option", "Delay"),
    "attack": Ground("attack.targets", "attacking"),
    "pass": Ground("turn.pass", "passing"),
    "block": Ground("block.blocker", "blocking"),
    "no-block": Ground("block.optional", "leaving an attack unblocked"),
    "done": Ground("turn.decider", "choosing no more"),
    "suspend-for": Ground("digisorption.suspend", "suspending a Digimon for Digisorption"),
}
"""Name of an action to the rule that grants it."""


def grounds(observation: Observation, action: Action, cards: Cards) -> list[Ground]:
    """The rules that grant an action in a completed observation, the most special first."""
    name = action.get("action", "")
    special = SPECIAL.get(name)
    general = GRANTED.get(name)
    try:
        found = list(special(board_of(observation, cards), action)) if special else []
    except (KeyError, IndexError):  # it names something that is not shown
        found = []
    return [*found, *([general] if general else [])]


def _digivolving(board: Board, action: Action) -> Iterator[Ground]:
    asked = board.card(action["card"]).facts["digivolve"][action["requirement"]]
    onto = _on_field(board, action["onto"])
    for stated in ("name", "trait"):
        if asked.get(stated):
            yield Ground("digivolve.special", f"digivolving by a {stated}")
    if any(entry is onto for entry in board.breeding):
        yield Ground("digivolve.breeding", "digivolving in the breeding area")
        if onto["kind"] == "digi-egg":
            yield Ground("digivolve.breeding", "digivolving a Digi-Egg")
    if action["requirement"]:
        yield Ground("digivolve.requirement", "digivolving by another requirement than the first")
    if onto.get("played_this_turn"):
        yield Ground("digivolve.same-turn", "digivolving what was played this turn")
    if onto.get("suspended"):
        yield Ground("digivolve.orientation", "digivolving what is suspended")
    if not board.mine.get("deck", True):
        yield Ground("digivolve.draw-empty", "digivolving with an empty deck")


def _using(board: Board, action: Action) -> Iterator[Ground]:
    colours = {*board.card(action["card"]).facts.get("colors", ())}
    battle = board.mine["battle"]
    in_battle = _colours(board, battle)
    if colours - in_battle:
        yield Ground("option.colours", "using an Option by a colour in the breeding area")
    elif colours - _colours(board, [entry for entry in battle if entry["kind"] != "tamer"]):
        yield Ground("option.colours", "using an Option by the colour of a Tamer")
    if len(colours) > 1:
        yield Ground("option.colours", "using an Option of several colours")


def _colours(board: Board, there: Sequence[Mapping[str, Any]]) -> set[str]:
    tops = (top_card(entry, board.printed) for entry in there)
    return {colour for top in tops for colour in top.facts.get("colors", ())}


def _attacking(board: Board, action: Action) -> Iterator[Ground]:
    attacker = _on_field(board, action["attacker"])
    if board.observation["decision"] == "attack":
        yield Ground("keyword.blitz", "attacking by an effect")
    if attacker.get("played_this_turn"):
        yield Ground("keyword.rush", "attacking with what was played this turn")
    at = "the player" if action.get("target") == "player" else "a Digimon"
    yield Ground("attack.targets", f"attacking {at}")


def _playing(board: Board, action: Action) -> Iterator[Ground]:
    yield Ground("play.kinds", f"playing a card that is a {board.card(action['card']).facts.get('kind')}")


def _placing(board: Board, action: Action) -> Iterator[Ground]:
    played = board.card(board.observation["showing"]["card"])
    if played.facts.get("assembly"):
        yield Ground("assembly.areas", "placing a card of the trash for an Assembly")
    elif any(entry["id"] == action["card"] for entry in board.mine["battle"]):
        yield Ground("digixros.areas", "placing a card of the battle area for a DigiXros")
    else:
        yield Ground("digixros.areas", "placing a card of the hand for a DigiXros")


def _on_field(board: Board, identity: str) -> Mapping[str, Any]:
    """What has this id on the turn player's field. Raises KeyError where it is not there."""
    for entry in field_of(board.mine):
        if entry["id"] == identity:
            shown: Mapping[str, Any] = entry
            return shown
    raise KeyError(identity)


SPECIAL: Mapping[str, Callable[[Board, Action], Iterator[Ground]]] = {
    "digivolve": _digivolving,
    "use": _using,
    "attack": _attacking,
    "play": _playing,
    "place": _placing,
}
"""Name of an action to the rules that grant one kind of it or another."""
