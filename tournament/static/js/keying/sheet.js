// All lines of the sheet, box by box, in the order of the page.

import { Line } from "./line.js";
import { newKey } from "./post.js";

export class Sheet {
  constructor(form, saver, readings) {
    this.form = form;
    this.saver = saver;
    this.readings = readings;
    this.longest = Number(form.dataset.longest);
    this.template = document.getElementById("new-line");
    this.boxes = [...form.querySelectorAll(".lines")];
    this.onEdit = () => {};
  }

  start(kept) {
    this.byElement = new Map();
    for (const element of this.form.querySelectorAll(".line")) this.adopt(element);
    for (const list of this.boxes) this.keepOneSpare(list);
    this.receive(kept);
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
    this.inBox(list).forEach((line, at) => line.number(at + 1, `${list.dataset.label}, ${at + 1}`));
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

  // The line is not what was saved: send it, tell the other tabs, ask for its reading.
  touch(line) {
    line.revision += 1;
    line.rename();
    const length = [...line.text].length;
    const tooLong = length > this.longest;
    line.refused = tooLong ? this.form.dataset.textTooLong.replace("%s", length.toLocaleString()) : "";
    line.note();
    this.saver.add(line.asSent, tooLong);
    this.onEdit(line.asSent);
    this.readings.want(line);
  }

  mark(line, mark) {
    line.toggleMark(mark);
    this.edited(line);
  }

  refuse(key, sentence) {
    const line = this.lines.find((each) => each.key === key);
    if (!line) return;
    line.refused = sentence;
    line.show(null);
  }

  // Lines as they stand elsewhere: on the server, in another tab, or kept by this browser before a reload.
  receive(lines, isElsewhere = false) {
    const byKey = new Map(this.lines.map((line) => [line.key, line]));
    for (const theirs of lines) {
      const ours = byKey.get(theirs.key);
      if (!ours) this.insert(theirs);
      else if (theirs.revision >= ours.revision) this.meet(ours, theirs, isElsewhere);
    }
  }

  // The server's answer, with those of the lines we sent that it passed over.
  answered(stored, passedOver) {
    const there = new Map(stored.map((line) => [line.key, line]));
    for (const sent of passedOver) {
      const ours = this.lines.find((line) => line.key === sent.key);
      const theirs = there.get(sent.key);
      if (ours?.differsFrom(theirs)) this.fork(ours, theirs);
      else this.insert({ ...sent, key: newKey(), revision: 0 }, true);
    }
    this.receive(stored, true);
  }

  meet(ours, theirs, isElsewhere) {
    if (!ours.differsFrom(theirs)) ours.take(theirs);
    else if (this.saver.has(ours.key) && (isElsewhere || theirs.revision === ours.revision)) this.fork(ours, theirs);
    else {
      this.saver.drop(ours); // a tab of this browser saw ours and went on from it
      ours.take(theirs);
      this.readings.want(ours, 0);
      this.keepOneSpare(ours.element.parentElement);
    }
  }

  // Two texts under one key: both stay. Ours, where she may be typing, becomes a line of its own.
  fork(ours, theirs) {
    this.saver.drop(ours);
    ours.rename(newKey());
    ours.revision = 0;
    ours.position = null;
    this.insert(theirs);
    this.edited(ours);
  }

  insert(theirs, isNew = false) {
    const list = this.boxes.find((each) => Number(each.dataset.box) === theirs.box);
    if (!list || (theirs.text === "" && theirs.mark === "written" && !isNew)) return;
    const before = this.inBox(list).find((line) => line.position === null || line.position > theirs.position
      || (line.position === theirs.position && this.saver.has(line.key)));
    const line = this.add(list, before);
    line.rename(theirs.key);
    line.take(theirs);
    if (isNew) this.edited(line);
    else this.readings.want(line, 0);
    this.keepOneSpare(list);
  }
}
