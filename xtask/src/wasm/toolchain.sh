#!/usr/bin/env bash
# toolchain.sh CACHE_DIR - make `cargo build --target wasm32-unknown-unknown` possible.
#
#   1. If the active toolchain already has the target: nothing to do.
#   2. Else `rustup target add wasm32-unknown-unknown`.
#   3. Else, where no Rust distribution server can be reached, on Debian or Ubuntu: unpack Debian's
#      rustc into CACHE_DIR (never into the system, so that nothing collides with rustup), compile
#      std for wasm32 from Debian's library sources once, and keep the result as a normal sysroot:
#      stable cargo, no -Zbuild-std.
#
# Result in every case: CACHE_DIR/cargo-wasm, a cargo that builds for the target.
#
# WASM_TOOLCHAIN=auto|rustup|debian   (default auto)   forces step 2 or 3.
# WASM_REFRESH=1                      looks for a newer Debian rustc than the cached one.
# WASM_KEEP_SRC=1                     keeps the library sources (for -Zbuild-std).
set -euo pipefail
TARGET=wasm32-unknown-unknown
CACHE=${1:?usage: toolchain.sh CACHE_DIR}
MODE=${WASM_TOOLCHAIN:-auto}
mkdir -p "$CACHE"; CACHE=$(cd "$CACHE" && pwd)
t0=$(date +%s.%N)
say()  { echo "setup-wasm: $*" >&2; }
took() { awk -v a="$t0" -v b="$(date +%s.%N)" 'BEGIN{printf "%.1f", b-a}'; }
# rename over the old one: replaced whole, also while a build runs it
put()  { cat >"$1.$$"; chmod +x "$1.$$"; mv -f "$1.$$" "$1"; }
done_() { say "ready in $(took) s ($1). Use: $CACHE/cargo-wasm build --target $TARGET"; exit 0; }
use_default() { put "$CACHE/cargo-wasm" <<<$'#!/bin/sh\nexec cargo "$@"'; done_ "$1"; }
use_debian() {
  put "$CACHE/cargo-wasm" <<X
#!/bin/sh
RUSTC="$1/rustc" RUSTDOC="$1/rustdoc" exec cargo "\$@"
X
  done_ "$("$1/rustc" -V)"
}
has_target() { ls "$(rustc --print target-libdir --target $TARGET 2>/dev/null)"/libcore-*.rlib >/dev/null 2>&1; }

case $MODE in auto|rustup|debian) ;; *) say "WASM_TOOLCHAIN=$MODE: not auto, rustup or debian"; exit 2;; esac
if [ "$MODE" != debian ]; then
  has_target && use_default "the active toolchain has the target: $(rustc -V)"
  if command -v rustup >/dev/null && timeout 180 rustup target add $TARGET >&2 && has_target; then
    use_default "rustup target add: $(rustc -V)"
  fi
  [ "$MODE" = rustup ] && { say "rustup could not add $TARGET"; exit 1; }
fi

# ---- Debian -----------------------------------------------------------------------------------
newest=$(ls -d "$CACHE"/rustc-*/.ok 2>/dev/null | sort -V | tail -1 || true)
if [ -n "$newest" ] && [ -z "${WASM_REFRESH:-}" ]; then use_debian "$(dirname "$newest")"; fi
for c in apt-get dpkg-deb cargo; do command -v $c >/dev/null || { say "needs $c"; exit 1; }; done
[ "$(dpkg --print-architecture)" = amd64 ] || { say "the Debian way is written for amd64"; exit 1; }
candidate() { apt-cache policy rustc-web 2>/dev/null | awk '/Candidate:/{print $2}'; }
V=$(candidate)
if [ -z "$V" ] || [ "$V" = "(none)" ] || [ -n "${WASM_REFRESH:-}" ]; then
  apt-get update -qq >&2 || say "apt-get update failed, going on with the lists there are"
  V=$(candidate)
fi
if [ -z "$V" ] || [ "$V" = "(none)" ]; then say "no rustc-web in this Debian's package lists"; exit 1; fi
P=$CACHE/rustc-$V
[ -e "$P/.ok" ] && use_debian "$P"
dep() { apt-cache show "$1" | awk -F': ' '/^Depends:/{print $2; exit}' | tr ',' '\n' | grep -oE "$2" | head -1; }
STD=$(dep "libstd-rust-web-dev=$V" 'libstd-rust-web-[0-9.]+')
LLVM=$(dep "$STD=$V" 'libllvm[0-9]+')

W=$(mktemp -d "$CACHE/.work.XXXXXX"); trap 'rm -rf "$W"' EXIT
mkdir -p "$W/deb" "$W/x" "$W/p/bin" "$W/p/lib/rustlib/src/rust"
fetch() { (cd "$W/deb" && apt-get -q -o APT::Sandbox::User=root download "rustc-web=$V" "libstd-rust-web-dev=$V" "$STD=$V" "rust-web-src=$V" "$LLVM" "lld-${LLVM#libllvm}" >&2); }
fetch || { apt-get update -qq >&2; fetch; }     # stale lists: the security archive keeps few versions
say "downloaded $(du -sm "$W/deb" | cut -f1) MB after $(took) s"
# only what a compiler needs, and of the 340 MB of sources only library/
unpack() { dpkg-deb --fsys-tarfile "$1" | tar -C "$2" -x --wildcards --no-wildcards-match-slash "${@:3}"; }
for f in "$W"/deb/*.deb; do
  case $(basename "$f") in
    rust-web-src_*) unpack "$f" "$W/x" './usr/src/rustc-*/library' & ;;
    *)              unpack "$f" "$W/x" --exclude='./usr/share' --exclude='./usr/libexec' . & ;;
  esac
done; wait
mv "$W"/x/usr/bin/rustc   "$W/p/bin/rustc"
mv "$W"/x/usr/bin/rustdoc "$W/p/bin/rustdoc"
mv "$W"/x/usr/lib/x86_64-linux-gnu/lib* "$W/p/lib/"
rm -rf "$W/x/usr/lib/rustlib/src"; cp -al "$W/x/usr/lib/rustlib/." "$W/p/lib/rustlib/"
mv "$W"/x/usr/src/rustc-*/library "$W/p/lib/rustlib/src/rust/"
HOST=$W/p/lib/rustlib/x86_64-unknown-linux-gnu
mkdir -p "$HOST/bin"; mv "$W"/x/usr/lib/llvm-*/bin/lld "$HOST/bin/rust-lld"
for b in rustc rustdoc; do put "$W/p/$b" <<'X'
#!/bin/sh
d=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$d/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} exec "$d/bin/$(basename "$0")" "$@"
X
done
if LD_LIBRARY_PATH=$W/p/lib ldd "$W/p/bin/rustc" "$W"/p/lib/libLLVM* "$HOST/bin/rust-lld" 2>/dev/null | grep -q 'not found'; then
  say "installing the libraries that $LLVM needs"; apt-get install -y -qq --no-install-recommends libedit2 libxml2 libz3-4 libzstd1 zlib1g >&2
fi
say "unpacked after $(took) s: $("$W/p/rustc" -V)"

# std for wasm32: Debian's library/ with its own Cargo.lock; six small crates from the registry.
L=$W/p/lib/rustlib/src/rust/library
HASH=$("$W/p/rustc" -vV | awk '/^commit-hash:/{print $2}')
( cd "$L"     # away from the project's .cargo/config.toml and rust-toolchain.toml
  unset CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET CARGO_BUILD_RUSTFLAGS CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS RUSTC_WRAPPER
  env RUSTC="$W/p/rustc" RUSTC_BOOTSTRAP=1 __CARGO_DEFAULT_LIB_METADATA=wasm CARGO_TARGET_DIR="$W/t" \
    RUSTFLAGS="-Zforce-unstable-if-unmarked -Cembed-bitcode=yes --remap-path-prefix=$L=/rustc/$HASH/library --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo" \
    cargo build --locked --release --target $TARGET --manifest-path sysroot/Cargo.toml --no-default-features --features panic-unwind >"$W/std.log" 2>&1
) || { tail -40 "$W/std.log" >&2; exit 1; }
mkdir -p "$W/p/lib/rustlib/$TARGET/lib"
cp "$W/t/$TARGET/release/deps/"lib*.rlib "$W/p/lib/rustlib/$TARGET/lib/"
rm "$W/p/lib/rustlib/$TARGET/lib/"libsysroot-*.rlib
[ -n "${WASM_KEEP_SRC:-}" ] || rm -rf "$W/p/lib/rustlib/src"
touch "$W/p/.ok"; rm -rf "$P"; mv "$W/p" "$P"
say "built std for $TARGET after $(took) s; $(du -sm "$P" | cut -f1) MB on disk"
use_debian "$P"
