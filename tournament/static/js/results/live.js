// Keeps a results page up to date. It gets the number of the last change from an event stream or, without one, by
// polling. When the number changes, it fetches the page again and updates what differs in <main>.
(() => {
  const own = document.currentScript.dataset;
  const main = document.querySelector("main");
  const ASK_EVERY = 10_000;
  const SPREAD = 700; // spreads the requests of a crowd over this time
  const APART = 2_000; // least time between two fetches
  const TRIES = 4; // another server process may see the change a moment later

  let known = Number(own.number);
  let told = known;
  let seen = main.innerHTML;
  let source, asking, fetching;
  let asked = 0;
  let fetched = -Infinity;

  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  document.body.append(status);

  // getting the number of the last change

  function hear(number) {
    if (!Number.isInteger(number)) return;
    told = number;
    if (told !== known) plan();
  }

  function listen() {
    if (!window.EventSource) return askLater();
    source = new EventSource(`${own.stream}?after=${known}`);
    source.addEventListener("change", (event) => hear(Number(event.data)));
    source.addEventListener("error", () => {
      if (source?.readyState === EventSource.CLOSED) askLater();
    });
  }

  function askLater() {
    source = null;
    asking = setTimeout(ask, ASK_EVERY * (0.75 + Math.random() / 2));
  }

  async function ask() {
    try {
      const answer = await fetch(own.changes, { cache: "no-cache" });
      if (answer.ok) hear((await answer.json()).number);
      else if (answer.status === 404) plan(); // no longer public: the new page says so
    } catch {} // no connection: try again next time
    asked += 1;
    if (asking === null || document.hidden) return;
    if (asked % 6 === 0)
      listen(); // streams may work again
    else askLater();
  }

  function stop() {
    source?.close();
    clearTimeout(asking);
    clearTimeout(fetching);
    source = asking = fetching = null;
  }

  function start() {
    stop();
    listen();
  }

  // fetching the page

  function plan(wait = 0) {
    if (fetching || document.hidden) return;
    const due = Math.max(wait, fetched + APART - performance.now(), 0);
    fetching = setTimeout(refresh, due + Math.random() * SPREAD, 1);
  }

  async function refresh(attempt) {
    const wanted = told;
    try {
      const answer = await fetch(location.href, { cache: "no-cache" });
      if (answer.redirected || [401, 403, 404].includes(answer.status)) return location.reload();
      // this page is not there now: keep what is shown
      if (!answer.ok || answer.headers.has("Retry-After"))
        throw Object.assign(new Error(answer.status), { after: answer.headers.get("Retry-After") * 1000 });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const made = Number(page.querySelector("script[data-changes]")?.dataset.number);
      if (fetching === null) return; // the page was hidden meanwhile
      if (made < wanted && attempt < TRIES) {
        fetching = setTimeout(refresh, 250, attempt + 1);
        return;
      }
      known = wanted;
      fetched = performance.now();
      fetching = null;
      exchange(page);
      if (told !== known) plan();
    } catch (error) {
      fetching = null;
      plan(Math.max(error.after || 0, ASK_EVERY / 2));
    }
  }

  // updating the page

  function exchange(page) {
    const fresh = page.querySelector("main");
    // another kind of page, as before and after the ceremony, has other styles
    if (!fresh || page.body.className !== document.body.className) return location.reload();
    if (fresh.innerHTML === seen) return;
    seen = fresh.innerHTML;
    const before = remember();
    keepProjector(fresh);
    main.replaceChildren(...document.adoptNode(fresh).childNodes);
    restore(before);
    document.title = page.title;
    status.textContent = "";
    setTimeout(() => (status.textContent = own.said), 100);
  }

  // The projector script uses its bar, so the bar stays and only its text changes.
  function keepProjector(fresh) {
    const bar = main.querySelector("[data-projector]");
    const other = fresh.querySelector("[data-projector]");
    if (!bar || !other) return;
    bar.dataset.next = other.dataset.next;
    const state = other.querySelector(".results-state");
    if (state) bar.querySelector(".results-state")?.replaceWith(state);
    other.replaceWith(bar);
  }

  function remember() {
    const open = [...main.querySelectorAll("details[open]")].map(place);
    const typed = [...main.querySelectorAll("input[name], select[name], textarea[name]")];
    return {
      at: [scrollX, scrollY],
      aside: [...main.querySelectorAll(".table-wrap")].map((box) => box.scrollLeft),
      focus: main.contains(document.activeElement) ? place(document.activeElement) : null,
      values: typed.map((field) => [place(field), field.value]),
      open,
    };
  }

  function restore({ at, aside, focus, values, open }) {
    for (const details of main.querySelectorAll("details[open]")) details.open = false;
    for (const each of open) {
      const details = find(each);
      if (details) details.open = true;
    }
    for (const [each, value] of values) {
      const field = find(each);
      if (field) field.value = value;
    }
    for (const [index, box] of main.querySelectorAll(".table-wrap").entries()) box.scrollLeft = aside[index] ?? 0;
    if (focus) (find(focus) ?? main).focus({ preventScroll: true });
    scrollTo({ left: at[0], top: at[1], behavior: "instant" });
  }

  // The key of an element on the old and the new page: its id, address, field name or text.
  function place(element) {
    const same = (other) => other.tagName === element.tagName && name(other) === name(element);
    const alike = [...main.querySelectorAll(element.tagName)].filter(same);
    return { tag: element.tagName, name: name(element), nth: alike.indexOf(element) };
  }

  function find({ tag, name: wanted, nth }) {
    if (tag === "MAIN") return main;
    return [...main.querySelectorAll(tag)].filter((each) => name(each) === wanted)[nth];
  }

  function name(element) {
    const words = element.tagName === "DETAILS" ? element.querySelector("summary") : element;
    return element.id || element.getAttribute("href") || element.name || words?.textContent.trim() || "";
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && start());
  if (!document.hidden) start();
})();
