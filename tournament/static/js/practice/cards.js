// The cards of a round, and the line in which they are used. A card that stands in the line is marked.
const page = document.querySelector("[data-practice-page]");
const tiles = page.querySelector("[data-tiles]");
const line = page.querySelector("[data-write]");
const pad = page.querySelector(".practice-pad");
export const answer = page.querySelector("#answer");

tiles.addEventListener("click", insert);
pad.addEventListener("click", insert);
answer.addEventListener("input", mark);
pad.querySelector("[data-back]").addEventListener("click", () => write(answer.value.replace(/\s*(\d+|.)\s*$/u, "")));

// Cards to press; `waiting` more are still to come. `second` is where the second word of a conundrum begins.
export function showCards(texts, isNumbers, waiting = 0, second = 0) {
  tiles.replaceChildren(...texts.map(card), ...Array.from({ length: waiting }, () => document.createElement("span")));
  if (second) tiles.children[second].classList.add("second");
  tiles.classList.toggle("six", isNumbers);
  line.classList.toggle("words", !isNumbers);
  pad.classList.toggle("words", !isNumbers);
  for (const sign of pad.querySelectorAll("[data-sign]")) sign.hidden = !isNumbers;
  write("");
}

export function allowWriting(allowed) {
  line.hidden = !allowed;
  answer.disabled = !allowed;
  for (const each of tiles.querySelectorAll("button")) each.disabled = !allowed;
  if (allowed) answer.focus({ preventScroll: true });
}

function card(text) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = made.dataset.insert = String(text);
  return made;
}

function insert(event) {
  const pressed = event.target.closest("[data-insert]");
  if (!pressed) return;
  const [from, to] = [answer.selectionStart, answer.selectionEnd];
  const [before, after] = [answer.value.slice(0, from), answer.value.slice(to)];
  const added = (/\d$/.test(before) && /^\d/.test(pressed.dataset.insert) ? " " : "") + pressed.dataset.insert;
  write(before + added + after, from + added.length);
}

function write(text, at = text.length) {
  answer.value = text;
  answer.setSelectionRange(at, at);
  mark();
}

function mark() {
  const used = answer.value.toLowerCase().match(/\d+|\p{L}/gu) ?? [];
  for (const each of tiles.querySelectorAll("button")) {
    const at = used.indexOf(each.dataset.insert);
    each.classList.toggle("used", at >= 0);
    if (at >= 0) used.splice(at, 1);
  }
}
