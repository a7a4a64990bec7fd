// Handing in: a short look back, then the record, then the next number. Without a connection the sheet waits in this
// browser, and whichever keying page has a connection first hands it in.

import { element } from "../common/elements.js";
import { text } from "../common/texts.js";
import { openPage } from "./page_change.js";
import { isAway, post } from "./requests.js";
import { asSent } from "./saver.js";
import { drop, hold } from "./type_ahead.js";

/** @import { Delivery } from "./delivery.js" */
/** @import { Line } from "./line.js" */
/** @import { Answer, HandedIn, Trouble } from "./requests.js" */
/** @import { Saver } from "./saver.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { Tabs } from "./tabs.js" */
/** @import { UnsavedSheet } from "./unsaved_sheets.js" */

const DOUBLE_PRESS = 250;
// Enter also walks through empty boxes: after one, the next hands in only once there was time to read the summary.
const TIME_TO_READ = 1000;

export class Review {
  /**
   * @param {HTMLFormElement} form
   * @param {Sheet} sheet
   * @param {Saver} saver
   * @param {UnsavedSheet} unsaved
   * @param {Tabs} tabs
   * @param {Delivery} delivery
   */
  constructor(form, sheet, saver, unsaved, tabs, delivery) {
    this.form = form;
    this.sheet = sheet;
    this.saver = saver;
    this.unsaved = unsaved;
    this.tabs = tabs;
    this.delivery = delivery;
    this.dialog = element(document, "#review", HTMLDialogElement);
    this.button = this.part("hand-in");
    this.message = element(this.dialog, "[role=alert]");
    this.next = element(this.dialog, "[data-next]", HTMLAnchorElement);
    /** @type {Line | null} */
    this.line = null; // where the cursor was
    this.isSending = false;
    this.waits = false; // for the connection, to be handed in
    this.isPuttingBack = false;
    this.goesPlainly = false;
    /** @type {KeyboardEvent | undefined} */
    this.before = undefined; // the Enter that opened it, or came too soon
    form.addEventListener("submit", (event) => this.submitted(event));
    this.button.addEventListener("click", () => this.handIn());
    this.part("back").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("keydown", (event) => this.pressed(event));
    this.part("try").addEventListener("click", () => this.delivery.go());
    this.next.addEventListener("click", (event) => this.leave(event));
    this.part("take-back").addEventListener("click", () => this.dialog.close());
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
    if (!this.unsaved.waitsForHandIn) return;
    this.open();
    this.wait();
  }

  /**
   * The page's own buttons. Putting back goes the plain way, once everything is saved.
   * @param {SubmitEvent} event
   */
  submitted(event) {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (this.goesPlainly) return;
    event.preventDefault();
    if (button?.value === "put_back") this.putBack(button);
    else this.open();
  }

  /**
   * A task of its own, because a form is not submitted again while its submit event is still being handled.
   * @param {HTMLButtonElement} button
   */
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

  /** @param {KeyboardEvent} [key] that opens it */
  open(key) {
    if (this.dialog.open) return;
    this.line = this.sheet.current ?? this.line;
    this.saver.flush();
    this.count();
    this.say("");
    this.before = key;
    this.dialog.showModal();
    this.focus();
  }

  // On an empty sheet there is nothing to press Enter for.
  focus() {
    (this.isEmpty ? this.part("back") : this.button).focus();
  }

  get isEmpty() {
    return !this.sheet.lines.some((line) => line.saysSomething);
  }

  count() {
    this.dialog.classList.toggle("is-empty", this.isEmpty);
    const lines = this.sheet.lines.filter((line) => line.saysSomething);
    const marked = lines.filter((line) => line.mark !== "written").length;
    const boxes = new Set(lines.map((line) => line.box));
    const empty = this.sheet.boxes.filter((list) => !boxes.has(Number(list.dataset.box)));
    const names = empty.map(({ dataset: { label = "" } }) => label.replaceAll(" ", "\u00a0"));
    this.part("count").textContent = text("count", {
      lines: text("lines", { count: lines.length }),
      boxes: text("boxes", { count: boxes.size }),
    });
    this.part("marked").textContent = marked ? text("marked", { count: marked }) : "";
    this.part("empty").textContent = empty.length && boxes.size ? text("empty", { boxes: names.join(", ") }) : "";
  }

  /** @param {string} name */
  part(name) {
    return element(this.dialog, `[data-${name}]`);
  }

  /** @param {string} sentence */
  say(sentence) {
    this.message.textContent = sentence;
    this.message.hidden = !sentence;
  }

  /**
   * Enter hands in, but not one that repeats what opened the review: held down, bouncing, or one too many at the end.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (event.key !== "Enter") return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isTooSoon = this.isRepeated(event);
    if (isTooSoon) this.before = event;
    if (isTooSoon || isCommand) event.preventDefault();
    if (this.isEmpty) return;
    if (isTooSoon && !event.repeat) this.say(text("too_soon"));
    else if (isCommand && !isTooSoon) this.handIn();
  }

  /** @param {KeyboardEvent} event */
  isRepeated(event) {
    const { before } = this;
    if (event.repeat || !before || before.ctrlKey !== event.ctrlKey || before.metaKey !== event.metaKey)
      return event.repeat;
    const pause = event.ctrlKey || event.metaKey ? DOUBLE_PRESS : TIME_TO_READ;
    return event.timeStamp - before.timeStamp < pause;
  }

  async handIn() {
    if (this.isSending || this.waits) return;
    this.isSending = true;
    this.button.setAttribute("aria-disabled", "true");
    this.say("");
    hold();
    const trouble = await this.send();
    this.isSending = trouble === null;
    if (trouble === null) return;
    drop();
    if (!this.waits) this.button.focus();
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
    const lines = this.sheet.lines.filter((line) => line.saysSomething || line.revision).map((line) => line.typed);
    /** @type {Answer<HandedIn>} */
    const answer = await post(this.unsaved.about.handInUrl, { lines: lines.map(asSent) });
    if (answer.ok) {
      this.unsaved.clear();
      this.handedIn(answer.body);
      return null;
    }
    const { status, body } = answer;
    if (isAway({ status, code: body.code }) && this.unsaved.handIn(lines)) return this.wait();
    if (status === 409) {
      this.isSending = false;
      await this.saver.refresh();
    }
    return body.sentence ?? text("offline");
  }

  /** @param {HandedIn} answer */
  async handedIn({ next }) {
    this.waits = false;
    this.isSending = true; // until the next page is there
    this.tabs.tellClosed();
    if (next && !(await openPage(next))) location.assign(next);
  }

  // Kept here until the server has said yes or no.
  wait() {
    this.waits = true;
    this.dialog.classList.add("is-waiting");
    this.next.focus();
    this.delivery.go();
    return "";
  }

  /**
   * To the next number, unless that page cannot be opened either: then only this one would be lost.
   * @param {Event} event
   */
  async leave(event) {
    event.preventDefault();
    const isThere = await fetch(this.next.href, { method: "HEAD" }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isThere) location.assign(this.next.href);
    else this.say(text("no_next"));
  }

  /** @param {Trouble} trouble */
  sayWaiting({ code, sentence = "" }) {
    if (!this.waits) return;
    const isSignedOut = code === "signed_out";
    this.say(isSignedOut ? sentence : "");
    this.part("sign-in").hidden = !isSignedOut;
  }

  /** @param {Trouble} trouble */
  refused({ sentence = "" }) {
    if (!this.waits) return;
    this.goBack();
    this.saver.refresh();
    this.say(sentence);
  }

  // The keyer takes the sheet back to go on typing, or the server would not have it.
  goBack() {
    this.waits = false;
    this.delivery.stop();
    this.unsaved.takeBack();
    this.dialog.classList.remove("is-waiting");
    this.button.focus();
  }

  closed() {
    if (this.waits) this.goBack();
    this.line?.comeBack();
  }
}
