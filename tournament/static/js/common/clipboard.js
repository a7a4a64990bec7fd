// To the clipboard, also on pages that came without https, where browsers withhold navigator.clipboard.

/**
 * Copies the text; the button then says so.
 * @param {string} text
 * @param {HTMLElement} button
 */
export function copy(text, button) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  button.parentElement?.append(field); // inside an open dialog nothing outside it can be selected
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  button.focus();
  if (isDone && button.dataset.done) button.textContent = button.dataset.done;
}
