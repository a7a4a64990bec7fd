// What this browser kept and the server will not save: every line word for word, why, and what may be done with it. The
// page of a sheet shows the lines of that sheet; the page of all leftovers shows those of every sheet.

import { copy } from "../common/clipboard.js";
import { everySheet } from "./kept.js";
import { CLOSED, post } from "./post.js";
import { asSent } from "./saver.js";

export class LeftOver {
  // `typeIn(line)` types a line in again, on a page where lines are typed.
  constructor(typeIn = null) {
    this.root = document.querySelector("[data-left-over]");
    this.texts = this.root?.dataset;
    this.typeIn = typeIn;
    addEventListener("storage", () => this.draw()); // another tab has saved some of it, or kept more
  }

  draw() {
    if (!this.root) return;
    const sheets = everySheet().filter((kept) => !kept.isEmpty && this.belongsHere(kept));
    this.root.replaceChildren(...sheets.map((kept) => this.section(kept)));
    const isNews = this.root.hidden && sheets.length && !this.texts.every;
    this.root.hidden = !sheets.length;
    if (isNews) this.root.scrollIntoView();
    const nothing = document.querySelector("[data-nothing]");
    if (nothing) nothing.hidden = sheets.length > 0;
  }

  belongsHere({ about, trouble }) {
    if (this.texts.every) return true;
    return about.page === location.pathname && about.keyer === this.texts.keyer && CLOSED.includes(trouble?.code);
  }

  section(kept) {
    const element = document.getElementById("left-over").content.firstElementChild.cloneNode(true);
    const part = (name) => element.querySelector(`[data-${name}]`);
    const lines = kept.all();
    const { about, trouble, waitsForHandIn } = kept;
    const isHers = about.keyer === this.texts.keyer;
    const last = Math.max(...lines.map(({ at }) => at), waitsForHandIn?.at ?? 0);
    element.id = `keying-${kept.keying}`;
    part("sheet").textContent = [this.texts.textSheet.replace("%s", about.number), about.round].join(" · ");
    part("typed").textContent = this.texts.textTyped.replace("%1", about.keyer).replace("%2", clock(last));
    part("why").textContent = this.why(trouble, waitsForHandIn);
    part("lines").append(...lines.map((line) => this.row(kept, line)));
    part("open").href = about.page;
    part("open").hidden = about.page === location.pathname || trouble?.code === "recorded" || !isHers;
    part("tell").hidden = !["recorded", "taken_over", "round_not_in_marking"].includes(trouble?.code) || !isHers;
    part("type-all").hidden = !this.typeIn || lines.length < 2;
    part("type-all").addEventListener("click", () => {
      // from the last to the first: each is put in before those that come behind it
      for (const line of [...lines].reverse()) this.typeAgain(kept, line);
    });
    part("tell").addEventListener("click", () => this.tell(kept, lines, part));
    part("copy-all").addEventListener("click", ({ target }) => copy(lines.map(({ text }) => text).join("\n"), target));
    part("drop-all").addEventListener("click", () => this.drop(() => kept.clear()));
    return element;
  }

  why(trouble, waitsForHandIn) {
    const texts = { taken_over: this.texts.textTakenOver, passed_over: this.texts.textPassedOver };
    return texts[trouble?.code] || trouble?.sentence || (waitsForHandIn ? this.texts.textHandIn : this.texts.textWaits);
  }

  row(kept, line) {
    const element = document.getElementById("left-over-line").content.firstElementChild.cloneNode(true);
    const part = (name) => element.querySelector(`[data-${name}]`);
    part("box").textContent = this.texts.textBox.replace("%s", line.box + 1);
    part("text").textContent = line.text;
    const mark = document.querySelector(`[data-tag="${line.mark}"] > .tag`);
    if (mark) part("text").append(" ", mark.cloneNode(true));
    part("type").hidden = !this.typeIn;
    part("type").addEventListener("click", () => this.typeAgain(kept, line));
    part("copy").addEventListener("click", ({ target }) => copy(line.text, target));
    part("drop").addEventListener("click", () => this.drop(() => kept.forget(line.key, line.revision)));
    return element;
  }

  typeAgain(kept, line) {
    if (this.typeIn(line)) kept.forget(line.key, line.revision);
    this.draw();
  }

  drop(forget) {
    if (confirm(this.texts.textDrop)) forget();
    this.draw();
  }

  async tell(kept, lines, part) {
    const { ok, body } = await post(kept.about.tellUrl, { lines: lines.map(asSent) });
    part("told").hidden = !ok;
    part("trouble").hidden = ok;
    part(ok ? "told" : "trouble").textContent = body.sentence ?? this.texts.textOffline;
  }
}

// A moment as a time of day, with its date where it was not today.
function clock(moment) {
  const at = new Date(moment);
  const time = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? time : `${at.toLocaleDateString(document.documentElement.lang)} ${time}`;
}
