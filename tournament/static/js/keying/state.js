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
    this.trouble.querySelector("[data-sentence]").textContent = sentence;
    for (const link of this.trouble.querySelectorAll("[data-when]")) link.hidden = !link.dataset.when.split(" ").includes(code);
  }
}

/** How many lines wait, in words; `texts` has textWaitsOne and textWaits. */
export const waiting = (texts, count) => (count === 1 ? texts.textWaitsOne : texts.textWaits.replace("%s", count));
