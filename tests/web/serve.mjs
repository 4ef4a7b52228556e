// A static server for one folder, on this machine alone: `node serve.mjs FOLDER [PORT]`; port 0 takes any free one.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { readFile, realpath } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".txt": "text/plain; charset=utf-8" };

/** The file behind a request's path if it is one inside the folder: neither `..` nor a link leads out. */
async function find(folder, prefix, target) {
  const path = decodeURIComponent(target.split(/[?#]/, 1)[0]);
  if (!path.startsWith(prefix) || /[\0\\]/.test(path)) return null;
  const parts = path.slice(prefix.length).split("/");
  // An empty last part is the folder itself; any other empty one is not a name.
  if (parts.at(-1) === "") parts[parts.length - 1] = "index.html";
  if (parts.some((part) => ["", ".", ".."].includes(part))) return null;
  const file = await realpath(join(folder, ...parts));
  return file.startsWith(folder + sep) ? file : null;
}

/**
 * Serves a folder under a path of its own, as a static host would. `sent` lists the paths of the files whose contents were
 * sent: a browser that has a file already is only told that it is still the same.
 */
export async function serve(given, prefix = "/", port = 0) {
  const folder = await realpath(given);
  /** @type {string[]} */ const sent = [];
  const server = createServer(async (request, response) => {
    if (!["GET", "HEAD"].includes(request.method)) return response.writeHead(405).end();
    try {
      const file = await find(folder, prefix, request.url);
      const bytes = await readFile(file);
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      const etag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
      const headers = { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "no-cache", etag };
      if (request.headers["if-none-match"] === etag) return response.writeHead(304, headers).end();
      response.writeHead(200, headers);
      if (request.method === "GET") sent.push(request.url.slice(prefix.length).split(/[?#]/, 1)[0]);
      response.end(request.method === "GET" ? bytes : undefined);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", () => done()));
  const { port: taken } = server.address();
  /** Ends the server and its connections: Node answers requests on those that are open, also when the server is closed. */
  const close = async () => {
    const ended = new Promise((done) => server.close(() => done(null)));
    server.closeAllConnections();
    await ended;
  };
  return { url: `http://127.0.0.1:${taken}${prefix}`, close, sent };
}

if (argv[1] && import.meta.url === pathToFileURL(await realpath(argv[1])).href) {
  const [folder, port = "8080"] = argv.slice(2);
  if (!folder || !/^\d{1,5}$/.test(port)) {
    console.error("usage: node serve.mjs FOLDER [PORT]");
    process.exit(2);
  }
  const { url } = await serve(folder, "/", Number(port));
  console.log(url);
}
