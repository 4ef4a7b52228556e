#!/usr/bin/env bash
# Builds the standard library for other targets, where no Rust server can be reached but a Debian mirror can.
#
#   xtask/setup-std.sh CACHE_DIR TARGET...
#
# Takes the compiler that setup-wasm.sh unpacked into CACHE_DIR (or has it unpack one), and builds the
# library from Debian's sources of the same version with stable cargo. The compiler in CACHE_DIR/rustc-*/rustc
# then knows each TARGET. A program for a TARGET also needs that target's linker and C compiler.
set -euo pipefail

cache=${1:?usage: setup-std.sh CACHE_DIR TARGET...}
shift
here=$(cd "$(dirname "$0")" && pwd)

say() { echo "setup-std: $*" >&2; }

newest() { compgen -G "$cache/rustc-*/.ok" | sort -V | tail -1 || true; }

if [ -z "$(newest)" ]; then
  WASM_TOOLCHAIN=debian "$here/setup-wasm.sh" "$cache"
fi
cache=$(cd "$cache" && pwd)
toolchain=$(dirname "$(newest)")
version=${toolchain##*/rustc-}

missing=()
for target in "$@"; do
  compgen -G "$toolchain/lib/rustlib/$target/lib/libcore-*.rlib" > /dev/null || missing+=("$target")
done
if [ ${#missing[@]} = 0 ]; then
  exit 0
fi

work=$(mktemp -d "$cache/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/packages" "$work/unpacked"
download() {
  (cd "$work/packages" && apt-get -q -o APT::Sandbox::User=root download "rust-web-src=$version" >&2)
}
# Security archives keep few versions: with stale lists the first try fails.
download || { apt-get update -qq >&2; download; }
dpkg-deb --fsys-tarfile "$work"/packages/rust-web-src_*.deb \
  | tar -C "$work/unpacked" -x --wildcards --no-wildcards-match-slash './usr/src/rustc-*/library'
sources=$(echo "$work"/unpacked/usr/src/rustc-*/library)
# As a shared library it would have to be linked, which takes the target's linker.
sed -i 's/crate-type = \["dylib", "rlib"\]/crate-type = ["rlib"]/' "$sources/std/Cargo.toml"

# musl_unwinder FOLDER: what walks the stack, which a linker for musl looks for. Debian's is made for another C
# library, and calls one function that musl does not have.
musl_unwinder() {
  command -v musl-gcc > /dev/null || { say "no musl-gcc (musl-tools): programs for musl will not link"; return; }
  (cd "$work/packages" && apt-get -q -o APT::Sandbox::User=root download libunwind-14-dev >&2)
  dpkg-deb -x "$work"/packages/libunwind-14-dev_*.deb "$work/unwinder"
  cp "$work/unwinder/usr/lib/llvm-14/lib/libunwind.a" "$1/"
  cat > "$work/checked.c" <<'SOURCE'
#include <stdarg.h>
#include <stdio.h>
int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
  va_list rest;
  int written;
  (void)flag;
  va_start(rest, format);
  written = vfprintf(file, format, rest);
  va_end(rest);
  return written;
}
SOURCE
  musl-gcc -O2 -c "$work/checked.c" -o "$work/checked.o"
  ar r "$1/libunwind.a" "$work/checked.o"
}

for target in "${missing[@]}"; do
  say "building the standard library for $target"
  # Away from the project's own cargo configuration.
  (cd "$sources"
    unset CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET CARGO_BUILD_RUSTFLAGS RUSTC_WRAPPER
    export RUSTC=$toolchain/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$work/build __CARGO_DEFAULT_LIB_METADATA=std
    export RUSTFLAGS="-Zforce-unstable-if-unmarked -Cembed-bitcode=yes"
    cargo build --locked --release --target "$target" --manifest-path sysroot/Cargo.toml \
      --no-default-features --features panic-unwind) > "$work/build.log" 2>&1 || { tail -40 "$work/build.log" >&2; exit 1; }
  libraries=$toolchain/lib/rustlib/$target/lib
  rm -rf "$libraries"
  mkdir -p "$libraries"
  cp "$work/build/$target/release/deps/"lib*.rlib "$libraries/"
  rm -f "$libraries/"libsysroot-*.rlib
  if [ "$target" = x86_64-unknown-linux-musl ]; then
    musl_unwinder "$libraries"
  fi
done
say "ready: $toolchain/rustc knows ${missing[*]}"
