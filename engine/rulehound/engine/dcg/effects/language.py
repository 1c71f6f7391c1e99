"""The language in which the effects of cards are written: data alone, which `docs/effects.md` describes.

An effect has a timing, a condition, a cost ("by X, Y": X) and steps. All of it is seen from the player who
has the card: `me` and `opponent`. Whatever an effect does not say, it does not ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias

import msgspec

from rulehound.engine.dcg.effects.vocabulary import (
    Area,
    Color,
    Forbidden,
    Happening,
    Keyword,
    Kind,
    Natural,
    One,
    Pile,
    Place,
    Positive,
    Side,
    Timing,
    Until,
)

WHEREABOUTS = frozenset({"of", "area", "role", "under_of", "top", "count", "up_to"})
"""What of a `Which` is not about what a thing is."""


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What all parts of the language are: immutable, and refusing words that they do not know."""


class Which(Data, frozen=True, dict=True, gc=True):
    """Of which things an effect speaks: all that is said must hold.

    `role` narrows it to something that the effect knows: `this` (what has the effect), `other` (anything but
    it), `subject` (what the event happened to), `attacker`, `target` (of the attack), `checked` (the security
    card that the attack is checking), `battled` (what it was deleted in battle with), or a name that a step
    gave.
    """

    of: Side = "me"
    area: Area = "battle"
    role: str = ""
    kind: tuple[Kind, ...] = ()
    """One of these; a hatched Digi-Egg is a Digimon."""
    name: str = ""
    name_has: str = ""
    number: str = ""
    trait: str = ""
    colors: tuple[Color, ...] = ()
    """Has one of these."""
    multicolor: bool | None = None
    """Has several colours, or one alone."""
    level: Natural | None = None
    level_at_least: Natural | None = None
    level_at_most: Natural | Tally | None = None
    dp_at_least: Natural | None = None
    dp_at_most: Natural | Tally | None = None
    cost_at_least: Natural | None = None
    cost_at_most: Natural | Tally | None = None
    """Play cost."""
    under_at_least: Natural | None = None
    under_at_most: Natural | None = None
    """How many digivolution cards it has."""
    suspended: bool | None = None
    token: bool | None = None
    keyword: Keyword | None = None
    """Has this keyword now, or has an effect with it at whatever timing."""
    security_attack: int | None = None
    """Has a Security Attack of just this number; several do not become one of their sum."""
    under_of: str = ""
    """With area `under`: the role of the Digimon under which the cards lie; without it, `this`."""
    top: Natural = 0
    """With deck or security stack: among so many cards from the top."""
    count: Positive | Literal["all"] = 1
    up_to: bool = False
    """Any number up to `count`; else as many as there are, `count` at the most."""

    @cached_property
    def asked(self) -> tuple[tuple[str, Any], ...]:
        """What it says about what a thing is, wherever that lies: fields and what is wanted there."""
        said = ((field, getattr(self, field)) for field in self.__struct_fields__ if field not in WHEREABOUTS)
        defaults = dict(zip(self.__struct_fields__, self.__struct_defaults__, strict=True))
        return tuple((field, wanted) for field, wanted in said if wanted != defaults[field])

    @cached_property
    def tallies(self) -> tuple[tuple[str, Tally], ...]:
        """Its bounds that are counted, with what is counted for each."""
        return tuple((field, wanted) for field, wanted in self.asked if isinstance(wanted, Tally))


class Count(Data, frozen=True):
    """A comparison: how many there are of something."""

    which: Which
    at_least: Natural = 0
    at_most: Natural | None = None


class Condition(Data, frozen=True):
    """What must hold: everything that is said."""

    turn: Side = "both"
    """Whose turn it is."""
    counts: tuple[Count, ...] = ()
    this: Which | None = None
    """What has the effect is such."""
    subject: Which | None = None
    """What the event happened to is such."""
    memory_at_least: int | None = None
    memory_at_most: int | None = None
    """Seen from `me`."""
    attack_on: Literal["player", "digimon", ""] = ""
    """There is an attack, declared on this, and it has not gone on to the security stack by Piercing."""
    any_of: tuple[Condition, ...] = ()
    none_of: tuple[Condition, ...] = ()


class Tally(Data, frozen=True):
    """So much for each of what there is, in whole groups of `per`."""

    which: Which
    each: int = 1
    per: Positive = 1


Amount: TypeAlias = int | Tally

AMOUNTS = ("dp", "security_attack", "play_cost", "digivolution_cost")
"""Fields of a `Grant` that are numbers, or are counted."""


EVERYTHING = ""
PROTECTION = "protection"
"""Words of what effects give: whatever it is; what keeps effects of the opponent away."""

PROTECTING = frozenset(
    {"effects-of-opponent", "effects-of-options", "effects-of-digimon", "effects-of-tamers"}
)


class Grant(Data, frozen=True, dict=True, gc=True):
    """What something has or is while an effect lasts."""

    dp: Amount = 0
    security_attack: Amount = 0
    keywords: tuple[Keyword, ...] = ()
    cannot: tuple[Forbidden, ...] = ()
    decoy: tuple[Color, ...] = ()
    """Colours that a Decoy gained in this way protects."""
    as_digimon: Positive | None = None
    """It is a Digimon too, of this DP where it has none."""
    attacks_unsuspended: bool = False
    """It may attack Digimon that are not suspended."""
    play_cost: Amount = 0
    digivolution_cost: Amount = 0
    """Of cards in the hand: what is added to the cost."""
    effects: tuple[Effect, ...] = ()
    """Effects that it gains."""

    @cached_property
    def words(self) -> frozenset[str]:
        """What it gives, for whoever looks for one thing: keywords, what it forbids, names of fields."""
        fields = (
            *("dp", "security_attack", "decoy", "attacks_unsuspended", "as_digimon"),
            *("play_cost", "digivolution_cost", "effects"),
        )
        words = {EVERYTHING, *self.keywords, *self.cannot, *(one for one in fields if getattr(self, one))}
        if self.security_attack:
            words.add("security-attack")
        if not PROTECTING.isdisjoint(self.cannot):
            words.add(PROTECTION)
        return frozenset(words)


class Step(Data, frozen=True, tag_field="do"):
    """One thing that an effect does."""


class Memory(Step, frozen=True, tag="memory"):
    """A player gains memory, or loses it where the amount is negative."""

    amount: Amount
    of: One = "me"


class SetMemory(Step, frozen=True, tag="set-memory"):
    """The counter is set, seen from `me`."""

    to: int


class Draw(Step, frozen=True, tag="draw"):
    """Draw x: as many as there are; an empty deck loses nothing."""

    count: Amount = 1
    of: One = "me"


class Recovery(Step, frozen=True, tag="recovery"):
    """Recovery +x: cards from the top of the deck, or others that it names, onto the security stack."""

    count: Amount = 1
    of: One = "me"
    target: Which | None = None
    """These cards of another area instead, as many as it says."""


class Give(Step, frozen=True, tag="give"):
    """Something lasts on what is chosen; with `count` "all", on whatever fits while it lasts."""

    target: Which
    gives: Grant
    until: Until = "turn-end"


class Delete(Step, frozen=True, tag="delete"):
    """Delete Digimon or Tamers."""

    target: Which


class Suspend(Step, frozen=True, tag="suspend"):
    """Suspend Digimon or Tamers."""

    target: Which


class Unsuspend(Step, frozen=True, tag="unsuspend"):
    """Unsuspend Digimon or Tamers."""

    target: Which


class DeDigivolve(Step, frozen=True, tag="de-digivolve"):
    """De-Digivolve x: up to x top cards of each target go to the trash, one at least."""

    target: Which
    count: Positive = 1


class TrashTop(Step, frozen=True, tag="trash-top"):
    """Trash the top card of what has cards under it; the next one is its top then."""

    target: Which = Which(role="this")


class Put(Step, frozen=True, tag="put"):
    """Put cards, or what is in play, into a place of their owner (or of `onto`)."""

    target: Which
    to: Place
    onto: Which | None = None
    """With `under` and `under-top`: the Digimon under which they go."""


class PlayByEffect(Step, frozen=True, tag="play"):
    """Play a card by the effect: without paying its cost, or for its cost less `reduced`."""

    target: Which
    free: bool = True
    reduced: Natural = 0
    suspended: bool = False


class DigivolveInto(Step, frozen=True, tag="digivolve"):
    """Something digivolves into a card by the effect: free, or for its cost less `reduced`."""

    target: Which
    into: Which
    free: bool = True
    reduced: Natural = 0
    ignore_requirements: bool = False


class DnaDigivolveInto(Step, frozen=True, tag="dna-digivolve"):
    """Two Digimon of the battle area DNA digivolve into a card by the effect: for its cost less `reduced`, or
    free."""

    left: Which
    right: Which
    into: Which
    free: bool = False
    reduced: Natural = 0


class HatchByEffect(Step, frozen=True, tag="hatch"):
    """Hatch: the top card of the Digi-Egg deck goes into an area; the breeding area has to be empty."""

    to: Literal["breeding", "battle"] = "breeding"


class PlayToken(Step, frozen=True, tag="token"):
    """Play a token."""

    name: str
    dp: Natural
    level: Natural | None = None
    colors: tuple[Color, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    count: Positive = 1


class Reveal(Step, frozen=True, tag="reveal"):
    """Reveal cards from the top of the deck under a name; `steps` use them; what is left goes to `rest`."""

    count: Positive
    steps: tuple[AnyStep, ...]
    rest: Pile = "deck-bottom"
    as_: str = msgspec.field(name="as", default="revealed")
    of: One = "me"


class Choose(Step, frozen=True, tag="choose"):
    """Choose something now and call it by a name, which later steps have as a role."""

    target: Which
    as_: str = msgspec.field(name="as")
    by: Side = "me"
    """Who chooses; "both" is each player among what is theirs, the turn player first."""


class AttackWith(Step, frozen=True, tag="attack"):
    """Something may attack by the effect, under the rules for declaring an attack."""

    target: Which
    on: Literal["player", "digimon", "any"] = "any"
    same_turn: bool = False
    """Also in the turn in which it was played."""


class Blitz(Step, frozen=True, tag="blitz"):
    """Blitz: this Digimon may attack if the opponent has 1 memory or more."""


class DigiBurst(Step, frozen=True, tag="digi-burst"):
    """Digi-Burst x: as a cost, trash x digivolution cards of this Digimon."""

    count: Positive


class If(Step, frozen=True, tag="if"):
    """Some steps where a condition holds, others where it does not."""

    condition: Condition = msgspec.field(name="if")
    then: tuple[AnyStep, ...] = ()
    otherwise: tuple[AnyStep, ...] = msgspec.field(name="else", default=())


class May(Step, frozen=True, tag="may"):
    """Steps that the player may leave out; with a cost, "by X, Y"."""

    steps: tuple[AnyStep, ...]
    cost: tuple[AnyStep, ...] = ()


class AtTurnEnd(Step, frozen=True, tag="at-turn-end"):
    """Steps that are left for the end of this turn, whatever has become of what has the effect by then."""

    steps: tuple[AnyStep, ...]


class ActivateEffect(Step, frozen=True, tag="activate"):
    """Activate effects of this card at another timing, e.g. its [Main] effect from security."""

    timing: Timing
    of: Which | None = None
    """Of these cards instead, as effects of what activates them."""
    one: bool = False
    """One alone, which the player chooses."""


class Prevent(Step, frozen=True, tag="prevent"):
    """With timing `would`: what was about to happen to `target` does not."""

    target: Which = Which(role="subject")


class EndAttack(Step, frozen=True, tag="end-attack"):
    """The attack under way ends."""


class ChangeTarget(Step, frozen=True, tag="change-target"):
    """The attack under way is switched to another target: to a Digimon, or to the player."""

    target: Which | None = None
    to_player: bool = False


class Shuffle(Step, frozen=True, tag="shuffle"):
    """Shuffle a pile."""

    pile: Literal["deck", "security"] = "deck"
    of: One = "me"


AnyStep: TypeAlias = (
    Memory
    | SetMemory
    | Draw
    | Recovery
    | Give
    | Delete
    | Suspend
    | Unsuspend
    | DeDigivolve
    | TrashTop
    | Put
    | PlayByEffect
    | DigivolveInto
    | DnaDigivolveInto
    | HatchByEffect
    | PlayToken
    | Reveal
    | Choose
    | AttackWith
    | Blitz
    | DigiBurst
    | If
    | May
    | AtTurnEnd
    | ActivateEffect
    | Prevent
    | EndAttack
    | ChangeTarget
    | Shuffle
)


class Event(Data, frozen=True):
    """What an effect waits for: something that happens to what `which` describes."""

    happens: Happening
    which: Which = Which(role="this")
    """What has the effect, unless it says otherwise; with an empty role anything of the players in `of`."""
    by: Literal["", "effect", "battle", "opponents-effect", "my-effect", "rules"] = ""
    """What brought it about."""
    from_: Area | None = msgspec.field(name="from", default=None)
    to: Area | None = None
    """With `card-moved`: the areas between which the card has gone."""
    target: Which | None = None
    """With `attacks`: the Digimon that was named as the target of the attack when it was declared."""


WAITS_FOR: Mapping[Timing, str] = {
    "on-play": "played",
    "when-digivolving": "digivolved",
    "when-attacking": "attacks",
    "on-deletion": "deleted",
    "end-of-attack": "end-of-attack",
}
"""Timing of an effect to what has to happen to its own Digimon or Tamer."""

BEFORE = "before "
"""In front of a happening: what waits for this comes before it."""


class Effect(Data, frozen=True, dict=True, gc=True):
    """One effect of a card."""

    timing: Timing
    says: str = ""
    """A short description in our own words, for people."""
    inherited: bool = False
    """It is an inherited effect: it works from under a Digimon."""
    breeding: bool = False
    """[Breeding]: it works in the breeding area, and nowhere else."""
    turn: Side = "both"
    """[Your Turn] is me, [Opponent's Turn] is opponent, [All Turns] is both."""
    condition: Condition = msgspec.field(name="if", default=Condition())
    """Asked when the effect would be activated, not when it triggers; of a continuous one at every moment."""
    event: Event | None = None
    limit: Natural = 0
    """[Once Per Turn] is 1, [Twice Per Turn] is 2; 0 is as often as it triggers."""
    optional: bool = False
    """"May": the player may leave it out. An effect with a cost, and one of counter timing, always may."""
    cost: tuple[AnyStep, ...] = ()
    """"By X, Y": X. What cannot be done in full is not done, and Y neither."""
    steps: tuple[AnyStep, ...] = ()
    target: Which = Which(role="this")
    """With timing `continuous`: on what."""
    gives: Grant | None = None
    """With timing `continuous`: what that has."""

    @cached_property
    def awaits(self) -> str:
        """What it waits for: a happening, `BEFORE` and a happening, or else its timing."""
        if self.timing in ("when", "would") and self.event is not None:
            return self.event.happens if self.timing == "when" else BEFORE + self.event.happens
        return WAITS_FOR.get(self.timing, self.timing)
