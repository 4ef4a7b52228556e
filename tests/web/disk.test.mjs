// Tests reading many and large files from the disk, while the browser collects garbage all the time, and files whose
// bytes do not come.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collecting, dragged, drop, dropPaths, isInView, loaded, noticed, onDisk, read, reads } from "./browser.mjs";
import { afterwards } from "./limits.mjs";
import { large, pair, versions } from "./logs.mjs";

/** Returns all inputs, with the number of their results; many inputs are in a panel. */
async function inputs(page) {
  const many = page.locator("#inputs-open");
  if (await many.count() && !(await page.locator("#inputs").count())) await many.click();
  return await page.locator("#inputs .label").evaluateAll((all) => all.map(({ value, title }) => ({ label: value, count: Number(/([\d,]+) results/.exec(title)?.[1].replaceAll(",", "")) })));
}
const labels = async (page) => (await inputs(page)).map(({ label }) => label);
const results = async (page) => (await inputs(page)).map(({ count }) => count);

/** Makes a folder that outlives the page. */
async function folder() {
  const path = await mkdtemp(join(tmpdir(), "benchlens-disk-"));
  afterwards(() => rm(path, { recursive: true }));
  return path;
}

/** Writes a folder of criterion with two recordings of each benchmark: four files a benchmark. */
async function criterion(root, benchmarks) {
  for (let at = 0; at < benchmarks; at++) {
    for (const [name, factor] of [["base", 1], ["new", 1.5]]) {
      const own = join(root, `group-${at % 10}`, `bench-${at}`, name);
      const title = `group-${at % 10}/bench-${at}`;
      await mkdir(own, { recursive: true });
      await writeFile(join(own, "benchmark.json"), JSON.stringify({ group_id: `group-${at % 10}`, function_id: `bench-${at}`, value_str: null, throughput: null, full_id: title, directory_name: title, title }));
      await writeFile(join(own, "sample.json"), JSON.stringify({ sampling_mode: "Flat", iters: Array(10).fill(10), times: Array.from({ length: 10 }, (_, i) => factor * (1000 + at + i)) }));
    }
  }
}

/** Lets the reading of files in a page or worker wait until `come` is called there. Runs in the page or worker. */
function withhold() {
  const real = Blob.prototype.arrayBuffer;
  const scope = /** @type {any} */ (globalThis);
  const coming = new Promise((done) => { scope.come = done; });
  let begin = () => {};
  scope.awaited = new Promise((done) => { begin = done; });
  Blob.prototype.arrayBuffer = async function () {
    begin();
    await coming;
    return await real.call(this);
  };
  /** Later files come at once, but the bytes that are awaited never come. */
  scope.lose = () => { Blob.prototype.arrayBuffer = real; };
}

export const tests = {
  async "forty logs, dropped, chosen and kept, while garbage is collected"({ visit }) {
    const files = versions({ count: 40, at: 20 });
    const paths = await onDisk(files);
    const { page } = await visit();
    await collecting(page);
    await dropPaths(page, paths);
    assert.deepEqual(await labels(page), files.map(({ name }) => name));
    const before = await reads(page);
    await page.setInputFiles("#picker", paths);
    await read(page, before);
    assert.deepEqual(await results(page), Array(80).fill(12));
    assert.equal(await page.innerText("#notice"), "");
    // The browser's copies are files on the disk as well.
    await page.waitForSelector("body[data-kept='80']");
    await page.reload();
    await collecting(page);
    await loaded(page);
    assert.deepEqual(await results(page), Array(80).fill(12));
  },

  async "a folder of 300 files, dropped and chosen, while garbage is collected"({ visit }) {
    const root = join(await folder(), "criterion");
    await criterion(root, 75);
    const { page } = await visit();
    await collecting(page);
    await dropPaths(page, [root]);
    assert.deepEqual(await results(page), [750, 750]);
    assert.equal(await page.innerText("#notice"), "");
    const before = await reads(page);
    await page.setInputFiles("#folder-picker", root);
    await read(page, before);
    // Next to other inputs, a folder has its latest results.
    assert.deepEqual(await results(page), [750, 750, 750]);
  },

  async "files of each size, plain and packed, while garbage is collected"({ visit }) {
    const root = await folder();
    // Read in the main worker, as a whole in another worker, and in parts.
    const sizes = [4e6, 20e6, 70e6];
    const paths = sizes.map((_, at) => join(root, `${at}.txt`));
    const counts = [];
    for (const [at, path] of paths.entries()) counts.push(await large(path, sizes[at]));
    execFileSync("gzip", ["-1", "-k", "0.txt"], { cwd: root });
    execFileSync("tar", ["-cf", "0.tar", "0.txt"], { cwd: root });
    const { page } = await visit();
    await collecting(page);
    const started = Date.now();
    await dropPaths(page, [...paths, join(root, "0.txt.gz"), join(root, "0.tar")]);
    assert.equal(await page.innerText("#notice"), "");
    assert.deepEqual(await results(page), [...counts, counts[0], counts[0]]);
    return `${((Date.now() - started) / 1000).toFixed(1)} s for 102 MB`;
  },

  async "a file that changes while it is read is named, and not mixed"({ visit }) {
    const { page } = await visit();
    const worker = page.workers()[0] ?? await page.waitForEvent("worker");
    const later = new Date(Date.now() + 60_000);
    for (const change of [rm, (path) => writeFile(path, "BenchmarkA 1"), async (path) => {
      await writeFile(path, pair()[1].text);
      await utimes(path, later, later);
    }]) {
      await worker.evaluate(withhold);
      const [path] = await onDisk([{ name: "changed.txt", text: pair()[0].text }]);
      const before = await reads(page);
      await dragged(page, [path]);
      await worker.evaluate(() => globalThis.awaited);
      await change(path);
      await worker.evaluate(() => globalThis.come());
      await read(page, before);
      assert.match(await page.innerText("#notice"), /^changed\.txt could not be read: /);
      assert.deepEqual(await labels(page), []);
      await worker.evaluate(() => globalThis.lose());
    }
  },

  async "if no bytes come for 10 s, the app says so, and reads the files again or goes on"({ visit }) {
    const [again, late, canceled] = await Promise.all([visit(), visit(), visit({ width: 390, height: 844 })]).then((all) => all.map(({ page }) => page));
    const workers = await Promise.all([again, canceled].map(async (page) => page.workers()[0] ?? await page.waitForEvent("worker")));
    // The app itself reads the beginning of each file, and its worker the rest.
    await Promise.all([...workers, late].map((part) => part.evaluate(withhold)));
    const paths = await onDisk(pair());
    const more = await onDisk([{ name: "more.txt", text: pair()[0].text }]);
    const root = join(await folder(), "criterion");
    await criterion(root, 1);
    const started = Date.now();
    await dragged(again, paths);
    // Files that are dropped meanwhile are read afterwards.
    await dragged(again, more);
    await dragged(late, paths);
    await dragged(canceled, [root]);
    await Promise.all([again, late, canceled].map((page) => page.waitForSelector("#again:visible")));
    assert.ok(Date.now() - started >= 10_000);

    const text = await again.innerText("#progress-text");
    assert.equal(text, "Reading old.txt has made no progress for 10 s. Wait if its drive is slow, or try again.");
    assert.equal(await again.textContent("#said"), text);
    const [worker] = workers;
    await worker.evaluate(() => globalThis.lose());
    await again.click("#again");
    await again.waitForFunction(() => document.body.dataset.reads === "3");
    await loaded(again);
    assert.deepEqual(await labels(again), ["old.txt", "new.txt", "more.txt"]);
    assert.ok(await again.isHidden("#progress"));
    assert.equal(await again.innerText("#notice"), "");
    // Bytes that come too late are not read a second time.
    await worker.evaluate(() => globalThis.come());
    await drop(again, [{ name: "last.txt", text: pair()[1].text }]);
    assert.deepEqual(await results(again), [60, 60, 60, 60]);

    assert.match(await late.innerText("#progress-text"), /^Reading old\.txt has made no progress/);
    await late.evaluate(() => globalThis.come());
    await read(late, 0);
    assert.deepEqual(await labels(late), ["old.txt", "new.txt"]);
    assert.ok(await late.isHidden("#again"));

    assert.match(await canceled.innerText("#progress-text"), /^Reading criterion\/group-0\/bench-0\/base\/\w+\.json has made no progress/);
    if (process.env.SHOTS) await canceled.screenshot({ path: join(process.env.SHOTS, "silent.png") });
    for (const part of ["#progress-text", "#again", "#progress [data-do=cancel]"]) assert.ok(await isInView(canceled, part), part);
    await canceled.click("#progress [data-do=cancel]");
    await noticed(canceled, /cancelled/);
    assert.ok(await canceled.isHidden("#progress"));
  },
};
