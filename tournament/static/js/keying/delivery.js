// Brings one sheet in: first its lines, then, when it was handed in without a connection, the sheet itself. It tries
// again until the server has said yes or no; sent twice, it is in once.

import { pageSignal } from "./page_lifetime.js";
import { isAway, post } from "./requests.js";
import { asSent } from "./saver.js";

/** @import { Answer, HandedIn, Trouble } from "./requests.js" */
/** @import { Saver } from "./saver.js" */
/** @import { UnsavedSheet } from "./unsaved_sheets.js" */

const AGAIN = [1000, 2000, 4000, 8000, 15_000];

export class Delivery {
  /**
   * @param {UnsavedSheet} unsaved
   * @param {Saver} saver
   */
  constructor(unsaved, saver) {
    this.unsaved = unsaved;
    this.saver = saver;
    this.failures = 0;
    this.announces = true; // the next page says that the sheet is in
    this.onDone = (/** @type {HandedIn} */ _answer) => {};
    this.onRefused = (/** @type {Trouble} */ _trouble) => {};
    this.onWaiting = (/** @type {Trouble} */ _trouble) => {};
    this.timer = 0;
    /** @type {Promise<void> | null} */
    this.running = null;
    this.signal = pageSignal();
    addEventListener("online", () => this.timer && this.go(), { signal: this.signal });
    this.signal.addEventListener("abort", () => this.stop());
  }

  // Try now. What came of it is told by onDone, onRefused or onWaiting.
  go() {
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  async run() {
    this.stop();
    const trouble = (await this.saver.flush()) ? await this.handIn() : this.whyNotSaved();
    if (!trouble) return;
    if (isAway(trouble)) this.later(trouble);
    else this.onRefused(trouble);
  }

  /** @returns {Trouble} */
  whyNotSaved() {
    const { trouble, refusal } = this.saver;
    return trouble ?? { status: 400, code: "invalid", sentence: refusal };
  }

  /** @returns {Promise<Trouble | null>} null when the sheet is in, or is not handed in yet */
  async handIn() {
    const waits = this.unsaved.waitsForHandIn;
    if (!waits) {
      this.onDone({});
      return null;
    }
    const lines = waits.lines.map(asSent);
    /** @type {Answer<HandedIn>} */
    const answer = await post(this.unsaved.about.handInUrl, { lines, announce: this.announces });
    if (!answer.ok) return { status: answer.status, code: answer.body.code, sentence: answer.body.sentence };
    this.unsaved.clear();
    this.onDone(answer.body);
    return null;
  }

  /** @param {Trouble} trouble */
  later(trouble) {
    if (this.signal.aborted) return;
    this.timer = setTimeout(() => this.go(), AGAIN[Math.min(this.failures, AGAIN.length - 1)]);
    this.failures += 1;
    this.onWaiting(trouble);
  }
}
