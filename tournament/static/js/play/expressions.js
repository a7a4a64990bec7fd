// Writing expressions on a phone: cards and signs as keys, and beside each line how it is read. Used cards are marked.
const PAUSE = 200;
const known = new Map(); // text -> how it is read

export function writeExpressions(root, address) {
  const hasPad = matchMedia("(pointer: coarse)").matches;
  let last; // the line that was typed in last
  let timer;

  const lines = () => [...root.querySelectorAll("[data-reading]")];
  const current = () => (last?.isConnected ? last : lines()[0]);

  root.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-reading]")) last = event.target;
  });

  root.addEventListener("click", (event) => {
    const key = event.target.closest("[data-insert], [data-erase], [data-sign], [data-digit]");
    if (!key) return;
    if (key.dataset.sign || key.dataset.digit) return turn(key);
    const input = (key.dataset.into && document.getElementById(key.dataset.into)) || current();
    if (!input) return;
    last = input;
    if (key.dataset.erase !== undefined) erase(input);
    else insert(input, key.dataset.insert);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  root.addEventListener("input", (event) => {
    if (event.target.matches("[data-reading]")) look(event.target, PAUSE);
  });
  root.addEventListener("shown", all);
  all();

  function all() {
    for (const line of lines()) look(line, 0);
  }

  // a Duel's turn is one sign and one number, in whichever order they are pressed
  function turn(key) {
    const input = key.form.elements.text;
    const sign = key.dataset.sign ?? /[-+*/]/.exec(input.value)?.[0] ?? "";
    const digit = key.dataset.digit ?? /[0-9]+/.exec(input.value)?.[0] ?? "";
    input.value = sign + digit;
    for (const each of key.form.querySelectorAll("[data-sign], [data-digit]"))
      each.setAttribute("aria-pressed", String(each.dataset.sign === sign || each.dataset.digit === digit));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function insert(input, text) {
    const at = input.selectionStart ?? input.value.length;
    const end = input.selectionEnd ?? at;
    input.setRangeText(text, at, end, "end");
  }

  function erase(input) {
    const at = input.selectionStart ?? input.value.length;
    const end = input.selectionEnd ?? at;
    input.setRangeText("", at === end ? Math.max(0, at - 1) : at, end, "end");
  }

  function look(line, pause) {
    if (hasPad) line.inputMode = "none"; // the keys of the page do, and the cards stay in sight
    markUsed(line);
    const text = line.value.trim();
    if (!text || known.has(text)) return show(line);
    clearTimeout(timer);
    timer = setTimeout(() => ask(text), pause);
  }

  async function ask(text) {
    try {
      const answer = await fetch(`${address}?text=${encodeURIComponent(text)}`);
      if (answer.ok) known.set(text, await answer.json());
    } catch {
      return; // without a connection the line stands there without its reading
    }
    for (const line of lines()) show(line);
  }

  function show(line) {
    const place = line.parentElement.querySelector(".tf-reading");
    const read = known.get(line.value.trim());
    place.innerHTML = read?.reading ?? "";
    place.classList.toggle("several", Boolean(read?.several));
  }

  function markUsed(line) {
    const used = line.value.match(/\d+/g) ?? [];
    for (const card of line.parentElement.querySelectorAll("[data-insert].tf-card")) {
      const at = used.indexOf(card.dataset.insert);
      card.classList.toggle("used", at >= 0);
      if (at >= 0) used.splice(at, 1);
    }
  }
}
