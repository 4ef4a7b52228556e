// The entry point for browsers and bundlers.
export * from "./benchlens.js";
export { default } from "./benchlens.js";
export { compare, render } from "./compare.js";
