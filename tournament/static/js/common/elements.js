// Elements of the page, by selector and class. HTMLElement is the class where none is named.

/**
 * The first element that matches. An error where there is none: the template and the script do not fit together.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [type]
 * @returns {T}
 */
export function element(root, selector, type) {
  const match = optionalElement(root, selector, type);
  if (match) return match;
  throw new Error(`No ${selector} on this page`);
}

/**
 * The first element that matches, or null.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [type]
 * @returns {T | null}
 */
export function optionalElement(root, selector, type) {
  const match = root.querySelector(selector);
  return match instanceof (type ?? HTMLElement) ? /** @type {T} */ (match) : null;
}

/**
 * Every element that matches.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [type]
 * @returns {T[]}
 */
export function elements(root, selector, type) {
  const matches = [...root.querySelectorAll(selector)].filter((match) => match instanceof (type ?? HTMLElement));
  return /** @type {T[]} */ (matches);
}

/**
 * A copy of the only element in a <template>.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function copyOfTemplate(root, selector) {
  const { firstElementChild } = element(root, selector, HTMLTemplateElement).content;
  return /** @type {HTMLElement} */ (firstElementChild?.cloneNode(true));
}

/**
 * The element that the event happened on.
 * @param {Event} event
 * @returns {Element}
 */
export function target(event) {
  return /** @type {Element} */ (event.target);
}

/**
 * The nearest element around the event that matches, or null.
 * @template {Element} [T=HTMLElement]
 * @param {Event} event
 * @param {string} selector
 * @param {new () => T} [type]
 * @returns {T | null}
 */
export function around(event, selector, type) {
  const match = target(event).closest(selector);
  return match instanceof (type ?? HTMLElement) ? /** @type {T} */ (match) : null;
}

/**
 * A new element with these properties.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} [properties]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function create(tag, properties = {}) {
  return Object.assign(document.createElement(tag), properties);
}
