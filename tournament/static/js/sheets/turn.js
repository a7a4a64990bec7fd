// Turns a picture of a sheet by a quarter with each press of its button. Only the page changes, never the picture.
function turn(frame) {
  const image = frame.querySelector("img");
  const quarter = (Number(frame.dataset.quarter ?? 0) + 1) % 4;
  const [width, height] = [image.getAttribute("width"), image.getAttribute("height")];
  const onItsSide = quarter % 2 === 1;
  frame.dataset.quarter = quarter;
  frame.classList.toggle("on-its-side", onItsSide);
  frame.style.aspectRatio = onItsSide ? `${height} / ${width}` : "";
  image.style.width = onItsSide ? `${(100 * width) / height}%` : "";
  image.style.rotate = `${quarter * 90}deg`;
}

for (const button of document.querySelectorAll("[data-turn]")) {
  button.hidden = false;
  button.addEventListener("click", () => turn(button.previousElementSibling));
}
