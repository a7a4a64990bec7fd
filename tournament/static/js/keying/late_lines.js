// What this browser stores and the server will not save: every line word for word, why, and what may be done with it.
// The page of a sheet shows the lines of that sheet; the page of all such lines shows those of every sheet.

import { copy } from "../common/clipboard.js";
import { copyOfTemplate, element, optionalElement } from "../common/elements.js";
import { text } from "../common/texts.js";
import { pageSignal } from "./page_lifetime.js";
import { isClosed, post } from "./requests.js";
import { asSent } from "./saver.js";
import { unsavedSheets } from "./unsaved_sheets.js";

/** @import { SentLine } from "./line.js" */
/** @import { Answer, Refusal } from "./requests.js" */
/** @import { HandIn, StoredLine, UnsavedSheet } from "./unsaved_sheets.js" */

const REPORTED = ["recorded", "taken_over", "round_not_in_marking"];

export class LateLines {
  /** @param {((line: SentLine) => unknown) | null} [typeIn] types a line in again, on a page where lines are typed */
  constructor(typeIn = null) {
    this.root = optionalElement(document, "[data-left-over]");
    this.typeIn = typeIn;
    addEventListener("storage", () => this.draw(), { signal: pageSignal() }); // another tab has saved some of it, or stored more
  }

  draw() {
    if (!this.root) return;
    const { every, keyer } = this.root.dataset;
    const isShown = (/** @type {UnsavedSheet} */ { about, trouble }) =>
      every || (about.page === location.pathname && about.keyer === keyer && isClosed(trouble));
    const sheets = unsavedSheets().filter((sheet) => !sheet.isEmpty && isShown(sheet));
    this.root.replaceChildren(...sheets.map((sheet) => this.section(sheet, keyer)));
    const isNews = this.root.hidden && sheets.length && !every;
    this.root.hidden = !sheets.length;
    if (isNews) this.root.scrollIntoView();
    const nothing = optionalElement(document, "[data-nothing]");
    if (nothing) nothing.hidden = sheets.length > 0;
  }

  /**
   * @param {UnsavedSheet} sheet
   * @param {string} [reader]
   */
  section(sheet, reader) {
    const section = copyOfTemplate(document, "#left-over");
    const part = (/** @type {string} */ name) => element(section, `[data-${name}]`);
    const lines = sheet.lines();
    const { about, trouble, waitsForHandIn } = sheet;
    const code = trouble?.code ?? "";
    const isOfReader = about.keyer === reader;
    const last = Math.max(...lines.map(({ at }) => at), waitsForHandIn?.at ?? 0);
    section.id = `keying-${sheet.keying}`;
    part("sheet").textContent = [text("sheet", { number: about.number }), about.round].join(" · ");
    part("typed").textContent = text("typed", { name: about.keyer, time: clock(last) });
    part("why").textContent = why(trouble, waitsForHandIn);
    part("lines").append(...lines.map((line) => this.row(sheet, line)));
    const open = element(section, "[data-open]", HTMLAnchorElement);
    open.href = about.page;
    open.hidden = about.page === location.pathname || code === "recorded" || !isOfReader;
    part("tell").hidden = !REPORTED.includes(code) || !isOfReader;
    part("type-all").hidden = !this.typeIn || lines.length < 2;
    part("type-all").addEventListener("click", () => {
      // from the last to the first: each is put in before those that come behind it
      for (const line of [...lines].reverse()) this.typeAgain(sheet, line);
    });
    part("tell").addEventListener("click", () => this.tell(sheet, lines, part));
    const copyAll = part("copy-all");
    copyAll.addEventListener("click", () => copy(lines.map((line) => line.text).join("\n"), copyAll));
    part("drop-all").addEventListener("click", () => this.drop(() => sheet.clear()));
    return section;
  }

  /**
   * @param {UnsavedSheet} sheet
   * @param {StoredLine} line
   */
  row(sheet, line) {
    const row = copyOfTemplate(document, "#left-over-line");
    const part = (/** @type {string} */ name) => element(row, `[data-${name}]`);
    part("box").textContent = text("box", { number: line.box + 1 });
    part("text").textContent = line.text;
    const mark = document.querySelector(`[data-tag="${line.mark}"] > .tag`);
    if (mark) part("text").append(" ", mark.cloneNode(true));
    part("type").hidden = !this.typeIn;
    part("type").addEventListener("click", () => this.typeAgain(sheet, line));
    part("copy").addEventListener("click", () => copy(line.text, part("copy")));
    part("drop").addEventListener("click", () => this.drop(() => sheet.forget(line.key, line.revision)));
    return row;
  }

  /**
   * @param {UnsavedSheet} sheet
   * @param {StoredLine} line
   */
  typeAgain(sheet, line) {
    if (this.typeIn?.(line)) sheet.forget(line.key, line.revision);
    this.draw();
  }

  /** @param {() => void} forget */
  drop(forget) {
    if (confirm(text("drop"))) forget();
    this.draw();
  }

  /**
   * @param {UnsavedSheet} sheet
   * @param {StoredLine[]} lines
   * @param {(name: string) => HTMLElement} part
   */
  async tell(sheet, lines, part) {
    /** @type {Answer<{sentence: string}>} */
    const { ok, body } = await post(sheet.about.tellUrl, { lines: lines.map(asSent) });
    part("told").hidden = !ok;
    part("trouble").hidden = ok;
    part(ok ? "told" : "trouble").textContent = body.sentence ?? text("try_again");
  }
}

/**
 * @param {Refusal | null} trouble
 * @param {HandIn | null} waitsForHandIn
 */
function why(trouble, waitsForHandIn) {
  const sentence = trouble?.code === "taken_over" ? text("compare_lines") : text(`not_saved_${trouble?.code}`);
  return sentence || trouble?.sentence || text(waitsForHandIn ? "handed_in_offline" : "sent_when_connected");
}

/**
 * A moment as a time of day, with its date where it was not today.
 * @param {number} moment
 */
function clock(moment) {
  const at = new Date(moment);
  const time = at.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? time : `${at.toLocaleDateString(document.documentElement.lang)} ${time}`;
}
