// How far the machine is, asked for every second; the page is loaded anew when the release has moved on.
"use strict";
const bar = document.getElementById("progress");
const show = (id, number) => { const one = document.getElementById(id); if (one) one.textContent = number; };
async function look() {
  const answer = await fetch(`/api/v1/releases/${bar.dataset.release}/progress`);
  if (!answer.ok) return;
  const told = await answer.json();
  if (told.state !== bar.dataset.state || told.asked !== bar.dataset.asked) { location.reload(); return; }
  if (told.total) {
    bar.max = told.total;
    bar.value = told.done;
    show("done", told.done);
    show("total", told.total);
  }
}
if (bar) setInterval(() => look().catch(() => {}), 1000);
