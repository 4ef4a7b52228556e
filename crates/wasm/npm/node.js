// For Node: the module is a file beside this one, so it is ready without waiting.
import { readFileSync } from "node:fs";
import { initSync } from "./benchlens.js";

initSync({ module: readFileSync(new URL("./benchlens_bg.wasm", import.meta.url)) });

export * from "./benchlens.js";
/** Nothing to wait for; here so that one source runs in Node and in browsers. */
export default async () => {};
