// The policy editor: line numbers, faults at their lines while typing, the law and the keys at the cursor.
"use strict";
(() => {
  const bench = document.getElementById("bench");
  const text = document.getElementById("text");
  const lines = document.getElementById("lines");
  const offers = document.getElementById("offers");
  let faulty = new Set([...document.querySelectorAll("#faults [data-line]")].map((b) => Number(b.dataset.line)));
  let waiting = 0;
  let asked = 0;

  const make = (name, words, more = {}) => Object.assign(document.createElement(name), { textContent: words, ...more });
  const code = (one) => [...one].length;

  function number() {
    const n = text.value.split("\n").length;
    lines.replaceChildren(...Array.from({ length: n }, (_, i) =>
      make("span", `${faulty.has(i + 1) ? "! " : ""}${i + 1}\n`, { className: faulty.has(i + 1) ? "faulty" : "" })));
    lines.scrollTop = text.scrollTop;
  }
  function place() {
    const before = text.value.slice(0, text.selectionStart).split("\n");
    return { line: before.length, column: code(before[before.length - 1]) + 1 };
  }
  function goTo(line) {
    const all = text.value.split("\n");
    const at = all.slice(0, Math.max(0, line - 1)).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(at, at + (all[line - 1] || "").length);
    text.scrollTop = (line - 4) * (text.scrollHeight / all.length);
  }
  function insert(word) {
    const { column } = place();
    const start = text.value.split("\n")[place().line - 1].slice(0, column - 1);
    const isValue = /:/.test(start);
    text.focus();
    text.setRangeText(isValue ? word : `${word}: `, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function showFaults(found) {
    faulty = new Set(found.map((one) => one.line));
    document.getElementById("faults-title").textContent = found.length ? "Faults" : "No fault";
    document.getElementById("faults").replaceChildren(...found.map((one) => {
      const item = document.createElement("li");
      const button = make("button", one.line ? `Line ${one.line}` : "Whole policy", { type: "button", className: "link" });
      button.addEventListener("click", () => goTo(one.line || 1));
      item.append(button, ` ${one.sentence} `, make("span", one.code, { className: "soft" }));
      return item;
    }));
    document.getElementById("submit").disabled = found.length > 0;
    number();
  }
  function showLaw(clause) {
    const law = document.getElementById("law");
    if (!clause) { law.replaceChildren(make("p", "Put the cursor into a clause.", { className: "soft" })); return; }
    const since = clause.effective ? ` In force since ${clause.effective}.` : "";
    const about = clause.about ? `${clause.about} (${clause.jurisdiction}).${since}` : "The catalogue of laws does not hold this provision.";
    law.replaceChildren(make("p", clause.law || "The clause cites no law yet."), make("p", clause.law ? about : "", { className: "soft" }));
  }
  function showOffers(found) {
    offers.replaceChildren(...found.map((one) => {
      const item = document.createElement("li");
      const button = make("button", one.text, { type: "button", className: "link" });
      button.addEventListener("click", () => insert(one.text));
      item.append(button, one.about ? make("span", ` ${one.about}`, { className: "soft" }) : "");
      return item;
    }));
  }

  async function check() {
    const turn = ++asked;
    const answer = await fetch(bench.dataset.check, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": bench.dataset.csrf },
      body: JSON.stringify({ text: text.value, ...place() }),
    });
    if (!answer.ok || turn !== asked) return;
    const found = await answer.json();
    showFaults(found.faults);
    showLaw(found.clause);
    showOffers(found.offers);
  }
  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(check, 350);
  }

  text.addEventListener("input", () => {
    document.getElementById("saved").textContent = "Not saved yet.";
    number();
    soon();
  });
  text.addEventListener("scroll", () => { lines.scrollTop = text.scrollTop; });
  for (const event of ["click", "keyup"]) text.addEventListener(event, (e) => { if (!e.key || e.key.startsWith("Arrow")) soon(); });
  text.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === " ") {
      event.preventDefault();
      offers.querySelector("button")?.focus();
    }
  });
  offers.addEventListener("keydown", (event) => { if (event.key === "Escape") text.focus(); });
  for (const button of document.querySelectorAll("#faults [data-line]")) {
    button.addEventListener("click", () => goTo(Number(button.dataset.line) || 1));
  }
  number();
  check();
})();
