// Keeps the board fresh: every few seconds while somebody looks at it, and soon after they print, as the file leaves
// the page where it is. Without this script the page reloads itself.
import { element } from "../common/elements.js";
import { text } from "../common/texts.js";

const board = element(document, "[data-board]");
const stale = element(document, "[data-board-stale]");
const EVERY = 8000;
const SOON = 1000;
const again = document.querySelector("[data-again]");
let fresh = new Date();

async function refresh() {
  if (document.hidden || board.contains(document.activeElement)) return;
  try {
    const answer = await fetch(board.dataset.board ?? "", { redirect: "error", cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (html !== board.innerHTML) board.innerHTML = html;
    again?.toggleAttribute("hidden", !board.querySelector("[data-printed]"));
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
document.querySelector("[data-print]")?.addEventListener("submit", () => setTimeout(refresh, SOON));
document.addEventListener("visibilitychange", refresh);
