// The page of numbers: the next number replaces the one that was wrong.

import { element } from "../common/elements.js";
import "./pages_without_typing.js";

element(document, ".big-number input", HTMLInputElement).select();
