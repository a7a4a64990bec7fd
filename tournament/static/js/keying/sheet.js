// All lines of the sheet, box by box, in the order of the page.

import { around, copyOfTemplate, elements } from "../common/elements.js";
import { text } from "../common/texts.js";
import { Line } from "./line.js";
import { newKey } from "./requests.js";

/** @import { Mark, SentLine, TypedLine } from "./line.js" */
/** @import { Readings } from "./readings.js" */
/** @import { Saver } from "./saver.js" */

export class Sheet {
  /**
   * @param {HTMLFormElement} form
   * @param {Saver} saver
   * @param {Readings} readings
   */
  constructor(form, saver, readings) {
    this.form = form;
    this.saver = saver;
    this.readings = readings;
    this.longest = Number(form.dataset.longest);
    this.boxes = elements(form, ".lines");
    /** @type {Map<Element, Line>} */
    this.byRow = new Map();
    this.onEdit = (/** @type {TypedLine} */ _line) => {};
  }

  /** @param {TypedLine[]} stored in this browser */
  start(stored) {
    for (const list of this.boxes) this.keepOneSpare(list);
    this.restore(stored);
    for (const line of this.lines) if (!line.isEmpty && !line.element.dataset.read) this.readings.want(line, 0);
    this.form.addEventListener("input", (event) => {
      const row = around(event, ".line");
      if (row && event.target === this.lineOf(row).input) this.edited(this.lineOf(row));
    });
  }

  /** @param {HTMLElement} row */
  lineOf(row) {
    const line = this.byRow.get(row) ?? new Line(row);
    this.byRow.set(row, line);
    return line;
  }

  get lines() {
    return elements(this.form, ".line").map((row) => this.lineOf(row));
  }

  get current() {
    const row = document.activeElement?.closest(".line");
    return (row && this.byRow.get(row)) ?? null;
  }

  /** @param {HTMLElement} list */
  inBox(list) {
    return elements(list, ":scope > .line").map((row) => this.lineOf(row));
  }

  /**
   * Every box ends in one empty row; the plain form has more of them.
   * @param {HTMLElement} list
   */
  keepOneSpare(list) {
    const lines = this.inBox(list);
    while (lines.length > 1 && lines.slice(-2).every(({ isEmpty }) => isEmpty) && !lines[lines.length - 1].revision) {
      lines.pop()?.element.remove();
    }
    if (!lines.at(-1)?.isEmpty) this.add(list);
    this.renumber(list);
  }

  /**
   * A new empty line, before another or at the end of the box.
   * @param {HTMLElement} list
   * @param {Line} [before]
   */
  add(list, before) {
    const row = copyOfTemplate(document, "#new-line");
    row.dataset.box = list.dataset.box;
    list.insertBefore(row, before?.element ?? null);
    const line = this.lineOf(row);
    line.rename(newKey());
    this.renumber(list);
    return line;
  }

  /** @param {HTMLElement} list */
  renumber(list) {
    for (const [at, line] of this.inBox(list).entries()) line.number(at + 1, `${list.dataset.label}, ${at + 1}`);
  }

  /** @param {Line} line */
  edited(line) {
    this.place(line);
    this.touch(line);
    if (line.list.lastElementChild === line.element && !line.isEmpty) this.add(line.list);
  }

  /**
   * Give the line a position behind the one above it, and move on those below that are in the way.
   * @param {Line} line
   */
  place(line) {
    const lines = this.inBox(line.list);
    let last = Math.max(-1, ...lines.slice(0, lines.indexOf(line)).map((each) => each.position ?? -1));
    if (line.position === null || line.position <= last) line.position = last + 1;
    last = line.position;
    for (const below of lines.slice(lines.indexOf(line) + 1)) {
      if (below.position === null) continue;
      if (below.position > last) break;
      below.position = last + 1;
      last = below.position;
      this.touch(below);
    }
  }

  /**
   * It was edited.
   * @param {Line} line
   */
  touch(line) {
    line.revision += 1;
    line.typedAt = Date.now();
    this.changed(line);
  }

  /**
   * The line is not what was saved: send it, tell the other tabs, ask for its reading.
   * @param {Line} line
   */
  changed(line) {
    line.rename();
    const length = [...line.text].length;
    const tooLong = length > this.longest;
    line.refused = tooLong ? text("too_long", { length: length.toLocaleString(document.documentElement.lang) }) : "";
    line.note();
    this.saver.add(line.typed, tooLong);
    this.onEdit(line.typed);
    this.readings.want(line);
  }

  /**
   * @param {Line} line
   * @param {Mark} mark
   */
  mark(line, mark) {
    line.toggleMark(mark);
    this.edited(line);
  }

  /**
   * @param {string} key
   * @param {string} sentence
   */
  refuse(key, sentence) {
    const line = this.find(key);
    if (!line) return;
    line.refused = sentence;
    line.show(null);
  }

  /** @param {string} key */
  find(key) {
    return this.lines.find((each) => each.key === key);
  }

  /**
   * What this browser stored before a reload, or in a tab that is gone. Sent twice, it is saved once.
   * @param {TypedLine[]} stored
   */
  restore(stored) {
    for (const typed of stored) {
      const line = this.find(typed.key) ?? this.insert(typed);
      if (line && typed.revision >= line.revision) {
        line.take(typed);
        this.changed(line);
      } else this.saver.add(typed);
    }
  }

  /**
   * A line as it was typed in another tab of this browser a moment ago: that tab saw ours and went on from it.
   * @param {TypedLine} typed
   */
  heard(typed) {
    const line = this.find(typed.key) ?? this.insert(typed);
    if (!line || typed.revision <= line.revision) return;
    this.saver.drop(line);
    line.take(typed);
    this.settled(line);
  }

  /**
   * Every line that the server has.
   * @param {SentLine[]} stored
   */
  answered(stored) {
    const byKey = new Map(this.lines.map((line) => [line.key, line]));
    for (const saved of stored) {
      const line = byKey.get(saved.key) ?? this.insert(saved);
      if (!line || saved.revision < line.revision || this.saver.has(line.key)) continue;
      const isNews = line.differsFrom(saved);
      line.take(saved);
      if (isNews) this.settled(line);
    }
  }

  /** @param {Line} line */
  settled(line) {
    this.readings.want(line, 0);
    this.keepOneSpare(line.list);
  }

  /**
   * Type a line again that was not saved: a new one at its place. Null where the sheet has no such box.
   * @param {SentLine} unsaved
   */
  typeIn(unsaved) {
    const line = this.insert({ ...unsaved, key: newKey() });
    if (!line) return null;
    line.revision = 0;
    line.input.value = unsaved.text;
    line.setMark(unsaved.mark);
    this.edited(line);
    line.comeBack();
    return line;
  }

  /**
   * A row for a line that is not on the page yet. Null for an empty line, or where the sheet has no such box.
   * @param {SentLine} sent
   */
  insert({ key, box, position, text: written, mark }) {
    const list = this.boxes.find((each) => Number(each.dataset.box) === box);
    if (!list || (written === "" && mark === "written")) return null;
    const before = this.inBox(list).find(
      (line) =>
        line.position === null ||
        line.position > Number(position) ||
        (line.position === position && this.saver.has(line.key)),
    );
    const line = this.add(list, before);
    line.rename(key);
    line.revision = -1; // whatever comes is newer
    return line;
  }
}
