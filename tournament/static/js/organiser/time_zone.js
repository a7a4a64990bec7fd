// Chooses the time zone of this computer for a new event. Without this script the organiser chooses one.
const field = document.querySelector("[data-own-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (field && zone) {
  if (![...field.options].some((option) => option.value === zone)) {
    field.prepend(new Option(zone.replaceAll("_", " "), zone));
  }
  field.value = zone;
}
