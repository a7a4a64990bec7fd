// Where the cursor is on a sheet, kept in this tab, so that a reload brings it back to the box and the line it was in.

import { read, write } from "../common/storage.js";

/** @import { Sheet } from "./sheet.js" */

/** @typedef {{key: string, box: number, at: number}} Place of a line, the first of its box is at 0 */

export class CursorPlace {
  /**
   * @param {string} keying
   * @param {Sheet} sheet
   */
  constructor(keying, sheet) {
    this.name = `keying-place:${keying}`;
    this.sheet = sheet;
  }

  // Go to the line where the cursor was before, then remember where it goes.
  start() {
    if (!this.sheet.lines.some(({ refused }) => refused)) this.line()?.typeOn();
    this.remember();
    this.sheet.form.addEventListener("focusin", () => this.remember());
  }

  remember() {
    const line = this.sheet.current;
    if (!line) return;
    const place = { key: line.key, box: line.box, at: this.sheet.inBox(line.list).indexOf(line) };
    write(this.name, place, "sessionStorage");
  }

  // An empty row has a new key after each reload, so it is found by its number.
  line() {
    const place = /** @type {Place | null} */ (read(this.name, "sessionStorage"));
    const list = place && this.sheet.boxes.find((each) => Number(each.dataset.box) === place.box);
    if (!list) return null;
    const lines = this.sheet.inBox(list);
    return this.sheet.find(place.key) ?? lines[Math.min(place.at, lines.length - 1)];
  }
}
