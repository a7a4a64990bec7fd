// Questions to the server. It keeps nothing of them.
import { text } from "../common/texts.js";

/** @typedef {"letters" | "numbers" | "conundrum"} Kind */

/**
 * A round as the player sees it. Letters have only letters, and so on.
 * @typedef {object} Deal
 * @property {Kind} kind
 * @property {string} [round] its name, to send with the answer
 * @property {string} [letters]
 * @property {number[]} [numbers]
 * @property {number | null} [target]
 * @property {string[]} [parts] the two words of a conundrum
 */

/**
 * The rounds of a day.
 * @typedef {object} Daily
 * @property {string} day
 * @property {Deal[]} rounds
 */

/**
 * @typedef {object} Calculation
 * @property {string} text
 * @property {number | null} value
 * @property {{expression: string, value: string}[]} steps
 * @property {number} count how many different methods there are
 */

/**
 * What an answer is worth.
 * @typedef {object} Checked
 * @property {number} points
 * @property {boolean} solved nothing better was possible
 * @property {number | null} made letters of the word, or the value
 * @property {string} sentence
 * @property {{words: string[]} & Calculation} possible words, or for numbers a calculation
 */

/** @typedef {{refusal: string, code: string}} Refusal a sentence; the code is empty where the server sent none */

const BUSY = 503;
const TRIES = 5;

/**
 * The server's answer, of the type that this address has. A server that is busy is asked again after a second.
 * @template {object} T
 * @param {string} address
 * @param {object} [facts] sent by POST
 * @returns {Promise<T | Refusal>}
 */
export async function ask(address, facts) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(address, facts);
    if (response?.status === BUSY && attempt < TRIES) {
      await new Promise((done) => setTimeout(done, 1000));
      continue;
    }
    const body = await response?.json().catch(() => null);
    if (response?.ok && body) return body;
    const otherwise = text(response?.status === BUSY ? "busy" : "offline");
    return { refusal: body?.sentence || otherwise, code: body?.code ?? "" };
  }
}

/**
 * @param {string} address
 * @param {object} [facts]
 */
async function send(address, facts) {
  const how = facts && { method: "POST", body: JSON.stringify(facts), headers: { "Content-Type": "application/json" } };
  try {
    return await fetch(address, { cache: "no-store", ...how });
  } catch {
    return null;
  }
}
