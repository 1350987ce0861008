// Sounds of the game: a soft knock for a move, two for the other side's, a rising or a falling pair at the end. Made here, from two sine waves each.

/** What is played: pitches in hertz, one after the other. @type {Record<string, number[]>} */
const TUNES = { own: [392], other: [330, 392], won: [392, 494, 587], lost: [330, 262], over: [392, 392] };
/** Seconds between the notes, and how long each takes to fade. */
const APART = 0.12;
const FADE = 0.22;
/** How loud, of 1. */
const LOUD = 0.06;

/** @type {AudioContext | null} */ let context = null;

/** Whether the reader wants sounds: off on phones until they are switched on. */
export function audible() {
  const chosen = localStorage.getItem("sound");
  return chosen === null ? !matchMedia("(pointer: coarse)").matches : chosen === "yes";
}

/** @param {boolean} on */
export function setAudible(on) {
  localStorage.setItem("sound", on ? "yes" : "no");
}

/** Plays a tune. Browsers stay silent until the reader has touched the page, and so does this. @param {"own" | "other" | "won" | "lost" | "over"} tune */
export function play(tune) {
  const { userActivation } = navigator;
  if (!audible() || (userActivation && !userActivation.hasBeenActive)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => undefined);
  const start = context.currentTime + 0.01;
  TUNES[tune].forEach((pitch, at) => {
    note(/** @type {AudioContext} */ (context), pitch, start + at * APART, LOUD);
    note(/** @type {AudioContext} */ (context), pitch * 2, start + at * APART, LOUD / 4);
  });
}

/** @param {AudioContext} made @param {number} pitch @param {number} at @param {number} loud */
function note(made, pitch, at, loud) {
  const wave = made.createOscillator();
  const gain = made.createGain();
  wave.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + FADE);
  wave.connect(gain).connect(made.destination);
  wave.start(at);
  wave.stop(at + FADE + 0.02);
}
