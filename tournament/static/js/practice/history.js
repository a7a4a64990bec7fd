// The history of practice. It is kept in this browser and sent nowhere.
const PLACE = "practice:countdown";
const KEPT = 50;
const section = document.querySelector("[data-history]");

section.querySelector("[data-forget]").addEventListener("click", () => {
  keep([]);
  showPast();
});
showPast();

export function filled(text, facts) {
  return text.replace(/[A-Z]{4,}/g, (name) => facts[name.toLowerCase()] ?? name);
}

export function remember(game) {
  keep([game, ...kept()].slice(0, KEPT));
  showPast();
}

// The first result of the rounds of a day.
export function ofDay(day) {
  return kept().findLast((each) => each.day === day);
}

function showPast() {
  const games = kept();
  section.hidden = !games.length;
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
  const lines = games.map((each) => {
    const item = document.createElement("li");
    const kind = section.dataset[each.kind] ?? "";
    item.textContent = filled(section.dataset.line, { ...each, kind, date: day.format(new Date(each.date)) });
    return item;
  });
  section.querySelector("[data-games]").replaceChildren(...lines);
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE));
    return Array.isArray(found) ? found.filter((each) => Date.parse(each?.date)).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function keep(games) {
  try {
    if (games.length) localStorage.setItem(PLACE, JSON.stringify(games));
    else localStorage.removeItem(PLACE);
  } catch {} // a private window without storage
}
