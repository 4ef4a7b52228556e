// Tests the npm package as its users get it: its element, its loader and its example pages in a browser, and projects
// in new folders, in which the packed package is installed.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { gzipSync } from "node:zlib";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { launch } from "./browser.mjs";
import { log } from "./logs.mjs";
import { serve } from "./serve.mjs";

/** Opens a page in a browser with the package next to it; complaints of the browser are errors. */
async function packaged(dist, work, { body = "", complains = false } = {}) {
  await inFolder(async (folder) => {
    await cp(join(dist, "../npm"), folder, { recursive: true });
    await writeFile(join(folder, "old.txt"), log());
    await writeFile(join(folder, "new.txt.gz"), gzipSync(log({ factor: 0.5 })));
    await writeFile(join(folder, "try.html"), `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"><title>try</title><script type="module" src="table.js"></script>${body}`);
    await shown(folder, work, complains);
  });
}

/** Creates a folder for a test. */
async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "package-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Serves a folder and opens a page in a browser; complaints of the browser are errors. */
async function shown(folder, work, complains = false) {
  const server = await serve(folder);
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    const complaints = [];
    page.on("console", (message) => void (["error", "warning"].includes(message.type()) && complaints.push(message.text())));
    page.on("pageerror", (error) => complaints.push(error.message));
    await work(page, server.url);
    // A browser without an icon for a page complains that the server has none.
    if (!complains) assert.deepEqual(complaints.filter((text) => !/404/.test(text)), []);
  } finally {
    await browser.close();
    await server.close();
  }
}

const here = fileURLToPath(new URL("./", import.meta.url));
const run = promisify(execFile);

/** Installs the packed package in a new folder, with two logs; tools are the pinned ones of these tests. */
async function installed(dist, work) {
  await inFolder(async (folder) => {
    const inside = { cwd: folder };
    const { stdout } = await run("npm", ["pack", "--silent", join(dist, "../npm")], inside);
    await run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", `./${stdout.trim()}`], inside);
    const own = join(folder, "node_modules/benchlens");
    for (const name of ["old.txt", "new.txt"]) await cp(join(own, "examples", name), join(folder, name));
    const node = async (...args) => (await run(process.execPath, args, { ...inside, maxBuffer: 1e8 })).stdout;
    const tool = (path, ...args) => node(join(here, "node_modules", path), ...args).catch((error) => assert.fail(`${error.stdout}${error.stderr}`));
    await work({ folder, own, node, tool });
  });
}

/** Returns the blocks of code in the README that contain a word. */
async function blocksWith(own, word) {
  const readme = await readFile(join(own, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code).filter((code) => code.includes(word));
  assert.ok(blocks.length > 0, word);
  return blocks;
}

/** Chooses two logs in a page of an example, and checks its answer. */
async function comparesIn(folder, page) {
  await page.locator("input:enabled").setInputFiles([join(folder, "old.txt"), join(folder, "new.txt")]);
  await page.locator("li", { hasText: "Validate/readings=10-2 sec/op: regressed" }).waitFor();
  assert.match(await page.textContent("[role=status]"), /^sec\/op: /);
  assert.match(await page.textContent("pre"), /old\.txt.*new\.txt/s);
}

/** Returns the reports that cases expect, with all kinds of content. */
async function reports() {
  const cases = join(here, "../cases");
  const texts = await Promise.all((await readdir(cases)).map((name) => readFile(join(cases, name, "stdout"), "utf8").catch(() => "")));
  return texts.filter((text) => text.startsWith('{\n"schema":"urn:benchlens:report-2"'));
}

/** Returns the text inside an element, including its shadow tree. */
const inside = (page) => page.evaluate(() => document.querySelector("benchlens-table")?.shadowRoot?.textContent ?? "");

export const tests = {
  async "the element shows the tables of its logs, under a strict policy"({ dist }) {
    await packaged(dist, async (page, url) => {
      await page.goto(`${url}try.html`);
      const element = page.locator("benchlens-table");
      await element.locator("table").first().waitFor();
      const text = await inside(page);
      for (const wanted of ["new against old", "Work/size=10/codec=gzip-8", "−50.00%", "6 improved"]) assert.ok(text.includes(wanted), `${wanted}: ${text}`);
      assert.equal(await element.locator("h2", { hasText: "sec/op" }).count() > 0, true);
      assert.equal(await element.locator("section.table").count(), 1);
      // Its colors come from the style: a verdict differs from the other text.
      const colour = (selector) => element.locator(selector).first().evaluate((node) => getComputedStyle(node).color);
      assert.notEqual(await colour("td.improved b"), await colour("td.number"));
      await page.evaluate(() => document.querySelector("benchlens-table").setAttribute("query", '{"filter": ".unit:B/op"}'));
      await element.locator("h2", { hasText: "B/op" }).first().waitFor();
    }, { body: `<benchlens-table src="old=old.txt new=new.txt.gz" query="filter=.unit:sec/op"></benchlens-table>` });
  },

  async "the element says what is wrong"({ dist }) {
    for (const [attributes, wanted] of [
      [`src="none.txt"`, /cannot be shown: .*none\.txt: 404/],
      [`src="old.txt" query="col=("`, /cannot be shown: /],
      [``, /src names no log/],
    ]) {
      await packaged(dist, async (page, url) => {
        await page.goto(`${url}try.html`);
        await page.waitForFunction(() => /src names|cannot/.test(document.querySelector("benchlens-table")?.shadowRoot?.textContent ?? ""));
        assert.match(await inside(page), wanted);
      }, { body: `<benchlens-table ${attributes}></benchlens-table>`, complains: true });
    }
  },

  async "the example pages show an answer"({ dist }) {
    await packaged(dist, async (page, url) => {
      await page.goto(`${url}examples/table.html`);
      await page.locator("benchlens-table table").first().waitFor();
      assert.match(await inside(page), /after against before/);
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "element.png"), fullPage: true });
      await page.goto(`${url}examples/load-url.html`);
      await page.waitForFunction(() => !/Loading/.test(document.querySelector("#answer")?.textContent ?? ""));
      assert.match(await page.textContent("#answer"), /^sec\/op: /);
      assert.match(await page.textContent("pre"), /before.*after/s);
    });
  },

  async "an installed package runs the README's examples in Node"({ dist }) {
    await installed(dist, async ({ folder, own, node }) => {
      const blocks = await blocksWith(own, "node:fs");
      assert.equal(blocks.length, 2);
      for (const code of blocks) {
        await writeFile(join(folder, "try.mjs"), code);
        const printed = await node("try.mjs");
        assert.match(printed, /^sec\/op: .*regressed/);
        assert.match(printed, /Validate\/readings=10-2/);
      }
      const printed = await node(join(own, "examples/node.mjs"), "old.txt", "new.txt");
      assert.match(printed, /vs base/);
      assert.match(printed, /label: 'Validate\/readings=10-2',\n {2}unit: 'sec\/op',\n {2}change: 0\.\d+,/);
    });
  },

  async "the Vite example builds, and compares logs in a browser"({ dist }) {
    await installed(dist, async ({ folder, own, tool }) => {
      await cp(join(own, "examples/vite"), folder, { recursive: true });
      await tool("vite/bin/vite.js", "build", "--logLevel", "warn");
      await shown(join(folder, "dist"), async (page, url) => {
        await page.goto(url);
        await comparesIn(folder, page);
      });
    });
  },

  async "the same page works with esbuild, as the README describes it"({ dist }) {
    await installed(dist, async ({ folder, own, tool }) => {
      const readme = await readFile(join(own, "README.md"), "utf8");
      const [loader, wasm, init] = ["--loader:.wasm=file", 'import wasm from "benchlens/benchlens_bg.wasm"', "await init({ module_or_path: new URL(wasm, import.meta.url) })"];
      for (const part of [loader, wasm, init]) assert.ok(readme.includes(part), part);
      const main = await readFile(join(own, "examples/vite/main.js"), "utf8");
      await writeFile(join(folder, "main.js"), `${wasm};\n${main.replace("await init()", init)}`);
      await tool("esbuild/bin/esbuild", "main.js", "--bundle", "--format=esm", loader, "--outdir=dist");
      await cp(join(own, "examples/vite/index.html"), join(folder, "dist/index.html"));
      await shown(join(folder, "dist"), async (page, url) => {
        await page.goto(url);
        await comparesIn(folder, page);
      });
    });
  },

  async "strict TypeScript accepts the declarations, and the reports of all cases"({ dist }) {
    await installed(dist, async ({ folder, tool }) => {
      const all = await reports();
      assert.ok(all.length > 9, `${all.length} reports`);
      await writeFile(join(folder, "check.ts"), `
import init, { compare, render, Session, type ErrorDetail, type Report, type ReportCell } from "benchlens";
import { loadUrl } from "benchlens/load";
import "benchlens/table";

await init();
export const change: number | null = compare([{ name: "a", data: "" }], { filter: "*" }).tables[0]!.rows[0]!.comparisons[0]!.change;
export const text: string = render([{ name: "a", label: "b", data: new Uint8Array() }], "csv");
using session = new Session(1n);
await loadUrl(session, "old.txt");
export const rows: number = session.run({ analysis: null }).tables[0]!.rows;
export const where = (error: { detail?: ErrorDetail }) => error.detail?.span?.start;
// @ts-expect-error: an input without data
compare([{ name: "a" }]);
// @ts-expect-error: an unknown setting
compare([], { filterr: "*" });
// @ts-expect-error: an unknown format
render([], "pdf");
// @ts-expect-error: a center is a number
export const center: ReportCell["center"] = "1";
export const reports: Report[] = [${all.join(",")}];
`);
      for (const options of [{}, { lib: ["es2022", "dom"] }, { module: "esnext", moduleResolution: "bundler" }]) {
        const compilerOptions = { strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false, noEmit: true, target: "es2022", module: "nodenext", types: [], ...options };
        await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["check.ts"] }));
        await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
        await tool("typescript/bin/tsc", "--project", "tsconfig.json");
      }
    });
  },
};
