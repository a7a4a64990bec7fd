// The volunteer's page of one sheet. Each part is a file of its own:
//   line.js      one line: its text, its mark, what stands beside it
//   sheet.js     all lines, box by box; lines that come from other tabs and computers
//   descent.js   what a line goes on from, and whose edit stands      conflicts.js  two texts of a line, side by side
//   saver.js     sends what is typed, in order, until it is saved
//   kept.js      what is not saved or handed in yet, kept in this browser
//   delivery.js  hands in what was kept      courier.js  the same for sheets of other pages
//   readings.js  asks how the engine reads each line      detail.js  all it says of the line she is in
//   keys.js      the keyboard        review.js  handing in
//   tabs.js      this person's other tabs of the same sheet
// Without any of it the page is a plain form that works; the last thing done here is to say that the script is alive.

import { Conflicts } from "./conflicts.js";
import { Courier } from "./courier.js";
import { Delivery } from "./delivery.js";
import { Detail } from "./detail.js";
import { Kept } from "./kept.js";
import { listen } from "./keys.js";
import { Readings } from "./readings.js";
import { Review } from "./review.js";
import { Saver } from "./saver.js";
import { Sheet } from "./sheet.js";
import { SaveState } from "./state.js";
import { Tabs } from "./tabs.js";

const ORPHANED = 20_000; // longer than any tab waits before it tries again: whoever kept the line is gone

const form = document.querySelector("form.keying");

function start() {
  const { keying, linesUrl, readingUrl, number, round, keyer, handInUrl, tellUrl } = form.dataset;
  const kept = new Kept(keying, { page: location.pathname, number, round, keyer, linesUrl, handInUrl, tellUrl });
  const saver = new Saver(linesUrl, kept);
  const state = new SaveState(form, () => saver.refresh());
  const readings = new Readings(readingUrl, Number(keying), () => sheet.current);
  const conflicts = new Conflicts(form);
  const sheet = new Sheet(form, saver, readings, conflicts);
  const tabs = new Tabs(keying);
  const detail = new Detail(form, sheet);
  const review = new Review(form, sheet, saver, kept, tabs, new Delivery(kept, saver));
  const courier = new Courier(document.querySelector(".kept"), keying);

  conflicts.sheet = sheet;
  saver.onState = (name, count, sentence, code) => state.show(name, count, sentence, code);
  saver.onAnswer = (stored) => sheet.answered(stored);
  saver.onRefused = (key, sentence) => sheet.refuse(key, sentence);
  sheet.onEdit = (line) => tabs.tell(line);
  tabs.onLine = (line) => sheet.heard(line);
  tabs.onHandedIn = () => saver.refresh();
  readings.onShown = (line) => detail.show(line);
  courier.onRefused = () => {
    kept.inherit();
    restoreWhatNobodySends(kept, saver, sheet, 0);
  };

  listen(form, sheet, review);
  kept.inherit();
  sheet.start(kept.all());
  saver.start();
  setInterval(() => restoreWhatNobodySends(kept, saver, sheet, ORPHANED), ORPHANED);
  review.resume();
  courier.start();
  form.classList.add("is-live");
}

// Lines that a tab of this browser kept and did not live to send.
function restoreWhatNobodySends(kept, saver, sheet, age) {
  sheet.restore(kept.all().filter((line) => !saver.has(line.key) && Date.now() - line.at >= age));
}

if (form?.dataset.open) start();
