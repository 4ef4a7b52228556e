// Limits the time of a test, runs its remaining cleanup, and distinguishes a browser that does not answer from an
// error in the web app.

/** The time limit of one test, in milliseconds. */
export const LIMIT = Number(process.env.LIMIT ?? 240_000);

/**
 * The time limit for waiting until the page shows something. It is less than the limit of the test, so that
 * exceeding it is a finding.
 */
export const PATIENCE = Number(process.env.PATIENCE ?? LIMIT / 2);

/** The time in which a running browser answers the simplest call, even on a busy machine. */
const PING = Math.min(15_000, LIMIT / 2);

/** @type {(() => Promise<void>)[]} */ const left = [];

/** Runs some work after the pages of this test are closed. @param {() => Promise<void>} work */
export function afterwards(work) {
  left.push(work);
}

/** Runs the postponed work after the pages are closed. */
export async function tidied() {
  for (const work of left.splice(0)) await work();
}

class Late extends Error {}

/** The browser did not answer; `cause` is the error of the test. */
export class Silent extends Error {
  /** @param {Error} cause @param {string} where */
  constructor(cause, where) {
    super(`the browser did not answer: ${where}`, { cause });
  }
}

/** Waits for work, but no longer than the limit. @template T @param {Promise<T>} work @returns {Promise<T>} */
export async function within(work, limit = LIMIT) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Late(`not done within ${limit / 1000} s`)), limit);
  });
  // Errors after the limit must not end the process.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether the test reached its limit. */
export const isLate = (error) => error instanceof Late;

/** Returns whether the test, or a wait in it, took too long; the browsers are then checked. */
export const isTimeout = (error) => isLate(error) || error?.name === "TimeoutError";

/**
 * Returns whether the error itself shows that the browser is at fault: the browser has ended, or did not even
 * fetch a page from this machine. A wait for something that the page should show is a finding.
 */
export const stopped = (error) =>
  /Target (page, context or browser has been )?closed|Page crashed|browser has disconnected/.test(error?.message) ||
  (error?.name === "TimeoutError" && /^(page\.(goto|reload)|browser(Type)?\.|browserContext\.newPage)/.test(error.message));

/**
 * Returns the first of these browsers, or of their pages, that does not answer, or null if all answer.
 * @param {Iterable<any>} browsers @returns {Promise<string|null>}
 */
export async function silent(browsers, ping = PING) {
  for (const browser of browsers) {
    if (!browser.isConnected()) continue;
    const asked = async () => {
      const session = await browser.newBrowserCDPSession();
      await session.send("Browser.getVersion");
      await session.detach();
    };
    if (await unanswered(asked(), ping)) return `a browser did not answer Browser.getVersion within ${ping / 1000} s`;
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      if (await unanswered(page.evaluate("1"), ping)) return `the page ${page.url()} did not answer evaluate(1) within ${ping / 1000} s`;
    }
  }
  return null;
}

/**
 * Returns whether there is no answer within the time; an error is an answer.
 * @param {Promise<any>} work @param {number} ping
 */
const unanswered = (work, ping) => within(work, ping).then(() => false, isLate);
