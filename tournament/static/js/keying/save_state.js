// Says whether everything is saved: beside the number always, and in a sentence when something is wrong.

import { element, elements } from "../common/elements.js";
import { text } from "../common/texts.js";

/** @typedef {"saved" | "saving" | "unsaved" | "offline" | "error"} StateName */

export class SaveState {
  /**
   * @param {HTMLFormElement} form
   * @param {() => void} tryNow
   */
  constructor(form, tryNow) {
    this.output = element(form, ".save-state");
    this.trouble = element(form, ".keying-trouble");
    this.button = element(form, "[data-try-now]");
    this.button.addEventListener("click", tryNow);
  }

  /**
   * @param {StateName} name
   * @param {number} count of lines that wait
   * @param {string} [sentence] that the server sent
   * @param {string} [code]
   */
  show(name, count, sentence = "", code = "") {
    // a screen reader says what is wrong, not "Saved" behind every word
    this.output.ariaLive = name === "offline" || name === "error" ? "polite" : "off";
    this.output.dataset.state = name;
    this.output.textContent = inWords(name, count);
    this.button.hidden = name !== "offline" && code !== "signed_out";
    if (name === "saved" || sentence) this.explain(sentence, code);
    else if (name === "offline") this.explain(text("offline"), "");
  }

  /**
   * @param {string} sentence
   * @param {string} code
   */
  explain(sentence, code) {
    this.trouble.hidden = !sentence;
    this.trouble.toggleAttribute("data-offline", sentence === text("offline")); // a phone leaves it at the state
    const explanation = element(this.trouble, "[data-sentence]");
    if (explanation.textContent !== sentence) explanation.textContent = sentence; // written anew, it would be read out anew
    for (const link of elements(this.trouble, "[data-when]"))
      link.hidden = !link.dataset.when?.split(" ").includes(code);
  }
}

/**
 * @param {StateName} name
 * @param {number} count
 */
function inWords(name, count) {
  if (name === "offline" && count) return text("lines_wait", { count });
  const state = text(`state_${name}`);
  return name === "error" ? `${state} (${count})` : state;
}
