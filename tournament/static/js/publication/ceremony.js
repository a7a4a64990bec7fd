// The ceremony: reveals one place at a time, the last one first. Space or the right arrow goes on, the left arrow goes
// back; buttons and taps do the same. Nothing is fetched. The number of revealed places is kept after the # of the
// address, so reloading the page shows the same places.
(() => {
  const places = [...document.querySelectorAll("[data-place]")];
  const count = document.querySelector("[data-count]");
  const said = document.querySelector("[data-said]");
  const before = document.querySelectorAll("[data-before]");
  let shown = 0;

  function show(next) {
    shown = Math.max(0, Math.min(places.length, next));
    places.forEach((place, at) => {
      place.hidden = at >= shown;
      place.classList.toggle("is-now", at === shown - 1);
    });
    before.forEach((each) => {
      each.hidden = shown > 0;
    });
    count.textContent = `${shown} / ${count.dataset.of}`;
    said.textContent = shown ? places[shown - 1].innerText : "";
    history.replaceState(null, "", `#${shown}`);
    scrollTo({ top: 0 });
  }

  const ways = { " ": 1, ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
  document.addEventListener("keydown", (event) => {
    const way = ways[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && event.target.closest("a, button")) return; // the button handles it
    event.preventDefault();
    if (!event.repeat) show(shown + way); // holding a key down reveals only one place
  });
  for (const [name, way] of [
    ["forward", 1],
    ["back", -1],
  ]) {
    const button = document.querySelector(`[data-${name}]`);
    button.addEventListener("click", () => {
      button.blur(); // otherwise the space bar would press it again
      show(shown + way);
    });
  }
  document.querySelector("main").addEventListener("click", (event) => {
    if (!event.target.closest("a, button")) show(shown + 1);
  });
  show(Number(location.hash.slice(1)) || 0);
})();
