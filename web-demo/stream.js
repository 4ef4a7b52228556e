/** Reads files in chunks, without loading all of them into memory. */

/** Thrown when the user stops reading. */
export class Stopped extends Error {}

/** The number of bytes in a chunk. */
const CHUNK = 2 * 1024 * 1024;

/**
 * Feeds a file to a function, chunk by chunk.
 * @param {Blob} file
 * @param {boolean} packed whether it is gzip
 * @param {{now: boolean}} stopped
 * @param {(chunk: Uint8Array) => void} feed
 * @param {(bytes: number) => void} count called with bytes of the file as they are read
 */
export async function readInto(file, packed, stopped, feed, count) {
  const bytes = streamOf(file, count);
  const reader = (packed ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (stopped.now) throw new Stopped();
      feed(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Returns the bytes of a file as a stream that reads one slice after another. Chromium may collect the stream of
 * `Blob.stream()` as garbage while a read waits for the disk, and this read then never ends; a slice that is being
 * read is never collected.
 * @param {Blob} file
 * @param {(bytes: number) => void} [count] called with bytes of the file as they are read
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
export function streamOf(file, count = () => {}) {
  // A slice remembers the size and the time of the file, so reading fails if the file changes in the meantime.
  const whole = file.slice();
  let at = 0;
  return new ReadableStream({
    async pull(stream) {
      // A file that is gone seems to be empty, but reading it is an error.
      if (!whole.size) await file.arrayBuffer();
      if (whole.size <= at) return stream.close();
      const chunk = await bytesOf(whole, at, at + CHUNK);
      at += chunk.length;
      count(chunk.length);
      stream.enqueue(chunk);
    },
  });
}

/**
 * Returns a part of a file. For a file that no longer exists, a browser may return fewer bytes without an error.
 * @param {Blob} file @param {number} start @param {number} end
 */
export async function bytesOf(file, start, end) {
  const part = file.slice(start, end);
  const bytes = new Uint8Array(await part.arrayBuffer());
  if (bytes.length < part.size) throw gone();
  return bytes;
}

/** Returns the error for a file that cannot be read as it was chosen. */
export const gone = () => new Error("it is gone, or it has changed since it was chosen.");

/** Compresses bytes with gzip. @param {Uint8Array<ArrayBuffer>} bytes */
export async function gzipped(bytes) {
  const stream = streamOf(new Blob([bytes])).pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
