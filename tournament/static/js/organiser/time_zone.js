// Chooses the time zone of this computer for a new event. Without this script the organiser chooses one.
import { optionalElement } from "../common/elements.js";

const field = optionalElement(document, "[data-own-zone]", HTMLSelectElement);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (field && zone) {
  if (![...field.options].some((option) => option.value === zone)) {
    field.prepend(new Option(zone.replaceAll("_", " "), zone));
  }
  field.value = zone;
}
