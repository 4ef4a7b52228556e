/**
 * The page without a network. `cargo xtask web` says what there is to keep, and a version that changes with it.
 * The page itself comes from the network where there is one, so that a new version is seen at once; its files
 * have names of their own in each version, and come from what was kept. Nothing that is read is ever kept.
 */
const worker = /** @type {any} */ (self);
/** @type {{version: string, files: string[]}} */
const { version, files } = /** @type {any} */ (self).BUILD;
/** Other pages of this origin have caches, too. */
const OWN = `benchlens ${worker.registration.scope} `;
const CACHE = OWN + version;
/** A network that does not answer in so many milliseconds is none. */
const PATIENCE = 10_000;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keep());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forget().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(worker.registration.scope)) return;
  const path = url.slice(worker.registration.scope.length).replace(/[?#].*$/s, "");
  if (mode === "navigate") {
    if (path === "" || path === "index.html") event.respondWith(newest(event.request));
  } else if (files.includes(path)) {
    event.respondWith(kept(event.request));
  }
});

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

/** Drops what former versions kept. */
async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== CACHE).map((name) => caches.delete(name)));
}

/** The page: of the network, or else what was kept. @param {Request} request */
async function newest(request) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) return response;
  } catch {
    // There is no network.
  }
  const cache = await caches.open(CACHE);
  return (await cache.match("./")) ?? fetch(request);
}

/** A file of the page: what was kept, or else of the network. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
