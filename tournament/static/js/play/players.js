// The list of players below the game, on the host's page. While it is open it is made anew after the game has changed.
const EVERY = 1000; // milliseconds, at most

export function keepPlayers(table) {
  const tools = document.querySelector(".host-tools");
  const seats = tools?.querySelector("#host-seats");
  if (!seats) return;
  let timer;

  async function look() {
    timer = null;
    if (!tools.open) return;
    try {
      const answer = await fetch(seats.dataset.players, { cache: "no-store" });
      if (answer.ok) window.Idiomorph.morph(seats, await answer.text(), { morphStyle: "innerHTML" });
    } catch {} // the next change tries again
  }

  function soon() {
    if (tools.open && !timer) timer = setTimeout(look, EVERY);
  }

  table.addEventListener("shown", soon);
  tools.addEventListener("toggle", soon);
}
