//! `cargo xtask site`: the documents and the web app as one site, for any static host under any path.
//!
//! mdBook builds the documents. It takes a while to compile, so it is a part of this program only with the feature
//! `book`.

#[cfg(feature = "book")]
pub(crate) mod book;
#[cfg(feature = "book")]
mod contents;
#[cfg(feature = "book")]
mod links;
#[cfg(feature = "book")]
mod llms;

use std::path::PathBuf;

use crate::Outcome;
use crate::project::{check_options, does, option, with_feature};
use crate::wasm::{page_folder, web};

/// Builds the site: `[--page FOLDER]` uses an existing web app; without it, the web app is built with these options
/// of `web`.
pub(crate) fn site(args: &[String]) -> Outcome {
    check_options(args, &["--page"])?;
    let page = match option(args, "--page")? {
        Some(folder) => std::path::absolute(folder).map_err(|error| error.to_string())?,
        None if web(&[])? => page_folder(),
        None => return Ok(false),
    };
    of_page(page)
}

/// Builds the site with the existing web app: a stage of the tests that follows the stage for the web app.
pub(crate) fn of_built_page() -> Outcome {
    of_page(page_folder())
}

fn of_page(page: PathBuf) -> Outcome {
    does(with_feature("book").arg("book").arg(page))
}
