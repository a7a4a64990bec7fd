// Practice alone: the server deals and checks, everything else stays in this browser.
import { writeExpressions } from "./expressions.js";

const own = document.querySelector("[data-practice]").dataset;
const page = document.querySelector("[data-practice-page]");
const [choose, play, said, methods, score, time, cards, past] = [
  "choose",
  "play",
  "said",
  "methods",
  "score",
  "time",
  "cards",
  "history",
].map((name) => page.querySelector(`[data-${name}]`));
const answer = page.querySelector("#answer");
const PLACE = "practice:24";
const KEPT = 20;
let game, numbers, ticking;

writeExpressions(page, own.reading);
showPast();

choose.addEventListener("submit", (event) => {
  event.preventDefault();
  const [kind, limit] = choose.elements.mode.value.split("-");
  game = { kind, limit: Number(limit), solved: 0, wrong: 0, began: Date.now() };
  choose.hidden = true;
  play.hidden = false;
  said.textContent = "";
  methods.replaceChildren();
  ticking = setInterval(tick, 250);
  numbers = null;
  tick();
  next();
});

play.addEventListener("submit", (event) => {
  event.preventDefault();
  if (answer.value.trim()) check({ text: answer.value });
});
page.querySelector("[data-impossible]").addEventListener("click", () => check({ impossible: "yes" }));
page.querySelector("[data-stop]").addEventListener("click", stop);
page.querySelector("[data-forget]").addEventListener("click", () => {
  keep([]);
  showPast();
});

async function ask(address, facts) {
  try {
    const found = await fetch(`${address}?${new URLSearchParams(facts)}`, { cache: "no-store" });
    if (found.status === 503) {
      said.textContent = own.busy;
      return null;
    }
    const read = await found.json();
    if (found.ok) return read;
    said.textContent = read.sentence;
    return null;
  } catch {} // said below
  said.textContent = own.offline;
  return null;
}

// While the server is asked, nothing can be answered: an answer pressed twice would count twice.
function wait(on) {
  answer.readOnly = on; // not disabled, which would close a phone's keyboard
  play.ariaBusy = String(on);
}

async function next() {
  numbers = null;
  wait(true);
  const found = await ask(own.set, choose.elements.solvable.checked ? { solvable: "yes" } : {});
  wait(false);
  if (!found || !game) return;
  numbers = found.numbers;
  cards.replaceChildren(...numbers.map(card));
  answer.value = "";
  answer.dispatchEvent(new Event("input", { bubbles: true }));
  answer.focus({ preventScroll: true });
}

function card(number) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "tf-card";
  made.textContent = made.dataset.insert = String(number);
  made.dataset.into = "answer";
  return made;
}

async function check(facts) {
  if (play.ariaBusy === "true") return;
  if (!numbers) return next(); // the connection was lost before there was a set
  const asked = numbers;
  wait(true);
  const found = await ask(own.check, { numbers: asked.join(","), ...facts });
  wait(false);
  if (!found || !game || numbers !== asked) return;
  if (found.right) game.solved += 1;
  else game.wrong += 1;
  said.textContent = `${asked.join(" ")}: ${found.sentence}`; // other cards are dealt at once
  methods.replaceChildren(...found.methods.map((text) => line(text, "code")));
  tick();
  if (game?.kind === "count" && game.solved >= game.limit) stop();
  else next();
}

function line(text, tag) {
  const item = document.createElement("li");
  const inside = document.createElement(tag);
  inside.textContent = text;
  item.append(inside);
  return item;
}

function tick() {
  if (!game) return;
  const seconds = Math.floor((Date.now() - game.began) / 1000);
  time.textContent = game.kind === "time" ? Math.max(0, game.limit - seconds) : seconds;
  score.textContent = filled(own.score, game);
  if (game.kind === "time" && seconds >= game.limit) stop();
}

function stop() {
  if (!game) return;
  clearInterval(ticking);
  const seconds = Math.round((Date.now() - game.began) / 1000);
  const { solved, wrong } = game;
  if (solved + wrong) keep([{ date: new Date().toISOString(), solved, wrong, seconds }, ...kept()].slice(0, KEPT));
  game = null;
  choose.hidden = false;
  play.hidden = true;
  showPast();
}

function showPast() {
  const games = kept();
  past.hidden = !games.length;
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
  const lines = games.map((each) => line(filled(own.game, { ...each, date: day.format(new Date(each.date)) }), "span"));
  past.querySelector("[data-games]").replaceChildren(...lines);
}

function filled(text, facts) {
  return text.replace(/DATE|SOLVED|WRONG|SECONDS/g, (name) => facts[name.toLowerCase()]);
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE));
    return Array.isArray(found) ? found.filter((each) => Date.parse(each?.date)).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function keep(games) {
  try {
    if (games.length) localStorage.setItem(PLACE, JSON.stringify(games));
    else localStorage.removeItem(PLACE);
  } catch {} // a private window without storage
}
