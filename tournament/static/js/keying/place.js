// Where the cursor is on a sheet, kept in this tab, so that a reload brings it back to the box and the line it was in.

export class Place {
  constructor(keying, sheet) {
    this.name = `keying-place:${keying}`;
    this.sheet = sheet;
  }

  // Go to the line where the cursor was before, then remember where it goes.
  start() {
    const line = this.sheet.lines.some(({ refused }) => refused) ? null : this.find(read(this.name));
    if (line) line.comeBack();
    this.remember();
    this.sheet.form.addEventListener("focusin", () => this.remember());
  }

  remember() {
    const line = this.sheet.current;
    if (!line) return;
    const lines = this.sheet.inBox(line.element.parentElement);
    write(this.name, { key: line.key, box: line.box, at: lines.indexOf(line) });
  }

  // An empty row has a new key after each reload, so it is found by its number.
  find(place) {
    const list = place && this.sheet.boxes.find((each) => Number(each.dataset.box) === place.box);
    return (
      list && (this.sheet.find(place.key) ?? this.sheet.inBox(list).at(Math.min(place.at, list.children.length - 1)))
    );
  }
}

function read(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}

function write(name, place) {
  try {
    sessionStorage.setItem(name, JSON.stringify(place));
  } catch {
    // a browser that keeps nothing begins where the server says
  }
}
