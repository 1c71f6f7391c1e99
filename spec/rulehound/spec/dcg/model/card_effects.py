"""Effects that move cards, between the areas and on and off the field. See `effects`."""

from functools import partial

from rulehound.spec.dcg.model.deletion import remove_top, send_to_trash
from rulehound.spec.dcg.model.digivolving import lay_on
from rulehound.spec.dcg.model.effects import for_either_player, player_of, resolve
from rulehound.spec.dcg.model.processing import finish
from rulehound.spec.dcg.model.state import Card, Kind, Player, Stack, State
from rulehound.spec.language import (
    Amount,
    Member,
    Number,
    Pool,
    both,
    either,
    fact,
    negate,
    require,
    rule,
    select,
    smallest,
    switch,
    when,
)

DE_DIGIVOLVE_ENDS = 3
"""De-Digivolve takes no top card of this level or lower."""

MOVES = {
    "draw": ("deck", "hand", "effects.draw"),
    "recover": ("deck", "security", "keyword.recovery"),
    "trash-deck": ("deck", "trash", "effects.trash"),
    "trash-hand": ("hand", "trash", "effects.trash"),
    "hand-to-deck": ("hand", "deck", "effects.return"),
    "hand-to-security": ("hand", "security", "effects.security"),
    "trash-security": ("security", "trash", "effects.security"),
    "security-to-hand": ("security", "hand", "effects.security"),
    "trash-to-hand": ("trash", "hand", "effects.return"),
    "trash-to-deck": ("trash", "deck", "effects.return"),
    "trash-to-security": ("trash", "security", "effects.security"),
    "security-to-deck": ("security", "deck", "effects.security"),
}
"""Effects that move cards from one area of a player to another: from where, to where, under which rule."""


def move(source: str, target: str, cited: str, part: str, s: State, amount: Number) -> None:
    """So many cards go from one area to another, or as many as there are; nobody wins or loses by that."""
    resolve(s)
    require(amount >= 1, cited)
    player = player_of(s, part)
    moved = smallest(amount, getattr(player, source))
    with rule(cited):
        setattr(player, source, getattr(player, source) - moved)
        setattr(player, target, getattr(player, target) + moved)
    finish(s)


for _name, _move in MOVES.items():
    for_either_player(_name, amount=Amount("effect.cards"))(partial(move, *_move))


@for_either_player("return-to-hand", target=Member("battle"))
def return_to_hand(part: str, s: State, target: Stack) -> None:
    """Return the top card of a stack in the battle area to the hand of its owner."""
    resolve(s)
    player = player_of(s, part)
    to_hand = leaves_field(player, target)
    with rule("effects.return"):
        player.hand += to_hand
    finish(s)


@for_either_player("return-to-deck", target=Member("battle"))
def return_to_deck(part: str, s: State, target: Stack) -> None:
    """Return the top card of a stack in the battle area to the deck of its owner."""
    resolve(s)
    player = player_of(s, part)
    to_deck = leaves_field(player, target)
    with rule("effects.return"):
        player.deck += to_deck
    finish(s)


@for_either_player("to-security", target=Member("battle"))
def to_security(part: str, s: State, target: Stack) -> None:
    """Put the top card of a stack in the battle area into the security stack of its owner."""
    resolve(s)
    player = player_of(s, part)
    to_security_stack = leaves_field(player, target)
    with rule("effects.security"):
        player.security += to_security_stack
    finish(s)


@for_either_player("to-trash", target=Member("battle"))
def to_trash(part: str, s: State, target: Stack) -> None:
    """Put a stack in the battle area into the trash of its owner, which is no deletion."""
    resolve(s)
    with rule("effects.trash"):
        send_to_trash(player_of(s, part), target)
    finish(s)


def leaves_field(player: Player, target: Stack) -> Number:
    """Cards under it go to the trash, a token is gone, a Digi-Egg may have a place of its own.

    Returns how many cards are left to go where the effect says: its top card, or none.
    """
    to_egg_deck = both(target.top.kind == Kind.DIGI_EGG, switch("areas.egg-returned", "egg-deck"))
    top, under = select(target.token, 0, 1), target.under.height
    with rule("effects.return", "areas.owner", "token.gone"):
        target.leave()
    with rule("deletion.stack"):
        player.trash += under
    with when(to_egg_deck), rule("areas.egg-returned"):
        player.egg_deck += top
    return select(to_egg_deck, 0, top)


@for_either_player("de-digivolve", target=Member("battle"))
def de_digivolve(part: str, s: State, target: Stack) -> None:
    """The top card is trashed, but not at level 3 and not the last; De-Digivolve x is up to x of these."""
    resolve(s)
    require(either(target.top.kind == Kind.TAMER, target.digimon), "keyword.de-digivolve", "digimon")
    require(target.under.height >= 1, "keyword.de-digivolve", "last-card")
    no_level = negate(target.digimon)
    require(either(no_level, target.top.level > DE_DIGIVOLVE_ENDS), "keyword.de-digivolve")
    player = player_of(s, part)
    with rule("keyword.de-digivolve"):
        player.trash += 1
        remove_top(target)
    finish(s)


@for_either_player("trash-top", target=Member("battle"))
def trash_top(part: str, s: State, target: Stack) -> None:
    """The top card of a Digimon is trashed, of whatever level, and the last card stays."""
    resolve(s)
    require(target.under.height >= 1, "effects.stack")
    player = player_of(s, part)
    with rule("effects.stack"):
        player.trash += 1
        remove_top(target)
    finish(s)


@for_either_player("trash-under", target=Member("battle"))
def trash_under(part: str, s: State, target: Stack) -> None:
    """The uppermost digivolution card of a Digimon is trashed."""
    resolve(s)
    require(target.under.height >= 1, "effects.stack")
    player = player_of(s, part)
    with rule("effects.stack"):
        player.trash += 1
        target.under = target.under.without_top()
    finish(s)


@for_either_player("place-under", target=Member("battle"), card=Pool(Card))
def place_under(part: str, s: State, target: Stack, card: Card) -> None:
    """A card of the hand is placed under a Digimon or Tamer, below what lies there; never under a token."""
    resolve(s)
    player = player_of(s, part)
    require(player.hand >= 1, "effects.stack")
    require(target.top.kind != Kind.OPTION, "effects.stack", "digimon-or-tamer")
    require(negate(target.token), "token.no-stack")
    with rule("effects.stack"):
        player.hand -= 1
        target.under = target.under.with_bottom(card)
    finish(s)


@for_either_player("token", facts=Pool(Card))
def play_token(part: str, s: State, facts: Card) -> None:
    """A token is played, a Digimon or Tamer as the effect states it."""
    resolve(s)
    require(switch("tokens.known", "true"), "token.played")
    require(either(facts.kind == Kind.DIGIMON, facts.kind == Kind.TAMER), "token.played", "token.kinds")
    with rule("token.played"):
        player_of(s, part).battle.add(
            Stack(top=facts, dp=facts.dp, played_this_turn=part == "me", token=True)
        )
    finish(s)


def digivolve_from(
    source: str, demand: tuple[str, ...], part: str, s: State, card: Card, onto: Stack
) -> None:
    """A Digimon digivolves into a card from there without paying, whatever the requirements, and draws."""
    resolve(s)
    player = player_of(s, part)
    require(getattr(player, source) >= 1, *demand)
    require(both(card.kind == Kind.DIGIMON, onto.digimon), "digivolve.digimon-only")
    require(negate(onto.token), "token.no-stack")
    drawn = smallest(player.deck, fact("digivolve.draw"))
    with rule("effects.digivolve", "digivolve.stack"):
        setattr(player, source, getattr(player, source) - 1)
        lay_on(onto, card)
        onto.may_blitz = both(part == "me", onto.has("blitz"))
    with rule("digivolve.draw", "digivolve.draw-empty"):
        player.deck -= drawn
        player.hand += drawn
    finish(s)


for_either_player("digivolve", card=Pool(Card), onto=Member("battle"))(
    partial(digivolve_from, "hand", ("digivolve.from-hand",))
)
