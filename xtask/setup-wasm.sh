#!/usr/bin/env bash
# Makes `cargo build --target wasm32-unknown-unknown` possible.
#
#   xtask/setup-wasm.sh [CACHE_DIR]          default: ~/.cache/benchlens-wasm
#
# Leaves CACHE_DIR/cargo-wasm, which is cargo with the target:
#
#   CACHE_DIR/cargo-wasm build -p benchlens-wasm --release --target wasm32-unknown-unknown
#
# Three ways are tried in order:
#   1. The toolchain in use has the target already.
#   2. `rustup target add`, which is what most people need.
#   3. Where no Rust server can be reached, but a Debian or Ubuntu mirror can: Debian's compiler is
#      unpacked into CACHE_DIR (nothing is installed into the system but missing shared libraries),
#      and the standard library for wasm32 is built from Debian's sources, once, with stable cargo.
#
# WASM_TOOLCHAIN=auto|rustup|debian   forces way 2 or 3          (default: auto)
# WASM_REFRESH=1                      looks for a newer Debian compiler than the cached one
set -euo pipefail

target=wasm32-unknown-unknown
mode=${WASM_TOOLCHAIN:-auto}
refresh=${WASM_REFRESH:-}
cache=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/benchlens-wasm}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

say() { echo "setup-wasm: $*" >&2; }
die() { say "$*"; exit 1; }

# Writes a program from standard input. Renamed over the old one, it may be replaced while it runs.
write_program() {
  cat > "$1.$$"
  chmod +x "$1.$$"
  mv -f "$1.$$" "$1"
}

finish() {
  say "ready ($1): $cache/cargo-wasm build -p benchlens-wasm --release --target $target"
  exit 0
}

finish_with_default() {
  write_program "$cache/cargo-wasm" <<'PROGRAM'
#!/bin/sh
exec cargo "$@"
PROGRAM
  finish "$(rustc --version)"
}

finish_with_debian() {
  write_program "$cache/cargo-wasm" <<PROGRAM
#!/bin/sh
RUSTC="$1/rustc" RUSTDOC="$1/rustdoc" exec cargo "\$@"
PROGRAM
  finish "$("$1/rustc" --version)"
}

has_target() {
  local libraries
  libraries=$(rustc --print target-libdir --target $target 2> /dev/null) || return 1
  compgen -G "$libraries/libcore-*.rlib" > /dev/null
}

try_rustup() {
  if has_target; then
    finish_with_default
  fi
  if command -v rustup > /dev/null && timeout 180 rustup target add $target >&2 && has_target; then
    finish_with_default
  fi
}

# ---- Debian ----------------------------------------------------------------------------------------

candidate() { apt-cache policy rustc-web 2> /dev/null | awk '/Candidate:/ && $2 != "(none)" {print $2}'; }

# dependency PACKAGE PATTERN: the first dependency of a package that looks like PATTERN.
dependency() {
  apt-cache show "$1" | awk -F': ' '/^Depends:/ {print $2; exit}' | tr ',' '\n' | grep -oE "$2" | head -1
}

# download VERSION FOLDER
download() {
  local library llvm
  library=$(dependency "libstd-rust-web-dev=$1" 'libstd-rust-web-[0-9.]+')
  llvm=$(dependency "$library=$1" 'libllvm[0-9]+')
  (cd "$2" && apt-get -q -o APT::Sandbox::User=root download \
    "rustc-web=$1" "libstd-rust-web-dev=$1" "$library=$1" "rust-web-src=$1" "$llvm" "lld-${llvm#libllvm}" >&2)
}

# unpack FILE FOLDER [TAR-ARGUMENT...]: documentation and most of the sources would be 300 MB.
unpack() { dpkg-deb --fsys-tarfile "$1" | tar -C "$2" -x --wildcards --no-wildcards-match-slash "${@:3}"; }

# lay_out UNPACKED TOOLCHAIN: what a compiler needs, where it looks for it.
lay_out() {
  local from=$1 to=$2 host program
  host=$to/lib/rustlib/x86_64-unknown-linux-gnu
  mkdir -p "$to/bin" "$to/lib/rustlib/src/rust"
  mv "$from/usr/bin/rustc" "$from/usr/bin/rustdoc" "$to/bin/"
  mv "$from"/usr/lib/x86_64-linux-gnu/lib* "$to/lib/"
  rm -rf "$from/usr/lib/rustlib/src"
  cp -al "$from/usr/lib/rustlib/." "$to/lib/rustlib/"
  mv "$from"/usr/src/rustc-*/library "$to/lib/rustlib/src/rust/"
  mkdir -p "$host/bin"
  mv "$from"/usr/lib/llvm-*/bin/lld "$host/bin/rust-lld"
  for program in rustc rustdoc; do
    write_program "$to/$program" <<'PROGRAM'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} exec "$here/bin/$(basename "$0")" "$@"
PROGRAM
  done
  if LD_LIBRARY_PATH=$to/lib ldd "$to/bin/rustc" "$to"/lib/libLLVM* "$host/bin/rust-lld" | grep -q 'not found'; then
    say "installing shared libraries of the compiler"
    apt-get install -y -qq --no-install-recommends libedit2 libxml2 libz3-4 libzstd1 zlib1g >&2
  fi
}

# build_library TOOLCHAIN FOLDER: the standard library for the target, by its own lock file.
build_library() {
  local toolchain=$1 build=$2 sources hash
  sources=$toolchain/lib/rustlib/src/rust/library
  hash=$("$toolchain/rustc" -vV | awk '/^commit-hash:/ {print $2}')
  # Away from the project's own cargo configuration, and with paths that say nothing of this machine.
  (cd "$sources"
    unset CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET CARGO_BUILD_RUSTFLAGS RUSTC_WRAPPER
    unset CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS
    export RUSTC=$toolchain/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$build __CARGO_DEFAULT_LIB_METADATA=wasm
    export RUSTFLAGS="-Zforce-unstable-if-unmarked -Cembed-bitcode=yes \
--remap-path-prefix=$sources=/rustc/$hash/library --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
    cargo build --locked --release --target $target --manifest-path sysroot/Cargo.toml \
      --no-default-features --features panic-unwind) > "$build.log" 2>&1 || { tail -40 "$build.log" >&2; exit 1; }
  mkdir -p "$toolchain/lib/rustlib/$target/lib"
  cp "$build/$target/release/deps/"lib*.rlib "$toolchain/lib/rustlib/$target/lib/"
  rm "$toolchain/lib/rustlib/$target/lib/"libsysroot-*.rlib
  rm -rf "$toolchain/lib/rustlib/src"
}

try_debian() {
  local newest version toolchain file program
  newest=$(compgen -G "$cache/rustc-*/.ok" | sort -V | tail -1 || true)
  if [ -n "$newest" ] && [ -z "$refresh" ]; then
    finish_with_debian "$(dirname "$newest")"
  fi
  for program in apt-get dpkg-deb cargo; do
    command -v $program > /dev/null || die "needs $program"
  done
  [ "$(dpkg --print-architecture)" = amd64 ] || die "the Debian way is written for amd64"
  version=$(candidate)
  if [ -z "$version" ] || [ -n "$refresh" ]; then
    apt-get update -qq >&2 || say "apt-get update failed, going on with the lists there are"
    version=$(candidate)
  fi
  [ -n "$version" ] || die "no rustc-web in this system's package lists"
  toolchain=$cache/rustc-$version
  if [ -e "$toolchain/.ok" ]; then
    finish_with_debian "$toolchain"
  fi

  work=$(mktemp -d "$cache/.work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/packages" "$work/unpacked"
  # Security archives keep few versions: with stale lists the first try fails.
  download "$version" "$work/packages" || { apt-get update -qq >&2; download "$version" "$work/packages"; }
  for file in "$work"/packages/*.deb; do
    case $file in
      */rust-web-src_*) unpack "$file" "$work/unpacked" './usr/src/rustc-*/library' ;;
      *) unpack "$file" "$work/unpacked" --exclude='./usr/share' --exclude='./usr/libexec' . ;;
    esac
  done
  lay_out "$work/unpacked" "$work/toolchain"
  say "building the standard library for $target"
  build_library "$work/toolchain" "$work/build"
  touch "$work/toolchain/.ok"
  rm -rf "$toolchain"
  mv "$work/toolchain" "$toolchain"
  finish_with_debian "$toolchain"
}

case $mode in
  auto) try_rustup; try_debian ;;
  rustup) try_rustup; die "rustup could not add $target" ;;
  debian) try_debian ;;
  *) die "WASM_TOOLCHAIN=$mode: not auto, rustup or debian" ;;
esac
