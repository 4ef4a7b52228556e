//! Finds Python and creates environments.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::project::run;

/// The environment variable that selects another Python.
const PYTHON: &str = "PYTHON";

/// Checks the requirements of the package: `requires-python` of `pyproject.toml`, and support for environments, which
/// is a separate package on some systems.
const CHECK: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";

/// Finds an installed Python that is new enough and can create environments.
fn find() -> Option<PathBuf> {
    let given = std::env::var_os(PYTHON).map(PathBuf::from);
    let known = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];
    let candidates = given.map_or_else(|| known.map(PathBuf::from).to_vec(), |given| vec![given]);
    candidates.into_iter().find(|python| {
        let mut check = Command::new(python);
        check.args(["-c", CHECK]).stdout(Stdio::null()).stderr(Stdio::null());
        check.status().is_ok_and(|status| status.success())
    })
}

/// Returns whether there is such a Python.
pub(crate) fn has_python() -> bool {
    find().is_some()
}

/// Returns a Python that is new enough and can create environments; installs one if that is requested.
pub(crate) fn python() -> Result<PathBuf, String> {
    if let Some(python) = find() {
        return Ok(python);
    }
    crate::tools::install_packages(&["python3", "python3-venv"])?;
    find().ok_or_else(|| {
        format!(
            "the Python package needs Python 3.11 or later with venv ({PYTHON}=PATH names another one): run \
             apt-get install python3 python3-venv, or set {}=1 to have it installed",
            crate::tools::INSTALL
        )
    })
}

/// An environment: a folder with its own Python.
pub(crate) struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// Creates a new, empty environment.
    pub(crate) fn new(python: &Path, folder: &Path) -> Result<Venv, String> {
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        Venv::kept(python, folder)
    }

    /// Returns the existing environment, or creates one.
    pub(crate) fn kept(python: &Path, folder: &Path) -> Result<Venv, String> {
        let venv = Venv { folder: folder.to_owned() };
        if !venv.program("python").is_file() {
            run(Command::new(python).args(["-m", "venv"]).arg(folder))?;
        }
        Ok(venv)
    }

    /// Returns a program in the environment.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        if cfg!(windows) {
            self.folder.join("Scripts").join(name).with_extension("exe")
        } else {
            self.folder.join("bin").join(name)
        }
    }

    /// Returns the environment's Python, isolated from its surroundings.
    pub(crate) fn python(&self) -> Command {
        let mut python = Command::new(self.program("python"));
        python.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        python
    }

    /// Installs packages: names with versions, or files.
    pub(crate) fn install(&self, packages: &[&OsStr]) -> Result<(), String> {
        let mut pip = self.python();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        // Only the package itself is built here.
        pip.args(["--only-binary", ":all:"]).args(packages);
        run(&mut pip)
    }
}
