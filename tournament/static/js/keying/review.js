// Handing in: a short look back, then the record, then the next number. Without a connection the sheet waits in this
// browser, and whichever keying page has a connection first hands it in.

import { isAway, post } from "./post.js";
import { asSent } from "./saver.js";

export class Review {
  constructor(form, sheet, saver, kept, tabs, delivery) {
    Object.assign(this, { form, sheet, saver, kept, tabs, delivery });
    this.texts = form.dataset;
    this.dialog = document.getElementById("review");
    this.button = this.dialog.querySelector("[data-hand-in]");
    this.said = this.dialog.querySelector("[role=alert]");
    form.addEventListener("submit", (event) => this.submitted(event));
    this.button.addEventListener("click", () => this.handIn());
    this.dialog.querySelector("[data-back]").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("keydown", (event) => this.pressed(event));
    this.dialog.querySelector("[data-try]").addEventListener("click", () => this.delivery.go());
    this.next = this.dialog.querySelector("[data-next]");
    this.next.addEventListener("click", (event) => this.leave(event));
    this.dialog.querySelector("[data-take-back]").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("cancel", (event) => {
      if (this.isSending || this.waits) event.preventDefault();
    });
    this.dialog.addEventListener("close", () => this.closed());
    delivery.onDone = (answer) => this.handedIn(answer);
    delivery.onWaiting = (trouble) => this.sayWaiting(trouble);
    delivery.onRefused = (trouble) => this.refused(trouble);
  }

  // The sheet waits to be handed in since before a reload.
  resume() {
    if (!this.kept.waitsForHandIn) return;
    this.open();
    this.wait();
  }

  // The page's own buttons. Putting back goes the plain way, once everything is saved.
  submitted(event) {
    const button = event.submitter;
    if (this.goesPlainly) return;
    event.preventDefault();
    if (button?.value === "put_back") this.putBack(button);
    else this.open();
  }

  // A task of its own, because a form is not submitted again while its submit event is still being handled.
  async putBack(button) {
    if (this.isPuttingBack) return; // the second press of a double click
    this.isPuttingBack = true;
    this.isPuttingBack = await this.saver.flush();
    if (!this.isPuttingBack) return;
    setTimeout(() => {
      this.goesPlainly = true;
      this.form.requestSubmit(button);
      this.goesPlainly = false;
    });
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
      empty.length && boxes.size
        ? fill(texts.textEmpty, empty.map((list) => list.dataset.label.replaceAll(" ", "\u00a0")).join(", "))
        : "";
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
    if (this.isSending || this.waits) return;
    this.isSending = true;
    this.button.setAttribute("aria-disabled", "true");
    const trouble = await this.send();
    this.isSending = trouble === null;
    if (this.isSending) return;
    this.button.removeAttribute("aria-disabled");
    this.say(trouble);
  }

  // The sentence that says why not, empty where the page shows it already, or null when the sheet is in.
  async send() {
    await this.saver.flush();
    const blocked = this.sheet.lines.find((line) => line.refused);
    if (blocked) {
      this.line = blocked;
      return `${blocked.input.getAttribute("aria-label")}: ${blocked.refused}`;
    }
    const lines = this.sheet.lines.filter((line) => line.saysSomething || line.revision).map((line) => line.asKept);
    const answer = await post(this.form.dataset.handInUrl, { lines: lines.map(asSent) });
    if (isAway(answer) && this.kept.handIn(lines)) return this.wait();
    if (answer.status === 409) {
      this.isSending = false;
      await this.saver.refresh();
    }
    if (!answer.ok) return answer.body.sentence ?? this.texts.textOffline;
    this.kept.clear();
    this.handedIn(answer.body);
    return null;
  }

  handedIn({ next }) {
    this.waits = false;
    this.isSending = true; // until the next page is there
    this.tabs.tellClosed();
    if (next) location.assign(next);
  }

  // Kept here until the server has said yes or no.
  wait() {
    this.waits = true;
    this.dialog.classList.add("is-waiting");
    this.next.focus();
    this.delivery.go();
    return "";
  }

  // To the next number, unless that page cannot be opened either: then only this one would be lost.
  async leave(event) {
    event.preventDefault();
    const isThere = await fetch(this.next.href, { method: "HEAD" }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isThere) location.assign(this.next.href);
    else this.say(this.texts.textNoNext);
  }

  sayWaiting({ code, sentence }) {
    if (!this.waits) return;
    const isSignedOut = code === "signed_out";
    this.say(isSignedOut ? sentence : "");
    this.dialog.querySelector("[data-sign-in]").hidden = !isSignedOut;
  }

  refused({ sentence }) {
    if (!this.waits) return;
    this.goBack();
    this.saver.refresh();
    this.say(sentence);
  }

  // She takes the sheet back to go on typing, or the server would not have it.
  goBack() {
    this.waits = false;
    this.delivery.stop();
    this.kept.takeBack();
    this.dialog.classList.remove("is-waiting");
    this.button.focus();
  }

  closed() {
    if (this.waits) this.goBack();
    this.line?.comeBack();
  }
}
