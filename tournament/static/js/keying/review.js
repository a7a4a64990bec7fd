// Handing in: a short look back, then the record, then the next number.

import { post } from "./post.js";

export class Review {
  constructor(form, sheet, saver, kept, tabs) {
    Object.assign(this, { form, sheet, saver, kept, tabs });
    this.texts = form.dataset;
    this.dialog = document.getElementById("review");
    this.button = this.dialog.querySelector("[data-hand-in]");
    this.said = this.dialog.querySelector("[role=alert]");
    form.addEventListener("submit", (event) => this.submitted(event));
    this.button.addEventListener("click", () => this.handIn());
    this.dialog.querySelector("[data-back]").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("keydown", (event) => this.pressed(event));
    this.dialog.addEventListener("cancel", (event) => {
      if (this.isSending) event.preventDefault();
    });
    this.dialog.addEventListener("close", () => this.line?.input.focus());
  }

  // The page's own buttons. Putting back goes the plain way, once everything is saved.
  async submitted(event) {
    const button = event.submitter;
    if (this.goesPlainly) return;
    event.preventDefault();
    if (button?.value !== "put_back") return void this.open();
    this.goesPlainly = await this.saver.flush();
    if (this.goesPlainly) this.form.requestSubmit(button);
  }

  open() {
    if (this.dialog.open) return;
    this.line = this.sheet.current ?? this.line;
    this.saver.flush();
    this.count();
    this.say("");
    this.openedAt = performance.now();
    this.dialog.showModal();
    this.button.focus();
  }

  count() {
    const lines = this.sheet.lines.filter((line) => line.saysSomething);
    const marked = lines.filter((line) => line.mark !== "written").length;
    const boxes = new Set(lines.map((line) => line.box));
    const empty = this.sheet.boxes.filter((list) => !boxes.has(Number(list.dataset.box)));
    const fill = (text, ...values) => values.reduce((filled, value) => filled.replace("%s", value), text);
    const few = (count, one, many) => (count === 1 ? one : fill(many, count));
    const { texts } = this;
    this.part("count").textContent = fill(
      texts.textCount,
      few(lines.length, texts.textLine, texts.textLines),
      few(boxes.size, texts.textBox, texts.textBoxes),
    );
    this.part("marked").textContent = marked ? few(marked, texts.textMarkedOne, texts.textMarked) : "";
    this.part("empty").textContent =
      empty.length && boxes.size ? fill(texts.textEmpty, empty.map((list) => list.dataset.label.replaceAll(" ", "\u00a0")).join(", ")) : "";
  }

  part(name) {
    return this.dialog.querySelector(`[data-${name}]`);
  }

  say(sentence) {
    this.said.textContent = sentence;
    this.said.hidden = !sentence;
  }

  // Enter hands in, but not the Enter that opened the review and is still held down or bouncing.
  pressed(event) {
    if (event.key !== "Enter") return;
    const tooSoon = event.repeat || performance.now() - this.openedAt < 250;
    if (tooSoon) event.preventDefault();
    else if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.handIn();
    }
  }

  async handIn() {
    if (this.isSending) return;
    this.isSending = true;
    this.button.setAttribute("aria-disabled", "true");
    const trouble = await this.send();
    if (trouble === null) return;
    this.isSending = false;
    this.button.removeAttribute("aria-disabled");
    this.say(trouble);
  }

  // The sentence that says why not, or null when the sheet is in.
  async send() {
    await this.saver.flush();
    const blocked = this.sheet.lines.find((line) => line.refused);
    if (blocked) {
      this.line = blocked;
      return `${blocked.input.getAttribute("aria-label")}: ${blocked.refused}`;
    }
    const lines = this.sheet.lines.filter((line) => line.saysSomething || line.revision).map((line) => line.asSent);
    const answer = await post(this.form.dataset.handInUrl, { lines });
    if (answer.status === 409) this.saver.refresh();
    if (!answer.ok) return answer.body.sentence ?? this.texts.textOffline;
    this.kept.clear();
    this.tabs.tellHandedIn();
    location.assign(answer.body.next);
    return null;
  }
}
