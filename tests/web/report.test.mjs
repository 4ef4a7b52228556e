// Tests a report that is saved in the web app and opened from a file: with the network blocked, without scripts, and
// printed.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { AXE, choose, drop, findings, forbidden, launch } from "./browser.mjs";
import { pair } from "./logs.mjs";

/** Saves the view of the page as a report, through its menu; returns the report's bytes. */
async function saved(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), choose(page, "share", "save-report")]);
  assert.match(file.suggestedFilename(), /\.html$/);
  return await readFile(await file.path());
}

/** Opens a report from a file in a separate browser; every request except for the file itself is an error. */
async function opened(bytes, work, options = {}) {
  const folder = await mkdtemp(join(tmpdir(), "report-"));
  const path = join(folder, "report <1>.html");
  await writeFile(path, bytes);
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
    const page = await context.newPage();
    const complaints = [];
    const asked = [];
    page.on("console", (message) => void (["error", "warning"].includes(message.type()) && complaints.push(message.text())));
    page.on("pageerror", (error) => complaints.push(error.message));
    context.on("request", (request) => void (/^(blob|data):/.test(request.url()) || asked.push(request.url())));
    const { href } = pathToFileURL(path);
    await page.goto(href);
    const value = await work(page, { folder, path, complaints, asked });
    // A report requests only itself.
    assert.deepEqual([...new Set(asked.map((url) => url.replace(/#.*/, "")))], [href]);
    assert.deepEqual(complaints, []);
    return value;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

/** Waits until the app in a report has read its results and shows them. */
const live = (page) => page.waitForFunction(() => document.body.dataset.reads === "1" && document.body.dataset.shown);

export const tests = {
  async "a saved report opens from a file without a network, and can be asked on"({ visit }) {
    const { page } = await visit({ hash: "#filter=.unit:sec/op" });
    await drop(page, pair());
    const sentence = await page.textContent("#answer");
    const command = await page.textContent("#command");
    const bytes = await saved(page);
    // The visible text and the results are as large as the comparison requires.
    const text = bytes.toString("latin1");
    const [view, data] = [/<main>.*<\/main>/s, /<script type="text\/plain" id="benchlens-results".*?<\/script>/s].map((part) => part.exec(text)[0].length);
    // This is the limit in docs/outputs.md.
    assert.ok(bytes.length - view - data < 1_180_000, `${bytes.length} bytes, ${view} of them the view and ${data} the data`);
    await opened(bytes, async (report, { complaints, asked }) => {
      await live(report);
      assert.equal(asked.length, 1, `one request, for the file itself: ${asked.join(" ")}`);
      const { ran, blocked } = await forbidden(report, "https://example.org/");
      assert.deepEqual({ ran, blocked }, { ran: false, blocked: ["connect-src https://example.org/", "img-src https://example.org/a.png", "script-src-elem inline"] });
      // The browser also reports blocked requests.
      complaints.length = 0;
      asked.length = 1;
      assert.equal(await report.textContent("#answer"), sentence);
      assert.equal(await report.textContent("#command"), command);
      assert.match(report.url(), /#filter=/);
      // Another query is answered from the samples in the file.
      await report.evaluate(() => void (location.hash = "#col=/codec&filter=.unit:sec/op"));
      await report.waitForFunction((was) => document.querySelector("#command")?.textContent !== was, command);
      assert.match(await report.textContent("#command"), /-col \/codec/);
      // A report can save another report with the same engine.
      const again = await saved(report);
      const part = (/** @type {Buffer} */ html) => /id="benchlens-engine"[^>]*>([^<]*)</.exec(html.toString())?.[1];
      assert.equal(part(again), part(bytes));
    });
    return `${bytes.length} bytes, ${bytes.length - view - data} without view and data`;
  },

  async "what is read without scripts is the view that was saved: unit, order, search, chart with its title"({ visit }) {
    const { page } = await visit({ hash: "#changed=0&chart=medians&title=Half+the+time" });
    await drop(page, pair());
    await page.click("#units [role=tab]:has-text('B/op')");
    await page.waitForSelector(".card[aria-selected=true]:has-text('B/op')");
    await page.selectOption("#sort", "label");
    await page.fill("#search", "gzip");
    await page.waitForFunction(() => document.querySelector("#chart-rows")?.textContent.startsWith("Rows 3 of 3"));
    const bytes = await saved(page);
    const told = await page.locator("figure.chart svg").evaluate((svg) => [...svg.querySelectorAll("g[data-row] > text")].map((text) => text.textContent));
    await opened(bytes, async (report) => {
      assert.deepEqual(await report.locator("section.table h2").allInnerTexts(), ["B/op"]);
      const rows = await report.locator("section.table tbody th.name").allInnerTexts();
      assert.deepEqual(rows, ["Work/size=10/codec=gzip-8", "Work/size=100/codec=gzip-8", "Work/size=1000/codec=gzip-8"]);
      assert.equal(await report.locator("figure.light svg").count(), 1);
      const chart = report.locator("figure.light svg");
      assert.match(await chart.evaluate((svg) => svg.textContent), /Half the time/);
      assert.deepEqual(await chart.evaluate((svg) => [...svg.querySelectorAll("g[data-row] > text")].map((text) => text.textContent)), told);
      assert.match(await report.innerText(".how pre"), /-unit B\/op/);
      assert.match(await report.innerText("section.table"), /3 rows of this table are not shown/);
    }, { javaScriptEnabled: false });
    // With scripts, the report opens with the same view.
    await opened(bytes, async (report) => {
      await live(report);
      await report.waitForFunction(() => document.querySelector("figure.chart svg")?.textContent.includes("Half the time"));
      assert.equal(await report.inputValue("#search"), "gzip");
      assert.match(await report.innerText(".card[aria-selected=true]"), /B\/op/);
    });
  },

  async "a report that the program wrote opens, too, and can be asked on"() {
    const program = process.env.BENCHLENS;
    // `cargo xtask ci` builds a program that contains this app.
    if (!program) return "NOT TRIED: BENCHLENS names no program that has the page in it";
    const folder = await mkdtemp(join(tmpdir(), "program-"));
    try {
      for (const { name, text } of pair()) await writeFile(join(folder, name), text);
      await promisify(execFile)(program, ["-quiet", "-o", "html=report.html", "-unit", "B/op", "old.txt", "new.txt"], { cwd: folder });
      const bytes = await readFile(join(folder, "report.html"));
      await opened(bytes, async (report, { asked }) => {
        await live(report);
        assert.equal(asked.length, 1, asked.join(" "));
        assert.match(await report.innerText("#heading"), /new\.txt.*old\.txt/);
        assert.match(await report.innerText(".card[aria-selected=true]"), /B\/op/);
        await report.evaluate(() => void (location.hash = "#col=/codec"));
        await report.waitForFunction(() => /-col \/codec/.test(document.querySelector("#command").textContent));
        await report.waitForFunction(() => /gzip/.test(document.querySelector("#tables thead")?.textContent ?? ""));
      });
      await opened(bytes, async (report) => {
        assert.deepEqual(await report.locator("section.table h2").allInnerTexts(), ["B/op"]);
      }, { javaScriptEnabled: false });
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async "a report without scripts is a document with all numbers, and prints on clean pages"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const bytes = await saved(page);
    await opened(bytes, async (report, { folder }) => {
      const text = await report.innerText("body");
      for (const wanted of ["new.txt against old.txt", "improved", "Work/size=10/codec=gzip-8", "−50.00%", "p<0.001", "benchlens"]) assert.ok(text.includes(wanted), wanted);
      assert.ok((await report.locator("svg.bar circle").count()) >= 6);
      assert.ok((await report.locator("figure.light svg").count()) >= 1);
      const wide = await report.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      if (process.env.SHOTS) await report.screenshot({ path: join(process.env.SHOTS, "report-static.png"), fullPage: true });
      const paper = await printed(report, join(process.env.SHOTS ?? folder, "report-static.pdf"));
      for (const wanted of ["new.txt against old.txt", "Work/size=1000/codec=gzip-8"]) assert.ok(paper.includes(wanted), wanted);
    }, { javaScriptEnabled: false });
    await opened(bytes, async (report, { folder }) => {
      await live(report);
      // Only the content of the report is printed, without the panels around it.
      const paper = await printed(report, join(process.env.SHOTS ?? folder, "report-live.pdf"));
      for (const wanted of ["new.txt against old.txt", "Work/size=1000/codec=gzip-8"]) assert.ok(paper.includes(wanted), wanted);
      assert.ok(!paper.includes("Save report") && !paper.includes("Paste"), paper);
      const size = await report.evaluate(() => getComputedStyle(/** @type {any} */ (document.querySelector("#benchlens-saved")).shadowRoot.querySelector(".mean b")).fontSize);
      assert.ok(parseFloat(size) > 20, `the style of what was saved is there: ${size}`);
    });
  },

  async "a report at both sizes and in both themes: nothing is too wide, and axe finds nothing"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const bytes = await saved(page);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      for (const [width, height] of [[1440, 900], [390, 844]]) {
        for (const javaScriptEnabled of [true, false]) {
          await opened(bytes, async (report) => {
            if (javaScriptEnabled) await live(report);
            const wide = await report.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${wide} pixels too wide`);
            const name = `report-${javaScriptEnabled ? "" : "static-"}${width}-${colorScheme}.png`;
            if (process.env.SHOTS) await report.screenshot({ path: join(process.env.SHOTS, name), fullPage: true });
            // Without scripts, axe cannot run either.
            if (!javaScriptEnabled) return;
            await report.addInitScript({ path: AXE });
            await report.reload();
            await live(report);
            assert.deepEqual(await findings(report), [], name);
          }, { viewport: { width, height }, colorScheme, javaScriptEnabled });
        }
      }
    }
  },

  async "names in a report stay text, and nothing of them runs"({ visit }) {
    const { page } = await visit();
    const name = "<img/src=x/onerror=window.hit=1>&amp;</script><script>window.hit=1</script>";
    const log = (ns) => Array.from({ length: 8 }, (_, i) => `Benchmark${name}-8 1 ${ns + i} ns/op`).join("\n");
    await drop(page, [{ name: "<b>old<i>.txt", text: log(1000) }, { name: "new'\".txt", text: log(500) }]);
    const bytes = await saved(page);
    await opened(bytes, async (report) => {
      await live(report);
      assert.equal(await report.evaluate(() => /** @type {any} */ (window).hit), undefined);
    });
    await opened(bytes, async (report) => {
      assert.ok((await report.innerText("body")).includes(name));
    }, { javaScriptEnabled: false });
  },

  async "a report with damaged parts says so and stays what was saved"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const bytes = await saved(page);
    const damaged = bytes.toString().replace(/(id="benchlens-engine"[^>]*>)[^<]{40}/, "$1");
    await assert.rejects(opened(Buffer.from(damaged), async (report) => {
      await report.waitForSelector("p.benchlens-remark");
      assert.match(await report.textContent("p.benchlens-remark"), /cannot open the interactive part/);
      assert.ok((await report.innerText("body")).includes("new.txt against old.txt"));
    }), /deepStrictEqual|deep-equal/i, "the browser tells of it on its console, too");
  },
};

/**
 * Returns the text on the pages of a PDF, or nothing if the program that reads it is missing.
 * @param {string} pdf @returns {Promise<string[]|null>}
 */
async function onPaper(pdf) {
  try {
    const { stdout } = await promisify(execFile)("pdftotext", ["-layout", pdf, "-"]);
    return stdout.split("\f").filter((page) => page.trim());
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    console.log("     NOT TRIED: pdftotext is not installed, so the text of the PDF was not read (Debian: poppler-utils)");
    return null;
  }
}

/** Prints a page, and returns the parts that are visible on paper. */
async function printed(page, pdf) {
  const bytes = await page.pdf({ path: pdf, format: "A4" });
  const paper = await onPaper(pdf);
  for (const [at, text] of (paper ?? []).entries()) assert.ok(text.replace(/\s/g, "").length > 20, `page ${at + 1} is almost empty: ${text}`);
  // Each row is on one line, with both values and its change, so nothing is cut at the edge of the paper.
  for (const size of paper ? [10, 100, 1000] : []) {
    const line = paper.flatMap((text) => text.split("\n")).find((line) => line.includes(`size=${size}/codec=g`) && /−50\.\d+% \[.*\].*improved$/.test(line.trimEnd()));
    assert.ok(line, `size=${size} is not whole on paper: ${paper.join("\n")}`);
  }
  assert.ok(bytes.subarray(0, 5).toString() === "%PDF-");
  const pages = bytes.toString("latin1").match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
  assert.ok(1 <= pages && pages <= 8, `${pages} pages`);
  await page.emulateMedia({ media: "print" });
  return await page.evaluate(() => {
    const saved = document.querySelector("#benchlens-saved");
    return document.body.innerText + (saved && getComputedStyle(saved).display !== "none" ? saved.shadowRoot?.querySelector(".benchlens-report")?.innerText : "");
  });
}
