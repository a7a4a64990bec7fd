// One line of the sheet: the <li> and what is known of it.

const MARKS = ["illegible", "struck_out", "blank"];

/** A number that may have thousands of digits, cut so that it fits beside its line. */
export const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export class Line {
  constructor(element) {
    this.element = element;
    this.input = element.querySelector(".line-text input");
    this.key = element.dataset.key;
    this.box = Number(element.dataset.box);
    this.position = element.dataset.position ? Number(element.dataset.position) : null;
    this.revision = Number(element.dataset.revision);
    this.mark = element.dataset.mark;
    this.refused = element.querySelector(".line-note.is-error")?.textContent ?? "";
    this.said = null; // the engine's latest answer
    this.typedAt = null;
  }

  get text() {
    return this.input.value;
  }

  get isEmpty() {
    return this.text === "" && this.mark === "written";
  }

  get saysSomething() {
    return this.text.trim() !== "" || this.mark !== "written";
  }

  // As it is kept in this browser and told to other tabs.
  get asKept() {
    const { key, box, position, text, mark, revision, typedAt } = this;
    return { key, box, position, text, mark, revision, at: typedAt };
  }

  differsFrom({ text, mark }) {
    return this.text !== text || this.mark !== mark;
  }

  // The plain form sends the line under this name, should the script fail later.
  rename(key = this.key) {
    this.key = this.element.dataset.key = key;
    this.input.name = `line-${this.box}-${this.revision}-${key}`;
    this.element.querySelector(".line-note").id = `note-${key}`;
    this.input.setAttribute("aria-describedby", `note-${key}`);
    for (const box of this.element.querySelectorAll(".line-marks input")) box.name = `mark-${key}`;
  }

  // As it stands on the server, was typed in another tab of this browser, or here before a reload.
  take({ text, mark, revision, position, at = null }) {
    if (this.text !== text) this.input.value = text;
    this.revision = revision;
    this.position = position;
    this.typedAt = at;
    this.refused = "";
    this.setMark(mark);
    this.rename();
  }

  setMark(mark) {
    this.mark = this.element.dataset.mark = mark;
    this.element.classList.toggle("is-struck-out", mark === "struck_out");
    for (const box of this.element.querySelectorAll(".line-marks input")) box.checked = box.value === mark;
  }

  toggleMark(mark) {
    this.setMark(this.mark === mark ? "written" : mark);
  }

  // Behind a dialog that was closed with the mouse Chromium gives the focus back and takes no letter, until the caret is set.
  comeBack() {
    this.input.focus();
    this.input.setSelectionRange(this.input.selectionStart, this.input.selectionEnd);
  }

  number(n, label) {
    this.element.querySelector(".line-n").textContent = n;
    this.input.setAttribute("aria-label", label);
  }

  // In blind keying the page shows how the line is read, and never whether it is right.
  get isBlind() {
    return Boolean(this.element.closest(".is-blind"));
  }

  // What stands beside the text. It never touches the text.
  show(said) {
    this.said = said;
    const isMarked = MARKS.includes(this.mark);
    const reading = this.part("reading");
    if (isMarked || !said) reading.replaceChildren();
    else if (said.mathml)
      reading.innerHTML = said.mathml; // the engine's own writing, never a part of the text
    else reading.replaceChildren(this.unread(said));
    this.element.classList.remove("is-asking", "is-tall");
    this.element.classList.toggle("is-tall", reading.scrollHeight > reading.clientHeight + 1);
    this.part("value").textContent = isMarked || this.isBlind ? "" : short(said?.value ?? "", 18);
    const misses = said?.verdict === "accepted" && said.on_target === false;
    this.tag(isMarked ? this.mark : misses ? "off_target" : said?.verdict);
    this.note();
  }

  unread(said) {
    if (!this.isBlind) return inPieces(said.pieces);
    const words = document.createElement("span");
    words.className = "muted";
    words.textContent = this.element.closest("form").dataset.textUnreadable;
    return words;
  }

  tag(name) {
    const isShown = name && (!this.isBlind || MARKS.includes(name));
    const tag = isShown && document.querySelector(`[data-tag="${name}"] > .tag`);
    this.part("verdict").replaceChildren(...(tag ? [tag.cloneNode(true)] : []));
  }

  note() {
    const note = this.part("note");
    const remark = this.mark === "written" && !this.isBlind && this.said?.note;
    note.classList.toggle("is-error", Boolean(this.refused));
    note.textContent = note.title = this.refused || remark || "";
    this.input.setAttribute("aria-invalid", String(Boolean(this.refused)));
  }

  part(name) {
    return this.element.querySelector(`.line-${name}`);
  }
}

// The text with the places marked that the reasons speak of.
export function inPieces(pieces) {
  const said = document.createElement("span");
  said.className = "said verbatim";
  for (const { text, reasons } of pieces ?? []) {
    const node = document.createElement(reasons.length ? "mark" : "span");
    node.textContent = text || "\u2038"; // a caret where something is missing
    said.append(node);
  }
  return said;
}
