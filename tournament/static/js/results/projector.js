// The projector in the hall: waits a moment, scrolls slowly to the end of the page and opens the next one. With reduced
// motion it starts paused and moves screen by screen. The space bar or the button pauses and continues; scrolling by
// hand works too.
import { around, element, elements, optionalElement } from "../common/elements.js";
import { text } from "../common/texts.js";

const bar = element(document, "[data-projector]");
const button = element(bar, "[data-pause]");
const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
const SCREEN = Number(bar.dataset.seconds) * 1000; // how long a still screen is shown
const MOMENT = SCREEN / 2; // before and after scrolling
const PACE = 1.4; // heights of a letter in a second
let going = false;
let timer = 0;
let frame = 0;
let at = 0; // how far down, in pixels
let since = 0;

const next = () => location.assign(bar.dataset.next ?? "");
const end = () => document.documentElement.scrollHeight - innerHeight;

// smooth scrolling

function begin() {
  if (end() <= 1) return wait(next, SCREEN - MOMENT);
  at = scrollY;
  since = performance.now();
  frame = requestAnimationFrame(glide);
}

/** @param {number} now */
function glide(now) {
  const seconds = Math.min(Math.max(now - since, 0) / 1000, 0.1); // no jump after the computer slept
  since = now;
  if (Math.abs(scrollY - at) > 3) at = scrollY;
  at += seconds * PACE * parseFloat(getComputedStyle(document.body).fontSize);
  scrollTo({ top: at, behavior: "instant" });
  if (at >= end()) wait(next, MOMENT);
  else frame = requestAnimationFrame(glide);
}

// screen by screen: the first row that is cut off or hidden below comes to the top, under the fixed header

function advance() {
  const edge = bar.getBoundingClientRect().top;
  const rows = elements(document, "main tbody tr, main li, main dl, main figure");
  const hidden = rows.find((row) => row.getBoundingClientRect().bottom > edge);
  if (!hidden) return next();
  const way = hidden.getBoundingClientRect().top - staying(hidden);
  scrollBy({ top: way > 0 ? way : innerHeight * 0.8, behavior: "instant" });
  wait(advance, SCREEN);
}

/**
 * The height of the headings that stay above a row.
 * @param {HTMLElement} row
 */
function staying(row) {
  const part = row.closest(".round-grade, .box-methods, .grade-charts")?.firstElementChild;
  const heads = [optionalElement(document, ".page-header"), part, row.closest("table")?.tHead];
  return heads.reduce((height, head) => height + (head instanceof HTMLElement ? head.offsetHeight : 0), 0);
}

/**
 * @param {() => void} what
 * @param {number} milliseconds
 */
function wait(what, milliseconds) {
  timer = setTimeout(what, milliseconds);
}

/** @param {boolean} on */
function run(on) {
  going = on;
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  if (going && isReduced) wait(advance, SCREEN);
  else if (going) wait(begin, MOMENT);
  button.textContent = text(going ? "pause" : "go");
  bar.classList.toggle("is-paused", !going);
}

button.hidden = false;
button.addEventListener("click", () => run(!going));
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || around(event, "a, button, input")) return;
  event.preventDefault();
  run(!going);
});
run(!isReduced);
