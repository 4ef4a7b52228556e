import type { ChartQuery, RowSelection, SessionRequests, Settings } from "./types.js";

export { default, initSync } from "./benchlens.js";
export * from "./types.js";

/** The outputs of the CLI's `-format`. */
export type Format = "text" | "csv" | "markdown" | "json" | "tidy" | "html";

export interface Session extends SessionRequests {}

/**
 * Reads benchmark logs and answers queries about them.
 *
 * Queries, views and answers are objects. An argument of another type throws a `TypeError`. An invalid query throws an
 * `Error` with a `detail` of type `ErrorDetail`; a call in the wrong order throws an `Error` that says which call is
 * missing.
 */
export class Session {
  /**
   * Creates a session without inputs. Pass a random `seed` if you read logs from strangers, because names that
   * collide under a known seed make reading slow. The answers do not depend on the seed.
   */
  constructor(seed?: bigint);

  /** Frees the memory of the session, which cannot be used afterwards. More calls have no effect. */
  free(): void;
  [Symbol.dispose](): void;

  /**
   * Reads the next chunk of the input, which is not packed; the text may be split anywhere. Throws if no input is open.
   */
  feed(chunk: string | Uint8Array | ArrayBuffer): void;

  /**
   * Reads a complete file that is packed or an archive, as one input or several. Returns a sentence about what was
   * skipped, or an empty string. Meanwhile it calls `tell` with the number of bytes that have been unpacked.
   */
  read_packed(name: string, label: string, bytes: Uint8Array | ArrayBuffer, tell?: (bytes: number) => void): string;

  /** Returns all inputs so far as bytes, for `append_bytes` of another session. If an input is open, it ends. */
  to_bytes(): Uint8Array<ArrayBuffer>;

  /** Appends the inputs of another session, as if they had been read here; `label` replaces their labels. */
  append_bytes(bytes: Uint8Array | ArrayBuffer, label?: string): void;

  /** Reads the next chunk of the part. Throws if no part is open. */
  part_feed(chunk: string | Uint8Array | ArrayBuffer): void;

  /** Ends the part and returns its bytes, for `append_part` of another session. Throws if no part is open. */
  part_to_bytes(): Uint8Array<ArrayBuffer>;

  /** Appends the next part of the current input. Call this between `begin` and `end`. */
  append_part(bytes: Uint8Array | ArrayBuffer): void;

  /**
   * Renders the last answer as `text`, `csv`, `tidy`, `markdown`, `json` or `html`: the bytes that the CLI prints
   * for this `-format`. The gate is not a part of it.
   */
  render(format: Format): Uint8Array<ArrayBuffer>;

  /** Returns what the last rendered output cannot show: the warnings of CSV, one for each line. */
  render_warnings(): string;

  /**
   * Renders the last answer as one file that can be queried in a browser. It contains a state of the web app (its
   * address from the `#` on), the gzipped bytes of `to_bytes`, and the web app's `engine.bin`. Readers without
   * scripts see the part of the answer that `focus` and `search` select, with this chart of its table; without
   * these arguments, they see the whole answer.
   */
  report(
    state: string,
    results: Uint8Array | ArrayBuffer,
    engine: Uint8Array | ArrayBuffer,
    focus?: Settings<RowSelection>,
    search?: string,
    chart?: Settings<ChartQuery>,
  ): Uint8Array<ArrayBuffer>;
}

/**
 * Returns whether an input that begins with these bytes (64 KiB are enough) can be read in parts that are split at
 * line ends. Any other input must be read sequentially.
 */
export function can_be_cut(head: Uint8Array | ArrayBuffer): boolean;

/**
 * Returns the format of a packed file from its first bytes (512 are enough): gzip, zstd, zip or tar. Returns nothing
 * if the file can be read without unpacking.
 */
export function packed_as(head: Uint8Array | ArrayBuffer): string | undefined;

/**
 * Returns the paths and contents of the files of an archive with several recordings of criterion, to be read like a
 * folder; none of any other file.
 */
export function recorded_files(bytes: Uint8Array | ArrayBuffer): [string, Uint8Array<ArrayBuffer>][];
