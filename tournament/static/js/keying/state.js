// Says whether everything is saved: beside the number always, and in a sentence when something is wrong.

export class SaveState {
  constructor(form, tryNow) {
    this.texts = form.dataset;
    this.output = form.querySelector(".save-state");
    this.trouble = form.querySelector(".keying-trouble");
    this.button = form.querySelector("[data-try-now]");
    this.button.addEventListener("click", tryNow);
  }

  show(name, count, sentence, code) {
    // a screen reader says what is wrong, not "Saved" behind every word
    this.output.ariaLive = name === "offline" || name === "error" ? "polite" : "off";
    this.output.dataset.state = name;
    this.output.textContent = this.say(name, count);
    this.button.hidden = name !== "offline" && code !== "signed_out";
    if (name === "saved" || sentence) this.explain(sentence, code);
    else if (name === "offline") this.explain(this.texts.textOffline, "");
  }

  say(name, count) {
    if (name === "offline" && count) return waiting(this.texts, count);
    const said = this.output.dataset[name];
    return name === "error" ? `${said} (${count})` : said;
  }

  explain(sentence, code) {
    this.trouble.hidden = !sentence;
    this.trouble.toggleAttribute("data-offline", sentence === this.texts.textOffline); // a phone leaves it at the state
    const said = this.trouble.querySelector("[data-sentence]");
    if (said.textContent !== sentence) said.textContent = sentence; // written anew, it would be read out anew
    for (const link of this.trouble.querySelectorAll("[data-when]"))
      link.hidden = !link.dataset.when.split(" ").includes(code);
  }
}

/** How many lines wait, in words; `texts` has textWaitsOne and textWaits. */
export const waiting = (texts, count) => (count === 1 ? texts.textWaitsOne : texts.textWaits.replace("%s", count));
