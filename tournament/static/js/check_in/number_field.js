// Enter in the field checks in; Shift+Enter makes a new line. Lines that are pasted stay lines. What was wrong is
// replaced by what is typed next.

import { element } from "../common/elements.js";

const field = element(document, "[name=who]", HTMLTextAreaElement);

field.select();

field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (!event.repeat) field.form?.requestSubmit();
});
