// The lists of players on the host's page, made anew after the game has changed: those who wait, and, while it is open, the
// list below the game.
import { elements } from "../common/elements.js";

const EVERY = 1000; // milliseconds, at most

/** @param {HTMLElement} table */
export function refreshPlayers(table) {
  for (const part of elements(document, "[data-players]")) refresh(part, table);
}

/**
 * @param {HTMLElement} part
 * @param {HTMLElement} table
 */
function refresh(part, table) {
  const tools = part.closest("details");
  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;

  async function look() {
    timer = null;
    if (tools && !tools.open) return;
    try {
      const answer = await fetch(part.dataset.players ?? "", { cache: "no-store" });
      if (answer.ok) window.Idiomorph.morph(part, await answer.text(), { morphStyle: "innerHTML" });
    } catch {} // the next change tries again
  }

  function soon() {
    if (!timer) timer = setTimeout(look, EVERY);
  }

  table.addEventListener("shown", soon);
  tools?.addEventListener("toggle", soon);
}
