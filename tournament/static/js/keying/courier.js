// On every keying page: brings in what this browser kept of other sheets, and says sheet by sheet what became of it.
// The page's section is keyings/_kept.html; each sheet is a row of it.

import { Delivery } from "./delivery.js";
import { Descent, reconcile } from "./descent.js";
import { everySheet } from "./kept.js";
import { post } from "./post.js";
import { asSent, Saver } from "./saver.js";
import { waiting } from "./state.js";
import { isOpenElsewhere } from "./tabs.js";

export class Courier {
  constructor(section, except = "") {
    this.section = section;
    this.texts = section.dataset;
    this.list = section.querySelector("[data-list]");
    this.except = except;
    this.onRefused = () => {};
  }

  async start() {
    const sheets = everySheet().filter((kept) => kept.keying !== this.except && !kept.isEmpty);
    await Promise.all(sheets.map((kept) => this.take(kept)));
  }

  async take(kept) {
    const isHers = kept.about.keyer === this.texts.keyer;
    if (isHers && (await isOpenElsewhere(kept.keying))) return; // that page sends them itself
    const row = this.row(kept);
    if (isHers) this.deliver(kept, row);
    else this.say(row, this.texts.textOther.replace("%s", kept.about.keyer));
  }

  deliver(kept, row) {
    const delivery = new Delivery(kept, saverOf(kept));
    delivery.announces = false; // this row says it
    delivery.onWaiting = ({ code, sentence }) => this.say(row, code === "signed_out" ? sentence : this.whatWaits(kept));
    delivery.onDone = ({ sentence }) => this.say(row, sentence ?? this.texts.textSaved, true);
    delivery.onRefused = async (trouble) => {
      if (trouble.code === "recorded" && (await isInTheRecord(kept))) {
        this.say(row, this.texts.textSaved, true);
        return;
      }
      kept.trouble = trouble;
      this.say(row, trouble.sentence || this.texts.textChanged);
      this.onRefused(kept);
    };
    this.say(row, this.whatWaits(kept));
    delivery.go();
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
    row.querySelector("[data-texts]").textContent = kept.all().map(({ text }) => short(text)).join("\n");
    row.querySelector("[data-look]").href = `${this.texts.page}#keying-${kept.keying}`;
    this.list.append(row);
    this.section.hidden = false;
    return row;
  }

  say(row, sentence, isDone = false) {
    row.querySelector("[data-said]").textContent = sentence;
    row.classList.toggle("is-done", isDone);
    for (const part of row.querySelectorAll("[data-look], [data-texts]")) part.hidden = isDone;
  }
}

const short = (text) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

// A saver without a page: only where both have changed a line must she look herself.
function saverOf(kept) {
  const saver = new Saver(kept.about.linesUrl, kept);
  const meeting = {
    drop: (line) => saver.drop(line),
    again: (line) => saver.add(line),
    onBoth: (line) => saver.setAside(line),
  };
  for (const line of kept.all()) saver.waiting.set(line.key, { ...line, descent: Descent.from(line.descent) });
  saver.onAnswer = (stored) => {
    for (const theirs of stored) if (saver.has(theirs.key)) reconcile(saver.waiting.get(theirs.key), theirs, meeting);
  };
  saver.onRefused = (_key, sentence) => {
    saver.refusal = sentence;
  };
  saver.onState = (name) => {
    if (name === "offline" || name === "error") saver.stop(); // the delivery has its own time for the next try
  };
  return saver;
}

// The sheet was handed in with these very lines: then nothing is left over.
async function isInTheRecord(kept) {
  const answer = await post(kept.about.handInUrl, { lines: kept.all().map(asSent), announce: false });
  if (answer.ok) kept.clear();
  return answer.ok;
}
