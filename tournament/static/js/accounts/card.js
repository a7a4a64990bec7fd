// Copies a sign-in link and prints its card. Without this script the link is a field to select.
import { copy } from "../keying/copy.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button.dataset.copy, button));
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
