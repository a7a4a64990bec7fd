// Keys of the host's page: data-key on a button names the key that presses it, unless somebody is typing.
import { elements, target } from "../common/elements.js";

/** @param {HTMLElement} root */
export function pressKeys(root) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target(event).closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    const button = elements(root, "[data-key]", HTMLButtonElement).find((each) => each.dataset.key === key);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
}
