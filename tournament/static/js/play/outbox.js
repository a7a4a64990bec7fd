// Moves that the server has not answered yet. They survive a reload, and each is sent again with its own key, so that
// the server stores it once.
const AGAIN = [300, 700, 1500, 3000];
const DOUBLE = 1000; // milliseconds

export class Outbox {
  // `send(move)` resolves with the server's answer and rejects without one, or with a sentence that says why it has to
  // be sent again; `tell(state, answer)` shows it.
  constructor(place, send, tell) {
    this.place = place;
    this.send = send;
    this.tell = tell;
    this.waiting = read(place);
    this.failed = 0;
    this.working = false;
    this.answered = { at: 0 };
  }

  // Whether this is a double press: the latest move is the same and has no answer yet, or got it a moment ago.
  pressedTwice(move) {
    const last = this.waiting.at(-1);
    if (last) return what(last) === what(move);
    return what(this.answered) === what(move) && Date.now() - this.answered.at < DOUBLE;
  }

  // Of moves that are `latest` only the last one waits: each holds all that was typed.
  add(move) {
    const first = this.working ? 1 : 0;
    const stays = (each, at) => at < first || !(move.latest && each.latest && each.kind === move.kind);
    this.waiting = this.waiting.filter(stays);
    this.waiting.push({
      ...move,
      key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
    });
    this.keep();
    this.start();
  }

  start() {
    clearTimeout(this.timer);
    if (!this.working && this.waiting.length) this.work();
  }

  async work() {
    this.working = true;
    while (this.waiting.length) {
      const [move] = this.waiting;
      if (!this.failed) this.tell("sending");
      try {
        const answer = await this.send(move);
        this.failed = 0;
        this.waiting.shift();
        this.answered = { ...move, at: Date.now() };
        this.keep();
        this.tell("answered", answer);
      } catch (reason) {
        this.working = false;
        this.tell("waiting", reason.sentence ? reason : undefined);
        this.timer = setTimeout(() => this.start(), AGAIN[Math.min(this.failed++, AGAIN.length - 1)]);
        return;
      }
    }
    this.working = false;
  }

  keep() {
    try {
      if (this.waiting.length) localStorage.setItem(this.place, JSON.stringify(this.waiting));
      else localStorage.removeItem(this.place);
    } catch {} // a private window without storage: what is typed is kept while the page is open
  }
}

function what({ kind, seat, facts }) {
  return JSON.stringify([kind, seat, facts]);
}

function read(place) {
  try {
    const kept = JSON.parse(localStorage.getItem(place));
    return Array.isArray(kept) ? kept.filter((move) => move && typeof move.key === "string") : [];
  } catch {
    return [];
  }
}
