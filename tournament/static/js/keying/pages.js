// Keying pages other than a sheet: what this browser kept is brought in from here too.

import { Courier } from "./courier.js";

new Courier(document.querySelector(".kept")).start();
