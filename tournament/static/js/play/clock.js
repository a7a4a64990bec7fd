// The game's clock on this screen, from the server's times and a measured difference between the two clocks. It goes by
// the time of day, so it is right again after a laptop has slept.
import { elements, optionalElement } from "../common/elements.js";

const MEASURE_EVERY = 60_000;
const TICK = 100;
const LAST = 10; // seconds that are shown in another colour
const HEARD = 5;
const LONG = 99; // seconds; more are shown as minutes and seconds

/**
 * Runs the clock of a table.
 * @param {string} address of the server's clock
 * @param {HTMLElement} root the table; each face in it has its times in data attributes
 */
export function startClock(address, root) {
  let offset = 0;
  let best = Number.POSITIVE_INFINITY;
  /** @type {number | null} */
  let beeped = null;
  /** @type {AudioContext | null} */
  let audio = null;

  async function measure() {
    let nearest = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 3; count += 1) {
      const sent = Date.now();
      try {
        const answer = await fetch(address, { cache: "no-store" });
        /** @type {{now: number}} */
        const { now } = await answer.json();
        const trip = Date.now() - sent;
        if (trip < nearest) {
          nearest = best = trip;
          offset = now + trip / 2 - Date.now();
        }
      } catch {
        return;
      }
    }
    look();
  }

  function running() {
    const face = optionalElement(root, "[data-ends]");
    if (!face) return null;
    const ends = Number(face.dataset.ends);
    const started = Number(face.dataset.started);
    const stopped = Number(face.dataset.stopped) || 0;
    const now = stopped || Date.now() + offset;
    return { left: Math.max(0, ends - now), elapsed: Math.round(now - started), whole: ends - started, stopped };
  }

  function look() {
    const clock = running();
    if (!clock) return;
    const seconds = Math.ceil(clock.left / 1000);
    for (const face of elements(root, "[data-ends]")) {
      face.style.setProperty("--gone", String(clock.whole ? Math.min(1, 1 - clock.left / clock.whole) : 1));
      face.classList.toggle("clock-last", seconds <= LAST && clock.left > 0);
      face.classList.toggle("clock-over", clock.left === 0);
      face.classList.toggle("clock-stopped", Boolean(clock.stopped));
      face.classList.toggle("clock-long", seconds > LONG);
      const number = optionalElement(face, "[data-seconds]") ?? face;
      const shown =
        seconds > LONG ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : String(seconds);
      if (number.textContent !== shown) number.textContent = shown;
    }
    if (!clock.stopped && seconds <= HEARD && seconds !== beeped) {
      if (beeped !== null && clock.elapsed > 0) beep(seconds === 0 ? 440 : 880, seconds === 0 ? 0.6 : 0.12);
      beeped = seconds;
    } else if (seconds > HEARD) beeped = HEARD + 1;
  }

  /**
   * @param {number} pitch in hertz
   * @param {number} length in seconds
   */
  function beep(pitch, length) {
    if (!root.hasAttribute("data-sounds") || audio?.state !== "running") return;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.15, audio.currentTime);
    loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
    tone.connect(loudness).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + length);
  }

  // a browser makes a sound only after somebody touched the page
  addEventListener("pointerdown", () => {
    audio ??= "AudioContext" in window ? new AudioContext() : null;
    audio?.resume();
  });
  document.addEventListener("visibilitychange", () => document.hidden || measure());
  setInterval(look, TICK);
  setInterval(measure, MEASURE_EVERY);
  measure();
  return {
    look,
    elapsed: () => running()?.elapsed,
    roundTrip: () => (Number.isFinite(best) ? Math.round(best) : undefined),
  };
}
