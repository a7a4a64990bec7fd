// One line of the sheet: the <li> and what is known of it.

import { create, element, elements, optionalElement } from "../common/elements.js";
import { text } from "../common/texts.js";

/** @typedef {"written" | "illegible" | "struck_out" | "blank"} Mark */

/**
 * A line as the server reads and stores it.
 * @typedef {object} SentLine
 * @property {string} key
 * @property {number} box
 * @property {number | null} position
 * @property {string} text
 * @property {Mark} mark
 * @property {number} revision
 */

/** @typedef {SentLine & {at?: number | null}} TypedLine with the moment when it was typed */

/** @typedef {{text: string, reasons: number[]}} Piece of the text, and the reasons that speak of it */

/**
 * How the engine reads a line; `tournament/keying/preview.py` makes it.
 * @typedef {object} Preview
 * @property {string | null} verdict
 * @property {string | null} value
 * @property {string} state what its tag says, empty in blind keying
 * @property {string} mathml of the first reading, empty where there is none
 * @property {string} note
 * @property {{message: string, rule?: string}[]} reasons
 * @property {{mathml: string, value: string | null}[]} readings empty where there is only one
 * @property {Piece[]} pieces
 */

/** @type {string[]} */
const MARKS = ["illegible", "struck_out", "blank"];

/**
 * A number that may have thousands of digits, cut so that it fits beside its line.
 * @param {string} number
 * @param {number} most
 */
export const short = (number, most) => {
  const shown = number.replaceAll("*", "×").replaceAll("-", "−");
  return shown.length > most ? `${shown.slice(0, most - 1)}…` : shown;
};

export class Line {
  /** @param {HTMLElement} row */
  constructor(row) {
    const { key = "", box, position, revision, mark } = row.dataset;
    this.element = row;
    this.input = element(row, ".line-text input", HTMLInputElement);
    this.key = key;
    this.box = Number(box);
    /** @type {number | null} */
    this.position = position ? Number(position) : null;
    this.revision = Number(revision);
    this.mark = /** @type {Mark} */ (mark);
    this.refused = optionalElement(row, ".line-note.is-error")?.textContent ?? "";
    /** @type {Preview | null} */
    this.preview = null; // the engine's latest answer
    /** @type {number | null} */
    this.typedAt = null;
  }

  /** The rows of its box. */
  get list() {
    return /** @type {HTMLElement} */ (this.element.parentElement);
  }

  get marks() {
    return elements(this.element, ".line-marks input", HTMLInputElement);
  }

  get text() {
    return this.input.value;
  }

  get isEmpty() {
    return this.text === "" && this.mark === "written";
  }

  get saysSomething() {
    return this.text.trim() !== "" || this.mark !== "written";
  }

  /**
   * As it is stored in this browser and sent to other tabs.
   * @returns {TypedLine}
   */
  get typed() {
    const { key, box, position, text, mark, revision, typedAt } = this;
    return { key, box, position, text, mark, revision, at: typedAt };
  }

  /** @param {TypedLine} line */
  differsFrom({ text, mark }) {
    return this.text !== text || this.mark !== mark;
  }

  /**
   * The plain form sends the line under this name, should the script fail later.
   * @param {string} [key]
   */
  rename(key = this.key) {
    this.key = this.element.dataset.key = key;
    this.input.name = `line-${this.box}-${this.revision}-${key}`;
    this.part("note").id = `note-${key}`;
    this.input.setAttribute("aria-describedby", `note-${key}`);
    for (const box of this.marks) box.name = `mark-${key}`;
  }

  /**
   * As it stands on the server, was typed in another tab of this browser, or here before a reload.
   * @param {TypedLine} line
   */
  take({ text, mark, revision, position, at = null }) {
    if (this.text !== text) this.input.value = text;
    this.revision = revision;
    this.position = position;
    this.typedAt = at;
    this.refused = "";
    this.setMark(mark);
    this.rename();
  }

  /** @param {Mark} mark */
  setMark(mark) {
    this.mark = this.element.dataset.mark = mark;
    this.element.classList.toggle("is-struck-out", mark === "struck_out");
    for (const box of this.marks) box.checked = box.value === mark;
  }

  /** @param {Mark} mark */
  toggleMark(mark) {
    this.setMark(this.mark === mark ? "written" : mark);
  }

  // Behind a dialog that was closed with the mouse Chromium gives the focus back and takes no letter, until the caret is set.
  comeBack() {
    this.input.focus();
    this.input.setSelectionRange(this.input.selectionStart, this.input.selectionEnd);
  }

  // After a reload the caret is where the browser puts it, perhaps before the text.
  typeOn() {
    this.input.focus();
    this.input.setSelectionRange(this.text.length, this.text.length);
  }

  /**
   * @param {number} n
   * @param {string} label
   */
  number(n, label) {
    this.part("n").textContent = String(n);
    this.input.setAttribute("aria-label", label);
  }

  // In blind keying the page shows how the line is read, and never whether it is right.
  get isBlind() {
    return Boolean(this.element.closest(".is-blind"));
  }

  /**
   * What stands beside the text. It never touches the text.
   * @param {Preview | null} preview
   */
  show(preview) {
    this.preview = preview;
    const isMarked = MARKS.includes(this.mark);
    const reading = this.part("reading");
    if (isMarked || !preview) reading.replaceChildren();
    else if (preview.mathml)
      reading.innerHTML = preview.mathml; // the engine's own writing, never a part of the text
    else reading.replaceChildren(this.unread(preview));
    this.element.classList.remove("is-asking", "is-tall");
    this.element.classList.toggle("is-tall", reading.scrollHeight > reading.clientHeight + 1);
    this.part("value").textContent = isMarked || this.isBlind ? "" : short(preview?.value ?? "", 18);
    this.tag(isMarked ? this.mark : preview?.state);
    this.note();
  }

  /** @param {Preview} preview */
  unread(preview) {
    if (!this.isBlind) return inPieces(preview.pieces);
    return create("span", { className: "muted", textContent: text("unreadable") });
  }

  /** @param {string | null} [name] the mark, or the state of the preview */
  tag(name) {
    const isShown = name && (!this.isBlind || MARKS.includes(name));
    const tag = isShown && document.querySelector(`[data-tag="${name}"] > .tag`);
    this.part("verdict").replaceChildren(...(tag ? [tag.cloneNode(true)] : []));
  }

  note() {
    const note = this.part("note");
    const remark = this.mark === "written" && !this.isBlind && this.preview?.note;
    note.classList.toggle("is-error", Boolean(this.refused));
    note.textContent = note.title = this.refused || remark || "";
    this.input.setAttribute("aria-invalid", String(Boolean(this.refused)));
  }

  /** @param {string} name */
  part(name) {
    return element(this.element, `.line-${name}`);
  }
}

/**
 * The text with the places marked that the reasons speak of.
 * @param {Piece[]} pieces
 */
export function inPieces(pieces) {
  const line = create("span", { className: "said verbatim" });
  for (const piece of pieces) {
    const tag = piece.reasons.length ? "mark" : "span";
    line.append(create(tag, { textContent: piece.text || "\u2038" })); // a caret where something is missing
  }
  return line;
}
