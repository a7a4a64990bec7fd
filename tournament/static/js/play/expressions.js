// Writing words and expressions on a phone: cards and signs as keys, and beside an expression how it is read. Used cards
// are marked.
import { around, element, elements, optionalElement, target } from "../common/elements.js";

/** @import { Field } from "./drafts.js" */

/** @typedef {{reading: string, several: boolean}} Reading its MathML, and whether there are more readings */

const PAUSE = 200;
const LINES = "[data-reading], [data-line]";
/** @type {Map<string, Reading>} */
const known = new Map(); // text -> how it is read

/**
 * Whether the line ends too early, or is known to make no sense or more than one.
 * @param {Field} line
 */
export function isUnreadable({ value, dataset }) {
  if (dataset.reading === undefined || !value.trim()) return false;
  const [opened, closed] = [value.split("(").length, value.split(")").length];
  const read = known.get(value.trim());
  return /[-+*/×÷−:]\s*$/.test(value) || opened !== closed || (read !== undefined && (!read.reading || read.several));
}

/**
 * @param {HTMLElement} root
 * @param {string} address of the server's readings
 */
export function writeExpressions(root, address) {
  const hasPad = matchMedia("(pointer: coarse)").matches;
  /** @type {Field | null} */
  let last = null; // the line that was typed in last
  let timer = 0;

  const lines = () => /** @type {Field[]} */ (elements(root, LINES));
  const current = () => (last?.isConnected ? last : lines()[0]);

  root.addEventListener("focusin", (event) => {
    last = lineOf(event) ?? last;
  });

  root.addEventListener("click", (event) => {
    const key = around(event, "[data-insert], [data-erase], [data-sign], [data-digit]", HTMLButtonElement);
    if (!key) return;
    if (key.dataset.sign || key.dataset.digit) return turn(key);
    const { into } = key.dataset;
    const input = /** @type {Field | null} */ (into && optionalElement(document, `[id="${into}"]`)) || current();
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
  root.addEventListener("submit", askFirst, true);
  all();

  /**
   * A line that does not use every card costs a point, so the first press only asks.
   * @param {Event} event
   */
  function askFirst(event) {
    const form = target(event);
    if (!(form instanceof HTMLFormElement && form.dataset.expressions !== undefined)) return;
    const question = element(form, "[data-unused]");
    const text = lines()
      .map((line) => line.value)
      .join(" ");
    if (!optionalElement(form, "[data-insert].tf-card:not(.used)") || question.dataset.unused === text) return;
    event.preventDefault();
    event.stopPropagation();
    question.hidden = false;
    question.dataset.unused = text;
  }

  function all() {
    for (const line of lines()) look(line, 0);
  }

  /** @param {Event} event */
  function lineOf(event) {
    const line = target(event);
    return line.matches(LINES) ? /** @type {Field} */ (line) : null;
  }

  /**
   * A Duel's turn is one sign and one number, in whichever order they are pressed.
   * @param {HTMLButtonElement} key
   */
  function turn(key) {
    if (!key.form) return;
    const input = element(key.form, "[name=text]", HTMLInputElement);
    const sign = key.dataset.sign ?? /[^0-9]/.exec(input.value)?.[0] ?? "";
    const digit = key.dataset.digit ?? /[0-9]+/.exec(input.value)?.[0] ?? "";
    input.value = sign + digit;
    for (const each of elements(key.form, "[data-sign], [data-digit]"))
      each.setAttribute("aria-pressed", String(each.dataset.sign === sign || each.dataset.digit === digit));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * @param {Field} input
   * @param {string} text
   */
  function insert(input, text) {
    const at = input.selectionStart ?? input.value.length;
    const end = input.selectionEnd ?? at;
    const joins = /\d$/.test(input.value.slice(0, at)) && /^\d/.test(text); // two cards are two numbers
    input.setRangeText(joins ? ` ${text}` : text, at, end, "end");
  }

  /** @param {Field} input */
  function erase(input) {
    const at = input.selectionStart ?? input.value.length;
    const end = input.selectionEnd ?? at;
    input.setRangeText("", at === end ? Math.max(0, at - 1) : at, end, "end");
  }

  /**
   * @param {Field} line
   * @param {number} pause
   */
  function look(line, pause) {
    if (hasPad && line instanceof HTMLInputElement) line.inputMode = "none"; // the keys do, and the cards stay in sight
    markUsed(line);
    if (line.dataset.reading === undefined) return;
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

  /** @param {Field} line */
  function show(line) {
    if (line.dataset.reading === undefined) return;
    const place = element(line.parentElement ?? root, ".tf-reading");
    const read = known.get(line.value.trim());
    place.innerHTML = read?.reading ?? "";
    place.classList.toggle("several", Boolean(read?.several));
  }

  /** @param {Field} line */
  function markUsed(line) {
    const used = [
      ...(line.value
        .toLowerCase()
        .split("\n")
        .at(-1)
        ?.match(/\d+|\p{L}/gu) ?? []),
    ];
    for (const card of elements(root, `[data-into="${line.id}"]`)) {
      const at = used.indexOf(card.dataset.insert ?? "");
      card.classList.toggle("used", at >= 0);
      if (at >= 0) used.splice(at, 1);
    }
  }
}
