// Sends a pile of pictures one by one, so that one that fails fails alone, and asks for the code of those whose square
// code cannot be read. Without this script they go in one request.
const form = document.querySelector("[data-pile]");
const input = form.elements.pictures;
const list = document.querySelector("[data-sent]");
const text = form.dataset;

document.querySelector(".plain-code").hidden = true;

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

// What a page, or a bare line, says that the server sends in place of a row.
function sentence(answer) {
  const page = new DOMParser().parseFromString(answer, "text/html");
  return page.querySelector("main p") ?? page.body;
}

async function post(file, code) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.set("pictures", file);
  body.set("code", code);
  const answer = await fetch("?fragment=1", { method: "POST", body, redirect: "error" });
  if (answer.status === 413) return sentence(await answer.text()).outerHTML;
  if (answer.status === 503) throw sentence(await answer.text());
  if (!answer.ok && answer.status !== 400) throw new Error(answer.status);
  return answer.text();
}

function ask(row, label, button, again) {
  const asking = element("form", { className: "actions" });
  const code = label && element("input", { ariaLabel: label, placeholder: label, autocomplete: "off", required: true });
  asking.append(
    ...(code ? [code] : []),
    element("button", { className: "button button-quiet button-small", textContent: button }),
  );
  asking.addEventListener("submit", (event) => {
    event.preventDefault();
    again(code ? code.value : "");
  });
  row.append(asking);
}

// Each row keeps its file until it is attached: what came back for it stands in its place.
async function send(file, row, code) {
  row.replaceChildren(
    element("span", { textContent: file.name }),
    element("span", { className: "muted", textContent: text.textSending }),
  );
  row.className = "sent";
  try {
    const html = await post(file, code);
    const made = element("template", { innerHTML: html }).content;
    const rows = [...made.querySelectorAll("li")];
    if (!rows.length) return row.replaceChildren(element("span", { textContent: file.name }), made);
    row.replaceWith(...rows);
    const open = rows.findLast((each) => "needsCode" in each.dataset);
    if (open) ask(open, text.textCode, text.textSend, (said) => send(file, alone(rows, open), said));
  } catch (reason) {
    row.lastElementChild.textContent = reason.textContent || text.textFailed;
    ask(row, "", text.textAgain, () => send(file, row, code));
  }
}

function alone(rows, open) {
  for (const each of rows) if (each !== open) each.remove();
  return open;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const files = [...input.files];
  input.value = "";
  const rows = files.map(() => element("li", { className: "sent" }));
  list.prepend(...rows);
  for (const [at, file] of files.entries()) rows[at].append(element("span", { textContent: file.name }));
  for (const [at, file] of files.entries()) await send(file, rows[at], "");
});
