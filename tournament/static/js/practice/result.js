// The verdict on an answer and what was possible.
import { create, element } from "../common/elements.js";
import { text } from "../common/texts.js";

/** @import { Calculation, Checked, Kind } from "./requests.js" */

const page = element(document, "[data-practice-page]");
const verdict = element(page, "[data-verdict]");
const possible = element(page, "[data-possible]");

/**
 * @param {Kind} kind
 * @param {Checked} checked
 */
export function showResult(kind, checked) {
  const points = create("strong", { textContent: text("points", { count: checked.points }) });
  verdict.replaceChildren(create("span", { textContent: checked.sentence }), " ", points);
  verdict.className = `practice-verdict ${checked.points ? "good" : "bad"}`;
  possible.replaceChildren(...(kind === "numbers" ? calculation(checked.possible) : words(kind, checked.possible)));
}

/**
 * @param {Kind} kind
 * @param {{words: string[]}} possible
 */
function words(kind, { words }) {
  if (!words.length) return [create("p", { textContent: text("nothing") })];
  const list = create("p", { className: "practice-words" });
  list.append(...words.map((word) => create("span", { textContent: word })));
  return [create("p", { textContent: text(kind === "conundrum" ? "answer" : "longest") }), list];
}

/** @param {Calculation} best */
function calculation({ text: expression, value, steps, count }) {
  const list = create("ol", { className: "practice-steps" });
  for (const step of steps) {
    const item = create("li");
    item.append(code(`${step.expression} = ${step.value}`));
    list.append(item);
  }
  /** @type {HTMLElement[]} */
  const parts = [create("p", { textContent: text("best") }), code(`${expression} = ${value}`)];
  if (steps.length > 1) parts.push(list);
  if (count) parts.push(create("p", { textContent: text("methods", { count }), className: "muted" }));
  return parts;
}

/** @type {Record<string, string>} */
const SIGNS = { "*": "×", "/": "÷", "-": "−" };

/** @param {string} expression */
function code(expression) {
  return create("code", { textContent: expression.replace(/[*/-]/g, (sign) => SIGNS[sign]) });
}
