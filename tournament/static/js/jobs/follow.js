// Shows how far the worker is, and loads the page anew when it is done. Without this script the page reloads itself.
const live = document.querySelector("[data-follow]");
const EVERY = 800;

async function follow() {
  if (document.hidden) return;
  try {
    const answer = await fetch(live.dataset.follow, { redirect: "error", cache: "no-store" });
    if (!answer.ok) return;
    const html = await answer.text();
    if (!html.includes("data-unfinished")) location.reload();
    else if (html !== live.innerHTML) live.innerHTML = html;
  } catch {
    // the next one may get through
  }
}

if (live) setInterval(follow, EVERY);
