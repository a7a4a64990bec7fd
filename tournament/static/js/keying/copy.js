// To the clipboard, also on pages that came without https, where browsers withhold navigator.clipboard.

export function copy(text, button) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  button.parentElement.append(field); // inside an open dialog nothing outside it can be selected
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  button.focus();
  if (isDone) button.textContent = button.dataset.done;
}
