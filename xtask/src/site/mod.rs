//! `cargo xtask site`: the documents and the web app as one site, for any static host under any path.
//!
//! mdBook builds the documents. It takes a while to compile, so it is a part of this program only with the feature
//! `book`.

#[cfg(feature = "book")]
pub(crate) mod book;
#[cfg(feature = "book")]
mod links;

use std::path::PathBuf;

use crate::Outcome;
use crate::project::{check_options, does, option, with_feature};
use crate::wasm::{page_folder, web};

/// Builds the site: `[--page FOLDER]` takes a page that was built before; without it the page is built, with
/// these options of `web`.
pub(crate) fn site(args: &[String]) -> Outcome {
    check_options(args, &["--page"])?;
    let page = match option(args, "--page")? {
        Some(folder) => std::path::absolute(folder).map_err(|error| error.to_string())?,
        None if web(&[])? => page_folder(),
        None => return Ok(false),
    };
    of_page(page)
}

/// Builds the site of the page that is there: a stage of the tests, after the one that builds the page.
pub(crate) fn of_built_page() -> Outcome {
    of_page(page_folder())
}

fn of_page(page: PathBuf) -> Outcome {
    does(with_feature("book").arg("book").arg(page))
}
