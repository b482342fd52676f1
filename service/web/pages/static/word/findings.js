// The list of findings: each is open until it is accepted or refused.

import * as word from "./document.js";

const list = document.getElementById("findings");
const template = document.getElementById("finding");

function option(words) {
  return Object.assign(document.createElement("option"), { textContent: words });
}

export class Findings {
  // `act` runs what a button asks for and shows what went wrong; `changed` is called after each decision.
  constructor(act, changed) {
    [this.act, this.changed, this.all, this.text] = [act, changed, [], null];
  }

  begin(text) {
    this.text = text;
    this.all = [];
    list.replaceChildren();
  }

  get open() {
    return this.all.filter((one) => one.state === "open");
  }

  isTaken(place) {
    const meets = (one) => one.paragraph === place.paragraph && one.start < place.end && place.start < one.end;
    return this.text.isTaken(place) || this.all.some(meets);
  }

  // Adds findings, each with its mark in the document.
  async add(found) {
    const made = found.map((one, i) => ({ ...one, id: this.all.length + i, state: "open", words: this.text.words(one) }));
    const marked = await word.mark(this.text, made);
    made.forEach((one, i) => { one.marked = marked[i]; });
    this.all.push(...made);
    for (const one of made) list.append(this.#row(one));
  }

  #row(one) {
    const row = template.content.cloneNode(true).firstElementChild;
    one.row = row;
    row.querySelector("h3").append(`${one.words} `, Object.assign(document.createElement("span"), { className: "tag", textContent: one.category.replaceAll("-", " ") }));
    row.querySelector(".why").textContent = `${one.reason} Clause ${one.clause}.`;
    row.querySelector("select").append(...[one.replacement, ...one.levels].map(option));
    row.querySelector(".unmarked").hidden = one.marked;
    for (const button of row.querySelectorAll("button")) {
      const what = button.dataset.do;
      button.setAttribute("aria-label", `${button.textContent}: ${one.words}`);
      button.disabled = !one.marked && what !== "refuse";
      button.addEventListener("click", () => this.act(() => this[what](one)));
    }
    return row;
  }

  show(one) {
    return word.show(one.id, one.words);
  }

  async accept(one) {
    const put = one.row.querySelector("select").value;
    await word.replace(one.id, one.words, put);
    this.text.replaced(one, put);
    this.#done(one, "accepted", `${one.words} became ${put}`);
  }

  async refuse(one) {
    if (one.marked) await word.release(one.id, one.words);
    one.grounds = one.row.querySelector("input").value.trim();
    this.#done(one, "refused", `${one.words} stays`);
  }

  #done(one, state, words) {
    one.state = state;
    one.row.querySelector(".choices").remove();
    one.row.querySelector(".unmarked").remove();
    one.row.querySelector(".put").textContent = `${words}.`;
    one.row.querySelector("h3").append(Object.assign(document.createElement("span"), { className: `tag ${state === "accepted" ? "good" : "warn"}`, textContent: state }));
    const next = this.all.find((other) => other.id > one.id && other.state === "open") || this.open[0];
    (next ? next.row : one.row).focus();
    this.changed();
  }

  // What the reviewers are told about refused findings; the words themselves are in the document.
  remarks() {
    const said = this.all.filter((one) => one.state === "refused")
      .map((one) => `${one.category}: "${one.words.slice(0, 80)}"${one.grounds ? `: ${one.grounds}` : ", no reason given"}.`);
    const made = [];
    for (const line of said) {
      const last = made.length - 1;
      if (last >= 0 && made[last].length + line.length < 1900) made[last] += `\n${line}`;
      else made.push(`Refused in the word processor:\n${line}`);
    }
    return made;
  }
}
