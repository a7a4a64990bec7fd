// Keying pages on which nothing is typed: what this browser kept is brought in from here too, and what is not saved shown.

import { optionalElement } from "../common/elements.js";
import { LateLines } from "./late_lines.js";
import { OtherSheets } from "./other_sheets.js";

const lateLines = new LateLines();
const section = optionalElement(document, ".kept");
if (section) new OtherSheets(section, () => lateLines.draw()).start();
lateLines.draw();
