// The page of numbers: the next number replaces the one that was wrong.

import "./pages.js";

document.querySelector(".big-number input").select();
