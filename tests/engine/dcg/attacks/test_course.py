"""What comes between the declaration of an attack and its end: reactions, blocks, changed targets."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.editions import EDITIONS
from rulehound_testing.dcg.made_up_cards import Facts, events, gain, playing, red, tamer
from rulehound_testing.dcg.probe_cards import offered, refusal, stack, stack_id

ONE_TIMING = ("detailed-1.0", "manual-2.3", "chapter-7")
"""Editions in which reactions and blocks are of one timing, after the effects of the declaration."""

SUSPENDED = {"of": "opponent", "kind": ["digimon"], "suspended": True}


def attack(game: Game, target: str = "player", index: int = 0) -> list[tuple[str, int | None]]:
    """Attack with one of player 0's stacks, and aim where that is a choice of its own.

    What has happened, with who did it.
    """
    attacker = stack_id(game, 0, index)
    late = game.state.match.rules.attack_target_when == "after-effects" and not game.state.match.plain
    game.apply({"action": "attack", "attacker": attacker, "target": "" if late else target})
    told = done_by(game)
    if game.state.decision == "attack":
        game.apply({"action": "attack", "attacker": attacker, "target": target})
        told += done_by(game)
    return told


def when_attacked(*steps: Facts, **words: Any) -> dict[str, Any]:
    """An effect that waits for the opponent's attacks."""
    event = {"happens": "attacks", "which": {"of": "opponent"}}
    return {"timing": "when", "event": event, "steps": list(steps), **words}


def done_by(game: Game, *names: str) -> list[tuple[str, int | None]]:
    """What has happened, of these names or all, and who did it."""
    return [(event.what, event.player) for event in game.state.events if not names or event.what in names]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_turn_players_effects_of_the_attack_come_before_the_reactions(edition: str) -> None:
    waiting = {"happens": "memory-gained", "which": {"of": "me"}}
    derived = {**gain(1, "when"), "event": waiting, "limit": 1}
    cards = {
        "chain": red(4, gain(1, "when-attacking"), derived),
        "guard": tamer(when_attacked({"do": "draw", "count": 1})),
    }
    game = playing(cards, {"battle": [stack("chain")]}, {"battle": [stack("guard")]}, edition=edition)
    told = [one for one in attack(game) if one[0] in ("memory", "drawn")]
    assert told == [("memory", 0), ("memory", 0), ("drawn", 1)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_reaction_is_lost_with_the_attacker_only_where_that_ends_the_attack(edition: str) -> None:
    cards = {
        "bold": red(4, {"timing": "when-attacking", "steps": [{"do": "delete", "target": {"role": "this"}}]}),
        "guard": tamer(when_attacked({"do": "draw", "count": 1})),
    }
    game = playing(cards, {"battle": [stack("bold")]}, {"battle": [stack("guard")]}, edition=edition)
    told = attack(game)
    assert game.state.attack is None
    assert len(game.state.players[1].security) == 2
    assert (("drawn", 1) in told) == (edition not in ONE_TIMING)


def test_a_reaction_may_be_gained_after_the_declaration() -> None:
    """At the declaration the guard has no such effect; at reaction timing it has."""
    reaction = when_attacked({"do": "draw", "count": 1})
    gives = {"effects": [reaction]}
    lend = {"do": "give", "target": {"of": "opponent"}, "gives": gives, "until": "turn-end"}
    cards = {"fool": red(4, {"timing": "when-attacking", "steps": [lend]}), "guard": tamer()}
    drawn = {}
    for edition in ("manual-2.3", "comprehensive-4.0"):
        game = playing(cards, {"battle": [stack("fool")]}, {"battle": [stack("guard")]}, edition=edition)
        drawn[edition] = attack(game).count(("drawn", 1))
    assert drawn == {"manual-2.3": 1, "comprehensive-4.0": 0}


def test_a_blocker_suspended_by_an_effect_of_the_attack_cannot_block() -> None:
    suspending = {"timing": "when-attacking", "steps": [{"do": "suspend", "target": {"of": "opponent"}}]}
    game = playing(
        {"hypnotist": red(4, suspending)},
        {"battle": [stack("hypnotist")]},
        {"battle": [stack("blue-3-blocker")]},
    )
    attack(game)
    assert game.state.decision == "main"
    assert len(game.state.players[1].security) == 1


@pytest.mark.parametrize(
    ("lasting", "why"),
    [
        ({"cannot": ["block"]}, {"effects.forbidden"}),
        ({"cannot": ["suspend"]}, {"effects.forbidden"}),
        ({"cannot": ["attack"]}, set()),
    ],
)
def test_what_an_effect_forbids_the_blocker(lasting: dict[str, Any], why: set[str]) -> None:
    barred = stack("blue-3-blocker", lasting=[{"gives": lasting, "until": "turn-end", "player": 0}])
    game = playing({}, {"battle": [stack("red-4")]}, {"battle": [barred, stack("blue-4-blocker")]})
    attack(game)
    assert refusal(game, {"action": "block", "blocker": stack_id(game, 1)}) == why
    assert len(offered(game, "block")) == (1 if why else 2)


def test_what_is_attacked_does_not_block() -> None:
    """Only an effect could have stood the target up again, so it has."""
    rousing = {
        "timing": "when-attacking",
        "steps": [{"do": "unsuspend", "target": {"of": "opponent", "suspended": True}}],
    }
    theirs = [stack("blue-3-blocker", suspended=True), stack("blue-4-blocker")]
    game = playing({"herald": red(4, rousing)}, {"battle": [stack("herald")]}, {"battle": theirs})
    attack(game, stack_id(game, 1))
    assert not game.state.players[1].battle[0].suspended
    assert refusal(game, {"action": "block", "blocker": stack_id(game, 1)}) == {"block.switches"}
    assert [action["blocker"] for action in offered(game, "block")] == [stack_id(game, 1, 1)]


def test_blocker_may_be_gained_and_lasts_as_long_as_it_is_given() -> None:
    game = playing({}, {"battle": [stack("red-6")]}, {"battle": [stack("blue-3", keywords=["blocker"])]})
    attack(game)
    game.apply({"action": "block", "blocker": stack_id(game, 1)})
    assert game.state.players[1].battle == ()


def test_a_block_sets_off_what_waits_for_it_before_the_battle() -> None:
    waiting = {
        "hunter": red(4, {**gain(3, "when"), "event": {"happens": "blocked"}}),
        "wall": red(6, {**gain(1, "when"), "event": {"happens": "blocks"}}, blocker=True),
    }
    game = playing(waiting, {"battle": [stack("hunter")]}, {"battle": [stack("wall")]})
    attack(game)
    game.apply({"action": "block", "blocker": stack_id(game, 1)})
    assert [
        what for what in events(game) if what in ("suspended", "blocks", "blocked", "memory", "deleted")
    ] == [
        "suspended",
        "blocks",
        "blocked",
        "memory",
        "memory",
        "deleted",
    ]
    assert game.state.memory == 2


def test_a_block_changes_the_target() -> None:
    judge = tamer({**gain(2, "when"), "event": {"happens": "attack-target-changed", "which": {"of": "me"}}})
    theirs = {"battle": [stack("blue-3-blocker")]}
    game = playing({"judge": judge}, {"battle": [stack("red-4"), stack("judge")]}, theirs)
    attack(game)
    assert game.state.memory == 0
    game.apply({"action": "block", "blocker": stack_id(game, 1)})
    assert game.state.memory == 2


def test_an_attack_on_a_digimon_is_no_block() -> None:
    waiting = {"hunter": red(6, {**gain(1, "when"), "event": {"happens": "blocked"}})}
    game = playing(waiting, {"battle": [stack("hunter")]}, {"battle": [stack("blue-3", suspended=True)]})
    attack(game, stack_id(game, 1))
    assert game.state.memory == 0


def test_an_effect_may_switch_the_target_but_not_without_the_attacker() -> None:
    switching = {"do": "change-target", "target": {"kind": ["digimon"]}}
    cards = {"decoyer": tamer(when_attacked(switching)), "guard": red(6)}
    game = playing(
        cards, {"battle": [stack("red-4")]}, {"battle": [stack("decoyer"), stack("guard")], "security": 2}
    )
    attack(game)
    assert game.state.players[0].battle == (), "it has met the guard"
    assert "attack-target-changed" in events(game)
    assert len(game.state.players[1].security) == 2


def test_a_target_is_switched_to_another_one_alone() -> None:
    switching = {"do": "change-target", "target": SUSPENDED}
    cards = {"herald": red(6, {"timing": "when-attacking", "steps": [switching]})}
    theirs = {"battle": [stack("blue-3", suspended=True)]}
    game = playing(cards, {"battle": [stack("herald"), stack("herald")]}, theirs)
    other = game.clone()
    attack(game)
    assert "attack-target-changed" in events(game)
    assert game.state.players[1].battle == ()
    attack(other, stack_id(other, 1))
    assert "attack-target-changed" not in events(other)


def test_without_its_attacker_an_attack_is_not_switched() -> None:
    steps = [{"do": "delete", "target": {"role": "this"}}, {"do": "change-target", "target": SUSPENDED}]
    cards = {"bold": red(6, {"timing": "when-attacking", "steps": steps})}
    theirs = {"battle": [stack("blue-3", suspended=True)]}
    game = playing(cards, {"battle": [stack("bold")]}, theirs, edition="comprehensive-4.0")
    attack(game)
    assert "attack-target-changed" not in events(game)


@pytest.mark.parametrize(("edition", "told"), [("manual-2.3", []), ("comprehensive-4.0", ["counter-timing"])])
def test_what_is_left_of_an_attack_whose_attacker_has_gone(edition: str, told: list[str]) -> None:
    dying = {"timing": "when-attacking", "steps": [{"do": "delete", "target": {"role": "this"}}]}
    game = playing({"bold": red(4, dying)}, {"battle": [stack("bold")]}, edition=edition)
    attack(game)
    assert events(game, "counter-timing") == told
    assert (game.state.attack, len(game.state.players[1].security)) == (None, 2)


def test_an_effect_may_end_the_attack() -> None:
    cards = {"truce": tamer(when_attacked({"do": "end-attack"})), "drummer": red(4, gain(1, "end-of-attack"))}
    game = playing(
        cards, {"battle": [stack("drummer")]}, {"battle": [stack("truce"), stack("blue-3-blocker")]}
    )
    attack(game)
    game.apply(offered(game, "resolve")[0])
    assert (game.state.decision, game.state.attack, game.state.memory) == ("main", None, 1)
    assert len(game.state.players[1].security) == 2


def test_an_attack_that_is_ended_in_a_check_checks_and_battles_no_more() -> None:
    truce = red(6, {"timing": "security", "steps": [{"do": "end-attack"}]})
    game = playing(
        {"truce": truce}, {"battle": [stack("red-4-twice")]}, {"security": ["truce", "blue-3", "blue-3"]}
    )
    attack(game)
    assert len(game.state.players[0].battle) == 1, "it has not met the 11000"
    assert len(game.state.players[1].security) == 2
    assert (len(game.state.players[1].trash), game.state.players[1].revealed) == (1, ())
    assert game.state.attack is None


def test_an_attack_that_is_ended_by_a_deletion_in_battle_pierces_nothing() -> None:
    urn = red(3, {"timing": "on-deletion", "steps": [{"do": "end-attack"}]})
    cards = {"urn": urn, "spear": red(4, piercing=True)}
    game = playing(cards, {"battle": [stack("spear")]}, {"battle": [stack("urn", suspended=True)]})
    attack(game, stack_id(game, 1))
    assert (len(game.state.players[1].security), game.state.attack) == (2, None)


def test_end_of_attack_is_the_last_thing_of_the_attack() -> None:
    game = playing(
        {"drummer": red(4, gain(1, "end-of-attack"))}, {"battle": [stack("drummer"), stack("red-3")]}
    )
    attack(game)
    assert events(game, "memory", "security-checked", "end-of-attack") == [
        "security-checked",
        "end-of-attack",
        "memory",
    ]
    attack(game, index=1)
    assert game.state.memory == 1, "another Digimon's attack is none of its own"


def test_end_of_attack_does_not_come_for_who_has_lost_and_was_saved() -> None:
    cards = {
        "purged": red(3, **{"armor-purge": True}),
        "drummer": red(3, gain(1, "end-of-attack")),
        "jammer": red(3, gain(1, "end-of-attack"), jamming=True, security_attack=1),
    }
    mine = [stack("purged", "drummer"), stack("jammer"), stack("jammer")]
    theirs = {"battle": [stack("blue-6", suspended=True)], "security": ["blue-4", "low", "low", "low"]}
    game = playing(cards, {"battle": mine}, theirs)
    attack(game, stack_id(game, 1))
    game.apply(offered(game, "resolve")[0])
    assert (len(game.state.players[0].battle), game.state.memory) == (3, 0)
    attack(game, index=1)
    assert (len(game.state.players[1].security), game.state.memory) == (2, 0), (
        "it has lost one of two battles"
    )
    attack(game, index=2)
    assert game.state.memory == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_end_of_attack_comes_for_who_has_lost_and_is_still_there_in_the_latest_edition(edition: str) -> None:
    drummer = red(3, gain(2, "end-of-attack"), jamming=True)
    game = playing(
        {"drummer": drummer}, {"battle": [stack("drummer")]}, {"security": ["blue-6"]}, edition=edition
    )
    attack(game)
    assert events(game, "end-of-attack") == ["end-of-attack"] * (edition == "comprehensive-4.0")


@pytest.mark.parametrize(("target", "comes"), [("blue-3", True), ("blue-4", False), ("blue-6", False)])
def test_end_of_attack_does_not_come_for_who_has_lost(target: str, comes: bool) -> None:
    game = playing(
        {"drummer": red(4, gain(1, "end-of-attack"))},
        {"battle": [stack("drummer")]},
        {"battle": [stack(target, suspended=True)]},
    )
    attack(game, stack_id(game, 1))
    assert game.state.memory == comes


def test_what_lasts_for_the_attack_ends_with_it_and_what_lasts_for_the_battle_before() -> None:
    def boost(until: str) -> dict[str, Any]:
        return {"do": "give", "target": {"role": "this"}, "gives": {"dp": 1000}, "until": until}

    boosted = {"dp_at_least": 6000, "dp_at_most": 6000}
    watching = {
        "timing": "end-of-attack",
        "steps": [{"do": "draw", "count": {"which": boosted}}],
    }
    boosting = {"timing": "when-attacking", "steps": [boost("attack-end"), boost("battle-end")]}
    game = playing(
        {"runner": red(4, boosting, watching)},
        {"battle": [stack("runner")], "deck": 5},
        {"battle": [stack("blue-5", suspended=True, dp_change=-500)]},
    )
    attack(game, stack_id(game, 1))
    assert game.state.players[1].battle == (), "7000 beat 6500"
    assert ("drawn", 0) in done_by(game, "drawn"), "6000 are left for the end of the attack"
    assert game.observe()["players"][0]["battle"][0]["dp"] == 5000


@pytest.mark.parametrize("edition", EDITIONS)
def test_block_and_reactions_of_one_timing_come_in_any_order(edition: str) -> None:
    cards = {
        "guard": tamer(when_attacked({"do": "draw", "count": 1})),
        "herald": tamer(when_attacked({"do": "memory", "amount": 1})),
    }
    rich = {"happens": "memory-gained", "which": {"of": "me"}}
    cards["richer"] = tamer({"timing": "when", "event": rich, "steps": [{"do": "recovery"}]})
    theirs = [stack("guard"), stack("herald"), stack("richer"), stack("blue-6-blocker")]
    game = playing(cards, {"battle": [stack("red-4")]}, {"battle": theirs}, memory=5, edition=edition)
    attack(game)
    if edition not in ONE_TIMING:
        assert game.state.decision == "order"
        assert offered(game, "block") == []
        return
    assert (game.state.decision, game.state.decider) == ("block", 1)
    assert [len(offered(game, name)) for name in ("block", "resolve", "no-block")] == [1, 2, 1]
    late, never = game.clone(), game.clone()
    game.apply(offered(game, "block")[0])
    assert game.state.decision == "order", "both reactions still come"
    game.apply(offered(game, "resolve")[1])
    assert events(game, "memory", "drawn", "deleted") == ["memory", "drawn", "deleted"]
    late.apply(offered(late, "resolve")[1])
    assert events(late, "memory", "recovered") == ["memory", "recovered"], (
        "what derives from it is not put off"
    )
    assert [len(offered(late, name)) for name in ("block", "resolve", "no-block")] == [1, 1, 1]
    late.apply(offered(late, "resolve")[0])
    assert [len(offered(late, name)) for name in ("block", "resolve", "no-block")] == [1, 0, 1]
    late.apply(offered(late, "block")[0])
    assert late.state.players[0].battle == ()
    never.apply({"action": "no-block"})
    assert never.state.decision == "order"
    never.apply(offered(never, "resolve")[0])
    assert never.state.decision == "main", "it is not asked again"
    assert len(never.state.players[1].security) == 2, "one more, and one checked"


@pytest.mark.parametrize(("checked", "left"), [("blue-3", 6000), ("blue-option", 7000), ("blue-tamer", 7000)])
def test_what_lasts_for_a_battle_ends_with_one_against_security(checked: str, left: int) -> None:
    """At the end of the attack it is counted how many Digimon have so much DP; after it nothing lasts."""
    gives = [
        {"do": "give", "target": {"role": "this"}, "gives": {"dp": 1000}, "until": until}
        for until in ("attack-end", "battle-end")
    ]
    exactly = {"which": {"dp_at_least": left, "dp_at_most": left}}
    counting = {"timing": "end-of-attack", "steps": [{"do": "memory", "amount": exactly}]}
    runner = red(4, {"timing": "when-attacking", "steps": gives}, counting)
    game = playing({"runner": runner}, {"battle": [stack("runner")]}, {"security": [checked, "blue-3"]})
    attack(game)
    assert game.state.memory == 1
    assert game.observe()["players"][0]["battle"][0]["dp"] == 5000


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_attacked_is_what_was_declared(edition: str) -> None:
    """11000 come of attacking a Digimon, which a block does not turn an attack on the player into."""
    keen = {"timing": "continuous", "gives": {"dp": 6000}, "if": {"attack_on": "digimon"}}
    cards = {"keen": red(4, keen)}
    theirs = {"battle": [stack("blue-5", suspended=True), stack("blue-6-blocker", dp_change=-500)]}
    game = playing(cards, {"battle": [stack("keen"), stack("keen")]}, theirs, edition=edition)
    attack(game, stack_id(game, 1))
    game.apply({"action": "block", "blocker": stack_id(game, 1, 1)})
    assert [len(player.battle) for player in game.state.players] == [2, 1], "it has beaten the blocker"
    other = playing(cards, {"battle": [stack("keen")]}, theirs, edition=edition)
    attack(other)
    other.apply({"action": "block", "blocker": stack_id(other, 1, 1)})
    assert [len(player.battle) for player in other.state.players] == [0, 2]
