// Shows how far the worker is, and loads the page anew when it is done. Without this script the page reloads itself.
import { optionalElement } from "../common/elements.js";

const live = optionalElement(document, "[data-follow]");
const EVERY = 800;

/** @param {HTMLElement} part */
async function follow(part) {
  if (document.hidden) return;
  try {
    const answer = await fetch(part.dataset.follow ?? "", { redirect: "error", cache: "no-store" });
    if (!answer.ok) return;
    const html = await answer.text();
    if (!html.includes("data-unfinished")) location.reload();
    else if (html !== part.innerHTML) part.innerHTML = html;
  } catch {
    // the next one may get through
  }
}

if (live) setInterval(follow, EVERY, live);
