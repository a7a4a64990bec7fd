// Keys for the judge's queue, while the focus is in it: 0 decides "nothing", 1-9 a reading, at once; m types a method,
// r goes to the reason, Enter rules, j and k move, x ticks, s settles what is ticked, Escape leaves a field, u takes the
// last ruling back. The page does everything without this; typing in a field is never taken for a key.
import { element, elements, optionalElement, target } from "../common/elements.js";

const queue = optionalElement(document, "[data-queue]");
const entries = queue ? elements(queue, "[data-entry]") : [];
const TYPED = "input[type=text]";
const SOON = 300; // milliseconds in which nobody can have read an entry that has just got the focus
const tooSoon = optionalElement(document, "[data-too-soon]");

/**
 * @param {Element | null} node
 * @returns {HTMLElement | null}
 */
const entryOf = (node) => node?.closest("[data-entry]") ?? null;
const choicesOf = (/** @type {HTMLElement} */ entry) => elements(entry, "[name=counts_as]", HTMLInputElement);

/** @param {HTMLElement} entry */
function focusOn(entry) {
  const choices = choicesOf(entry);
  const at = choices.find((choice) => choice.checked) || choices[0] || element(entry, "a");
  at.focus({ preventScroll: true });
  entry.scrollIntoView({ block: "nearest" });
}

/** @type {HTMLElement | null} */
let current = null;
let focusedAt = 0;

/** @param {HTMLElement | null} entry */
function showAsNew(entry) {
  if (!entry || entry === current) return;
  current = entry;
  focusedAt = performance.now();
  if (tooSoon) tooSoon.hidden = true;
  entry.classList.add("is-new");
  setTimeout(() => entry.classList.remove("is-new"), SOON);
}

/**
 * @param {HTMLElement} entry
 * @param {number} by
 */
function move(entry, by) {
  const next = entries[entries.indexOf(entry) + by];
  if (next) focusOn(next);
}

/**
 * A choice that has its usual reason, or one that the judge has typed, is sent; else the judge types what is missing.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} choice
 */
function decide(form, choice) {
  const reason = element(form, "[name=reason]", HTMLInputElement);
  const isTooSoon = performance.now() - focusedAt < SOON;
  if (tooSoon) tooSoon.hidden = !isTooSoon;
  if (isTooSoon) return;
  choice.checked = true;
  if (choice.value === "method") element(form, "[name=method]").focus();
  else if ("hasReason" in choice.dataset || reason.value) form.requestSubmit();
  else reason.focus();
}

/** @param {HTMLElement} entry */
function tick(entry) {
  optionalElement(entry, "[name=lines]")?.click();
}

/**
 * Whether this key does something.
 * @param {HTMLElement} entry
 * @param {string} key
 */
function act(entry, key) {
  const choice = choicesOf(entry).find((each) => each.dataset.key === key);
  if (choice?.form) decide(choice.form, choice);
  else if (key === "r") optionalElement(entry, "[name=reason]")?.focus();
  else if (key === "j") move(entry, 1);
  else if (key === "k") move(entry, -1);
  else if (key === "x") tick(entry);
  else if (key === "s") optionalElement(document, "#settle [name=reason]")?.focus();
  else return false;
  return true;
}

queue?.addEventListener("keydown", (event) => {
  const entry = entryOf(target(event));
  if (!entry || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return; // a held key decides once
  if (target(event).matches(TYPED)) {
    if (event.key === "Escape") focusOn(entry);
  } else if (event.key === "Enter" && target(event).matches("[name=lines]")) {
    event.preventDefault(); // it would send all that is ticked
    element(entry, "[data-entry-form]", HTMLFormElement).requestSubmit();
  } else if (act(entry, event.key.toLowerCase())) {
    event.preventDefault();
  }
});

queue?.addEventListener("input", (event) => {
  const entry = entryOf(target(event));
  const last = entry && choicesOf(entry).at(-1);
  if (last && target(event).matches("[name=method]")) last.checked = true;
  showTicked(queue);
});

/** @param {HTMLElement} list */
function showTicked(list) {
  const count = list.querySelectorAll("[name=lines]:checked").length;
  element(list, "[data-ticked]").textContent = String(count || "");
}

// A second Enter while the answer is on its way would rule on nothing else, but the page it brings might be an older one.
queue?.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

document.addEventListener("keydown", (event) => {
  const typing = target(event).matches("input:not([type=radio], [type=checkbox]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key.toLowerCase() === "u") optionalElement(document, "[data-undo]")?.click();
});

queue?.addEventListener("focusin", (event) => showAsNew(entryOf(target(event))));
showAsNew(entryOf(document.activeElement));
