// Turns a picture of a sheet by a quarter with each press of its button. Only the page changes, never the picture.
import { element, elements } from "../common/elements.js";

/** @param {HTMLElement} frame */
function turn(frame) {
  const image = element(frame, "img", HTMLImageElement);
  const quarter = (Number(frame.dataset.quarter ?? 0) + 1) % 4;
  const [width, height] = [Number(image.getAttribute("width")), Number(image.getAttribute("height"))];
  const onItsSide = quarter % 2 === 1;
  frame.dataset.quarter = String(quarter);
  frame.classList.toggle("on-its-side", onItsSide);
  frame.style.aspectRatio = onItsSide ? `${height} / ${width}` : "";
  image.style.width = onItsSide ? `${(100 * width) / height}%` : "";
  image.style.rotate = `${quarter * 90}deg`;
}

for (const button of elements(document, "[data-turn]")) {
  button.hidden = false;
  button.addEventListener("click", () => turn(/** @type {HTMLElement} */ (button.previousElementSibling)));
}
