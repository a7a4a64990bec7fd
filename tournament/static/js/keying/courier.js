// On every keying page: brings in what this browser kept of other sheets, and says sheet by sheet what became of it.
// The page's section is templates/keying/_kept_sheets.html; each sheet is a row of it.

import { Delivery } from "./delivery.js";
import { everySheet } from "./kept.js";
import { CLOSED } from "./post.js";
import { Saver } from "./saver.js";
import { waiting } from "./state.js";
import { isOpenElsewhere } from "./tabs.js";

export class Courier {
  constructor(section, onRefused, except = "") {
    Object.assign(this, { section, onRefused, except });
    this.texts = section.dataset;
    this.list = section.querySelector("[data-list]");
  }

  async start() {
    const sheets = everySheet().filter((kept) => kept.keying !== this.except && !kept.isEmpty);
    await Promise.all(sheets.map((kept) => this.take(kept)));
  }

  async take(kept) {
    const isHers = kept.about.keyer === this.texts.keyer;
    const isClosed = CLOSED.includes(kept.trouble?.code);
    if (isHers && !isClosed && !isOfThisPage(kept) && (await isOpenElsewhere(kept.keying))) return; // it sends them itself
    const row = this.row(kept);
    if (!isHers) this.say(row, this.texts.textOther.replace("%s", kept.about.keyer));
    else if (isClosed) this.refuse(kept, row, kept.trouble);
    else this.deliver(kept, row);
  }

  deliver(kept, row) {
    const delivery = new Delivery(kept, saverOf(kept));
    delivery.announces = false; // this row says it
    delivery.onWaiting = ({ code, sentence }) => this.say(row, code === "signed_out" ? sentence : this.whatWaits(kept));
    delivery.onDone = ({ sentence }) => {
      this.say(row, sentence ?? this.texts.textSaved, false);
      row.classList.add("is-done");
    };
    delivery.onRefused = (trouble) => this.refuse(kept, row, trouble);
    delivery.saver.onPassedOver = (beside) => this.take(beside);
    this.say(row, this.whatWaits(kept));
    delivery.go();
  }

  // What is left of it now is not saved; the page of the sheet itself shows it in full.
  refuse(kept, row, trouble) {
    if (CLOSED.includes(trouble.code)) kept.takeBack();
    kept.trouble = kept.isEmpty ? null : trouble;
    const notSaved = { taken_over: this.texts.textTakenOver, passed_over: this.texts.textPassedOver };
    this.say(row, (!kept.isEmpty && notSaved[trouble.code]) || trouble.sentence, !kept.isEmpty);
    if (isOfThisPage(kept)) row.remove();
    this.section.hidden = !this.list.children.length;
    this.onRefused();
  }

  whatWaits(kept) {
    const lines = waiting(this.texts, kept.all().length);
    return kept.waitsForHandIn ? this.texts.textHandIn : lines;
  }

  row(kept) {
    const row = this.section.querySelector("template").content.firstElementChild.cloneNode(true);
    const link = row.querySelector("[data-sheet]");
    link.href = kept.about.page;
    link.textContent = this.texts.textSheet.replace("%s", kept.about.number);
    row.querySelector("[data-texts]").textContent = kept
      .all()
      .map(({ text }) => short(text))
      .join("\n");
    row.querySelector("[data-look]").href = `${this.texts.page}#keying-${kept.keying}`;
    this.list.append(row);
    this.section.hidden = false;
    return row;
  }

  say(row, sentence, hasLines = true) {
    row.querySelector("[data-said]").textContent = sentence;
    for (const part of row.querySelectorAll("[data-look], [data-texts]")) part.hidden = !hasLines;
  }
}

const short = (text) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const isOfThisPage = ({ about }) => about.page === location.pathname;

// A saver without a page.
function saverOf(kept) {
  const saver = new Saver(kept.about.linesUrl, kept);
  for (const line of kept.all()) saver.waiting.set(line.key, line);
  saver.onRefused = (_key, sentence) => {
    saver.refusal = sentence;
  };
  saver.onState = (name) => {
    if (name === "offline" || name === "error") saver.stop(); // the delivery has its own time for the next try
  };
  return saver;
}
