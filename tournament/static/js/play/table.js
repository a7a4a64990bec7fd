// The page of a table: it shows the frame that the server makes for its reader, sends moves, and runs the clock.
import { element, optionalElement, target } from "../common/elements.js";
import { write } from "../common/storage.js";
import { text } from "../common/texts.js";
import { startClock } from "./clock.js";
import { fieldsOf, restoreDrafts, sendTyping, storeDrafts } from "./drafts.js";
import { isUnreadable, writeExpressions } from "./expressions.js";
import { listen } from "./frames.js";
import { pressKeys } from "./keyboard.js";
import { Outbox } from "./outbox.js";
import { startParty } from "./party.js";
import { refreshPlayers } from "./players.js";
import { practise } from "./practice.js";
import { fitRoom } from "./room.js";

/** @import { Field } from "./drafts.js" */
/** @import { Answer, Move, WaitingMove } from "./outbox.js" */
/** @import { Played } from "./practice.js" */

/**
 * What the template gives: the table, the reader's role, addresses, and the digest of the frame in the page.
 * @typedef {object} Settings
 * @property {string} code
 * @property {string} role
 * @property {string} frame
 * @property {string} stream
 * @property {string} moves
 * @property {string} clock
 * @property {string} digest
 * @property {string} reading
 */

const settings = /** @type {Settings} */ (element(document, "[data-table-page]").dataset);
const table = element(document, "[data-table]");
const status = element(document, "[data-said]");
const connection = element(document, "[data-connection]");
const csrf = element(document, "[name=csrfmiddlewaretoken]", HTMLInputElement).value;
const SHOWN_FOR = 4000; // milliseconds
const ANSWER_WITHIN = 8000; // a connection that died without a word would keep the move waiting for minutes
let quiet = 0; // the timer after which the message goes away
const drafts = `play:${settings.code}:${settings.role}`;

const clock = startClock(settings.clock, table);
const alone = optionalElement(document, "[data-practice]");
const practice = alone && practise(alone, { post, show, reachable, status, begin: () => outbox.begin() });
const { frame, stream, digest } = settings;
const frames = practice ? null : listen({ frame, stream, digest, show, gone, reachable });
if (practice) write(`${drafts}:outbox`, null); // moves of a table that is gone
const outbox = new Outbox(`${drafts}:outbox`, send, showAnswer);

/** @param {string} html */
function show(html) {
  const before = document.activeElement?.id;
  window.Idiomorph.morph(table, html, {
    morphStyle: "innerHTML",
    ignoreActiveValue: Boolean(document.activeElement?.matches("input, textarea, select")), // a button may change
    callbacks: {
      beforeNodeMorphed: (old, fresh) => !momentOf(old) || momentOf(old) !== momentOf(fresh),
      beforeAttributeUpdated: (name) => name !== "open", // who opened a list finds it open
    },
  });
  restoreDrafts(drafts, table);
  const focus = optionalElement(table, "[data-focus]");
  if (focus && (!before || !document.getElementById(before))) focus.focus({ preventScroll: true });
  clock.look();
  fitRoom(table);
  optionalElement(table, "[data-next]")?.click(); // the same players play again at another table
  table.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
}

/**
 * The moment to which a field belongs that stays as it is on the page.
 * @param {Node} node
 */
function momentOf(node) {
  return node instanceof HTMLElement ? node.dataset.keep : undefined;
}

function gone() {
  reachable(true);
  table.replaceChildren(); // the lobby or the game that it was part of
  status.textContent = text("gone");
}

/**
 * @param {boolean} isReached
 * @param {boolean} [isBroken] the server answers with an error
 */
function reachable(isReached, isBroken = false) {
  connection.hidden = isReached;
  if (isReached) connection.textContent = "";
  else connection.textContent = isBroken ? text("broken") : text("offline");
}

// moves

/** @param {object | null} body */
function post(body) {
  return fetch(settings.moves, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    keepalive: true,
    signal: AbortSignal.timeout?.(ANSWER_WITHIN),
  });
}

/**
 * @param {WaitingMove} move
 * @returns {Promise<Answer>}
 */
async function send(move) {
  const { latest, ...sent } = move;
  const answer = await post(
    practice ? practice.record(move) : { ...sent, as: settings.role, round_trip: clock.roundTrip() },
  );
  if (answer.status >= 500 && answer.status !== 503) throw new Error(String(answer.status));
  if ([429, 503].includes(answer.status)) throw await answer.json().catch(() => new Error(String(answer.status))); // it is sent again
  /** @type {Answer & Played} */
  const recorded = await answer.json().catch(() => ({ detail: answer.statusText }));
  if (practice && answer.ok) practice.took(recorded);
  frames?.moved();
  return { ...recorded, isRecorded: answer.ok };
}

/**
 * @param {"sending" | "waiting" | "answered"} state
 * @param {Answer} [answer]
 */
function showAnswer(state, answer) {
  reachable(state !== "waiting" || Boolean(answer?.detail));
  clearTimeout(quiet);
  if (state === "answered" && answer?.isRecorded && !answer.detail)
    quiet = setTimeout(() => status.replaceChildren(), SHOWN_FOR);
  if (state === "sending") status.textContent = text("sending");
  else if (answer?.detail) status.textContent = answer.detail;
  else if (settings.role === "host") status.textContent = "";
  else if (answer?.seconds !== undefined)
    status.textContent = text("received_at", { seconds: answer.seconds.toFixed(1) });
  else if (answer) status.textContent = practice ? "" : text("received"); // one sees it at once
  status.classList.toggle("play-refused", Boolean(answer && !answer.isRecorded));
}

/**
 * The facts of a move: what stands in the form, each value of the type that its field names.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button that was pressed
 */
function factsOf(form, button) {
  /** @type {Record<string, unknown>} */
  const facts = {};
  const add = (/** @type {Field | HTMLButtonElement} */ { name, value, dataset }) => {
    if (name === "seat") return;
    const kind = dataset.type;
    const read = kind === "whole" ? Number(value) : kind === "flag" ? value === "true" || value === "on" : value;
    const [outer, inner] = name.split(".");
    if (kind === "texts") facts[name] = [facts[name] ?? [], value].flat();
    else if (kind === "wholes") facts[name] = (value.match(/\d+/g) ?? []).map(Number);
    else if (inner) facts[outer] = Object.assign({}, facts[outer], { [inner]: read });
    else facts[name] = read;
  };
  for (const input of fieldsOf(form)) {
    if (!input.name || input.disabled || input.type === "submit") continue;
    if (input.matches("[type=checkbox]:not(:checked), [type=radio]:not(:checked)")) {
      if (input.type === "checkbox" && input.dataset.type === "flag") facts[input.name] = false;
      continue;
    }
    if (input.value === "" && input.dataset.optional !== undefined) continue;
    add(input);
  }
  if (button?.name) add(button);
  return facts;
}

/**
 * A move for each letter of what was typed into the field.
 * @param {Move} move
 * @param {string} field
 */
function oneByOne(move, field) {
  const letters = [...String(move.facts[field])].filter((letter) => letter.trim());
  return letters.map((letter) => ({ ...move, facts: { ...move.facts, [field]: letter } }));
}

/**
 * A line that cannot be read is sent only if its button is pressed once more.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
function asksFirst(form, button) {
  const line = fieldsOf(form).find(isUnreadable);
  const isLast = button?.name || button?.dataset.next !== undefined; // another choice, or the time is up
  const wasAsked = optionalElement(form, "[data-unused]:not([hidden])"); // about cards that are left
  if (!line || isLast || wasAsked || line.dataset.asked === line.value) return false;
  line.dataset.asked = line.value;
  status.textContent = text("unreadable");
  status.classList.add("play-refused");
  return true;
}

document.addEventListener("submit", (event) => {
  const form = target(event);
  if (!(form instanceof HTMLFormElement && form.matches("[data-move]"))) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const seatField = fieldsOf(form).find(({ name }) => name === "seat");
  const seat = Number(button?.dataset.seat ?? form.dataset.seat ?? seatField?.value);
  /** @type {Move} */
  const move = {
    kind: button?.dataset.move ?? form.dataset.move,
    facts: factsOf(form, button),
    elapsed: clock.elapsed(),
  };
  if (seat) move.seat = seat;
  const { whileTyping, each, repeats } = form.dataset;
  if (whileTyping !== undefined) move.latest = true;
  if (whileTyping === undefined && asksFirst(form, button)) return;
  const isSingle = whileTyping === undefined && repeats === undefined && !each; // a vowel may come after a vowel
  if (isSingle && outbox.pressedTwice(move)) return;
  for (const one of each ? oneByOne(move, each) : [move]) outbox.add(one);
  if (form.dataset.reset !== undefined) {
    form.reset();
    storeDrafts(drafts, fieldsOf(form));
  }
});

if (!practice)
  table.addEventListener("input", (event) => storeDrafts(drafts, fieldsOf(/** @type {Field} */ (target(event)))));
pressKeys(table);
refreshPlayers(table);
restoreDrafts(drafts, table);
sendTyping(table);
fitRoom(table);
startParty(table);
addEventListener("resize", () => fitRoom(table));
document.fonts?.ready.then(() => fitRoom(table));
writeExpressions(table, settings.reading);
outbox.start();
