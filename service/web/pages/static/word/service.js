// The API of the service, as the person who is signed in.

const csrf = document.querySelector('meta[name="csrf"]').content;

export class Refused extends Error {}

async function ask(method, path, body, headers = {}) {
  const answer = await fetch(`/api/v1${path}`, { method, body, headers: { "x-csrf-token": csrf, ...headers } });
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  const told = await answer.json().catch(() => ({}));
  throw new Refused(`[${told.code || answer.status}] ${told.detail || told.title || "The service does not answer as it should."}`);
}
const post = (path, body) => ask("POST", path, JSON.stringify(body), { "content-type": "application/json" });

export const desks = () => ask("GET", "/desks");

export const inspect = (desk, policy, paragraphs) =>
  post(`/desks/${encodeURIComponent(desk)}/inspections`, { policy, paragraphs });

// A draft, its document, the remarks, and only then the start. The title and the name are sealed by the service.
export async function send({ desk, policy, title, name, content, remarks }) {
  const { id } = await post("/releases", { group: desk, policy, title });
  const document = await ask("PUT", `/releases/${id}/documents/${encodeURIComponent(name)}`, content, {
    "content-type": "application/octet-stream",
    "idempotency-key": crypto.randomUUID(),
  });
  for (const words of remarks) await post(`/releases/${id}/documents/${document.id}/remarks`, { words });
  await post(`/releases/${id}/start`, {});
  return id;
}
