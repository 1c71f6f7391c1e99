"""What the words of effects do for which nobody has to choose a card; each tells what it has done."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulehound.engine.dmb.effects.in_play import change_bonus, drop_bonus, is_guarded
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.state import Player, State, card_of, report, seat, types_of
from rulehound.engine.dmb.turns.lines import is_abnormal
from rulehound.engine.dmb.turns.support import make_void
from rulehound.engine.dmb.zones import change, draw, leave, shuffle, trash_from_deck, without

BEFORE_ABILITIES = (
    "prep", "evolution", "evolve", "bonus", "support", "resolve-first", "resolve-second", "battle",
)  # fmt: skip
"""Where an instance of 1st Attack that an effect gives comes in time."""


def about(task: Task) -> int:
    """The player whom a step is about."""
    return task.owner if task.step.of == "me" else 1 - task.owner


def draw_cards(state: State, task: Task, player: Player) -> None:
    """Draw cards, or as many as there are."""
    if drawn := draw(player, task.step.amount):  # rule: effects.draw
        report(state, "draw", about(task), amount=len(drawn))


def trash(state: State, task: Task, player: Player) -> None:
    """Put cards from the top of the deck into the trash."""
    amount = min(task.step.amount, len(player.deck))
    trash_from_deck(player, amount)  # rule: effects.trash
    if amount:
        report(state, "trash", about(task), amount=amount)


def recycle(state: State, task: Task, player: Player) -> None:
    """Put the top cards of the trash onto the deck, one after the other; by an attack it is shuffled then."""
    moved = player.trash[-task.step.amount :]
    if not moved:
        return
    player.trash = player.trash[: -len(moved)]
    player.deck = moved + player.deck  # rule: effects.recycle
    if task.part == "attack":
        shuffle(state, about(task))  # rule: abilities.recycle
    report(state, "recycle", about(task), amount=len(moved))


def data_break(state: State, task: Task, player: Player) -> None:
    """Delete the Mega of the Destiny Zone."""
    mega = next((card for card in player.destiny if card_of(state, card).level == "M"), None)
    if mega is not None:
        player.destiny = without(player.destiny, mega)
        player.deleted += (mega,)  # rule: effects.data-break
        report(state, "data-break", about(task))


def rack(state: State, task: Task, player: Player) -> None:
    """Put the first card of a kind from the deck into the DP Zone, or the top card if it is of that kind."""
    looked = player.deck[:1] if task.step.zone == "top" else player.deck
    found = next((card for card in looked if task.step.kind in ("", card_of(state, card).kind)), None)
    if found is not None:  # rule: effects.unknown-cards
        player.deck = without(player.deck, found)
        player.dp_cards += (found,)
        report(state, "rack", about(task), card=found)
    if looked[:1] != (found,) and len(looked) > 1:
        shuffle(state, about(task))  # rule: effects.unknown-cards


def recover(state: State, task: Task, player: Player) -> None:
    """The Digimon gains HP."""
    if player.active is not None:
        change(player, hp=player.active.hp + task.step.amount)  # rule: effects.recover
        report(state, "recover", about(task), amount=task.step.amount)


def lose_hp(state: State, task: Task, player: Player) -> None:
    """The Digimon loses HP, unless it is protected from supports: what is a cost is paid all the same."""
    if player.active is None or (task.part == "support" and is_guarded(state, player)):  # rule: texts.costs
        return
    if lost := min(task.step.amount, player.active.hp):
        change(player, hp=player.active.hp - lost)  # rule: hp.floor
        report(state, "lose-hp", about(task), amount=lost)


def boost(state: State, task: Task, player: Player) -> None:
    """The Power of the Digimon changes until the turn ends."""
    if player.active is not None:
        change(player, boost=player.active.boost + task.step.amount)  # rule: effects.boost
        report(state, "boost", about(task), amount=task.step.amount)


def bonus(state: State, task: Task, player: Player) -> None:
    """The Power of the Digimon changes for as long as the card is there."""
    if player.active is not None:
        change_bonus(state, about(task), task.source, task.step.amount)  # rule: effects.passive


def gain_types(state: State, task: Task, player: Player) -> None:
    """The Digimon has further types from now on."""
    if player.active is not None:
        new = tuple(name for name in task.step.types if name not in types_of(state, player.active))
        change(player, gained_types=player.active.gained_types + new)  # rule: effects.type
        report(state, "type", about(task), types=list(task.step.types))


def grant(state: State, task: Task, player: Player) -> None:
    """The attacks of this turn have abilities."""
    new = tuple(name for name in task.step.abilities if name not in player.granted)
    player.granted += new  # rule: abilities.granted
    report(state, "ability", about(task), abilities=list(task.step.abilities))


def first_attack(state: State, task: Task, player: Player) -> None:
    """The player gains 1st Attack, for which it is too late once abilities apply."""
    if state.stage in BEFORE_ABILITIES:
        player.first_attacks += 1  # rule: first-attack.gain
        state.last_first_attack = seat(about(task))  # rule: first-attack.latest
        report(state, "first-attack", about(task))


def no_first_attack(state: State, task: Task, player: Player) -> None:
    """The player cannot gain 1st Attack this turn."""
    player.no_first_attack = True  # rule: first-attack.none
    report(state, "no-first-attack", about(task))


def change_attack(state: State, task: Task, player: Player) -> None:
    """The chosen attack of a player becomes another one, while it is not shown and a support is open."""
    if player.choice and not player.choice_shown and state.stage in ("resolve-first", "resolve-second"):
        player.choice = task.step.attack  # rule: jamming.changed
        report(state, "attack", about(task), attack=task.step.attack)


def void(state: State, task: Task, player: Player) -> None:
    """The support of a player does nothing from now on."""
    if player.support is not None and state.stage in ("resolve-first", "resolve-second"):
        make_void(state, player)  # rule: void.nothing
        report(state, "void", about(task))


def remove_top(state: State, task: Task, player: Player) -> None:
    """The top card of the Digimon leaves, where there is a Digimon under it."""
    digimon = player.active
    if digimon is None or len(digimon.cards) < 2 or not card_of(state, digimon.cards[1]).is_digimon:
        return
    top, *rest = digimon.cards
    abnormal = is_abnormal(state, rest)
    change(player, cards=tuple(rest), abnormal=abnormal)  # rule: abnormal.under
    report(state, "remove-top", about(task), abnormal=abnormal)
    drop_bonus(state, about(task), top)  # rule: texts.leaving
    leave(state, (top,))


def revive(state: State, task: Task, player: Player) -> None:
    """Set Revival, with a usual amount of HP where none is said."""
    if player.active is not None:
        amount = task.step.amount if task.step.amount > 0 else state.match.rules.revival_hp
        change(player, revival=amount)  # rule: revival.set, revival.default
        report(state, "revive", about(task), amount=amount)


def ignore(state: State, task: Task, _player: Player) -> None:
    """A requirement of evolution is lifted this turn, and the others remain."""
    lifted = task.step.requirement
    if lifted is not None and state.stage == "evolve":
        state.ignored = tuple(dict.fromkeys((*state.ignored, lifted)))  # rule: evolution.ignore
        report(state, "ignore", state.turn, requirement=lifted)


def discount(state: State, task: Task, _player: Player) -> None:
    """Evolving costs less this turn."""
    if state.stage == "evolve":
        state.discount += task.step.amount  # rule: evolution.discount
        report(state, "discount", state.turn, amount=task.step.amount)


WORDS: Mapping[str, Callable[[State, Task, Player], None]] = {
    "draw": draw_cards,
    "trash": trash,
    "recycle": recycle,
    "data-break": data_break,
    "rack": rack,
    "recover": recover,
    "lose-hp": lose_hp,
    "boost": boost,
    "bonus": bonus,
    "type": gain_types,
    "ability": grant,
    "first-attack": first_attack,
    "no-first-attack": no_first_attack,
    "attack": change_attack,
    "void": void,
    "remove-top": remove_top,
    "revive": revive,
    "ignore": ignore,
    "discount": discount,
}
"""Word to what it does with the zones of the player whom the step is about."""
