// On every keying page: sends what this browser stores of other sheets, and shows sheet by sheet what became of it.
// The page's section is templates/keying/_kept_sheets.html; each sheet is a row of it.

import { copyOfTemplate, element, elements } from "../common/elements.js";
import { text } from "../common/texts.js";
import { Delivery } from "./delivery.js";
import { isClosed } from "./requests.js";
import { Saver } from "./saver.js";
import { isOpenElsewhere } from "./tabs.js";
import { unsavedSheets } from "./unsaved_sheets.js";

/** @import { Refusal } from "./requests.js" */
/** @import { UnsavedSheet } from "./unsaved_sheets.js" */

export class OtherSheets {
  /**
   * @param {HTMLElement} section
   * @param {() => void} onRefused
   * @param {string} [except] the keying of this page
   */
  constructor(section, onRefused, except = "") {
    this.section = section;
    this.onRefused = onRefused;
    this.except = except;
    this.list = element(section, "[data-list]");
  }

  async start() {
    const sheets = unsavedSheets().filter((sheet) => sheet.keying !== this.except && !sheet.isEmpty);
    await Promise.all(sheets.map((sheet) => this.take(sheet)));
  }

  /** @param {UnsavedSheet} sheet */
  async take(sheet) {
    const { about, trouble } = sheet;
    const isOfReader = about.keyer === this.section.dataset.keyer;
    if (isOfReader && !isClosed(trouble) && !isOfThisPage(sheet) && (await isOpenElsewhere(sheet.keying))) return; // it sends them itself
    const row = this.row(sheet);
    if (!isOfReader) this.show(row, text("typed_by_other", { name: about.keyer }));
    else if (trouble && isClosed(trouble)) this.refuse(sheet, row, trouble);
    else this.deliver(sheet, row);
  }

  /**
   * @param {UnsavedSheet} sheet
   * @param {HTMLElement} row
   */
  deliver(sheet, row) {
    const delivery = new Delivery(sheet, saverOf(sheet));
    delivery.announces = false; // this row says it
    delivery.onWaiting = ({ code, sentence }) =>
      this.show(row, code === "signed_out" && sentence ? sentence : whatWaits(sheet));
    delivery.onDone = ({ sentence }) => {
      this.show(row, sentence ?? text("all_saved"), false);
      row.classList.add("is-done");
    };
    delivery.onRefused = (trouble) => this.refuse(sheet, row, trouble);
    delivery.saver.onPassedOver = (beside) => this.take(beside);
    this.show(row, whatWaits(sheet));
    delivery.go();
  }

  /**
   * What is left of it now is not saved; the page of the sheet itself shows it in full.
   * @param {UnsavedSheet} sheet
   * @param {HTMLElement} row
   * @param {Refusal} refusal
   */
  refuse(sheet, row, refusal) {
    const { code = "", sentence = "" } = refusal;
    if (isClosed(refusal)) sheet.takeBack();
    sheet.trouble = sheet.isEmpty ? null : refusal;
    this.show(row, (!sheet.isEmpty && text(`not_saved_${code}`)) || sentence, !sheet.isEmpty);
    if (isOfThisPage(sheet)) row.remove();
    this.section.hidden = !this.list.children.length;
    this.onRefused();
  }

  /** @param {UnsavedSheet} sheet */
  row(sheet) {
    const row = copyOfTemplate(this.section, "template");
    const link = element(row, "[data-sheet]", HTMLAnchorElement);
    link.href = sheet.about.page;
    link.textContent = text("sheet", { number: sheet.about.number });
    element(row, "[data-where]").textContent = [sheet.about.round, sheet.about.event].join(" · ");
    const lines = sheet.lines().map((line) => short(line.text));
    element(row, "[data-texts]").textContent = lines.join("\n");
    element(row, "[data-look]", HTMLAnchorElement).href = `${this.section.dataset.page}#keying-${sheet.keying}`;
    this.list.append(row);
    this.section.hidden = false;
    return row;
  }

  /**
   * @param {HTMLElement} row
   * @param {string} sentence
   * @param {boolean} [hasLines]
   */
  show(row, sentence, hasLines = true) {
    element(row, "[data-said]").textContent = sentence;
    for (const part of elements(row, "[data-look], [data-texts]")) part.hidden = !hasLines;
  }
}

/** @param {UnsavedSheet} sheet */
function whatWaits(sheet) {
  return sheet.waitsForHandIn ? text("hand_in_waits") : text("lines_wait", { count: sheet.lines().length });
}

/** @param {string} line */
const short = (line) => (line.length > 200 ? `${line.slice(0, 200)}…` : line);

/** @param {UnsavedSheet} sheet */
const isOfThisPage = ({ about }) => about.page === location.pathname;

/**
 * A saver without a page.
 * @param {UnsavedSheet} sheet
 */
function saverOf(sheet) {
  const saver = new Saver(sheet.about.linesUrl, sheet);
  for (const line of sheet.lines()) saver.waiting.set(line.key, line);
  saver.onRefused = (_key, sentence) => {
    saver.refusal = sentence;
  };
  saver.onState = (name) => {
    if (name === "offline" || name === "error") saver.stop(); // the delivery has its own time for the next try
  };
  return saver;
}
