// Practice of Countdown alone: the server deals and checks, the clock and the score are this browser's.
import { around, create, element, optionalElement } from "../common/elements.js";
import { text } from "../common/texts.js";
import { allowWriting, answer, showCards } from "./cards.js";
import { history } from "./history.js";
import { ask } from "./requests.js";
import { showResult } from "./result.js";

/** @import { PastGame } from "../common/past_games.js" */
/** @import { Checked, Daily, Deal, Kind } from "./requests.js" */

/**
 * What the template gives: what is practised, and addresses.
 * @typedef {{practice: Kind | "mixed" | "daily", rounds: string, answers: string, daily: string}} Settings
 */

/**
 * The rounds since Start.
 * @typedef {object} Run
 * @property {string} mode "clock", "count" or "free"
 * @property {number} limit seconds of a round, or rounds to solve
 * @property {number} rounds
 * @property {number} solved
 * @property {number} points
 * @property {number} spent milliseconds
 * @property {Deal[]} queue the rounds of the day that are to come
 * @property {boolean} isOver
 * @property {string} [day]
 */

const settings = /** @type {Settings} */ (element(document, "[data-practice]").dataset);
const page = element(document, "[data-practice-page]");
const part = (/** @type {string} */ name) => element(page, `[data-${name}]`);
const [play, picking, result, status, time] = ["play", "picking", "result", "said", "time"].map(part);
const choose = element(page, "[data-choose]", HTMLFormElement);
/** @type {Kind[]} */
const KINDS = ["letters", "numbers", "conundrum"];
const LETTERS = 9;
const LAST = 5;
const UNREADABLE = "unreadable_line";
/** @type {Run | null} */
let run = null;
/** @type {(Deal & {picks: string}) | null} */
let deal = null; // the round on the page
let refusal = ""; // the code of the last answer of the server, if it refused
let began = 0; // when its clock started; 0 while it stands

choose.addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
part("write").addEventListener("submit", (event) => {
  event.preventDefault();
  if (answer.value.trim()) give(answer.value);
});
part("show").addEventListener("click", () => give(""));
part("next").addEventListener("click", () => (run?.isOver ? stop() : next()));
part("stop").addEventListener("click", stop);
picking.addEventListener("click", (event) => pick(around(event, "[data-pick]")?.dataset.pick));
addEventListener("pagehide", stop);
setInterval(tick, 200);

/** @param {string} name */
function chosen(name) {
  return optionalElement(choose, `[name=${name}]`, HTMLSelectElement)?.value ?? "";
}

async function start() {
  const [mode, limit] = chosen("mode").split("-");
  /** @type {Run} */
  const started = { mode, limit: Number(limit), rounds: 0, solved: 0, points: 0, spent: 0, queue: [], isOver: false };
  status.textContent = "";
  if (settings.practice === "daily") {
    /** @type {Daily | null} */
    const daily = await answered(settings.daily);
    if (!daily) return;
    Object.assign(started, { day: daily.day, queue: daily.rounds });
  }
  run = started;
  choose.hidden = true;
  play.hidden = false;
  time.hidden = mode === "free";
  next();
}

async function next() {
  result.hidden = true;
  status.textContent = "";
  if (settings.practice === "letters" && chosen("letters")) return show({ kind: "letters", letters: "" });
  /** @type {Deal | null | undefined} */
  const dealt = settings.practice === "daily" ? run?.queue.shift() : await answered(settings.rounds, wanted());
  if (dealt) show(dealt);
}

function wanted() {
  const kind = settings.practice === "mixed" ? KINDS[Math.floor(Math.random() * KINDS.length)] : settings.practice;
  const large = chosen("large");
  return large ? { kind, large: Number(large) } : { kind };
}

/**
 * @param {Deal} dealt
 * @param {string} [picks] the vowels and consonants that were chosen
 */
function show(dealt, picks = "") {
  deal = { ...dealt, picks };
  const { kind, letters = "", numbers = [], target: goal = null, parts = [] } = deal;
  const cards = { letters: [...letters], numbers, conundrum: [...parts.join("")] }[kind];
  const missing = kind === "letters" ? LETTERS - letters.length : 0;
  part("task").textContent = text(missing ? "task_pick" : `task_${kind}`);
  showCards(cards, kind === "numbers", missing, parts[0]?.length);
  showTarget(kind === "numbers" ? goal : null);
  picking.hidden = !missing;
  allowWriting(!missing);
  began = missing ? 0 : Date.now();
  if (missing && !letters) element(picking, "button").focus({ preventScroll: true });
  tick();
}

/** @param {number | null} goal */
function showTarget(goal) {
  const number = create("strong", { textContent: String(goal) });
  part("target").replaceChildren(`${text("target")} `, number);
  part("target").hidden = goal === null;
}

/** @param {string} [letter] "v" for a vowel, "c" for a consonant */
async function pick(letter) {
  if (!letter || !deal || picking.inert) return;
  picking.inert = true; // one press at a time
  const picks = deal.picks + letter;
  const earlier = deal.round ? { earlier: deal.round } : {};
  /** @type {Deal | null} */
  const dealt = await answered(settings.rounds, { kind: "letters", picks, ...earlier });
  picking.inert = false;
  if (dealt) show(dealt, picks);
  if (dealt && picks.length < LETTERS) element(picking, `[data-pick=${letter}]`).focus({ preventScroll: true });
}

/**
 * @param {string} written
 * @param {boolean} [isFinal] false: what cannot be read may be written again
 */
async function give(written, isFinal = false) {
  if (!began || !run || !deal) return;
  const [current, round, since, spent] = [run, deal, began, run.spent];
  run.spent += Date.now() - began;
  began = 0;
  status.textContent = "";
  allowWriting(false);
  /** @type {Checked | null} */
  const checked = await answered(settings.answers, { round: round.round, answer: written, final: isFinal });
  if (current !== run) return;
  if (checked) return count(current, round.kind, checked);
  writeAgain();
  if (refusal === UNREADABLE) [began, current.spent] = [since, spent]; // the clock has gone on
}

// The answer did not get through, or cannot be read: it stays in its line.
function writeAgain() {
  const typed = answer.value;
  allowWriting(true);
  answer.value = typed;
  began = Date.now();
}

/**
 * @param {Run} current
 * @param {Kind} kind
 * @param {Checked} checked
 */
function count(current, kind, checked) {
  const { mode, limit, queue } = current;
  current.rounds += 1;
  current.points += checked.points;
  if (checked.solved || (kind === "letters" && isLongEnough(checked))) current.solved += 1;
  showResult(kind, checked);
  current.isOver = settings.practice === "daily" ? !queue.length : mode === "count" && current.solved >= limit;
  if (current.isOver && mode !== "free") status.textContent = text("over", facts(current));
  result.hidden = false;
  part("next").focus({ preventScroll: true });
  tick();
}

/** @param {Checked} word */
function isLongEnough({ points, made }) {
  const least = Number(chosen("solved"));
  return points > 0 && least > 0 && made !== null && made >= least;
}

/** @param {Run} run */
function facts({ rounds, solved, points, spent }) {
  return { rounds, solved, points, seconds: Math.round(spent / 1000) };
}

function tick() {
  if (!run) return;
  part("score").textContent = text("score", facts(run));
  const seconds = (began ? Date.now() - began : 0) / 1000;
  if (run.mode !== "clock") {
    time.textContent = String(Math.floor(run.spent / 1000 + seconds));
    return;
  }
  if (!began) return;
  const left = Math.ceil(run.limit - seconds);
  time.textContent = String(Math.max(0, left));
  time.classList.toggle("last", left <= LAST);
  if (left <= 0) give(answer.value, true);
}

function stop() {
  if (run?.rounds) {
    /** @type {PastGame} */
    const game = { date: new Date().toISOString(), kind: settings.practice, ...facts(run) };
    if (run.day) game.day = run.day;
    history.add(game);
  }
  run = null;
  began = 0;
  status.textContent = "";
  choose.hidden = false;
  play.hidden = time.hidden = true;
  showPlayed();
}

async function showPlayed() {
  if (settings.practice !== "daily") return;
  /** @type {Daily | null} */
  const daily = await answered(settings.daily);
  const before = daily && history.games.findLast(({ day }) => day === daily.day); // the first result of that day
  part("played").hidden = !before;
  if (before) part("played").textContent = text("played", before);
}

/**
 * The server's answer; null where it refused, and the page says why.
 * @template {object} T
 * @param {string} address
 * @param {object} [question]
 * @returns {Promise<T | null>}
 */
async function answered(address, question) {
  const body = /** @type {Awaited<ReturnType<typeof ask<T>>>} */ (await ask(address, question));
  refusal = "refusal" in body ? body.code : "";
  if (!("refusal" in body)) return body;
  status.textContent = body.refusal;
  return null;
}

showPlayed();
