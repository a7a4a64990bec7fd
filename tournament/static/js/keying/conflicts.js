// Lines that were changed here and elsewhere: both texts side by side, and she says which stays. Until then hers is
// kept in this browser and the other one on the server.

import { copy } from "./copy.js";

const NOTHING = "\u2013";

export class Conflicts {
  constructor(form) {
    this.texts = form.dataset;
    this.found = new Map(); // line -> what stands elsewhere
    this.bar = form.querySelector(".keying-conflict");
    this.dialog = document.getElementById("conflicts");
    this.list = this.dialog.querySelector("[data-list]");
    this.item = document.getElementById("conflict").content.firstElementChild;
    this.bar.querySelector("button").addEventListener("click", () => this.open());
    this.dialog.querySelector("[data-later]").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.last?.comeBack());
  }

  get size() {
    return this.found.size;
  }

  add(ours, theirs) {
    this.sheet.saver.setAside(ours);
    this.found.set(ours, theirs);
    ours.refused = this.texts.textChanged;
    ours.note();
    this.draw();
  }

  // Those that are settled by now are conflicts no longer.
  keepOnly(isOpen) {
    for (const line of [...this.found.keys()].filter((each) => !isOpen(each))) this.found.delete(line);
    this.draw();
  }

  open() {
    if (!this.size || this.dialog.open) return;
    this.dialog.showModal();
    this.list.querySelector("button").focus();
  }

  draw() {
    this.bar.hidden = !this.size;
    this.bar.querySelector("[data-sentence]").textContent =
      this.size === 1 ? this.texts.textChangedOne : this.texts.textChangedMany.replace("%s", this.size);
    if (!this.size && this.dialog.open) this.dialog.close();
    const drawn = JSON.stringify([...this.found].map(([ours, theirs]) => [ours.asKept, theirs]));
    if (drawn === this.drawn) return; // whoever is about to press a button finds it where it was
    this.drawn = drawn;
    this.list.replaceChildren(...[...this.found].map(([ours, theirs]) => this.drawOne(ours, theirs)));
  }

  drawOne(ours, theirs) {
    const item = this.item.cloneNode(true);
    item.querySelector("[data-where]").textContent = ours.input.getAttribute("aria-label");
    const sides = { mine: [ours, theirs, ours.typedAt], theirs: [theirs, ours, theirs.saved_at ?? theirs.at] };
    for (const [side, [one, other, at]] of Object.entries(sides)) {
      item.querySelector(`[data-text="${side}"]`).replaceChildren(...this.difference(one, other));
      item.querySelector(`[data-at="${side}"]`).textContent = clock(at);
      item.querySelector(`[data-copy="${side}"]`).addEventListener("click", ({ target }) => copy(one.text, target));
    }
    for (const button of item.querySelectorAll("[data-keep]")) {
      button.addEventListener("click", () => this.keep(button.dataset.keep, ours, theirs));
    }
    return item;
  }

  keep(which, ours, theirs) {
    this.last = ours;
    this.found.delete(ours);
    ours.refused = "";
    if (which === "both") this.last = this.sheet.fork(ours, theirs);
    else if (which === "mine") this.sheet.insist(ours, theirs);
    else this.sheet.meeting.drop(ours, theirs);
    this.draw();
    this.sheet.saver.refresh(); // and hear whether the other has changed again
    this.list.querySelector("button")?.focus();
  }

  // A text whose part that differs from the other is marked, behind what was ticked for it.
  difference({ text, mark }, other) {
    const parts = mark === "written" ? [] : [document.querySelector(`[data-tag="${mark}"] > .tag`).cloneNode(true), " "];
    if (!text) return [...parts, NOTHING];
    const [start, end] = sharedEnds(text, other.text);
    const middle = document.createElement("mark");
    middle.textContent = text.slice(start, text.length - end);
    return [...parts, text.slice(0, start), ...(middle.textContent ? [middle] : []), text.slice(text.length - end)];
  }
}

// How many characters two texts share at their starts and then at their ends.
function sharedEnds(one, other) {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [start, end];
}

/** A moment as a time of day, with its date where it was not today. */
export function clock(moment) {
  if (!moment) return "";
  const at = new Date(moment);
  const time = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  return at.toDateString() === new Date().toDateString() ? time : `${at.toLocaleDateString(document.documentElement.lang)} ${time}`;
}
