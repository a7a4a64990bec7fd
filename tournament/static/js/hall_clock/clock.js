// The hall clock. The server says how much time is left; this page counts down from there and asks again every few
// seconds, so that it is right after a computer slept, and follows a stop or more time given elsewhere.
import { element, elements } from "../common/elements.js";
import { text } from "../common/texts.js";

/**
 * One of the clocks; several where grades have different times.
 * @typedef {object} Face
 * @property {number} left seconds
 */

/**
 * What the server says of the clock.
 * @typedef {object} ClockState
 * @property {"waiting" | "running" | "stopped" | "over" | "closed"} state
 * @property {Face[]} clocks
 * @property {number | null} box
 * @property {string} questions HTML
 */

const clock = element(document, "[data-clock]");
const status = element(document, "[data-clock-said]");
const stale = element(document, "[data-clock-stale]");
const fullScreen = element(document, "[data-full-screen]");
const questions = element(document, "[data-clock-questions]");
const EVERY = 4000;
const WAITING = 1000; // so that every screen shows the questions at once when the clock starts
const LAST = 60; // seconds

/** @type {ClockState} */
let known = JSON.parse(element(document, "#clock-state", HTMLScriptElement).textContent);
let heard = Date.now();
let sentence = "";
let next = 0;

/** @param {Face} face */
function left(face) {
  const passed = known.state === "running" ? (Date.now() - heard) / 1000 : 0;
  return Math.max(0, face.left - passed);
}

/**
 * A clock that has a tenth of a second left still shows one second.
 * @param {number} seconds
 */
function written(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @param {string} fresh */
function show(fresh) {
  if (fresh === sentence) return; // a screen reader hears each sentence once
  sentence = fresh;
  status.textContent = sentence;
}

function draw() {
  const times = known.clocks.map(left);
  elements(document, "[data-face]").forEach((face, at) => {
    element(face, "[data-left]").textContent = written(times[at]);
    face.classList.toggle("is-over", known.state !== "waiting" && times[at] === 0);
    face.classList.toggle("is-last", known.state === "running" && times[at] > 0 && times[at] <= LAST);
  });
  const longest = Math.max(...times);
  /** @type {ClockState["state"] | "last"} */
  let state = known.state;
  if (state === "running" && longest === 0) state = "over";
  else if (state === "running" && longest <= LAST) state = "last";
  clock.dataset.state = state;
  mark(state === "over");
  show(state === "running" ? "" : text(state));
}

/**
 * Once the time is up, the next question is the next press.
 * @param {boolean} isOver
 */
function mark(isOver) {
  for (const stop of elements(document, ".clock-controls [value=stop]")) {
    stop.hidden = isOver;
    for (const other of elements(document, ".clock-controls [value=next]"))
      other.classList.toggle("button-quiet", !isOver);
  }
}

async function ask() {
  clearTimeout(next);
  try {
    const answer = await fetch(clock.dataset.clock ?? "", { redirect: "error", cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    /** @type {ClockState} */
    const fresh = await answer.json();
    const changed =
      fresh.clocks.length !== known.clocks.length || fresh.box !== known.box || buttonsDiffer(fresh.state);
    if (fresh.questions !== known.questions) showQuestions(fresh.questions);
    known = fresh;
    heard = Date.now();
    stale.hidden = true;
    if (changed && !document.querySelector(".clock-controls :focus")) location.reload();
  } catch {
    stale.textContent = text("stale");
    stale.hidden = false;
  }
  draw();
  next = setTimeout(ask, known.state === "waiting" ? WAITING : EVERY);
}

/** @param {string} html */
function showQuestions(html) {
  questions.innerHTML = html;
  fit();
}

// The largest letters with which all questions are on the screen.
function fit() {
  let size = 0.16 * window.innerHeight;
  do {
    size *= 0.94;
    questions.style.fontSize = `${size}px`;
  } while (
    size > 8 &&
    (questions.scrollHeight > questions.clientHeight || questions.scrollWidth > questions.clientWidth)
  );
}

/**
 * The buttons below the clock fit one state. When it changes elsewhere the page is loaded again.
 * @param {string} state
 */
function buttonsDiffer(state) {
  const kind = (/** @type {string} */ name) => (name === "over" ? "running" : name);
  return kind(state) !== kind(known.state);
}

if (document.documentElement.requestFullscreen) {
  fullScreen.hidden = false;
  fullScreen.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}
draw();
fit();
ask();
setInterval(draw, 200);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask();
});
window.addEventListener("resize", fit);
