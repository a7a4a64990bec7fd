// Sends what is typed until it is saved: one request at a time, in the order it was typed, again and again when the
// connection is gone. A line is known by its key and its revision, so sending it twice saves it once.

import { pageSignal } from "./page_lifetime.js";
import { isClosed, post } from "./requests.js";

/** @import { SentLine, TypedLine } from "./line.js" */
/** @import { Answer, Refusal, Trouble } from "./requests.js" */
/** @import { StateName } from "./save_state.js" */
/** @import { UnsavedSheet } from "./unsaved_sheets.js" */

const PAUSE = 500; // after the last key
const LONGEST_PAUSE = 2500; // however long somebody types without stopping
const BATCH_SIZE = 40;
const AGAIN = [1000, 2000, 4000, 8000, 15_000];

/**
 * @param {SentLine} line
 * @param {SentLine} [stored]
 */
const isStored = (line, stored) => stored && stored.text === line.text && stored.mark === line.mark;

export class Saver {
  /**
   * @param {string} url
   * @param {UnsavedSheet} unsaved
   */
  constructor(url, unsaved) {
    this.url = url;
    this.unsaved = unsaved;
    /** @type {Map<string, TypedLine>} */
    this.waiting = new Map(); // by key, oldest first
    /** @type {Map<string, number>} */
    this.aside = new Map(); // by key, the revision that cannot be saved as it is
    this.failures = 0;
    /** @type {Trouble | null} */
    this.trouble = null; // the last answer, where it was a refusal
    this.refusal = ""; // why a line was refused, where no page shows it
    this.batchSize = BATCH_SIZE;
    this.isUnstored = false; // this browser stores nothing
    this.curious = false;
    this.timer = 0;
    /** @type {number | null} */
    this.since = null; // when the first line that waits was typed
    /** @type {Promise<boolean> | null} */
    this.running = null;
    this.onState = (
      /** @type {StateName} */ _name,
      /** @type {number} */ _count,
      /** @type {string} */ _sentence,
      /** @type {string} */ _code,
    ) => {};
    this.onAnswer = (/** @type {SentLine[]} */ _stored) => {};
    this.onRefused = (/** @type {string} */ _key, /** @type {string} */ _sentence) => {};
    this.onClosed = (/** @type {string} */ _sentence) => {};
    this.onPassedOver = (/** @type {UnsavedSheet} */ _beside) => {};
  }

  start() {
    const signal = pageSignal();
    addEventListener("online", () => this.flush(), { signal });
    addEventListener("focus", () => this.refresh(), { signal });
    document.addEventListener("visibilitychange", () => this.flush(), { signal });
    addEventListener(
      "beforeunload",
      (event) => {
        if (this.isUnstored && this.waiting.size) event.preventDefault();
      },
      { signal },
    );
    signal.addEventListener("abort", () => this.end());
    this.flush();
  }

  /**
   * A line whose text can only be refused is stored here and not sent.
   * @param {TypedLine} line
   * @param {boolean} [isHopeless]
   */
  add(line, isHopeless = false) {
    this.waiting.delete(line.key);
    this.waiting.set(line.key, line);
    if (isHopeless) this.aside.set(line.key, line.revision);
    else this.aside.delete(line.key);
    this.isUnstored = !this.unsaved.store(line);
    this.say(this.failures ? "offline" : "unsaved");
    this.flushSoon();
  }

  /**
   * The server has this text, or a newer one of the same line.
   * @param {{key: string, revision: number}} line
   */
  drop({ key, revision }) {
    this.waiting.delete(key);
    this.aside.delete(key);
    this.unsaved.forget(key, revision);
  }

  stop() {
    clearTimeout(this.timer);
  }

  // Its sheet is in, and another page is shown.
  end() {
    this.waiting.clear();
    this.stop();
    this.onClosed = () => {};
  }

  /** @param {string} key */
  has(key) {
    return this.waiting.has(key);
  }

  flushSoon() {
    if (this.failures) return; // the next try has its time already
    this.since ??= performance.now();
    clearTimeout(this.timer);
    const longest = Math.max(0, this.since + LONGEST_PAUSE - performance.now());
    this.timer = setTimeout(() => this.flush(), Math.min(PAUSE, longest));
  }

  // Send what waits. Resolves to true when everything is saved.
  flush() {
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  // The same, and hear what others have saved even when nothing waits.
  refresh() {
    this.curious = true;
    return this.flush();
  }

  async run() {
    clearTimeout(this.timer);
    this.since = null;
    while (this.curious || this.ready().length) {
      this.curious = false;
      if (!(await this.send(this.ready().slice(0, this.batchSize)))) return false;
    }
    this.failures = 0;
    this.say(this.waiting.size ? "error" : "saved");
    return this.waiting.size === 0;
  }

  ready() {
    return [...this.waiting.values()].filter((line) => this.aside.get(line.key) !== line.revision);
  }

  /**
   * Whether to go on with the next lines.
   * @param {TypedLine[]} lines
   */
  async send(lines) {
    if (!this.failures && lines.length) this.say("saving");
    /** @type {Answer<{lines: SentLine[]}>} */
    const answer = await post(this.url, { lines: lines.map(asSent) });
    if (answer.ok) return this.saved(lines, answer.body.lines);
    if (answer.status === 413 && this.batchSize > 1) {
      this.batchSize = 1; // to find the line that is too much
      return true;
    }
    const { status, body } = answer;
    if (isClosed(body)) return this.close(lines, status, body);
    return this.refuse(lines, status, body) || this.tryAgain(status, body);
  }

  /**
   * What stands there as it was sent is saved. Of what does not, another tab had saved a newer text.
   * @param {TypedLine[]} lines
   * @param {SentLine[]} stored
   */
  saved(lines, stored) {
    const there = new Map(stored.map((line) => [line.key, line]));
    this.failures = 0;
    this.trouble = null;
    for (const line of lines) {
      const isLatest = this.waiting.get(line.key)?.revision === line.revision;
      if (isLatest) this.waiting.delete(line.key);
      if (isStored(line, there.get(line.key))) this.unsaved.forget(line.key, line.revision);
      else if (isLatest) this.onPassedOver(this.unsaved.passOver(line));
    }
    this.onAnswer(stored);
    return true;
  }

  /**
   * The sheet is typed elsewhere by now, or it is in: the lines that the answer names are not saved, the others are. Where
   * this keying is not there any more, none is.
   * @param {TypedLine[]} lines
   * @param {number} status
   * @param {Refusal} refusal
   */
  close(lines, status, { code, sentence = "", lines: unsaved = {} }) {
    this.trouble = { status, code, sentence };
    for (const line of lines) {
      if (line.key in unsaved || code === "earlier_state") this.aside.set(line.key, line.revision);
      else this.drop(line);
    }
    this.onClosed(sentence);
    return true;
  }

  /**
   * Set aside the lines that the answer names; the others go on.
   * @param {TypedLine[]} lines
   * @param {number} status
   * @param {Refusal} refusal
   */
  refuse(lines, status, { sentence = "", lines: faults = {} }) {
    const named = Object.entries(faults);
    if (status === 413 && lines.length) named.push([lines[0].key, { line: [sentence] }]);
    if (status !== 400 && status !== 413) return false;
    for (const [key, fields] of named) {
      const line = lines.find((each) => each.key === key);
      if (!line) continue;
      this.aside.set(key, line.revision);
      this.onRefused(key, Object.values(fields).flat().join(" "));
    }
    return lines.some((line) => this.aside.has(line.key));
  }

  /**
   * @param {number} status
   * @param {Refusal} refusal
   */
  tryAgain(status, { code = "", sentence = "" }) {
    const pause = AGAIN[Math.min(this.failures, AGAIN.length - 1)];
    this.failures += 1;
    this.trouble = { status, code, sentence };
    this.timer = setTimeout(() => this.flush(), pause);
    const answered = status && status < 500 && status !== 429;
    this.say(answered ? "error" : "offline", sentence, code);
    return false;
  }

  /**
   * @param {StateName} name
   * @param {string} [sentence]
   * @param {string} [code]
   */
  say(name, sentence = "", code = "") {
    this.onState(name, this.waiting.size, sentence, code);
  }
}

/**
 * The line without what the server does not read.
 * @param {TypedLine} line
 * @returns {SentLine}
 */
export function asSent({ key, box, position, text, mark, revision }) {
  return { key, box, position, text, mark, revision };
}
