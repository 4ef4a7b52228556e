/**
 * Offline use of the web app. `cargo xtask web` adds the list of files to store, and a version that changes with
 * them. The document itself comes from the network if there is one, so that a new version is visible immediately;
 * its files have different names in each version, and come from the cache. Logs are never stored here.
 */
const worker = /** @type {any} */ (self);
/** @type {{version: string, files: string[]}} */
const { version, files } = /** @type {any} */ (self).BUILD;
/** Other apps of this origin also have caches. */
const OWN = `benchlens ${worker.registration.scope} `;
const CACHE = OWN + version;
/** The web app as one file, for reports. Most visitors save no report, so it is stored when it is first needed. */
const ENGINE = "engine.bin";
/** A network that does not answer within this time in milliseconds counts as missing. */
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
 * Stores the app's files. Files whose names change with their contents come from the browser's own cache, which
 * already has most of them from this visit. The network confirms the other files.
 */
async function keep() {
  const cache = await caches.open(CACHE);
  const isSettled = (/** @type {string} */ file) => /-[0-9a-f]{8}\.\w+$/.test(file);
  const request = (/** @type {string} */ file) => new Request(file, { cache: isSettled(file) ? "force-cache" : "no-cache" });
  await cache.addAll(files.filter((file) => file !== ENGINE).map(request));
}

/** Removes the files of earlier versions. */
async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== CACHE).map((name) => caches.delete(name)));
}

/** Returns the document: from the network, otherwise from the cache. @param {Request} request */
async function newest(request) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) return response;
  } catch {
    // There is no network connection.
  }
  const cache = await caches.open(CACHE);
  return (await cache.match("./")) ?? fetch(request);
}

/**
 * Returns a file of the app: from the cache, otherwise from the network, and then stores it.
 * @param {Request} request
 */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
