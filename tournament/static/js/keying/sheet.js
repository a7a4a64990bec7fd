// All lines of the sheet, box by box, in the order of the page.

import { Line } from "./line.js";
import { newKey } from "./post.js";

export class Sheet {
  constructor(form, saver, readings) {
    Object.assign(this, { form, saver, readings });
    this.longest = Number(form.dataset.longest);
    this.template = document.getElementById("new-line");
    this.boxes = [...form.querySelectorAll(".lines")];
    this.onEdit = () => {};
  }

  start(kept) {
    this.byElement = new Map();
    for (const element of this.form.querySelectorAll(".line")) this.adopt(element);
    for (const list of this.boxes) this.keepOneSpare(list);
    this.restore(kept);
    for (const line of this.lines) if (!line.isEmpty && !line.element.dataset.read) this.readings.want(line, 0);
    this.form.addEventListener("input", (event) => {
      const line = this.byElement.get(event.target.closest(".line"));
      if (line && event.target === line.input) this.edited(line);
    });
  }

  adopt(element) {
    const line = new Line(element);
    this.byElement.set(element, line);
    return line;
  }

  get lines() {
    return [...this.form.querySelectorAll(".line")].map((element) => this.byElement.get(element));
  }

  get current() {
    return this.byElement.get(document.activeElement?.closest?.(".line"));
  }

  inBox(list) {
    return [...list.children].map((element) => this.byElement.get(element));
  }

  // Every box ends in one empty row; the plain form has more of them.
  keepOneSpare(list) {
    const lines = this.inBox(list);
    while (lines.length > 1 && lines.at(-1).isEmpty && lines.at(-2).isEmpty && !lines.at(-1).revision) {
      lines.pop().element.remove();
    }
    if (!lines.length || !lines.at(-1).isEmpty) this.add(list);
    this.renumber(list);
  }

  // A new empty line, before another or at the end of the box.
  add(list, before = null) {
    const element = this.template.content.firstElementChild.cloneNode(true);
    element.dataset.box = list.dataset.box;
    list.insertBefore(element, before?.element ?? null);
    const line = this.adopt(element);
    line.rename(newKey());
    this.renumber(list);
    return line;
  }

  renumber(list) {
    for (const [at, line] of this.inBox(list).entries()) line.number(at + 1, `${list.dataset.label}, ${at + 1}`);
  }

  edited(line) {
    const list = line.element.parentElement;
    this.place(line, list);
    this.touch(line);
    if (list.lastElementChild === line.element && !line.isEmpty) this.add(list);
  }

  // Give the line a position behind the one above it, and move on those below that are in the way.
  place(line, list) {
    const lines = this.inBox(list);
    let last = Math.max(-1, ...lines.slice(0, lines.indexOf(line)).map((each) => each.position ?? -1));
    if (line.position === null || line.position <= last) line.position = last + 1;
    last = line.position;
    for (const below of lines.slice(lines.indexOf(line) + 1)) {
      if (below.position === null) continue;
      if (below.position > last) break;
      below.position = last + 1;
      last = below.position;
      this.touch(below);
    }
  }

  // She has edited the line.
  touch(line) {
    line.revision += 1;
    line.typedAt = Date.now();
    this.changed(line);
  }

  // The line is not what was saved: send it, tell the other tabs, ask for its reading.
  changed(line) {
    line.rename();
    const length = [...line.text].length;
    const tooLong = length > this.longest;
    line.refused = tooLong
      ? this.form.dataset.textTooLong.replace("%s", length.toLocaleString(document.documentElement.lang))
      : "";
    line.note();
    this.saver.add(line.asKept, tooLong);
    this.onEdit(line.asKept);
    this.readings.want(line);
  }

  mark(line, mark) {
    line.toggleMark(mark);
    this.edited(line);
  }

  refuse(key, sentence) {
    const line = this.find(key);
    if (!line) return;
    line.refused = sentence;
    line.show(null);
  }

  find(key) {
    return this.lines.find((each) => each.key === key);
  }

  // What this browser kept before a reload, or in a tab that is gone. Sent twice, it is saved once.
  restore(kept) {
    for (const theirs of kept) {
      const ours = this.find(theirs.key) ?? this.insert(theirs);
      if (ours && theirs.revision >= ours.revision) {
        ours.take(theirs);
        this.changed(ours);
      } else this.saver.add(theirs);
    }
  }

  // A line as it was typed in another tab of this browser a moment ago: that tab saw ours and went on from it.
  heard(theirs) {
    const ours = this.find(theirs.key) ?? this.insert(theirs);
    if (!ours || theirs.revision <= ours.revision) return;
    this.saver.drop(ours);
    ours.take(theirs);
    this.settled(ours);
  }

  // Every line that the server has.
  answered(stored) {
    const byKey = new Map(this.lines.map((line) => [line.key, line]));
    for (const theirs of stored) {
      const ours = byKey.get(theirs.key) ?? this.insert(theirs);
      if (!ours || theirs.revision < ours.revision || this.saver.has(ours.key)) continue;
      const isNews = ours.differsFrom(theirs);
      ours.take(theirs);
      if (isNews) this.settled(ours);
    }
  }

  settled(line) {
    this.readings.want(line, 0);
    this.keepOneSpare(line.element.parentElement);
  }

  // Type a line again that was not saved: a new one at its place. Null where the sheet has no such box.
  typeIn(theirs) {
    const line = this.insert({ ...theirs, key: newKey() });
    if (!line) return null;
    line.revision = 0;
    line.input.value = theirs.text;
    line.setMark(theirs.mark);
    this.edited(line);
    line.comeBack();
    return line;
  }

  insert(theirs) {
    const list = this.boxes.find((each) => Number(each.dataset.box) === theirs.box);
    if (!list || (theirs.text === "" && theirs.mark === "written")) return null;
    const before = this.inBox(list).find(
      (line) =>
        line.position === null ||
        line.position > theirs.position ||
        (line.position === theirs.position && this.saver.has(line.key)),
    );
    const line = this.add(list, before);
    line.rename(theirs.key);
    line.revision = -1; // whatever comes is newer
    return line;
  }
}
