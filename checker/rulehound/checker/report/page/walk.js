"use strict";
/* A walk, one step at a time: the address says which, and the arrow keys go on. Without this script, all stand below one another. */
const stops = [...document.querySelectorAll(".timeline > li")];
const keys = document.querySelector(".keys");
let at = 0;

function show(number) {
  at = Math.max(0, Math.min(number, stops.length - 1));
  stops.forEach((stop, place) => {
    const link = stop.querySelector("a");
    if (place === at) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
  /* What happens in between has no board of its own: the last one before it stays. */
  let board = at;
  while (board > 0 && !stops[board].querySelector("img")) board -= 1;
  stops.forEach((stop, place) => { stop.querySelector(".stop").hidden = place !== board; });
  keys.querySelector("output").textContent = `${at + 1} of ${stops.length}`;
}

function go(by) {
  show(at + by);
  history.replaceState(null, "", `#step-${at}`);
  stops[at].querySelector("a").scrollIntoView({ block: "nearest" });
}

function linked() {
  const named = stops.findIndex((stop) => `#${stop.id}` === location.hash);
  const wrong = stops.findIndex((stop) => stop.className === "wrong");
  show(named >= 0 ? named : Math.max(wrong, 0));
}

if (keys && stops.length) {
  keys.hidden = false;
  document.querySelector(".walk").classList.add("stepped");
  keys.addEventListener("click", (event) => { if (event.target.dataset.go) go(Number(event.target.dataset.go)); });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [role=region]")) return;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) { event.preventDefault(); go(by); }
  });
  addEventListener("hashchange", linked);
  linked();
}
for (const button of document.querySelectorAll(".copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.text);
    button.textContent = "Copied";
  });
}
