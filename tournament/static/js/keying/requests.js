// Requests of the keying pages, and what the server answers.
import { element } from "../common/elements.js";

/**
 * Why the server refused.
 * @typedef {object} Refusal
 * @property {string} [code]
 * @property {string} [sentence]
 * @property {Record<string, Record<string, string[]>>} [lines] the lines that it is about, by key, and what is wrong
 */

/** @typedef {Refusal & {status: number}} Trouble with the status of the answer; 0 where nothing came back */

/**
 * Status 0 means that nothing came back.
 * @template T
 * @typedef {{ok: true, status: number, body: T} | {ok: false, status: number, body: Refusal}} Answer
 */

/** @typedef {{next?: string, sentence?: string}} HandedIn where to go on, or what became of the sheet */

const PATIENCE = 15_000;

function token() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  // the cookie is newer than the form after signing in again in another tab
  if (cookie) return cookie.slice("csrftoken=".length);
  return element(document, "[name=csrfmiddlewaretoken]", HTMLInputElement).value;
}

// Nothing more is saved in this keying, ever: the sheet is typed elsewhere, or in, or a newer text of the line was saved,
// or a backup of before it came back.
const CLOSED = ["taken_over", "recorded", "passed_over", "earlier_state"];

/** @param {Refusal | null} refusal */
export const isClosed = (refusal) => CLOSED.includes(refusal?.code ?? "");

/**
 * Nobody refused: the connection, the server or the session is gone, and the same request may succeed later.
 * @param {Trouble} trouble
 */
export function isAway({ status, code }) {
  return !status || status >= 500 || [401, 408, 429].includes(status) || code === "csrf";
}

/**
 * The answer of this address; the caller knows what it has when all is well.
 * @template T
 * @param {string} url
 * @param {object} body
 * @returns {Promise<Answer<T>>}
 */
export async function post(url, body) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    const { ok, status } = response;
    if (ok) return { ok, status, body: await response.json() }; // an answer that breaks off has not come back
    return { ok, status, body: refusalOf(await response.json().catch(() => ({}))) };
  } catch {
    return { ok: false, status: 0, body: {} };
  }
}

/**
 * Problem details of the API, with the sentences of each line by its key.
 * @param {{code?: string, detail?: string, errors?: {place: string, detail: string}[]}} problem
 * @returns {any}
 */
function refusalOf({ code, detail: sentence, errors = [] }) {
  /** @type {Record<string, Record<string, string[]>>} */
  const lines = {};
  for (const error of errors) {
    const [key, field = "line"] = error.place.replace(/^lines\//, "").split("/");
    lines[key] ??= {};
    lines[key][field] = [...(lines[key][field] ?? []), error.detail];
  }
  return { code, sentence, lines };
}

/** A new key. Not from crypto.randomUUID, which browsers withhold from pages that came without https. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
