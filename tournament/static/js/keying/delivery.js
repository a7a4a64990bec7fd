// Brings one sheet in: first its lines, then, when it was handed in without a connection, the sheet itself. It tries
// again until the server has said yes or no; sent twice, it is in once.

import { isAway, post } from "./post.js";
import { asSent } from "./saver.js";

const AGAIN = [1000, 2000, 4000, 8000, 15_000];

export class Delivery {
  constructor(kept, saver) {
    this.kept = kept;
    this.saver = saver;
    this.failures = 0;
    this.announces = true; // the next page says that the sheet is in
    this.onDone = this.onRefused = this.onWaiting = () => {};
    addEventListener("online", () => this.timer && this.go());
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
    this.timer = null;
  }

  async run() {
    this.stop();
    const trouble = (await this.saver.flush()) ? await this.handIn() : this.whyNotSaved();
    if (!trouble) return;
    if (isAway(trouble)) this.later(trouble);
    else this.onRefused(trouble);
  }

  whyNotSaved() {
    const { trouble, refusal } = this.saver;
    return trouble ?? { status: 400, code: "invalid", sentence: refusal ?? "" };
  }

  async handIn() {
    const waits = this.kept.waitsForHandIn;
    if (!waits) return void this.onDone({});
    const answer = await post(this.kept.about.handInUrl, { lines: waits.lines.map(asSent), announce: this.announces });
    if (!answer.ok) return { status: answer.status, code: answer.body.code, sentence: answer.body.sentence };
    this.kept.clear();
    return void this.onDone(answer.body);
  }

  later(trouble) {
    this.timer = setTimeout(() => this.go(), AGAIN[Math.min(this.failures, AGAIN.length - 1)]);
    this.failures += 1;
    this.onWaiting(trouble);
  }
}
