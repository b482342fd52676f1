// A slider for each protected concept: how many of the words that are left go too, and what is told without them.

const place = document.getElementById("suppressions");
const template = document.getElementById("suppression");

// Cases of a hundred, never rounded to none.
function cases(probability) {
  const found = 100 * probability;
  return found >= 10 || !found ? found.toFixed(0) : String(Number(found.toPrecision(2)));
}

function sentence(told, n) {
  const now = n ? told.words[n - 1] : told;
  const start = n ? `Without ${n === 1 ? "this word" : `these ${n} words`}` : "As the policy leaves it";
  return `${start}, a reader of the whole document who guesses “${told.concept}” is right in ${cases(now.whole)} of 100 such cases. `
    + `From the strongest word alone: ${cases(now.singly)}; the policy allows ${cases(told.allowed)}. Without reading it: ${cases(told.unread)}.`;
}

function list(told, n) {
  return told.words.map((one, i) => Object.assign(document.createElement("li"), {
    className: i < n ? "goes" : "",
    textContent: `${one.word}, ${one.bits.toFixed(1)} bits${i < n ? ": goes" : ""}`,
  }));
}

// Words of a concept as findings, which are decided like others.
function asFindings(told, n) {
  return told.words.slice(0, n).flatMap((one) => one.places.map((where) => ({
    ...where,
    category: told.concept,
    clause: told.clause,
    reason: `It speaks for ${told.concept} by ${one.bits.toFixed(1)} bits; the policy lets it stand.`,
    replacement: "[REMOVED]",
    levels: [`[${told.concept.toUpperCase()}]`],
  })));
}

function sheet(told, suggest) {
  const made = template.content.cloneNode(true).firstElementChild;
  const [slider, button, output] = ["input", "button", "output"].map((name) => made.querySelector(name));
  made.querySelector("h3").textContent = told.concept;
  slider.max = told.words.length;
  slider.disabled = !told.words.length;
  const show = () => {
    const n = Number(slider.value);
    output.textContent = `${n} of ${told.words.length}`;
    slider.setAttribute("aria-valuetext", `${n} of ${told.words.length} words`);
    made.querySelector(".told").textContent = sentence(told, n);
    made.querySelector(".words").replaceChildren(...list(told, n));
    button.disabled = !n;
  };
  slider.addEventListener("input", show);
  button.addEventListener("click", () => suggest(asFindings(told, Number(slider.value))));
  show();
  return made;
}

export function showSuppressions(all, suggest) {
  const none = Object.assign(document.createElement("p"), { className: "soft", textContent: "The policy protects no concept. What single words tell is not measured." });
  place.replaceChildren(...(all.length ? all.map((told) => sheet(told, suggest)) : [none]));
}
