// Every case of tests/cases through the WebAssembly module: what it prints must be what the program
// prints. node tests/web/parity.mjs PACKAGE [PARTS], where PACKAGE is the folder that `cargo xtask wasm` made, and PARTS
// the one with the same module in two parts: then every eighth case runs, and each begins with the first part only.
// CASES=word runs those whose name contains it.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const folder = fileURLToPath(new URL("../cases", import.meta.url));
const wanted = process.env.CASES ?? "";
const [whole, parts] = process.argv.slice(2).map((path) => resolve(path));
const compiled = parts && ["benchlens_bg.wasm", "benchlens_later.wasm"].map((name) => new WebAssembly.Module(readFileSync(join(parts, name))));
let completed = 0;
let { Session, label_inputs, parse_share } = parts ? await inParts(0) : await import(pathToFileURL(join(whole, "node.js")));

/** The module from its parts, anew: the second one comes when the first one asks for it, as in the page. */
async function inParts(at) {
  const [first, later] = compiled;
  const { Instance } = WebAssembly;
  let exports;
  const load = () => {
    completed++;
    new Instance(later, { "": exports });
  };
  WebAssembly.Instance = function (module, imports) {
    const instance = new Instance(module, { ...imports, later: { load } });
    ({ exports } = instance);
    return instance;
  };
  const module = await import(`${pathToFileURL(join(whole, "benchlens.js"))}?${at}`);
  module.initSync({ module: first });
  WebAssembly.Instance = Instance;
  return module;
}

/** Of the cases, so many apart are run in two parts: the parts are the whole module's own functions. */
const EVERY = 8;

const VALUES = new Set(["table", "row", "col", "ignore", "base", "pair", "filter", "control", "alpha", "confidence", "format", "j"]);
const QUERY = new Set(["table", "row", "col", "ignore", "base", "pair", "filter", "control"]);
/** Flags that ask for an analysis or derived units. */
const ANALYSED = new Set(["margin", "adjust", "better", "derive"]);

/** The words of a line as a shell splits it: blanks, '…', "…", \x, $'…'. Works on bytes as characters. */
function words(line) {
  const all = [];
  let word = null;
  for (let i = 0; i < line.length; i++) {
    const rest = line.slice(i);
    const match = (pattern) => pattern.exec(rest);
    let found;
    if ((found = match(/^[ \t]+/))) {
      if (word !== null) all.push(word);
      word = null;
    } else if ((found = match(/^\$'((?:[^'\\]|\\[^])*)'/))) {
      word = (word ?? "") + unescaped(found[1]);
    } else if ((found = match(/^'([^']*)'/))) {
      word = (word ?? "") + found[1];
    } else if ((found = match(/^"((?:[^"\\]|\\[^])*)"/))) {
      word = (word ?? "") + found[1].replace(/\\(["\\$`])/g, "$1");
    } else if ((found = match(/^\\([^])/) ?? match(/^([^])/))) {
      word = (word ?? "") + found[1];
    }
    i += found[0].length - 1;
  }
  if (word !== null) all.push(word);
  return all;
}

const ESCAPES = { t: "\t", n: "\n", r: "\r", "\\": "\\", "'": "'", '"': '"' };

function unescaped(text) {
  return text.replace(/\\(x(..)|u(....)|[^])/g, (_, all, hex, unicode) => {
    if (hex) return String.fromCharCode(parseInt(hex, 16));
    if (unicode) return Buffer.from(String.fromCharCode(parseInt(unicode, 16))).toString("latin1");
    return ESCAPES[all];
  });
}

/** A command line, or the reason why the module has nothing to do with it. */
function understood(args) {
  const query = {};
  const inputs = [];
  let format = "text";
  for (let i = 0; i < args.length; i++) {
    const flag = /^--?([^-=][^=]*)(?:=([^]*))?$/.exec(args[i]);
    if (args[i] === "--") {
      inputs.push(...args.slice(i + 1));
      break;
    } else if (!flag || args[i] === "-") {
      inputs.push(args[i]);
    } else if (VALUES.has(flag[1])) {
      // Only these words are taken for a value that may be left out.
      const alone = flag[1] === "pair" && !["runs", "loose", "none"].includes(args[i + 1]);
      const value = flag[2] ?? (alone ? "runs" : args[++i]);
      if (value === undefined) return { skip: "a flag without a value" };
      if (QUERY.has(flag[1])) query[flag[1]] = value;
      else if (flag[1] === "format") format = value;
      else if (flag[1] !== "j") {
        // Go's grammar of numbers is the program's; JSON has finite decimals.
        if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return { skip: "a number that JSON has not" };
        if (!Number.isFinite(Number(value))) return { skip: "a number that JSON has not" };
        query[flag[1]] = Number(value);
      }
    } else if (ANALYSED.has(flag[1])) {
      const value = flag[2] ?? args[++i];
      if (value === undefined) return { skip: "a flag without a value" };
      if (flag[1] === "derive") query.derive = [...(query.derive ?? []), value];
      else {
        query.analysis ??= {};
        if (flag[1] === "margin") query.analysis.margin = JSON.parse(parse_share(value)) ?? "none";
        else if (flag[1] === "better") query.analysis.better = [...(query.analysis.better ?? []), value];
        else query.analysis.adjust = value;
      }
    } else if (flag[1] === "delta-ci") {
      (query.analysis ??= {}).delta_ci = true;
    } else if (flag[1] !== "quiet") {
      return { skip: `-${flag[1]} is the program's own` };
    }
  }
  return { query, inputs, format };
}

/** The bytes of an input, unpacked, or nothing where the program would not get them either. */
function content(path) {
  if (!existsSync(path) || !statSync(path).isFile()) return null;
  const bytes = readFileSync(path);
  if (bytes.length > 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return null;
  // Beside a log, only the program refuses an archive.
  if (bytes.subarray(257, 262).toString("latin1") === "ustar") return null;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const unpacked = gunzipSync(bytes);
    return unpacked.subarray(257, 262).toString("latin1") === "ustar" ? null : unpacked;
  } catch {
    return null;
  }
}

/** A path as the bytes that it is. */
const inside = (at, name) => Buffer.concat([Buffer.from(`${at}/`), Buffer.from(name, "latin1")]);

const utf8 = (latin1) => {
  const bytes = Buffer.from(latin1, "latin1");
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes) ? text : null;
};

/** What the program would write to standard output, or why that cannot be asked here. */
function printed(at, args) {
  const { skip, query, inputs, format } = understood(args);
  if (skip) return { skip };
  if (inputs.length === 0) inputs.push("-");
  const session = new Session();
  const named = [];
  for (const word of inputs) {
    const equals = word.indexOf("=");
    const path = equals < 0 ? word : word.slice(equals + 1);
    const isLabel = equals >= 0 && (existsSync(inside(at, path)) || !existsSync(inside(at, word)));
    named.push(isLabel ? { name: path, label: word.slice(0, equals) } : { name: word });
  }
  const texts = named.map(({ name, label }) => ({ name: utf8(name), label: label === undefined ? undefined : utf8(label) }));
  if (texts.some(({ name, label }) => name === null || label === null)) return { skip: "a label that is not UTF-8" };
  const labels = JSON.parse(label_inputs(JSON.stringify(texts)));
  let drained = false;
  for (const [i, { name }] of named.entries()) {
    const piped = join(at, "stdin.pipe");
    const path = name !== "-" ? inside(at, name) : existsSync(piped) ? piped : join(at, "stdin");
    // Standard input can be read once.
    const bytes = name === "-" && drained ? Buffer.alloc(0) : content(path);
    drained ||= name === "-";
    if (bytes === null) return { skip: "an input that is not there, or packed in a way that browsers do not know" };
    session.begin(texts[i].name, labels[i]);
    // Cut anywhere.
    for (let start = 0; start < bytes.length; start += 4093) session.feed(bytes.subarray(start, start + 4093));
    session.end();
  }
  const texted = {};
  for (const [key, value] of Object.entries(query)) {
    texted[key] = typeof value === "string" ? utf8(value) : value;
    if (texted[key] === null) return { skip: "a query that is not UTF-8" };
  }
  try {
    const { sentence } = JSON.parse(session.run(JSON.stringify(texted)));
    const report = JSON.parse(new TextDecoder().decode(session.render("json")));
    if (report.sentence !== sentence || report.analysis === null) return { out: Buffer.from(`run says: ${sentence}\nits JSON says: ${report.sentence}\n`) };
    if (JSON.parse(session.inputs()).every(({ results }) => results === 0)) return { out: Buffer.alloc(0) };
    return { out: Buffer.from(session.render(format)) };
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return { out: Buffer.alloc(0), error };
  } finally {
    session.free();
  }
}

/** Whether a text is the expected one: `[..]` is any part of a line, a last `...` any rest. */
function same(expected, actual, csv) {
  if (expected.equals(actual)) return true;
  const pattern = (line) => new RegExp(`^${line.split("[..]").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^\n]*")}$`);
  const want = expected.toString("latin1").split("\n");
  const lines = actual.toString("latin1").split("\n");
  if (want.at(-2) === "...") {
    want.splice(-2);
    lines.splice(want.length);
  }
  return want.length === lines.length && want.every((line, i) => line === lines[i] || (line.includes("[..]") && pattern(line).test(lines[i])) || (csv && sameGeomean(line, lines[i])));
}

/** The reference's own geomeans differ in the last digit. */
function sameGeomean(want, line) {
  const [wanted, fields] = [want.split(","), line.split(",")];
  const close = (a, b) => a === b || Math.abs(a - b) <= 1e-13 * Math.abs(a);
  return wanted[0] === "geomean" && wanted.length === fields.length && wanted.every((field, i) => field === fields[i] || close(Number(field), Number(fields[i])));
}

const counts = { same: 0, skipped: 0 };
const failed = [];
for (const [place, name] of readdirSync(folder).sort().entries()) {
  const at = join(folder, name);
  if (!name.includes(wanted) || !statSync(at).isDirectory() || (parts && !wanted && place % EVERY !== 0)) continue;
  if (parts) ({ Session, label_inputs, parse_share } = await inParts(place + 1));
  const args = words(readFileSync(join(at, "cmd"), "latin1").trimEnd()).slice(1);
  const { skip, out } = printed(at, args);
  if (skip) {
    counts.skipped++;
    if (process.env.VERBOSE) console.log(`${name}: skipped: ${skip}`);
    continue;
  }
  const expected = existsSync(join(at, "stdout")) ? readFileSync(join(at, "stdout")) : Buffer.alloc(0);
  if (same(expected, out, args.some((arg) => arg.includes("csv")))) counts.same++;
  else {
    failed.push(name);
    console.log(`${name}: ${args.join(" ")}\n--- expected\n${expected}--- printed\n${out}`);
  }
}
if (parts) console.log(`the second part was asked for ${completed} times`);
console.log(`${counts.same} cases the same, ${counts.skipped} skipped (the program's own business), ${failed.length} different`);
// Outputs are no first answers: parts that are never put together would be a check of nothing.
if (failed.length || counts.same === 0 || (parts && completed === 0)) {
  console.log(failed.join(" "));
  process.exit(1);
}
