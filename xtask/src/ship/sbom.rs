//! `cargo xtask sboms`: software bills of materials, in CycloneDX 1.5: the packages that are linked into each archive,
//! into the npm package, and into a program that uses one of our packages from crates.io.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::crates::published;
use super::released::{TARGETS, VERSION, stem};
use super::third_party::{MODULE, all_packages, is_ours, of_program, tree};
use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, option, read};

/// Writes all bills: `[--out FOLDER]`.
pub(crate) fn sboms(args: &[String]) -> Outcome {
    check_options(args, &["--out"])?;
    let out =
        option(args, "--out")?.map_or_else(|| target().join("release-archives"), PathBuf::from);
    for path in write(&out)? {
        println!("{}", path.display());
    }
    Ok(true)
}

/// Writes all bills into a folder; returns their paths.
pub(super) fn write(out: &Path) -> Result<Vec<PathBuf>, String> {
    std::fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let known =
        Known { licenses: all_packages()?, sums: checksums(&read(&root().join("Cargo.lock"))?) };
    let mut bills = Vec::new();
    for target in TARGETS {
        // The program contains the module for its HTML reports.
        let linked = [tree(&of_program(target))?, tree(&MODULE)?].concat();
        bills.push((stem(target), known.bill("benchlens", "application", linked)?));
    }
    bills.push((stem("npm"), known.bill("benchlens-wasm", "library", tree(&MODULE)?)?));
    for name in published()?.keys() {
        let kind = if name == "benchlens" { "application" } else { "library" };
        let linked = tree(&["--package", name, "--all-features", "--target", "all"])?;
        bills.push((format!("{name}-{VERSION}"), known.bill(name, kind, linked)?));
    }
    let mut paths = Vec::new();
    for (stem, bill) in bills {
        let path = out.join(format!("{stem}.cdx.json"));
        std::fs::write(&path, format!("{bill:#}\n"))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        paths.push(path);
    }
    Ok(paths)
}

/// What the bills say about a package, by `name version`.
struct Known {
    /// The license, and the folder.
    licenses: BTreeMap<String, (String, PathBuf)>,
    /// The SHA-256 of the package on crates.io. Our packages do not have one.
    sums: BTreeMap<String, String>,
}

impl Known {
    /// Returns the bill of one of our packages and everything that is linked into it.
    fn bill(&self, name: &str, kind: &str, mut linked: Vec<String>) -> Result<Value, String> {
        let own = format!("{name} {VERSION}");
        linked.sort();
        linked.dedup();
        let others = linked.iter().filter(|package| **package != own);
        let components: Vec<Value> =
            others.map(|package| self.component(package, "library")).collect::<Result<_, _>>()?;
        Ok(json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": self.component(&own, kind)? },
            "components": components,
        }))
    }

    fn component(&self, package: &str, kind: &str) -> Result<Value, String> {
        let missing = || format!("{package}: not in cargo metadata or Cargo.lock");
        let (name, version) = package.split_once(' ').ok_or_else(missing)?;
        let (license, _) = self.licenses.get(package).ok_or_else(missing)?;
        let address = format!("pkg:cargo/{name}@{version}");
        let mut component = json!({
            "type": kind,
            "bom-ref": address,
            "name": name,
            "version": version,
            // Older packages write a slash.
            "licenses": [{ "expression": license.replace('/', " OR ") }],
            "purl": address,
        });
        if !is_ours(package) {
            let sum = self.sums.get(package).ok_or_else(missing)?;
            component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
        }
        Ok(component)
    }
}

/// Returns the checksums in a lock file, by `name version`.
fn checksums(lock: &str) -> BTreeMap<String, String> {
    let text = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.strip_prefix(" = \"")?.strip_suffix('"')?.to_owned())
    };
    let packages = lock.split("[[package]]\n").skip(1);
    let entry = |package| {
        let name = format!("{} {}", text(package, "name")?, text(package, "version")?);
        Some((name, text(package, "checksum")?))
    };
    packages.filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bill_has_licenses_and_checksums() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"12\"\n\n\
                    [[package]]\nname = \"benchlens\"\nversion = \"1.0.0\"\n";
        let own = format!("benchlens {VERSION}");
        let package =
            |name: &str, license: &str| (name.to_owned(), (license.to_owned(), PathBuf::new()));
        let known = Known {
            licenses: [package("a 1.0.0", "MIT/Apache-2.0"), package(&own, "MIT")].into(),
            sums: checksums(lock),
        };
        let linked = vec!["a 1.0.0".to_owned(), own, "a 1.0.0".to_owned()];
        let bill = known.bill("benchlens", "application", linked.clone()).unwrap();
        assert_eq!(bill["metadata"]["component"]["name"], "benchlens");
        let components = bill["components"].as_array().unwrap();
        assert_eq!(components.len(), 1);
        assert_eq!(components[0]["purl"], "pkg:cargo/a@1.0.0");
        assert_eq!(components[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(components[0]["hashes"][0]["content"], "12");
        let error = Known { sums: BTreeMap::new(), ..known }.bill("benchlens", "library", linked);
        assert_eq!(error.unwrap_err(), "a 1.0.0: not in cargo metadata or Cargo.lock");
    }
}
