// Copies a sign-in link and prints its card. Without this script the link is a field to select.
import { copy } from "../common/clipboard.js";
import { elements } from "../common/elements.js";

for (const button of elements(document, "[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button.dataset.copy ?? "", button));
}
for (const button of elements(document, "[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
