// The hall clock. The server says how much time is left; this page counts down from there and asks again every few
// seconds, so that it is right after a computer slept, and follows a stop or more time given elsewhere.
const clock = document.querySelector("[data-clock]");
const said = document.querySelector("[data-clock-said]");
const stale = document.querySelector("[data-clock-stale]");
const fullScreen = document.querySelector("[data-full-screen]");
const questions = document.querySelector("[data-clock-questions]");
const EVERY = 4000;
const WAITING = 1000; // so that every screen shows the questions at once when the clock starts
const LAST = 60; // seconds

let known = JSON.parse(document.getElementById("clock-state").textContent);
let heard = Date.now();
let words = "";
let next = 0;

function left(face) {
  const passed = known.state === "running" ? (Date.now() - heard) / 1000 : 0;
  return Math.max(0, face.left - passed);
}

// A clock that has a tenth of a second left still shows one second.
function written(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function say(sentence) {
  if (sentence === words) return; // a screen reader hears each sentence once
  words = sentence;
  said.textContent = sentence;
}

function draw() {
  const times = known.clocks.map(left);
  document.querySelectorAll("[data-face]").forEach((face, at) => {
    face.querySelector("[data-left]").textContent = written(times[at]);
    face.classList.toggle("is-over", known.state !== "waiting" && times[at] === 0);
    face.classList.toggle("is-last", known.state === "running" && times[at] > 0 && times[at] <= LAST);
  });
  const longest = Math.max(...times);
  let state = known.state;
  if (state === "running" && longest === 0) state = "over";
  else if (state === "running" && longest <= LAST) state = "last";
  clock.dataset.state = state;
  say(clock.dataset[state]);
}

async function ask() {
  clearTimeout(next);
  try {
    const answer = await fetch(clock.dataset.clock, { redirect: "error", cache: "no-store" });
    if (!answer.ok) throw new Error(answer.status);
    const fresh = await answer.json();
    const changed =
      fresh.clocks.length !== known.clocks.length || fresh.box !== known.box || buttonsDiffer(fresh.state);
    if (fresh.questions !== known.questions) showQuestions(fresh.questions);
    known = fresh;
    heard = Date.now();
    stale.hidden = true;
    if (changed && !document.querySelector(".clock-controls :focus")) location.reload();
  } catch {
    stale.textContent = clock.dataset.stale;
    stale.hidden = false;
  }
  draw();
  next = setTimeout(ask, known.state === "waiting" ? WAITING : EVERY);
}

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

// The buttons below the clock fit one state. When it changes elsewhere the page is loaded again.
function buttonsDiffer(state) {
  const kind = (name) => (name === "over" ? "running" : name);
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
