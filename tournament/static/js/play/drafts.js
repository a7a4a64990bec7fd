// What was typed into a field with data-draft and not sent yet: it survives a reload. The attribute names the moment in
// the game (a round, say), so that nothing is brought back into the next one. data-keep names it too: the field stays as
// it is on the page, whatever the server sends.
import { element, elements, optionalElement } from "../common/elements.js";
import { read, write } from "../common/storage.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * Stores the draft of each field with an id, or removes it where the field is empty.
 * @param {string} place
 * @param {Field[]} fields
 */
export function storeDrafts(place, fields) {
  for (const { id, value, dataset } of fields) {
    if (dataset.draft === undefined || !id) continue;
    write(`${place}:${id}`, value ? [dataset.draft, value] : null);
  }
}

/**
 * The fields of a form, or of the form around an element.
 * @param {Field | HTMLFormElement} node
 */
export function fieldsOf(node) {
  const form = node instanceof HTMLFormElement ? node : node.form;
  return /** @type {Field[]} */ (form ? [...form.elements] : [node]);
}

/**
 * Fills the fields that have a draft of this moment, each once.
 * @param {string} place
 * @param {HTMLElement} root
 */
export function restoreDrafts(place, root) {
  for (const input of /** @type {Field[]} */ (elements(root, "[data-draft][id]"))) {
    if ((input.value && !input.dataset.keep) || input.dataset.back === input.dataset.draft) continue;
    input.dataset.back = input.dataset.draft;
    const draft = read(`${place}:${input.id}`);
    if (Array.isArray(draft) && draft[0] === input.dataset.draft) input.value = draft[1];
  }
}

// A form with data-while-typing is sent while somebody types, at most every SOME milliseconds, and once they stop; more
// often in the last two seconds of a clock. data-received is what the server has: whatever else stands in the field, also
// after a reload, is sent, and data-unsent says so until then.
const SOME = 700;
const AT_THE_END = 300;
const AGAIN = 3000;
/** @param {HTMLElement} root */
export function sendTyping(root) {
  const timers = new WeakMap();
  const sentAt = new WeakMap();
  const isSent = (/** @type {HTMLFormElement} */ form) =>
    elements(form, "[data-draft]", HTMLTextAreaElement).every(({ value }) => value === form.dataset.received);
  const send = (/** @type {HTMLFormElement} */ form) => {
    timers.delete(form);
    if (!form.isConnected || isSent(form)) return;
    sentAt.set(form, Date.now());
    form.requestSubmit();
    setTimeout(look, AGAIN); // it may have been refused
  };
  function look() {
    for (const form of elements(root, "form[data-while-typing]", HTMLFormElement)) {
      element(form, "[data-unsent]").hidden = isSent(form);
      if (isSent(form) || timers.has(form)) continue;
      const left = Number(optionalElement(root, "[data-seconds]")?.textContent || SOME);
      const wait = Math.max(150, (left <= 2 ? AT_THE_END : SOME) - (Date.now() - (sentAt.get(form) ?? 0)));
      timers.set(
        form,
        setTimeout(() => send(form), wait),
      );
    }
  }
  root.addEventListener("input", look);
  root.addEventListener("shown", look);
  look();
}
