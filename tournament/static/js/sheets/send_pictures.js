// Sends a pile of pictures one by one, so that one that fails fails alone, and asks for the code of those whose square
// code cannot be read. Without this script they go in one request.
import { create, element, elements } from "../common/elements.js";
import { text } from "../common/texts.js";

const form = element(document, "[data-pile]", HTMLFormElement);
const token = element(form, "[name=csrfmiddlewaretoken]", HTMLInputElement);
const input = element(form, "[name=pictures]", HTMLInputElement);
const list = element(document, "[data-sent]");

element(document, ".plain-code").hidden = true;

/**
 * What a page, or a bare line, says that the server sends in place of a row.
 * @param {string} answer
 * @returns {Element}
 */
function sentence(answer) {
  const page = new DOMParser().parseFromString(answer, "text/html");
  return page.querySelector("main p") ?? page.body;
}

/**
 * The row of this picture as HTML. It throws where it was not taken, with an element that says why if there is one.
 * @param {File} file
 * @param {string} code of the sheet, empty where the picture shows it
 */
async function post(file, code) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", token.value);
  body.set("pictures", file);
  body.set("code", code);
  const answer = await fetch("?fragment=1", { method: "POST", body, redirect: "error" });
  if (answer.status === 413) return sentence(await answer.text()).outerHTML;
  if (answer.status === 503) throw sentence(await answer.text());
  if (!answer.ok && answer.status !== 400) throw new Error(String(answer.status));
  return answer.text();
}

/**
 * A button in the row, behind a field for a code where it has a label.
 * @param {Element} row
 * @param {string} label
 * @param {string} button
 * @param {(code: string) => void} again
 */
function ask(row, label, button, again) {
  const asking = create("form", { className: "actions" });
  const code = label
    ? create("input", { ariaLabel: label, placeholder: label, autocomplete: "off", required: true })
    : null;
  asking.append(
    ...(code ? [code] : []),
    create("button", { className: "button button-quiet button-small", textContent: button }),
  );
  asking.addEventListener("submit", (event) => {
    event.preventDefault();
    again(code ? code.value : "");
  });
  row.append(asking);
}

/**
 * Each row keeps its file until it is attached: what came back for it stands in its place.
 * @param {File} file
 * @param {Element} row
 * @param {string} code
 */
async function send(file, row, code) {
  row.replaceChildren(
    create("span", { textContent: file.name }),
    create("span", { className: "muted", textContent: text("sending") }),
  );
  row.className = "sent";
  try {
    const html = await post(file, code);
    const { content } = create("template", { innerHTML: html });
    const rows = elements(content, "li");
    if (!rows.length) return row.replaceChildren(create("span", { textContent: file.name }), content);
    row.replaceWith(...rows);
    const open = rows.findLast((each) => "needsCode" in each.dataset);
    if (open) ask(open, text("code"), text("send"), (typed) => send(file, only(rows, open), typed));
  } catch (reason) {
    const sentence = reason instanceof Element ? reason.textContent : "";
    element(row, ":scope > :last-child").textContent = sentence || text("failed");
    ask(row, "", text("again"), () => send(file, row, code));
  }
}

/**
 * Removes the other rows.
 * @param {Element[]} rows
 * @param {Element} open
 */
function only(rows, open) {
  for (const each of rows) if (each !== open) each.remove();
  return open;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const files = [...(input.files ?? [])];
  input.value = "";
  const rows = files.map(() => create("li", { className: "sent" }));
  list.prepend(...rows);
  for (const [at, file] of files.entries()) rows[at].append(create("span", { textContent: file.name }));
  for (const [at, file] of files.entries()) await send(file, rows[at], "");
});
