// Runs the tests of the web app: `node run.mjs DIST_DIR [WORD]` (only tests whose names contain WORD). Each file runs
// with its own process, browser, server and temporary folder, JOBS files at a time (2). CHROMIUM names another
// browser; SHOTS a folder for the screenshots; LAG=200 delays each message to a worker by this number of
// milliseconds, which reveals tests that pass only because the worker is fast; LIMIT is the time of one test in
// milliseconds (240,000); TESTS names another folder of tests. If the browser does not answer, the test runs once
// more in a new browser, and the last lines report that; a test with a finding never runs again.
import { fork } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LIMIT } from "./limits.mjs";

const [dist, word = ""] = process.argv.slice(2);
const jobs = Number(process.env.JOBS ?? 2);
if (!dist || !Number.isInteger(jobs) || jobs < 1) {
  console.error("usage: [JOBS=2] node run.mjs DIST_DIR [WORD]");
  process.exit(2);
}
const here = fileURLToPath(new URL("./", import.meta.url));
const folder = resolve(process.env.TESTS ?? here);
/** A process without a report for this time hangs, because each test has a limit, and so do the calls after it. */
const HANGS = 2 * LIMIT + 120_000;

/** @typedef {{title: string, message: string}} Told */
/** @typedef {{label: string, file: string, names: string[], size: number, passed: number, failed: Told[], retried: Told[]}} Plan */

/** Returns the chosen tests of a file. @param {string} name @returns {Promise<Plan>} */
async function planned(name) {
  const path = join(folder, name);
  const plan = { label: name.replace(".test.mjs", ""), file: pathToFileURL(path).href, names: [], size: 0, passed: 0, failed: [], retried: [] };
  try {
    const { tests } = await import(plan.file);
    const names = Object.keys(tests).filter((test) => `${plan.label}: ${test}`.includes(word));
    return { ...plan, names, size: (await stat(path)).size };
  } catch (error) {
    console.log(`FAIL ${plan.label}\n     ${String(error?.stack ?? error).replaceAll("\n", "\n     ")}\n`);
    return { ...plan, failed: [{ title: plan.label, message: `the file cannot be loaded: ${error?.message ?? error}` }] };
  }
}

/** Runs a file to its end, in as many processes as necessary, and prints their output. @param {Plan} plan */
async function runFile(plan) {
  const output = [];
  let rest = plan.names;
  let isRetry = false;
  const told = (name, message) => ({ title: `${plan.label}: ${name}`, message });
  while (rest.length) {
    const { reports, how } = await inProcess({ file: plan.file, names: rest, label: plan.label, dist: resolve(dist), isRetry }, output);
    isRetry = false;
    let isDone = false;
    for (const { passed, failed, silent, message } of reports) {
      if (silent !== undefined) {
        plan.retried.push(told(silent, message));
        isRetry = true;
        isDone = true;
        break;
      }
      if (passed === undefined && failed === undefined) continue;
      if (failed !== undefined) plan.failed.push(told(failed, message));
      else plan.passed++;
      rest = rest.slice(1);
      isDone = true;
    }
    const last = reports.at(-1)?.began;
    if (last === undefined && isDone) continue;
    // The process ended in the middle of a test.
    const message = `the process of the test ended ${how}`;
    output.push(`FAIL ${plan.label}: ${rest[0]}\n     ${message}\n`);
    plan.failed.push(told(rest[0], message));
    rest = rest.slice(1);
  }
  process.stdout.write(output.join(""));
}

/**
 * Runs tests in a separate process; returns its reports and how it ended.
 * @param {any} job @param {string[]} output
 */
async function inProcess(job, output) {
  const own = await mkdtemp(join(tmpdir(), "web-"));
  /** @type {any[]} */ const reports = [];
  const child = fork(join(here, "file.mjs"), [], { stdio: ["ignore", "pipe", "pipe", "ipc"], env: { ...process.env, TMPDIR: own } });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => output.push(text));
  let how = "";
  let timer;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      how = `because it reported nothing for ${HANGS / 1000} s`;
      child.kill("SIGKILL");
    }, HANGS);
  };
  child.on("message", (message) => {
    reports.push(message);
    watch();
  });
  watch();
  child.send(job);
  const [code, signal] = await new Promise((done) => child.once("close", (...ended) => done(ended)));
  clearTimeout(timer);
  await rm(own, { recursive: true, force: true, maxRetries: 5 }).catch((error) => output.push(`     ${error.message}\n`));
  return { reports, how: how || (signal ? `by ${signal}` : `with exit code ${code}`) };
}

const files = (await readdir(folder)).filter((name) => name.endsWith(".test.mjs")).sort();
const plans = await Promise.all(files.map(planned));
// Large files take long, and the tests of limits wait long, so they come first, and no job is left with one at the end.
const length = (/** @type {Plan} */ { label, size }) => (label === "limits" ? Infinity : size);
const queue = plans.filter(({ names }) => names.length).sort((a, b) => (length(a) < length(b) ? 1 : -1));
await Promise.all(Array.from({ length: jobs }, async () => {
  for (let plan = queue.shift(); plan; plan = queue.shift()) await runFile(plan);
}));

/** Prints a list under its heading. @param {string} heading @param {Told[]} list */
function print(heading, list) {
  if (list.length) console.log(`\n${heading}:\n${list.map(({ title, message }) => `  ${title}: ${message}`).join("\n")}`);
}
const failed = plans.flatMap((plan) => plan.failed);
const retried = plans.flatMap((plan) => plan.retried);
const passed = plans.reduce((sum, plan) => sum + plan.passed, 0);
print("retried", retried);
print("failed", failed);
console.log(`\n${passed} passed, ${failed.length} failed${retried.length ? `; ${retried.length} retried in a new browser because the browser did not answer` : ""}`);
process.exitCode = failed.length || !passed ? 1 : 0;
