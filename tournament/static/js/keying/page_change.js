// Shows the next page of the typing desk in this document, so that no key is lost between two pages. A page of another
// kind, such as the one to sign in, is opened by the browser.

import { elements, optionalElement } from "../common/elements.js";
import { endPage } from "./page_lifetime.js";
import { drop, hold, release } from "./type_ahead.js";

let shown = location.pathname;
let start = () => {};

/**
 * Calls this for the page that is shown, and for each that follows.
 * @param {() => void} startPage
 */
export function onPage(startPage) {
  start = startPage;
  addEventListener("popstate", () => location.pathname !== shown && location.reload());
  start();
}

/**
 * Opens a page and types what was typed meanwhile. False where there is no connection.
 * @param {string} url
 * @param {RequestInit} [request]
 */
export async function openPage(url, request) {
  hold();
  document.body.classList.add("is-opening");
  try {
    const response = await fetch(url, request);
    await show(response, await response.text(), response.redirected || !request);
    return true;
  } catch {
    document.body.classList.remove("is-opening");
    drop();
    return false;
  }
}

/**
 * @param {Response} response
 * @param {string} html
 * @param {boolean} isNext or else the page comes back because the server refused
 */
async function show({ ok, url }, html, isNext) {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!optionalElement(page, ".kept")) return location.assign(url);
  await Promise.all(elements(page.head, "link[rel=stylesheet]", HTMLLinkElement).map(addStyle));
  endPage();
  if (url !== location.href) history.pushState(null, "", url);
  shown = location.pathname;
  document.title = page.title;
  document.body.className = page.body.className;
  document.body.replaceChildren(...page.body.childNodes);
  scrollTo(0, 0);
  optionalElement(document, "[autofocus]")?.focus();
  start();
  if (ok && isNext && document.activeElement instanceof HTMLInputElement) release();
  else drop();
  return null;
}

/**
 * Loads a style sheet that this document does not have.
 * @param {HTMLLinkElement} link
 */
function addStyle(link) {
  const href = link.getAttribute("href");
  if (optionalElement(document.head, `link[href="${href}"]`, HTMLLinkElement)) return null;
  return new Promise((resolve) => {
    const style = document.importNode(link);
    style.onload = style.onerror = resolve;
    document.head.append(style);
  });
}
