// The projector in the hall: show a page screen by screen, then go on to the next one. It starts paused for whoever
// asks for less motion, and the space bar or the button pauses and goes on. Without this script the page is a page.
(() => {
  const bar = document.querySelector("[data-projector]");
  const button = bar.querySelector("[data-pause]");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const wait = Number(bar.dataset.seconds) * 1000;
  let timer = null;

  function advance() {
    const room = document.documentElement.scrollHeight - innerHeight - scrollY;
    if (room > 4) scrollBy({ top: innerHeight * 0.85, behavior: still ? "auto" : "smooth" });
    else location.assign(bar.dataset.next);
  }

  function run(going) {
    clearInterval(timer);
    timer = going ? setInterval(advance, wait) : null;
    button.textContent = going ? button.dataset.labelPause : button.dataset.labelGo;
    bar.classList.toggle("is-paused", !going);
  }

  button.hidden = false;
  button.addEventListener("click", () => run(timer === null));
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.target.closest("a, button, input")) return;
    event.preventDefault();
    run(timer === null);
  });
  run(!still);
})();
