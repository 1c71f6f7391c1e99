"""Cards that an effect takes up: revealed, about to be played, on their way from under a Digimon.

They lie in no area until the effect puts them somewhere, plays them, or has something digivolve into them. A
card that lies deeper under a Digimon is reached by taking up those above it and putting them back.
"""

from functools import partial

from rulehound.spec.dcg.model.card_effects import digivolve_from, move
from rulehound.spec.dcg.model.effects import for_either_player, player_of, resolve
from rulehound.spec.dcg.model.processing import finish
from rulehound.spec.dcg.model.state import (
    Card,
    Kind,
    Player,
    Procedure,
    Shown,
    Stack,
    Stage,
    State,
    model,
)
from rulehound.spec.language import (
    Amount,
    By,
    Member,
    Number,
    Pool,
    between,
    both,
    either,
    fact,
    negate,
    require,
    rule,
    select,
)

AREAS = {
    "hand": "showing.set-aside",
    "trash": "showing.set-aside",
    "deck": "effects.reveal",
    "security": "effects.security",
    "egg-deck": "areas.egg-returned",
}
"""The areas that cards are taken up from and put down in, and under which rule."""

for _area, _cited in AREAS.items():
    _field = _area.replace("-", "_")
    for_either_player(f"set-aside-from-{_area}", amount=Amount("effect.cards"))(
        partial(move, _field, "aside", _cited)
    )
    for_either_player(f"set-aside-to-{_area}", amount=Amount("effect.cards"))(
        partial(move, "aside", _field, _cited)
    )


@model.action("effect-set-aside-checked", By.ENVIRONMENT)
def checked(s: State) -> None:
    """The security card that is being checked is taken up."""
    resolve(s)
    require(s.revealed.number >= 1, "security.effects-first")
    with rule("effects.security"):
        s.revealed = Card.nothing()
        s.opponent.aside += 1
    finish(s)


@model.action("effect-set-aside-used", By.ENVIRONMENT, shown=Member("shown"))
def used(s: State, shown: Shown) -> None:
    """The Option whose effect is carried out is taken up, from no area, so that it is not trashed."""
    require(both(s.stage == Stage.EFFECT, shown.procedure == Procedure.USE), "option.stays")
    require(negate(shown.on_field), "option.stays", "no-area")
    with rule("option.trash"):
        shown.leave()
        s.me.aside += 1


@for_either_player("set-aside-from-battle", source=Member("battle"))
def from_battle(part: str, s: State, source: Stack) -> None:
    """The top card of something in a battle area is taken up; what lay under it goes to the trash."""
    resolve(s)
    player = player_of(s, part)
    with rule("deletion.stack", "token.gone"):
        player.aside += select(source.token, 0, 1)
        player.trash += source.under.height
        source.leave()
    finish(s)


@for_either_player("set-aside-from-under", source=Member("battle"))
def from_under(part: str, s: State, source: Stack) -> None:
    """The uppermost digivolution card of a Digimon is taken up."""
    resolve(s)
    require(source.under.height >= 1, "effects.stack")
    with rule("effects.stack"):
        source.under = source.under.without_top()
        player_of(s, part).aside += 1
    finish(s)


@for_either_player("set-aside-to-under", target=Member("battle"), card=Pool(Card))
def to_under(part: str, s: State, target: Stack, card: Card) -> None:
    """A card that was taken up is placed under a Digimon or Tamer, below what lies there."""
    placed_under(s, player_of(s, part), target)
    with rule("effects.stack"):
        target.under = target.under.with_bottom(card)
    finish(s)


@for_either_player("set-aside-to-top-of-under", target=Member("battle"), card=Pool(Card))
def to_top_of_under(part: str, s: State, target: Stack, card: Card) -> None:
    """A card that was taken up is placed directly below the top card of a Digimon or Tamer."""
    placed_under(s, player_of(s, part), target)
    with rule("effects.stack"):
        target.under = target.under.with_top(card)
    finish(s)


def placed_under(s: State, player: Player, target: Stack) -> None:
    """Guards of placing a card under something: a card is there, and the target can have cards under it."""
    resolve(s)
    require(player.aside >= 1, "effects.stack")
    require(target.top.kind != Kind.OPTION, "effects.stack", "digimon-or-tamer")
    require(negate(target.token), "token.no-stack")
    with rule("effects.stack"):
        player.aside -= 1


@for_either_player("play", card=Pool(Card))
def play(part: str, s: State, card: Card) -> None:
    """A Digimon or Tamer that was taken up enters the battle area, as a played one does."""
    resolve(s)
    player = player_of(s, part)
    require(player.aside >= 1, "effects.play", "taken-up")
    require(either(card.kind == Kind.DIGIMON, card.kind == Kind.TAMER), "play.kinds")
    with rule("effects.play", "play.unsuspended"):
        player.aside -= 1
        player.battle.add(Stack(top=card, dp=card.dp, played_this_turn=part == "me"))
    finish(s)


@for_either_player("place", card=Pool(Card))
def place(part: str, s: State, card: Card) -> None:
    """An Option that was taken up is placed in the battle area, where it stays."""
    resolve(s)
    player = player_of(s, part)
    require(player.aside >= 1, "option.stays", "taken-up")
    require(card.kind == Kind.OPTION, "option.stays", "option")
    with rule("option.stays"):
        player.aside -= 1
        player.battle.add(Stack(top=card, dp=card.dp, played_this_turn=part == "me"))
    finish(s)


for_either_player("digivolve-into", card=Pool(Card), onto=Member("battle"))(
    partial(digivolve_from, "aside", ("effects.digivolve", "taken-up"))
)


@for_either_player("pay", amount=Amount("effect.memory"))
def pay(part: str, s: State, amount: Number) -> None:
    """What an effect has played or digivolved for a cost is paid for by its player; the gauge must do."""
    resolve(s)
    require(amount >= 1, "memory.pay")
    paid = s.memory - amount if part == "me" else s.memory + amount
    require(between(-fact("memory.max"), paid, fact("memory.max")), "memory.affordable")
    with rule("memory.pay"):
        s.memory = paid
    finish(s)
