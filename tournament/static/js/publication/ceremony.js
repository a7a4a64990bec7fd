// The ceremony's screen. Space or the right arrow goes on, the left arrow goes back; buttons and taps do the same. The
// server has the position: each step is fetched when it is shown, and several screens follow each other. While a step
// is still moving, the next key only finishes it, so nothing is skipped by a key too many.
const stage = document.querySelector("[data-stage]");
const form = document.querySelector("[data-move]");
const said = document.querySelector("[data-said]");
const trouble = document.querySelector("[data-trouble]");
const fullScreen = document.querySelector("[data-full-screen]");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const EVERY = 1000;
const ROUND = 550; // milliseconds for the points of one round
const WAYS = { " ": "on", ArrowRight: "on", PageDown: "on", ArrowLeft: "back", PageUp: "back" };

let busy = false;
let counters = []; // numbers that are counting up: {node, text, climbs: [{from, to, begins, lasts}]}

const current = () => stage.querySelector("[data-step]");
const numberOf = (node, name) => Number(node.dataset[name]);

// A step that is too large for the screen becomes smaller.
function fit() {
  stage.style.setProperty("--fit", 1);
  for (let size = 1; stage.scrollHeight > stage.clientHeight + 1 && size > 0.4; size *= 0.94)
    stage.style.setProperty("--fit", size);
}

function count(node, climbs) {
  const now = performance.now();
  counters.push({
    node,
    text: node.textContent,
    climbs: climbs.map((each) => ({ ...each, begins: now + each.begins })),
  });
}

function valueAt(climbs, now) {
  const climb = climbs.findLast((each) => each.begins <= now) ?? climbs[0];
  const part = Math.min(1, Math.max(0, (now - climb.begins) / climb.lasts));
  return Math.round(climb.from + (climb.to - climb.from) * part);
}

function tick(now) {
  counters = counters.filter(({ node, text, climbs }) => {
    const last = climbs.at(-1);
    const isOver = now >= last.begins + last.lasts;
    node.textContent = isOver ? text : valueAt(climbs, now);
    return !isOver;
  });
  if (counters.length) requestAnimationFrame(tick);
}

const moving = () =>
  stage
    .getAnimations({ subtree: true })
    .filter((each) => each.playState === "running" && !each.effect.target.closest(".confetti"));

function finish() {
  for (const each of counters) each.node.textContent = each.text;
  counters = [];
  for (const each of moving()) each.finish();
}

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
  const rows = [...stage.querySelectorAll("[data-leader]")];
  const height = rows.length > 1 ? rows[1].offsetTop - rows[0].offsetTop : 0;
  const most = Math.max(...rows.map((row) => numberOf(row, "total")), 1);
  rows.forEach((row, at) => {
    const [before, total] = [numberOf(row, "before"), numberOf(row, "total")];
    const share = (points) => `${Math.max(0, (100 * points) / most)}%`;
    const bar = row.querySelector("[data-bar]");
    bar.style.width = share(total);
    if (still.matches) return;
    bar.animate([{ width: share(before) }, { width: share(total) }], { duration: 1400, easing: "ease-in-out" });
    count(row.querySelector("[data-count]"), [{ from: before, to: total, begins: 0, lasts: 1400 }]);
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

// A place: its points climb round by round, then the names appear.
function reveal(place) {
  const rounds = [...place.querySelectorAll("[data-round]")];
  const total = place.querySelector("[data-count]");
  const climbs = [];
  let sum = 0;
  rounds.forEach((round, at) => {
    appear(round, at * ROUND, 250);
    climbs.push({ from: sum, to: sum + numberOf(round, "round"), begins: at * ROUND, lasts: ROUND * 0.8 });
    sum += numberOf(round, "round");
  });
  if (climbs.length) count(total, climbs);
  const last = rounds.length * ROUND;
  appear(place.querySelector("[data-names]"), last + 400, 500, { opacity: 0, transform: "scale(.6)" });
  appear(place.querySelector("[data-reason]"), last + 1100, 500);
  if (place.matches(".place-1.is-award")) celebrate(last + 500);
}

function celebrate(begins) {
  const box = document.createElement("div");
  box.className = "confetti";
  box.setAttribute("aria-hidden", "true");
  stage.firstElementChild.append(box);
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

function show(html, isMoving) {
  finish();
  stage.innerHTML = html;
  stage.scrollTop = 0;
  trouble.textContent = "";
  said.textContent = current().innerText;
  fit();
  race();
  const place = stage.querySelector("[data-place]");
  if (place && isMoving && !still.matches) reveal(place);
  requestAnimationFrame(tick);
}

async function move(way) {
  if (way === "on" && (counters.length || moving().length)) {
    finish();
    return;
  }
  if (busy) return;
  busy = true;
  const body = new FormData(form);
  body.set("position", current().dataset.position);
  body.set("way", way);
  body.set("fragment", "1");
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "error" });
    const text = await answer.text();
    if (answer.ok) show(text, way === "on");
    else if (answer.status === 409) trouble.textContent = text;
    else throw new Error(answer.status);
  } catch {
    trouble.textContent = stage.dataset.offline;
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
  const way = WAYS[event.key];
  if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.closest("a, button")) return; // the button handles it
  event.preventDefault();
  if (!event.repeat) move(way); // holding a key down reveals only one step
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  event.submitter?.blur(); // otherwise the space bar would press it again
  move(event.submitter?.value ?? "on");
});
stage.addEventListener("click", (event) => {
  if (!event.target.closest("a, button")) move("on");
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
