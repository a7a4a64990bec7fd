// Says at once that a chosen file is larger than its field takes (data-most, in bytes), and does not send it: a phone would
// send for minutes, and the answer would be another page without what was written.
import { elements } from "./elements.js";
import { text } from "./texts.js";

const MEGABYTE = 1_000_000;

for (const input of elements(document, "input[data-most]", HTMLInputElement)) {
  const most = Number(input.dataset.most);
  const problem = document.createElement("p");
  problem.className = "errorlist";
  problem.role = "alert";
  problem.id = `${input.id}-size`;
  const described = [input.getAttribute("aria-describedby"), problem.id];
  input.setAttribute("aria-describedby", described.filter(Boolean).join(" "));
  input.after(problem);
  const size = () => Math.max(0, ...[...(input.files ?? [])].map((file) => file.size));
  const check = () => {
    const megabytes = String(Math.ceil(size() / MEGABYTE));
    problem.textContent =
      size() > most
        ? text("too_large")
            .replace("MEGABYTES", megabytes)
            .replace("MOST", String(most / MEGABYTE))
        : "";
    return !problem.textContent;
  };
  input.addEventListener("change", check);
  input.form?.addEventListener("submit", (event) => {
    if (check()) return;
    event.preventDefault();
    input.focus();
  });
}
