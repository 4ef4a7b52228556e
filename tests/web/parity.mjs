// Runs every case of tests/cases through the WebAssembly module: its output must be the CLI's output. Usage: node
// tests/web/parity.mjs PACKAGE, where PACKAGE is the folder that `cargo xtask wasm` created. CASES=word runs only
// cases whose names contain it.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const folder = fileURLToPath(new URL("../cases", import.meta.url));
const wanted = process.env.CASES ?? "";
const { Session, label_inputs } = await import(pathToFileURL(join(resolve(process.argv[2]), "node.js")));

/** Flags of the CLI that do not change the output. */
const SILENT = new Set(["j", "quiet"]);

/** The query of each case's command line. */
const questions = JSON.parse(readFileSync(join(folder, "queries.json"), "utf8"));

/** Returns the query of a case, or the reason why it does not concern the module. */
function understood(name) {
  const question = questions[name];
  if (!question) return { skip: "not a comparison" };
  const { query, inputs, flags: { format = "text", ...flags } } = question;
  if (!query) return { skip: question.error };
  const other = Object.keys(flags).find((flag) => !SILENT.has(flag));
  return other ? { skip: `-${other} is the program's own` } : { query, inputs, format };
}

/** Returns the unpacked bytes of an input, or nothing if the CLI could not read them either. */
function content(path) {
  if (!existsSync(path) || !statSync(path).isFile()) return null;
  const bytes = readFileSync(path);
  if (bytes.length > 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return null;
  // Next to a log, only the CLI rejects an archive.
  if (bytes.subarray(257, 262).toString("latin1") === "ustar") return null;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const unpacked = gunzipSync(bytes);
    return unpacked.subarray(257, 262).toString("latin1") === "ustar" ? null : unpacked;
  } catch {
    return null;
  }
}

/** Returns the text that the CLI would write to standard output, or why the query cannot be run here. */
function printed(at, { skip, query, inputs, format }) {
  if (skip) return { skip };
  const named = inputs.length ? inputs.map(({ path, label }) => ({ name: path, label })) : [{ name: "-" }];
  const session = new Session();
  const labels = label_inputs(named);
  let drained = false;
  for (const [i, { name }] of named.entries()) {
    const piped = join(at, "stdin.pipe");
    const path = name !== "-" ? join(at, name) : existsSync(piped) ? piped : join(at, "stdin");
    // Standard input can be read only once.
    const bytes = name === "-" && drained ? Buffer.alloc(0) : content(path);
    drained ||= name === "-";
    if (bytes === null) return { skip: "an input that is not there, or packed in a way that browsers do not know" };
    session.begin(name, labels[i]);
    // Split at arbitrary positions.
    for (let start = 0; start < bytes.length; start += 4093) session.feed(bytes.subarray(start, start + 4093));
    session.end();
  }
  try {
    const { sentence } = session.run(query);
    const report = JSON.parse(new TextDecoder().decode(session.render("json")));
    if (report.sentence !== sentence || report.analysis === null) return { out: Buffer.from(`run says: ${sentence}\nits JSON says: ${report.sentence}\n`) };
    if (session.inputs().every(({ results }) => results === 0)) return { out: Buffer.alloc(0) };
    return { out: Buffer.from(session.render(format)) };
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return { out: Buffer.alloc(0), error };
  } finally {
    session.free();
  }
}

/** Returns whether a text matches: `[..]` is any part of a line, and `...` at the end is any rest. */
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

/** Returns whether geomeans are equal except for their last digit, in which the reference's own geomeans differ. */
function sameGeomean(want, line) {
  const [wanted, fields] = [want.split(","), line.split(",")];
  const close = (a, b) => a === b || Math.abs(a - b) <= 1e-13 * Math.abs(a);
  return wanted[0] === "geomean" && wanted.length === fields.length && wanted.every((field, i) => field === fields[i] || close(Number(field), Number(fields[i])));
}

const counts = { same: 0, skipped: 0 };
const failed = [];
for (const name of readdirSync(folder).sort()) {
  const at = join(folder, name);
  if (!name.includes(wanted) || !statSync(at).isDirectory()) continue;
  const question = understood(name);
  const { skip, out } = printed(at, question);
  if (skip) {
    counts.skipped++;
    if (process.env.VERBOSE) console.log(`${name}: skipped: ${skip}`);
    continue;
  }
  const expected = existsSync(join(at, "stdout")) ? readFileSync(join(at, "stdout")) : Buffer.alloc(0);
  if (same(expected, out, question.format === "csv")) counts.same++;
  else {
    failed.push(name);
    console.log(`${name}: ${JSON.stringify(question)}\n--- expected\n${expected}--- printed\n${out}`);
  }
}
console.log(`${counts.same} cases the same, ${counts.skipped} skipped (the program's own business), ${failed.length} different`);
if (failed.length || counts.same === 0) {
  console.log(failed.join(" "));
  process.exit(1);
}
