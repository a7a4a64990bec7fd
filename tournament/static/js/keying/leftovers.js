// The page of what this browser kept: sheet by sheet every line word for word, why it is not saved, and what may be done.

import { clock } from "./conflicts.js";
import { copy } from "./copy.js";
import { everySheet } from "./kept.js";
import { post } from "./post.js";
import { asSent } from "./saver.js";

const CLOSED = ["recorded", "taken_over", "round_not_in_marking"]; // what no page can save any more

const root = document.querySelector("[data-leftovers]");
const texts = root.dataset;

function draw() {
  const sheets = everySheet().filter((kept) => !kept.isEmpty);
  root.replaceChildren(...sheets.map(section));
  document.querySelector("[data-nothing]").hidden = sheets.length > 0;
}

function section(kept) {
  const element = document.getElementById("leftover").content.firstElementChild.cloneNode(true);
  const part = (name) => element.querySelector(`[data-${name}]`);
  const lines = kept.all();
  const { about, trouble, waitsForHandIn } = kept;
  element.id = `keying-${kept.keying}`;
  part("sheet").textContent = [texts.textSheet.replace("%s", about.number), about.round].join(" · ");
  const last = Math.max(...lines.map(({ at }) => at), waitsForHandIn?.at ?? 0);
  part("typed").textContent = texts.textTyped.replace("%1", about.keyer).replace("%2", clock(last));
  part("why").textContent = why(trouble, waitsForHandIn);
  part("lines").append(...lines.map(row));
  part("open").href = about.page;
  part("open").hidden = trouble?.code === "recorded" || about.keyer !== texts.keyer;
  part("tell").hidden = !CLOSED.includes(trouble?.code) || about.keyer !== texts.keyer;
  part("tell").addEventListener("click", () => tell(kept, lines, part));
  part("copy-all").addEventListener("click", ({ target }) => copy(lines.map(({ text }) => text).join("\n"), target));
  part("forget").addEventListener("click", () => forget(kept));
  return element;
}

function why(trouble, waitsForHandIn) {
  if (trouble) return trouble.sentence || texts.textChanged;
  return waitsForHandIn ? texts.textHandIn : texts.textWaits;
}

function row(line) {
  const element = document.getElementById("leftover-line").content.firstElementChild.cloneNode(true);
  element.querySelector("[data-box]").textContent = texts.textBox.replace("%s", line.box + 1);
  element.querySelector("[data-text]").textContent = line.text;
  const mark = document.querySelector(`[data-tag="${line.mark}"] > .tag`);
  if (mark) element.querySelector("[data-text]").append(" ", mark.cloneNode(true));
  element.querySelector("[data-copy]").addEventListener("click", ({ target }) => copy(line.text, target));
  return element;
}

async function tell(kept, lines, part) {
  const { ok, body } = await post(kept.about.tellUrl, { lines: lines.map(asSent) });
  part("told").hidden = !ok;
  part("trouble").hidden = ok;
  part(ok ? "told" : "trouble").textContent = body.sentence ?? texts.textOffline;
}

function forget(kept) {
  if (!confirm(texts.textForget)) return;
  kept.clear();
  draw();
}

draw();
addEventListener("storage", draw); // another tab has saved some of it, or kept more
