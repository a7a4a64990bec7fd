// The page of a table: it shows the frame that the server makes for its reader, sends moves, and runs the clock.
import { startClock } from "./clock.js";
import { writeExpressions } from "./expressions.js";
import { listen } from "./frames.js";
import { pressKeys } from "./keys.js";
import { Outbox } from "./outbox.js";
import { keepPlayers } from "./players.js";
import { bringBack, keepTyping, sendTyping } from "./typed.js";

const own = document.querySelector("[data-table-page]").dataset;
const table = document.querySelector("[data-table]");
const said = document.querySelector("[data-said]");
const connection = document.querySelector("[data-connection]");
const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
const SAID_FOR = 4000; // milliseconds
const ANSWER_WITHIN = 8000; // a connection that died without a word would keep the move waiting for minutes
let quiet; // the timer after which what was said goes away
const drafts = `play:${own.code}:${own.role}`;

const clock = startClock(own.clock, table);
const frames = listen({ frame: own.frame, stream: own.stream, digest: own.digest, show, gone, reachable });
const outbox = new Outbox(`${drafts}:outbox`, send, tell);

function show(html) {
  const before = document.activeElement?.id;
  window.Idiomorph.morph(table, html, {
    morphStyle: "innerHTML",
    ignoreActiveValue: Boolean(document.activeElement?.matches("input, textarea, select")), // a button may change
    callbacks: { beforeNodeMorphed: (old, made) => !old.dataset?.keep || old.dataset.keep !== made.dataset?.keep },
  });
  bringBack(drafts, table);
  const focus = table.querySelector("[data-focus]");
  if (focus && (!before || !document.getElementById(before))) focus.focus({ preventScroll: true });
  clock.look();
  table.querySelector("[data-next]")?.click(); // the same players play again at another table
  table.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
}

function gone() {
  reachable(true);
  table.replaceChildren(); // the lobby or the game that it was part of
  said.textContent = own.gone;
}

function reachable(well, broken = false) {
  connection.hidden = well;
  if (well) connection.textContent = "";
  else connection.textContent = broken ? own.broken : own.offline;
}

// moves

async function send(move) {
  const { latest, ...sent } = move;
  const body = JSON.stringify({ ...sent, as: own.role, round_trip: clock.roundTrip() });
  const answer = await fetch(own.moves, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    keepalive: true,
    signal: AbortSignal.timeout?.(ANSWER_WITHIN),
  });
  if (answer.status >= 500 && answer.status !== 503) throw new Error(answer.status);
  if ([429, 503].includes(answer.status)) throw await answer.json().catch(() => new Error(answer.status)); // it is sent again
  const read = await answer.json().catch(() => ({ sentence: answer.statusText }));
  frames.look();
  return { ...read, well: answer.ok };
}

function tell(state, answer) {
  reachable(state !== "waiting" || Boolean(answer?.sentence));
  clearTimeout(quiet);
  if (state === "answered" && answer.well && !answer.sentence)
    quiet = setTimeout(() => said.replaceChildren(), SAID_FOR);
  if (state === "sending") said.textContent = own.sending;
  else if (answer?.sentence) said.textContent = answer.sentence;
  else if (answer?.seconds !== undefined)
    said.textContent = own.receivedAt.replace("SECONDS", answer.seconds.toFixed(1));
  else if (answer) said.textContent = own.received;
  said.classList.toggle("play-refused", Boolean(answer && !answer.well));
}

function factsOf(form, button) {
  const facts = {};
  const add = (name, value, input) => {
    if (name === "seat") return;
    const kind = input?.dataset.type;
    const read = kind === "whole" ? Number(value) : kind === "flag" ? value === "true" || value === "on" : value;
    const [outer, inner] = name.split(".");
    if (kind === "texts") facts[name] = [...(facts[name] ?? []), value];
    else if (kind === "wholes") facts[name] = (value.match(/\d+/g) ?? []).map(Number);
    else if (inner) facts[outer] = { ...facts[outer], [inner]: read };
    else facts[name] = read;
  };
  for (const input of form.elements) {
    if (!input.name || input.disabled || input.type === "submit") continue;
    if ((input.type === "checkbox" || input.type === "radio") && !input.checked) {
      if (input.type === "checkbox" && input.dataset.type === "flag") facts[input.name] = false;
      continue;
    }
    if (input.value === "" && input.dataset.optional !== undefined) continue;
    add(input.name, input.value, input);
  }
  if (button?.name) add(button.name, button.value, button);
  return facts;
}

// a move for each letter of what was typed into the field
function oneByOne(move, field) {
  const letters = [...move.facts[field]].filter((letter) => letter.trim());
  return letters.map((letter) => ({ ...move, facts: { ...move.facts, [field]: letter } }));
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-move]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  const seat = Number(button?.dataset.seat ?? form.dataset.seat ?? form.elements.seat?.value);
  const move = {
    kind: button?.dataset.move ?? form.dataset.move,
    facts: factsOf(form, button),
    elapsed: clock.elapsed(),
  };
  if (seat) move.seat = seat;
  const { whileTyping, each, repeats } = form.dataset;
  if (whileTyping !== undefined) move.latest = true;
  const once = whileTyping === undefined && repeats === undefined && !each; // a vowel may come after a vowel
  if (once && outbox.pressedTwice(move)) return;
  for (const one of each ? oneByOne(move, each) : [move]) outbox.add(one);
  if (form.dataset.reset !== undefined) {
    form.reset();
    keepTyping(drafts, form);
  }
});

table.addEventListener("input", (event) => keepTyping(drafts, event.target.form ?? event.target));
sendTyping(table);
pressKeys(table);
keepPlayers(table);
bringBack(drafts, table);
writeExpressions(table, own.reading);
outbox.start();
