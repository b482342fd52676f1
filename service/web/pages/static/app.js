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

// The service refuses larger requests while they are still being sent: told before.
const mostMb = Number(document.documentElement.dataset.mostMb);
for (const chosen of mostMb ? document.querySelectorAll("input[type=file]") : []) {
  chosen.addEventListener("change", () => {
    const mb = [...chosen.files].reduce((sum, file) => sum + file.size, 0) / (1 << 20);
    const told = `Together ${Math.ceil(mb)} MB. At most ${mostMb} MB can be sent at once: choose fewer or smaller files.`;
    chosen.setCustomValidity(mb < mostMb ? "" : told);
    chosen.reportValidity();
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
