//! Written times.

/// Returns the microseconds since 1970 of a time such as `2026-01-02T03:04:05.678901+01:00`.
pub(super) fn microseconds(text: &[u8]) -> Option<i64> {
    nanoseconds(text).map(|time| time.div_euclid(1000) as i64)
}

/// Returns the nanoseconds since 1970 of such a time.
pub(super) fn nanoseconds(text: &[u8]) -> Option<i128> {
    let number = |range: std::ops::Range<usize>| -> Option<i64> {
        let digits = text.get(range)?;
        let digit =
            |sum: i64, byte: &u8| byte.is_ascii_digit().then(|| 10 * sum + i64::from(byte - b'0'));
        digits.iter().try_fold(0, digit)
    };
    let between = |index: usize, byte: &[u8]| text.get(index).filter(|b| byte.contains(b));
    between(4, b"-").and(between(7, b"-")).and(between(10, b"Tt "))?;
    between(13, b":").and(between(16, b":"))?;
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let mut end = 19;
    let mut fraction = 0;
    if between(end, b".").is_some() {
        let digits = text[end + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let kept = digits.min(9);
        fraction = number(end + 1..end + 1 + kept)? * 10_i64.pow(9 - kept as u32);
        end += 1 + digits;
    }
    let offset = match text.get(end)? {
        b'Z' | b'z' => 0,
        sign @ (b'+' | b'-') => {
            let minutes = 60 * number(end + 1..end + 3)? + number(end + 4..end + 6)?;
            if *sign == b'+' { minutes } else { -minutes }
        }
        _ => return None,
    };
    let days = days([year, month, day]);
    let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second;
    Some(1_000_000_000 * i128::from(seconds) + i128::from(fraction))
}

/// Returns the days from 1970 to a year, month and day.
fn days([year, month, day]: [i64; 3]) -> i64 {
    // Days are counted in a calendar that begins in March, so the leap day is the last day of a year.
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    days + (153 * month + 2) / 5 + day - 1 - 719_468
}

/// Returns the nanoseconds from any fixed time of a local time with a fraction of seconds, such as
/// `2026/01/02 03:04:05.678`, `2026-01-02T03:04:05,678` or `02.01.2026 03:04:05.678`.
pub(super) fn local_nanoseconds(text: &[u8]) -> Option<i128> {
    let mut rest = text;
    let mut next = |ends: &[u8]| -> Option<(usize, i64, u8)> {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = str::from_utf8(&rest[..digits]).ok()?.parse().ok().filter(|_| digits <= 9)?;
        let end = rest.get(digits).copied().unwrap_or_default();
        rest = rest.get(digits + 1..).unwrap_or_default();
        ends.contains(&end).then_some((digits, number, end))
    };
    let (width, first, mark) = next(b"/-.")?;
    let ((_, second, _), (last_width, third, _)) = (next(&[mark])?, next(b" T")?);
    // Whether `01/02/26` has the day or the month first is not known.
    let date = match (width, last_width, mark) {
        (4, _, _) => [first, second, third],
        (_, 4, b'.') => [third, second, first],
        _ => return None,
    };
    let ((_, hour, _), (_, minute, _), (_, second, _)) = (next(b":")?, next(b":")?, next(b".,")?);
    // A zone may follow, which is the same in the whole file.
    let (digits, fraction, _) = next(b"\0 Z+-")?;
    let seconds = ((days(date) * 24 + hour) * 60 + minute) * 60 + second;
    let nanoseconds = fraction * 10_i64.pow(9 - digits as u32);
    Some(1_000_000_000 * i128::from(seconds) + i128::from(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::{local_nanoseconds, microseconds, nanoseconds};

    #[test]
    fn times_are_those_of_the_calendar() {
        // From `date -u -d TEXT +%s%6N`.
        for (text, want) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2024-02-29T23:59:59.9Z", 1_709_251_199_900_000),
            ("2026-01-02T03:04:05.678901234+01:00", 1_767_319_445_678_901),
            ("2026-01-02T03:04:05.5-02:30", 1_767_332_045_500_000),
            ("1999-12-31T23:59:59.000001Z", 946_684_799_000_001),
        ] {
            assert_eq!(microseconds(text.as_bytes()), Some(want), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        let whole = b"2026-01-02T03:04:05.678+01:00";
        for end in 0..whole.len() {
            assert_eq!(microseconds(&whole[..end]), None, "{end}");
        }
        for text in ["now", "2026/01/02T03:04:05Z", "2026-01-02T03:04:0xZ", "2026-01-02T03:04:05.Q"]
        {
            assert_eq!(microseconds(text.as_bytes()), None, "{text}");
        }
        // Two-digit numbers cannot overflow.
        assert!(microseconds(b"9999-99-99T99:99:99.999999999-99:99").is_some());
    }

    #[test]
    fn local_times_have_several_forms() {
        let want = nanoseconds(b"2026-01-02T03:04:05.678Z");
        for text in [
            "2026/01/02 03:04:05.678",
            "2026-1-2T3:4:5.678",
            "2026-01-02T03:04:05.678Z",
            "2026-01-02 03:04:05,678 +0100",
            "02.01.2026 03:04:05.678",
        ] {
            assert_eq!(local_nanoseconds(text.as_bytes()), want, "{text}");
        }
        for text in ["", "01/02/26 03:04:05.6", "2026/01/02 03:04:05", "2026/01-02 03:04:05.6", "1"]
        {
            assert_eq!(local_nanoseconds(text.as_bytes()), None, "{text}");
        }
        let huge = b"999999999/999999999/999999999 999999999:999999999:999999999.999999999";
        assert_eq!(local_nanoseconds(huge), None);
    }
}
