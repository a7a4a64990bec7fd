// Shows puzzles as they are made, and loads the page anew when all are. Without this script the page reloads itself.
const live = document.querySelector("[data-follow]");
const EVERY = 800;

async function follow() {
  if (document.hidden) return;
  try {
    const answer = await fetch(live.dataset.follow, { redirect: "error", cache: "no-store" });
    if (!answer.ok) return;
    const html = await answer.text();
    if (!html.includes("data-making")) location.reload();
    else if (html !== live.innerHTML) live.innerHTML = html;
  } catch {
    // the next one may get through
  }
}

if (live) setInterval(follow, EVERY);
