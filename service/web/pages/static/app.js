// Times in the reader's own zone, with the zone named; nothing else is needed everywhere.
"use strict";
for (const one of document.querySelectorAll("time[datetime]")) {
  const at = new Date(one.dateTime);
  if (Number.isNaN(at.valueOf())) continue;
  one.textContent = new Intl.DateTimeFormat("en-GB", {
    day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
  }).format(at);
}
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", () => {
    setTimeout(() => form.querySelectorAll("button").forEach((b) => { b.disabled = true; }), 0);
  });
}

// A table that is wider than the page can be scrolled by key too.
function reachTables() {
  for (const table of document.querySelectorAll(".table")) {
    if (table.scrollWidth > table.clientWidth) {
      table.tabIndex = 0;
      table.setAttribute("role", "group");
      table.setAttribute("aria-label", "Table, scrolls sideways");
    } else {
      table.removeAttribute("tabindex");
    }
  }
}
reachTables();
window.addEventListener("resize", reachTables);
