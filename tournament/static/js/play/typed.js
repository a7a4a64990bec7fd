// What was typed into a field with data-draft and not sent yet: it survives a reload. The attribute names the moment in
// the game (a round, say), so that nothing is brought back into the next one. data-keep names it too: the field stays as
// it is on the page, whatever the server sends.
export function keepTyping(place, form) {
  for (const input of form.elements ?? [form]) {
    if (input.dataset?.draft === undefined || !input.id) continue;
    try {
      if (input.value) localStorage.setItem(`${place}:${input.id}`, JSON.stringify([input.dataset.draft, input.value]));
      else localStorage.removeItem(`${place}:${input.id}`);
    } catch {}
  }
}

export function bringBack(place, root) {
  for (const input of root.querySelectorAll("[data-draft][id]")) {
    if ((input.value && !input.dataset.keep) || input.dataset.back === input.dataset.draft) continue;
    input.dataset.back = input.dataset.draft;
    try {
      const [moment, value] = JSON.parse(localStorage.getItem(`${place}:${input.id}`)) ?? [];
      if (moment === input.dataset.draft) input.value = value;
    } catch {}
  }
}

// A form with data-while-typing is sent while somebody types, at most every SOME milliseconds, and once they stop; more
// often in the last two seconds of a clock.
const SOME = 700;
const AT_THE_END = 300;
export function sendTyping(root) {
  const timers = new WeakMap();
  const sentAt = new WeakMap();
  const send = (form) => {
    timers.delete(form);
    sentAt.set(form, Date.now());
    if (form.isConnected) form.requestSubmit();
  };
  root.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form?.dataset.whileTyping === undefined || timers.has(form)) return;
    const left = Number(root.querySelector("[data-seconds]")?.textContent || SOME);
    const wait = Math.max(150, (left <= 2 ? AT_THE_END : SOME) - (Date.now() - (sentAt.get(form) ?? 0)));
    timers.set(
      form,
      setTimeout(() => send(form), wait),
    );
  });
}
