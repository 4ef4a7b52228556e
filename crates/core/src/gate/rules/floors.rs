//! Noise floors: how much equal versions of a benchmark differ.
//!
//! ```toml
//! version = 1
//!
//! [floor."example.org/codec"."sec/op"]
//! "Encode/readings=10-2" = "3.2%"
//! "Decode/readings=10-2" = 0.5
//! ```
//!
//! A text is a percentage of the baseline; a number is an amount in the tidied unit, for benchmarks whose values may be
//! zero.

use std::collections::BTreeMap;

use super::limit::Limit;
use {
    super::limit::{Amount, Terms},
    super::source::Source,
    super::toml::{Document, Entry, Value},
    crate::base::Error,
};

/// The floors of a file, by package, unit and name, with invalid UTF-8 replaced.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Floors {
    pub(crate) name: String,
    floors: BTreeMap<(String, String, String), Limit>,
}

/// The only existing version.
pub(super) const VERSION: u32 = 1;

impl Floors {
    pub(super) fn read(name: &str, text: &str) -> Result<Floors, Error> {
        let source = Source::hidden_file(name, text);
        let document = Document::parse(&source)?;
        let (mut floors, mut version) = (BTreeMap::new(), None);
        for Entry { key, value, .. } in document.entries(&["version", "rate", "floor"])? {
            match key {
                "version" => version = Some(value.count()?),
                "rate" => {
                    value.number()?;
                }
                _ => read_floors(&value, &mut floors)?,
            }
            if let Some(version) = version.filter(|&version| version != VERSION) {
                return Err(value.error(format!("unknown version {version}: this is {VERSION}")));
            }
        }
        let missing = |what: &str| {
            let place = super::source::Place::new(&source, crate::base::Span { start: 0, end: 0 });
            Err(place.error(format!("no {what}: not a file that `benchlens calibrate` wrote")))
        };
        match (version, floors.is_empty()) {
            (None, _) => missing("version"),
            (_, true) => missing("floor"),
            _ => Ok(Floors { name: name.to_owned(), floors }),
        }
    }

    /// Returns the floor of a benchmark in a unit.
    pub(crate) fn find(&self, pkg: &[u8], unit: &[u8], name: &[u8]) -> Option<Limit> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        self.floors.get(&(text(pkg), text(unit), text(name))).copied()
    }
}

fn read_floors(
    value: &Value<'_>,
    floors: &mut BTreeMap<(String, String, String), Limit>,
) -> Result<(), Error> {
    for pkg in value.entries(&[])? {
        for unit in pkg.value.entries(&[])? {
            for name in unit.value.entries(&[])? {
                let key = (pkg.key.to_owned(), unit.key.to_owned(), name.key.to_owned());
                floors.insert(key, floor(&name.value)?);
            }
        }
    }
    Ok(())
}

fn floor(value: &Value<'_>) -> Result<Limit, Error> {
    if value.is_string() {
        let text = value.string()?;
        let share = Terms::share_alone(text);
        return share.map_err(|_| value.error("expected a percentage such as 3.2%"));
    }
    let number = value.number()?;
    if 0.0 <= number {
        Ok(Limit { share: None, amount: Some(Amount { value: number, of: None }) })
    } else {
        Err(value.error("expected a number of 0 or more"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_found_by_package_unit_and_name() {
        let text =
            "version = 1\nrate = 0.01\n[floor.p.\"sec/op\"]\n\"A/b=1-2\" = \"3%\"\nB = 0.5\n";
        let floors = Floors::read("n.toml", text).unwrap();
        assert_eq!(floors.find(b"p", b"sec/op", b"A/b=1-2").unwrap().share, Some(0.03));
        assert_eq!(floors.find(b"p", b"sec/op", b"B").unwrap().amount.unwrap().value, 0.5);
        assert_eq!(floors.find(b"q", b"sec/op", b"B"), None);
    }

    #[test]
    fn no_error_shows_what_is_in_the_file() {
        let texts = ["secret:*:19000\n", "secret = 3\n", "version = 1\nsecret = \n", "[secret"];
        let floors = ["\"secret\"", "\"3secret\"", "{ secret = 3 }", "secret"];
        let floor = |value: &str| format!("version = 1\n[floor.secret.secret]\nsecret = {value}\n");
        let all = texts.map(str::to_owned).into_iter().chain(floors.map(floor));
        for text in all {
            let error = Floors::read("n.toml", &text).unwrap_err().to_string();
            assert!(error.starts_with("n.toml:") && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn what_is_no_floor_is_refused() {
        let check = |text: &str, want: &str| {
            let error = Floors::read("n.toml", text).unwrap_err().to_string();
            assert!(error.starts_with(want), "{text}: {error}");
        };
        check("", "n.toml:1: no version");
        check("version = 1", "n.toml:1: no floor");
        check("version = 2", "n.toml:1: unknown version 2");
        check("version = 1\n[floor.p.u]\nA = true", "n.toml:3: expected a number, found boolean");
        check("version = 1\n[floor.p.u]\nA = \"any\"", "n.toml:3: expected a percentage");
        check("version = 1\n[floor.p.u]\nA = \"3\"", "n.toml:3: expected a percentage");
        check("version = 1\n[floor.p.u]\nA = -1", "n.toml:3: expected a number of 0 or more");
        check("version = 1\n[floor.p]\nu = 3", "n.toml:3: expected a table");
        check(
            "version = 1\nfloors = 3",
            "n.toml:2: unknown key: expected one of version, rate, floor",
        );
    }
}
