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
