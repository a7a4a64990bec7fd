// Keys of the host's page: data-key on a button names the key that presses it, unless somebody is typing.
export function pressKeys(root) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    const button = [...root.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
}
