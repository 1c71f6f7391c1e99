"use strict";
const form = document.querySelector(".filter");
const main = document.querySelector("main");
const panel = document.getElementById("clause");
const cells = [...document.querySelectorAll(".cell")];
let data;
let words;
const waiting = [];
const places = new Map(cells.map((cell) => [cell, Number(cell.id.slice(1))]));
const states = new Map(cells.map((cell) => [cell, cell.classList[1].replaceAll("-", " ")]));
for (const cell of cells) cell.title = cell.getAttribute("aria-label");

function take(read) {
  data = read;
  words = data.clauses.map(searched);
  for (const then of waiting.splice(0)) then();
}

/** What lies in a file of its own is loaded when somebody looks at a clause or seeks words. */
function whenThere(then) {
  if (data) return then();
  waiting.push(then);
  if (waiting.length > 1) return undefined;
  const script = document.createElement("script");
  script.src = document.body.dataset.apart;
  script.addEventListener("load", () => take(globalThis.clauseData));
  document.head.append(script);
  return undefined;
}

/** Everything that a clause can be found by. */
function searched(clause) {
  const rules = clause.rules.map((rule) => data.rules[rule]);
  const said = rules.flatMap((rule) => [rule.says, ...rule.checks, ...rule.code]);
  const place = data.documents[clause.document];
  const demanded = clause.demands.flatMap((demand) => [demand.says, demand.why, ...demand.checks]);
  return [clause.key, clause.kind, clause.why, clause.note, clause.text, place, ...clause.rules, ...demanded, ...said].join(" ").toLowerCase();
}

const boxes = [...form.querySelectorAll("[name=status]")];
let current = "";

/** The address holds the filter and the clause that is open: "#document@edition/1-2", or
    "#find=words&status=open&document=0&clause=document@edition/1-2" where something is filtered. */
function asked() {
  const hash = location.hash.slice(1);
  if (hash.includes("=")) return new URLSearchParams(hash);
  return new URLSearchParams(hash ? { clause: decodeURIComponent(hash) } : {});
}

function address() {
  const parts = new URLSearchParams();
  const shown = boxes.filter((box) => box.checked);
  if (form.elements.find.value) parts.set("find", form.elements.find.value);
  if (shown.length < boxes.length) for (const box of shown.length ? shown : [{ value: "" }]) parts.append("status", box.value);
  if (form.elements.document.value) parts.set("document", form.elements.document.value);
  if (!parts.size) return current ? encodeURIComponent(current).replaceAll("%2F", "/").replaceAll("%40", "@") : "";
  if (current) parts.set("clause", current);
  return parts.toString();
}

function remember() {
  history.replaceState(null, "", `#${address()}`);
}

/** The form as an address says; a link to a clause alone leaves it as it is. */
function put(parts) {
  if (!["find", "status", "document"].some((name) => parts.has(name))) return;
  form.elements.find.value = parts.get("find") ?? "";
  for (const box of boxes) box.checked = !parts.has("status") || parts.getAll("status").includes(box.value);
  form.elements.document.value = parts.get("document") ?? "";
}

function filter() {
  const wanted = form.elements.find.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length && !data) {
    whenThere(filter);
    return;
  }
  const statuses = new Set([...form.querySelectorAll("[name=status]:checked")].map((box) => box.value));
  const only = form.elements.document.value;
  let shown = 0;
  for (const cell of cells) {
    const number = places.get(cell);
    const place = cell.closest(".document").dataset.document;
    const fits = statuses.has(states.get(cell)) && (only === "" || place === only);
    cell.hidden = !(fits && wanted.every((word) => words[number].includes(word)));
    shown += cell.hidden ? 0 : 1;
  }
  for (const group of [...document.querySelectorAll(".chapter"), ...document.querySelectorAll(".document")]) {
    group.hidden = !group.querySelector(".cell:not([hidden])");
  }
  document.querySelector(".none").hidden = shown > 0;
  form.querySelector("output").textContent = `${shown} of ${cells.length} clauses`;
  rove(cells.find((cell) => !cell.hidden && cell.hasAttribute("aria-current")) ?? cells.find((cell) => !cell.hidden));
}

/** One cell alone is reached by Tab; arrow keys move on from it. */
function rove(to) {
  for (const cell of cells) cell.tabIndex = -1;
  if (to) to.tabIndex = 0;
}

function element(name, content = "", attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...(Array.isArray(content) ? content : [content]));
  return made;
}

function list(items) {
  return element("ul", items.map((item) => element("li", item)));
}

function facts(pairs) {
  const told = pairs.filter(([, value]) => value !== "" && value !== undefined);
  return element("dl", told.flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
}

/** The page as an outline, with the lines of the clause on it. */
function outline(clause) {
  const kind = "http://www.w3.org/2000/svg";
  const [width, height] = data.pages[clause.document];
  const drawn = document.createElementNS(kind, "svg");
  const inside = clause.boxes.filter((box) => box[0] === clause.page);
  drawn.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawn.setAttribute("width", "220");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", `page ${clause.page}, where the clause stands`);
  for (const [, left, top, right, bottom] of inside) {
    const mark = document.createElementNS(kind, "rect");
    const sizes = { x: left, y: top, width: right - left, height: bottom - top, fill: "#f2b01e", stroke: "#8a5a00" };
    for (const [key, value] of Object.entries(sizes)) mark.setAttribute(key, value);
    drawn.append(mark);
  }
  return drawn;
}

function picture(clause) {
  const png = data.pictures[clause.key];
  const own = png && data.documents[clause.document] === data.hand;
  const shown = own ? element("img", "", { src: png, alt: `clause ${clause.key} on its page` }) : outline(clause);
  return element("figure", [element("figcaption", `page ${clause.page}`), shown]);
}

function checks(names, edition) {
  return list(names.map((name) => {
    const run = data.checks[edition]?.[name] ?? [];
    const said = run.map(([verdict, shown]) => `${verdict}, ${shown}`).join("; ") || "not run";
    const caught = data.caught[name] ?? 0;
    const before = data.changed.includes(name) ? "changed since it was seen to fail" : "never seen to fail on a planted fault";
    return [element("code", name), ` ${said}; ${caught ? `seen to fail on ${caught} planted faults` : before}`];
  }));
}

/** What the clause demands, each with its checks and with what is lacking. */
function demands(clause, edition) {
  const testable = clause.demands.filter((demand) => demand.status !== "untestable");
  const met = testable.filter((demand) => demand.status === "met");
  const items = clause.demands.map((demand) => {
    const parts = [element("strong", demand.status), `: ${demand.says}`];
    if (demand.written_for) parts.push(element("p", `as ${demand.written_for}`));
    if (demand.why) parts.push(element("p", demand.why));
    if (demand.checks.length) parts.push(checks(demand.checks, edition));
    return parts;
  });
  return element("article", [element("h3", `Demands: ${met.length} of ${testable.length} met`), list(items)]);
}

function about(name, edition) {
  const rule = data.rules[name];
  const standing = rule.standing[edition];
  const faults = rule.faults;
  const parts = [element("h3", name), element("p", rule.says)];
  parts.push(facts([
    ["status", standing ? `${standing[0]}${standing[1].length ? `: ${standing[1].join("; ")}` : ""}` : `does not hold by ${edition}`],
    ["kind", rule.kind],
    ["mutants", `${faults.caught} caught by its checks, ${faults.others} by others, ${faults.alive.length} alive, ${faults.harmless} harmless`],
  ]));
  if (rule.guards.length) parts.push(element("p", "Model:"), list(rule.guards.map((guard) => element("code", guard))));
  if (rule.code.length) parts.push(element("p", "Engine:"), list(rule.code.map((place) => element("code", place))));
  if (rule.withoutEffect.length) parts.push(element("p", "Citations without effect:"), list(rule.withoutEffect));
  parts.push(element("p", "Checks:"), checks(rule.checks, edition));
  if (faults.alive.length) parts.push(element("p", "Mutants that nothing caught:"), list(faults.alive.map((mutant) => element("code", mutant))));
  for (const trace of rule.traces) parts.push(element("p", "Counterexample:"), element("pre", trace));
  return element("article", parts);
}

function open(number, focus) {
  whenThere(() => opened(number, focus));
}

function opened(number, focus) {
  const clause = data.clauses[number];
  const cell = document.getElementById(`c${number}`);
  for (const other of document.querySelectorAll(".cell[aria-current]")) other.removeAttribute("aria-current");
  cell.setAttribute("aria-current", "true");
  rove(cell);
  const edition = data.editions[clause.document];
  const title = element("h2", `${clause.key}: ${clause.status}`, { tabindex: "-1" });
  const parts = [title, element("p", data.documents[clause.document])];
  if (clause.text) parts.push(element("blockquote", clause.text));
  parts.push(facts([["kind", clause.kind], ["why", clause.why], ["judged by", edition], ["link", clause.link]]));
  if (clause.demands.length) parts.push(demands(clause, edition));
  parts.push(...clause.rules.map((rule) => about(rule, edition)), picture(clause));
  panel.replaceChildren(...parts);
  panel.hidden = false;
  main.classList.add("opened");
  current = decodeURIComponent(cell.getAttribute("href").slice(1));
  remember();
  if (focus) title.focus();
}

function shut() {
  const cell = document.querySelector(".cell[aria-current]");
  panel.hidden = true;
  main.classList.remove("opened");
  current = "";
  remember();
  cell?.focus();
}

function linked() {
  const parts = asked();
  put(parts);
  filter();
  const wanted = parts.get("clause") ?? "";
  const cell = cells.find((one) => decodeURIComponent(one.getAttribute("href").slice(1)) === wanted);
  if (wanted && cell) open(places.get(cell), true);
}

function beside(cell, step) {
  const seen = cells.filter((one) => !one.hidden);
  return seen[seen.indexOf(cell) + step];
}

/** The nearest cell of the line above or below. */
function across(cell, down) {
  const here = cell.getBoundingClientRect();
  const middle = (box) => (box.left + box.right) / 2;
  const places = cells.filter((one) => !one.hidden).map((one) => [one, one.getBoundingClientRect()]);
  const beyond = places.filter(([, box]) => (down ? box.top > here.bottom - 1 : box.bottom < here.top + 1));
  const distance = ([, box]) => Math.abs(box.top - here.top) * 1000 + Math.abs(middle(box) - middle(here));
  return beyond.sort((one, other) => distance(one) - distance(other))[0]?.[0];
}

const KEYS = {
  ArrowRight: (cell) => beside(cell, 1),
  ArrowLeft: (cell) => beside(cell, -1),
  ArrowDown: (cell) => across(cell, true),
  ArrowUp: (cell) => across(cell, false),
  Home: () => cells.find((cell) => !cell.hidden),
  End: () => cells.findLast((cell) => !cell.hidden),
};

document.getElementById("map").addEventListener("keydown", (event) => {
  const cell = event.target.closest(".cell");
  const to = cell && KEYS[event.key]?.(cell);
  if (!to) return;
  event.preventDefault();
  rove(to);
  to.focus();
});
document.getElementById("map").addEventListener("click", (event) => {
  const cell = event.target.closest(".cell");
  if (cell) setTimeout(() => open(places.get(cell), true));
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel.hidden) shut();
});
addEventListener("hashchange", linked);
form.addEventListener("input", () => { filter(); remember(); });
form.addEventListener("submit", (event) => event.preventDefault());
const within = document.getElementById("data");
if (within) take(JSON.parse(within.textContent));
form.hidden = false;
linked();
