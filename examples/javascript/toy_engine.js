// A toy simulator of the Digimon Card Game: creatures without effects, played by the Rule Manual 2.3.
// It knows nothing of Rulehound; adapter.js beside it is all that joins the two. Node, no packages.
"use strict";

const HAND = 5, SECURITY = 5, GAUGE = 10, PASSED = 3;

// Mulberry32: a small generator of numbers in [0, 1), the same for the same seed.
function randomFrom(seed) {
  let state = (seed + 1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled(pile, random) {
  for (let i = pile.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [pile[i], pile[j]] = [pile[j], pile[i]];
  }
  return pile;
}

// A card: {number, name, kind, level, dp, cost, colors, traits, evolve, blocker, extra}; each of `evolve` asks for
// {color, level}, {name} or {trait}, and has its cost.
// A copy of one in a deck: {name, card}. A unit in play: {name, copies (top last), suspended, fresh}.
// Of every pile the top is last.
class Game {
  constructor(decks, { seed = 0, shuffle = true, first = null } = {}) {
    const random = randomFrom(seed);
    let made = 0;
    const pileOf = (cards, player) => {
      const pile = cards.map((card) => ({ name: "ab"[player] + made++, card }));
      return (shuffle ? shuffled(pile, random) : pile).reverse();
    };
    this.sides = decks.map(({ main, eggs }, player) => ({
      deck: pileOf(main, player), eggs: pileOf(eggs, player),
      hand: [], security: [], trash: [], battle: [], nursery: null,
    }));
    for (const side of this.sides) {
      for (let i = 0; i < SECURITY; i++) side.security.push(side.deck.pop());
      for (let i = 0; i < HAND; i++) side.hand.push(side.deck.pop());
    }
    Object.assign(this, { number: 0, units: 0, winner: null, attack: null, deciding: null });
    this.beginTurn(first === null ? Math.floor(random() * 2) : first, 0);
  }

  get me() { return this.sides[this.turn]; }
  get other() { return this.sides[1 - this.turn]; }
  get decider() {
    if (this.winner !== null) return null;
    return this.deciding === "block" ? 1 - this.turn : this.turn;
  }

  // Every legal move: [name, ...arguments].
  moves() {
    if (this.winner !== null) return [];
    if (this.deciding === "breeding") return this.breedingMoves();
    if (this.deciding === "block") return [...this.blockers().map((unit) => ["block", unit]), ["no-block"]];
    const found = [["pass"]];
    const field = [...this.me.battle, ...(this.me.nursery ? [this.me.nursery] : [])];
    const colors = new Set(field.flatMap((unit) => top(unit).colors));
    for (const copy of this.me.hand) {
      const card = copy.card;
      if (card.kind === "option") {
        if (this.affordable(card.cost) && card.colors.every((color) => colors.has(color))) found.push(["use", copy]);
      } else if (card.kind !== "digi-egg" && this.affordable(card.cost)) found.push(["play", copy]);
      for (const unit of card.kind === "digimon" ? field : []) {
        card.evolve.forEach((way, index) => {
          if (fits(unit, way) && this.affordable(way.cost)) found.push(["digivolve", copy, unit, index]);
        });
      }
    }
    for (const unit of this.me.battle) {
      if (top(unit).kind === "tamer" || unit.suspended || unit.fresh) continue;
      found.push(["attack", unit, null]);
      for (const target of this.other.battle) {
        if (target.suspended && top(target).kind !== "tamer") found.push(["attack", unit, target]);
      }
    }
    return found;
  }

  // Make one of the moves() of this moment.
  play([name, ...args]) {
    this.make[name].apply(this, args);
    this.sweep();
    if (this.winner === null && this.deciding === "main" && this.memory < 0) {
      this.beginTurn(1 - this.turn, -this.memory);
    }
  }

  affordable(cost) { return cost !== null && cost <= this.memory + GAUGE; }

  blockers() {
    const [, target] = this.attack;
    return this.other.battle.filter((unit) => top(unit).blocker && !unit.suspended && unit !== target);
  }

  breedingMoves() {
    const { nursery, eggs } = this.me;
    if (nursery === null) return eggs.length ? [["skip"], ["hatch"]] : [["skip"]];
    return top(nursery).dp === null ? [["skip"]] : [["skip"], ["move"]];
  }

  beginTurn(player, memory) {
    Object.assign(this, { turn: player, memory, number: this.number + 1, deciding: "breeding" });
    for (const unit of [...this.me.battle, this.me.nursery]) if (unit) unit.suspended = false;
    for (const side of this.sides) for (const unit of side.battle) unit.fresh = false;
    if (this.number === 1) return;
    if (this.me.deck.length) this.me.hand.push(this.me.deck.pop());
    else this.winner = 1 - this.turn;
  }

  unit(copy, fresh) {
    return { name: `u${++this.units}`, copies: [copy], suspended: false, fresh };
  }

  pay(copy, cost) {
    this.me.hand.splice(this.me.hand.indexOf(copy), 1);
    this.memory -= cost;
  }

  resolveAttack() {
    const [attacker, target] = this.attack;
    Object.assign(this, { attack: null, deciding: "main" });
    if (target !== null) this.battle(attacker, target);
    else if (this.other.security.length) this.checkSecurity(attacker);
    else if (top(attacker).extra >= 0) this.winner = this.turn;
  }

  battle(attacker, target) {
    const mine = top(attacker).dp, theirs = top(target).dp;
    if (mine <= theirs) remove(this.me, attacker);
    if (theirs <= mine) remove(this.other, target);
  }

  // What is no Tamer and has no DP, or none left, does not stay in a battle area.
  sweep() {
    for (const side of this.sides) {
      for (const unit of side.battle.filter((one) => top(one).kind !== "tamer" && !top(one).dp)) remove(side, unit);
    }
  }

  checkSecurity(attacker) {
    for (let checks = 1 + top(attacker).extra; checks > 0; checks--) {
      if (!this.other.security.length || !this.me.battle.includes(attacker)) return;
      const checked = this.other.security.pop();
      if (checked.card.kind === "digimon" && checked.card.dp >= top(attacker).dp) remove(this.me, attacker);
      this.other.trash.push(checked);
    }
  }
}

// What each move does; `this` is the game.
Game.prototype.make = {
  skip() { this.deciding = "main"; },
  hatch() {
    this.me.nursery = this.unit(this.me.eggs.pop(), false);
    this.deciding = "main";
  },
  move() {
    this.me.battle.push(this.me.nursery);
    this.me.nursery = null;
    this.deciding = "main";
  },
  pass() { this.beginTurn(1 - this.turn, PASSED); },
  play(copy) {
    this.pay(copy, copy.card.cost);
    this.me.battle.push(this.unit(copy, true));
  },
  use(copy) {
    this.pay(copy, copy.card.cost);
    this.me.trash.push(copy);
  },
  digivolve(copy, unit, way) {
    this.pay(copy, copy.card.evolve[way].cost);
    unit.copies.push(copy);
    if (this.me.deck.length) this.me.hand.push(this.me.deck.pop());
  },
  attack(unit, target) {
    unit.suspended = true;
    Object.assign(this, { attack: [unit, target], deciding: "block" });
    if (!this.blockers().length) this.resolveAttack();
  },
  block(unit) {
    unit.suspended = true;
    this.attack[1] = unit;
    this.resolveAttack();
  },
  "no-block"() { this.resolveAttack(); },
};

function top(unit) { return unit.copies[unit.copies.length - 1].card; }

function fits(unit, way) {
  const card = top(unit);
  const own = { color: card.colors, level: [card.level], name: [card.name], trait: card.traits };
  return card.kind !== "tamer" && Object.keys(own).every((kind) => way[kind] == null || own[kind].includes(way[kind]));
}

function remove(side, unit) {
  side.battle.splice(side.battle.indexOf(unit), 1);
  side.trash.push(...unit.copies);
}

module.exports = { Game, top };
