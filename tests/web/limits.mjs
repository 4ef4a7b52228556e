// How long a test may take, what is left to do after it, and what tells a browser that no longer answers from a page that is wrong.

/** Milliseconds: four times what the longest test takes. */
const LIMIT = Number(process.env.LIMIT ?? 300_000);

/** @type {(() => Promise<void>)[]} */ const left = [];

/** Does something when the pages of this test are closed. @param {() => Promise<void>} work */
export function afterwards(work) {
  left.push(work);
}

/** The pages are closed: does what was left for then. */
export async function tidied() {
  for (const work of left.splice(0)) await work();
}

class Late extends Error {}

/** The browser did not answer; `cause` says where. */
export class Silent extends Error {
  /** @param {Error} cause */
  constructor(cause) {
    super("the browser did not answer", { cause });
  }
}

/** Waits for work, but no longer than the limit. @template T @param {Promise<T>} work @returns {Promise<T>} */
export async function within(work, limit = LIMIT) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Late(`nothing happened within ${limit / 1000} s`)), limit);
  });
  // What comes after the limit is nobody's: it must not end the program.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the browser is at fault: the limit is over, it is gone, or it did not even fetch a page from this machine.
 * A wait for something that the page should show is a finding, however long it took.
 */
export const stopped = (error) =>
  error instanceof Late || /Target (page, context or browser has been )?closed|Page crashed|browser has disconnected/.test(error?.message) ||
  (error?.name === "TimeoutError" && /^(page\.(goto|reload)|browser(Type)?\.|browserContext\.newPage)/.test(error.message));
