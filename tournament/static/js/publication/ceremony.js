// The ceremony's screen. Space or the right arrow goes on, the left arrow goes back; buttons and taps do the same. The
// server has the position: each step is fetched when it is shown, and several screens follow each other. While a step
// is still moving, the next key only finishes it, so nothing is skipped by a key too many.
import { around, element, elements, optionalElement } from "../common/elements.js";
import { text } from "../common/texts.js";

/**
 * A part of the way of a number that counts up, in milliseconds.
 * @typedef {object} Climb
 * @property {number} from
 * @property {number} to
 * @property {number} begins
 * @property {number} lasts
 */

const stage = element(document, "[data-stage]");
const form = element(document, "[data-move]", HTMLFormElement);
const reader = element(document, "[data-said]"); // for screen readers
const trouble = element(document, "[data-trouble]");
const fullScreen = element(document, "[data-full-screen]");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const EVERY = 1000;
const ROUND = 550; // milliseconds for the points of one round
/** @type {Record<string, string>} */
const STEPS = { " ": "on", ArrowRight: "on", PageDown: "on", ArrowLeft: "back", PageUp: "back" };

let busy = false;
/** @type {{node: HTMLElement, text: string, climbs: Climb[]}[]} */
let counters = []; // numbers that are counting up

const current = () => element(stage, "[data-step]");
const numberOf = (/** @type {HTMLElement} */ node, /** @type {string} */ name) => Number(node.dataset[name]);

// A step that is too large for the screen becomes smaller.
function fit() {
  stage.style.setProperty("--fit", "1");
  for (let size = 1; stage.scrollHeight > stage.clientHeight + 1 && size > 0.4; size *= 0.94)
    stage.style.setProperty("--fit", String(size));
}

/**
 * @param {HTMLElement} node
 * @param {Climb[]} climbs
 */
function count(node, climbs) {
  const now = performance.now();
  counters.push({
    node,
    text: node.textContent,
    climbs: climbs.map((each) => ({ ...each, begins: now + each.begins })),
  });
}

/**
 * @param {Climb[]} climbs
 * @param {number} now
 */
function valueAt(climbs, now) {
  const climb = climbs.findLast((each) => each.begins <= now) ?? climbs[0];
  const part = Math.min(1, Math.max(0, (now - climb.begins) / climb.lasts));
  return Math.round(climb.from + (climb.to - climb.from) * part);
}

/** @param {number} now */
function tick(now) {
  counters = counters.filter(({ node, text, climbs }) => {
    const isOver = climbs.every(({ begins, lasts }) => now >= begins + lasts);
    node.textContent = isOver ? text : String(valueAt(climbs, now));
    return !isOver;
  });
  if (counters.length) requestAnimationFrame(tick);
}

/** @param {Animation} animation */
function isConfetti({ effect }) {
  return effect instanceof KeyframeEffect && Boolean(effect.target?.closest(".confetti"));
}

const moving = () =>
  stage.getAnimations({ subtree: true }).filter((each) => each.playState === "running" && !isConfetti(each));

function finish() {
  for (const each of counters) each.node.textContent = each.text;
  counters = [];
  for (const each of moving()) each.finish();
}

/**
 * @param {HTMLElement | null} node
 * @param {number} begins
 * @param {number} lasts
 * @param {Keyframe} [from]
 */
function appear(node, begins, lasts, from = { opacity: 0 }) {
  node?.animate([from, { opacity: 1, transform: "none" }], {
    delay: begins,
    duration: lasts,
    easing: "ease-out",
    fill: "backwards",
  });
}

// The leaders: rows go from where they were to where they are while their points climb.
function race() {
  const rows = elements(stage, "[data-leader]");
  const height = rows.length > 1 ? rows[1].offsetTop - rows[0].offsetTop : 0;
  const most = Math.max(...rows.map((row) => numberOf(row, "total")), 1);
  rows.forEach((row, at) => {
    const [before, total] = [numberOf(row, "before"), numberOf(row, "total")];
    const share = (/** @type {number} */ points) => `${Math.max(0, (100 * points) / most)}%`;
    const bar = element(row, "[data-bar]");
    bar.style.width = share(total);
    if (reducedMotion.matches) return;
    bar.animate([{ width: share(before) }, { width: share(total) }], { duration: 1400, easing: "ease-in-out" });
    count(element(row, "[data-count]"), [{ from: before, to: total, begins: 0, lasts: 1400 }]);
    const moved = row.dataset.rowBefore === "" ? rows.length - at : Number(row.dataset.rowBefore) - at;
    row.animate(
      [
        { transform: `translateY(${moved * height}px)`, opacity: row.dataset.rowBefore === "" ? 0 : 1 },
        { transform: "none", opacity: 1 },
      ],
      { delay: 900, duration: 900, easing: "ease-in-out", fill: "backwards" },
    );
  });
}

/**
 * A place: its points climb round by round, then the names appear.
 * @param {HTMLElement} place
 */
function reveal(place) {
  const rounds = elements(place, "[data-round]");
  /** @type {Climb[]} */
  const climbs = [];
  let sum = 0;
  rounds.forEach((round, at) => {
    appear(round, at * ROUND, 250);
    climbs.push({ from: sum, to: sum + numberOf(round, "round"), begins: at * ROUND, lasts: ROUND * 0.8 });
    sum += numberOf(round, "round");
  });
  if (climbs.length) count(element(place, "[data-count]"), climbs);
  const last = rounds.length * ROUND;
  appear(optionalElement(place, "[data-names]"), last + 400, 500, { opacity: 0, transform: "scale(.6)" });
  appear(optionalElement(place, "[data-reason]"), last + 1100, 500);
  if (place.matches(".place-1.is-award")) celebrate(last + 500);
}

/** @param {number} begins */
function celebrate(begins) {
  const box = document.createElement("div");
  box.className = "confetti";
  box.setAttribute("aria-hidden", "true");
  current().append(box);
  for (let at = 0; at < 60; at++) {
    const piece = document.createElement("span");
    piece.style.left = `${Math.random() * 100}%`;
    box.append(piece);
    const turned = `translate(${Math.random() * 20 - 10}vw, 110vh) rotate(${Math.random() * 1440 - 720}deg)`;
    piece.animate([{ transform: "none" }, { transform: turned }], {
      delay: begins + Math.random() * 900,
      duration: 2200 + Math.random() * 1600,
      easing: "cubic-bezier(.3, .1, .7, 1)",
      fill: "both",
    });
  }
}

/**
 * @param {string} html
 * @param {boolean} isMoving
 */
function show(html, isMoving) {
  finish();
  stage.innerHTML = html;
  stage.scrollTop = 0;
  trouble.textContent = "";
  reader.textContent = current().innerText;
  fit();
  race();
  const place = optionalElement(stage, "[data-place]");
  if (place && isMoving && !reducedMotion.matches) reveal(place);
  requestAnimationFrame(tick);
}

/** @param {string} step "on" or "back" */
async function move(step) {
  if (step === "on" && (counters.length || moving().length)) {
    finish();
    return;
  }
  if (busy) return;
  busy = true;
  const body = new FormData(form);
  body.set("position", current().dataset.position ?? "");
  body.set("way", step);
  body.set("fragment", "1");
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "error" });
    const html = await answer.text();
    if (answer.ok) show(html, step === "on");
    else if (answer.status === 409) trouble.textContent = html;
    else throw new Error(String(answer.status));
  } catch {
    trouble.textContent = text("offline");
  }
  busy = false;
}

// Another screen, or a telephone in the organiser's hand, may have moved.
async function follow() {
  if (busy || document.hidden) return;
  const known = current().dataset.position;
  try {
    const answer = await fetch(`${stage.dataset.state}?known=${known}`, { redirect: "error", cache: "no-store" });
    const html = answer.status === 200 ? await answer.text() : "";
    if (html && !busy && current().dataset.position === known && !html.includes(`data-position="${known}"`))
      show(html, true);
  } catch {
    // the next press says that there is no connection
  }
}

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && around(event, "a, button")) return; // the button handles it
  event.preventDefault();
  if (!event.repeat) move(step); // holding a key down reveals only one step
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  button?.blur(); // otherwise the space bar would press it again
  move(button?.value ?? "on");
});
stage.addEventListener("click", (event) => {
  if (!around(event, "a, button")) move("on");
});
addEventListener("resize", fit);
if (document.documentElement.requestFullscreen) {
  fullScreen.hidden = false;
  fullScreen.addEventListener("click", () => {
    fullScreen.blur();
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}
fit();
race();
finish();
setInterval(follow, EVERY);
document.addEventListener("visibilitychange", follow);
