// Tells the server what form the screen has, so that the next picture fits it; a page that shows another one hears of it.

const narrow = matchMedia("(max-width: 599px) and (orientation: portrait)");

/** The form of the screen. */
export function shape() {
  return narrow.matches ? "tall" : "wide";
}

/** Whether the page was made for another screen than this. */
export function misfit() {
  return document.documentElement.dataset.shape !== shape();
}

function tell() {
  document.cookie = `shape=${shape()};path=/;max-age=31536000;samesite=lax`;
}

tell();
narrow.addEventListener("change", () => {
  tell();
  document.documentElement.dataset.shape = shape();
  dispatchEvent(new CustomEvent("shape"));
});
