// Asks how the engine reads each line, one question at a time: the current line first, the others as they come.

import { post } from "./requests.js";

/** @import { Line, Preview } from "./line.js" */
/** @import { Answer } from "./requests.js" */

const PAUSE = 250;
const AGAIN = 3000;

export class Readings {
  /**
   * @param {string} url
   * @param {number} keying
   * @param {() => Line | null} current
   */
  constructor(url, keying, current) {
    this.url = url;
    this.keying = keying;
    this.current = current;
    /** @type {Set<Line>} */
    this.wanted = new Set();
    /** @type {Map<string, Preview>} */
    this.known = new Map(); // by box and text
    this.onShown = (/** @type {Line} */ _line) => {};
    this.timer = 0;
    this.busy = false;
  }

  /**
   * The line's text or mark has changed.
   * @param {Line} line
   * @param {number} [pause]
   */
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
    for (let line = this.next(); line; line = this.next()) {
      if (!(await this.askFor(line))) break;
    }
    this.busy = false;
  }

  // The line to ask for: the current one first.
  next() {
    const current = this.current();
    return current && this.wanted.has(current) ? current : [...this.wanted][0];
  }

  /**
   * Whether the server answered.
   * @param {Line} line
   */
  async askFor(line) {
    const { box, text } = line;
    /** @type {Answer<Preview>} */
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

  /**
   * @param {Line} line
   * @param {Preview | null} preview
   */
  show(line, preview) {
    line.show(preview);
    this.onShown(line);
  }
}
