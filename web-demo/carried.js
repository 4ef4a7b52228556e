/**
 * Results within a link: small inputs, compressed, after the view in the fragment, which no browser sends to a server.
 * The text in the fragment is untrusted: its size is limited before and after it is decompressed.
 */

import { streamOf } from "./stream.js";

/** The name of the part of the fragment. */
const PART = "data";
/** The maximum size of the compressed results in bytes: some chats and mail programs cut longer links. */
const MOST_PACKED = 30_000;
/** The maximum size of the results in bytes; those of compressible logs are a hundred times as large as packed. */
const MOST = 16 * 1024 * 1024;

/** The maximum number of inputs, and the maximum length of their names: each name is shown. */
const MOST_INPUTS = 200;
const MOST_NAME = 300;

/**
 * Returns whether an entry is the description of an input. A negative size would read the same bytes again and again.
 * @param {{name: any, label: any, size: any}} entry
 */
const isInput = ({ name, label, size }) => [name, label ?? ""].every((text) => typeof text === "string" && text.length <= MOST_NAME) && Number.isSafeInteger(size) && size >= 0;

/** A sentence for the user. */
export class CarriedError extends Error {}

/**
 * Returns a part of a fragment with all inputs.
 * @param {import("./loader.js").Source[]} sources
 */
export async function carrying(sources) {
  if (!sources.length) throw new CarriedError("This browser has no copy of these results, so a link cannot contain them: save a report instead.");
  if (MOST < sources.reduce((sum, { file }) => sum + file.size, 0)) throw tooLong();
  const list = sources.map(({ name, label, file }) => ({ name, label: label ?? null, size: file.size }));
  if (MOST_INPUTS < list.length || !list.every(isInput)) throw new CarriedError(`A link can contain at most ${MOST_INPUTS} inputs, with names of ${MOST_NAME} characters: save a report instead.`);
  const whole = new Blob([`${JSON.stringify(list)}\n`, ...sources.map(({ file }) => file)]);
  const packed = new Uint8Array(await new Response(streamOf(whole).pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  if (MOST_PACKED < packed.length) throw tooLong();
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `${PART}=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

function tooLong() {
  return new CarriedError("These results are too large for a link, which can contain 30 kB after compression: save a report instead.");
}

/**
 * Returns the inputs in a fragment, or nothing if it contains none.
 * @param {string} hash @returns {Promise<import("./loader.js").Source[]|null>}
 */
export async function carried(hash) {
  const text = new URLSearchParams(hash.replace(/^#/, "")).get(PART);
  if (text === null) return null;
  try {
    const bytes = await unpacked(text);
    const end = bytes.indexOf(10);
    const list = /** @type {{name: string, label: string|null, size: number}[]} */ (JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))));
    if (!list.length || MOST_INPUTS < list.length || !list.every(isInput)) throw new Error("the list is wrong");
    let at = end + 1;
    if (at + list.reduce((sum, { size }) => sum + size, 0) !== bytes.length) throw new Error("the sizes differ");
    return list.map(({ name, label, size }) => ({ name, label, file: new File([bytes.slice(at, at += size)], name) }));
  } catch (error) {
    console.warn(error);
    throw new CarriedError("The results in this link are damaged or cut: ask its sender for the whole link, or for a report.");
  }
}

/** @param {string} text */
async function unpacked(text) {
  if (2 * MOST_PACKED < text.length) throw new Error("too long");
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = streamOf(new Blob([packed])).pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (MOST < size) throw new Error("too large");
    parts.push(value);
  }
}
