// Tests reading logs: drops, pastes, packed and large files, cancelling, and files that are not logs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createGzip, gzipSync } from "node:zlib";
import { asking, drop, dropPaths, keepsNothingMore, loaded, noticed, read, reads } from "./browser.mjs";
import { afterwards } from "./limits.mjs";
import { large, log, pair } from "./logs.mjs";
import { zipOf } from "./zip.mjs";

/** Six results, compressed with zstd. */
const ZSTD = "KLUv/QRY7QAAsEJlbmNobWFya0EgMSAxMCBucy9vcAoBAFamswlFUsNv";

/** Returns the columns of the first table: the names of the compared inputs. */
const columns = (page) => page.locator("#tables table >> nth=0").locator(".column-name").allInnerTexts();
/** Returns all inputs, even if they are in different tables. */
const labels = (page) => page.locator("#inputs .remove").evaluateAll((all) => all.map((button) => button.getAttribute("aria-label").replace("Remove ", "")));
/** Returns the description of each input. */
const kinds = (page) => page.locator("#inputs .label").evaluateAll((all) => all.map((field) => field.title).join("; "));

/**
 * Creates a folder for files to read. It outlives the page, which may still be storing copies of the files when
 * the test ends.
 */
async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "benchlens-web-"));
  afterwards(() => rm(folder, { recursive: true }));
  return await work(folder);
}

/**
 * Writes a recording of criterion: ten samples of two benchmarks.
 * @param {string} root @param {string} name @param {number} factor of the times @param {number} seconds after the first recording
 */
async function criterion(root, name, factor = 1, seconds = 0) {
  for (const [benchmark, own] of [["Parse", factor], ["Print", 2 * factor]]) {
    const folder = join(root, benchmark, name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "benchmark.json"), JSON.stringify({ group_id: benchmark, function_id: null, value_str: null, throughput: null, full_id: benchmark, directory_name: benchmark, title: benchmark }));
    const samples = join(folder, "sample.json");
    await writeFile(samples, JSON.stringify({ sampling_mode: "Flat", iters: Array(10).fill(10), times: Array.from({ length: 10 }, (_, i) => own * (1000 + i)) }));
    const time = new Date(Date.UTC(2026, 0, 1) + 1000 * seconds);
    await utimes(samples, time, time);
  }
}

export const tests = {
  async "two logs dropped together are compared at once"({ visit }) {
    const { page } = await visit();
    assert.match(await page.textContent("#empty"), /stay in this browser/);
    await drop(page, pair());
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    assert.match(await page.textContent("#answer"), /6/);
    assert.match(await page.innerText("#tables tbody"), /−50\.0/);
    assert.deepEqual(await page.locator("#units .unit-name").allInnerTexts(), ["sec/op", "B/op", "allocs/op"]);
    assert.match(await page.textContent("#command"), /^benchlens -outcomes old\.txt new\.txt$/);
    assert.equal(await page.locator("#answer").getAttribute("aria-live"), "polite");
  },

  async "files that are dropped while others are read are read next"({ visit }) {
    const { page } = await visit();
    const before = await reads(page);
    await page.evaluate((given) => {
      for (const { name, text } of given) {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      }
    }, [{ name: "a.txt", text: log().repeat(3000) }, ...pair()]);
    await page.waitForFunction((count) => Number(document.body.dataset.reads ?? 0) === count + 3, before);
    await loaded(page);
    assert.deepEqual((await labels(page)).sort(), ["a.txt", "new.txt", "old.txt"]);
    assert.equal(await page.innerText("#notice"), "");
    await page.waitForSelector("body[data-kept='3']");
    await page.reload();
    await loaded(page);
    assert.deepEqual((await labels(page)).sort(), ["a.txt", "new.txt", "old.txt"]);
  },

  async "before the answer is complete, no outcome is shown"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const seen = () => page.locator("#tables .verdict, .card .words, .card .mean").evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).visibility === "visible").length);
    assert.ok(0 < (await seen()));
    await page.evaluate(() => document.body.classList.add("early"));
    assert.equal(await seen(), 0);
    const colors = await page.locator("#tables .delta").evaluateAll((parts) => [...new Set(parts.map((part) => getComputedStyle(part).color))]);
    assert.equal(colors.length, 1);
  },

  async "two files of the disk, dropped as the browser itself drops them"({ visit }) {
    return await inFolder(async (folder) => {
      const { page } = await visit();
      const paths = pair().map(({ name }) => join(folder, name));
      for (const [i, { text }] of pair().entries()) await writeFile(paths[i], text);
      await dropPaths(page, paths);
      assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
      assert.match(await page.innerText("#tables tbody"), /−50\.0/);
    });
  },

  async "more logs join those that are there"({ visit }) {
    const { page } = await visit();
    await drop(page, pair().slice(0, 1));
    await drop(page, pair().slice(1));
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    assert.match(await page.textContent("#tables tbody"), /−50\.0/);
  },

  async "the command has the unit that is shown, and tells files of one name apart"({ visit }) {
    const { page } = await visit();
    // Chromium renames one of two files with the same name in one drop.
    await drop(page, [{ name: "bench.txt", text: log() }]);
    await drop(page, [{ name: "bench.txt", text: log({ factor: 2 }) }]);
    const heads = await columns(page);
    assert.equal(new Set(heads).size, 2, heads.join());
    const command = await page.innerText("#command");
    for (const label of heads) assert.ok(command.includes(`${label}=bench.txt`), command);
    await page.click("#units [role=tab]:has-text('B/op')");
    await page.waitForFunction(() => / -unit B\/op /.test(document.querySelector("#command").textContent));
  },

  async "labels, order and removal"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await asking(page, async () => {
      await page.fill("#inputs .label >> nth=0", "before");
      await page.keyboard.press("Enter");
    });
    assert.match(await page.textContent("#command"), /before=old\.txt new\.txt/);
    await asking(page, async () => {
      await page.focus("#inputs .grip >> nth=0");
      await page.keyboard.press("ArrowRight");
    });
    assert.deepEqual(await columns(page), ["new.txt", "before"]);
    assert.match(await page.textContent("#tables tbody"), /\+100\./);
    const [from, to] = await Promise.all([0, 1].map((n) => page.locator("#inputs .grip").nth(n).boundingBox()));
    await asking(page, async () => {
      await page.mouse.move(from.x + 5, from.y + 5);
      await page.mouse.down();
      await page.mouse.move(to.x + 100, to.y + 5, { steps: 5 });
      await page.mouse.move(to.x + 150, to.y + 8, { steps: 5 });
      await page.mouse.up();
    });
    assert.deepEqual(await columns(page), ["before", "new.txt"]);
    await asking(page, () => page.click("#inputs .remove >> nth=1"));
    assert.deepEqual(await columns(page), ["before"]);
    await page.click("#inputs .remove");
    await page.waitForSelector("#empty", { state: "visible" });
  },

  async "a file through the dialog, and gzip on the way"({ visit }) {
    const { page } = await visit();
    const before = await reads(page);
    await page.setInputFiles("#picker", { name: "old.txt.gz", mimeType: "application/gzip", buffer: gzipSync(log()) });
    await read(page, before);
    assert.match(await page.textContent("#tables tbody"), /size=1000/);
    const again = await reads(page);
    const cut = gzipSync(log({ runs: 500 })).subarray(0, 900);
    await page.setInputFiles("#picker", { name: "cut.gz", mimeType: "application/gzip", buffer: cut });
    await read(page, again);
    await noticed(page, /cut\.gz could not be read/);
    assert.deepEqual(await columns(page), ["old.txt.gz"]);
  },

  async "pasting"({ visit }) {
    const { page } = await visit();
    await page.evaluate((text) => navigator.clipboard.writeText(text), log());
    let before = await reads(page);
    await page.click("#empty [data-do=paste]");
    await read(page, before);
    before = await reads(page);
    await page.focus("#main");
    await page.keyboard.press("Control+V");
    await read(page, before);
    assert.deepEqual(await columns(page), ["pasted-1.txt", "pasted-2.txt"]);
  },

  async "the example"({ visit }) {
    const { page } = await visit();
    const before = await reads(page);
    await page.click("#empty [data-do=example]");
    await read(page, before);
    assert.ok((await columns(page)).length >= 2);
    assert.match(new URL(page.url()).hash, /example=1/);
    assert.ok(await page.locator("#tables tr[data-at]").count());
    await page.reload();
    await loaded(page);
  },

  async "malformed lines are listed with their place"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "odd.txt", text: `${log()}BenchmarkBroken 100 oops ns/op\n` }]);
    await page.click("#inputs .bad");
    await page.waitForSelector("#malformed[open]");
    const lines = log().split("\n").length;
    assert.match(await page.textContent("#malformed"), new RegExp(`odd\\.txt:${lines}`));
    assert.match(await kinds(page), /60 results, 1 line to look at/);
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#tables tr[data-at]").count());
  },

  async "binary files, empty files and files that are not logs say so"({ visit }) {
    const { page } = await visit();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7919 + (i >> 5)) & 255)).toString("base64");
    await drop(page, [{ name: "picture.png", base64: bytes }, { name: "letter.txt", text: "Dear reader,\nthis is no log.\n" }, { name: "empty.txt", text: "" }]);
    assert.equal(await page.locator("#inputs .nothing").count(), 3);
    const said = await page.innerText("#loaded");
    assert.match(said, /^No benchmark results\n/);
    assert.match(said, /picture\.png: it seems to be binary data\n/);
    assert.match(said, /letter\.txt: it is text without a benchmark result\n/);
    assert.match(said, /empty\.txt: it is empty\n/);
    assert.match(said, /benchlens reads Go logs, criterion, .*folder\.\n/);
    assert.doesNotMatch(said, /tests at level|benchlens -|No result matches|see benchlens formats/);
    assert.equal(await page.locator("#tables tr[data-at]").count(), 0);
    await drop(page, pair());
    assert.match(await page.textContent("#tables tbody"), /size=1000/);
    assert.ok(await page.isHidden("#unreadable"));
    assert.match(await page.innerText("#loaded"), /benchlens -outcomes/);
  },

  async "after a wrong file alone, its reason is on the page, and the example one click away"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "settings.json", text: '{"a": 1}' }]);
    assert.match(await page.innerText("#unreadable"), /settings\.json: it seems to be JSON, but in a format that/);
    const before = await reads(page);
    await page.click("#unreadable [data-do=example]");
    await read(page, before);
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    assert.ok(await page.isHidden("#unreadable"));
  },

  async "a damaged file beside good ones: they are read, and it is named"({ visit }) {
    const { page } = await visit();
    const cut = gzipSync(log({ runs: 500 })).subarray(0, 900).toString("base64");
    const [old, young] = pair();
    await drop(page, [old, { name: "cut.gz", base64: cut }, young]);
    const notice = await page.innerText("#notice");
    assert.match(notice, /cut\.gz could not be read: .*(end|cut|trunc)/);
    // The CLI reads no more of it than the web app.
    assert.doesNotMatch(notice, /command line|program|benchlens/);
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    assert.match(await page.innerText("tr[data-at='0']"), /10\.045 µs.*5\.022 µs.*−50\.0/s);
    // A reload contains only the valid inputs.
    await page.waitForSelector("body[data-kept='2']");
    await page.reload();
    await loaded(page);
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    assert.equal(await page.innerText("#notice"), "");
  },

  async "gzip of several members"({ visit }) {
    const { page } = await visit();
    const two = Buffer.concat([gzipSync(log()), gzipSync(log())]);
    await drop(page, [{ name: "two.gz", base64: two.toString("base64") }]);
    assert.match(await kinds(page), /120 results/);
  },

  async "gzip larger than what is unpacked in memory goes through the browser's own stream"({ visit }) {
    const { page } = await visit();
    // Stored blocks of maximum length: a log, half a gigabyte of ignored lines, and the log again.
    const noise = Buffer.from(`${"-".repeat(999)}\n`.repeat(65).padEnd(65_534, "-") + "\n");
    const stored = (text, last = 0) => Buffer.concat([Buffer.from([last, text.length & 255, text.length >> 8, ~text.length & 255, (~text.length >> 8) & 255]), text]);
    const own = Buffer.from(log({ runs: 3 }));
    const count = Math.ceil((513 * 1024 * 1024) / noise.length);
    let sum = crc32(own);
    for (let i = 0; i < count; i++) sum = crc32(noise, sum);
    sum = crc32(own, sum);
    const head = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), stored(own)]);
    const tail = Buffer.concat([stored(own, 1), Buffer.alloc(8)]);
    tail.writeUInt32LE(sum, tail.length - 8);
    tail.writeUInt32LE((2 * own.length + count * noise.length) % 2 ** 32, tail.length - 4);
    const before = await reads(page);
    const parts = [head, stored(noise), tail].map((part) => part.toString("base64"));
    const size = await page.evaluate(([head, noise, tail, count]) => {
      const bytes = (text) => new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]);
      const large = new File([bytes(head), ...Array(count).fill(bytes(noise)), bytes(tail)], "large.gz");
      const transfer = new DataTransfer();
      transfer.items.add(large);
      const picker = /** @type {any} */ (document.querySelector("#picker"));
      picker.files = transfer.files;
      picker.dispatchEvent(new Event("change", { bubbles: true }));
      return large.size;
    }, [...parts, count]);
    assert.ok(size > 512 * 1024 * 1024, `${size} bytes`);
    await read(page, before, 120_000);
    assert.deepEqual(await columns(page), ["large.gz"]);
    // Both ends count: eighteen results each.
    assert.match(await kinds(page), /36 results/);
    assert.equal(await page.innerText("#notice"), "");
  },

  async "an archive of a runner's logs: the job once, without its time stamps"({ visit }) {
    const { page } = await visit();
    const stamped = log().split("\n").map((line) => `2026-01-31T12:00:00.1234567Z ${line}`).join("\n");
    const zip = zipOf({ "0_bench.txt": stamped, "bench/1_Set up job.txt": "2026-01-31T12:00:00.1234567Z ready\n", "bench/2_Run benchmarks.txt": stamped });
    await drop(page, [{ name: "logs_42.zip", base64: zip.toString("base64") }]);
    assert.deepEqual(await columns(page), ["logs_42.zip!0_bench.txt"]);
    assert.match(await kinds(page), /60 results/);
    assert.match(await page.textContent("#tables tbody"), /size=1000/);
    await noticed(page, /skipped steps that the log of the whole job repeats: 2/);
  },

  async "a folder of criterion, dropped as a folder, beside a file of Google Benchmark"({ visit }) {
    return await inFolder(async (folder) => {
      const { page } = await visit();
      const root = join(folder, "criterion");
      for (const recording of ["new", "base"]) await criterion(root, recording);
      await mkdir(join(root, "Parse", "report"), { recursive: true });
      await writeFile(join(root, "Parse", "report", "index.html"), "<p>report</p>");
      await dropPaths(page, [root]);
      // After each run, criterion copies the results to base.
      assert.deepEqual(await columns(page), ["criterion"]);
      assert.match(await kinds(page), /20 results/);
      await noticed(page, /^criterion: base and new contain the same samples\. To compare two versions, run each with cargo bench -- --save-baseline NAME\./);
      const google = { context: { host_name: "h" }, benchmarks: Array.from({ length: 10 }, (_, i) => ({ name: "Parse", run_name: "Parse", run_type: "iteration", iterations: 5, real_time: 150 + i, cpu_time: 150, time_unit: "ns" })) };
      await drop(page, [{ name: "google.json", text: JSON.stringify(google) }]);
      assert.deepEqual(await columns(page), ["criterion", "google.json"]);
      assert.match(await page.textContent("#tables tbody"), /Parse.*100\.\d+ ns.*154\.\d+ ns.*\+5/s);
    });
  },

  async "a folder of logs alone is one version, and says so"({ visit }) {
    return await inFolder(async (folder) => {
      const { page } = await visit();
      const root = join(folder, "load");
      await mkdir(root);
      for (const { name, text } of pair()) await writeFile(join(root, name), text);
      await dropPaths(page, [root]);
      assert.deepEqual(await columns(page), ["load"]);
      await noticed(page, /^load: the 2 files of a folder are one version\. To compare them with each other, drop the files/);
    });
  },

  async "a folder of criterion alone: base is compared with new, and a saved baseline with both, in order of time"({ visit }) {
    return await inFolder(async (folder) => {
      const root = join(folder, "criterion");
      // A copied folder has any times: base is the old side even if its files are newer.
      await criterion(root, "base", 1, 90);
      await criterion(root, "new", 1.5);
      const first = await visit();
      await dropPaths(first.page, [root]);
      assert.deepEqual(await columns(first.page), ["base", "new"]);
      assert.match(await first.page.innerText("#heading"), /criterion#new\s*against\s*criterion#base/);
      assert.match(await first.page.innerText("#tables tbody"), /Parse.*\+50\.00?%/s);
      assert.match(await first.page.textContent("#command"), /'criterion#base' 'criterion#new'$/);
      assert.equal(await first.page.innerText("#notice"), "");
      await keepsNothingMore(first.page);
      await first.page.reload();
      await first.page.waitForSelector("#expected:visible");
      assert.equal(await first.page.innerText("#expected"), "criterion was not kept, because this browser keeps only files. Open it again.");
      // A saved baseline is also the latest recording; its name says nothing about its age.
      for (const recording of ["after", "new"]) await criterion(root, recording, 3, 60);
      await criterion(root, "before", 2, 30);
      const { page } = await visit();
      const chooser = page.waitForEvent("filechooser");
      const before = await reads(page);
      await page.click("#empty [data-do=open-folder]");
      await (await chooser).setFiles(root);
      await read(page, before);
      assert.deepEqual(await columns(page), ["before", "after"]);
      assert.match(await page.innerText("#tables tbody"), /Parse.*\+50\.00?%/s);
      // Next to other inputs, a folder has its latest results.
      const both = await visit();
      await drop(both.page, pair());
      await dropPaths(both.page, [root]);
      assert.deepEqual(await labels(both.page), ["old.txt", "new.txt", "criterion"]);
    });
  },

  async "a packed folder of criterion is compared like the folder"({ visit }) {
    return await inFolder(async (folder) => {
      const root = join(folder, "criterion");
      await criterion(root, "base");
      await criterion(root, "new", 1.5);
      execFileSync("tar", ["-czf", "criterion.tar.gz", "criterion"], { cwd: folder });
      const paths = ["Parse", "Print"].flatMap((name) => ["base", "new"].flatMap((one) => ["benchmark.json", "sample.json"].map((file) => `criterion/${name}/${one}/${file}`)));
      const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
      await writeFile(join(folder, "criterion.zip"), zipOf(Object.fromEntries(paths.map((path, at) => [path, texts[at]]))));
      for (const name of ["criterion.zip", "criterion.tar.gz"]) {
        const { page } = await visit();
        const isCompared = async () => {
          assert.deepEqual(await columns(page), ["base", "new"]);
          assert.match(await page.innerText("#heading"), new RegExp(`${name}#new\\s*against\\s*${name}#base`));
          assert.match(await page.innerText("#tables tbody"), /Parse.*\+50\.00?%/s);
          assert.match(await page.textContent("#command"), new RegExp(`'${name}#base' '${name}#new'$`));
          assert.equal(await page.innerText("#notice"), "");
        };
        await dropPaths(page, [join(folder, name)]);
        await isCompared();
        await page.waitForSelector("body[data-kept]");
        await page.reload();
        await read(page, 0);
        await isCompared();
        // Next to other inputs, it has its latest results, and two packed folders are two versions.
        const both = await visit();
        await drop(both.page, pair());
        await dropPaths(both.page, [join(folder, name)]);
        assert.deepEqual(await labels(both.page), ["old.txt", "new.txt", `${name}!criterion`]);
      }
    });
  },

  async "a file of pytest-benchmark"({ visit }) {
    const { page } = await visit();
    const file = (factor) => JSON.stringify({
      machine_info: { node: "h", cpu: { brand_raw: "Some CPU" } }, commit_info: { id: "abc" },
      benchmarks: [{ group: null, name: "test_sort[10]", fullname: "tests/test_sort.py::test_sort[10]", params: { n: 10 }, stats: { median: factor, iterations: 1, data: Array.from({ length: 12 }, (_, i) => factor * (1 + i / 1000)) } }],
    });
    await drop(page, [{ name: "old.json", text: file(1e-3) }, { name: "new.json", text: file(2e-3) }]);
    assert.deepEqual(await columns(page), ["old.json", "new.json"]);
    assert.match(await page.textContent("#tables tbody"), /test_sort\/n=10.*\+100\.00%/s);
  },

  async "what does not fit is refused in numbers, with the command that does it"({ visit }) {
    return await inFolder(async (folder) => {
      const path = join(folder, "vast.txt");
      await large(path, 70e6);
      // The rest is a sparse region, so that the file uses no disk space.
      await truncate(path, 50e9);
      const { page } = await visit();
      const before = await reads(page);
      await page.setInputFiles("#picker", path);
      await read(page, before);
      const notice = await page.textContent("#notice");
      assert.match(notice, /50\.0 GB of logs like these need about [\d.]+ GB of memory; 3\.49 GB are available/);
      assert.equal(await page.textContent("#notice pre"), "benchlens -outcomes vast.txt");
      assert.ok(await page.isVisible("#empty"));
      return notice.slice(0, 80);
    });
  },

  async "zstd, and zstd that is damaged"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "log.zst", base64: ZSTD }]);
    assert.match(await kinds(page), /6 results/);
    await drop(page, [{ name: "bad.zst", base64: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]).toString("base64") }]);
    await noticed(page, /bad\.zst could not be read/);
    assert.deepEqual(await columns(page), ["log.zst"]);
  },

  async "a large packed log: progress moves, cancel takes effect at once, and to the end"({ visit }) {
    return await inFolder(async (folder) => {
      const plain = join(folder, "large.txt");
      const path = join(folder, "large.txt.gz");
      const results = await large(plain, 60e6);
      await writeFile(path, gzipSync(await readFile(plain), { level: 1 }));
      const { page } = await visit();
      await drop(page, pair());
      // Cancelled in the browser when the bar has moved twice, because a click from here may come too late.
      await page.evaluate(() => {
        const bar = document.querySelector("#bar");
        const seen = [];
        new MutationObserver((_, observer) => {
          if (bar.value > 0 && bar.value < 1 && bar.value !== seen.at(-1)) seen.push(bar.value);
          if (seen.length < 3) return;
          observer.disconnect();
          document.body.dataset.seen = JSON.stringify(seen);
          document.querySelector("#progress [data-do=cancel]").click();
          // No worker and no timer can run before this, so the message appeared synchronously, on any machine.
          setTimeout(() => { document.body.dataset.notice = document.querySelector("#notice").textContent; });
        }).observe(document.querySelector("#progress"), { attributes: true, childList: true, subtree: true });
      });
      let before = await reads(page);
      await page.setInputFiles("#picker", path);
      await read(page, before);
      await page.waitForSelector("body[data-notice]");
      const seen = JSON.parse(await page.getAttribute("body", "data-seen"));
      assert.ok(seen.every((value, at) => !at || seen[at - 1] < value), `the bar moves: ${seen}`);
      assert.match(await page.getAttribute("body", "data-notice") ?? "", /cancelled/);
      assert.ok(await page.isHidden("#progress"));
      assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
      // The app continues immediately, and reading again reads everything.
      await asking(page, () => page.click(".swap"));
      before = await reads(page);
      await page.setInputFiles("#picker", path);
      await read(page, before);
      assert.deepEqual(await labels(page), ["new.txt", "old.txt", "large.txt.gz"]);
      const digits = (await kinds(page)).replace(/[,\s]/g, "");
      assert.ok(digits.includes(String(results)), `${digits} has ${results}`);
    });
  },

  async "packed files that are too large are left out, and those beside them are read"({ visit }) {
    return await inFolder(async (folder) => {
      const { page } = await visit();
      const [old, young] = pair();
      const paths = ["old.txt", "vast.zip", "new.txt"].map((name) => join(folder, name));
      await writeFile(paths[0], old.text);
      await writeFile(paths[1], zipOf({ "a.txt": log() }));
      await writeFile(paths[2], young.text);
      // The rest is a sparse region, so that the file uses no disk space.
      await truncate(paths[1], 513 * 1024 * 1024);
      await dropPaths(page, paths);
      assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
      await noticed(page, /vast\.zip is too large to be unpacked in a browser\. The command line reads it\./);
      assert.match(await page.textContent("#notice pre"), /^benchlens .*old\.txt new\.txt .*vast\.zip/);
    });
  },

  async "a large gzip file goes through the browser's own stream"({ visit }) {
    return await inFolder(async (folder) => {
      const path = join(folder, "vast.txt.gz");
      // The data is stored without compression, so it is as large as its content.
      const other = Buffer.alloc(8 * 1024 * 1024, `${"# ".padEnd(127, "-")}\n`);
      const parts = [log(), ...Array.from({ length: 65 }, () => other), log()];
      await pipeline(Readable.from(parts), createGzip({ level: 0 }), createWriteStream(path));
      assert.ok((await stat(path)).size > 512 * 1024 * 1024);
      const { page } = await visit();
      const before = await reads(page);
      await page.setInputFiles("#picker", path);
      await read(page, before);
      assert.deepEqual(await columns(page), ["vast.txt.gz"]);
      assert.match(await kinds(page), /120 results/);
      assert.ok(await page.isHidden("#notice"), await page.textContent("#notice"));
    });
  },

  async "a file that is gone is named, and those beside it are read"({ visit }) {
    return await inFolder(async (folder) => {
      const { page } = await visit();
      const paths = ["old.txt", "gone.txt", "new.txt"].map((name) => join(folder, name));
      for (const path of paths) await writeFile(path, log());
      const drop = async () => {
        const before = await reads(page);
        // The app accesses the files after they have been deleted.
        await page.evaluate(() => {
          const files = document.querySelector("#held").files;
          const data = new DataTransfer();
          for (const file of files) data.items.add(file);
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        });
        await read(page, before);
      };
      await page.evaluate(() => {
        const field = document.createElement("input");
        Object.assign(field, { type: "file", multiple: true, id: "held" });
        document.body.append(field);
      });
      await page.setInputFiles("#held", paths);
      await rm(paths[1]);
      await drop();
      assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
      await noticed(page, /gone\.txt could not be read: it is gone/);
      // If no file can be read, the current inputs stay. Until then, the app stores copies of both.
      await page.waitForSelector("body[data-kept='2']");
      for (const path of [paths[0], paths[2]]) await rm(path);
      await drop();
      await noticed(page, /old\.txt could not be read: it is gone/);
      assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    });
  },

  async "a file of a folder that cannot be read is named, and the others count"({ visit }) {
    return await inFolder(async (folder) => {
      const { page } = await visit();
      const paths = ["a.txt", "gone.txt"].map((name) => join(folder, name));
      for (const path of paths) await writeFile(path, log());
      // Files, one of which is deleted by then, and a folder that contains them.
      const picked = await page.evaluateHandle(() => {
        const field = document.createElement("input");
        Object.assign(field, { type: "file", multiple: true, id: "held" });
        document.body.append(field);
        return field;
      });
      await picked.asElement().setInputFiles(paths);
      await rm(paths[1]);
      const before = await reads(page);
      await page.evaluate(() => {
        const [good, gone] = document.querySelector("#held").files;
        document.querySelector("#held").remove();
        const files = [good, gone].map((file) => ({ name: file.name, isDirectory: false, file: (done) => done(file) }));
        const lost = { name: "lost.txt", isDirectory: false, file: (_, fail) => fail(new Error("no permission")) };
        let rest = [...files, lost];
        DataTransferItem.prototype.webkitGetAsEntry = () => ({
          name: "logs", isDirectory: true,
          createReader: () => ({ readEntries: (done) => done(rest.splice(0)) }),
        });
        const data = new DataTransfer();
        data.items.add(new File([], "logs"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      });
      await read(page, before);
      assert.deepEqual(await columns(page), ["logs"]);
      assert.match(await kinds(page), /60 results/);
      const notice = await page.innerText("#notice");
      assert.match(notice, /logs\/lost\.txt could not be read: no permission/);
      assert.match(notice, /logs\/gone\.txt could not be read: /);
    });
  },

  async "a 200 MB log: progress, cancel, and to the end"({ visit }) {
    return await inFolder(async (folder) => {
      const path = join(folder, "large.txt");
      const results = await large(path, 200e6);
      const { page } = await visit();
      await drop(page, pair());
      let before = await reads(page);
      // The app may be faster than a click from here, so the click happens in the browser.
      await page.evaluate(() => {
        new MutationObserver((_, observer) => {
          if (document.querySelector("#bar").value < 0.1 || !/B\/s/.test(document.querySelector("#progress-text").textContent)) return;
          observer.disconnect();
          document.querySelector("#progress [data-do=cancel]").click();
        }).observe(document.querySelector("#progress"), { attributes: true, childList: true, subtree: true });
      });
      await page.setInputFiles("#picker", path);
      await read(page, before);
      await noticed(page, /cancelled/);
      assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);

      before = await reads(page);
      const started = Date.now();
      await page.setInputFiles("#picker", path);
      await read(page, before);
      const seconds = (Date.now() - started) / 1000;
      assert.deepEqual(await labels(page), ["old.txt", "new.txt", "large.txt"]);
      const digits = (await kinds(page)).replace(/[,\s]/g, "");
      assert.ok(digits.includes(String(results)), `${digits} has ${results}`);
      return `${seconds.toFixed(2)} s from choosing the file to the answer`;
    });
  },
};
