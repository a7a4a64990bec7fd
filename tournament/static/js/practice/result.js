// The verdict on an answer and what was possible.
const own = document.querySelector("[data-practice]").dataset;
const page = document.querySelector("[data-practice-page]");
const [verdict, possible] = ["verdict", "possible"].map((name) => page.querySelector(`[data-${name}]`));

export function showResult(kind, found) {
  const points = element("strong", own.points.replace("COUNT", found.points));
  verdict.replaceChildren(element("span", found.sentence), " ", points);
  verdict.className = `practice-verdict ${found.points ? "good" : "bad"}`;
  possible.replaceChildren(...(kind === "numbers" ? calculation(found.possible) : words(kind, found.possible)));
}

function words(kind, { words }) {
  if (!words.length) return [element("p", own.nothing)];
  const list = element("p", "", "practice-words");
  list.append(...words.map((word) => element("span", word)));
  return [element("p", kind === "conundrum" ? own.answer : own.longest), list];
}

function calculation({ text, value, steps, count }) {
  const list = element("ol", "", "practice-steps");
  for (const step of steps) {
    const item = element("li", "");
    item.append(element("code", signs(`${step.expression} = ${step.value}`)));
    list.append(item);
  }
  const parts = [element("p", own.best), element("code", signs(`${text} = ${value}`))];
  if (steps.length > 1) parts.push(list);
  if (count) parts.push(element("p", own.methods.replace("COUNT", count), "muted"));
  return parts;
}

function signs(text) {
  return text.replace(/[*/-]/g, (sign) => ({ "*": "×", "/": "÷", "-": "−" })[sign]);
}

function element(tag, text, name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = name;
  return made;
}
