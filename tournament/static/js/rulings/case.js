// Keys for the judge, while the focus is in the form: as in the queue, 0 is "nothing", 1-9 are the readings and m is a
// method that the judge types; v is a value. r goes to the reason, n leaves the line for the next. The page does
// everything without this; typing in a field is never taken for a key.
const form = document.querySelector("[data-ruling]");
const choices = form ? [...form.querySelectorAll("[name=counts_as]")] : [];
const readings = choices.filter((each) => each.value.startsWith("reading-"));
const LETTERS = { 0: "nothing", m: "method", v: "value" };

function chosenBy(key) {
  return readings[key - 1] ?? choices.find((each) => each.value === LETTERS[key]);
}

function choose(choice) {
  choice.checked = true;
  const typed = form.elements[choice.value];
  (typed && typed.type === "text" ? typed : form.elements.reason).focus();
}

function act(key) {
  if (chosenBy(key)) choose(chosenBy(key));
  else if (key === "r") form.elements.reason.focus();
  else if (key === "n") document.querySelector("[data-key=n]")?.click();
  else return false;
  return true;
}

form?.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=radio]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (act(event.key)) event.preventDefault();
});
document
  .querySelector(".effects, .ruling-form .has-error, .ruling-form .message-error")
  ?.scrollIntoView({ block: "nearest" });
// a judge who comes from the queue or the line before goes on with the keys
if (new URL(document.referrer || "x:").pathname.includes("/judge/")) choices[0]?.focus({ preventScroll: true });
