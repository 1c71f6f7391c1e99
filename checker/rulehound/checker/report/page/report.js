"use strict";
/* A table that is filtered and sorted; the address holds how: #find=words&verdict=pass&sort=name */
const form = document.querySelector(".filter");
const body = document.querySelector("table.rules tbody");
const rows = body ? [...body.rows] : [];
const words = rows.map((row) => row.textContent.toLowerCase());

/* On a telephone, where columns stand below one another, each verdict says whose it is. */
const engines = [...document.querySelectorAll("table.matrix thead th")].slice(1).map((head) => head.textContent);
if (engines.length > 1) {
  for (const row of rows) [...row.cells].slice(1).forEach((cell, number) => { cell.dataset.engine = engines[number]; });
}

function asked() {
  return new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
}

function put(address) {
  form.elements.find.value = address.get("find") ?? "";
  for (const box of form.querySelectorAll("[name=verdict]")) box.checked = address.getAll("verdict").includes(box.value);
  if (form.elements.sort) form.elements.sort.value = address.get("sort") ?? "";
  show(address);
}

const rank = (row, engine) => row.dataset.ranks.split("|")[engine];
const ORDERS = {
  verdict: (one, other) => one.dataset.rank - other.dataset.rank,
  name: (one, other) => (one.dataset.name < other.dataset.name ? -1 : 1),
  rulebook: (one, other) => one.dataset.place - other.dataset.place,
};

/** How to sort: by one of the orders, or by the verdicts on one engine ("rank0" is the first one). */
function order(by) {
  const engine = /^rank(\d+)$/.exec(by ?? "")?.[1];
  return engine === undefined ? ORDERS[by] : (one, other) => rank(one, engine) - rank(other, engine);
}

/** Without a verdict that is asked for, every verdict is shown. */
function show(address) {
  const wanted = (address.get("find") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const verdicts = address.getAll("verdict");
  let shown = 0;
  rows.forEach((row, number) => {
    const own = row.dataset.verdict.split("|");
    const fits = !verdicts.length || verdicts.some((verdict) => own.includes(verdict));
    row.hidden = !(fits && wanted.every((word) => words[number].includes(word)));
    shown += row.hidden ? 0 : 1;
  });
  const by = order(address.get("sort"));
  body.append(...(by ? [...rows].sort(by) : rows));
  form.querySelector("output").textContent = `${shown} of ${rows.length} rules`;
  document.querySelector(".none").hidden = shown > 0;
}

function changed() {
  const address = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", `#${address}`);
  show(address);
}

/** What a link to the first page names and that page does not hold is a rule with a page of its own. */
function elsewhere() {
  const name = decodeURIComponent(location.hash.slice(1));
  const folder = document.body.dataset.rules;
  if (folder && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) && !document.getElementById(name)) {
    location.replace(`${folder}${name}.html`);
  }
  const told = document.getElementById(name);
  if (told?.tagName === "DETAILS") told.open = true;
}

if (form) {
  form.hidden = false;
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => put(asked()));
  put(asked());
}
addEventListener("hashchange", elsewhere);
elsewhere();
