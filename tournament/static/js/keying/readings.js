// Asks how the engine reads each line, one question at a time: the current line first, the others as they come.

import { post } from "./post.js";

const PAUSE = 250;
const AGAIN = 3000;

export class Readings {
  constructor(url, keying, current) {
    this.url = url;
    this.keying = keying;
    this.current = current;
    this.wanted = new Set();
    this.known = new Map(); // box and text -> answer
    this.onShown = () => {};
  }

  // The line's text or mark has changed.
  want(line, pause = PAUSE) {
    if (line.mark !== "written" || !line.text.trim() || line.refused) {
      this.wanted.delete(line);
      this.show(line, null);
      return;
    }
    const known = this.known.get(`${line.box} ${line.text}`);
    if (known) {
      this.wanted.delete(line);
      this.show(line, known);
      return;
    }
    line.element.classList.add("is-asking");
    this.wanted.add(line);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), pause);
  }

  async ask() {
    if (this.busy) return;
    this.busy = true;
    while (this.wanted.size) {
      const line = this.wanted.has(this.current()) ? this.current() : this.wanted.values().next().value;
      if (!(await this.askFor(line))) break;
    }
    this.busy = false;
  }

  async askFor(line) {
    const { box, text } = line;
    const answer = await post(this.url, { keying: this.keying, box, text });
    if (answer.ok) this.known.set(`${box} ${text}`, answer.body);
    if (answer.ok || (answer.status >= 400 && answer.status < 500)) {
      if (line.text === text) {
        this.wanted.delete(line);
        this.show(line, answer.ok ? answer.body : null);
      }
      return true;
    }
    this.show(line, null); // no connection: what stood there may be of an older text
    line.tag("pending");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), AGAIN);
    return false;
  }

  show(line, said) {
    line.show(said);
    this.onShown(line);
  }
}
