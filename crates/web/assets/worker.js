// Keeps the shell and the rules of the games, and shows them where the server cannot be reached. What the server tells of games is never kept.

/** @type {any} */ const worker = self;
/** @type {{mark: string, offline: string, shell: string[]}} */ const { mark, offline, shell } = worker.LUDUS;
const CACHE = `ludus ${mark}`;

/** Asks for everything that is kept; what does not come is left out. */
async function keep() {
  const cache = await caches.open(CACHE);
  await Promise.all([offline, ...shell].map((address) => cache.add(new Request(address, { cache: "reload" })).catch(() => undefined)));
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
})()));

worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keep()));

/** The server's answer, kept if it may be; the one that was kept when there is none. @param {Request} request @param {boolean} page */
async function answer(request, page) {
  const cache = await caches.open(CACHE);
  const { pathname } = new URL(request.url);
  const kept = shell.includes(pathname) || pathname.startsWith("/assets/");
  try {
    const fresh = await fetch(request);
    if (fresh.ok && kept) await cache.put(pathname, fresh.clone());
    return fresh;
  } catch (error) {
    const known = (await cache.match(pathname)) ?? (page ? await cache.match(offline) : undefined);
    if (known) return known;
    throw error;
  }
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  const page = request.mode === "navigate";
  if (page || pathname.startsWith("/assets/") || pathname.startsWith("/picture/")) event.respondWith(answer(request, page));
});
