/**
 * Links that bring their logs along: `#src=old.txt,new.txt`. An address is relative to the web app or absolute,
 * and has the app's own origin or an origin that allows access (CORS); `label=address` names its column. A comma
 * or an equals sign in an address is written as %2C or %3D.
 * @typedef {{url: string, name: string, label: string|null}} Linked
 * @typedef {{file: File, name: string, label: string|null}} Fetched
 */

/** Explains in a sentence why a link's logs cannot be fetched. */
export class SourceError extends Error {}

/** The maximum number of logs. */
const MOST = 10;
/** The maximum size of all logs of a link in bytes. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Hosts of the reader's own network, which the author of a link must not reach through the reader's browser. */
const PRIVATE = /^(localhost|[^.:]+|.*\.(local|localhost|internal|lan|home\.arpa)|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\..*|\[(::1?|f[cde].*|::ffff:.*)\])\.?$/i;

/**
 * Returns the logs that a link names, which may be none.
 * @param {string} hash the fragment of the app's address, with its `#`
 * @param {string} base the app's address
 * @returns {Linked[]}
 */
export function sourcesOf(hash, base) {
  // The parser of the hash decodes the whole value once, so a comma inside an address is encoded twice.
  const value = new URLSearchParams(hash.replace(/^#/, "")).get("src") ?? "";
  const parts = value.split(",").map((part) => part.trim()).filter(Boolean);
  const list = all(parts, base);
  const { origin, hostname } = new URL(base);
  const own = (/** @type {URL} */ url) => url.origin === origin || PRIVATE.test(hostname);
  const refused = list.map(({ url }) => new URL(url)).find((url) => PRIVATE.test(url.hostname) && !own(url));
  if (refused) throw new SourceError(`“${refused.host}” is a host of a private network, which a link must not open. If you trust it, type its address after “Open addresses…”.`);
  return list;
}

/**
 * Returns the logs at addresses that the user typed, one per line.
 * @param {string} text @param {string} base the app's address
 * @returns {Linked[]}
 */
export function typedSources(text, base) {
  return all(text.split(/\s+/).filter(Boolean), base);
}

/** @param {string[]} parts @param {string} base */
function all(parts, base) {
  if (parts.length > MOST) throw new SourceError(`${parts.length} addresses are too many: at most ${MOST} can be read.`);
  return parts.map((part) => linked(part, base));
}

/** @param {string} part @param {string} base @returns {Linked} */
function linked(part, base) {
  // An equals sign before the first slash, colon or question mark ends a label.
  const at = /^[^/:?]*?=/.exec(part);
  const label = at ? decoded(at[0].slice(0, -1)) : null;
  const address = (at ? part.slice(at[0].length) : part).replaceAll(/%2c/gi, ",");
  let url;
  try {
    url = new URL(address, base);
  } catch {
    throw new SourceError(`“${address}” in the link is no address.`);
  }
  if (!["http:", "https:"].includes(url.protocol)) throw new SourceError(`“${address}” in the link is no address of the web.`);
  if (url.username || url.password) throw new SourceError(`“${url.host}” in the link is asked for with a password, which a link must not carry.`);
  const name = decoded(url.pathname.split("/").filter(Boolean).at(-1) ?? url.host);
  return { url: url.href, name, label };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Fetches logs, all or nothing, without cookies.
 * @param {Linked[]} list
 * @param {{progress?: (bytes: number, total: number) => void, signal?: AbortSignal}} [options] `total` is 0 while it is not known
 * @returns {Promise<Fetched[]>}
 */
export async function fetchSources(list, { progress = () => {}, signal } = {}) {
  const totals = list.map(() => /** @type {number|null} */ (null));
  let done = 0;
  const tell = (/** @type {number} */ bytes) => {
    done += bytes;
    if (MOST_BYTES < done) throw new SourceError(`The logs have more than ${MOST_BYTES >> 20} MiB: download them, and open the files.`);
    progress(done, totals.includes(null) ? 0 : totals.reduce((/** @type {number} */ sum, total) => sum + (total ?? 0), 0));
  };
  return await Promise.all(list.map(async ({ url, name, label }, at) => {
    const response = await answered(url, signal);
    const length = Number(response.headers.get("content-length"));
    // With a content encoding, the length counts encoded bytes.
    totals[at] = length > 0 && !response.headers.get("content-encoding") ? length : 0;
    const blob = await whole(response, url, tell, signal);
    return { file: new File([blob], name), name, label };
  }));
}

/** @param {string} url @param {AbortSignal} [signal] */
async function answered(url, signal) {
  const { host, href } = new URL(url);
  let response;
  try {
    response = await fetch(href, { credentials: "omit", signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    const own = host === globalThis.location?.host;
    const why = own ? "there was no answer" : `there was no answer, or ${host} does not allow other pages to read it (CORS)`;
    throw new SourceError(`${href} could not be read: ${why}.`);
  }
  if (!response.ok) throw new SourceError(`${href} could not be read: ${host} answered ${response.status} ${response.statusText}`.trim() + ".");
  return response;
}

/** @param {Response} response @param {string} url @param {(bytes: number) => void} tell @param {AbortSignal} [signal] */
async function whole(response, url, tell, signal) {
  const counting = new TransformStream({
    transform(chunk, out) {
      tell(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  try {
    return await new Response(response.body?.pipeThrough(counting)).blob();
  } catch (error) {
    if (signal?.aborted || error instanceof SourceError) throw error;
    throw new SourceError(`${url} could not be read: the connection broke.`);
  }
}
