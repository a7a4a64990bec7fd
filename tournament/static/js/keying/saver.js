// Sends what is typed until it is saved: one request at a time, in the order it was typed, again and again when the
// connection is gone. A line is known by its key and its revision, so sending it twice saves it once.

import { CLOSED, post } from "./post.js";

const PAUSE = 500; // after the last key
const LONGEST_PAUSE = 2500; // however long somebody types without stopping
const AT_ONCE = 40;
const AGAIN = [1000, 2000, 4000, 8000, 15_000];

const isStored = (line, stored) => stored && stored.text === line.text && stored.mark === line.mark;

export class Saver {
  constructor(url, kept) {
    this.url = url;
    this.kept = kept;
    this.waiting = new Map(); // key -> line, oldest first
    this.aside = new Map(); // key -> revision that cannot be saved as it is
    this.failures = 0;
    this.trouble = null; // the last answer, where it was a refusal: {status, code, sentence}
    this.atOnce = AT_ONCE;
    this.onState = this.onAnswer = this.onRefused = this.onClosed = this.onPassedOver = () => {};
  }

  start() {
    addEventListener("online", () => this.flush());
    addEventListener("focus", () => this.refresh());
    document.addEventListener("visibilitychange", () => this.flush());
    addEventListener("beforeunload", (event) => {
      if (this.unkept && this.waiting.size) event.preventDefault();
    });
    this.flush();
  }

  // A line whose text can only be refused is kept here and not sent.
  add(line, isHopeless = false) {
    this.waiting.delete(line.key);
    this.waiting.set(line.key, line);
    if (isHopeless) this.aside.set(line.key, line.revision);
    else this.aside.delete(line.key);
    this.unkept = !this.kept.keep(line);
    this.say(this.failures ? "offline" : "unsaved");
    this.flushSoon();
  }

  // The server has this text, or a newer one of the same line.
  drop({ key, revision }) {
    this.waiting.delete(key);
    this.aside.delete(key);
    this.kept.forget(key, revision);
  }

  stop() {
    clearTimeout(this.timer);
  }

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
      if (!(await this.send(this.ready().slice(0, this.atOnce)))) return false;
    }
    this.failures = 0;
    this.say(this.waiting.size ? "error" : "saved");
    return this.waiting.size === 0;
  }

  ready() {
    return [...this.waiting.values()].filter((line) => this.aside.get(line.key) !== line.revision);
  }

  async send(lines) {
    if (!this.failures && lines.length) this.say("saving");
    const answer = await post(this.url, { lines: lines.map(asSent) });
    if (answer.ok) return this.saved(lines, answer.body.lines);
    if (answer.status === 413 && this.atOnce > 1) {
      this.atOnce = 1; // to find the line that is too much
      return true;
    }
    if (CLOSED.includes(answer.body.code)) return this.close(lines, answer);
    return this.refuse(lines, answer) || this.tryAgain(answer);
  }

  // What stands there as it was sent is saved. Of what does not, another tab had saved a newer text.
  saved(lines, stored) {
    const there = new Map(stored.map((line) => [line.key, line]));
    this.failures = 0;
    this.trouble = null;
    for (const line of lines) {
      const isLatest = this.waiting.get(line.key)?.revision === line.revision;
      if (isLatest) this.waiting.delete(line.key);
      if (isStored(line, there.get(line.key))) this.kept.forget(line.key, line.revision);
      else if (isLatest) this.onPassedOver(this.kept.passOver(line));
    }
    this.onAnswer(stored);
    return true;
  }

  // The sheet is typed elsewhere by now, or it is in: the lines that the answer names are not saved, the others are.
  close(lines, { status, body: { code, sentence, lines: unsaved } }) {
    this.trouble = { status, code, sentence };
    for (const line of lines) {
      if (line.key in unsaved) this.aside.set(line.key, line.revision);
      else this.drop(line);
    }
    this.onClosed(sentence);
    return true;
  }

  // Set aside the lines that the answer names; the others go on.
  refuse(lines, { status, body }) {
    const named = Object.entries(body.lines ?? {});
    if (status === 413) named.push([lines[0].key, { line: [body.sentence] }]);
    if (status !== 400 && status !== 413) return false;
    for (const [key, fields] of named) {
      const line = lines.find((each) => each.key === key);
      if (!line) continue;
      this.aside.set(key, line.revision);
      this.onRefused(key, Object.values(fields).flat().join(" "));
    }
    return lines.some((line) => this.aside.has(line.key));
  }

  tryAgain({ status, body }) {
    const pause = AGAIN[Math.min(this.failures, AGAIN.length - 1)];
    this.failures += 1;
    this.trouble = { status, code: body.code ?? "", sentence: body.sentence ?? "" };
    this.timer = setTimeout(() => this.flush(), pause);
    const answered = status && status < 500 && status !== 429;
    this.say(answered ? "error" : "offline", body.sentence ?? "", body.code ?? "");
    return false;
  }

  say(name, sentence = "", code = "") {
    this.onState(name, this.waiting.size, sentence, code);
  }
}

// A line as the server reads it.
export function asSent({ key, box, position, text, mark, revision }) {
  return { key, box, position, text, mark, revision };
}
