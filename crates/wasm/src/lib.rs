//! The core as a WebAssembly module.
