// The entry point for browsers and bundlers.
export * from "./session.js";
export { default } from "./session.js";
export { compare, render } from "./compare.js";
