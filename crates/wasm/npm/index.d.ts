/// <reference lib="esnext.disposable" />
import type { Format, Query, Settings } from "./session.js";
import type { Report } from "./report.js";

export * from "./session.js";
export { default } from "./session.js";
export type * from "./report.js";

/** A log for `compare` and `render`. */
export interface Input {
  /** The name in messages. */
  name: string;
  /** The label of its column [default: `name`, with a number if several inputs have this name]. */
  label?: string;
  /** The whole log: text, or bytes that may be packed with gzip, zstd, zip or tar. */
  data: string | Uint8Array | ArrayBuffer;
}

/**
 * Compares logs and returns the report: numbers, outcomes and notes, in the layout of the query. The first input is
 * the baseline. In browsers, call `init` once before. `console.warn` reports parts of archives that were skipped.
 *
 * Throws an `Error` with a `detail` of type `ErrorDetail` if the query is wrong, and a `TypeError` for arguments of
 * other types.
 */
export function compare(inputs: Input[], query?: Settings<Query>): Report;

/** Compares logs and returns the same text as the CLI, for example a table or Markdown. Throws as `compare` does. */
export function render(inputs: Input[], format?: Format, query?: Settings<Query>): string;
