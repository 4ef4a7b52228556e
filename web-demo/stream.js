/** Reads a file as a stream, without loading all of it into memory. */

/** Thrown when the user stops reading. */
export class Stopped extends Error {}

const BUFFER = 2 * 1024 * 1024;

/**
 * Feeds a file to a function, chunk by chunk.
 * @param {Blob} file
 * @param {boolean} packed whether it is gzip
 * @param {{now: boolean}} stopped
 * @param {(chunk: Uint8Array) => void} feed
 * @param {(bytes: number) => void} count called with bytes of the file as they are read
 */
export async function readInto(file, packed, stopped, feed, count) {
  if (packed) return await unpackInto(file, stopped, feed, count);
  const reader = byobReader(file);
  if (!reader) return await plainInto(file.stream(), stopped, feed, count);
  let buffer = new ArrayBuffer(BUFFER);
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer, 0, BUFFER));
      if (done) return;
      if (stopped.now) throw new Stopped();
      feed(value);
      count(value.byteLength);
      buffer = value.buffer;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {Blob} file */
function byobReader(file) {
  try {
    return file.stream().getReader({ mode: "byob" });
  } catch {
    return null;
  }
}

/**
 * @param {ReadableStream<Uint8Array>} stream
 * @param {{now: boolean}} stopped
 * @param {(chunk: Uint8Array) => void} feed
 * @param {(bytes: number) => void} count
 */
async function plainInto(stream, stopped, feed, count) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (stopped.now) throw new Stopped();
      feed(value);
      count(value.byteLength);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Compresses bytes with gzip. @param {Uint8Array<ArrayBuffer>} bytes */
export async function gzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * @param {Blob} file
 * @param {{now: boolean}} stopped
 * @param {(chunk: Uint8Array) => void} feed
 * @param {(bytes: number) => void} count
 */
async function unpackInto(file, stopped, feed, count) {
  const counting = new TransformStream({
    transform(chunk, out) {
      count(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  const text = file.stream().pipeThrough(counting).pipeThrough(new DecompressionStream("gzip"));
  await plainInto(text, stopped, feed, () => {});
}
