// Practice: the server plays a move at a table and keeps nothing. The record of the table, the time and the score are
// this page's.
import { element } from "../common/elements.js";
import { PastGames } from "../common/past_games.js";
import { text } from "../common/texts.js";

/** @import { PastGame } from "../common/past_games.js" */
/** @import { Move } from "./outbox.js" */

/** @typedef {{points: number, solved: boolean, made: number | null}} Result of a round; `made`: letters of the word */

/**
 * A table after a move.
 * @typedef {object} Played
 * @property {number} began
 * @property {unknown[]} moves
 * @property {string} html
 * @property {number | null} wait milliseconds until the server has something to do
 * @property {Result | null} result
 * @property {boolean} is_over no round follows at this table
 * @property {string} transcript of a game that is over
 */

/** @typedef {{game: string, settings: Record<string, string>, seed: string, began?: number, moves: unknown[]}} TableRecord */

/**
 * The rounds since Start.
 * @typedef {object} Run
 * @property {Record<string, string>} chosen settings of the game, and what the page does with its rounds
 * @property {number} rounds
 * @property {number} solved
 * @property {number} points
 * @property {number} spent milliseconds
 * @property {string[]} queue the rounds of the day that are to come
 * @property {string} [day]
 */

const KINDS = ["letters", "numbers", "conundrum"];
const AGAIN = 1500; // milliseconds

/**
 * @param {HTMLElement} page
 * @param {object} table
 * @param {(record: object) => Promise<Response>} table.post
 * @param {(html: string) => void} table.show
 * @param {(isReached: boolean) => void} table.reachable
 * @param {HTMLElement} table.status
 * @param {() => void} table.begin
 */
export function practise(page, { post, show, reachable, status, begin }) {
  const { practice: kind = "", game = "", daily = "" } = page.dataset;
  const part = (/** @type {string} */ name) => element(page, `[data-${name}]`);
  const [play, forward, score, time] = ["play", "forward", "score", "time"].map(part);
  const choose = element(page, "[data-choose]", HTMLFormElement);
  const link = element(page, "[data-transcript]", HTMLAnchorElement);
  const past = new PastGames(part("history"), "practice", 50);
  /** @type {Run | null} */
  let run = null;
  /** @type {TableRecord | null} */
  let record = null;
  let isLast = false; // a game of several rounds has had all of them
  let since = 0; // when the round began; 0 once it is over
  let timer = 0;

  choose.addEventListener("submit", (event) => {
    event.preventDefault();
    start(new URLSearchParams([...new FormData(choose).values()].join("&")));
  });
  forward.addEventListener("click", () => {
    if (isOver()) stop();
    else if (kind === "countdown") look({ kind: "next", facts: {} });
    else next();
  });
  part("stop").addEventListener("click", stop);
  addEventListener("pagehide", stop);
  setInterval(tick, 250);
  showPlayed();
  // once the page's own script has what this returns
  if (location.search) queueMicrotask(() => start(new URLSearchParams(location.search)));

  /** @param {URLSearchParams} chosen */
  async function start(chosen) {
    /** @type {Run} */
    const started = { chosen: Object.fromEntries(chosen), rounds: 0, solved: 0, points: 0, spent: 0, queue: [] };
    if (daily) {
      const today = await ask(daily);
      if (!today) return;
      Object.assign(started, { day: today.day, queue: today.rounds });
    }
    run = started;
    choose.hidden = true;
    play.hidden = false;
    next();
  }

  function next() {
    if (!run) return;
    status.textContent = "";
    const seed = seedOfRound(run);
    if (!seed) return;
    record = { game, settings: run.chosen, seed, moves: [] };
    since = 0;
    begin();
    look();
  }

  /**
   * The name of a dealt round, or chance for a game that deals by itself.
   * @param {Run} current
   */
  function seedOfRound({ queue, chosen }) {
    if (daily) return queue.shift();
    const chance = crypto.getRandomValues(new BigUint64Array(1))[0].toString(16).padStart(16, "0");
    if (kind === game || "own" in chosen) return chance;
    const dealt = kind === "mixed" ? KINDS[Math.floor(Math.random() * 3)] : kind;
    return [dealt, chosen.large, chance].filter(Boolean).join(".");
  }

  /**
   * The table as it is by now: the server's moves come without one of the player.
   * @param {Move} [move]
   */
  async function look(move) {
    const asked = record;
    clearTimeout(timer);
    if (!asked) return;
    const { length } = asked.moves;
    try {
      const answer = await post({ ...asked, move });
      const played = await answer.json();
      reachable(true);
      if (asked !== record || asked.moves.length !== length) return;
      if (answer.ok) return took(played);
      status.textContent = played.detail;
      if (answer.status === 503) timer = setTimeout(() => look(move), AGAIN);
    } catch {
      reachable(false);
      timer = setTimeout(() => look(move), AGAIN);
    }
  }

  /** @param {Played} played */
  function took({ began, moves, html, wait, result, is_over, transcript }) {
    if (!record) return;
    Object.assign(record, { began, moves });
    isLast = is_over;
    link.hidden = !transcript;
    if (transcript) link.href = URL.createObjectURL(new Blob([transcript], { type: "text/plain" }));
    clearTimeout(timer);
    if (wait !== null && !result) timer = setTimeout(() => look(), wait + 20);
    show(html);
    forward.hidden = !result;
    if (!result) since ||= Date.now();
    else if (since) count(result);
    forward.textContent = text(isOver() ? "finish" : "forward");
    tick();
  }

  /** @param {Result} result */
  function count({ points, solved, made }) {
    if (!run) return;
    run.spent += Date.now() - since;
    since = 0;
    run.rounds += 1;
    run.points += points;
    const least = Number(run.chosen.least);
    if (solved || (least && made !== null && made >= least)) run.solved += 1;
    if (Number(run.chosen.limit) && solved) return next(); // there is no time to look at the answer
    forward.focus({ preventScroll: true });
  }

  function isOver() {
    if (!run) return true;
    if (kind === "countdown") return isLast;
    if (daily && !run.queue.length && !since) return true;
    return Number(run.chosen.count) > 0 && run.solved >= Number(run.chosen.count);
  }

  /** @param {Run} current */
  function facts({ rounds, solved, points, spent }) {
    return { rounds, solved, points, seconds: Math.round(spent / 1000) };
  }

  function tick() {
    if (!run) return;
    const { count, limit } = run.chosen;
    const seconds = Math.floor((run.spent + (since ? Date.now() - since : 0)) / 1000);
    time.hidden = !count && !limit;
    time.textContent = String(limit ? Math.max(0, Number(limit) - seconds) : seconds);
    const ended = run.rounds && !since && isOver() ? text("over", facts(run)) : "";
    score.textContent = `${text("score", facts(run))} ${ended}`;
    if (limit && seconds >= Number(limit)) stop();
  }

  function stop() {
    if (run?.rounds) {
      /** @type {PastGame} */
      const ended = { date: new Date().toISOString(), kind, ...facts(run) };
      if (run.day) ended.day = run.day;
      past.add(ended);
    }
    run = record = null;
    clearTimeout(timer);
    status.textContent = "";
    choose.hidden = false;
    play.hidden = time.hidden = true;
    showPlayed();
  }

  async function showPlayed() {
    if (!daily) return;
    const today = await ask(daily);
    const before = today && past.games.findLast(({ day }) => day === today.day); // the first result of that day
    part("played").hidden = !before;
    if (before) part("played").textContent = text("played", before);
  }

  /**
   * The server's answer; null where it refused, and the page says why.
   * @param {string} address
   */
  async function ask(address) {
    try {
      const response = await fetch(address, { cache: "no-store" });
      const body = await response.json().catch(() => null);
      if (response.ok && body) return body;
      status.textContent = body?.detail ?? text("busy");
    } catch {
      status.textContent = text("offline");
    }
    return null;
  }

  return { record: (/** @type {Move} */ move) => record && { ...record, move }, took };
}
