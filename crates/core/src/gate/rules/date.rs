//! Days of the calendar.

use std::fmt;

/// A day of the calendar, up to the year 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads `2027-03-01`. `None` if the text has another form, or if there is no such day.
    #[must_use]
    pub fn parse(text: &str) -> Option<Date> {
        let is_date = Date::is_form(text);
        let mut parts = text.split('-').filter(|_| is_date);
        let date = Date {
            year: parts.next()?.parse().ok()?,
            month: parts.next()?.parse().ok()?,
            day: parts.next()?.parse().ok()?,
        };
        let is_there = (1..=12).contains(&date.month) && (1..=date.days()).contains(&date.day);
        is_there.then_some(date)
    }

    /// Returns whether a text has the form of a date, even if there is no such day.
    pub(super) fn is_form(text: &str) -> bool {
        let is_fit = |(at, byte): (usize, u8)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        text.len() == 10 && text.bytes().enumerate().all(is_fit)
    }

    /// Returns the day in UTC, `seconds` after the beginning of 1970. `None` after the year 9999.
    #[must_use]
    pub fn of_unix_time(seconds: u64) -> Option<Date> {
        let mut left = seconds / 86_400;
        let mut date = Date { year: 1970, month: 1, day: 1 };
        loop {
            let days = u64::from(date.days());
            if left < days {
                return Some(Date { day: 1 + left as u8, ..date });
            }
            left -= days;
            date = match date {
                Date { year: 9999, month: 12, .. } => return None,
                Date { year, month: 12, .. } => Date { year: year + 1, month: 1, day: 1 },
                Date { month, .. } => Date { month: month + 1, ..date },
            };
        }
    }

    /// Returns the number of days in its month.
    fn days(self) -> u8 {
        let is_multiple = |of: u16| self.year.is_multiple_of(of);
        let is_leap = is_multiple(4) && (!is_multiple(100) || is_multiple(400));
        match self.month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_exist_are_read() {
        for text in ["2027-03-01", "2028-02-29", "2000-02-29", "2026-12-31", "0001-01-01"] {
            assert_eq!(Date::parse(text).unwrap().to_string(), text);
        }
        let wrong = [
            "2027-02-29",
            "2100-02-29",
            "2027-02-30",
            "2027-04-31",
            "2027-13-01",
            "2027-00-01",
            "2027-01-00",
            "2027-01-32",
            "2027-3-1",
            "27-03-01",
            "2027/03/01",
            "+027-03-01",
            "2027-+3-01",
            "2027-03-01 ",
            "2027-03-01T00:00:00",
            "",
            "2027-03-0á",
        ];
        for text in wrong {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_in_order() {
        let days = ["2026-12-31", "2027-01-01", "2027-01-31", "2027-02-01"].map(Date::parse);
        assert!(days.is_sorted() && days.iter().all(Option::is_some));
    }

    /// Compares days with the output of `date -u -d @SECONDS +%F`.
    #[test]
    fn times_are_days() {
        let check = |seconds: u64, want: Option<&str>| {
            let date = Date::of_unix_time(seconds).map(|date| date.to_string());
            assert_eq!(date.as_deref(), want, "{seconds}");
        };
        check(0, Some("1970-01-01"));
        check(86_399, Some("1970-01-01"));
        check(86_400, Some("1970-01-02"));
        check(951_782_399, Some("2000-02-28"));
        check(951_782_400, Some("2000-02-29"));
        check(1_803_859_199, Some("2027-02-28"));
        check(1_803_859_200, Some("2027-03-01"));
        check(4_107_542_400, Some("2100-03-01"));
        check(253_402_300_799, Some("9999-12-31"));
        check(253_402_300_800, None);
        check(u64::MAX, None);
    }
}
