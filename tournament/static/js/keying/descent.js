// What a line goes on from: the version that the server is known to have, and those that it may have because this
// browser sent them and heard nothing. With it, one look at what is stored says whose edit stands.

const MOST = 30; // versions sent without an answer that are worth remembering

const isSame = (one, other) => one.text === other.text && one.mark === other.mark;
const version = ({ text, mark, revision }) => ({ text, mark, revision });

export class Descent {
  constructor(base, sent = []) {
    this.base = version(base);
    this.sent = sent.map(version);
  }

  // From what was kept in this browser or came from another tab.
  static from(plain) {
    return new Descent(plain?.base ?? { text: "", mark: "written", revision: 0 }, plain?.sent ?? []);
  }

  // The server may have this version.
  went(line) {
    if (this.sent.at(-1)?.revision === line.revision) return;
    this.sent = [...this.sent, version(line)].slice(-MOST);
  }

  // The server has this version, or she has seen that it has.
  settle(line) {
    this.base = version(line);
    this.sent = this.sent.filter(({ revision }) => revision > line.revision);
  }

  // Between her line and the stored one: "same", "ours", "theirs" when only they have changed it, or "both".
  compare(ours, theirs) {
    if (isSame(ours, theirs)) return "same";
    const isOurs = isSame(theirs, this.base)
      || this.sent.some((each) => isSame(each, theirs) && each.revision === theirs.revision);
    if (isOurs) return "ours";
    return isSame(ours, this.base) ? "theirs" : "both";
  }
}

// Let a waiting line meet the stored one. Where both have changed it, `onBoth` shows her the two.
export function reconcile(ours, theirs, { drop, again, onBoth }) {
  const whose = ours.descent.compare(ours, theirs);
  const isMoved = ours.position !== theirs.position && theirs.revision < ours.revision;
  if (whose === "both") return onBoth(ours, theirs);
  if (whose === "theirs" || (whose === "same" && !isMoved)) return drop(ours, theirs);
  if (ours.descent.base.revision === theirs.revision) return null; // it is on its way already
  ours.descent.settle(theirs);
  ours.revision = Math.max(ours.revision, theirs.revision + 1);
  return again(ours);
}
