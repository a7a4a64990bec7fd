// The games of practice that this browser keeps, newest first. They are sent nowhere.
import { create, element } from "./elements.js";
import { read, write } from "./storage.js";
import { text } from "./texts.js";

/** @typedef {{date: string} & Record<string, string | number>} PastGame */

export class PastGames {
  /**
   * @param {HTMLElement} section where they are shown
   * @param {string} place under which they are stored
   * @param {number} most how many are kept
   */
  constructor(section, place, most) {
    this.section = section;
    this.place = place;
    this.most = most;
    element(section, "[data-forget]").addEventListener("click", () => this.store([]));
    this.show();
  }

  /** @returns {PastGame[]} */
  get games() {
    const stored = read(this.place);
    return Array.isArray(stored) ? stored.filter((game) => Date.parse(game?.date)).slice(0, this.most) : [];
  }

  /** @param {PastGame} game */
  add(game) {
    this.store([game, ...this.games].slice(0, this.most));
  }

  /** @param {PastGame[]} games */
  store(games) {
    write(this.place, games.length ? games : null);
    this.show();
  }

  show() {
    const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
    const sentences = this.games.map((game) =>
      text("past_game", { ...game, kind: text(`kind_${game.kind}`), date: day.format(new Date(game.date)) }),
    );
    this.section.hidden = !sentences.length;
    const rows = sentences.map((sentence) => create("li", { textContent: sentence }));
    element(this.section, "[data-games]").replaceChildren(...rows);
  }
}
