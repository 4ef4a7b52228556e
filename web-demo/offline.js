/**
 * Offline use: a service worker stores the web app. It downloads files that have not been needed yet, so it starts
 * after the first answer. Only a built web app has a service worker; its document contains the version. A report
 * is a single file and needs none.
 */

/**
 * If no query has run for this time after the module was ready, the service worker starts anyway; in milliseconds.
 */
const IDLE = 10_000;

let isStarted = false;

/** Starts the service worker, once. If that fails, the web app still needs a network. */
export function keepForOffline() {
  const isBuilt = document.querySelector("meta[name=version]") !== null;
  if (isStarted || !isBuilt || !["http:", "https:"].includes(location.protocol) || !("serviceWorker" in navigator)) return;
  isStarted = true;
  navigator.serviceWorker.register("sw.js").catch(() => {});
}

/**
 * Starts the service worker for a visitor who runs no query.
 * @param {Promise<any>} ready resolves when the module is ready
 * @param {() => boolean} isBusy whether a query is running; its answer then starts the service worker
 */
export function keepWhenIdle(ready, isBusy) {
  const wait = () => setTimeout(() => (isBusy() ? wait() : keepForOffline()), IDLE);
  ready.then(wait, () => {});
}
