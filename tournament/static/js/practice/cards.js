// The cards of a round, and the line in which they are used. A card that stands in the line is marked.
import { around, create, element, elements } from "../common/elements.js";

const page = element(document, "[data-practice-page]");
const tiles = element(page, "[data-tiles]");
const line = element(page, "[data-write]");
const pad = element(page, ".practice-pad");
export const answer = element(page, "#answer", HTMLInputElement);

tiles.addEventListener("click", insert);
pad.addEventListener("click", insert);
answer.addEventListener("input", mark);
element(pad, "[data-back]").addEventListener("click", () => write(answer.value.replace(/\s*(\d+|.)\s*$/u, "")));

/**
 * Shows cards to press.
 * @param {(string | number)[]} texts
 * @param {boolean} isNumbers
 * @param {number} [waiting] how many more are to come
 * @param {number} [second] where the second word of a conundrum begins
 */
export function showCards(texts, isNumbers, waiting = 0, second = 0) {
  tiles.replaceChildren(...texts.map(card), ...Array.from({ length: waiting }, () => document.createElement("span")));
  if (second) tiles.children[second].classList.add("second");
  tiles.classList.toggle("six", isNumbers);
  line.classList.toggle("words", !isNumbers);
  pad.classList.toggle("words", !isNumbers);
  for (const sign of elements(pad, "[data-sign]")) sign.hidden = !isNumbers;
  write("");
}

/** @param {boolean} allowed */
export function allowWriting(allowed) {
  line.hidden = !allowed;
  answer.disabled = !allowed;
  for (const each of elements(tiles, "button", HTMLButtonElement)) each.disabled = !allowed;
  if (allowed) answer.focus({ preventScroll: true });
}

/** @param {string | number} text */
function card(text) {
  const button = create("button", { type: "button" });
  button.textContent = button.dataset.insert = String(text);
  return button;
}

/** @param {Event} event */
function insert(event) {
  const pressed = around(event, "[data-insert]")?.dataset.insert;
  if (!pressed) return;
  const from = answer.selectionStart ?? answer.value.length;
  const to = answer.selectionEnd ?? from;
  const [before, after] = [answer.value.slice(0, from), answer.value.slice(to)];
  const added = (/\d$/.test(before) && /^\d/.test(pressed) ? " " : "") + pressed;
  write(before + added + after, from + added.length);
}

/**
 * @param {string} text
 * @param {number} [at] where the caret goes
 */
function write(text, at = text.length) {
  answer.value = text;
  answer.setSelectionRange(at, at);
  mark();
}

function mark() {
  const used = [...(answer.value.toLowerCase().match(/\d+|\p{L}/gu) ?? [])];
  for (const each of elements(tiles, "button")) {
    const at = used.indexOf(each.dataset.insert ?? "");
    each.classList.toggle("used", at >= 0);
    if (at >= 0) used.splice(at, 1);
  }
}
