// Requests. The answer is {ok, status, body}; status 0 means that nothing came back.

const PATIENCE = 15_000;

function token() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  // the cookie is newer than the form after signing in again in another tab
  return cookie ? cookie.slice("csrftoken=".length) : document.querySelector("[name=csrfmiddlewaretoken]").value;
}

// Nothing more is saved in this keying, ever: the sheet is typed elsewhere, or in, or a newer text of the line was saved.
export const CLOSED = ["taken_over", "recorded", "passed_over"];

// Nobody refused: the connection, the server or the session is gone, and the same request may succeed later.
export function isAway({ status, body, code = body?.code }) {
  return !status || status >= 500 || [401, 408, 429].includes(status) || code === "csrf";
}

export async function post(url, body) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    return { ok: response.ok, status: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return { ok: false, status: 0, body: {} };
  }
}

// Made here and not by crypto.randomUUID, which browsers withhold from pages that came without https.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
