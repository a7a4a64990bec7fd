// Keeps what somebody types while the next page comes, and types it there. A field that nobody sees takes the text, so
// that the browser composes accents and deletes as always; keys that do something on a sheet are kept between the texts.

import { create } from "../common/elements.js";
import { text } from "../common/texts.js";

/** @typedef {{text: string, key: KeyboardEvent | null}} Typed  a text and the key behind it */

const KEYS = ["Enter", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];

/** @type {Typed[]} */
let typed = [];
/** @type {HTMLInputElement | null} */
let field = null;

// From now on, nothing that is typed reaches the page.
export function hold() {
  if (field) return;
  field = create("input", { className: "visually-hidden", autocomplete: "off", ariaLabel: text("opening") });
  field.addEventListener("keydown", remember);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.focus({ preventScroll: true });
}

/** @param {KeyboardEvent} event */
function remember(event) {
  const isForText = !KEYS.includes(event.key) && (!event.altKey || event.ctrlKey);
  if (!field || event.isComposing || isForText) return;
  event.preventDefault();
  if (event.repeat) return; // the Enter that opens the page, still held down
  typed.push({ text: field.value, key: event });
  field.value = "";
}

// Forgets it: there is no page that it was typed for.
export function drop() {
  typed = [];
  field?.remove();
  field = null;
}

// Types it where the cursor is now, up to a key that opens a page again.
export function release() {
  if (!field) return;
  typed.push({ text: field.value, key: null });
  field.remove();
  field = null;
  while (typed.length && !field) {
    const [{ text, key }] = typed.splice(0, 1);
    if (text) type(text);
    if (key) press(key);
  }
  if (typed.length) goOn();
}

// The last text stands in the new field again: it may be continued or deleted there.
function goOn() {
  const last = typed.pop();
  if (field && last) field.value = last.text;
}

/**
 * Typed like a key, so that the browser can undo it.
 * @param {string} text
 */
export function type(text) {
  const input = document.activeElement;
  if (document.execCommand("insertText", false, text) || !(input instanceof HTMLInputElement)) return;
  input.setRangeText(text, Number(input.selectionStart), Number(input.selectionEnd), "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * The key with its time, and what the browser does for Enter.
 * @param {KeyboardEvent} key
 */
function press(key) {
  const element = document.activeElement;
  const again = new KeyboardEvent("keydown", key);
  Object.defineProperty(again, "timeStamp", { value: key.timeStamp });
  if (!element?.dispatchEvent(again) || key.key !== "Enter") return;
  if (element instanceof HTMLButtonElement) element.click();
  else if (element instanceof HTMLInputElement) element.form?.requestSubmit();
}
