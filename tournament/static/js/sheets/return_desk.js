// The return desk: what is typed or scanned leaves the field at once, waits in a queue and is sent in order. The cursor
// never leaves the field, and what could not be sent is kept, also through a reload, until it is. Sending twice is harmless.
import { create, element } from "../common/elements.js";
import { read, write } from "../common/storage.js";
import { text } from "../common/texts.js";

/**
 * What the server says of an entry: one sheet, or each of several.
 * @typedef {object} Returned
 * @property {string[]} rows the content of the row of each sheet
 * @property {string} summary where several numbers were sent at once
 * @property {keyof typeof LEVEL} state
 * @property {number} done sheets back
 * @property {number} total
 */

const form = element(document, "[data-return]", HTMLFormElement);
const field = element(form, "[name=said]", HTMLInputElement);
const status = element(document, "[data-taken]");
const list = element(document, "[data-list]");
const progress = element(document, "[data-back] progress", HTMLProgressElement);
const counts = element(document, "[data-back] .progress span:last-child");
const PLACE = `return ${location.pathname}`;
const AGAIN = 3000;
const LEVEL = { accepted: "success", counts_once: "info", needs_ruling: "warning", refused: "error" };

field.addEventListener("paste", (event) => {
  const pasted = event.clipboardData?.getData("text").trim() ?? "";
  if (!/[\n\r]/.test(pasted)) return;
  event.preventDefault(); // a field of one line would join the lines of a list
  field.setRangeText(pasted.replace(/\s*[\n\r]+\s*/g, ", "), field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
});

/** @type {{code: string, row: HTMLElement}[]} */
const queue = [];
let sending = false;

/**
 * @param {string} sentence
 * @param {string} level
 */
function show(sentence, level) {
  status.className = `taken-now message message-${level}`;
  status.textContent = sentence;
  status.hidden = false;
}

function store() {
  write(PLACE, queue.length ? queue.map(({ code }) => code) : null);
}

/** @param {string} code */
function enqueue(code) {
  const row = create("li");
  row.append(create("span", { textContent: code, className: "taken-said" }));
  row.append(create("span", { textContent: text("sending"), className: "muted" }));
  list.prepend(row);
  queue.push({ code, row });
  store();
  send();
}

/**
 * The server's answer. It throws where the code has to be sent again, with a sentence where there is one to show.
 * @param {string} code
 * @returns {Promise<Returned>}
 */
async function post(code) {
  const body = new FormData(form);
  body.set("said", code);
  const answer = await fetch(location.href, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { Accept: "application/json" },
  });
  if (answer.type === "opaqueredirect" || answer.status === 403) throw { sentence: text("signed_out") };
  if (answer.status === 503) throw await answer.json();
  return answer.json();
}

/**
 * @param {Returned} returned
 * @param {HTMLElement} row
 */
function showReturned({ rows, summary, state, done, total }, row) {
  row.innerHTML = rows[0];
  row.after(...rows.slice(1).map((html) => create("li", { innerHTML: html })));
  show(summary || (row.firstElementChild?.textContent.trim() ?? ""), LEVEL[state]);
  progress.value = done;
  progress.max = total || 1;
  counts.textContent = counts.textContent.replace(/\d+/, String(done)).replace(/\d+(?!.*\d)/, String(total));
}

async function send() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    const { code, row } = queue[0];
    try {
      showReturned(await post(code), row);
      queue.shift();
      store();
    } catch (reason) {
      const { sentence } = /** @type {{sentence?: string}} */ (reason);
      element(row, ":scope > :last-child").textContent = text("waiting");
      if (sentence) show(sentence, "error");
      setTimeout(send, AGAIN);
      break;
    }
  }
  sending = false;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const code = field.value.trim();
  field.value = "";
  field.focus();
  if (code) enqueue(code);
});
window.addEventListener("online", send);
for (const code of /** @type {string[]} */ (read(PLACE) ?? [])) enqueue(code);
field.focus();
