// This person's other tabs of the same sheet: they hear of a line as it is typed, and say that they are there, so that
// no other page sends their lines for them.

import { pageSignal } from "./page_lifetime.js";

/** @import { TypedLine } from "./line.js" */

const ANSWER_WITHIN = 400;

/** @param {string} keying */
const channelOf = (keying) => ("BroadcastChannel" in window ? new BroadcastChannel(`keying:${keying}`) : null);

export class Tabs {
  /** @param {string} keying */
  constructor(keying) {
    this.onLine = (/** @type {TypedLine} */ _line) => {};
    this.onClosed = () => {};
    this.channel = channelOf(keying);
    pageSignal().addEventListener("abort", () => this.channel?.close());
    this.channel?.addEventListener("message", ({ data }) => {
      if (data.line) this.onLine(data.line);
      else if (data.closed) this.onClosed();
      else if (data.isThere) this.channel?.postMessage({ here: true });
    });
  }

  /** @param {TypedLine} line */
  tell(line) {
    this.channel?.postMessage({ line });
  }

  // The sheet is in, or typed elsewhere.
  tellClosed() {
    this.channel?.postMessage({ closed: true });
  }
}

/**
 * Whether the page of that sheet is open in another tab.
 * @param {string} keying
 * @returns {Promise<boolean>}
 */
export function isOpenElsewhere(keying) {
  const channel = channelOf(keying);
  if (!channel) return Promise.resolve(false);
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ isOpen) => {
      channel.close();
      resolve(isOpen);
    };
    channel.addEventListener("message", ({ data }) => data.here && answer(true));
    channel.postMessage({ isThere: true });
    setTimeout(() => answer(false), ANSWER_WITHIN);
  });
}
