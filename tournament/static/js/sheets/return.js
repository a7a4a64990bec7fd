// The return desk: what is typed or scanned leaves the field at once, waits in a queue and is sent in order. The cursor
// never leaves the field, and what could not be sent is kept, also through a reload, until it is. Sending twice is harmless.
const form = document.querySelector("[data-return]");
const field = form.elements.said;
const now = document.querySelector("[data-taken]");
const list = document.querySelector("[data-list]");
const back = document.querySelector("[data-back]");
const kept = `return ${location.pathname}`;
const AGAIN = 3000;
const LEVEL = { accepted: "success", counts_once: "info", needs_ruling: "warning", refused: "error" };

const queue = [];
let sending = false;

function say(text, level) {
  now.className = `taken-now message message-${level}`;
  now.textContent = text;
  now.hidden = false;
}

function keep() {
  const waiting = queue.map((entry) => entry.said);
  if (waiting.length) localStorage.setItem(kept, JSON.stringify(waiting));
  else localStorage.removeItem(kept);
}

function enqueue(said) {
  const row = document.createElement("li");
  row.append(Object.assign(document.createElement("span"), { textContent: said, className: "taken-said" }));
  row.append(
    Object.assign(document.createElement("span"), { textContent: form.dataset.textSending, className: "muted" }),
  );
  list.prepend(row);
  queue.push({ said, row });
  keep();
  send();
}

async function post(said) {
  const body = new FormData(form);
  body.set("said", said);
  const answer = await fetch(location.href, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { Accept: "application/json" },
  });
  if (answer.type === "opaqueredirect" || answer.status === 403) throw { sentence: form.dataset.textSignedOut };
  if (answer.status === 503) throw await answer.json();
  return answer.json();
}

function show({ html, state, done, total }, row) {
  row.innerHTML = html;
  say(row.firstElementChild.textContent.trim(), LEVEL[state]);
  back.querySelector("progress").value = done;
  back.querySelector("progress").max = total || 1;
  back.querySelector(".progress span:last-child").textContent = back
    .querySelector(".progress span:last-child")
    .textContent.replace(/\d+/, done)
    .replace(/\d+(?!.*\d)/, total);
}

async function send() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    const { said, row } = queue[0];
    try {
      show(await post(said), row);
      queue.shift();
      keep();
    } catch ({ sentence }) {
      row.lastElementChild.textContent = form.dataset.textWaiting;
      if (sentence) say(sentence, "error");
      setTimeout(send, AGAIN);
      break;
    }
  }
  sending = false;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = field.value.trim();
  field.value = "";
  field.focus();
  if (said) enqueue(said);
});
window.addEventListener("online", send);
for (const said of JSON.parse(localStorage.getItem(kept) || "[]")) enqueue(said);
field.focus();
