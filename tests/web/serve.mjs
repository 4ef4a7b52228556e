// A static server for one folder, only on this machine: `node serve.mjs FOLDER [PORT]`; port 0 selects a free port.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { readFile, realpath } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".txt": "text/plain; charset=utf-8" };

/** Returns the file for a request's path if it is inside the folder: neither `..` nor a link leads out. */
async function find(folder, prefix, target) {
  const path = decodeURIComponent(target.split(/[?#]/, 1)[0]);
  if (!path.startsWith(prefix) || /[\0\\]/.test(path)) return null;
  const parts = path.slice(prefix.length).split("/");
  // An empty last part is the folder itself; any other empty part is not a name.
  if (parts.at(-1) === "") parts[parts.length - 1] = "index.html";
  if (parts.some((part) => ["", ".", ".."].includes(part))) return null;
  const file = await realpath(join(folder, ...parts));
  return file.startsWith(folder + sep) ? file : null;
}

/**
 * Serves a folder under a separate path, as a static host would. `sent` lists the paths of the files whose
 * contents were sent; a browser that already has a file is only notified that it is unchanged. With `pack`, files are
 * gzipped.
 */
export async function serve(given, prefix = "/", port = 0, pack = false) {
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
      const packed = pack ? gzipSync(bytes) : bytes;
      response.writeHead(200, { ...headers, "content-length": packed.length, ...(pack && { "content-encoding": "gzip" }) });
      if (request.method === "GET") sent.push(request.url.slice(prefix.length).split(/[?#]/, 1)[0]);
      response.end(request.method === "GET" ? packed : undefined);
    } catch {
      response.writeHead(404).end();
    }
  });
  // A browser over a slow line still receives the last answer when the server has sent it long ago.
  server.keepAliveTimeout = 60_000;
  await new Promise((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", () => done()));
  const { port: taken } = server.address();
  /**
   * Stops the server and its connections, because Node answers requests on open connections even when the server
   * is closed.
   */
  const close = async () => {
    const ended = new Promise((done) => server.close(() => done(null)));
    server.closeAllConnections();
    await ended;
  };
  return { url: `http://127.0.0.1:${taken}${prefix}`, port: taken, close, sent };
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
