// Checks the signature of a copy in this browser: with WebCrypto or, where there is none (plain http, older browsers), with
// the vendored script. It fetches what anybody can download: the signed text, the signature, the key and the results.
import { element, elements } from "../common/elements.js";

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const box = element(document, "[data-check]");
const button = element(box, "button", HTMLButtonElement);
const status = element(box, "[data-status]");

/**
 * @param {string} [address]
 * @returns {Promise<Bytes>}
 */
async function bytes(address = "") {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * The last 32 bytes of what is in the PEM.
 * @param {Bytes} pem
 */
function keyIn(pem) {
  const inside = new TextDecoder().decode(pem).replace(/-----[^-]+-----|\s/g, "");
  return Uint8Array.from(atob(inside), (letter) => letter.charCodeAt(0)).slice(-32);
}

/**
 * Whether it is the signature of that text by that key.
 * @param {Bytes} text
 * @param {Bytes} signature
 * @param {Bytes} key
 */
async function holds(text, signature, key) {
  if (signature.length !== 64) return false;
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signature, text);
  } catch {
    await library();
    return window.nacl.sign.detached.verify(text, signature, key);
  }
}

function library() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: box.dataset.library, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

/**
 * Whether the results are those of the signed text; null where the browser cannot say.
 * @param {Bytes} text
 * @param {Bytes} results
 */
async function isOf(text, results) {
  const named = new TextDecoder().decode(text).match(/^document: ([0-9a-f]{64})$/m);
  if (!named || !globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", results));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === named[1];
}

async function check() {
  const { text, signature, key, results } = box.dataset;
  const [statement, signed, pem, file] = await Promise.all([text, signature, key, results].map(bytes));
  if (!(await holds(statement, signed, keyIn(pem)))) return "wrong";
  const same = await isOf(statement, file);
  return same === null ? "signed" : same ? "right" : "other";
}

button.addEventListener("click", async () => {
  button.disabled = true;
  const result = await check().catch(() => "failed");
  for (const each of elements(status, ":scope > *")) each.hidden = each.dataset.result !== result;
  button.disabled = false;
});
box.hidden = false;
