"""A toy simulator of the Digimon Card Game: creatures without effects, played by the Rule Manual 2.3.

It knows nothing of Rulehound; `adapter.py` beside it is all that joins the two. Python 3.10, nothing else.
"""

import random


class Illegal(Exception):
    """A move that the rules do not allow."""


class Card:
    """One printed card."""

    def __init__(self, number, name, kind, level, dp, cost, colors, evolve, blocker, extra, traits):
        """`evolve`: what may digivolve into it: {"color", "level"}, {"name"} or {"trait"}, each with a cost.

        `extra`: security checks more, or fewer, than one. What a card does not have is None.
        """
        self.number, self.name, self.kind, self.level, self.dp, self.cost = (
            number,
            name,
            kind,
            level,
            dp,
            cost,
        )
        self.colors, self.traits, self.evolve = set(colors or ()), set(traits or ()), list(evolve or ())
        self.blocker, self.extra = blocker, extra or 0

    def meets(self, asked):
        """Whether it is what one of `evolve` asks for."""
        own = {"color": self.colors, "level": [self.level], "name": [self.name], "trait": self.traits}
        return all(asked.get(kind) is None or asked[kind] in own[kind] for kind in own)


class Copy:
    """One card of a deck, known by its id."""

    def __init__(self, name, card):
        self.name, self.card = name, card


class Unit:
    """A Digimon or Tamer in play: its cards, the top one last."""

    def __init__(self, name, copy):
        self.name, self.copies = name, [copy]
        self.suspended, self.fresh = False, True

    @property
    def card(self):
        return self.copies[-1].card


class Side:
    """One player's areas; of every pile the top is last."""

    def __init__(self, deck, eggs):
        self.deck, self.eggs = deck, eggs
        self.hand, self.security, self.trash, self.battle, self.nursery = [], [], [], [], None

    def units(self):
        return self.battle + ([self.nursery] if self.nursery else [])


HAND, SECURITY, GAUGE, PASSED = 5, 5, 10, 3


class Game:
    """A game between two decks: `deciding` says what `decider` chooses among `moves()`; `play` does it."""

    def __init__(self, decks, seed=0, shuffle=True, first=None):
        chance = random.Random(seed)
        made = 0
        self.sides = []
        for player, (main, eggs) in enumerate(decks):
            piles = []
            for cards in (main, eggs):
                pile = [Copy(f"{'ab'[player]}{made + i}", card) for i, card in enumerate(cards)]
                made += len(pile)
                if shuffle:
                    chance.shuffle(pile)
                piles.append(pile[::-1])
            self.sides.append(Side(*piles))
        self.turn = chance.randrange(2) if first is None else first
        self.number, self.memory, self.winner, self.attack, self.made = 0, 0, None, None, 0
        for side in self.sides:
            side.security = [side.deck.pop() for _ in range(SECURITY)]
            side.hand = [side.deck.pop() for _ in range(HAND)]
        self._begin_turn(self.turn, 0)

    @property
    def me(self):
        return self.sides[self.turn]

    @property
    def other(self):
        return self.sides[1 - self.turn]

    @property
    def decider(self):
        if self.winner is not None:
            return None
        return 1 - self.turn if self.deciding == "block" else self.turn

    def moves(self):
        """Every legal move: a name and its arguments."""
        if self.winner is not None:
            return []
        if self.deciding == "breeding":
            return self._breeding_moves()
        if self.deciding == "block":
            return [("block", unit) for unit in self._blockers()] + [("no-block",)]
        found = [("pass",)]
        for copy in self.me.hand:
            card = copy.card
            if card.kind == "option":
                if self._affordable(card.cost) and card.colors <= self._colors():
                    found.append(("use", copy))
            elif card.kind != "digi-egg" and self._affordable(card.cost):
                found.append(("play", copy))
            for unit in self.me.units() if card.kind == "digimon" else ():
                for way, asked in enumerate(card.evolve):
                    if (
                        unit.card.kind != "tamer"
                        and unit.card.meets(asked)
                        and self._affordable(asked["cost"])
                    ):
                        found.append(("digivolve", copy, unit, way))
        for unit in self.me.battle:
            if unit.card.kind not in ("tamer", "option") and not unit.suspended and not unit.fresh:
                found.append(("attack", unit, None))
                for target in self.other.battle:
                    if target.suspended and target.card.kind != "tamer":
                        found.append(("attack", unit, target))
        return found

    def play(self, move):
        """Make one of the moves() of this moment. Raises Illegal, and changes nothing, for anything else."""
        if move not in self.moves():
            raise Illegal("not legal now")
        getattr(self, "_" + move[0].replace("-", "_"))(*move[1:])
        self._sweep()
        if self.winner is None and self.deciding == "main" and self.memory < 0:
            self._begin_turn(1 - self.turn, -self.memory)

    def _affordable(self, cost):
        return cost is not None and cost <= self.memory + GAUGE

    def _colors(self):
        return set().union(*(unit.card.colors for unit in self.me.units()))

    def _blockers(self):
        target = self.attack[1]
        return [u for u in self.other.battle if u.card.blocker and not u.suspended and u is not target]

    def _breeding_moves(self):
        found = [("skip",)]
        if self.me.nursery is None:
            return found + ([("hatch",)] if self.me.eggs else [])
        return found + ([("move",)] if self.me.nursery.card.dp is not None else [])

    def _begin_turn(self, player, memory):
        self.turn, self.memory, self.number = player, memory, self.number + 1
        for unit in self.me.units():
            unit.suspended = False
        for side in self.sides:
            for unit in side.units():
                unit.fresh = False
        if self.number > 1:
            if not self.me.deck:
                self.winner = 1 - self.turn
                return
            self.me.hand.append(self.me.deck.pop())
        self.deciding = "breeding"

    def _skip(self):
        self.deciding = "main"

    def _hatch(self):
        self.me.nursery = self._unit(self.me.eggs.pop())
        self.me.nursery.fresh = False
        self.deciding = "main"

    def _move(self):
        self.me.battle.append(self.me.nursery)
        self.me.nursery = None
        self.deciding = "main"

    def _unit(self, copy):
        self.made += 1
        return Unit(f"u{self.made}", copy)

    def _pass(self):
        self._begin_turn(1 - self.turn, PASSED)

    def _play(self, copy):
        self.me.hand.remove(copy)
        self.memory -= copy.card.cost
        self.me.battle.append(self._unit(copy))

    def _use(self, copy):
        self.me.hand.remove(copy)
        self.memory -= copy.card.cost
        self.me.trash.append(copy)

    def _digivolve(self, copy, unit, way):
        self.me.hand.remove(copy)
        self.memory -= copy.card.evolve[way]["cost"]
        unit.copies.append(copy)
        if self.me.deck:
            self.me.hand.append(self.me.deck.pop())

    def _attack(self, unit, target):
        unit.suspended = True
        self.attack = (unit, target)
        self.deciding = "block"
        if not self._blockers():
            self._no_block()

    def _block(self, unit):
        unit.suspended = True
        self.attack = (self.attack[0], unit)
        self._no_block()

    def _no_block(self):
        (attacker, target), self.attack, self.deciding = self.attack, None, "main"
        if target is not None:
            self._battle(attacker, target)
        elif attacker.card.extra >= 0 and not self.other.security:
            self.winner = self.turn
        else:
            self._check_security(attacker)

    def _battle(self, attacker, target):
        mine, theirs = attacker.card.dp, target.card.dp
        if mine <= theirs:
            self._delete(self.me, attacker)
        if theirs <= mine:
            self._delete(self.other, target)

    def _check_security(self, attacker):
        for _ in range(1 + attacker.card.extra):
            if not self.other.security or attacker not in self.me.battle:
                return
            checked = self.other.security.pop()
            if checked.card.kind == "digimon" and checked.card.dp >= attacker.card.dp:
                self._delete(self.me, attacker)
            self.other.trash.append(checked)

    def _sweep(self):
        """What is no Tamer and has no DP, or none left, does not stay in a battle area."""
        for side in self.sides:
            for unit in [unit for unit in side.battle if unit.card.kind != "tamer" and not unit.card.dp]:
                self._delete(side, unit)

    def _delete(self, side, unit):
        side.battle.remove(unit)
        side.trash.extend(unit.copies)
