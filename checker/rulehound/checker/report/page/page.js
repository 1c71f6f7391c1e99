"use strict";
const form = document.querySelector(".filter");
const rules = [...document.querySelectorAll("article")];
const words = rules.map((rule) => rule.textContent.toLowerCase());

function filter() {
  const wanted = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const verdicts = new Set([...form.querySelectorAll("[name=verdict]:checked")].map((box) => box.value));
  let shown = 0;
  rules.forEach((rule, number) => {
    rule.hidden = !verdicts.has(rule.dataset.verdict) || !wanted.every((word) => words[number].includes(word));
    shown += rule.hidden ? 0 : 1;
  });
  form.querySelector("output").textContent = `${shown} of ${rules.length} rules`;
  document.querySelector(".none").hidden = shown > 0;
}

function reveal() {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = rule?.querySelector("details");
  if (!details) return;
  rule.hidden = false;
  details.open = true;
  rule.scrollIntoView();
}

form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", reveal);
filter();
reveal();
