// Keys for the judge's queue, while the focus is in it: 0 decides "nothing", 1-9 a reading, at once; m types a method,
// r goes to the reason, Enter rules, j and k move, x ticks, s settles what is ticked, Escape leaves a field, u takes the
// last ruling back. The page does everything without this; typing in a field is never taken for a key.
const queue = document.querySelector("[data-queue]");
const entries = queue ? [...queue.querySelectorAll("[data-entry]")] : [];
const TYPED = "input[type=text]";
const SOON = 300; // milliseconds in which nobody can have read an entry that has just got the focus
const tooSoon = document.querySelector("[data-too-soon]");

const entryOf = (element) => element.closest("[data-entry]");
const choicesOf = (entry) => [...entry.querySelectorAll("[name=counts_as]")];

function focusOn(entry) {
  const choices = choicesOf(entry);
  const at = choices.find((choice) => choice.checked) || choices[0] || entry.querySelector("a");
  at.focus({ preventScroll: true });
  entry.scrollIntoView({ block: "nearest" });
}

let current, focusedAt;
function showAsNew(entry) {
  if (!entry || entry === current) return;
  current = entry;
  focusedAt = performance.now();
  tooSoon.hidden = true;
  entry.classList.add("is-new");
  setTimeout(() => entry.classList.remove("is-new"), SOON);
}

function move(entry, by) {
  const next = entries[entries.indexOf(entry) + by];
  if (next) focusOn(next);
}

// A choice that has its usual reason, or one that the judge has typed, is sent; else the judge types what is missing.
function decide(choice) {
  const { method, reason } = choice.form.elements;
  tooSoon.hidden = performance.now() - focusedAt >= SOON;
  if (!tooSoon.hidden) return;
  choice.checked = true;
  if (choice.value === "method") method.focus();
  else if ("hasReason" in choice.dataset || reason.value) choice.form.requestSubmit();
  else reason.focus();
}

function tick(entry) {
  entry.querySelector("[name=lines]")?.click();
}

function act(entry, key) {
  const choice = choicesOf(entry).find((each) => each.dataset.key === key);
  if (choice) decide(choice);
  else if (key === "r") entry.querySelector("[name=reason]")?.focus();
  else if (key === "j") move(entry, 1);
  else if (key === "k") move(entry, -1);
  else if (key === "x") tick(entry);
  else if (key === "s") document.querySelector("#settle [name=reason]").focus();
  else return false;
  return true;
}

queue?.addEventListener("keydown", (event) => {
  const entry = entryOf(event.target);
  if (!entry || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return; // a held key decides once
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

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key.toLowerCase() === "u") document.querySelector("[data-undo]")?.click();
});

queue?.addEventListener("focusin", (event) => showAsNew(entryOf(event.target)));
showAsNew(entryOf(document.activeElement));
