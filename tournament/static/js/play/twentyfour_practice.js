// Practice alone: the server deals and checks, everything else stays in this browser.
import { create, element } from "../common/elements.js";
import { PastGames } from "../common/past_games.js";
import { text } from "../common/texts.js";
import { writeExpressions } from "./expressions.js";

/** @typedef {{set: string, check: string, reading: string}} Settings addresses that the template gives */

/**
 * A game since Start.
 * @typedef {object} Game
 * @property {string} kind "time", "count" or "free"
 * @property {number} limit seconds, or sets to solve
 * @property {number} solved
 * @property {number} wrong
 * @property {number} began
 */

/** @typedef {{right: boolean, sentence: string, methods: string[]}} Checked what the server says of an answer */

const settings = /** @type {Settings} */ (element(document, "[data-practice]").dataset);
const page = element(document, "[data-practice-page]");
const [play, status, methods, score, time, cards] = ["play", "said", "methods", "score", "time", "cards"].map((name) =>
  element(page, `[data-${name}]`),
);
const choose = element(page, "[data-choose]", HTMLFormElement);
const mode = element(choose, "[name=mode]", HTMLSelectElement);
const solvable = element(choose, "[name=solvable]", HTMLInputElement);
const answer = element(page, "#answer", HTMLInputElement);
const past = new PastGames(element(page, "[data-history]"), "practice:24", 20);
/** @type {Game | null} */
let game = null;
/** @type {number[] | null} */
let numbers = null;
let ticking = 0;

writeExpressions(page, settings.reading);

choose.addEventListener("submit", (event) => {
  event.preventDefault();
  const [kind, limit] = mode.value.split("-");
  game = { kind, limit: Number(limit), solved: 0, wrong: 0, began: Date.now() };
  choose.hidden = true;
  play.hidden = false;
  status.textContent = "";
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
element(page, "[data-impossible]").addEventListener("click", () => check({ impossible: "yes" }));
element(page, "[data-stop]").addEventListener("click", stop);

/**
 * The server's answer; null where there is none, and the page says why.
 * @template T
 * @param {string} address
 * @param {Record<string, string>} facts
 * @returns {Promise<T | null>}
 */
async function ask(address, facts) {
  try {
    const response = await fetch(`${address}?${new URLSearchParams(facts)}`, { cache: "no-store" });
    if (response.status === 503) {
      status.textContent = text("busy");
      return null;
    }
    const body = await response.json();
    if (response.ok) return body;
    status.textContent = body.sentence;
  } catch {
    status.textContent = text("offline");
  }
  return null;
}

/**
 * While the server is asked, nothing can be answered: an answer pressed twice would count twice.
 * @param {boolean} on
 */
function wait(on) {
  answer.readOnly = on; // not disabled, which would close a phone's keyboard
  play.ariaBusy = String(on);
}

async function next() {
  numbers = null;
  wait(true);
  /** @type {{numbers: number[]} | null} */
  const dealt = await ask(settings.set, solvable.checked ? { solvable: "yes" } : {});
  wait(false);
  if (!dealt || !game) return;
  numbers = dealt.numbers;
  cards.replaceChildren(...numbers.map(card));
  answer.value = "";
  answer.dispatchEvent(new Event("input", { bubbles: true }));
  answer.focus({ preventScroll: true });
}

/** @param {number} number */
function card(number) {
  const button = create("button", { type: "button", className: "tf-card" });
  button.textContent = button.dataset.insert = String(number);
  button.dataset.into = "answer";
  return button;
}

/** @param {Record<string, string>} facts */
async function check(facts) {
  if (play.ariaBusy === "true") return;
  if (!numbers) return next(); // the connection was lost before there was a set
  const asked = numbers;
  wait(true);
  /** @type {Checked | null} */
  const checked = await ask(settings.check, { numbers: asked.join(","), ...facts });
  wait(false);
  if (!checked || !game || numbers !== asked) return;
  if (checked.right) game.solved += 1;
  else game.wrong += 1;
  status.textContent = `${asked.join(" ")}: ${checked.sentence}`; // other cards are dealt at once
  methods.replaceChildren(...checked.methods.map(line));
  tick();
  if (game?.kind === "count" && game.solved >= game.limit) stop();
  else next();
}

/** @param {string} method */
function line(method) {
  const item = create("li");
  item.append(create("code", { textContent: method }));
  return item;
}

function tick() {
  if (!game) return;
  const seconds = Math.floor((Date.now() - game.began) / 1000);
  time.textContent = String(game.kind === "time" ? Math.max(0, game.limit - seconds) : seconds);
  score.textContent = text("score", { ...game });
  if (game.kind === "time" && seconds >= game.limit) stop();
}

function stop() {
  if (!game) return;
  clearInterval(ticking);
  const seconds = Math.round((Date.now() - game.began) / 1000);
  const { solved, wrong } = game;
  if (solved + wrong) past.add({ date: new Date().toISOString(), solved, wrong, seconds });
  game = null;
  choose.hidden = false;
  play.hidden = true;
}
