//! The last answer as bytes: what the program prints, a report in one file, an element for a page.
//!
//! Takes what a session has; gives bytes of the library's renderers. Computes nothing but what an output needs and the page did not
//! ask for.

use benchlens_core::render::{self, HtmlParts, Page};
use benchlens_core::{Answer, Output};

use crate::session::{Result, Session};
use crate::types::ReportView;

/// Outputs.
impl Session {
    /// The last answer as the bytes that the program prints.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub fn render(&self, output: Output) -> Result<Page> {
        if output.shows_outcomes() {
            // As the program does: this output needs more than what was asked for the page.
            return self.analysed(|answer| benchlens_core::render(answer, output));
        }
        Ok(benchlens_core::render(self.answer()?, output))
    }

    /// The last answer as one file that can be asked on: with this state of the page, what of it is seen before it is
    /// asked, the gzipped bytes of [`to_bytes`](Session::to_bytes), and the page's own parts.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub fn report(
        &mut self,
        state: &str,
        view: &ReportView,
        results: &[u8],
        engine: &[u8],
    ) -> Result<Vec<u8>> {
        let parts = HtmlParts::interactive(results, engine).with_state(state);
        let parts = parts.with_view(&view.search, view.chart.as_ref());
        // Not a second report: a large one would not fit twice.
        let was = self.refocus(view.focus.clone())?;
        let made = self.analysed(|answer| render::html(answer, &parts));
        self.refocus(was)?;
        made
    }

    /// The last answer as an element for a page: see [`html_tables`](benchlens_core::render::html_tables).
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub fn html_tables(&self) -> Result<Vec<u8>> {
        self.analysed(render::html_tables)
    }

    /// What is made of the last answer with an analysis, as programs show it.
    fn analysed<T>(&self, make: impl FnOnce(&Answer) -> T) -> Result<T> {
        let answer = self.answer()?;
        if answer.analysis.is_some() {
            return Ok(make(answer));
        }
        let plan = answer.query.clone().analysed().compile()?;
        Ok(make(&plan.run(self.store())?))
    }
}
