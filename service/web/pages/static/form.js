// The form of a policy: each answer shows at once in the text beside it. Without this script, saving shows it.
"use strict";
(() => {
  const beside = document.getElementById("beside");
  let waiting = 0;
  let asked = 0;

  async function show(form) {
    const turn = ++asked;
    const answer = await fetch(`${form.getAttribute("action")}/beside`, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
    });
    if (!answer.ok || turn !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn !== asked) return;
    beside.replaceChildren(...page.body.childNodes);
    (beside.querySelector(".new, .gone") || beside).scrollIntoView({ block: "nearest" });
  }
  for (const form of document.querySelectorAll("form[data-beside]")) {
    form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => show(form), 250);
    });
  }
})();
