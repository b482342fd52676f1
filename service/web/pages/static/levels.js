// Levels of generalization: what a paragraph and the document tell moves with the level that is chosen.
"use strict";
(() => {
  const { document: id, csrf } = document.getElementById("desk").dataset;
  let asked = 0;

  // A probability as cases of a hundred, never rounded to none: as the service writes it.
  function of100(probability) {
    const cases = 100 * probability;
    return cases >= 10 || !cases ? cases.toFixed(0) : String(Number(cases.toPrecision(2)));
  }
  const moved = ({ now, then }) => `in ${of100(then)} of 100 cases (as it stands: ${of100(now)})`;
  function sentence(words, one) {
    return `With \u201c${words}\u201d, who guesses ${one.concept} from the whole paragraph is right ${moved(one.paragraph)}; ` +
      `from the whole document ${moved(one.document)}. Without reading it: ${of100(one.unread)}.`;
  }
  async function weigh(form, words) {
    const turn = ++asked;
    const told = form.querySelector(".weighed");
    told.textContent = "Reading it as an attacker would \u2026";
    const answer = await fetch(`/api/v1/documents/${id}/weighing`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf },
      body: JSON.stringify({ start: Number(form.elements.start.value), end: Number(form.elements.end.value), replacement: words }),
    }).catch(() => null);
    if (turn !== asked) return;
    if (!answer || !answer.ok) { told.textContent = "It cannot be weighed now. Choose it again in a moment."; return; }
    const found = await answer.json();
    if (turn === asked) told.textContent = found.map((one) => sentence(words, one)).join(" ");
  }
  for (const form of document.querySelectorAll("form.ladder")) {
    const more = form.querySelector(".above");
    let waiting = 0;
    const chosen = () => form.querySelector("input[type=radio]:checked");
    function show() {
      const above = Boolean(chosen()) && "above" in chosen().dataset;
      more.hidden = !above;
      more.querySelector("input").required = above;
      for (const one of more.querySelectorAll("input, select")) one.disabled = !above;
    }
    form.addEventListener("change", (event) => {
      if (event.target.type !== "radio") return;
      show();
      clearTimeout(waiting);
      waiting = setTimeout(() => weigh(form, event.target.value), 150);
    });
    show();
  }
})();
