// Runs tests of one file in a separate browser; run.mjs starts a process of this script for each file. The process
// and its browsers end if a browser does not answer or a test does not end; run.mjs then continues in a new process.
import { forgetCalls, launch, launched, open, serve, waiting } from "./browser.mjs";
import { LIMIT, Silent, isLate, isTimeout, silent, stopped, tidied, within } from "./limits.mjs";

/** The time to close the pages of a test. */
const CLOSING = Math.min(30_000, LIMIT / 2);

/** @param {any} message @returns {Promise<void>} */
const report = (message) => new Promise((done) => void process.send?.(message, () => done()));

/** Returns where the browser does not answer, if this caused the error of a test, or null for a finding. */
async function silence(error) {
  if (stopped(error)) return waiting() || error.message.split("\n", 1)[0];
  if (!isTimeout(error)) return null;
  const where = waiting();
  const found = await silent(launched);
  return found && [where, found].filter(Boolean).join("; ");
}

/** Runs one test; returns its note, and throws its finding. */
async function once(test, { browser, url, dist }) {
  const opened = [];
  const visit = async (options) => {
    const one = await open(browser, url, options);
    opened.push(one);
    return one;
  };
  forgetCalls();
  try {
    const note = await within(test({ visit, url, dist }));
    const complaints = opened.flatMap((one) => one.complaints);
    if (complaints.length) throw new Error(`the browser complained: ${complaints.join("; ")}`);
    return note;
  } catch (error) {
    const where = await silence(error);
    if (where) throw new Silent(error, where);
    if (isLate(error)) error.message += `, although the browser answers. ${waiting()}`;
    throw error;
  }
}

/** Closes the pages of a test; throws if the browser does not answer. */
async function close(browser) {
  forgetCalls();
  try {
    await within(Promise.all(browser.contexts().map((context) => context.close())), CLOSING);
  } catch (error) {
    throw new Silent(error, waiting() || error.message);
  }
  await within(tidied(), CLOSING);
}

/** @param {{file: string, names: string[], label: string, dist: string, isRetry: boolean}} job */
async function run({ file, names, label, dist, isRetry }) {
  const { tests } = await import(file);
  const server = await serve(dist);
  let browser = null;
  for (const [at, name] of names.entries()) {
    await report({ began: name });
    const title = `${label}: ${name}`;
    const started = Date.now();
    const fault = (error) => {
      // If a browser does not start, the error contains all its options, which are one line of 2,000 characters.
      const cause = (/** @type {any} */ (error?.cause)?.stack ?? "").replace(/^(.{300}).+/gm, "$1…");
      const told = error instanceof Silent ? `${error.message}\n${cause}` : String(error?.stack ?? error);
      return `${title} (${Date.now() - started} ms)\n     ${told.replaceAll("\n", "\n     ")}`;
    };
    /** @type {any} */ let error = null;
    let note;
    try {
      browser ??= await launch();
      note = await once(tests[name], { browser, url: server.url, dist });
    } catch (thrown) {
      error = thrown instanceof Silent || !stopped(thrown) ? thrown : new Silent(thrown, thrown.message.split("\n", 1)[0]);
    }
    /** @type {any} */ let left = null;
    if (browser && !(error instanceof Silent)) left = await close(browser).then(() => null, (thrown) => thrown);
    error ??= left;
    const message = String(error?.message ?? error).split("\n", 1)[0];
    if (error instanceof Silent && !(isRetry && at === 0)) {
      console.log(`AGAIN, in a new browser: ${fault(error)}`);
      await report({ silent: name, message });
    } else if (error) {
      console.log(`FAIL ${fault(error)}`);
      await report({ failed: name, message: error instanceof Silent ? `${message}; nor did a new browser` : message });
    } else {
      console.log(`ok   ${title} (${Date.now() - started} ms)${note ? `: ${note}` : ""}`);
      await report({ passed: name });
    }
    // A browser that does not answer ends with this process, and so does a test that is still running.
    if (error instanceof Silent || left || isLate(error)) return;
  }
  await within(browser?.close() ?? Promise.resolve(), CLOSING).catch(() => {});
}

process.on("disconnect", () => process.exit(1));
process.once("message", (job) => {
  run(/** @type {any} */ (job)).then(() => process.exit(0), (error) => {
    console.log(String(error?.stack ?? error));
    process.exit(1);
  });
});
