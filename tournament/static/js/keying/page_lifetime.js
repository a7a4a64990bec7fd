// How long a page of the typing desk is shown: one replaces the other in the same document (page_change.js), and what
// listens to the window or waits for a time ends with its page.

let page = new AbortController();

/** Aborted when another page is shown. */
export const pageSignal = () => page.signal;

export function endPage() {
  page.abort();
  page = new AbortController();
}
