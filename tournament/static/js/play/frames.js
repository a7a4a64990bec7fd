// Getting the frame: a stream brings it whenever it has changed. Without a stream the page asks by itself. A hidden page
// closes its stream.
const ASK_EVERY = 1500;
const STREAM_AGAIN = 15_000;
const BROUGHT_WITHIN = 1000; // the frame after a move of one's own
const ANSWER_WITHIN = 8000; // a connection that died without a word would otherwise hold the page for minutes

/**
 * What the page gives to follow its table.
 * @typedef {object} Follower
 * @property {string} frame its address
 * @property {string} stream address of the stream
 * @property {string} digest of the frame in the page
 * @property {(html: string) => void} show
 * @property {() => void} gone this reader is not at the table any more
 * @property {(isReached: boolean, isBroken?: boolean) => void} reachable
 */

/** @param {Follower} follower */
export function listen({ frame, stream, digest, show, gone, reachable }) {
  /** @type {string | null} */
  let known = digest;
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;
  let fetching = false;
  let asked = 0;
  let again = false;
  let brought = 0; // frames, by the stream
  let missing = 0; // the timer after which the page asks for the frame after its move

  /**
   * @param {string | null} made
   * @param {string} html
   */
  function take(made, html) {
    if (made !== known) show(html);
    known = made;
  }

  async function look() {
    if (fetching) {
      again = true;
      return;
    }
    fetching = true;
    const before = brought;
    try {
      const answer = await fetch(frame, {
        cache: "no-store",
        signal: AbortSignal.timeout?.(ANSWER_WITHIN),
      });
      if (answer.status === 403 || answer.status === 404) return leave();
      if (answer.status === 200) {
        const html = await answer.text();
        if (brought === before) take(answer.headers.get("X-Frame"), html); // else it may be the older one
      }
      if (answer.status < 500) reachable(true);
      else {
        reachable(false, true); // what stands here may be old
        timer ??= setTimeout(ask, ASK_EVERY);
      }
    } catch {
      reachable(false);
      timer ??= setTimeout(ask, ASK_EVERY);
    } finally {
      fetching = false;
    }
    if (again) {
      again = false;
      look();
    }
  }

  function leave() {
    stop();
    gone();
  }

  function connect() {
    stop();
    if (document.hidden) return;
    if (!("EventSource" in window)) return ask();
    source = new EventSource(`${stream}&after=${known}`);
    source.addEventListener("open", () => reachable(true));
    source.addEventListener("change", ({ data, lastEventId }) => {
      clearTimeout(missing);
      brought += 1;
      if (data) take(lastEventId, data);
      reachable(Boolean(data), !data); // without data the table cannot be shown
    });
    source.addEventListener("error", () => {
      if (source?.readyState === EventSource.CLOSED) {
        source = null;
        ask();
      } else look();
    });
  }

  function moved() {
    if (!source || source.readyState !== source.OPEN) return look();
    clearTimeout(missing);
    missing = setTimeout(look, BROUGHT_WITHIN);
  }

  function ask() {
    clearTimeout(timer ?? undefined);
    timer = null;
    if (document.hidden) return;
    look();
    if (source) return;
    asked += ASK_EVERY;
    if (asked >= STREAM_AGAIN) {
      asked = 0;
      connect();
    } else timer = setTimeout(ask, ASK_EVERY);
  }
  function stop() {
    source?.close();
    clearTimeout(timer ?? undefined);
    source = timer = null;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stop();
    look();
    connect();
  });
  window.addEventListener("online", () => {
    look();
    connect();
  });
  connect();
  return { moved };
}
