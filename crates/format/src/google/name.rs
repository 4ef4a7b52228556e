//! Converts `BM_F<int>/64/n:8/threads:4` to `BM_F<int>/arg0=64/n=8/threads=4`.

use crate::names::Name;

/// Parts that describe the duration of the measurement, not the benchmark.
const DROPPED: [&[u8]; 4] = [b"iterations", b"repeats", b"min_time", b"min_warmup_time"];

/// Writes the name of a benchmark.
pub(super) fn write(own: &[u8], label: &[u8], name: &mut Name) {
    let mut parts = own.split(|b| *b == b'/');
    name.begin(parts.next().unwrap_or_default());
    let mut unnamed = 0;
    for part in parts {
        let colon = part.iter().position(|b| *b == b':').filter(|at| 0 < *at);
        match colon.map(|at| (&part[..at], &part[at + 1..])) {
            Some((key, _)) if DROPPED.contains(&key) => {}
            // `std::vector` is not an argument.
            Some((key, value)) if value.first() != Some(&b':') => name.key(key, value),
            _ if is_number(part) => {
                name.key(format!("arg{unnamed}").as_bytes(), part);
                unnamed += 1;
            }
            _ => name.part(part),
        }
    }
    if !label.is_empty() {
        name.key(b"label", label);
    }
}

fn is_number(part: &[u8]) -> bool {
    let digits = part.strip_prefix(b"-").unwrap_or(part);
    !digits.is_empty() && digits.iter().all(|b| b.is_ascii_digit() || *b == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_become_keys() {
        let check = |own: &str, want: &str| {
            let mut name = Name::default();
            write(own.as_bytes(), b"", &mut name);
            assert_eq!(String::from_utf8_lossy(name.text()), want);
        };
        check("BM_F<int>/64/n:8/threads:4", "BM_F<int>/arg0=64/n=8/threads=4");
        check("BM_F/8/16/real_time", "BM_F/arg0=8/arg1=16/real_time");
        check("BM_F/min_time:0.5/iterations:9/repeats:3/min_warmup_time:1/-7", "BM_F/arg0=-7");
        check("BM F/a b/std::x/k:", "BM F/a b/std::x/k=");
        check("BM_F", "BM_F");
    }
}
