// The volunteer's page of one sheet. Each part is a file of its own:
//   line.js      one line: its text, its mark, what stands beside it
//   sheet.js     all lines, box by box; lines that come from other tabs and computers
//   saver.js     sends what is typed, in order, until it is saved
//   kept.js      what is not saved yet, kept in this browser
//   readings.js  asks how the engine reads each line      detail.js  all it says of the line she is in
//   keys.js      the keyboard        review.js  handing in
//   tabs.js      this person's other tabs of the same sheet
// Without any of it the page is a plain form that works; the last thing done here is to say that the script is alive.

import { Detail } from "./detail.js";
import { Kept } from "./kept.js";
import { listen } from "./keys.js";
import { Readings } from "./readings.js";
import { Review } from "./review.js";
import { Saver } from "./saver.js";
import { Sheet } from "./sheet.js";
import { SaveState } from "./state.js";
import { Tabs } from "./tabs.js";

const form = document.querySelector("form.keying");

function start() {
  const { keying, linesUrl, readingUrl } = form.dataset;
  const kept = new Kept(keying, { page: location.pathname, number: form.dataset.number });
  const state = new SaveState(form);
  const saver = new Saver(linesUrl, kept);
  const readings = new Readings(readingUrl, Number(keying), () => sheet.current);
  const sheet = new Sheet(form, saver, readings);
  const tabs = new Tabs(keying);
  const detail = new Detail(form, sheet);
  const review = new Review(form, sheet, saver, kept, tabs);

  saver.onState = (name, count, sentence, code) => state.show(name, count, sentence, code);
  saver.onAnswer = (stored, passedOver) => sheet.answered(stored, passedOver);
  saver.onRefused = (key, sentence) => sheet.refuse(key, sentence);
  sheet.onEdit = (line) => tabs.tell(line);
  tabs.onLine = (line) => sheet.receive([line]);
  tabs.onHandedIn = () => saver.refresh();

  readings.onShown = (line) => detail.show(line);

  listen(form, sheet, review);
  sheet.start(kept.all());
  saver.start();
  form.classList.add("is-live");
}

if (form && form.dataset.open) start();
