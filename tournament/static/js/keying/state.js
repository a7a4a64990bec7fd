// Says whether everything is saved: beside the number always, and in a sentence when something is wrong.

export class SaveState {
  constructor(form) {
    this.texts = form.dataset;
    this.output = form.querySelector(".save-state");
    this.trouble = form.querySelector(".keying-trouble");
  }

  show(name, count, sentence, code) {
    this.output.dataset.state = name;
    const said = this.output.dataset[name];
    this.output.textContent = name === "offline" || name === "error" ? `${said} (${count})` : said;
    if (name === "saved" || sentence) this.explain(sentence, code);
    else if (name === "offline") this.explain(this.texts.textOffline, "");
  }

  explain(sentence, code) {
    this.trouble.hidden = !sentence;
    this.trouble.toggleAttribute("data-offline", sentence === this.texts.textOffline); // a phone leaves it at the state
    this.trouble.querySelector("[data-sentence]").textContent = sentence;
    for (const link of this.trouble.querySelectorAll("[data-when]")) link.hidden = link.dataset.when !== code;
  }
}
