// The page of numbers: the next number replaces the one that was wrong, and the sheet opens on this page.

import { element } from "../common/elements.js";
import { text } from "../common/texts.js";
import { openPage } from "./page_change.js";

/** @param {HTMLInputElement} number */
export function startNumber(number) {
  number.select();
  element(document, "main").addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = answers(event);
    const trouble = element(document, "[data-no-connection]");
    trouble.hidden = true;
    if (await openPage(location.href, { method: "POST", body })) return;
    trouble.textContent = text("try_again");
    trouble.hidden = false;
    number.select();
  });
}

/**
 * What the form sends, with the button that was pressed.
 * @param {SubmitEvent} event
 */
function answers({ target, submitter }) {
  const data = new FormData(/** @type {HTMLFormElement} */ (target));
  if (submitter instanceof HTMLButtonElement && submitter.name) data.append(submitter.name, submitter.value);
  return data;
}
