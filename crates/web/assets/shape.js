// Tells the server what form the screen has, so that the next picture fits it; a page that shows another one hears of it.

const narrow = matchMedia("(max-width: 599px) and (orientation: portrait)");
const small = matchMedia("(max-width: 1319px)");

/** The form of the screen. */
export function shape() {
  if (narrow.matches) return "tall";
  return small.matches ? "square" : "wide";
}

/** Whether the page was made for another screen than this. */
export function misfit() {
  return document.documentElement.dataset.shape !== shape();
}

function tell() {
  document.cookie = `shape=${shape()};path=/;max-age=31536000;samesite=lax`;
}

tell();
for (const form of [narrow, small]) {
  form.addEventListener("change", () => {
    if (!misfit()) return;
    tell();
    document.documentElement.dataset.shape = shape();
    dispatchEvent(new CustomEvent("shape"));
  });
}
