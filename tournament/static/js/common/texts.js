// The sentences that a script shows, in the reader's language. The template gives them in one {% script_texts %} block.

/** @typedef {Record<string, string | number>} Facts */

const block = document.getElementById("script-texts");
/** @type {Record<string, string>} */
const texts = JSON.parse(block?.textContent || "{}");
const forms = new Intl.PluralRules(document.documentElement.lang || "en");

/**
 * The text of this name, filled with the facts: COUNT stands for `count`. Where there is a text "<name>_one" and the
 * language says so of the count, it is that one.
 * @param {string} name
 * @param {Facts} [facts]
 */
export function text(name, facts = {}) {
  const form = typeof facts.count === "number" ? `${name}_${forms.select(facts.count)}` : name;
  const template = texts[form] ?? texts[name] ?? "";
  return template.replace(/[A-Z]{4,}/g, (word) => String(facts[word.toLowerCase()] ?? word));
}
