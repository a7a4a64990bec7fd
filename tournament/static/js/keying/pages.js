// Keying pages on which nothing is typed: what this browser kept is brought in from here too, and what is not saved shown.

import { Courier } from "./courier.js";
import { LeftOver } from "./left_over.js";

const leftOver = new LeftOver();
const kept = document.querySelector(".kept");
if (kept) new Courier(kept, () => leftOver.draw()).start();
leftOver.draw();
