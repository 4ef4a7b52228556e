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
/** The page as one file, for reports. Most visitors save none, so it is kept when it is first needed. */
const ENGINE = "engine.bin";
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

/**
 * Keeps the files of the page. Files whose names change with their contents come from the browser's own cache, which has most
 * of them since this visit. The network confirms the other files.
 */
async function keep() {
  const cache = await caches.open(CACHE);
  const isSettled = (/** @type {string} */ file) => /-[0-9a-f]{8}\.\w+$/.test(file);
  const request = (/** @type {string} */ file) => new Request(file, { cache: isSettled(file) ? "force-cache" : "no-cache" });
  await cache.addAll(files.filter((file) => file !== ENGINE).map(request));
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

/** A file of the page: what was kept, or else of the network, which is then kept. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
