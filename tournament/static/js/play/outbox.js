// Moves that the server has not answered yet. They survive a reload, and each is sent again with its own key, so that
// the server stores it once.
import { read, write } from "../common/storage.js";

/**
 * A move of a player or of the host.
 * @typedef {object} Move
 * @property {string} [kind]
 * @property {Record<string, unknown>} facts
 * @property {number} [seat] for whom the host makes it
 * @property {number} [elapsed] milliseconds on the clock
 * @property {boolean} [latest] it holds all that was typed, so an older one of its kind need not be sent
 */

/** @typedef {Move & {key: string}} WaitingMove */

/**
 * What the server says of a move: a sentence where it refuses, or when it was received.
 * @typedef {object} Answer
 * @property {boolean} [isRecorded]
 * @property {string} [detail]
 * @property {number} [seconds] on the game's clock
 */

const AGAIN = [300, 700, 1500, 3000];
const DOUBLE = 1000; // milliseconds

export class Outbox {
  /**
   * @param {string} place under which the moves are stored
   * @param {(move: WaitingMove) => Promise<Answer>} send rejects without an answer, or with a sentence that says why the
   *   move has to be sent again
   * @param {(state: "sending" | "waiting" | "answered", answer?: Answer) => void} show
   */
  constructor(place, send, show) {
    this.place = place;
    this.send = send;
    this.show = show;
    this.waiting = storedMoves(place);
    this.failed = 0;
    this.working = false;
    /** @type {{move: Move, at: number} | null} */
    this.answered = null;
    this.timer = 0;
  }

  /**
   * Whether this is a double press: the latest move is the same and has no answer yet, or got it a moment ago.
   * @param {Move} move
   */
  pressedTwice(move) {
    const last = this.waiting.at(-1);
    if (last) return content(last) === content(move);
    if (!this.answered) return false;
    return content(this.answered.move) === content(move) && Date.now() - this.answered.at < DOUBLE;
  }

  /**
   * Of moves that are `latest` only the last one waits: each holds all that was typed.
   * @param {Move} move
   */
  add(move) {
    const first = this.working ? 1 : 0;
    const stays = (/** @type {Move} */ each, /** @type {number} */ at) =>
      at < first || !(move.latest && each.latest && each.kind === move.kind);
    this.waiting = this.waiting.filter(stays);
    this.waiting.push({
      ...move,
      key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
    });
    this.store();
    this.start();
  }

  // Another round: the same move again is no double press.
  begin() {
    this.answered = null;
  }

  start() {
    clearTimeout(this.timer);
    if (!this.working && this.waiting.length) this.work();
  }

  async work() {
    this.working = true;
    while (this.waiting.length) {
      const [move] = this.waiting;
      if (!this.failed) this.show("sending");
      try {
        const answer = await this.send(move);
        this.failed = 0;
        this.waiting.shift();
        this.answered = { move, at: Date.now() };
        this.store();
        this.show("answered", answer);
      } catch (reason) {
        this.working = false;
        const refusal = /** @type {Answer} */ (reason);
        this.show("waiting", refusal.detail ? refusal : undefined);
        this.timer = setTimeout(() => this.start(), AGAIN[Math.min(this.failed++, AGAIN.length - 1)]);
        return;
      }
    }
    this.working = false;
  }

  // In a private window nothing is stored, and the moves wait while the page is open.
  store() {
    write(this.place, this.waiting.length ? this.waiting : null);
  }
}

/** @param {Move} move */
function content({ kind, seat, facts }) {
  return JSON.stringify([kind, seat, facts]);
}

/**
 * @param {string} place
 * @returns {WaitingMove[]}
 */
function storedMoves(place) {
  const moves = read(place);
  return Array.isArray(moves) ? moves.filter((move) => typeof move?.key === "string") : [];
}
