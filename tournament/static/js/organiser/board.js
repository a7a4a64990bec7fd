// Keeps the board fresh: every few seconds while somebody looks at it. Without this script the page reloads itself.
import { element } from "../common/elements.js";
import { text } from "../common/texts.js";

const board = element(document, "[data-board]");
const stale = element(document, "[data-board-stale]");
const EVERY = 8000;
let fresh = new Date();

async function refresh() {
  if (document.hidden || board.contains(document.activeElement)) return;
  try {
    const answer = await fetch(board.dataset.board ?? "", { redirect: "error", cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (html !== board.innerHTML) board.innerHTML = html;
    fresh = new Date();
    stale.hidden = true;
  } catch {
    stale.textContent = text("stale", {
      time: fresh.toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23" }),
    });
    stale.hidden = false;
  }
}

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
