/**
 * Work without a network: after the first visit a service worker has the page. Only a built page has one; it
 * says its version. A report is a file, and needs none.
 */
export function keepForOffline() {
  const isBuilt = document.querySelector("meta[name=version]") !== null;
  if (!isBuilt || !["http:", "https:"].includes(location.protocol) || !("serviceWorker" in navigator)) return;
  // The first answer comes first. Where it cannot be kept, the page works with a network as before.
  const register = () => setTimeout(() => navigator.serviceWorker.register("sw.js").catch(() => {}), 1000);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
