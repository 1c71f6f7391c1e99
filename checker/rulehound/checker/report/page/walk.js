"use strict";
/* A walk, one step at a time: the address says which, and the arrow keys go on. Without this script, and on paper, all stand
   below one another. */
const stops = [...document.querySelectorAll(".timeline > li")];
const boards = stops.map((stop) => stop.querySelector(".stop"));
const keys = document.querySelector(".keys");
const stage = document.querySelector(".stage");
let at = 0;

/** The boards stand beside the timeline while it is stepped through, and within it else. */
function put(stepped) {
  boards.forEach((board, place) => (stepped ? stage : stops[place]).append(board));
  document.querySelector(".walk").classList.toggle("stepped", stepped);
}

function show(number) {
  at = Math.max(0, Math.min(number, stops.length - 1));
  stops.forEach((stop, place) => {
    const link = stop.querySelector("a");
    if (place === at) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    link.tabIndex = place === at ? 0 : -1; /* Tab goes past the other steps, which the arrow keys reach */
  });
  /* What happens in between has no board of its own: the last one before it stays. */
  let board = at;
  while (board > 0 && !boards[board].childElementCount) board -= 1;
  boards.forEach((one, place) => { one.hidden = place !== board; });
  keys.querySelector("output").textContent = `${at + 1} of ${stops.length}`;
}

/** The current step is within the timeline's own window; the page itself stays where it is. */
function reveal() {
  const list = document.querySelector(".timeline");
  const stop = stops[at];
  list.scrollTop = Math.min(stop.offsetTop - list.offsetTop, Math.max(list.scrollTop,
    stop.offsetTop - list.offsetTop + stop.offsetHeight - list.clientHeight));
}

function go(by) {
  show(at + by);
  history.replaceState(null, "", `#step-${at}`);
  reveal();
  if (document.activeElement?.closest(".timeline")) stops[at].querySelector("a").focus({ preventScroll: true });
}

function linked() {
  const named = stops.findIndex((stop) => `#${stop.id}` === location.hash);
  const wrong = stops.findIndex((stop) => stop.className === "wrong");
  show(named >= 0 ? named : Math.max(wrong, 0));
  reveal();
}

if (keys && stops.length) {
  keys.hidden = false;
  put(true);
  keys.addEventListener("click", (event) => { if (event.target.dataset.go) go(Number(event.target.dataset.go)); });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [role=region]")) return;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -stops.length, End: stops.length }[event.key];
    if (by) { event.preventDefault(); go(by); }
  });
  document.querySelector(".timeline").addEventListener("click", (event) => {
    const chosen = stops.findIndex((stop) => stop.querySelector("a") === event.target.closest("a"));
    if (chosen < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); /* the way by the address would take the focus away */
    go(chosen - at);
  });
  addEventListener("hashchange", linked);
  addEventListener("beforeprint", () => put(false));
  addEventListener("afterprint", () => put(true));
  linked();
}
/* On paper nobody can unfold anything. */
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const one of folded) one.open = true;
});
addEventListener("afterprint", () => { for (const one of folded) one.open = false; });
for (const button of document.querySelectorAll(".copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.text);
    button.textContent = "Copied";
  });
}
