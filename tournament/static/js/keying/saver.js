// Sends what is typed until it is saved: one request at a time, in the order it was typed, again and again when the
// connection is gone. A line is known by its key and its revision, so sending it twice saves it once.

import { post } from "./post.js";

const PAUSE = 500; // after the last key
const LONGEST_PAUSE = 2500; // however long she types without stopping
const AT_ONCE = 40;
const AGAIN = [1000, 2000, 4000, 8000, 15_000];

// Whether another text stands where this one was sent. A text that only goes on from it has lost nothing.
function isPassedOver(line, stored) {
  const isSame = stored.mark === line.mark && stored.text.startsWith(line.text);
  return stored.revision >= line.revision && !isSame;
}

export class Saver {
  constructor(url, kept) {
    this.url = url;
    this.kept = kept;
    this.waiting = new Map(); // key -> line, oldest first
    this.refused = new Map(); // key -> revision that the server will not have
    this.failures = 0;
    this.atOnce = AT_ONCE;
    this.onState = this.onAnswer = this.onRefused = () => {};
  }

  start() {
    for (const line of this.kept.all()) this.waiting.set(line.key, line);
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
    if (isHopeless) this.refused.set(line.key, line.revision);
    else this.refused.delete(line.key);
    this.unkept = !this.kept.keep(line);
    this.say(this.failures ? "offline" : "unsaved");
    this.flushSoon();
  }

  // Taken back before it was sent: another tab's text stands under the key now.
  drop({ key, revision }) {
    this.waiting.delete(key);
    this.kept.forget(key, revision);
  }

  has(key) {
    return this.waiting.has(key);
  }

  get blocked() {
    return [...this.refused.keys()].filter((key) => this.waiting.has(key));
  }

  flushSoon() {
    if (this.failures) return; // the next try has its time already
    this.since ??= Date.now();
    clearTimeout(this.timer);
    const longest = Math.max(0, this.since + LONGEST_PAUSE - Date.now());
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
    return [...this.waiting.values()].filter((line) => this.refused.get(line.key) !== line.revision);
  }

  async send(lines) {
    if (!this.failures && lines.length) this.say("saving");
    const answer = await post(this.url, { lines });
    if (answer.ok) return this.saved(lines, answer.body.lines);
    if (answer.status === 413 && this.atOnce > 1) {
      this.atOnce = 1; // to find the line that is too much
      return true;
    }
    return this.refuse(lines, answer) || this.tryAgain(answer);
  }

  saved(lines, stored) {
    const there = new Map(stored.map((line) => [line.key, line]));
    this.failures = 0;
    for (const { key, revision } of lines) {
      if (this.waiting.get(key)?.revision === revision) this.waiting.delete(key);
      this.kept.forget(key, revision);
    }
    this.onAnswer(stored, lines.filter((line) => isPassedOver(line, there.get(line.key))));
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
      this.refused.set(key, line.revision);
      this.onRefused(key, Object.values(fields).flat().join(" "));
    }
    return lines.some((line) => this.refused.has(line.key));
  }

  tryAgain({ status, body }) {
    const pause = AGAIN[Math.min(this.failures, AGAIN.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.flush(), pause);
    const answered = status && status < 500 && status !== 429;
    this.say(answered ? "error" : "offline", body.sentence ?? "", body.code ?? "");
    return false;
  }

  say(name, sentence = "", code = "") {
    this.onState(name, this.waiting.size, sentence, code);
  }
}
