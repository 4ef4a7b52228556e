import type { Session } from "./index.js";

export interface LoadOptions {
  /** Its column; without one the last part of the address. */
  label?: string;
  /** Ends the loading. What was read of the log until then stays in the session as an input. */
  signal?: AbortSignal;
  /** As `fetch` takes it; `same-origin` without one. */
  credentials?: RequestCredentials;
  /** Called with the number of bytes of each part as it is read. */
  progress?: (bytes: number) => void;
}

/**
 * Reads a log from an address into a session, as one input: plain, or packed with gzip, zstd, zip or tar. The
 * address must be of your own origin, or its host must allow yours (CORS). Rejects if it cannot be read.
 */
export function loadUrl(session: Session, url: string | URL, options?: LoadOptions): Promise<void>;
