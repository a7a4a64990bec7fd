// Keys for the judge's queue, while the focus is in it: 1-9 choose, r goes to the reason, Enter rules, j and k move,
// x ticks, Escape leaves a field. The page does everything without this; typing in a field is never taken for a key.
const queue = document.querySelector("[data-queue]");
const entries = queue ? [...queue.querySelectorAll("[data-entry]")] : [];
const TYPED = "input[type=text]";

const entryOf = (element) => element.closest("[data-entry]");
const choicesOf = (entry) => [...entry.querySelectorAll("[name=counts_as]")];

function focusOn(entry) {
  const choices = choicesOf(entry);
  const at = choices.find((choice) => choice.checked) || choices[0] || entry.querySelector("a");
  at.focus({ preventScroll: true });
  entry.scrollIntoView({ block: "nearest" });
}

function move(entry, by) {
  const next = entries[entries.indexOf(entry) + by];
  if (next) focusOn(next);
}

function choose(choice) {
  if (!choice) return;
  choice.checked = true;
  (choice.value === "method" ? choice.form.elements.method : choice).focus();
}

function tick(entry) {
  entry.querySelector("[name=lines]")?.click();
}

function act(entry, key) {
  if (/^[1-9]$/.test(key)) choose(choicesOf(entry)[key - 1]);
  else if (key === "r") entry.querySelector("[name=reason]")?.focus();
  else if (key === "j") move(entry, 1);
  else if (key === "k") move(entry, -1);
  else if (key === "x") tick(entry);
  else return false;
  return true;
}

queue?.addEventListener("keydown", (event) => {
  const entry = entryOf(event.target);
  if (!entry || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches(TYPED)) {
    if (event.key === "Escape") focusOn(entry);
  } else if (event.key === "Enter" && event.target.name === "lines") {
    event.preventDefault(); // it would send all that is ticked
    entry.querySelector("[data-entry-form]").requestSubmit();
  } else if (act(entry, event.key.toLowerCase())) {
    event.preventDefault();
  }
});

queue?.addEventListener("input", (event) => {
  const entry = entryOf(event.target);
  if (event.target.name === "method") {
    choicesOf(entry).at(-1).checked = true;
  }
  showTicked();
});

function showTicked() {
  const count = queue.querySelectorAll("[name=lines]:checked").length;
  queue.querySelector("[data-ticked]").value = count || "";
}

// A second Enter while the answer is on its way would rule on nothing else, but the page it brings might be an older one.
queue?.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
