// On the page of numbers: lines that this browser keeps because they could not be saved, sheet by sheet, word for word.

const list = document.querySelector("[data-leftovers]");
const sheets = new Map(); // page -> [{name, number, text}, …]

try {
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith("keying:"))) {
    const { page, number, text } = JSON.parse(localStorage.getItem(name));
    sheets.set(page, [...(sheets.get(page) ?? []), { name, number, text }]);
  }
} catch {
  sheets.clear(); // a browser that keeps nothing has nothing left over
}

for (const [page, lines] of sheets) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = page;
  link.textContent = list.dataset.text.replace("%s", lines[0].number);
  const texts = document.createElement("span");
  texts.className = "verbatim";
  texts.textContent = lines.map(({ text }) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)).join("\n");
  item.append(link, texts, forgetButton(item, lines));
  list.append(item);
}
list.parentElement.hidden = sheets.size === 0;

function forgetButton(item, lines) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet button-small";
  button.textContent = list.dataset.textForget;
  button.addEventListener("click", () => {
    for (const { name } of lines) localStorage.removeItem(name);
    item.remove();
    list.parentElement.hidden = !list.children.length;
  });
  return button;
}
