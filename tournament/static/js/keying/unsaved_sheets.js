// What is typed and not saved yet, stored in this browser: a reload, a crash or a dead battery loses nothing.
// One entry a line, so that two tabs never write over each other's lines; and one for a sheet that waits to be handed in.
//   keying:<keying>:<line key>   the line, when it was typed, and of which sheet it is
//   keying:<keying>:hand-in      the lines of the whole sheet as they were handed in
//   keying:<keying>:trouble      why the server refused it

import { read, write } from "../common/storage.js";
import { newKey } from "./requests.js";

/** @import { TypedLine } from "./line.js" */
/** @import { Refusal } from "./requests.js" */

/**
 * Which sheet it is, who types it, and the addresses that take it.
 * @typedef {object} SheetFacts
 * @property {string} page
 * @property {string} number
 * @property {string} round
 * @property {string} event
 * @property {string} keyer
 * @property {string} linesUrl
 * @property {string} handInUrl
 * @property {string} tellUrl
 */

/** @typedef {TypedLine & {at: number}} StoredLine */
/** @typedef {{at: number, lines: TypedLine[]}} HandIn */

const HAND_IN = "hand-in";
const TROUBLE = "trouble";
const WORDS = [HAND_IN, TROUBLE];

export class UnsavedSheet {
  /**
   * @param {string} keying
   * @param {SheetFacts} about
   */
  constructor(keying, about) {
    this.keying = keying;
    this.prefix = `keying:${keying}:`;
    this.about = about;
  }

  /**
   * Stores the line. What another tab typed later stays. False where the browser stores nothing: private windows, a
   * full disk.
   * @param {TypedLine} line
   */
  store(line) {
    const stored = this.line(line.key);
    return (stored && stored.revision > line.revision) || this.write(line.key, { ...line, at: line.at ?? Date.now() });
  }

  /**
   * Forgets a line once this revision of it is saved; a newer one stays.
   * @param {string} key
   * @param {number} revision
   */
  forget(key, revision) {
    const line = this.line(key);
    if (!line || line.revision > revision) return;
    write(this.prefix + key, null);
    if (this.isEmpty) this.clear(); // and what was the trouble with it
  }

  /** @param {string} key */
  line(key) {
    return /** @type {StoredLine | null} */ (read(this.prefix + key));
  }

  /** The lines, in the order of the paper. */
  lines() {
    const keys = this.names().map((name) => name.slice(this.prefix.length));
    const lines = keys.filter((key) => !WORDS.includes(key)).map((key) => this.line(key));
    return lines
      .filter((line) => line !== null)
      .sort((one, other) => one.box - other.box || Number(one.position) - Number(other.position));
  }

  /** @param {TypedLine[]} lines */
  handIn(lines) {
    return this.write(HAND_IN, { at: Date.now(), lines });
  }

  /** The sheet that waits to be handed in, or null. */
  get waitsForHandIn() {
    return /** @type {HandIn | null} */ (read(this.prefix + HAND_IN));
  }

  takeBack() {
    write(this.prefix + HAND_IN, null);
  }

  /** The last refusal, or null. */
  get trouble() {
    return /** @type {Refusal | null} */ (read(this.prefix + TROUBLE));
  }

  set trouble(refusal) {
    if (refusal) this.write(TROUBLE, refusal);
    else write(this.prefix + TROUBLE, null);
  }

  clear() {
    for (const name of this.names()) write(name, null);
  }

  get isEmpty() {
    return !this.lines().length && !this.waitsForHandIn;
  }

  /**
   * A line in whose place another tab had saved a newer text: it is stored beside the sheet and not sent any more.
   * @param {TypedLine} line
   */
  passOver(line) {
    this.forget(line.key, line.revision);
    const beside = new UnsavedSheet(`${this.keying}-passed`, this.about);
    if (line.text || line.mark !== "written") {
      beside.store({ ...line, key: newKey() });
      beside.trouble = { code: "passed_over" };
    }
    return beside;
  }

  names() {
    return everyName().filter((name) => name.startsWith(this.prefix));
  }

  /**
   * @param {string} word
   * @param {object} entry
   */
  write(word, entry) {
    return write(this.prefix + word, { ...entry, about: this.about });
  }
}

/** Every sheet of which this browser stores something. */
export function unsavedSheets() {
  /** @type {Map<string, UnsavedSheet>} */
  const sheets = new Map();
  for (const name of everyName()) {
    const keying = name.split(":")[1];
    const entry = /** @type {{about?: SheetFacts} | null} */ (read(name));
    if (entry?.about && !sheets.has(keying)) sheets.set(keying, new UnsavedSheet(keying, entry.about));
  }
  return [...sheets.values()];
}

function everyName() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith("keying:"));
  } catch {
    return [];
  }
}
