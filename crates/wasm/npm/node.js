// The entry point for Node: the module is a file in the same folder, so it is loaded synchronously.
import { readFileSync } from "node:fs";
import { initSync } from "./session.js";

initSync({ module: readFileSync(new URL("./benchlens_bg.wasm", import.meta.url)) });

export * from "./index.js";
/** Does nothing; it exists so that the same source runs in Node and in browsers. */
export default async () => {};
