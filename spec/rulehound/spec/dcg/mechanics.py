"""The mechanics of the game, each with a test whether a step of a game has reached it.

A step is judged by what an engine shows around it: the decision that was made, the events, the effect that is
being carried out. An effect counts as carried out where it is shown, or where an effect of its card was
activated and none of the card's other effects can be that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import face_down, field_of
from rulehound.spec.formats import Action, Observation, Ruleset

Entry: TypeAlias = Mapping[str, Any]
"""A stack, card, event or effect as an observation shows it."""


@dataclass(frozen=True)
class ObservedStep:
    """A step of a game as an engine shows it."""

    before: Observation
    action: Action
    after: Observation
    cards: Cards
    values: Ruleset

    @property
    def name(self) -> str:
        """The name of the action."""
        return str(self.action.get("action", ""))

    @cached_property
    def events(self) -> Sequence[Entry]:
        """The events of the step, in order."""
        return self.after.get("events") or ()

    @cached_property
    def event_names(self) -> Sequence[str]:
        """The names of the events, in order."""
        return [event["event"] for event in self.events]

    @cached_property
    def numbers(self) -> Mapping[str, str]:
        """Id of every card that is shown before or after the step, to its number."""
        known: dict[str, str] = {}
        for observation in (self.before, self.after):
            for player, seat in enumerate(observation["players"]):
                piles = [seat["hand"], seat["trash"], seat.get("revealed", ())]
                piles += [entry["cards"] for entry in field_of(seat)]
                piles += face_down(observation, player)
                known |= {card["id"]: card["card"] for pile in piles for card in pile}
        return known

    def facts(self, card: str) -> Mapping[str, Any]:
        """The printed facts of a card by its id; empty for a card that is not shown, and for a token."""
        known = self.cards.get(self.numbers.get(card, ""))
        return known.facts if known else {}

    @cached_property
    def stacks(self) -> Mapping[str, Entry]:
        """Id of every stack on the field before the step, to the stack."""
        return {entry["id"]: entry for seat in self.before["players"] for entry in field_of(seat)}

    @cached_property
    def owners(self) -> Mapping[str, int]:
        """Id of every stack on the field after the step, to its player."""
        players = enumerate(self.after["players"])
        return {entry["id"]: player for player, seat in players for entry in field_of(seat)}

    @cached_property
    def effects(self) -> Sequence[Entry]:
        """The effects that were or are being carried out, as they are written on cards."""
        printed_effects = []
        if resolving := self.after.get("effect"):
            printed = (
                self.cards[resolving["card"]].facts.get("effects", ())
                if resolving["card"] in self.cards
                else ()
            )
            place = resolving.get("effect")
            printed_effects += [printed[place]] if place is not None and 0 <= place < len(printed) else []
        for event in self.events:
            if event["event"] == "activated":
                printed = self.facts(event["source"]).get("effects", ())
                can = [effect for effect in printed if self.can_have_triggered(effect)]
                printed_effects += can if len(can) == 1 else ()
        return printed_effects

    def can_have_triggered(self, effect: Entry) -> bool:
        """Whether an effect that was activated in this step can be this one."""
        timing = effect["timing"]
        if timing in ("main", "delay"):
            return self.name in ("use", "activate")
        trigger = effect["event"]["happens"] if timing == "when" else TRIGGERS.get(timing, "")
        return trigger in self.event_names or self.name in ("resolve", "accept")

    @cached_property
    def words(self) -> frozenset[tuple[str, Any]]:
        """Every key of these effects with its value, at any depth, where the value is plain."""
        return frozenset(word for effect in self.effects for word in _words(effect))

    @property
    def attacker(self) -> Entry:
        """The attacker as it stood before the step; empty where nothing attacks, or it came in the step."""
        name = self.action.get("attacker") or (self.before.get("attack") or {}).get("attacker")
        return self.stacks.get(str(name), {})


TRIGGERS: Mapping[str, str] = {
    "on-play": "played",
    "when-digivolving": "digivolved",
    "when-attacking": "attacks",
    "end-of-attack": "end-of-attack",
    "on-deletion": "deleted",
    "start-of-turn": "start-of-turn",
    "start-of-main-phase": "start-of-main-phase",
    "end-of-turn": "end-of-turn",
    "security": "security-checked",
}
"""Timing of an effect, to the event that sets it off."""

Shows: TypeAlias = Callable[[ObservedStep], bool]


def _words(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(inner, Mapping | list | tuple):
                yield key, True
                yield from _words(inner)
            else:
                yield key, inner
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)


def act(name: str) -> Shows:
    """A test: a player takes the action of this name."""
    return lambda step: step.name == name


def happens(name: str, cause: str = "", times: int = 1) -> Shows:
    """A test: an event of this name happens at least so often, with this cause ("" for any)."""
    return lambda step: (
        name in step.event_names
        and sum(e["event"] == name and cause in ("", e["cause"]) for e in step.events) >= times
    )


def writes(key: str, value: Any = True) -> Shows:
    """A test: an effect is carried out that has this key with this value."""
    return lambda step: (key, value) in step.words


def played(kind: str) -> Shows:
    """A test: a card of this kind is played from the hand."""
    return lambda step: step.name == "play" and step.facts(step.action["card"]).get("kind") == kind


def attacks_something(on_player: bool) -> Shows:
    """A test: an attack is declared, on the player or on a Digimon."""
    return lambda step: step.name == "attack" and (step.action.get("target") == "player") == on_player


def gains(mine: bool) -> Shows:
    """A test: a player gains memory by an effect, in the own turn or in the other's."""
    return lambda step: any(
        event["event"] == "memory-gained" and (event["player"] == step.before["turn"]) == mine
        for event in step.events
    )


def loses(step: ObservedStep) -> bool:
    """A player loses memory by an effect."""
    return any(event["event"] == "memory" and event["amount"] < 0 for event in step.events)


def overspends(step: ObservedStep) -> bool:
    """A cost is paid with which the turn ends."""
    return "paid" in step.event_names and "end-of-turn" in step.event_names[step.event_names.index("paid") :]


def turn_goes_on(step: ObservedStep) -> bool:
    """The counter has passed to the other side, and has come back before the turn ended."""
    spent = sum(event["amount"] for event in step.events if event["event"] == "paid")
    before, after = step.before, step.after
    same = after["turn_number"] == before["turn_number"] and after["decision"] == "main"
    return bool(same and before["memory"] < spent and after["memory"] >= 0)


def in_breeding(step: ObservedStep) -> bool:
    """A Digimon digivolves in the breeding area."""
    if step.name != "digivolve":
        return False
    bred = step.before["players"][step.before["turn"]]["breeding"]
    return bool(bred) and bred["id"] == step.action["onto"]


def by_requirement(special: bool) -> Shows:
    """A test: a Digimon digivolves by a requirement other than the first.

    That is one that asks for more than colour and level (`special`), or one for another colour.
    """

    def shows(step: ObservedStep) -> bool:
        if step.name != "digivolve":
            return False
        asked = step.facts(step.action["card"])["digivolve"]
        used = asked[step.action.get("requirement", 0)]
        beyond = bool(used.keys() - {"color", "level", "cost"})
        return beyond if special else not beyond and used["color"] != asked[0]["color"]

    return shows


def material(field: str) -> Shows:
    """A test: a card is placed for an entry of the list that the played card has under this fact."""
    return lambda step: (
        step.name == "place" and field in step.facts((step.before.get("showing") or {}).get("card", ""))
    )


def several_cards_leave(step: ObservedStep) -> bool:
    """A Digimon leaves the field with cards under it."""
    left = (one for e in step.events if e["event"] == "left-battle-area" for one in e["subjects"])
    return any(len(step.stacks.get(one, {"cards": ()})["cards"]) > 1 for one in left)


def fights(step: ObservedStep) -> bool:
    """A Security Digimon is turned over."""
    checked = (e["subjects"][0] for e in step.events if e["event"] == "security-checked")
    return any(step.facts(card).get("kind") == "digimon" for card in checked)


def both_lose(step: ObservedStep) -> bool:
    """Two Digimon lose one battle."""
    return any(
        e["event"] == "about-to-be-deleted" and e["cause"] == "battle" and len(e["subjects"]) > 1
        for e in step.events
    )


def more_checks(step: ObservedStep) -> bool:
    """One attack checks several security cards."""
    return (
        step.event_names.count("security-checked") > 1
        or (step.before.get("attack") or {}).get("checks_made", 0) > 1
    )


def fewer_checks(step: ObservedStep) -> bool:
    """A Digimon is made to check fewer cards than one."""
    changed = (event["amounts"] for event in step.events if event["event"] == "changed")
    return any(amounts and amounts["checks"] < 1 for amounts in changed)


def pierces(step: ObservedStep) -> bool:
    """Security is checked after a Digimon was deleted in battle."""
    names, deletion = step.event_names, "deleted-opponent-in-battle"
    return deletion in names and "security-checked" in names[names.index(deletion) :]


def jams(step: ObservedStep) -> bool:
    """An attacker with Jamming stays though the Security Digimon had as much DP."""
    attacker = step.attacker
    if "jamming" not in attacker.get("keywords", ()) or attacker["id"] not in step.owners:
        return False
    checked = (e["subjects"][0] for e in step.events if e["event"] == "security-checked")
    return any((step.facts(card).get("dp") or 0) >= attacker["dp"] for card in checked)


def reboots(step: ObservedStep) -> bool:
    """Something unsuspends with the other player's."""
    return any(
        e["event"] == "unsuspended"
        and e["cause"] == "rules"
        and step.owners.get(one, e["player"]) != e["player"]
        for e in step.events
        for one in e["subjects"]
    )


def rushes(step: ObservedStep) -> bool:
    """A Digimon attacks in the turn in which it was played, and no effect made it."""
    main = step.name == "attack" and step.before["decision"] == "main"
    return main and bool(step.attacker.get("played_this_turn"))


def blitzes(step: ObservedStep) -> bool:
    """A Digimon that has Blitz attacks by an effect."""
    attack = step.name == "attack" and step.before["decision"] == "attack"
    return attack and "blitz" in step.attacker.get("keywords", ())


def retaliates(step: ObservedStep) -> bool:
    """A card with Retaliation, whose own effects delete nothing, deletes something."""
    sources = (e["source"] for e in step.events if e["event"] == "deleted" and e["cause"] == "effect")
    return any(
        facts.get("retaliation") and ("do", "delete") not in _words(facts.get("effects", ()))
        for facts in map(step.facts, sources)
    )


def delays(step: ObservedStep) -> bool:
    """An Option in the battle area is trashed for its Delay."""
    if step.name != "activate":
        return False
    return any(
        step.action["card"] == entry["cards"][0]["id"] and entry["kind"] == "option"
        for entry in step.stacks.values()
    )


def waiting(step: ObservedStep) -> Sequence[Entry]:
    """The effects that wait."""
    return step.after.get("pending") or ()


def chosen_of_several(step: ObservedStep) -> bool:
    """An effect does something to what was chosen among several."""
    choice = step.before.get("choice")
    return step.name == "target" and choice is not None and len(choice["candidates"]) > 1


def searches(step: ObservedStep) -> bool:
    """A card is chosen among those that are looked at."""
    revealed = {card["id"] for seat in step.before["players"] for card in seat.get("revealed", ())}
    return step.name == "target" and step.action["id"] in revealed


def modified_twice(step: ObservedStep) -> bool:
    """Two effects or more change one Digimon's DP for a while."""
    return any(
        sum("dp" in lasting.get("gives", ()) for lasting in entry.get("lasting") or ()) > 1
        for seat in step.after["players"]
        for entry in seat["battle"]
    )


def changes_keywords(step: ObservedStep) -> bool:
    """What keywords a Digimon has changes by an effect that holds under a condition."""
    conditional = any(
        effect["timing"] == "continuous"
        and effect.keys() & {"if", "turn"}
        and effect.get("gives", {}).get("keywords")
        for card in step.cards.values()
        for effect in card.facts.get("effects", ())
    )
    changed = (
        one
        for e in step.events
        if e["event"] == "changed" and e["amounts"]
        for one in e["subjects"]
        if sorted(e["amounts"]["keywords"]) != sorted(step.stacks.get(one, e["amounts"])["keywords"])
    )
    return conditional and next(changed, None) is not None


MECHANICS: Mapping[str, Shows] = {
    "redrawing the hand": act("redraw"),
    "hatching": act("hatch"),
    "moving out of the breeding area": act("move"),
    "playing a Digimon": played("digimon"),
    "playing a Tamer": played("tamer"),
    "using an Option": act("use"),
    "tokens": happens("token-played"),
    "digivolving": lambda step: step.name == "digivolve" and not in_breeding(step),
    "digivolving in the breeding area": in_breeding,
    "digivolving by the second of two colours": by_requirement(special=False),
    "special digivolution requirement": by_requirement(special=True),
    "DNA digivolution": act("dna-digivolve"),
    "DigiXros": material("digixros"),
    "Assembly": material("assembly"),
    "a stack that leaves with its cards": several_cards_leave,
    "overspending": overspends,
    "passing": act("pass"),
    "memory gained in the own turn": gains(mine=True),
    "memory gained in the other's turn": gains(mine=False),
    "memory lost": loses,
    "memory at its cap": lambda step: abs(step.after["memory"]) == step.values["memory.max"],
    "the turn that goes on": turn_goes_on,
    "attacking the player": attacks_something(on_player=True),
    "attacking a Digimon": attacks_something(on_player=False),
    "blocking": act("block"),
    "a battle that both lose": both_lose,
    "security check": happens("security-checked"),
    "Security Digimon": fights,
    "several checks": more_checks,
    "another target of an attack": happens("attack-target-changed", "effect"),
    "deletion by the rules at 0 DP": happens("deleted", "rules"),
    "winning by an attack": lambda step: step.after["ended_by"] == "attack",
    "losing by an empty deck": lambda step: step.after["ended_by"] == "deck-out",
    "Blocker": act("block"),
    "Security Attack +": lambda step: step.name == "attack" and step.attacker.get("checks", 1) > 1,
    "Security Attack -": fewer_checks,
    "Recovery": happens("recovered"),
    "Piercing": pierces,
    "Draw": happens("drawn", "effect"),
    "Jamming": jams,
    "Digisorption": act("suspend-for"),
    "Reboot": reboots,
    "De-Digivolve": happens("de-digivolved"),
    "Retaliation": retaliates,
    "Digi-Burst": writes("do", "digi-burst"),
    "Rush": rushes,
    "Blitz": blitzes,
    "Delay": delays,
    "Decoy": happens("decoyed"),
    "Armor Purge": happens("armor-purged"),
    "[On Play]": writes("timing", "on-play"),
    "[When Digivolving]": writes("timing", "when-digivolving"),
    "[When Attacking]": writes("timing", "when-attacking"),
    "[End of Attack]": writes("timing", "end-of-attack"),
    "[On Deletion]": writes("timing", "on-deletion"),
    "[Start of Your Turn]": writes("timing", "start-of-turn"),
    "[End of Your Turn]": writes("timing", "end-of-turn"),
    "[Start of Your Main Phase]": writes("timing", "start-of-main-phase"),
    "[Security]": writes("timing", "security"),
    "[Main]": writes("timing", "main"),
    "an effect of when": writes("timing", "when"),
    "an effect of would": act("accept"),
    "[Your Turn]": writes("turn", "me"),
    "[Opponent's Turn]": writes("turn", "opponent"),
    "[All Turns]": lambda step: any(
        effect["timing"] in ("when", "would") and "turn" not in effect for effect in step.effects
    ),
    "[Once Per Turn]": writes("limit", 1),
    "[Twice Per Turn]": writes("limit", 2),
    "inherited effects": writes("inherited", True),
    "optional effects": writes("optional", True),
    "an effect that is left out": act("decline"),
    "by X, Y": writes("cost"),
    "X. Then Y": lambda step: any(len(effect.get("steps", ())) > 1 for effect in step.effects),
    "up to N": writes("up_to", True),
    "an effect on all": writes("count", "all"),
    "an effect on what is chosen": chosen_of_several,
    "pending effects of both players": lambda step: len({one["player"] for one in waiting(step)}) > 1,
    "derived effects first": lambda step: len({one["group"] for one in waiting(step)}) > 1,
    "the order of one's effects": act("resolve"),
    "effects that last": happens("changed", "effect"),
    "the sum of modifiers": modified_twice,
    "a keyword under a condition": changes_keywords,
    "revealing": happens("revealed"),
    "searching": searches,
}
"""Every mechanic by its name."""


def reached(
    before: Observation, action: Action, after: Observation, cards: Cards, values: Ruleset
) -> list[str]:
    """The names of the mechanics that a step has reached, as far as the engine shows the signs of them."""
    step = ObservedStep(before, action, after, cards, values)
    return [name for name, shows in MECHANICS.items() if _tells(shows, step)]


def _tells(shows: Shows, step: ObservedStep) -> bool:
    try:
        return shows(step)
    except (LookupError, TypeError):
        return False  # what it rests on is left out, or null, or a count where cards are read
