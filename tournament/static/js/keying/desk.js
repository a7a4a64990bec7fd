// Every page of the typing desk: the number, the sheet, and those on which nothing is typed. What this browser kept is
// brought in from each of them, and what is not saved is shown.

import { optionalElement } from "../common/elements.js";
import { LateLines } from "./late_lines.js";
import { startNumber } from "./number_page.js";
import { OtherSheets } from "./other_sheets.js";
import { onPage } from "./page_change.js";
import { startSheet } from "./sheet_page.js";

onPage(() => {
  const form = optionalElement(document, "form.keying", HTMLFormElement);
  if (form?.dataset.open) return startSheet(form);
  const lateLines = new LateLines();
  const section = optionalElement(document, ".kept");
  if (section) new OtherSheets(section, () => lateLines.draw()).start();
  lateLines.draw();
  const number = optionalElement(document, ".big-number input", HTMLInputElement);
  if (number) startNumber(number);
  return null;
});
