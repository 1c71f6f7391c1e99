"""What comes before something leaves the battle area, Decoy and Armor Purge too, and where it goes."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound_testing.dcg.made_up_cards import (
    Facts,
    events,
    gain,
    numbers,
    option,
    playing,
    red,
    tamer,
)
from rulehound_testing.dcg.probe_cards import hand, offered, refusal, stack, stack_id

ANY = {"of": "opponent", "kind": ["digimon"], "count": "all"}
OWN = {"of": "me", "kind": ["digimon"], "count": "all"}


def would(*steps: Facts, happens: str = "deleted", **words: Any) -> dict[str, Any]:
    """An effect that comes before something happens to what has it, or to what `which` says."""
    which = words.pop("which", None)
    event = {"happens": happens, **({"which": which} if which else {}), **words.pop("event", {})}
    return {"timing": "would", "event": event, "steps": list(steps), **words}


def does(step: str, target: dict[str, Any], **words: Any) -> dict[str, Any]:
    """An Option that does one thing, free of cost."""
    return option({"timing": "main", "steps": [{"do": step, "target": target, **words}]}, play_cost=0)


PREVENT = {"do": "prevent"}
CARDS: dict[str, Facts] = {
    "doom": does("delete", ANY),
    "sacrifice": does("delete", OWN),
    "recall": does("put", ANY, to="hand"),
    "banish": does("put", ANY, to="deck-bottom"),
    "weaken": does("give", {**ANY}, gives={"dp": -20000}),
    "red-decoy": red(3, decoy=["red"]),
    "blue-decoy": red(3, decoy=["blue"]),
    "armoured": red(4, **{"armor-purge": True}),
    "urn": red(3, gain(1, "on-deletion")),
    "loud-decoy": red(3, gain(1, "on-deletion"), decoy=["red"]),
    "lucky": red(3, would(PREVENT, optional=True)),
    "stubborn": red(3, would(PREVENT, limit=1)),
    "anchor": red(3, would(PREVENT, happens="left-battle-area", optional=True)),
    "homing": red(3, would(PREVENT, happens="returned-to-hand", optional=True)),
    "vengeful": red(
        3,
        would(
            {"do": "delete", "target": {"of": "opponent", "kind": ["digimon"]}},
            {"do": "prevent", "target": {"role": "this"}},
            optional=True,
        ),
    ),
    "solid": red(3),
}


def struck(card: str, *theirs: Any, mine: tuple[Any, ...] = ("red-6",), edition: str = "manual-2.3") -> Game:
    """Player 0 has used an Option against player 1, who has these."""
    sides = [[stack(one) if isinstance(one, str) else one for one in side] for side in (mine, theirs)]
    game = playing(
        CARDS, {"hand": [card], "battle": sides[0]}, {"battle": sides[1]}, edition=edition, memory=5
    )
    game.apply({"action": "use", "card": hand(game)})
    return game


def left(game: Game, player: int = 1) -> list[str]:
    """What stands on top of each stack of a battle area."""
    return numbers(game, [one.cards[0] for one in game.state.players[player].battle])


def answer(game: Game, name: str = "resolve", index: int = 0) -> None:
    """Take one of the actions of this name."""
    game.apply(offered(game, name)[index])


def test_decoy_is_deleted_so_that_another_digimon_stays() -> None:
    game = struck("doom", stack("red-4", "red-3"), "red-decoy")
    assert (game.state.decision, game.state.decider) == ("would", 1)
    assert left(game) == ["red-4", "red-decoy"], "nothing has been deleted yet"
    answer(game)
    assert left(game) == ["red-4"], "the Decoy was about to be deleted itself, and is"
    assert len(game.state.players[1].battle[0].cards) == 2
    assert events(game, "decoyed", "deleted") == ["deleted", "decoyed"]


def test_decoy_may_be_declined_and_then_all_are_deleted_at_once() -> None:
    game = struck("doom", "red-4", "red-decoy", "solid")
    answer(game, "decline")
    assert left(game) == []
    assert [len(event.subjects) for event in game.state.events if event.what == "deleted"] == [3]


def test_a_decoy_saves_one_and_two_save_two() -> None:
    game = struck("doom", "red-4", "red-5", "red-decoy")
    answer(game)
    assert game.state.decision == "target", "whom to save is the player's choice"
    game.apply({"action": "target", "id": stack_id(game, 1, 1)})
    assert left(game) == ["red-5"]
    two = struck("doom", "red-4", "red-5", "red-decoy", "red-decoy")
    for _ in range(2):
        answer(two)
        while two.state.decision == "target":
            answer(two, "target")
    assert left(two) == ["red-4", "red-5"]


def test_decoy_protects_by_colour_and_never_itself() -> None:
    assert left(struck("doom", "red-4", "blue-decoy")) == []
    assert left(struck("doom", "red-decoy")) == []
    game = struck("doom", "blue-4", "blue-decoy")
    answer(game)
    assert left(game) == ["blue-4"]


@pytest.mark.parametrize("card", ["sacrifice", "weaken", "recall"])
def test_decoy_answers_to_deletions_by_the_opponents_effects_alone(card: str) -> None:
    mine = ("red-4", "red-decoy")
    game = struck(card, *mine, mine=mine)
    assert game.state.decision == "main"
    assert left(game, 0 if card == "sacrifice" else 1) == []


def test_decoy_does_not_answer_to_a_battle() -> None:
    game = playing(
        CARDS, {"battle": [stack("red-6")]}, {"battle": [stack("red-4", suspended=True), stack("red-decoy")]}
    )
    game.apply({"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)})
    assert left(game) == ["red-decoy"]


def test_effects_of_deletion_come_for_the_decoy_and_not_for_whom_it_saved() -> None:
    saved = struck("doom", "urn", "red-decoy")
    answer(saved)
    assert saved.state.memory == 5
    loud = struck("doom", "red-4", "loud-decoy")
    answer(loud)
    assert loud.state.memory == 4


def test_armor_purge_trashes_the_top_card_for_whatever_cause() -> None:
    game = struck("doom", stack("armoured", "red-3", "red-egg", suspended=True))
    answer(game)
    assert left(game) == ["red-3"]
    assert game.state.players[1].battle[0].suspended
    assert numbers(game, game.state.players[1].trash) == ["armoured"]
    assert events(game, "armor-purged", "deleted") == ["armor-purged"]


def test_armor_purge_needs_a_card_underneath_and_may_be_declined() -> None:
    assert left(struck("doom", "armoured")) == []
    game = struck("doom", stack("armoured", "red-3"))
    assert refusal(game, {"action": "accept"}) == {"turn.decider"}
    answer(game, "decline")
    assert left(game) == []
    assert len(game.state.players[1].trash) == 2


def test_armor_purge_at_no_dp_leaves_what_has_dp_again_or_dies_after_all() -> None:
    game = struck("weaken", stack("armoured", "red-3"))
    answer(game)
    assert left(game) == [], "the loss of DP lasts on what is left"
    only = playing(CARDS, {"battle": [stack("armoured", "red-6", dp_change=-5000)]}, memory=1)
    answer(only)
    assert left(only, 0) == ["red-6"]


def test_an_armor_purge_leaves_nothing_of_level_2_in_the_battle_area() -> None:
    game = struck("doom", stack("armoured", "red-egg"))
    answer(game)
    assert left(game) == []
    assert events(game, "deleted") == [], "what has no DP is trashed, which is no deletion"
    assert len(game.state.players[1].trash) == 2


def test_one_effect_comes_once_in_a_chain_of_deletions() -> None:
    """Each Digimon answers its own deletion by deleting the other: it ends, and with the first one's end."""
    game = struck("doom", "vengeful", mine=("vengeful",))
    assert (game.state.decision, game.state.decider) == ("would", 1)
    answer(game)
    assert (game.state.decision, game.state.decider) == ("would", 0), (
        "the other one is about to be deleted now"
    )
    answer(game)
    assert (left(game, 0), left(game, 1)) == (["vengeful"], []), "its answer has been used in this chain"


def test_what_was_used_before_something_within_is_used_up_for_the_whole() -> None:
    """The saver saves the Digimon whose deletion is the price, and then has nothing left for itself."""
    anybody = {"of": "both", "kind": ["digimon"]}
    cards = {**CARDS, "saver": red(3, would(PREVENT, which=anybody, optional=True))}
    theirs = {"battle": [stack("vengeful"), stack("saver")]}
    game = playing(cards, {"hand": ["doom"], "battle": [stack("red-6")]}, theirs)
    game.apply({"action": "use", "card": hand(game)})
    assert len(offered(game, "resolve")) == 2
    answer(game)
    assert len(offered(game, "resolve")) == 1, "the deletion of the other side's Digimon can be prevented"
    answer(game)
    assert (left(game, 0), left(game)) == (["red-6"], ["vengeful"])


def test_an_effect_with_a_cost_may_be_left_out() -> None:
    paying = would(PREVENT, cost=[{"do": "put", "target": {"area": "hand", "count": 1}, "to": "trash"}])
    for cards_in_hand, asked in ((1, True), (0, False)):
        game = playing(
            {**CARDS, "buyer": red(3, paying)},
            {"hand": ["doom"], "battle": [stack("red-6")]},
            {"battle": [stack("buyer")], "hand": ["red-3"] * cards_in_hand},
        )
        game.apply({"action": "use", "card": hand(game)})
        assert (game.state.decision == "would") == asked
        if asked:
            other = game.clone()
            answer(other, "decline")
            assert (left(other), len(other.state.players[1].hand)) == ([], 1)
            answer(game)
        assert left(game) == (["buyer"] if asked else [])
        assert game.state.players[1].hand == ()


def test_an_effect_comes_anew_in_another_chain() -> None:
    game = struck("doom", "lucky")
    answer(game)
    assert left(game) == ["lucky"]
    game.effect({"effect": "delete", "target": stack_id(game, 1)})
    assert game.state.decision == "would"
    answer(game)
    assert left(game) == ["lucky"]


def test_what_must_come_before_just_comes_and_cannot_be_declined() -> None:
    game = struck("doom", "stubborn")
    assert (game.state.decision, left(game)) == ("main", ["stubborn"])
    both = struck("doom", "stubborn", "red-4", "red-decoy")
    assert [action["action"] for action in offered(both, "decline")] == []
    assert refusal(both, {"action": "decline"}) == {"effects.optional"}
    assert refusal(both, {"action": "resolve", "effect": "e99"}) == {"effects.order"}


def test_the_turn_player_is_asked_first() -> None:
    mutual = playing(
        {**CARDS, "quake": does("delete", {"of": "both", "kind": ["digimon"], "count": "all"})},
        {"hand": ["quake"], "battle": [stack("lucky")]},
        {"battle": [stack("lucky")]},
    )
    mutual.apply({"action": "use", "card": hand(mutual)})
    asked = []
    while mutual.state.decision == "would":
        asked.append(mutual.state.decider)
        answer(mutual, "decline")
    assert asked == [0, 1]
    assert (left(mutual, 0), left(mutual, 1)) == ([], [])


@pytest.mark.parametrize(
    ("card", "who", "asked"),
    [
        ("doom", "anchor", True),
        ("recall", "anchor", True),
        ("banish", "anchor", True),
        ("recall", "homing", True),
        ("banish", "homing", False),
        ("doom", "homing", False),
        ("recall", "lucky", False),
    ],
)
def test_what_comes_before_leaving_comes_before_every_way_to_leave(card: str, who: str, asked: bool) -> None:
    game = struck(card, who)
    assert (game.state.decision == "would") == asked
    if asked:
        answer(game)
    assert left(game) == ([who] if asked else [])


@pytest.mark.parametrize(
    ("forbidden", "card", "stays"),
    [
        ("deletion-by-effect", "doom", True),
        ("deletion-in-battle", "doom", False),
        ("return-to-hand", "recall", True),
        ("return-to-deck", "banish", True),
        ("return-to-deck", "recall", False),
        ("deletion-by-effect", "weaken", False),
    ],
)
def test_what_cannot_happen_to_something_is_not_about_to(forbidden: str, card: str, stays: bool) -> None:
    lasting = [{"gives": {"cannot": [forbidden]}, "until": "turn-end", "player": 1}]
    game = struck(card, stack("solid", lasting=lasting))
    assert left(game) == (["solid"] if stays else [])
    assert ("about-to-be-deleted" in events(game)) == (card in {"doom", "weaken"} and not stays)


@pytest.mark.parametrize(("card", "area"), [("recall", "hand"), ("banish", "deck")])
def test_what_is_returned_goes_without_the_cards_underneath(card: str, area: str) -> None:
    game = struck(card, stack("red-4", "red-3", "red-egg"))
    pile = numbers(game, getattr(game.state.players[1], area))
    assert pile[-1] == "red-4"
    assert numbers(game, game.state.players[1].trash) == ["red-3", "red-egg"]
    assert "deleted" not in events(game)
    assert "left-battle-area" in events(game)


@pytest.mark.parametrize(
    ("edition", "card", "area", "place"),
    [
        ("manual-2.3", "recall", "hand", -1),
        ("comprehensive-4.0", "recall", "egg_deck", -1),
        ("manual-2.3", "banish", "deck", -1),
        ("comprehensive-4.0", "banish", "egg_deck", -1),
        ("comprehensive-4.0", "lift", "egg_deck", 0),
        ("comprehensive-4.0", "shield", "egg_deck", -1),
        ("manual-2.3", "shield", "security", 0),
    ],
)
def test_a_digi_egg_that_is_returned_goes_where_the_edition_says(
    edition: str, card: str, area: str, place: int
) -> None:
    """A Digi-Egg stays in the battle area only within an effect, so that one does two things."""
    top = {"recall": "hand", "banish": "deck-bottom", "lift": "deck-top", "shield": "security-top"}[card]
    digimon = {"of": "opponent", "count": 1}
    steps = [
        {"do": "trash-top", "target": digimon},
        {"do": "put", "target": digimon, "to": top},
    ]
    cards = {"both": option({"timing": "main", "steps": steps}, play_cost=0)}
    game = playing(
        cards,
        {"hand": ["both"], "battle": [stack("red-6")]},
        {"battle": [stack("red-3", "blue-egg")], "egg_deck": 2, "security": 2},
        edition=edition,
    )
    game.apply({"action": "use", "card": hand(game)})
    assert numbers(game, getattr(game.state.players[1], area))[place] == "blue-egg"
    told = [what for what in events(game) if what.startswith(("returned-to", "put-into"))]
    assert bool(told) == (edition == "manual-2.3"), "nothing waits for what has not come there"
    assert numbers(game, game.state.players[1].trash) == ["red-3"]


def test_a_token_vanishes_however_it_leaves() -> None:
    making = {"do": "token", "name": "Puppet", "dp": 3000}
    cards = {"maker": tamer({"timing": "on-play", "steps": [making]})}
    for step in ({"do": "delete"}, {"do": "put", "to": "hand"}, {"do": "put", "to": "deck-top"}):
        ending = option({"timing": "main", "steps": [{**step, "target": {"token": True}}]}, play_cost=0)
        game = playing({**cards, "ending": ending}, {"hand": ["maker", "ending"]}, memory=9)
        game.apply({"action": "play", "card": hand(game)})
        (token,) = (one for one in game.state.players[0].battle if one.token)
        deck = game.state.players[0].deck
        game.apply({"action": "use", "card": hand(game)})
        mine = game.state.players[0]
        assert not any(one.token for one in mine.battle)
        assert (mine.hand, mine.deck, numbers(game, mine.trash)) == ((), deck, ["ending"])
        (gone,) = (event for event in game.state.events if event.what == "left-battle-area")
        assert gone.subjects == (token.id,)
        assert not {"returned-to-hand", "returned-to-deck"} & set(events(game)), "it has not come there"


def test_all_that_is_deleted_together_is_told_together_with_what_it_was() -> None:
    game = struck("doom", stack("red-4", "red-3"), "solid")
    (deleted,) = (event for event in game.state.events if event.what == "deleted")
    assert [numbers(game, one.cards) for one in deleted.stacks] == [["red-4", "red-3"], ["solid"]]
    assert (deleted.cause, deleted.player) == ("effect", 0)


def test_a_game_that_waits_in_the_middle_of_a_deletion_is_saved() -> None:
    game = struck("doom", "red-4", "red-decoy")
    again = Game.restore(game.save())
    assert again == game
    for each in (game, again):
        answer(each)
    assert again == game
    assert left(again) == ["red-4"]


def mourned(*theirs: Any, **cards: Facts) -> Game:
    """A deletion of all that player 1 has, beside a Tamer that draws before each deletion of its side."""
    mourning = would({"do": "draw", "count": 1}, which={"of": "me", "kind": ["digimon"]})
    known = {**CARDS, "mourner": tamer(mourning), **cards}
    game = playing(
        known,
        {"hand": ["doom"], "battle": [stack("red-6")]},
        {"battle": [*(stack(one) if isinstance(one, str) else one for one in theirs), stack("mourner")]},
        memory=5,
    )
    game.apply({"action": "use", "card": hand(game)})
    return game


def test_what_triggered_with_the_effect_that_saves_comes_after_it() -> None:
    game = mourned("stubborn")
    assert game.state.decision == "would"
    assert len(offered(game, "resolve")) == 2
    answer(game)
    assert events(game, "prevented", "drawn") == ["prevented", "drawn"]
    assert left(game) == ["stubborn", "mourner"]


def test_an_optional_one_is_still_asked_about_once_all_are_saved() -> None:
    game = mourned("stubborn", "lucky")
    answer(game)
    answer(game, index=1)
    assert (game.state.decision, len(offered(game, "resolve"))) == ("would", 1)
    answer(game)
    assert left(game) == ["stubborn", "lucky", "mourner"]


def test_decoy_and_armor_purge_are_not_asked_about_with_nothing_left_to_save() -> None:
    firm = red(3, would(PREVENT), decoy=["red"], **{"armor-purge": True})
    game = mourned(stack("firm", "red-3"), firm=firm)
    answer(game)
    assert (game.state.decision, left(game)) == ("main", ["firm", "mourner"])
    assert events(game, "prevented", "armor-purged", "drawn") == ["prevented", "drawn"]


def test_what_comes_into_play_before_a_deletion_has_not_triggered_with_it() -> None:
    calling = would({"do": "play", "target": {"area": "hand", "kind": ["tamer"]}})
    late = tamer(would({"do": "draw", "count": 1}, which={"of": "me", "kind": ["digimon"]}))
    game = playing(
        {**CARDS, "caller": red(3, calling), "late": late},
        {"hand": ["doom"], "battle": [stack("red-6")]},
        {"battle": [stack("caller")], "hand": ["late"]},
        memory=5,
    )
    game.apply({"action": "use", "card": hand(game)})
    assert left(game) == ["late"]
    assert events(game, "drawn") == []


def test_a_keyword_that_is_lost_before_its_turn_comes_is_not_used() -> None:
    robbing = would(
        {"do": "de-digivolve", "target": OWN, "count": 1}, which={"of": "me", "kind": ["digimon"]}
    )
    game = playing(
        {**CARDS, "robber": tamer(robbing)},
        {"hand": ["doom"], "battle": [stack("red-6")]},
        {"battle": [stack("armoured", "red-3"), stack("robber")]},
        memory=5,
    )
    game.apply({"action": "use", "card": hand(game)})
    answer(game)
    assert (game.state.decision, left(game)) == ("main", ["robber"])


def test_what_saves_from_the_rules_comes_again_at_the_next_check_as_long_as_it_can_be_paid() -> None:
    paying = would(PREVENT, cost=[{"do": "put", "target": {"area": "under"}, "to": "trash"}])
    cards = {**CARDS, "hardy": red(3, paying)}
    game = playing(cards, {"battle": [stack("hardy", "red-egg", "red-egg", dp_change=-3000), stack("solid")]})
    answer(game)
    answer(game, "target")
    assert (game.state.decision, len(game.state.players[0].battle[0].cards)) == ("would", 2)
    answer(game)
    assert left(game, 0) == ["solid"], "nothing is left to pay with at the third check"


def test_what_saves_from_the_rules_for_ever_without_a_choice_is_a_loop() -> None:
    cards = {**CARDS, "undying": red(3, would(PREVENT))}
    game = playing(cards, {"battle": [stack("undying", dp_change=-3000), stack("solid")]})
    assert (game.over, game.state.winner, game.state.ended_by) == (True, None, "endless-loop")
