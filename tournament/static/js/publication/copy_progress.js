// Says how far the copy of the results is, on pages of judges and organisers, until it is done.
import { element } from "../common/elements.js";

const notice = element(document, "[data-copying]");
const EVERY = 2_000;

async function follow() {
  try {
    const answer = await fetch(notice.dataset.copying ?? "", { redirect: "error", cache: "no-store" });
    if (!answer.ok) return;
    const html = await answer.text();
    if (html !== notice.innerHTML) notice.innerHTML = html;
    if (!html.includes("data-unfinished")) clearInterval(following);
  } catch {
    // the next one may get through
  }
}

const following = setInterval(follow, EVERY);
