// The projector in the hall: show a page screen by screen, then go on to the next one. It starts paused for whoever
// asks for less motion, and the space bar or the button pauses and goes on. Without this script the page is a page.
(() => {
  const bar = document.querySelector("[data-projector]");
  const button = bar.querySelector("[data-pause]");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const wait = Number(bar.dataset.seconds) * 1000;
  let timer = null;

  // The first row that the lower edge cuts or hides comes to the top, below the head of its table.
  function advance() {
    const edge = bar.getBoundingClientRect().top;
    const rows = [...document.querySelectorAll("main tbody tr, main li, main dl")];
    const hidden = rows.find((row) => row.getBoundingClientRect().bottom > edge);
    if (!hidden) return location.assign(bar.dataset.next);
    const head = hidden.closest("table")?.tHead?.offsetHeight ?? 0;
    const way = hidden.getBoundingClientRect().top - head;
    scrollBy({ top: way > 0 ? way : innerHeight * 0.8, behavior: still ? "auto" : "smooth" });
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
