// The task pane: inspect, decide, send.

import * as word from "./document.js";
import * as service from "./service.js";
import { Findings } from "./findings.js";
import { showSuppressions } from "./suppressions.js";
import { Text } from "./text.js";

const by = (id) => document.getElementById(id);
const [ask, policy, told, fault, results, sending] = ["ask", "policy", "told", "fault", "results", "send"].map(by);
let inspected = null;
let busy = false;

// One thing at a time; what goes wrong is said, and nothing else happens.
async function act(what) {
  if (busy) return;
  busy = true;
  fault.hidden = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    await what();
  } catch (error) {
    fault.querySelector("p").textContent = error.message;
    fault.hidden = false;
  } finally {
    busy = false;
    document.body.removeAttribute("aria-busy");
  }
}

const findings = new Findings(act, tell);

function tell() {
  const n = findings.all.length;
  told.textContent = n ? `${n} ${n === 1 ? "finding" : "findings"}, ${findings.open.length} open.` : "Nothing was found.";
}

function offer(desks) {
  policy.replaceChildren(...desks.map((desk) => {
    const group = Object.assign(document.createElement("optgroup"), { label: desk.title });
    group.append(...desk.policies.map((one) => {
      const option = Object.assign(document.createElement("option"), { textContent: one.title });
      option.choice = { desk: desk.group, policy: one.value, maySend: desk.may_send };
      return option;
    }));
    return group;
  }));
  policy.disabled = ask.querySelector("button").disabled = !desks.length;
  told.textContent = desks.length ? "" : "No group gives you a role that inspects texts.";
}

async function inspect() {
  const { choice } = policy.selectedOptions[0];
  told.textContent = "Reading. The first time takes some seconds.";
  await word.unmark();
  const paragraphs = await word.paragraphs();
  const found = await service.inspect(choice.desk, choice.policy, paragraphs);
  findings.begin(new Text(paragraphs));
  await findings.add(found.findings);
  by("refused").replaceChildren(...found.refused.map(refusal));
  showSuppressions(found.suppressions, (more) => act(() => suggest(more)));
  inspected = choice;
  results.hidden = false;
  sending.hidden = !choice.maySend;
  by("may-not-send").hidden = choice.maySend;
  tell();
}

function refusal(words) {
  const made = Object.assign(document.createElement("div"), { className: "notice warn" });
  made.append(Object.assign(document.createElement("p"), { textContent: `A release would refuse it: ${words}` }));
  return made;
}

async function suggest(found) {
  const before = findings.all.length;
  await findings.add(found.filter((one) => !findings.isTaken(one)));
  tell();
  if (findings.all.length > before) findings.all[before].row.focus();
}

async function send() {
  await word.unmark();
  const content = await word.file();
  const remarks = findings.remarks();
  const id = await service.send({ ...inspected, title: by("title").value, name: word.name(), content, remarks });
  results.hidden = true;
  told.replaceChildren("Sent to review. ", Object.assign(document.createElement("a"), { href: `/releases/${id}`, target: "_blank", textContent: "See the release" }));
  told.querySelector("a").focus();
}

function on(form, what) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(what);
  });
}

on(ask, inspect);
on(sending, send);
act(async () => {
  await word.ready();
  offer(await service.desks());
});
