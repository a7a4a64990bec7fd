// Buttons that copy a text or print the page, hidden until this script runs. Without it a link is a field to select.
import { copy } from "./clipboard.js";
import { elements } from "./elements.js";

for (const button of elements(document, "[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button.dataset.copy ?? "", button));
}
for (const button of elements(document, "[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
