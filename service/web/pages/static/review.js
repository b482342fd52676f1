// The review page: finding and text move together, keys, selection of what was missed.
"use strict";
(() => {
  const desk = document.getElementById("desk");
  const original = document.getElementById("original");
  const released = document.getElementById("released");
  const findings = [...document.querySelectorAll(".finding")];
  const told = document.getElementById("told");
  const mine = "mine" in desk.dataset;
  let at = Math.max(0, Math.min(Number(desk.dataset.at) || 0, findings.length - 1));

  // A finding that stands on another page only leads there.
  function elsewhere(finding) {
    const { index, page } = finding.dataset;
    if (!desk.dataset.page || !page || original.querySelector(`[data-index="${index}"]`)) return false;
    location.assign(`?page=${page}&at=${index}`);
    return true;
  }
  function follow(link) { if (link) location.assign(link.href); }
  function show(index, focus) {
    if (!findings.length) return;
    at = Math.max(0, Math.min(index, findings.length - 1));
    findings.forEach((one, i) => {
      one.querySelector("details").open = i === at;
      one.classList.toggle("on", i === at);
    });
    for (const one of document.querySelectorAll("mark, ins, rect")) one.classList.toggle("on", Number(one.dataset.index) === at);
    for (const pane of [original, released]) {
      const mark = pane.querySelector(`[data-index="${at}"]`);
      if (mark) pane.scrollTop += mark.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 2;
    }
    if (focus && elsewhere(findings[at])) return;
    if (focus) findings[at].querySelector("summary").focus({ preventScroll: false });
    told.textContent = `Finding ${at + 1} of ${findings.length}`;
  }

  // Both texts scroll together, in proportion.
  let leading = null;
  for (const [one, other] of [[original, released], [released, original]]) {
    one.addEventListener("scroll", () => {
      if (leading && leading !== one) return;
      leading = one;
      const most = one.scrollHeight - one.clientHeight;
      other.scrollTop = most > 0 ? (one.scrollTop / most) * (other.scrollHeight - other.clientHeight) : 0;
      if (desk.dataset.page) other.scrollLeft = one.scrollLeft;
      clearTimeout(one.timer);
      one.timer = setTimeout(() => { leading = null; }, 80);
    });
  }
  for (const mark of document.querySelectorAll("mark, ins, rect")) {
    mark.addEventListener("click", () => show(Number(mark.dataset.index), true));
  }
  findings.forEach((one, i) => one.querySelector("summary").addEventListener("click", (event) => {
    if (event.target.closest(".more")) return;
    event.preventDefault();
    show(i, false);
  }));

  // Offsets count code points, as the service does; JavaScript counts UTF-16 units.
  function offsetOf(node, offset) {
    const range = document.createRange();
    range.selectNodeContents(original);
    range.setEnd(node, offset);
    return [...range.toString()].length;
  }
  function takeSelection() {
    const selection = document.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return false;
    const range = selection.getRangeAt(0);
    if (!original.contains(range.startContainer) || !original.contains(range.endContainer)) return false;
    document.getElementById("missed-start").value = offsetOf(range.startContainer, range.startOffset);
    document.getElementById("missed-end").value = offsetOf(range.endContainer, range.endOffset);
    document.getElementById("missed-text").textContent = `Selected: ${range.toString().slice(0, 80)}`;
    return true;
  }
  const missed = document.getElementById("missed");
  original.addEventListener("mouseup", () => { if (missed) takeSelection(); });

  for (const form of document.querySelectorAll("form")) {
    const ticket = form.querySelector('input[name="ticket"]');
    if (ticket) ticket.value = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
  }
  function press(key) {
    const button = findings.length && findings[at].querySelector(`[data-key="${key}"]`);
    if (!button) return;
    if (button.tagName === "SUMMARY") {
      button.parentElement.open = true;
      const inside = (what) => button.parentElement.querySelector(what);
      (inside("input[type=radio]:checked") || inside("input[type=radio], select")).focus();
    } else button.click();
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    const key = event.key;
    if (key === "j") show(at + 1, true);
    else if (key === "k") show(at - 1, true);
    else if (key === "n" && desk.dataset.next) location.assign(desk.dataset.next);
    else if (key === ".") follow(document.querySelector('.leaf-links [rel="next"]'));
    else if (key === ",") follow(document.querySelector('.leaf-links [rel="prev"]'));
    else if (key === "v") follow(document.querySelector(".leaf-links a:not([aria-current])"));
    else if (key === "?") { const help = document.getElementById("help"); help.open = !help.open; }
    else if (!mine) return;
    else if (key === "a" || key === "r" || key === "e") press(key);
    else if (key === "u") document.querySelector("#undo button").click();
    else if (key === "m" && missed && takeSelection()) document.getElementById("missed-category").focus();
    else return;
    event.preventDefault();
  });
  show(at, false);
})();
