"""Faults in the Battle Phase, in KOs, and in the End Phase."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.actions import Discard
from rulehound.engine.dmb.battle import abilities, damage, knockout
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Active, Player, State, top_of
from rulehound.engine.dmb.turns import ending
from rulehound.engine.dmb.zones import change, leave, shuffle
from rulehound_testing.faults.dmb.patching import forgiving, numbers, step
from rulehound_testing.faults.patching import Fault, function

ABILITIES = ("first-attack", "counter", "crash", "drain", "triple", "to-zero", "shatter")


def without(name: str) -> Fault:
    """An ability that does nothing."""
    sound = abilities.applying

    def applying(state: State, player: Player, other: Player) -> tuple[str, ...]:
        return tuple(each for each in sound(state, player, other) if each != name)

    rule = {
        "first-attack": "first-attack.gain",
        "counter": "counter.turned",
        "crash": "crash.damage",
        "drain": "drain.recover",
        "triple": "power.tripled",
        "to-zero": "power.current",
        "shatter": "shatter.power",
    }[name]
    return Fault(rule, f"{name} does nothing", function(abilities, "applying", applying))


def own_abilities(state: State, player: Player, other: Player) -> tuple[str, ...]:
    """Jamming touches nothing in a battle."""
    del other
    return tuple(each for each in abilities.ABILITIES if abilities.has_ability(state, player, each))


def jams_everything(state: State, player: Player, other: Player) -> tuple[str, ...]:
    """Jamming makes the abilities of every attack void."""
    own = own_abilities(state, player, other)
    jammed = abilities.has_ability(state, other, "jamming")
    return tuple(each for each in own if each == "jamming") if jammed else own


def of_any_attack(state: State, player: Player, ability: str) -> bool:
    """Abilities are those of every attack."""
    top = top_of(state, player)
    return top is not None and ability in top.abilities


def power(**changed: int) -> object:
    """The Power of an attack, without something of it."""

    def power_of(state: State, player: Player, other: Player) -> int:
        digimon = player.active
        if digimon is not None:
            change(player, **{name: getattr(digimon, name) * factor for name, factor in changed.items()})
        found = SOUND_POWER(state, player, other)
        player.active = digimon
        return found

    return power_of


SOUND_POWER = abilities.power_of
SOUND_STRIKE = damage.strike
SOUND_FIRST = damage.first_attacker


def tripled_always(state: State, player: Player, other: Player) -> bool:
    """Every type is prey."""
    del state, other
    return player.active is not None


def tripled_for_each(state: State, player: Player, other: Player) -> int:
    """Power is tripled once for every type that is named."""
    found = SOUND_POWER(state, player, other)
    top = top_of(state, player)
    if top is None or other.active is None or "triple" not in player.abilities:
        return found
    fitting = len(abilities.types_of(state, other.active) & set(top.prey))
    return found * 3 ** max(0, fitting - 1)


def strikes_anyway(state: State) -> None:
    """A Counter that fails deals its printed Power."""
    number = 1 - damage.first_attacker(state)
    user, target = state.players[number], state.players[1 - number]
    top = top_of(state, user)
    if "counter" in user.abilities and not damage.counters(state, user, target) and top is not None:
        user.abilities, user.power = (), top.power_of(user.choice or "cross")
    damage.second_strike(state)


def below_nothing(state: State, attack: Player, user: Player, target: Player) -> None:
    """An attack of more Power than HP leaves HP that are no KO."""
    left = damage.hp_of(target)
    SOUND_STRIKE(state, attack, user, target)
    if attack.power > left:
        change(target, hp=1)


def never_names(state: State, player: Player, other: Player) -> bool:
    """What a Counter names is never the attack that is used."""
    del state, player, other
    return False


def names_all(state: State, player: Player, other: Player) -> bool:
    """What a Counter or a `to 0` names is any attack."""
    del state, player
    return other.choice is not None


def other_first(state: State) -> int:
    """The other player attacks first."""
    return 1 - SOUND_FIRST(state)


def turn_player_always(state: State) -> int:
    """The turn player attacks first, whatever holds."""
    return state.turn


def by_points_alone(state: State) -> int:
    """A Counter may come first."""
    mine, theirs = (len([each for each in one.abilities if each == "first-attack"]) for one in state.in_turn)
    return state.turn if mine + 1 >= theirs else 1 - state.turn


def earliest(state: State) -> int:
    """Of as many instances on both sides the earlier one counts."""
    mine, theirs = state.in_turn
    return state.turn if mine.first_attacks == theirs.first_attacks else SOUND_FIRST(state)


def last_instance(state: State) -> int:
    """Whoever gained 1st Attack last is first, however many there are."""
    return state.turn if state.last_first_attack is None else state.last_first_attack


def struck_anyway(state: State) -> None:
    """A Digimon without HP attacks as well."""
    with function(damage, "both_stand", lambda _state: all(one.active for one in state.players))():
        damage.second_strike(state)


def no_second(state: State) -> None:
    """There is no second attack."""
    state.stage = "knock-out"


def two_counters(state: State) -> None:
    """Of two Counters the second one strikes."""
    number = 1 - damage.first_attacker(state)
    user, target = state.players[number], state.players[1 - number]
    if {"counter"} <= set(user.abilities) & set(target.abilities):
        change(target, hp=max(0, damage.hp_of(target) - 100))
    damage.second_strike(state)


def half(state: State, attack: Player, user: Player, target: Player) -> None:
    """An attack deals half of its Power."""
    attack.power //= 2
    SOUND_STRIKE(state, attack, user, target)


def crash_keeps_hp(state: State, attack: Player, user: Player, target: Player) -> None:
    """Crash costs nothing."""
    before = damage.hp_of(user)
    SOUND_STRIKE(state, attack, user, target)
    if "crash" in attack.abilities:
        change(user, hp=before)


def drain_first(state: State, attack: Player, user: Player, target: Player) -> None:
    """What Crash costs comes after what Drain gives."""
    SOUND_STRIKE(state, attack, user, target)
    if {"crash", "drain"} <= set(attack.abilities):
        change(user, hp=state.match.rules.crash_hp)


def crash_gives(state: State, attack: Player, user: Player, target: Player) -> None:
    """A user of Crash has so much HP afterwards, though it had less."""
    crash = "crash" in attack.abilities and "drain" not in attack.abilities
    SOUND_STRIKE(state, attack, user, target)
    if crash:
        change(user, hp=state.match.rules.crash_hp)


def drains_it_all(state: State, attack: Player, user: Player, target: Player) -> None:
    """Drain gives the whole Power."""
    left = damage.hp_of(target)
    SOUND_STRIKE(state, attack, user, target)
    if "drain" in attack.abilities and "crash" not in attack.abilities:
        change(user, hp=damage.hp_of(user) + max(0, attack.power - left))


def drains_for_its_owner(state: State, attack: Player, user: Player, target: Player) -> None:
    """What an attack gives goes to whose attack it is, though a Counter has turned it."""
    before = damage.hp_of(target)
    kept = attack.abilities
    attack.abilities = tuple(each for each in kept if each != "drain")
    SOUND_STRIKE(state, attack, user, target)
    attack.abilities = kept
    if "drain" in kept:
        change(attack, hp=damage.hp_of(attack) + before - damage.hp_of(target))


def shatters_anyway(state: State, attack: Player, user: Player, target: Player) -> None:
    """Shatter takes Power though nothing was dealt."""
    SOUND_STRIKE(state, attack, user, target)
    top = top_of(state, attack)
    if top is not None and "shatter" in attack.abilities and not attack.power:
        target.power = max(0, target.power - top.shatter)


def clears_top_alone(state: State, owner: int, digimon: Active) -> None:
    """The cards under a KO'd Digimon are out of the game."""
    player = state.players[owner]
    SOUND_CLEAR(state, owner, digimon)
    under = [card for card in digimon.cards[1:] if card in player.trash]
    player.trash = tuple(card for card in player.trash if card not in under)
    player.deleted += tuple(under)


def clears_dp(state: State, owner: int, digimon: Active) -> None:
    """The DP Zone is discarded with the Digimon."""
    SOUND_CLEAR(state, owner, digimon)
    player = state.players[owner]
    player.trash += player.dp_cards
    player.dp_cards = ()


def clears_without_attachments(state: State, owner: int, digimon: Active) -> None:
    """Attachments come to the hand."""
    SOUND_CLEAR(state, owner, digimon)
    player = state.players[owner]
    player.trash = tuple(card for card in player.trash if card not in digimon.attachments)
    player.hand += digimon.attachments


def clears_partners(state: State, owner: int, digimon: Active) -> None:
    """The Partner goes to the trash."""
    player = state.players[owner]
    player.active = None
    leave(state, (*digimon.cards, *digimon.attachments))


def clears_destined(state: State, owner: int, digimon: Active) -> None:
    """What came from the Destiny Zone goes to the trash."""
    player, before = state.players[owner], state.players[owner].deleted
    SOUND_CLEAR(state, owner, digimon)
    player.trash += tuple(card for card in player.deleted if card not in before)
    player.deleted = before


SOUND_CLEAR = knockout.clear


def never_revives(state: State, owner: int, digimon: Active) -> None:
    """Set Revival does nothing but for the points."""
    knockout.clear(state, owner, digimon)


def revives_for_nothing(state: State, owner: int, digimon: Active) -> int:
    """A KO after which a Digimon revives gives no point."""
    return 0 if digimon.revival else SOUND_WORTH(state, owner, digimon)


def by_level(state: State, owner: int, digimon: Active) -> int:
    """Set Revival does not change what a KO is worth."""
    plain = Active(digimon.cards, 0)
    return SOUND_WORTH(state, owner, plain)


SOUND_WORTH = knockout.worth


def both_discard(state: State) -> None:
    """The other player discards down to the limit as well, from the front of the hand."""
    limit = state.match.rules.hand_limit
    player = state.opponent
    player.trash += player.hand[limit:]
    player.hand = player.hand[:limit]
    ending.ask_for_discard(state)


def lingers(player: Player) -> None:
    """Boosts stay."""
    boost = player.active.boost if player.active else 0
    SOUND_END(player)
    change(player, boost=boost)


def heals(player: Player) -> None:
    """What is hurt recovers a little at the end of the turn."""
    SOUND_END(player)
    if player.active is not None:
        change(player, hp=player.active.hp + 10)


def forgets_bonuses(player: Player) -> None:
    """What is passive ends with the turn."""
    SOUND_END(player)
    change(player, bonus=0)


SOUND_END = ending.end_lingering


def same_player_again(state: State) -> None:
    """The turn does not pass."""
    ending.end_turn(state)
    state.turn = 0 if state.turn else 1


def counts_on(state: State) -> None:
    """What was put into the DP Zone still counts in the next turn."""
    racked = state.racked
    ending.end_turn(state)
    state.racked = racked


def keeps_supports(state: State, player: Player) -> None:
    """Supports go back to the hand."""
    if player.support is not None:
        player.hand += (player.support.card,)
        player.support = None
    SOUND_PUT_AWAY(state, player)


SOUND_PUT_AWAY = ending.put_away


def keeps_choices(state: State, player: Player) -> None:
    """Choices stay from turn to turn."""
    choice = player.choice
    SOUND_PUT_AWAY(state, player)
    player.choice = choice


def kept_for_the_second(state: State) -> None:
    """The reveal shows one choice alone."""
    abilities.reveal(state)
    state.opponent.choice_shown = False


def turn_player_is_latest(state: State) -> None:
    """Whatever effects have given before, the turn player's instance counts as the latest."""
    abilities.reveal(state)
    state.last_first_attack = state.turn


def shuffles_for_every_ko(state: State) -> None:
    """Every KO shuffles the deck."""
    gone = [player.active is not None and player.active.hp == 0 for player in state.players]
    knockout.knock_out(state)
    for owner in (0, 1):
        if gone[owner]:
            shuffle(state, owner)
            state.players[owner].deck = state.players[owner].deck[::-1]


FAULTS: Mapping[str, Fault] = {
    "first-attack-turn-player-latest": Fault(
        "first-attack.latest",
        "the turn player's instance counts as the latest",
        step("battle", turn_player_is_latest),
    ),
    "ko-shuffles": Fault(
        "partner.returns", "every KO shuffles the deck", step("knock-out", shuffles_for_every_ko)
    ),
    "discard-of-anybody": Fault(
        "end.hand-limit",
        "a card of anybody is discarded",
        forgiving(Discard, Reason.NOT_DISCARDED_FROM_HAND),
    ),
    **{f"no-{name}": without(name) for name in ABILITIES},
    "reveal-one": Fault("battle.reveal", "one choice alone is shown", step("battle", kept_for_the_second)),
    "jamming-spares-cross": Fault(
        "jamming.cross", "Jamming touches no ability", function(abilities, "applying", own_abilities)
    ),
    "jamming-jams-all": Fault(
        "jamming.cross", "Jamming touches every attack", function(abilities, "applying", jams_everything)
    ),
    "abilities-of-any-attack": Fault(
        "abilities.at-once",
        "abilities apply whatever was chosen",
        function(abilities, "has_ability", of_any_attack),
    ),
    "power-without-boost": Fault(
        "power.current", "what was boosted does not count", function(abilities, "power_of", power(boost=0))
    ),
    "power-without-bonus": Fault(
        "power.current", "what is passive does not count", function(abilities, "power_of", power(bonus=0))
    ),
    "triple-against-all": Fault(
        "power.tripled", "Power is tripled against everybody", function(abilities, "has_prey", tripled_always)
    ),
    "triple-for-each-type": Fault(
        "power.tripled", "Power is tripled for each type", function(abilities, "power_of", tripled_for_each)
    ),
    "counter-keeps-power": Fault(
        "counter.power", "a Counter that fails deals its Power", step("second-strike", strikes_anyway)
    ),
    "counters-strike": Fault(
        "counter.both", "of two Counters one deals damage", step("second-strike", two_counters)
    ),
    "counter-fails": Fault(
        "counter.turned", "no Counter names what is used", function(damage, "names_attack", never_names)
    ),
    "counter-of-all": Fault(
        "counter.turned", "a Counter turns every attack", function(damage, "names_attack", names_all)
    ),
    "to-zero-of-all": Fault(
        "power.current", "every attack is set to nothing", function(abilities, "names_attack", names_all)
    ),
    "other-player-first": Fault(
        "battle.first", "the other player attacks first", function(damage, "first_attacker", other_first)
    ),
    "turn-player-always-first": Fault(
        "first-attack.latest",
        "the turn player is first whatever holds",
        function(damage, "first_attacker", turn_player_always),
    ),
    "counter-may-be-first": Fault(
        "counter.second", "a Counter may be first", function(damage, "first_attacker", by_points_alone)
    ),
    "first-attack-earliest": Fault(
        "first-attack.latest", "the earlier instance counts", function(damage, "first_attacker", earliest)
    ),
    "first-attack-by-the-last": Fault(
        "first-attack.most", "instances are not counted", function(damage, "first_attacker", last_instance)
    ),
    "first-attack-two": Fault(
        "first-attack.default", "the turn player begins with more", numbers(first_attack_default=1)
    ),
    "second-strike-anyway": Fault(
        "battle.no-second", "a Digimon without HP attacks", step("second-strike", struck_anyway)
    ),
    "no-second-strike": Fault("battle.second", "there is no second attack", step("second-strike", no_second)),
    "hp-one-is-left": Fault(
        "hp.floor", "more Power than HP leaves a rest", function(damage, "strike", below_nothing)
    ),
    "half-damage": Fault("battle.damage", "half of the Power is dealt", function(damage, "strike", half)),
    "crash-for-nothing": Fault("crash.hp", "Crash costs nothing", function(damage, "strike", crash_keeps_hp)),
    "crash-leaves-more": Fault("crash.hp", "Crash leaves more HP", numbers(crash_hp=5)),
    "crash-gives-hp": Fault("crash.hp", "Crash may give HP", function(damage, "strike", crash_gives)),
    "crash-after-drain": Fault(
        "battle.crash-first", "what Crash costs comes last", function(damage, "strike", drain_first)
    ),
    "drain-in-full": Fault(
        "drain.recover", "Drain gives the whole Power", function(damage, "strike", drains_it_all)
    ),
    "drain-for-the-countered": Fault(
        "counter.turned",
        "what a turned attack gives goes to whose attack it was",
        function(damage, "strike", drains_for_its_owner),
    ),
    "shatter-without-a-hit": Fault(
        "shatter.power", "Shatter needs no hit", function(damage, "strike", shatters_anyway)
    ),
    "ko-deletes-what-is-under": Fault(
        "ko.discard", "the cards under it are out of the game", function(knockout, "clear", clears_top_alone)
    ),
    "ko-discards-dp": Fault(
        "ko.discard", "the DP Zone is discarded as well", function(knockout, "clear", clears_dp)
    ),
    "ko-returns-attachments": Fault(
        "attachments.discarded",
        "attachments come back to the hand",
        function(knockout, "clear", clears_without_attachments),
    ),
    "ko-trashes-partners": Fault(
        "partner.returns", "the Partner goes to the trash", function(knockout, "clear", clears_partners)
    ),
    "ko-trashes-destiny": Fault(
        "partner.deleted",
        "what came from the Destiny Zone goes to the trash",
        function(knockout, "clear", clears_destined),
    ),
    "ko-worth-two": Fault("ko.points", "a KO gives a point more", numbers(ko_points=1)),
    "ko-mega-worth-more": Fault("ko.mega", "a KO of a Mega gives a point more", numbers(ko_mega_points=1)),
    "revival-never": Fault("revival.set", "nothing revives", function(knockout, "revive", never_revives)),
    "revival-for-nothing": Fault(
        "revival.points",
        "a KO before a revival gives nothing",
        function(knockout, "worth", revives_for_nothing),
    ),
    "revival-as-any": Fault(
        "revival.points", "a Mega that revives is worth as before", function(knockout, "worth", by_level)
    ),
    "win-later": Fault("ko.win", "a point more is needed", numbers(ko_win=1)),
    "win-earlier": Fault("ko.win", "a point less is enough", numbers(ko_win=-1)),
    "hand-limit-more": Fault("end.hand-limit", "a card more stays in the hand", numbers(hand_limit=1)),
    "hand-limit-less": Fault("end.hand-limit", "a card less stays in the hand", numbers(hand_limit=-1)),
    "hand-limit-of-both": Fault(
        "end.hand-limit", "the other player discards as well", step("discard", both_discard)
    ),
    "boost-lingers": Fault("end.lingering", "a boost stays", function(ending, "end_lingering", lingers)),
    "hp-heals": Fault("end.hp-stays", "HP comes back", function(ending, "end_lingering", heals)),
    "bonus-ends": Fault(
        "end.passives-stay", "what is passive ends", function(ending, "end_lingering", forgets_bonuses)
    ),
    "turn-stays": Fault("end.pass", "the turn does not pass", step("clean-up", same_player_again)),
    "racked-counts-on": Fault("end.pass", "what was counted stays", step("clean-up", counts_on)),
    "supports-return": Fault(
        "end.supports", "supports come back to the hand", function(ending, "put_away", keeps_supports)
    ),
    "choices-stay": Fault("end.supports", "choices stay", function(ending, "put_away", keeps_choices)),
}
