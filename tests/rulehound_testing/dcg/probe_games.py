"""Games of the bundled probe cards: how they are played, what holds in them, which mechanics they reach."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeAlias, get_args

import msgspec

from rulehound.engine.dcg import Game, IllegalAction, Reason, flow
from rulehound.engine.dcg.actions import (
    Action,
    Block,
    DeclareAttack,
    Digivolve,
    DnaDigivolve,
    PlaceMaterial,
    SuspendFor,
)
from rulehound.engine.dcg.editions import EDITIONS
from rulehound.engine.dcg.effects import keywords
from rulehound.engine.dcg.effects.continuous import dp_of, has
from rulehound.engine.dcg.effects.language import DeDigivolve, DigiBurst, Draw, Recovery
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.state import Decision, State, facts_of, in_battle, owner_of, position_of
from rulehound.engine.dcg.tasks import Frame, Shown
from rulehound.spec.dcg import decks
from rulehound.spec.dcg.cards import load
from rulehound.spec.formats import Setup
from rulehound_testing.dcg.effect_words import RARE, STEPS, VOCABULARIES

VALUES = {"deck.size": 50, "deck.copies": 4, "egg-deck.max": 5, "egg-deck.copies": 4}
NEW_EDITIONS = ("manual-2.3", "chapter-7", "comprehensive-4.0")
"""Those that know every mechanic but Assembly, which the last two know."""


Shows: TypeAlias = Callable[[State, Action, State], bool]
"""Whether an action, taken in one state and leading to another, shows a mechanic."""


def setup(seed: int, edition: str = "manual-2.3", wanted: Sequence[str] | None = None) -> Setup:
    """Decks of probe cards from a seed, of those with these numbers alone where it is said."""
    return msgspec.structs.replace(decks.probe_setup(seed, VALUES, wanted), edition=edition)


def swarm(chance: random.Random) -> list[str]:
    """About half of the probe cards: what a game leaves out makes the rest of it the likelier."""
    return [card.number for card in load("probe") if chance.random() < 1 / 2]


def name_of(action: Action) -> str:
    """What an action is called in JSON."""
    return str(type(action).__struct_config__.tag)


def guided(actions: Sequence[Action], taken: Counter[str], chance: random.Random) -> Action:
    """One of the actions: one kind is the likelier, the seldomer it has been taken."""
    kinds = sorted({name_of(action) for action in actions})
    kind = chance.choices(kinds, [1 / (1 + taken[f"action {kind}"]) for kind in kinds])[0]
    return chance.choice([action for action in actions if name_of(action) == kind])


def stacks(player: Player) -> Iterator[Stack]:
    """Everything that a player has in play."""
    yield from player.battle
    if player.breeding is not None:
        yield player.breeding


def piles(player: Player) -> Iterator[tuple[str, ...]]:
    """Everything that a player has, pile by pile; tokens are no cards."""
    yield from (player.hand, player.deck, player.security, player.egg_deck, player.trash, player.revealed)
    yield from (stack.cards for stack in stacks(player) if not stack.token)


def cards(state: State) -> Counter[str]:
    """How often each card is anywhere."""
    return Counter(card for player in state.players for pile in piles(player) for card in pile)


def sound(state: State) -> None:
    """What holds in every state in which somebody decides, or nobody does any more."""
    assert cards(state) == Counter(state.match.numbers.keys())
    for owner, player in enumerate(state.players):
        assert all(owner_of(card) == owner for pile in piles(player) for card in pile)
        assert all(len(stack.cards) == 1 and "#" in stack.cards[0] for stack in player.battle if stack.token)
        assert player.breeding is None or (
            not player.breeding.token and facts_of(state, player.breeding).is_digimon
        )
    names = [stack.id for player in state.players for stack in stacks(player)]
    assert len(set(names)) == len(names)
    assert abs(state.memory) <= state.match.rules.memory_max
    assert (state.decision is None) == (state.decider is None) == (state.phase == "over")
    assert (state.ended_by is not None) == (state.phase == "over")
    assert (state.winner is None) == (state.ended_by in (None, "endless-loop"))
    if state.decision in ("main", "breeding"):
        assert (state.now, state.fresh, state.pending, state.attack) == ((), (), (), None)
        assert not any(state.triggered)
        assert state.memory >= 0
        assert state.decider == state.turn
        settled(state)


def settled(state: State) -> None:
    """What rule processing leaves in the battle areas."""
    for player in state.players:
        assert not player.revealed
        for stack in player.battle:
            if facts_of(state, stack).is_digimon:
                dp = dp_of(state, stack)
                assert dp != 0
                assert dp is not None or state.match.rules.battle_level_2 == "level"


MECHANICS: frozenset[str] = frozenset(
    {f"timing {word}" for word in VOCABULARIES["Timing"] if word != "continuous"}
    | {f"step {tag}" for tag in STEPS} - RARE
    | {f"event {word}" for word in VOCABULARIES["Happening"]}
    | {f"decision {word}" for word in get_args(Decision)}
    | {f"action {action.__struct_config__.tag}" for action in get_args(Action)}
    | {f"keyword {word}" for word in VOCABULARIES["Keyword"]}
    | {"dna", "digixros", "assembly", "token", "dual colours", "special requirement"}
)
"""Everything that games of probe cards are to reach."""


KEYWORD_EFFECTS = {
    keywords.RETALIATION_INDEX: "keyword retaliation",
    keywords.ARMOR_PURGE_INDEX: "keyword armor-purge",
    keywords.DECOY_INDEX: "keyword decoy",
}
KEYWORD_STEPS: Mapping[type, str] = {
    DigiBurst: "keyword digi-burst",
    Recovery: "keyword recovery",
    Draw: "keyword draw",
    DeDigivolve: "keyword de-digivolve",
}


@contextmanager
def counting(found: Counter[str]) -> Iterator[None]:
    """Counts the timings of effects that are carried out, their steps, and the keywords that are effects."""
    tasks: Any = flow.TASKS
    run = tasks[Frame]

    def counted(state: State, frame: Frame) -> None:
        found[f"timing {frame.origin.effect.timing}"] += 1
        if frame.origin.effect.timing == "delay":
            found["keyword delay"] += 1
        if frame.origin.index in KEYWORD_EFFECTS:
            found[KEYWORD_EFFECTS[frame.origin.index]] += 1
        if frame.steps:
            step = type(frame.steps[0])
            found[f"step {step.__struct_config__.tag}"] += 1
            if step in KEYWORD_STEPS:
                found[KEYWORD_STEPS[step]] += 1
        run(state, frame)

    tasks[Frame] = counted
    try:
        yield
    finally:
        tasks[Frame] = run


def reached(before: State, action: Action, after: State) -> Iterator[str]:
    """The mechanics that an action and what followed from it show, besides what `counting` counts."""
    yield f"action {name_of(action)}"
    yield f"decision {before.decision}"
    yield from dict.fromkeys(f"event {event.what}" for event in after.events)
    yield from (mechanic for mechanic, is_shown in SHOWN_BY.items() if is_shown(before, action, after))


def attacker(before: State, action: Action) -> Stack | None:
    """What attacks, as it was before the action."""
    name = action.attacker if isinstance(action, DeclareAttack) else before.attack and before.attack.attacker
    return in_battle(before.me, name or "")


def times(state: State, what: str) -> int:
    """How often this has happened since the action began."""
    return sum(event.what == what for event in state.events)


def rushes(before: State, action: Action, _after: State) -> bool:
    """A Digimon attacks in the turn in which it was played, and no effect made it."""
    stack = attacker(before, action)
    return before.decision == "main" and stack is not None and stack.played_this_turn


def reboots(_before: State, _action: Action, after: State) -> bool:
    """Something unsuspends with the other player's."""
    return any(
        event.what == "unsuspended"
        and event.cause == "rules"
        and in_battle(after.players[1 - event.player], one)
        for event in after.events
        if event.player is not None
        for one in event.subjects
    )


def jams(before: State, action: Action, after: State) -> bool:
    """The attacker stays though the Security Digimon had as much DP."""
    stack = attacker(before, action)
    if stack is None or not has(before, stack, "jamming"):
        return False
    dp = dp_of(before, stack) or 0
    there = any(in_battle(player, stack.id) for player in after.players)
    checked = (event.subjects[0] for event in after.events if event.what == "security-checked")
    return there and any((before.match.facts[card].dp or 0) >= dp for card in checked)


def pierces(_before: State, _action: Action, after: State) -> bool:
    """Security is checked after a Digimon was deleted in battle."""
    told = [event.what for event in after.events]
    deletion = "deleted-opponent-in-battle"
    return deletion in told and "security-checked" in told[told.index(deletion) :]


def blitzes(before: State, action: Action, _after: State) -> bool:
    """A Digimon that has Blitz attacks by an effect."""
    stack = attacker(before, action)
    return before.decision == "attack" and stack is not None and facts_of(before, stack).blitz


def by_what_is_special(before: State, action: Action, _after: State) -> bool:
    """A Digimon digivolves by a requirement that names it."""
    if not isinstance(action, Digivolve):
        return False
    return bool(before.match.facts[action.card].digivolve[action.requirement].name)


def material(field: str) -> Shows:
    """Whether a card is placed for what the card that is played lists in this field."""

    def shows(before: State, action: Action, _after: State) -> bool:
        task = before.now[0] if before.now else None
        if not isinstance(action, PlaceMaterial) or not isinstance(task, Shown):
            return False
        return getattr(before.match.facts[task.card], field) is not None

    return shows


SHOWN_BY: Mapping[str, Shows] = {
    "keyword blocker": lambda _before, action, _after: isinstance(action, Block),
    "keyword rush": rushes,
    "keyword reboot": reboots,
    "keyword jamming": jams,
    "keyword piercing": pierces,
    "keyword blitz": blitzes,
    "keyword digisorption": lambda _before, action, _after: isinstance(action, SuspendFor),
    "keyword security-attack": lambda _before, _action, after: times(after, "security-checked") > 1,
    "dna": lambda _before, action, _after: isinstance(action, DnaDigivolve),
    "digixros": material("digixros"),
    "assembly": material("assembly"),
    "token": lambda _before, _action, after: times(after, "token-played") > 0,
    "dual colours": lambda _before, action, _after: isinstance(action, Digivolve) and action.requirement > 0,
    "special requirement": by_what_is_special,
}
"""Mechanic to what tells that an action has shown it."""


def thinkable(game: Game) -> Iterator[dict[str, Any]]:
    """Every action that names what there is, legal or not, and some that name what there is not."""
    state = game.state
    there = [stack.id for player in state.players for stack in stacks(player)] + ["p999"]
    held = [card for player in state.players for card in player.hand] + ["a999"]
    elsewhere = [pile[0] for player in state.players for pile in piles(player) if pile]
    tops = [card for player in state.players for stack in stacks(player) for card in stack.cards[:2]]
    for name in ("redraw", "keep", "hatch", "move", "skip", "pass", "no-block", "accept", "decline", "done"):
        yield {"action": name}
    for card in dict.fromkeys((*held, *elsewhere)):
        yield {"action": "play", "card": card}
        yield {"action": "use", "card": card}
        yield {"action": "target", "id": card}
        for place in (-1, 0, 1, 2, 3):
            yield {"action": "place", "card": card, "place": place}
    for card in dict.fromkeys((*held, *elsewhere[:3])):
        for stack in there:
            for requirement in (-1, 0, 1, 2):
                yield {"action": "digivolve", "card": card, "onto": stack, "requirement": requirement}
    for card in dict.fromkeys((*tops, *held[:3])):
        for effect in (-1, 0, 1, 2, 3):
            yield {"action": "activate", "card": card, "effect": effect}
    fused = [card for card in held if card in state.match.facts and state.match.facts[card].dna]
    for card in (*fused, *held[:1]):
        for left in there:
            for right in there:
                yield {
                    "action": "dna-digivolve",
                    "card": card,
                    "left": left,
                    "right": right,
                    "requirement": 0,
                }
    for stack in there:
        yield {"action": "block", "blocker": stack}
        yield {"action": "suspend-for", "digimon": stack}
        yield {"action": "target", "id": stack}
        for place in (0, 1, 2):
            yield {"action": "place", "card": stack, "place": place}
        for target in ("player", "", *there):
            yield {"action": "attack", "attacker": stack, "target": target}
    for entry in game.observe()["pending"]:
        yield {"action": "resolve", "effect": entry["id"]}
    yield {"action": "resolve", "effect": "e999999"}
    for requirement in (-1, 0, 1, 2):
        yield {"action": "requirement", "requirement": requirement}


def games(seeds: Iterable[int]) -> Iterator[tuple[Game, random.Random]]:
    """New games, each of other mechanics, under all editions in turn."""
    for seed in seeds:
        chance = random.Random(seed)
        edition = list(EDITIONS)[seed % len(EDITIONS)]
        yield Game.new(setup(seed, edition, swarm(chance))), chance


def steps(game: Game, chance: random.Random, found: Counter[str]) -> Iterator[Action]:
    """Plays a game to its end and counts what it reaches; each action is handed out before it is taken."""
    while legal := game.legal_actions():
        action = guided(legal, found, chance)
        yield action
        before = game.state
        game.apply(action)
        found.update(reached(before, action, game.state))
    assert game.over, f"nobody can do anything: {game.state.decision}"


def image(state: State) -> bytes:
    """All that a state holds, byte for byte."""
    return msgspec.msgpack.encode(position_of(state))


def undone(game: Game, action: Action) -> None:
    """Takes an action and takes it back: the very same state; taken again, it leads to the same again."""
    before, hashed, held = game.state, hash(game), image(game.state)
    game.apply(action)
    after, led_to = hash(game), image(game.state)
    game.undo()
    assert game.state is before
    assert (hash(game), image(game.state)) == (hashed, held)
    game.apply(action)
    assert (hash(game), image(game.state)) == (after, led_to)
    game.undo()


def refusal(game: Game, action: Mapping[str, Any]) -> Reason | None:
    """Why an action is refused, at least one reason; None where it has been carried out."""
    try:
        game.apply(action)
    except IllegalAction as illegal:
        return illegal.flags or None
    return None


def agreed(game: Game) -> None:
    """What is legal is what `apply` accepts; what it refuses has reasons and changes nothing."""
    legal = [msgspec.to_builtins(action) for action in game.legal_actions()]
    assert len({str(action) for action in legal}) == len(legal)
    before, hashed, held = game.state, hash(game), image(game.state)
    for action in [*thinkable(game), *legal]:
        trial = game.clone()
        assert (refusal(trial, action) is None) == (action in legal), action
        assert action in legal or trial.state is before
    assert (hash(game), image(before)) == (hashed, held)


def main() -> int:
    """Plays so many steps, with every check of this module, and prints which mechanics they reached."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--agreed-every", type=int, default=50, help="steps between two looks at all")
    given = parser.parse_args()
    found: Counter[str] = Counter()
    done = played = 0
    with counting(found):
        for game, chance in games(count(given.seed)):
            for action in steps(game, chance, found):
                undone(game, action)
                sound(game.state)
                if done % given.agreed_every == 0:
                    agreed(game)
                    restored = Game.restore(msgspec.json.decode(msgspec.json.encode(game.save())))
                    assert (restored, hash(restored)) == (game, hash(game))
                done += 1
            played += 1
            if done >= given.steps:
                break
    reached_now = len(MECHANICS & set(found))
    print(f"{done:,} steps of {played:,} games; {reached_now} of {len(MECHANICS)} mechanics reached")
    for mechanic in sorted(MECHANICS):
        print(f"{found[mechanic]:9,}  {mechanic}")
    return 0 if set(found) >= MECHANICS else 1


if __name__ == "__main__":
    sys.exit(main())
