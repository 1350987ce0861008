// Around every page: the worker that keeps the shell, and the way back when the server could not be reached.

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").then(async (registration) => {
    // What is kept for bad times speaks the reader's language.
    const lang = document.documentElement.lang;
    if (localStorage.getItem("kept lang") === lang) return;
    const ready = registration.active ?? (await navigator.serviceWorker.ready).active;
    ready?.postMessage("anew");
    localStorage.setItem("kept lang", lang);
  }).catch(() => undefined);
}

/** Asks whether the server is there, and comes back when it is. */
async function comeBack() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok) {
      location.reload();
      return;
    }
  } catch {
    // Not yet.
  }
  setTimeout(comeBack, 2000);
}

// The page that says so is also an address of its own, where there is nothing to come back to.
if (document.querySelector("[data-reload]") && location.pathname !== "/offline") comeBack();

export {};
