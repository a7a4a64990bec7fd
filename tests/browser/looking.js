// What the tests ask of a page beside axe, as functions of one object; axe itself is loaded before this file.
window.looking = {
  header: "body > header",

  // type: "tag" or "rule"; values: which of them.
  async axe(type, values, withHeader = true) {
    const found = await axe.run(withHeader ? document : { exclude: [looking.header] }, {
      runOnly: { type, values },
      resultTypes: ["violations"],
      preload: false,
      iframes: false,
    });
    return found.violations.map((each) => ({
      rule: each.id,
      places: each.nodes.map((one) => {
        const why = one.failureSummary.split("\n").slice(1).join(" ").trim();
        return `${one.target.flat().join(" ")}  ${one.html.slice(0, 160)}  ${why}`;
      }),
    }));
  },

  // Whatever can be reached with Tab, but for radio buttons that are not the chosen one of their group.
  stops() {
    const all = "a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]";
    return [...document.querySelectorAll(all)].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.disabled &&
        one.type !== "hidden" &&
        one.checkVisibility({ visibilityProperty: true }),
    );
  },

  // Each stop must show that it has the focus, and must not be wholly covered by what sticks to an edge (WCAG 2.4.7, 2.4.11).
  // Call it after a key was pressed, so that the browser shows the focus that a script sets.
  focus(withHeader = true) {
    const problems = [];
    for (const one of looking.stops()) {
      if (!withHeader && one.closest(looking.header)) continue;
      one.focus();
      if (document.activeElement !== one) continue;
      const name = looking.name(one);
      const shown = getComputedStyle(one);
      if (shown.outlineStyle === "none" || parseFloat(shown.outlineWidth) < 2)
        problems.push(`focus is not visible on ${name}`);
      if (!looking.seen(one)) problems.push(`focus is covered on ${name}`);
    }
    return problems;
  },

  seen(one) {
    const parts = [...one.getClientRects()].filter((part) => part.width && part.height);
    return parts.some((part) =>
      [0.5, 0.1, 0.9].some((across) =>
        [0.5, 0.1, 0.9].some((down) => {
          const hit = document.elementFromPoint(part.left + part.width * across, part.top + part.height * down);
          return hit && (one.contains(hit) || hit.contains(one));
        }),
      ),
    );
  },

  wide() {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    const over = [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > edge + 1);
    return [`scrolls sideways: ${over.slice(0, 3).map(looking.name).join(", ") || "something outside main"}`];
  },

  // A message at a field must be named by the field itself (WCAG 1.3.1, 3.3.1).
  errors() {
    const named = new Set(
      [...document.querySelectorAll("[aria-describedby]")].flatMap((one) =>
        one.getAttribute("aria-describedby").split(/\s+/),
      ),
    );
    const lonely = [...document.querySelectorAll(".field .errorlist, .has-error .errorlist")].filter(
      (one) => !named.has(one.id),
    );
    const unsaid = [...document.querySelectorAll(".has-error :is(input, select, textarea):not([type=hidden])")].filter(
      (one) =>
        one.closest(".has-error").querySelector(".errorlist") &&
        one.getAttribute("aria-invalid") !== "true" &&
        !one.closest("fieldset.has-error"),
    );
    return [
      ...lonely.map((one) => `no field names the message "${one.textContent.trim()}"`),
      ...unsaid.map((one) => `${looking.name(one)} is wrong and does not say so`),
    ];
  },

  // Once a reader asks for less motion, nothing moves by itself.
  moving() {
    return document
      .getAnimations()
      .map((each) => `moves although less motion is asked for: ${looking.name(each.effect.target)}`);
  },

  head() {
    const problems = [];
    const headings = document.querySelectorAll("h1");
    if (headings.length !== 1) problems.push(`${headings.length} h1`);
    if (!document.documentElement.lang) problems.push("no language");
    return problems;
  },

  name(one) {
    const own = one.id
      ? `#${one.id}`
      : typeof one.className === "string" && one.className
        ? `.${one.className.trim().split(/\s+/).join(".")}`
        : "";
    return `${one.localName}${own} "${(one.textContent || one.value || "").trim().replace(/\s+/g, " ").slice(0, 30)}"`;
  },
};
