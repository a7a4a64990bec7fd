// All that the engine says of the current line, when it is more than fits beside the line: every reason with its place
// marked in the text, and every reading where there are several.

import { create, element } from "../common/elements.js";
import { inPieces, short } from "./line.js";

/** @import { Line, Preview } from "./line.js" */
/** @import { Sheet } from "./sheet.js" */

export class LineDetail {
  /**
   * @param {HTMLFormElement} form
   * @param {Sheet} sheet
   */
  constructor(form, sheet) {
    this.sheet = sheet;
    this.element = element(form, ".keying-detail");
    form.addEventListener("focusin", () => this.show(sheet.current));
  }

  /** @param {Line | null} line */
  show(line) {
    if (line !== this.sheet.current) return;
    const preview = line && line.mark === "written" && !line.refused ? line.preview : null;
    const parts = line && preview ? this.parts(line, preview) : [];
    this.element.hidden = !parts.length;
    this.element.replaceChildren(...parts);
  }

  /**
   * Empty where nothing is worth showing. In blind keying a reason would say whether the line is right.
   * @param {Line} line
   * @param {Preview} preview
   */
  parts({ isBlind }, preview) {
    const reasons = create("ol");
    for (const { message, rule } of isBlind ? [] : preview.reasons) {
      reasons.append(create("li", { textContent: rule ? `${message} (${rule})` : message }));
    }
    const readings = preview.readings.map(({ mathml, value }) => {
      // the engine's own writing, never a part of the text
      const item = create("span", { className: "keying-reading", innerHTML: mathml });
      if (value && !isBlind) item.append(` = ${short(value, 40)}`);
      return item;
    });
    if (!reasons.children.length && !readings.length) return [];
    return [...(isBlind ? [] : [inPieces(preview.pieces)]), ...readings, ...(reasons.children.length ? [reasons] : [])];
  }
}
