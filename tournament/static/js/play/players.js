// The lists of players on the host's page, made anew after the game has changed: those who wait, and, while it is open, the
// list below the game.
const EVERY = 1000; // milliseconds, at most

export function keepPlayers(table) {
  for (const part of document.querySelectorAll("[data-players]")) keep(part, table);
}

function keep(part, table) {
  const tools = part.closest("details");
  let timer;

  async function look() {
    timer = null;
    if (tools && !tools.open) return;
    try {
      const answer = await fetch(part.dataset.players, { cache: "no-store" });
      if (answer.ok) window.Idiomorph.morph(part, await answer.text(), { morphStyle: "innerHTML" });
    } catch {} // the next change tries again
  }

  function soon() {
    if (!timer) timer = setTimeout(look, EVERY);
  }

  table.addEventListener("shown", soon);
  tools?.addEventListener("toggle", soon);
}
