// The room's screen fits into its window. Style sheets give each part its place; where a part holds more than its place,
// its letters become smaller, and then its last rows are left out and counted.
import { elements, optionalElement } from "../common/elements.js";

const SIZES = [1, 0.93, 0.86, 0.79, 0.72]; // of a part's letters: at 1280 by 720 the smallest has 20 pixels

/** @param {HTMLElement} root */
export function fitRoom(root) {
  for (const part of elements(root, "[data-fit]")) fit(part);
}

/** @param {HTMLElement} part */
function fit(part) {
  for (const row of elements(part, "[data-left-out]")) {
    row.hidden = false;
    delete row.dataset.leftOut;
  }
  optionalElement(part, "[data-count]")?.remove();
  for (const size of SIZES) {
    part.style.setProperty("--fit", String(size));
    if (fits(part)) return;
  }
  const count = document.createElement("p");
  count.className = "muted";
  count.dataset.count = "";
  part.append(count);
  for (const [at, row] of elements(part, "li").reverse().entries()) {
    if (fits(part)) return;
    leaveOut(row);
    count.textContent = `+ ${at + 1}`;
  }
  for (const row of elements(part, "p, .others").reverse()) {
    if (fits(part)) return;
    leaveOut(row);
  }
}

/** @param {HTMLElement} row */
function leaveOut(row) {
  row.hidden = true;
  row.dataset.leftOut = "";
}

/** @param {HTMLElement} part */
function fits(part) {
  return part.scrollHeight <= part.clientHeight;
}
