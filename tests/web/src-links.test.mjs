// Tests addresses in links: how they are parsed, and the messages if an address cannot be fetched.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { SourceError, fetchSources, sourcesOf, typedSources } from "../../web-demo/src-links.js";

const BASE = "https://example.org/bench/";

/** Runs a server with answers by path: {status, body, cut}. */
async function serving(answers, work) {
  const server = createServer((request, response) => {
    const { status = 200, body = "", cut = false } = answers[request.url] ?? { status: 404 };
    response.writeHead(status, { "content-length": body.length + (cut ? 100 : 0) });
    response.write(body);
    if (cut) setTimeout(() => response.destroy(), 50);
    else response.end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  try {
    return await work(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

export const tests = {
  async "addresses are relative or whole, with or without a label"() {
    const read = (value) => sourcesOf(`#col=/n&src=${encodeURIComponent(value)}`, BASE);
    assert.deepEqual(sourcesOf("#col=/n", BASE), []);
    assert.deepEqual(read("a.txt, logs/b%20c.txt"), [
      { url: `${BASE}a.txt`, name: "a.txt", label: null },
      { url: `${BASE}logs/b%20c.txt`, name: "b c.txt", label: null },
    ]);
    assert.deepEqual(read("old=https://other.example/x?a=1%2C2"), [{ url: "https://other.example/x?a=1,2", name: "x", label: "old" }]);
    assert.deepEqual(read("/x/?v=3"), [{ url: "https://example.org/x/?v=3", name: "x", label: null }]);
  },

  async "what is no address of the web is refused in words"() {
    for (const [value, wanted] of [["javascript:alert(1)", /no address of the web/], ["file:///etc/passwd", /no address of the web/], ["https://", /is no address/], ["https://u:p@other.example/x", /password/]]) {
      assert.throws(() => sourcesOf(`#src=${encodeURIComponent(value)}`, BASE), (error) => error instanceof SourceError && wanted.test(error.message), value);
    }
    assert.throws(() => sourcesOf(`#src=${"a,".repeat(11)}`, BASE), /11 addresses are too many: at most 10/);
    assert.throws(() => typedSources("a ".repeat(11), BASE), /at most 10/);
    // A link must not make its reader's browser ask the reader's own network.
    for (const host of ["localhost", "127.0.0.1:8080", "10.1.2.3", "192.168.1.1", "172.20.0.1", "169.254.1.1", "router", "nas.local", "[::1]", "[fd00::1]", "0x7f.1", "localhost."]) {
      assert.throws(() => sourcesOf(`#src=${encodeURIComponent(`http://${host}/x`)}`, BASE), /private network/, host);
      assert.equal(typedSources(`http://${host}/x`, BASE).length, 1, host);
      assert.equal(sourcesOf(`#src=${encodeURIComponent(`http://${host}/x`)}`, "http://localhost:8000/").length, 1, host);
    }
    for (const host of ["172.15.0.1", "11.0.0.1", "example.org", "8.8.8.8"]) assert.equal(sourcesOf(`#src=http://${host}/x`, BASE).length, 1, host);
  },

  async "logs are fetched in their order, with progress"() {
    await serving({ "/a.txt": { body: "one" }, "/b.txt": { body: "three" } }, async (url) => {
      const told = [];
      const found = await fetchSources(sourcesOf("#src=a.txt,new=b.txt", url), { progress: (...bytes) => told.push(bytes) });
      assert.deepEqual(found.map(({ name, label }) => [name, label]), [["a.txt", null], ["b.txt", "new"]]);
      assert.deepEqual(await Promise.all(found.map(({ file }) => file.text())), ["one", "three"]);
      assert.deepEqual(told.at(-1), [8, 8]);
    });
  },

  async "errors say which address, and why"() {
    await serving({ "/cut.txt": { body: "half", cut: true } }, async (url) => {
      const said = (value) => fetchSources(sourcesOf(`#src=${value}`, url)).then(() => "", (error) => error.message);
      assert.match(await said("none.txt"), /none\.txt could not be read: .* answered 404/);
      assert.match(await said("cut.txt"), /cut\.txt could not be read: the connection broke/);
      assert.match(await said("http://127.0.0.1:9/x"), /could not be read: there was no answer, or 127\.0\.0\.1:9 does not allow/);
    });
  },
};
