// Keys for the judge, while the focus is in the form: as in the queue, 0 is "nothing", 1-9 are the readings and m is a
// method that the judge types; v is a value. r goes to the reason, n leaves the line for the next. The page does
// everything without this; typing in a field is never taken for a key.
import { element, elements, optionalElement, target } from "../common/elements.js";

const form = optionalElement(document, "[data-ruling]", HTMLFormElement);
const choices = form ? elements(form, "[name=counts_as]", HTMLInputElement) : [];
const readings = choices.filter((each) => each.value.startsWith("reading-"));
/** @type {Record<string, string>} */
const LETTERS = { 0: "nothing", m: "method", v: "value" };
let digit = ""; // the one that led into a field, until another key is pressed: again or held, it types nothing

/** @param {string} key */
function chosenBy(key) {
  return readings[Number(key) - 1] ?? choices.find((each) => each.value === LETTERS[key]);
}

/**
 * @param {HTMLFormElement} ruling
 * @param {HTMLInputElement} choice
 */
function choose(ruling, choice) {
  choice.checked = true;
  const field = optionalElement(ruling, `[type=text][name="${choice.value}"]`);
  (field ?? element(ruling, "[name=reason]")).focus();
}

/**
 * Whether this key does something.
 * @param {HTMLFormElement} ruling
 * @param {string} key
 */
function act(ruling, key) {
  const choice = chosenBy(key);
  if (choice) choose(ruling, choice);
  else if (key === "r") element(ruling, "[name=reason]").focus();
  else if (key === "n") optionalElement(document, "[data-key=n]")?.click();
  else return false;
  return true;
}

form?.addEventListener("keydown", (event) => {
  const typing = target(event).matches("input:not([type=radio]), textarea, select");
  if (!typing) digit = /\d/.test(event.key) ? event.key : "";
  else if (event.key === digit) event.preventDefault();
  else digit = "";
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (act(form, event.key)) event.preventDefault();
});
document
  .querySelector(".effects, .ruling-form .has-error, .ruling-form .message-error")
  ?.scrollIntoView({ block: "nearest" });
// a judge who comes from the queue or the line before goes on with the keys
if (new URL(document.referrer || "x:").pathname.includes("/judge/")) choices[0]?.focus({ preventScroll: true });
