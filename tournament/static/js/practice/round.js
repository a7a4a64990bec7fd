// Practice of Countdown alone: the server deals and checks, the clock and the score are this browser's.
import { allowWriting, answer, showCards } from "./cards.js";
import { filled, ofDay, remember } from "./history.js";
import { showResult } from "./result.js";
import { ask } from "./server.js";

const own = document.querySelector("[data-practice]").dataset;
const page = document.querySelector("[data-practice-page]");
const part = (name) => page.querySelector(`[data-${name}]`);
const [choose, play, picking, result, said, time] = ["choose", "play", "picking", "result", "said", "time"].map(part);
const KINDS = ["letters", "numbers", "conundrum"];
const LETTERS = 9;
const LAST = 5;
const UNREADABLE = "unreadable_line";
let run = null; // the rounds since Start
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
part("next").addEventListener("click", () => (run.isOver ? stop() : next()));
part("stop").addEventListener("click", stop);
picking.addEventListener("click", (event) => pick(event.target.closest("[data-pick]")?.dataset.pick));
addEventListener("pagehide", stop);
setInterval(tick, 200);

async function start() {
  const [mode, limit] = choose.elements.mode.value.split("-");
  run = { mode, limit: Number(limit), rounds: 0, solved: 0, points: 0, spent: 0, queue: [], isOver: false };
  said.textContent = "";
  if (own.practice === "daily") {
    const found = await asked(own.daily);
    if (!found) return;
    Object.assign(run, { day: found.day, queue: found.rounds });
  }
  choose.hidden = true;
  play.hidden = false;
  time.hidden = mode === "free";
  next();
}

async function next() {
  result.hidden = true;
  said.textContent = "";
  if (own.practice === "letters" && choose.elements.letters.value) return show({ kind: "letters", letters: "" });
  const found = own.practice === "daily" ? run.queue.shift() : await asked(own.rounds, wanted());
  if (found) show(found);
}

function wanted() {
  const kind = own.practice === "mixed" ? KINDS[Math.floor(Math.random() * KINDS.length)] : own.practice;
  const large = choose.elements.large?.value;
  return large ? { kind, large: Number(large) } : { kind };
}

function show(found) {
  deal = { picks: "", ...found };
  const { kind, letters, numbers, target, parts } = deal;
  const cards = { letters: () => [...letters], numbers: () => numbers, conundrum: () => [...parts.join("")] }[kind]();
  const missing = kind === "letters" ? LETTERS - letters.length : 0;
  part("task").textContent = own[missing ? "taskPick" : `task${kind[0].toUpperCase()}${kind.slice(1)}`];
  showCards(cards, kind === "numbers", missing, parts?.[0]?.length);
  showTarget(kind === "numbers" ? target : null);
  picking.hidden = !missing;
  allowWriting(!missing);
  began = missing ? 0 : Date.now();
  if (missing && !letters) picking.querySelector("button").focus({ preventScroll: true });
  tick();
}

function showTarget(target) {
  const number = document.createElement("strong");
  number.textContent = target;
  part("target").replaceChildren(`${own.target} `, number);
  part("target").hidden = target === null;
}

async function pick(letter) {
  if (!letter || picking.inert) return;
  picking.inert = true; // one press at a time
  const picks = deal.picks + letter;
  const earlier = deal.round ? { earlier: deal.round } : {};
  const found = await asked(own.rounds, { kind: "letters", picks, ...earlier });
  picking.inert = false;
  if (found) show({ ...found, picks });
  if (found && picks.length < LETTERS) picking.querySelector(`[data-pick=${letter}]`).focus({ preventScroll: true });
}

async function give(text, isFinal = false) {
  if (!began) return;
  const [current, round, since, spent] = [run, deal, began, run.spent];
  run.spent += Date.now() - began;
  began = 0;
  said.textContent = "";
  allowWriting(false);
  const found = await asked(own.answers, { round: round.round, answer: text, final: isFinal });
  if (current !== run) return;
  if (found) return count(found);
  writeAgain();
  if (refusal === UNREADABLE) [began, run.spent] = [since, spent]; // the clock has gone on
}

// The answer did not get through, or cannot be read: it stays in its line.
function writeAgain() {
  const typed = answer.value;
  allowWriting(true);
  answer.value = typed;
  began = Date.now();
}

function count(found) {
  run.rounds += 1;
  run.points += found.points;
  if (found.solved || isLongEnough(found)) run.solved += 1;
  showResult(deal.kind, found);
  run.isOver = own.practice === "daily" ? !run.queue.length : run.mode === "count" && run.solved >= run.limit;
  if (run.isOver && run.mode !== "free") said.textContent = filled(own.over, facts());
  result.hidden = false;
  part("next").focus({ preventScroll: true });
  tick();
}

function isLongEnough({ points, made }) {
  const least = Number(choose.elements.solved?.value);
  return deal.kind === "letters" && points > 0 && least > 0 && made >= least;
}

function facts() {
  const { rounds, solved, points, spent } = run;
  return { rounds, solved, points, seconds: Math.round(spent / 1000) };
}

function tick() {
  if (!run) return;
  part("score").textContent = filled(own.score, facts());
  const seconds = (began ? Date.now() - began : 0) / 1000;
  if (run.mode !== "clock") {
    time.textContent = Math.floor(run.spent / 1000 + seconds);
    return;
  }
  if (!began) return;
  const left = Math.ceil(run.limit - seconds);
  time.textContent = Math.max(0, left);
  time.classList.toggle("last", left <= LAST);
  if (left <= 0) give(answer.value, true);
}

function stop() {
  if (run?.rounds) {
    const day = run.day ? { day: run.day } : {};
    remember({ date: new Date().toISOString(), kind: own.practice, ...day, ...facts() });
  }
  run = null;
  began = 0;
  said.textContent = "";
  choose.hidden = false;
  play.hidden = time.hidden = true;
  showPlayed();
}

async function showPlayed() {
  if (own.practice !== "daily") return;
  const found = await asked(own.daily);
  const before = found && ofDay(found.day);
  part("played").hidden = !before;
  if (before) part("played").textContent = filled(own.played, before);
}

async function asked(address, question) {
  const found = await ask(address, question, own);
  refusal = found.refused && found.code;
  if (found.refused) said.textContent = found.refused;
  return found.refused ? null : found;
}

showPlayed();
