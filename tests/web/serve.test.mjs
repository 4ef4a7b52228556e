// Tests that the server of the other tests and of `cargo xtask serve` serves only files in its folder.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./serve.mjs";

/** Returns the status of a request whose path is sent unchanged, without normalization. */
function status(url, path, method = "GET") {
  const { hostname, port } = new URL(url);
  return new Promise((done, fail) => {
    const sent = request({ hostname, port, path, method }, (response) => done(response.resume().statusCode));
    sent.on("error", fail).end();
  });
}

export const tests = {
  async "no path leads out of the folder"() {
    const around = await mkdtemp(join(tmpdir(), "serve-"));
    const folder = join(around, "folder");
    await mkdir(join(folder, "sub"), { recursive: true });
    await writeFile(join(around, "secret.txt"), "secret");
    await writeFile(join(folder, "a.txt"), "a");
    await writeFile(join(folder, "sub", "index.html"), "b");
    await symlink(join(around, "secret.txt"), join(folder, "link.txt"));
    const { url, close } = await serve(folder);
    const wanted = { "/a.txt": 200, "/a.txt?x": 200, "/%61.txt": 200, "/sub/": 200 };
    const refused = ["/", "/none", "/sub", "/link.txt", "/../secret.txt", "/sub/../../secret.txt", "//a.txt", "/%2e%2e/secret.txt",
      "/sub/%2e%2e/%2e%2e/secret.txt", "/%2fetc/passwd", "/..%5csecret.txt", "/a.txt%00", "/%", "/%zz", "/./a.txt"];
    for (const path of refused) wanted[path] = 404;
    const wrong = [];
    for (const [path, want] of Object.entries(wanted)) {
      const found = await status(url, path);
      if (found !== want) wrong.push(`${path}: ${found}, not ${want}`);
    }
    const posted = await status(url, "/a.txt", "POST");
    if (posted !== 405) wrong.push(`POST: ${posted}`);
    await close();
    await rm(around, { recursive: true });
    if (wrong.length) throw new Error(wrong.join("; "));
  },

  async "a server that is closed answers nobody, also where a connection was open before"() {
    const folder = await mkdtemp(join(tmpdir(), "serve-"));
    await writeFile(join(folder, "a.txt"), "a");
    const { url, close } = await serve(folder);
    // Browsers open connections before they need them.
    const spare = connect(Number(new URL(url).port), "127.0.0.1");
    spare.on("error", () => {});
    await new Promise((done) => spare.once("connect", () => done(null)));
    await status(url, "/a.txt");
    let answer = "";
    spare.on("data", (bytes) => { answer += bytes; });
    const ended = new Promise((done) => spare.once("close", () => done(null)));
    await close();
    spare.write("GET /a.txt HTTP/1.1\r\nHost: a\r\n\r\n");
    await ended;
    await rm(folder, { recursive: true });
    if (answer) throw new Error(`the server answered: ${answer}`);
  },
};
