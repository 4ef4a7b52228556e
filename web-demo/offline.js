/**
 * Work without a network: a service worker keeps the page. It downloads the files that the page has not needed yet, so it
 * starts after the first answer. Only a built page has one; its document contains its version. A report is a file and needs
 * none.
 */

/** If nobody has asked anything for this long after the module was ready, the service worker starts anyway; in milliseconds. */
const IDLE = 10_000;

let isStarted = false;

/** Starts the service worker, once. If that fails, the page needs a network as before. */
export function keepForOffline() {
  const isBuilt = document.querySelector("meta[name=version]") !== null;
  if (isStarted || !isBuilt || !["http:", "https:"].includes(location.protocol) || !("serviceWorker" in navigator)) return;
  isStarted = true;
  navigator.serviceWorker.register("sw.js").catch(() => {});
}

/**
 * Starts the service worker for a visitor who asks nothing.
 * @param {Promise<any>} ready the module is ready
 * @param {() => boolean} isBusy whether an answer is on its way: then that answer starts the service worker
 */
export function keepWhenIdle(ready, isBusy) {
  const wait = () => setTimeout(() => (isBusy() ? wait() : keepForOffline()), IDLE);
  ready.then(wait, () => {});
}
