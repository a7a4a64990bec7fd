// Keeps a results page up to date. It gets the number of the last change from an event stream or, without one, by
// polling. When the number changes, it fetches the page again and updates what differs in <main>. A page without such a
// number is itself fetched again from time to time, while something on it waits.
import { element, elements, optionalElement } from "../common/elements.js";
import { text } from "../common/texts.js";

/**
 * What the template gives: addresses, and the number of the last change in this page; or, without these, what on the
 * page waits for a change.
 * @typedef {{number: string, stream: string, changes: string, waiting?: string}} Settings
 */

/**
 * What stands for an element on the old and the new page: its id, address, field name or text.
 * @typedef {{tag: string, name: string, nth: number}} Place
 */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */
/** @typedef {ReturnType<typeof setTimeout>} Timer */

const settings = /** @type {Settings} */ (element(document, "script[data-changes]").dataset);
const main = element(document, "main");
const ASK_EVERY = settings.waiting ? 30_000 : 10_000;
const SPREAD = 700; // spreads the requests of a crowd over this time
const LEAST_PAUSE = 2_000; // least time between two fetches
const TRIES = 4; // another server process may see the change a moment later

let known = Number(settings.number);
let latest = known;
let seen = main.innerHTML;
/** @type {EventSource | null} */
let source = null;
/** @type {Timer | null} */
let asking = null;
/** @type {Timer | null} */
let fetching = null;
let asked = 0;
let fetched = -Infinity;

const status = document.createElement("p");
status.className = "visually-hidden";
status.setAttribute("role", "status");
document.body.append(status);

// getting the number of the last change

/** @param {number} number */
function hear(number) {
  if (!Number.isInteger(number)) return;
  latest = number;
  if (latest !== known) plan();
}

function listen() {
  if (settings.waiting || !("EventSource" in window)) return askLater();
  source = new EventSource(`${settings.stream}?after=${known}`);
  source.addEventListener("change", (event) => hear(Number(event.data)));
  source.addEventListener("error", () => {
    if (source?.readyState === EventSource.CLOSED) askLater();
  });
}

function askLater() {
  source = null;
  asking = setTimeout(ask, ASK_EVERY * (0.75 + Math.random() / 2));
}

async function ask() {
  if (settings.waiting) {
    if (optionalElement(main, settings.waiting)) plan();
    return askLater();
  }
  try {
    const answer = await fetch(settings.changes, { cache: "no-cache" });
    if (answer.ok) hear((await answer.json()).number);
    else if (answer.status === 404) plan(); // no longer public: the new page says so
  } catch {} // no connection: try again next time
  asked += 1;
  if (asking === null || document.hidden) return;
  if (asked % 6 === 0)
    listen(); // streams may work again
  else askLater();
}

function stop() {
  source?.close();
  clearTimeout(asking ?? undefined);
  clearTimeout(fetching ?? undefined);
  source = asking = fetching = null;
}

function start() {
  stop();
  listen();
}

// fetching the page

function plan(wait = 0) {
  if (fetching || document.hidden) return;
  const due = Math.max(wait, fetched + LEAST_PAUSE - performance.now(), 0);
  fetching = setTimeout(refresh, due + Math.random() * SPREAD, 1);
}

/** @param {number} attempt */
async function refresh(attempt) {
  const wanted = latest;
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (answer.redirected || [401, 403, 404, 410].includes(answer.status)) return location.reload();
    // this page is not there now: keep what is shown
    if (!answer.ok || answer.headers.has("Retry-After")) return tryLater(Number(answer.headers.get("Retry-After")));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const made = Number(optionalElement(page, "script[data-changes]")?.dataset.number);
    if (fetching === null) return; // the page was hidden meanwhile
    if (made < wanted && attempt < TRIES) {
      fetching = setTimeout(refresh, 250, attempt + 1);
      return;
    }
    known = wanted;
    fetched = performance.now();
    fetching = null;
    exchange(page);
    if (latest !== known) plan();
  } catch {
    tryLater(0);
  }
}

/** @param {number} seconds at least */
function tryLater(seconds) {
  fetching = null;
  plan(Math.max(seconds * 1000 || 0, ASK_EVERY / 2));
}

// updating the page

/** @param {Document} page */
function exchange(page) {
  const fresh = optionalElement(page, "main");
  // another kind of page, as before and after the ceremony, has other styles
  if (!fresh || page.body.className !== document.body.className) return location.reload();
  if (fresh.innerHTML === seen) return;
  seen = fresh.innerHTML;
  const before = remember();
  keepProjector(fresh);
  main.replaceChildren(...document.adoptNode(fresh).childNodes);
  restore(before);
  document.title = page.title;
  status.textContent = "";
  setTimeout(() => (status.textContent = text("updated")), 100);
}

/**
 * The projector script uses its bar, so the bar stays and only its text changes.
 * @param {HTMLElement} fresh
 */
function keepProjector(fresh) {
  const bar = optionalElement(main, "[data-projector]");
  const other = optionalElement(fresh, "[data-projector]");
  if (!bar || !other) return;
  bar.dataset.next = other.dataset.next;
  const state = other.querySelector(".results-state");
  if (state) bar.querySelector(".results-state")?.replaceWith(state);
  other.replaceWith(bar);
}

function remember() {
  const open = elements(main, "details[open]").map(place);
  const fields = /** @type {Field[]} */ (elements(main, "input[name], select[name], textarea[name]"));
  return {
    at: [scrollX, scrollY],
    aside: elements(main, ".table-wrap").map((box) => box.scrollLeft),
    focus: document.activeElement && main.contains(document.activeElement) ? place(document.activeElement) : null,
    values: fields.map((field) => ({ place: place(field), value: field.value })),
    open,
  };
}

/** @param {ReturnType<typeof remember>} before */
function restore({ at, aside, focus, values, open }) {
  for (const details of elements(main, "details[open]", HTMLDetailsElement)) details.open = false;
  for (const each of open) {
    const details = find(each);
    if (details instanceof HTMLDetailsElement) details.open = true;
  }
  for (const { place: each, value } of values) {
    const field = /** @type {Field | undefined} */ (find(each));
    if (field) field.value = value;
  }
  for (const [index, box] of elements(main, ".table-wrap").entries()) box.scrollLeft = aside[index] ?? 0;
  if (focus) (find(focus) ?? main).focus({ preventScroll: true });
  scrollTo({ left: at[0], top: at[1], behavior: "instant" });
}

/**
 * @param {Element} node
 * @returns {Place}
 */
function place(node) {
  const namesakes = elements(main, node.tagName).filter((other) => name(other) === name(node));
  return { tag: node.tagName, name: name(node), nth: namesakes.indexOf(/** @type {HTMLElement} */ (node)) };
}

/** @param {Place} place */
function find({ tag, name: wanted, nth }) {
  if (tag === "MAIN") return main;
  return elements(main, tag).filter((each) => name(each) === wanted)[nth];
}

/** @param {Element} node */
function name(node) {
  const words = node.tagName === "DETAILS" ? node.querySelector("summary") : node;
  const { id, name: fieldName } = /** @type {Field} */ (node);
  return id || node.getAttribute("href") || fieldName || words?.textContent.trim() || "";
}

document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
addEventListener("pagehide", stop);
addEventListener("pageshow", (event) => event.persisted && start());
if (!document.hidden) start();
