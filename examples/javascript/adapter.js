// The toy engine behind Rulehound's adapter protocol: one JSON message a line, one answer a line.
"use strict";

const readline = require("node:readline");
const { Game, top } = require("./toy_engine.js");

let game = null;
const saved = [];

class Refused extends Error {}

const methods = {
  handshake: () => ({
    protocol: "1.0", game: "dcg", engine: "toy-javascript", version: "1", schema: "1.0",
    capabilities: ["new-game", "deck-order", "observe", "legal-actions", "apply", "save", "card-facts"],
    editions: ["manual-2.3"],
  }),
  new_game({ setup }) {
    const cards = new Map(setup.cards.map((card) => [card.number, readCard(card)]));
    const pile = (deck, name) => (deck.piles[name] || []).map((number) => cards.get(number));
    const decks = setup.decks.map((deck) => ({ main: pile(deck, "main"), eggs: pile(deck, "eggs") }));
    game = new Game(decks, { seed: setup.seed, shuffle: !setup.ordered, first: setup.first ?? null });
    return observe();
  },
  observe: () => observe(),
  legal_actions: () => game.moves().map(actionOf),
  apply({ action }) {
    const wanted = JSON.stringify(sorted(action));
    const move = game.moves().find((one) => JSON.stringify(sorted(actionOf(one))) === wanted);
    if (!move) throw new Refused("not legal now");
    game.play(move);
    return observe();
  },
  save: () => saved.push(structured(game)) - 1,
  restore({ token }) {
    game = structured(saved[token]);
    return observe();
  },
  close: () => null,
};

function readCard({ number, name, facts }) {
  return {
    number, name, traits: facts.traits || [], kind: facts.kind, level: facts.level ?? 0, dp: facts.dp ?? null, cost: facts.play_cost ?? null,
    colors: facts.colors || [], evolve: facts.digivolve || [],
    blocker: facts.blocker || false, extra: facts.security_attack || 0,
  };
}

function observe() {
  const { turn, number, memory, winner, attack, decider } = game;
  return {
    turn, turn_number: number, memory, winner, decider,
    decision: winner === null ? game.deciding : null,
    attack: attack && { attacker: attack[0].name, target: attack[1] ? attack[1].name : "player" },
    players: game.sides.map((side) => ({
      hand: side.hand.map(shown), trash: side.trash.map(shown),
      deck: side.deck.length, security: side.security.length, egg_deck: side.eggs.length,
      battle: side.battle.map(shownUnit), breeding: side.nursery && shownUnit(side.nursery),
    })),
  };
}

const shown = (copy) => ({ id: copy.name, card: copy.card.number });
const shownUnit = (unit) => ({
  id: unit.name, cards: [...unit.copies].reverse().map(shown), dp: top(unit).dp,
  suspended: unit.suspended, played_this_turn: unit.fresh,
});

const NAMES = { play: ["card"], use: ["card"], digivolve: ["card", "onto", "requirement"],
                attack: ["attacker", "target"], block: ["blocker"] };

function actionOf([action, ...parts]) {
  const words = parts.map((part, i) => [NAMES[action][i], part === null ? "player" : part.name ?? part]);
  return { action, ...Object.fromEntries(words) };
}

const sorted = (action) => Object.entries(action).sort();
const structured = (one) => Object.assign(Object.create(Game.prototype), structuredClone({ ...one }));

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = { jsonrpc: "2.0", id };
  try {
    if (methods[method]) answer.result = methods[method](params);
    else answer.error = { code: -32601, message: "no such method" };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    answer.error = { code: 1, message: error.message };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
  if (method === "close") process.exit(0);
});
