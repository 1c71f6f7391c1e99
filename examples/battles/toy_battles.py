"""A toy simulator of Digimon Battles: Digimon with attack abilities, supports without effects.

It knows nothing of Rulehound; `adapter.py` beside it joins the two. A game is a generator: it yields who
decides, what, and the actions that there are, and is sent the one that was chosen. Python 3.10, nothing else.
"""

import random
from itertools import combinations

LEVELS = ["R", "C", "U", "M"]
ATTACKS = ["circle", "triangle", "cross"]


class Copy:
    """One card of a player, known by its id; `facts` are what is printed on it."""

    def __init__(self, name, number, title, facts, partner=False, destiny=False):
        self.id, self.number, self.title, self.facts = name, number, title, facts
        self.partner, self.destiny = partner, destiny

    def __getattr__(self, fact):
        return self.facts.get(fact)

    @property
    def names(self):
        """The Digimon that a DNA evolution takes it for."""
        return self.stands_for if self.kind == "data" else self.title


class Digimon:
    """An active Digimon: its cards, the top one first."""

    def __init__(self, copy):
        self.copies, self.hp, self.lost, self.abnormal = [copy], copy.hp, 0, copy.level != "R"

    @property
    def top(self):
        return self.copies[0]

    def cover(self, copy):
        self.copies.insert(0, copy)
        self.hp, self.abnormal = copy.hp, False


class Side:
    """One player's zones, choice and points."""

    def __init__(self, number, deck, destiny):
        self.number, self.deck, self.destiny = number, deck, destiny
        self.hand, self.trash, self.dp, self.deleted, self.gone = [], [], [], 0, 0
        self.active, self.points, self.ready = None, 0, False
        self.put_away()

    def put_away(self):
        """Nothing is chosen, supports or lingers any more."""
        self.support, self.void, self.face_down = None, False, False
        self.choice, self.shown, self.first, self.abilities, self.power = None, False, 0, set(), 0

    def draw(self, count):
        self.hand += self.deck[:count]
        del self.deck[:count]

    def exchange(self):
        """The hand is discarded, and as many cards are drawn."""
        count, self.trash, self.hand = len(self.hand), self.trash + self.hand, []
        self.draw(count)

    def leave(self, copies):
        for copy in copies:
            if copy.destiny:
                self.gone += 1
            else:
                self.trash.append(copy)


class Game:
    """A game under way. `sides`: what each player brings, as (deck, destiny)."""

    def __init__(self, sides, seed, shuffled, first):
        self.chance, self.sides = (
            random.Random(seed),
            [Side(number, *piles) for number, piles in enumerate(sides)],
        )
        self.shuffled, self.turn, self.winner, self.latest = shuffled, 0, None, None
        self.first = first
        self.fresh_turn()
        self.playing = self.play()
        self.decider, self.decision, self.options = next(self.playing)

    def fresh_turn(self):
        self.low = self.evolved_at_once = self.unopposed = False
        self.racked = self.evolve_cards = self.evolutions = 0
        self.latest = None

    def choose(self, action):
        """Carry out one of the options. Raises ValueError for another action."""
        if action not in self.options:
            raise ValueError(f"not possible now: {action}")
        try:
            self.decider, self.decision, self.options = self.playing.send(action)
        except StopIteration:
            self.decider, self.decision, self.options = None, None, []

    def shuffle(self, side):
        self.chance.shuffle(side.deck)

    def play(self):
        """The whole game."""
        for side in self.sides:
            if self.shuffled:
                self.shuffle(side)
            side.draw(5)
        while waiting := [side for side in self.sides if not side.ready]:
            action = yield None, "mulligan", [one for side in waiting for one in mulligans(side)]
            side = self.sides[action["player"]]
            side.deck += [copy for copy in side.hand if copy.id in action["cards"]]
            side.hand = [copy for copy in side.hand if copy.id not in action["cards"]]
            side.draw(len(action["cards"]))
            self.shuffle(side)
            side.ready = True
        self.turn = self.chance.randrange(2) if self.first is None else self.first
        while self.winner is None:
            yield from self.one_turn(self.sides[self.turn], self.sides[1 - self.turn])

    def one_turn(self, me, other):
        yield from self.prepare(me)
        if self.winner is not None:
            return
        yield from self.evolve(me)
        if other.active is None:
            other.trash += other.deck[:2]
            del other.deck[:2]
            me.draw(1)
            self.unopposed = True
        while not self.unopposed and (waiting := [side for side in self.sides if side.choice is None]):
            pairs = [(side.number, attack) for side in waiting for attack in ATTACKS]
            action = yield (
                None,
                "attack",
                [act("choose-attack", player=who, attack=what) for who, what in pairs],
            )
            self.sides[action["player"]].choice = action["attack"]
        yield from self.support(me, other)
        if not self.unopposed:
            yield from self.battle(me, other)
        self.knock_out(me, other)
        if self.winner is not None:
            return
        while len(me.hand) > 6:
            action = yield self.turn, "discard", [act("discard", card=copy.id) for copy in me.hand]
            me.trash.append(taken(me.hand, action["card"]))
        for side in self.sides:
            if side.support:
                side.leave([side.support])
            side.put_away()
            if side.active:
                side.active.lost = 0
        self.fresh_turn()
        self.turn = 1 - self.turn

    def prepare(self, me):
        self.low = len(me.hand) <= 2
        me.draw(2 if self.low else 1)
        while True:
            more = [act("full-mulligan")] if len(me.hand) >= 3 else []
            action = yield self.turn, "hand", [act("keep-hand"), *more]
            if action["action"] == "keep-hand":
                break
            me.exchange()
        if me.active:
            return
        while self.low and me.deck and me.hand and not placeable(me):
            me.exchange()
        if not placeable(me):
            self.winner = 1 - self.turn
            return
        action = yield self.turn, "place", [act("place", card=copy.id) for copy in placeable(me)]
        me.active = Digimon(taken(me.hand, action["card"]))
        if me.active.top.partner and me.destiny:
            champions = [act("partner-evolve", card=copy.id) for copy in me.destiny if copy.level == "C"]
            action = yield self.turn, "partner", [*champions, act("no-partner-evolution")]
            if "card" in action:
                me.active.cover(taken(me.destiny, action["card"]))
                self.evolved_at_once = True
                self.evolutions += 1

    def evolve(self, me):
        while True:
            more = [act("rack", card=copy.id) for copy in me.hand] if not self.racked else []
            action = yield self.turn, "rack", [*more, act("done-racking")]
            if action["action"] == "done-racking":
                break
            me.dp.append(taken(me.hand, action["card"]))
            self.racked += 1
        if me.active.abnormal or self.evolved_at_once:
            return
        while True:
            action = yield self.turn, "evolve", [*self.evolutions_of(me), act("no-evolution")]
            if action["action"] == "play-evolve-card":
                self.evolve_cards += 1
                me.trash.append(taken(me.hand, action["card"]))
                continue
            if action["action"] == "dna-evolve":
                self.evolve_cards += 1
                me.trash.append(taken(me.hand, action["other"]))
            elif "card" in action:
                me.trash += me.dp
                me.dp = []
            if "card" in action:
                me.active.cover(taken(me.hand, action["card"]) or taken(me.destiny, action["card"]))
                self.evolutions += 1
            return

    def evolutions_of(self, me):
        top, dp = me.active.top, sum(copy.dp or 0 for copy in me.dp)
        for place, copies in (("", me.hand), ("-from-destiny", me.destiny)):
            for copy in copies:
                mega_fits = copy.level == "M" and top.level == "U"
                if copy.kind != "digimon" or not (mega_fits if place else True) or dp < (copy.cost or 0):
                    continue
                next_level = LEVELS.index(copy.level) == LEVELS.index(top.level) + 1
                if next_level and set(copy.types) & set(top.types) and copy.cost is not None:
                    yield act(f"evolve{place}", card=copy.id)
                if top.title in (copy.box or []):
                    yield act(f"evolve{place}-by-box", card=copy.id)
        if self.evolve_cards:
            return
        yield from (act("play-evolve-card", card=copy.id) for copy in me.hand if copy.kind == "evolution")
        for copy in me.hand:
            halves = [copy.fusion["left"], copy.fusion["right"]] if copy.fusion else []
            for other in me.hand:
                if other is not copy and [top.title, other.names] in (halves, halves[::-1]):
                    yield act("dna-evolve", card=copy.id, other=other.id)

    def support(self, me, other):
        for side in (other, me):
            action = yield side.number, "support", list(supports(side))
            kind = action["action"]
            if kind == "support-from-hand":
                side.support = taken(side.hand, action["card"])
            elif kind == "support-from-deck":
                side.support, side.face_down = side.deck.pop(0), True
            elif kind == "support-from-destiny":
                side.trash.append(taken(side.hand, action["partner"]))
                side.support = taken(side.destiny, action["card"])
        for side in (me, other):
            if side.face_down:
                side.face_down, side.void = False, not side.support.support
        for side, against in ((me, other), (other, me)):
            lies = against.support
            if lies and lies.kind == "digimon" and not against.void and side.choice:
                can = side.choice == "cross" and "jamming" in printed(side)
                action = yield side.number, "jam", [*([act("jam")] if can else []), act("no-jam")]
                if action["action"] == "jam":
                    side.shown = against.void = True
        for side, against in ((me, other), (other, me)):
            if side.support and side.support.voids and not side.void and against.support:
                against.void = True

    def battle(self, me, other):
        me.first, self.latest = 1, self.turn
        for side, against in ((me, other), (other, me)):
            side.shown, side.abilities = True, printed(side)
            if side.choice == "cross" and "jamming" in printed(against):
                side.abilities &= {"jamming"}
        order = [me, other]
        if all("first-attack" in side.abilities for side in order):
            action = yield self.turn, "priority", [act("resolve-first"), act("resolve-second")]
            order = order if action["action"] == "resolve-first" else order[::-1]
        for side in order:
            if "first-attack" in side.abilities:
                side.first, self.latest = side.first + 1, side.number
        for side, against in ((me, other), (other, me)):
            side.power = power(side, against)
            if "counter" in side.abilities:
                side.first = 0
        first, second = (me, other) if self.goes_first(me, other) else (other, me)
        if "counter" not in first.abilities and not counters(second, first):
            strike(first, first, second)
        if me.active.hp and other.active.hp:
            if "counter" not in second.abilities:
                strike(second, second, first)
            elif counters(second, first) and "counter" not in first.abilities:
                strike(first, second, first)

    def goes_first(self, me, other):
        for side, answer in ((other, True), (me, False)):
            if "counter" in side.abilities:
                return answer
        return me.first > other.first or (me.first == other.first and self.latest == me.number)

    def knock_out(self, me, other):
        for side, against in ((me, other), (other, me)):
            if side.active and not side.active.hp:
                against.points += 2 if side.active.top.level == "M" else 1
                back = [copy for copy in side.active.copies if copy.partner]
                side.leave(copy for copy in side.active.copies if not copy.partner)
                side.deck += back
                side.active = None
                if back:
                    self.shuffle(side)
        winners = [side.number for side in (me, other) if side.points >= 4]
        if winners:
            self.winner = "both" if len(winners) > 1 else winners[0]


def act(name, **arguments):
    return {"action": name, **arguments}


def taken(pile, name):
    """Take the card of this id out of a pile; None where it is not there."""
    copy = next((copy for copy in pile if copy.id == name), None)
    if copy:
        pile.remove(copy)
    return copy


def mulligans(side):
    names = [copy.id for copy in side.hand]
    chosen = (cards for most in range(len(names) + 1) for cards in combinations(names, most))
    return [act("mulligan", player=side.number, cards=list(cards)) for cards in chosen]


def placeable(side):
    return [copy for copy in side.hand if copy.kind == "digimon" and copy.level != "M"]


def supports(side):
    yield act("no-support")
    yield from (act("support-from-hand", card=copy.id) for copy in side.hand if copy.support)
    if side.deck:
        yield act("support-from-deck")
    partners = [copy.id for copy in side.hand if copy.partner]
    options = [copy.id for copy in side.destiny if copy.support and copy.kind != "digimon"]
    yield from (act("support-from-destiny", card=card, partner=one) for card in options for one in partners)


def printed(side):
    """The abilities of the attack that was chosen."""
    top = side.active.top
    return set(top.abilities or []) if top.special == side.choice else set()


def power(side, against):
    """The Power of the attack that was chosen, once abilities apply."""
    top = side.active.top
    zeroed = "to-zero" in against.abilities and against.active.top.against == side.choice
    if "counter" in side.abilities or zeroed:
        return 0
    raised = max(0, (top.facts.get(side.choice) or 0) - side.active.lost)
    prey = set(top.prey or []) & set(against.active.top.types)
    return raised * (3 if "triple" in side.abilities and prey else 1)


def counters(side, against):
    return "counter" in side.abilities and side.active.top.against == against.choice


def strike(attack, user, target):
    """An attack hits; by Counter its user is another than the player whose attack it is."""
    strength = attack.active.hp if "crash" in attack.abilities else attack.power
    dealt = min(strength, target.active.hp)
    target.active.hp -= dealt
    if "crash" in attack.abilities:
        user.active.hp = min(user.active.hp, 10)
    if "drain" in attack.abilities:
        user.active.hp += dealt
    if dealt and "shatter" in attack.abilities:
        target.active.lost += attack.active.top.shatter
        target.power = max(0, target.power - attack.active.top.shatter)
