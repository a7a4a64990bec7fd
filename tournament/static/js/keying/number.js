// The page of numbers: the next number replaces the one that was wrong.

import "./leftovers.js";

document.querySelector(".big-number input").select();
