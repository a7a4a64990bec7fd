// What this browser keeps, as JSON. A private window or a full disk keeps nothing, and that is no error.

/**
 * What is stored under this name, or null. Anybody may have written it: check what it holds.
 * @param {string} name
 * @param {"localStorage" | "sessionStorage"} [area]
 * @returns {unknown}
 */
export function read(name, area = "localStorage") {
  try {
    return JSON.parse(window[area].getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores the value, or removes it where it is null. Whether that could be done.
 * @param {string} name
 * @param {unknown} value
 * @param {"localStorage" | "sessionStorage"} [area]
 */
export function write(name, value, area = "localStorage") {
  try {
    if (value === null) window[area].removeItem(name);
    else window[area].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
