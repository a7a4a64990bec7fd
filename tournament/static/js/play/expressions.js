// Writing expressions on a phone: cards and signs as keys, and beside each line how it is read. Used cards are marked.
import { around, element, elements, optionalElement, target } from "../common/elements.js";

/** @typedef {{reading: string, several: boolean}} Reading its MathML, and whether there are more readings */

const PAUSE = 200;
/** @type {Map<string, Reading>} */
const known = new Map(); // text -> how it is read

/**
 * @param {HTMLElement} root
 * @param {string} address of the server's readings
 */
export function writeExpressions(root, address) {
  const hasPad = matchMedia("(pointer: coarse)").matches;
  /** @type {HTMLInputElement | null} */
  let last = null; // the line that was typed in last
  let timer = 0;

  const lines = () => elements(root, "[data-reading]", HTMLInputElement);
  const current = () => (last?.isConnected ? last : lines()[0]);

  root.addEventListener("focusin", (event) => {
    last = lineOf(event) ?? last;
  });

  root.addEventListener("click", (event) => {
    const key = around(event, "[data-insert], [data-erase], [data-sign], [data-digit]", HTMLButtonElement);
    if (!key) return;
    if (key.dataset.sign || key.dataset.digit) return turn(key);
    const { into } = key.dataset;
    const input = (into && optionalElement(document, `[id="${into}"]`, HTMLInputElement)) || current();
    if (!input) return;
    last = input;
    if (key.dataset.erase !== undefined) erase(input);
    else insert(input, key.dataset.insert ?? "");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  root.addEventListener("input", (event) => {
    const line = lineOf(event);
    if (line) look(line, PAUSE);
  });
  root.addEventListener("shown", all);
  all();

  function all() {
    for (const line of lines()) look(line, 0);
  }

  /** @param {Event} event */
  function lineOf(event) {
    const line = target(event);
    return line instanceof HTMLInputElement && line.matches("[data-reading]") ? line : null;
  }

  /**
   * A Duel's turn is one sign and one number, in whichever order they are pressed.
   * @param {HTMLButtonElement} key
   */
  function turn(key) {
    if (!key.form) return;
    const input = element(key.form, "[name=text]", HTMLInputElement);
    const sign = key.dataset.sign ?? /[-+*/]/.exec(input.value)?.[0] ?? "";
    const digit = key.dataset.digit ?? /[0-9]+/.exec(input.value)?.[0] ?? "";
    input.value = sign + digit;
    for (const each of elements(key.form, "[data-sign], [data-digit]"))
      each.setAttribute("aria-pressed", String(each.dataset.sign === sign || each.dataset.digit === digit));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * @param {HTMLInputElement} input
   * @param {string} text
   */
  function insert(input, text) {
    const at = input.selectionStart ?? input.value.length;
    const end = input.selectionEnd ?? at;
    input.setRangeText(text, at, end, "end");
  }

  /** @param {HTMLInputElement} input */
  function erase(input) {
    const at = input.selectionStart ?? input.value.length;
    const end = input.selectionEnd ?? at;
    input.setRangeText("", at === end ? Math.max(0, at - 1) : at, end, "end");
  }

  /**
   * @param {HTMLInputElement} line
   * @param {number} pause
   */
  function look(line, pause) {
    if (hasPad) line.inputMode = "none"; // the keys of the page do, and the cards stay in sight
    markUsed(line);
    const text = line.value.trim();
    if (!text || known.has(text)) return show(line);
    clearTimeout(timer);
    timer = setTimeout(() => ask(text), pause);
  }

  /** @param {string} text */
  async function ask(text) {
    try {
      const answer = await fetch(`${address}?text=${encodeURIComponent(text)}`);
      if (answer.ok) known.set(text, await answer.json());
    } catch {
      return; // without a connection the line stands there without its reading
    }
    for (const line of lines()) show(line);
  }

  /** @param {HTMLInputElement} line */
  function show(line) {
    const place = element(line.parentElement ?? root, ".tf-reading");
    const read = known.get(line.value.trim());
    place.innerHTML = read?.reading ?? "";
    place.classList.toggle("several", Boolean(read?.several));
  }

  /** @param {HTMLInputElement} line */
  function markUsed(line) {
    const used = [...(line.value.match(/\d+/g) ?? [])];
    for (const card of elements(line.parentElement ?? root, "[data-insert].tf-card")) {
      const at = used.indexOf(card.dataset.insert ?? "");
      card.classList.toggle("used", at >= 0);
      if (at >= 0) used.splice(at, 1);
    }
  }
}
