// All that the engine says of the current line, when it is more than fits beside the line: every reason with its place
// marked in the text, and every reading where there are several.

import { inPieces, short } from "./line.js";

export class Detail {
  constructor(form, sheet) {
    this.sheet = sheet;
    this.element = form.querySelector(".keying-detail");
    form.addEventListener("focusin", () => this.show(sheet.current));
  }

  show(line) {
    if (line !== this.sheet.current) return;
    const said = line && line.mark === "written" && !line.refused ? line.said : null;
    const isWorthIt = Boolean(said && (this.reasons(line).length || said.readings?.length));
    this.element.hidden = !isWorthIt;
    this.element.replaceChildren(...(isWorthIt ? this.parts(line, said) : []));
  }

  // In blind keying a reason would say whether the line is right.
  reasons(line) {
    return line.isBlind ? [] : (line.said.reasons ?? []);
  }

  parts(line, said) {
    const reasons = document.createElement("ol");
    for (const { message, rule } of this.reasons(line)) {
      const item = document.createElement("li");
      item.textContent = rule ? `${message} (${rule})` : message;
      reasons.append(item);
    }
    const readings = (said.readings ?? []).map((reading) => {
      const item = document.createElement("span");
      item.className = "keying-reading";
      item.innerHTML = reading.mathml; // the engine's own writing, never a part of the text
      if (reading.value && !line.isBlind) item.append(` = ${short(reading.value, 40)}`);
      return item;
    });
    return [
      ...(line.isBlind ? [] : [inPieces(said.pieces)]),
      ...readings,
      ...(reasons.children.length ? [reasons] : []),
    ];
  }
}
