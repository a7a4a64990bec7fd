// The volunteer's page of one sheet; desk.js starts it. Each part is a file of its own:
//   line.js      one line: its text, its mark, what stands beside it
//   sheet.js     all lines, box by box; lines that come from other tabs
//   saver.js     sends what is typed, in order, until it is saved
//   unsaved_sheets.js  what is not saved or handed in yet, stored in this browser
//   delivery.js  hands in what was stored      other_sheets.js  the same for sheets of other pages
//   late_lines.js what was stored and is not saved any more
//   readings.js  asks how the engine reads each line      line_detail.js  all it says of the current line
//   keyboard.js  the keyboard        review.js  handing in
//   cursor_place.js  where the cursor was before a reload
//   page_change.js  the next page in the same document      type_ahead.js  what is typed before it is there
//   tabs.js      this person's other tabs of the same sheet
//   save_state.js  whether everything is saved
// Without any of it the page is a plain form that works; the last thing done here is to say that the script is alive.

import { element, elements } from "../common/elements.js";
import { CursorPlace } from "./cursor_place.js";
import { Delivery } from "./delivery.js";
import { listen } from "./keyboard.js";
import { LateLines } from "./late_lines.js";
import { LineDetail } from "./line_detail.js";
import { OtherSheets } from "./other_sheets.js";
import { pageSignal } from "./page_lifetime.js";
import { Readings } from "./readings.js";
import { Review } from "./review.js";
import { SaveState } from "./save_state.js";
import { Saver } from "./saver.js";
import { Sheet } from "./sheet.js";
import { Tabs } from "./tabs.js";
import { UnsavedSheet } from "./unsaved_sheets.js";

/**
 * What the template gives.
 * @typedef {object} Settings
 * @property {string} keying
 * @property {string} number of the sheet
 * @property {string} round
 * @property {string} event
 * @property {string} keyer
 * @property {string} linesUrl
 * @property {string} handInUrl
 * @property {string} readingUrl
 * @property {string} tellUrl
 */

const ORPHANED = 20_000; // longer than any tab waits before it tries again: whoever stored the line is gone, or has no connection

/** @param {HTMLFormElement} form */
export function startSheet(form) {
  const settings = /** @type {Settings} */ (form.dataset);
  const { keying, linesUrl, readingUrl, number, round, event, keyer, handInUrl, tellUrl } = settings;
  const unsaved = new UnsavedSheet(keying, {
    page: location.pathname,
    number,
    round,
    event,
    keyer,
    linesUrl,
    handInUrl,
    tellUrl,
  });
  const saver = new Saver(linesUrl, unsaved);
  const state = new SaveState(form, () => saver.refresh());
  const readings = new Readings(readingUrl, Number(keying), () => sheet.current);
  const sheet = new Sheet(form, saver, readings);
  const tabs = new Tabs(keying);
  const detail = new LineDetail(form, sheet);
  const review = new Review(form, sheet, saver, unsaved, tabs, new Delivery(unsaved, saver));
  const lateLines = new LateLines((line) => sheet.typeIn(line));
  const otherSheets = new OtherSheets(element(document, ".kept"), () => lateLines.draw(), keying);

  saver.onState = (name, count, sentence, code) => state.show(name, count, sentence, code);
  saver.onAnswer = (stored) => sheet.answered(stored);
  saver.onRefused = (key, sentence) => sheet.refuse(key, sentence);
  saver.onPassedOver = () => lateLines.draw();
  saver.onClosed = (sentence) => review.isSending || readOnly(form, saver, state, tabs, sentence);
  sheet.onEdit = (line) => tabs.tell(line);
  tabs.onLine = (line) => sheet.heard(line);
  tabs.onClosed = () => saver.refresh();
  readings.onShown = (line) => detail.show(line);

  listen(form, sheet, review);
  sheet.start(unsaved.lines());
  new CursorPlace(keying, sheet).start();
  saver.start();
  restoreOrphans(unsaved, saver, sheet);
  review.resume();
  lateLines.draw();
  otherSheets.start();
  form.classList.add("is-live");
}

/**
 * Lines that a tab of this browser stored and did not live to send: they are the same at two looks.
 * @param {UnsavedSheet} unsaved
 * @param {Saver} saver
 * @param {Sheet} sheet
 * @param {Map<string, number>} [before] the revisions at the last look, by key
 */
function restoreOrphans(unsaved, saver, sheet, before = new Map()) {
  const timer = setTimeout(() => {
    const orphans = unsaved.lines().filter((line) => !saver.has(line.key));
    sheet.restore(orphans.filter(({ key, revision }) => before.get(key) === revision));
    restoreOrphans(unsaved, saver, sheet, new Map(orphans.map(({ key, revision }) => [key, revision])));
  }, ORPHANED);
  pageSignal().addEventListener("abort", () => clearTimeout(timer), { once: true });
}

/**
 * The sheet is typed elsewhere now, or it is in: the server's page says so and shows what is saved, and this browser adds
 * what is not. A browser that stores nothing leaves the lines here to be read.
 * @param {HTMLFormElement} form
 * @param {Saver} saver
 * @param {SaveState} state
 * @param {Tabs} tabs
 * @param {string} sentence
 */
function readOnly(form, saver, state, tabs, sentence) {
  saver.onClosed = () => {};
  tabs.tellClosed();
  if (!saver.isUnstored || !saver.waiting.size) return location.replace(location.pathname);
  state.show("error", saver.waiting.size, sentence);
  for (const input of elements(form, "input", HTMLInputElement)) input.readOnly = true;
  return null;
}
