// What is typed and not saved yet, kept in this browser: a reload, a crash or a dead battery loses nothing.
// One entry a line, so that two tabs never write over each other's lines; and one for a sheet that waits to be handed in.
//   keying:<keying>:<line key>   the line, when it was typed, and of which sheet it is
//   keying:<keying>:hand-in      the lines of the whole sheet as they were handed in
//   keying:<keying>:trouble      why the server would have none of it

import { newKey } from "./post.js";

const HAND_IN = "hand-in";
const TROUBLE = "trouble";
const WORDS = [HAND_IN, TROUBLE];

export class Kept {
  // `about` says of which sheet: {page, number, round, keyer, linesUrl, handInUrl, tellUrl}.
  constructor(keying, about) {
    this.keying = String(keying);
    this.prefix = `keying:${keying}:`;
    this.about = about;
  }

  // False where the browser keeps nothing: private windows, a full disk. What another tab typed later stays.
  keep(line) {
    const there = read(this.prefix + line.key);
    return there?.revision > line.revision || this.write(line.key, { ...line, at: line.at ?? Date.now() });
  }

  // Forget a line once this revision of it is saved; a newer one stays.
  forget(key, revision) {
    const line = read(this.prefix + key);
    if (!line || line.revision > revision) return;
    remove(this.prefix + key);
    if (this.isEmpty) this.clear(); // and what was the trouble with it
  }

  // The lines, in the order of the paper.
  all() {
    const names = this.names().filter((name) => !WORDS.some((word) => name === this.prefix + word));
    return names
      .map(read)
      .filter(Boolean)
      .sort((one, other) => one.box - other.box || one.position - other.position);
  }

  handIn(lines) {
    return this.write(HAND_IN, { at: Date.now(), lines });
  }

  // {at, lines} of the sheet that waits to be handed in, or null.
  get waitsForHandIn() {
    return read(this.prefix + HAND_IN);
  }

  takeBack() {
    remove(this.prefix + HAND_IN);
  }

  // {code, sentence} of the last refusal, or null.
  get trouble() {
    return read(this.prefix + TROUBLE);
  }

  set trouble(said) {
    if (said) this.write(TROUBLE, said);
    else remove(this.prefix + TROUBLE);
  }

  clear() {
    this.names().forEach(remove);
  }

  get isEmpty() {
    return !this.all().length && !this.waitsForHandIn;
  }

  // A line in whose place another tab had saved a newer text: it is kept beside the sheet and not sent any more.
  passOver(line) {
    this.forget(line.key, line.revision);
    const beside = new Kept(`${this.keying}-passed`, this.about);
    if (line.text || line.mark !== "written") {
      beside.keep({ ...line, key: newKey() });
      beside.trouble = { code: "passed_over" };
    }
    return beside;
  }

  names() {
    return everyName().filter((name) => name.startsWith(this.prefix));
  }

  write(word, what) {
    try {
      localStorage.setItem(this.prefix + word, JSON.stringify({ ...what, about: this.about }));
      return true;
    } catch {
      return false;
    }
  }
}

// Every sheet that this browser keeps something of.
export function everySheet() {
  const found = new Map();
  for (const name of everyName()) {
    const keying = name.split(":")[1];
    const about = read(name)?.about;
    if (about && !found.has(keying)) found.set(keying, new Kept(keying, about));
  }
  return [...found.values()];
}

function everyName() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith("keying:"));
  } catch {
    return [];
  }
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function remove(name) {
  localStorage.removeItem(name);
}
