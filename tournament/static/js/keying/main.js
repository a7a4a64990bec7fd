// The volunteer's page of one sheet. Each part is a file of its own:
//   line.js      one line: its text, its mark, what stands beside it
//   sheet.js     all lines, box by box; lines that come from other tabs
//   saver.js     sends what is typed, in order, until it is saved
//   kept.js      what is not saved or handed in yet, kept in this browser
//   delivery.js  hands in what was kept      courier.js  the same for sheets of other pages
//   left_over.js what was kept and is not saved any more
//   readings.js  asks how the engine reads each line      detail.js  all it says of the current line
//   keys.js      the keyboard        review.js  handing in
//   place.js     where the cursor was before a reload
//   tabs.js      this person's other tabs of the same sheet
// Without any of it the page is a plain form that works; the last thing done here is to say that the script is alive.

import { Courier } from "./courier.js";
import { Delivery } from "./delivery.js";
import { Detail } from "./detail.js";
import { Kept } from "./kept.js";
import { listen } from "./keys.js";
import { LeftOver } from "./left_over.js";
import { Place } from "./place.js";
import { Readings } from "./readings.js";
import { Review } from "./review.js";
import { Saver } from "./saver.js";
import { Sheet } from "./sheet.js";
import { SaveState } from "./state.js";
import { Tabs } from "./tabs.js";

const ORPHANED = 20_000; // longer than any tab waits before it tries again: whoever kept the line is gone, or has no connection

const form = document.querySelector("form.keying");

function start() {
  const { keying, linesUrl, readingUrl, number, round, keyer, handInUrl, tellUrl } = form.dataset;
  const kept = new Kept(keying, { page: location.pathname, number, round, keyer, linesUrl, handInUrl, tellUrl });
  const saver = new Saver(linesUrl, kept);
  const state = new SaveState(form, () => saver.refresh());
  const readings = new Readings(readingUrl, Number(keying), () => sheet.current);
  const sheet = new Sheet(form, saver, readings);
  const tabs = new Tabs(keying);
  const detail = new Detail(form, sheet);
  const review = new Review(form, sheet, saver, kept, tabs, new Delivery(kept, saver));
  const leftOver = new LeftOver((line) => sheet.typeIn(line));
  const courier = new Courier(document.querySelector(".kept"), () => leftOver.draw(), keying);

  saver.onState = (name, count, sentence, code) => state.show(name, count, sentence, code);
  saver.onAnswer = (stored) => sheet.answered(stored);
  saver.onRefused = (key, sentence) => sheet.refuse(key, sentence);
  saver.onPassedOver = () => leftOver.draw();
  saver.onClosed = (sentence) => review.isSending || readOnly(saver, state, tabs, sentence);
  sheet.onEdit = (line) => tabs.tell(line);
  tabs.onLine = (line) => sheet.heard(line);
  tabs.onClosed = () => saver.refresh();
  readings.onShown = (line) => detail.show(line);

  listen(form, sheet, review);
  sheet.start(kept.all());
  new Place(keying, sheet).start();
  saver.start();
  restoreOrphans(kept, saver, sheet);
  review.resume();
  leftOver.draw();
  courier.start();
  form.classList.add("is-live");
}

// Lines that a tab of this browser kept and did not live to send: they are the same at two looks.
function restoreOrphans(kept, saver, sheet, before = new Map()) {
  setTimeout(() => {
    const found = kept.all().filter((line) => !saver.has(line.key));
    sheet.restore(found.filter(({ key, revision }) => before.get(key) === revision));
    restoreOrphans(kept, saver, sheet, new Map(found.map(({ key, revision }) => [key, revision])));
  }, ORPHANED);
}

// The sheet is typed elsewhere now, or it is in: the server's page says so and shows what is saved, and this browser adds
// what is not. A browser that keeps nothing leaves the lines here to be read.
function readOnly(saver, state, tabs, sentence) {
  saver.onClosed = () => {};
  tabs.tellClosed();
  if (!saver.unkept || !saver.waiting.size) return location.replace(location.pathname);
  state.show("error", saver.waiting.size, sentence);
  for (const input of form.querySelectorAll("input")) input.readOnly = true;
  return null;
}

if (form?.dataset.open) start();
