// The history of practice, on every page of it.
import { element } from "../common/elements.js";
import { PastGames } from "../common/past_games.js";

export const history = new PastGames(element(document, "[data-history]"), "practice", 50);
