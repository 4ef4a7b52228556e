//! Names of programs, which say what ran.

/// Returns the name of a program without its folder, which depends on the machine and the checkout.
pub(super) fn name(path: &[u8]) -> &[u8] {
    let start = path.iter().rposition(|b| matches!(b, b'/' | b'\\')).map_or(0, |at| at + 1);
    let name = &path[start..];
    name.strip_suffix(b".exe").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn programs_have_no_folder() {
        let check = |path: &str, want: &str| assert_eq!(name(path.as_bytes()), want.as_bytes());
        check("./build/map_bench", "map_bench");
        check(r"C:\src\build\map_bench.exe", "map_bench");
        check("map_bench", "map_bench");
        check("", "");
    }
}
