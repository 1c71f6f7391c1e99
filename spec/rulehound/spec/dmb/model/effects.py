"""Effects of cards as environment actions, for any card: what is proved with them holds for every card
whose effects are made of these.
"""

from collections.abc import Callable, Mapping
from functools import partial

from rulehound.spec.dmb.model.state import (
    Active,
    Attack,
    Card,
    DigimonLevel,
    Player,
    Stage,
    State,
    draw,
    leave_zone,
    make_void,
    model,
    trash_from_deck,
)
from rulehound.spec.language import (
    Amount,
    By,
    Member,
    Number,
    Pool,
    Truth,
    between,
    both,
    either,
    fact,
    largest,
    negate,
    require,
    rule,
    select,
)
from rulehound.spec.language.model import Parameter

SIDES = {"mine": "me", "theirs": "opponent"}
"""Whose cards an effect is about, to the part of the state; the effect itself may be of either player."""

OPEN = (Stage.PREP, Stage.EVOLUTION, Stage.BONUS, Stage.SUPPORT, Stage.BATTLE, Stage.ABILITIES, Stage.END)
"""The stages at which effects of cards in play are carried out."""

Declare = Callable[[Callable[..., None]], Callable[..., None]]


def for_either_player(name: str, **parameters: Parameter) -> Declare:
    """Declare an effect for either player; the function is given "me" for the turn player, or "opponent"."""

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        for side, part in SIDES.items():
            action = model.action(f"effect-{name}-{side}", By.ENVIRONMENT, **of_player(part, parameters))
            action(partial(function, part))
        return function

    return declare


def of_player(part: str, parameters: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """The parameters with their members in the zones of one player."""
    return {
        key: Member(f"{part}.{kind.path}") if isinstance(kind, Member) else kind
        for key, kind in parameters.items()
    }


def player_of(s: State, part: str) -> Player:
    """The player of a part of the state."""
    player: Player = getattr(s, part)
    return player


def support_resolves(s: State) -> Truth:
    """A support that is not void is being carried out."""
    mine = both(s.stage == Stage.RESOLVE_MINE, s.me.has_support, negate(s.me.voided))
    theirs = both(s.stage == Stage.RESOLVE_THEIRS, s.opponent.has_support, negate(s.opponent.voided))
    return either(mine, theirs)


def evolve_card_resolves(s: State) -> Truth:
    """An Evolve card was played, and no evolution has followed yet."""
    return both(s.stage == Stage.EVOLVE, s.evolve_cards >= 1)


def in_play(s: State) -> Truth:
    """Effects of cards in play are carried out here."""
    return either(*(s.stage == stage for stage in OPEN))


def has_hit(s: State) -> Truth:
    """An attack has hit, so that Shatter may have an attached card discarded."""
    return either(s.stage == Stage.SECOND_STRIKE, s.stage == Stage.KNOCK_OUT)


def resolves(s: State) -> Truth:
    """An effect may be carried out here."""
    return either(in_play(s), support_resolves(s), evolve_card_resolves(s))


def resolve(s: State) -> None:
    """Require that an effect may be carried out here."""
    require(resolves(s), "effects.timing")


@for_either_player("draw", amount=Amount("effect.cards"))
def draw_cards(part: str, s: State, amount: Number) -> None:
    """A player draws cards, or as many as there are."""
    resolve(s)
    require(amount >= 1, "effects.draw")
    with rule("effects.draw"):
        draw(player_of(s, part), amount)


@for_either_player("trash", amount=Amount("effect.cards"))
def trash_cards(part: str, s: State, amount: Number) -> None:
    """Cards from the top of a player's deck go to the trash."""
    resolve(s)
    require(amount >= 1, "effects.trash")
    with rule("effects.trash"):
        trash_from_deck(player_of(s, part), amount)


@for_either_player("discard")
def discard_card(part: str, s: State) -> None:
    """A player discards a card from the hand, of his own choice."""
    resolve(s)
    player = player_of(s, part)
    require(player.hand >= 1, "effects.discard")
    with rule("effects.discard", "effects.opponent-discards"):
        player.hand -= 1
        player.trash += 1


@for_either_player("discard-dp", card=Pool(Card))
def discard_dp(part: str, s: State, card: Card) -> None:
    """A player discards a card of the DP Zone, of his own choice, where an effect names that zone."""
    resolve(s)
    player = player_of(s, part)
    require(player.dp_cards >= 1, "effects.opponent-discards", "zone")
    require(card.dp <= player.dp, "effects.opponent-discards")
    with rule("effects.opponent-discards"):
        player.dp_cards -= 1
        player.dp -= card.dp
        player.trash += 1


@for_either_player("look", amount=Amount("effect.cards"))
def look_at_deck(part: str, s: State, amount: Number) -> None:
    """Recode or Corrupt: cards of the own or the other deck are looked at, and put on top or at the bottom.

    The order of a deck is nothing that the state has.
    """
    resolve(s)
    require(amount >= 1, "texts.recode")
    require(amount <= player_of(s, part).deck, "texts.corrupt")


@for_either_player("take")
def take_card(part: str, s: State) -> None:
    """A player takes a card from the deck into the hand, and shuffles."""
    resolve(s)
    player = player_of(s, part)
    require(player.deck >= 1, "effects.take")
    with rule("effects.take", "effects.picked-shown"):
        player.deck -= 1
        player.hand += 1


@for_either_player("recycle", amount=Amount("effect.cards"))
def recycle(part: str, s: State, amount: Number) -> None:
    """Cards go from the trash to the top of the deck; by an attack ability the deck is shuffled then."""
    resolve(s)
    player = player_of(s, part)
    require(between(1, amount, player.trash), "effects.recycle")
    with rule("effects.recycle", "effects.recycle-any", "abilities.recycle"):
        player.trash -= amount
        player.deck += amount


@for_either_player("delete")
def delete_card(part: str, s: State) -> None:
    """A card of the trash is out of the game."""
    resolve(s)
    player = player_of(s, part)
    require(player.trash >= 1, "effects.delete")
    with rule("effects.delete"):
        player.trash -= 1
        player.deleted += 1


@for_either_player("delete-spent")
def delete_spent(part: str, s: State) -> None:
    """A card that was activated once has left its zone, and is deleted."""
    require(between(Stage.PREP, s.stage, Stage.CLEAN_UP), "texts.activate", "timing")
    player = player_of(s, part)
    require(player.trash >= 1, "texts.activate")
    with rule("texts.activate"):
        player.trash -= 1
        player.deleted += 1


@for_either_player("data-break")
def data_break(part: str, s: State) -> None:
    """A player deletes a card of the Destiny Zone for a Data Break."""
    resolve(s)
    player = player_of(s, part)
    require(player.destiny >= 1, "effects.data-break")
    with rule("effects.data-break"):
        player.destiny -= 1
        player.destiny_deleted += 1


@for_either_player("rack", card=Pool(Card))
def rack_from_deck(part: str, s: State, card: Card) -> None:
    """A card from the deck goes into the DP Zone, where it adds what is printed on it."""
    resolve(s)
    player = player_of(s, part)
    require(player.deck >= 1, "effects.unknown-cards")
    require(negate(card.destiny), "destiny.zone")
    with rule("effects.unknown-cards"):
        player.deck -= 1
        player.dp_cards += 1
        player.dp += card.dp


@for_either_player("recover", target=Member("active"), amount=Amount("effect.hp"))
def recover(part: str, s: State, target: Active, amount: Number) -> None:
    """A Digimon gains HP, which it keeps."""
    del part
    resolve(s)
    require(amount >= 1, "effects.recover")
    with rule("effects.recover"):
        target.hp += amount


@for_either_player("lose-hp", target=Member("active"), amount=Amount("effect.hp"))
def lose_hp(part: str, s: State, target: Active, amount: Number) -> None:
    """A Digimon loses HP, but never more than it has."""
    del part
    resolve(s)
    require(amount >= 1, "hp.floor")
    with rule("hp.floor"):
        target.hp = largest(0, target.hp - amount)


@for_either_player("boost", target=Member("active"), amount=Amount("effect.power"))
def boost(part: str, s: State, target: Active, amount: Number) -> None:
    """The Power of a Digimon is raised until the turn ends."""
    del part
    resolve(s)
    with rule("effects.boost"):
        target.boost += amount


@for_either_player("bonus", target=Member("active"), amount=Amount("effect.power"))
def bonus(part: str, s: State, target: Active, amount: Number) -> None:
    """The Power of a Digimon is raised for as long as it is there, by its box or by an attached card.

    What an attached card has given ends at once where Shatter discards it.
    """
    del part
    require(either(resolves(s), has_hit(s)), "effects.timing")
    with rule("effects.passive", "end.bonus-is-passive"):
        target.bonus += amount


@for_either_player("type", target=Member("active"), like=Pool(Card))
def gain_types(part: str, s: State, target: Active, like: Card) -> None:
    """A Digimon gains the types of some card, for good."""
    del part
    resolve(s)
    with rule("effects.type", "end.types-stay"):
        target.gained = target.gained.union(like.types)


@for_either_player("ability", like=Pool(Card))
def grant_abilities(part: str, s: State, like: Card) -> None:
    """The attacks of a player have the abilities of some card this turn."""
    resolve(s)
    player = player_of(s, part)
    with rule("abilities.granted"):
        player.granted = player.granted.union(like.abilities)


@for_either_player("first-attack")
def first_attack(part: str, s: State) -> None:
    """A player gains an instance of 1st Attack, before abilities apply."""
    resolve(s)
    require(s.stage < Stage.ABILITIES, "first-attack.gain")
    with rule("first-attack.gain"):
        player_of(s, part).first_attacks += 1
    with rule("first-attack.latest"):
        s.mine_last = part == "me"


@for_either_player("no-first-attack")
def no_first_attack(part: str, s: State) -> None:
    """A player cannot gain 1st Attack this turn."""
    resolve(s)
    with rule("first-attack.none"):
        player_of(s, part).no_first_attack = True


@for_either_player("attack", attack=Amount("attack"))
def change_attack(part: str, s: State, attack: Number) -> None:
    """The chosen attack of a player is changed while supports resolve, before it is shown."""
    require(support_resolves(s), "effects.timing")
    player = player_of(s, part)
    require(both(player.chosen != Attack.NONE, player.shown == Attack.NONE), "jamming.changed", "chosen")
    require(between(Attack.CIRCLE, attack, Attack.CROSS), "jamming.changed")
    with rule("jamming.changed"):
        player.chosen = attack


@for_either_player("void")
def void_support(part: str, s: State) -> None:
    """The support of a player is void before it resolves."""
    require(support_resolves(s), "effects.timing")
    player = player_of(s, part)
    require(player.has_support, "void.nothing")
    with rule("void.nothing"):
        make_void(player)


def attach(target: Active, player: Player) -> None:
    """One more card is attached; where there is no room, one of those that were is discarded."""
    full = target.attachments >= fact("attachments.max")
    with rule("attachments.replaced"):
        player.trash += select(full, 1, 0)
        target.attachments += select(full, 0, 1)


@for_either_player("attach", target=Member("active"))
def attach_from_hand(part: str, s: State, target: Active) -> None:
    """A card from the hand is attached to the own Digimon."""
    resolve(s)
    player = player_of(s, part)
    require(player.hand >= 1, "attachments.attach")
    with rule("attachments.attach", "abilities.attach"):
        player.hand -= 1
        attach(target, player)


@for_either_player("attach-from-deck", target=Member("active"))
def attach_from_deck(part: str, s: State, target: Active) -> None:
    """A card from the deck is attached to the own Digimon."""
    resolve(s)
    player = player_of(s, part)
    require(player.deck >= 1, "abilities.attach")
    with rule("attachments.attach", "abilities.attach"):
        player.deck -= 1
        attach(target, player)


@for_either_player("attach-from-trash", target=Member("active"))
def attach_from_trash(part: str, s: State, target: Active) -> None:
    """A card from the trash is attached to the own Digimon."""
    resolve(s)
    player = player_of(s, part)
    require(player.trash >= 1, "abilities.attach")
    with rule("attachments.attach", "abilities.attach"):
        player.trash -= 1
        attach(target, player)


@for_either_player("attach-from-support", target=Member("active"))
def attach_support(part: str, s: State, target: Active) -> None:
    """A support that says so is attached to the own Digimon in place of being discarded."""
    require(support_resolves(s), "effects.timing")
    player = player_of(s, part)
    require(both(player.support.number >= 1, negate(player.support.destiny)), "attachments.attach")
    with rule("attachments.attach"):
        player.support = Card.nothing()
        attach(target, player)


@for_either_player("detach", target=Member("active"))
def discard_attachment(part: str, s: State, target: Active) -> None:
    """An attached card is discarded, by Shatter or by an effect."""
    require(either(has_hit(s), in_play(s), support_resolves(s)), "shatter.attached", "timing")
    require(target.attachments >= 1, "shatter.attached")
    with rule("shatter.attached"):
        target.attachments -= 1
        player_of(s, part).trash += 1


@for_either_player("place-under", target=Member("active"), card=Pool(Card), valid=Amount("effect.valid"))
def place_under(part: str, s: State, target: Active, card: Card, valid: Number) -> None:
    """A card from the hand goes under a Digimon, whose line may be a valid one by that, or not any more."""
    resolve(s)
    player = player_of(s, part)
    require(player.hand >= 1, "abnormal.under", "hand")
    require(both(negate(card.destiny), negate(card.partner)), "destiny.zone")
    require(between(0, valid, 1), "abnormal.under")
    with rule("abnormal.under"):
        player.hand -= 1
        target.under = target.under.with_top(card)
        target.abnormal = valid == 0


@for_either_player("remove-top", target=Member("active"), valid=Amount("effect.valid"))
def remove_top(part: str, s: State, target: Active, valid: Number) -> None:
    """The top card leaves the active zone, and the card under it is the Digimon now."""
    resolve(s)
    player = player_of(s, part)
    require(target.under.height >= 1, "abnormal.under", "cards")
    require(target.under.top.level != DigimonLevel.NONE, "abnormal.under", "digimon")
    require(between(0, valid, 1), "abnormal.under")
    top = target.top
    # a proof cannot look through a pile: what is counted of its cards has to fit what is left of them
    partners = target.partners - select(top.partner, 1, 0)
    destined = target.destined - select(top.destiny, 1, 0)
    require(both(partners >= 0, destined >= 0), "active.stack")
    require(partners + destined <= target.under.height, "active.stack", "height")
    with rule("delete.destiny"):
        leave_zone(player, top)
        target.destined = destined
        target.partners = partners
    with rule("abnormal.under"):
        target.top = target.under.top
        target.under = target.under.without_top()
        target.abnormal = valid == 0


@for_either_player("revive", target=Member("active"), amount=Amount("effect.hp"))
def set_revival(part: str, s: State, target: Active, amount: Number) -> None:
    """Set Revival: where a Digimon is KO'd this turn, it stays with so much HP, or a usual amount."""
    del part
    resolve(s)
    require(amount >= 0, "revival.set")
    with rule("revival.set", "revival.default"):
        target.revival = select(amount == 0, fact("revival.hp"), amount)


@model.action("effect-ignore-cost", By.ENVIRONMENT)
def ignore_cost(s: State) -> None:
    """The cost of evolving is not asked this turn."""
    ignore(s, "cost")


@model.action("effect-ignore-level", By.ENVIRONMENT)
def ignore_level(s: State) -> None:
    """The level is not asked for an evolution of this turn."""
    ignore(s, "level")


@model.action("effect-ignore-type", By.ENVIRONMENT)
def ignore_type(s: State) -> None:
    """The type is not asked for an evolution of this turn."""
    ignore(s, "type")


def ignore(s: State, requirement: str) -> None:
    """An Evolve card lifts one of the requirements, and the others remain."""
    require(evolve_card_resolves(s), "effects.timing")
    with rule("evolution.ignore"):
        s.ignored = s.ignored.union(s.ignored.of(requirement))


@model.action("effect-discount", By.ENVIRONMENT, amount=Amount("effect.dp"))
def discount(s: State, amount: Number) -> None:
    """The cost of evolving is lower this turn."""
    require(evolve_card_resolves(s), "effects.timing")
    require(amount >= 1, "evolution.discount")
    with rule("evolution.discount"):
        s.discount += amount
