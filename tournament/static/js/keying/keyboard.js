// The keyboard. Letters, digits and signs are only for the text; everything else goes with Alt, so that nothing
// clashes with what a method may hold. The bar below the sheet shows the same keys, and its buttons do the same.

import { around, element } from "../common/elements.js";
import { type } from "./type_ahead.js";

/** @import { Line, Mark } from "./line.js" */
/** @import { Review } from "./review.js" */
/** @import { Sheet } from "./sheet.js" */

/** @type {Record<string, Mark>} */
const MARKS = { i: "illegible", s: "struck_out", b: "blank" };
/** @type {Record<string, string>} */
const SIGNS = { x: "×", v: "√" };
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * @param {HTMLFormElement} form
 * @param {Sheet} sheet
 * @param {Review} review
 */
export function listen(form, sheet, review) {
  form.addEventListener("keydown", (event) => {
    const line = sheet.current;
    if (!line || event.isComposing || event.target !== line.input) return;
    const act = withAlt(event, sheet, line) ?? withoutAlt(event, sheet, line, review);
    if (!act) return;
    event.preventDefault();
    act();
  });
  form.addEventListener("paste", (event) => pasteLines(event, sheet));
  listenToBar(form, sheet);
}

/**
 * What the key does without Alt; null for nothing.
 * @param {KeyboardEvent} event
 * @param {Sheet} sheet
 * @param {Line} line
 * @param {Review} review
 */
function withoutAlt(event, sheet, line, review) {
  if (event.altKey) return null;
  const isCommand = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case "Enter":
      if (isCommand) return () => review.open(event);
      return event.shiftKey ? () => insertBelow(sheet, line) : () => onward(event, sheet, line, review);
    case "ArrowDown":
      return isCommand ? null : () => step(sheet, line, 1);
    case "ArrowUp":
      return isCommand ? null : () => step(sheet, line, -1);
    case "PageDown":
      return () => toBox(sheet, line, 1);
    case "PageUp":
      return () => toBox(sheet, line, -1);
    default:
      return null;
  }
}

/**
 * What the key does with Alt; null for nothing.
 * @param {KeyboardEvent} event
 * @param {Sheet} sheet
 * @param {Line} line
 */
function withAlt(event, sheet, line) {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.getModifierState("AltGraph")) return null;
  // a Mac makes another character of Alt and a letter, so there the place of the key counts
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace(/^Key/, "").toLowerCase();
  if (MARKS[letter]) return () => sheet.mark(line, MARKS[letter]);
  if (SIGNS[letter]) return () => type(SIGNS[letter]);
  if (event.key === "/" || event.code === "Slash") return () => type("÷");
  const digit = /^Digit([0-9])$/.exec(event.code);
  return digit ? () => type(SUPERSCRIPTS[Number(digit[1])]) : null;
}

/**
 * Enter: the next line; from the empty last line the next box; from the last box the review.
 * @param {KeyboardEvent} event
 * @param {Sheet} sheet
 * @param {Line} line
 * @param {Review} review
 */
function onward(event, sheet, line, review) {
  const lines = sheet.inBox(line.list);
  const below = lines[lines.indexOf(line) + 1];
  if (below) below.input.focus();
  else if (!toBox(sheet, line, 1) && !event.repeat) review.open(event);
}

/**
 * @param {Sheet} sheet
 * @param {Line} line
 * @param {number} by
 */
function step(sheet, line, by) {
  const lines = sheet.lines;
  lines[lines.indexOf(line) + by]?.input.focus();
}

/**
 * To the empty row of a neighbouring box. False where there is none.
 * @param {Sheet} sheet
 * @param {Line} line
 * @param {number} by
 */
function toBox(sheet, line, by) {
  const list = sheet.boxes[sheet.boxes.indexOf(line.list) + by];
  if (list) sheet.inBox(list).at(-1)?.input.focus();
  return Boolean(list);
}

/**
 * @param {Sheet} sheet
 * @param {Line} line
 */
function insertBelow(sheet, line) {
  const lines = sheet.inBox(line.list);
  const added = sheet.add(line.list, lines[lines.indexOf(line) + 1]);
  added.input.focus();
  return added;
}

/**
 * A field swallows line breaks; several lines pasted at once stay several lines.
 * @param {ClipboardEvent} event
 * @param {Sheet} sheet
 */
function pasteLines(event, sheet) {
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  const [first, ...others] = pasted.replace(/[\r\n]+$/, "").split(/\r\n|\r|\n/);
  let line = sheet.current;
  if (!line || !others.length) return;
  event.preventDefault();
  type(first);
  for (const text of others) {
    line = insertBelow(sheet, line);
    type(text);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Sheet} sheet
 */
function listenToBar(form, sheet) {
  const bar = element(form, ".keys");
  /** @type {Line | null} */
  let line = null; // the current line: a press of a button must not move the focus away from it
  form.addEventListener("focusin", () => {
    line = sheet.current ?? line;
  });
  bar.addEventListener("mousedown", (event) => {
    if (around(event, "[data-mark], [data-sign]")) event.preventDefault();
  });
  bar.addEventListener("click", (event) => {
    const button = around(event, "[data-mark], [data-sign]");
    if (!button || !line) return;
    line.input.focus();
    const { mark, sign } = button.dataset;
    if (mark) sheet.mark(line, /** @type {Mark} */ (mark));
    else if (sign) type(sign);
  });
}
