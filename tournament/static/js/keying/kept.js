// What is typed and not saved yet, kept in this browser: a reload, a crash or a dead battery loses nothing.
// One entry a line, so that two tabs never write over each other's lines.

export class Kept {
  constructor(keying, about) {
    this.prefix = `keying:${keying}:`;
    this.about = about;
  }

  // False where the browser keeps nothing: private windows, a full disk.
  keep(line) {
    try {
      localStorage.setItem(this.prefix + line.key, JSON.stringify({ ...line, ...this.about }));
      return true;
    } catch {
      return false;
    }
  }

  // Forget a line once this revision of it is saved; a newer one stays.
  forget(key, revision) {
    const line = this.read(this.prefix + key);
    if (line && line.revision <= revision) localStorage.removeItem(this.prefix + key);
  }

  all() {
    return this.names().map((name) => this.read(name)).filter(Boolean);
  }

  clear() {
    for (const name of this.names()) localStorage.removeItem(name);
  }

  names() {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(this.prefix));
    } catch {
      return [];
    }
  }

  read(name) {
    try {
      const { key, box, position, text, mark, revision } = JSON.parse(localStorage.getItem(name));
      return { key, box, position, text, mark, revision };
    } catch {
      return null;
    }
  }
}
