"use strict";
const form = document.querySelector(".filter");
const changes = [...document.querySelectorAll("article")];
const folded = [...document.querySelectorAll(".quiet")];
const chapters = [...document.querySelectorAll(".chapter")];
const words = changes.map((change) => change.textContent.toLowerCase());

function filter() {
  const wanted = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = new Set([...form.querySelectorAll("[name=change]:checked")].map((box) => box.value));
  let shown = 0;
  changes.forEach((change, number) => {
    const fits = change.dataset.changes.split(" ").some((kind) => kinds.has(kind));
    change.hidden = !fits || !wanted.every((word) => words[number].includes(word));
    shown += change.hidden ? 0 : 1;
  });
  folded.forEach((some) => { some.hidden = wanted.length > 0 || !kinds.has("quiet"); });
  chapters.forEach((chapter) => { chapter.hidden = !chapter.querySelector("article:not([hidden]), .quiet:not([hidden])"); });
  form.querySelector("output").textContent = `${shown} of ${changes.length} changes`;
  document.querySelector(".none").hidden = shown > 0;
}

function unfold() {
  document.querySelectorAll(".pages").forEach((pages) => { pages.open = form.elements.pages.checked; });
}

form.hidden = false;
form.addEventListener("input", filter);
form.elements.pages.addEventListener("input", unfold);
form.addEventListener("submit", (event) => event.preventDefault());
filter();
