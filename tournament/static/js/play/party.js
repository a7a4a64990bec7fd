// Sounds and confetti of the room's screen. Nothing sounds until somebody presses the button, and nothing moves where
// the system asks for less motion. A tone belongs to a moment of the game: the same moment sounds once.
import { element, optionalElement } from "../common/elements.js";

/** Notes of each tone: hertz, and seconds. @type {Record<string, [number, number][]>} */
const TONES = {
  start: [[523, 0.12]],
  buzz: [[220, 0.35]],
  right: [
    [660, 0.12],
    [880, 0.25],
  ],
  wrong: [[185, 0.4]],
  over: [
    [523, 0.15],
    [659, 0.15],
    [784, 0.15],
    [1047, 0.5],
  ],
};
const PIECES = 80;
const FALLS = 4000; // milliseconds
const LOUDNESS = 0.15;

/** @param {HTMLElement} root the table */
export function startParty(root) {
  const button = optionalElement(document, "[data-sound-button]");
  /** @type {AudioContext | null} */
  let audio = null;
  let heard = momentOf(root);
  let celebrated = Boolean(optionalElement(root, "[data-party]"));

  button?.addEventListener("click", () => {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isOn));
    root.toggleAttribute("data-sounds", isOn);
    if (isOn) audio ??= new AudioContext();
    audio?.resume();
  });

  root.addEventListener("shown", () => {
    const moment = momentOf(root);
    if (moment !== heard && root.hasAttribute("data-sounds") && audio) play(audio, moment.split(" ")[0]);
    heard = moment;
    const isParty = Boolean(optionalElement(root, "[data-party]"));
    if (isParty && !celebrated) throwConfetti();
    celebrated = isParty;
  });
}

/**
 * The tone and the moment of the game, such as "buzz 3 2": of round 3, by player 2.
 * @param {HTMLElement} root
 */
function momentOf(root) {
  return optionalElement(root, "[data-tone]")?.dataset.tone?.trim().replace(/\s+/g, " ") ?? "";
}

/**
 * @param {AudioContext} audio
 * @param {string} tone
 */
function play(audio, tone) {
  let at = audio.currentTime;
  for (const [pitch, length] of TONES[tone] ?? []) {
    const note = audio.createOscillator();
    const loudness = audio.createGain();
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(LOUDNESS, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
    note.connect(loudness).connect(audio.destination);
    note.start(at);
    note.stop(at + length);
    at += length;
  }
}

function throwConfetti() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const shower = document.createElement("div");
  shower.className = "confetti";
  shower.setAttribute("aria-hidden", "true");
  for (let at = 0; at < PIECES; at += 1) {
    const piece = document.createElement("i");
    piece.style.setProperty("--across", String(Math.random()));
    piece.style.setProperty("--hue", String(Math.round(Math.random() * 360)));
    piece.style.setProperty("--wait", `${Math.random() * 1.5}s`);
    shower.append(piece);
  }
  element(document, "main").append(shower);
  setTimeout(() => shower.remove(), FALLS);
}
