// Loads logs from URLs into a session: as streams, so that a log need not fit in memory.
import { packed_as } from "./session.js";

/**
 * Reads a log from a URL into a session, as one input.
 * @param {import("./session.js").Session} session
 * @param {string | URL} url
 * @param {import("./load.js").LoadOptions} [options]
 */
export async function loadUrl(session, url, { label, signal, credentials = "same-origin", progress } = {}) {
  const address = new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);
  const name = decoded(address.pathname.split("/").filter(Boolean).at(-1) ?? address.host);
  const response = await fetch(address, { signal, credentials });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`.trim());
  const reader = response.body.getReader();
  // Nothing is begun in the session before there are bytes to read; a packed file is unpacked as a whole.
  let part = await reader.read();
  const packed = part.done ? undefined : packed_as(part.value);
  const held = [];
  if (!packed) session.begin(name, label ?? name);
  try {
    for (; !part.done; part = await reader.read()) {
      if (packed) held.push(part.value);
      else session.feed(part.value);
      progress?.(part.value.byteLength);
    }
  } finally {
    if (!packed) session.end();
  }
  if (packed) session.read_packed(name, label ?? name, new Uint8Array(await new Blob(held).arrayBuffer()));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
