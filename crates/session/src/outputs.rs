//! Renders the last answer as bytes: the output of the CLI, a report in one file, or an HTML element.
//!
//! Takes the data of a session; gives bytes from the library's renderers. Computes only values that an output needs
//! and the web app did not.

use benchlens_core::render::{self, HtmlParts, Rendered};
use benchlens_core::{Answer, Output};

use crate::session::{Result, Session};
use crate::types::ReportView;

/// The outputs of a session.
impl Session {
    /// Renders the last answer as the bytes that the CLI prints.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer.
    pub fn render(&self, output: Output) -> Result<Rendered> {
        if output.shows_outcomes() {
            // This output needs more than the web app asked for, so compute it as the CLI does.
            return self.analysed(|answer| benchlens_core::render(answer, output));
        }
        Ok(benchlens_core::render(self.answer()?, output))
    }

    /// Renders the last answer as one file that can be queried. The file contains this state of the web app, a static
    /// view for readers without scripts, the gzipped bytes of [`to_bytes`](Session::to_bytes), and the web app's own
    /// files.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer.
    pub fn report(
        &mut self,
        state: &str,
        view: &ReportView,
        results: &[u8],
        engine: &[u8],
    ) -> Result<Vec<u8>> {
        let parts = HtmlParts::interactive(results, engine).with_state(state);
        let parts = parts.with_view(&view.search, view.chart.as_ref());
        // Modify the report in place, because two copies of a large report would not fit in memory.
        let was = self.refocus(view.focus.clone())?;
        let made = self.analysed(|answer| render::html(answer, &parts));
        self.refocus(was)?;
        made
    }

    /// Renders the last answer as an element for an HTML page: see
    /// [`html_tables`](benchlens_core::render::html_tables).
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer.
    pub fn html_tables(&self) -> Result<Vec<u8>> {
        self.analysed(render::html_tables)
    }

    /// Applies `make` to the last answer with an analysis, as the CLI shows it.
    fn analysed<T>(&self, make: impl FnOnce(&Answer) -> T) -> Result<T> {
        let answer = self.answer()?;
        if answer.report().analysis.is_some() {
            return Ok(make(answer));
        }
        let plan = answer.report().query.clone().analysed().compile()?;
        Ok(make(&plan.run(self.store())?))
    }
}
