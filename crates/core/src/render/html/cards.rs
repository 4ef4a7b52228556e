//! The answer first: for each unit its geometric means and the number of comparisons with each outcome.

use super::labels::column_label;
use super::markup::Markup;
use crate::base::plural;
use crate::grid::{Card, Look, OutcomeCount, cards, mean_change, typeset};
use crate::table::{Report, Table};

/// Writes the cards of all units, in the order of their first tables.
pub(super) fn write(report: &Report, out: &mut Markup) {
    if report.tables.is_empty() {
        return;
    }
    out.raw("<section class=\"cards\" aria-label=\"Units\">\n");
    for card in &cards(report) {
        write_card(report, card, out);
    }
    out.raw("</section>\n");
}

fn write_card(report: &Report, card: &Card<'_>, out: &mut Markup) {
    out.raw("<article class=\"card\">\n<h2>");
    out.text(&card.unit.to_string_lossy());
    out.raw("</h2>\n");
    if let Some((_, table)) = card.compared(report) {
        write_means(card, table, out);
    }
    out.raw("<ul class=\"counts\">");
    for OutcomeCount { outcome, count, word } in card.outcomes(report) {
        out.element("li", outcome.word(), &format!("{count} {word}"));
    }
    out.raw("</ul>\n");
    out.element("p", "rows", &plural(card.rows, "benchmark"));
    out.raw("</article>\n");
}

/// Writes the geometric means that changed most.
fn write_means(card: &Card<'_>, table: &Table, out: &mut Markup) {
    let several = 1 < card.means.len();
    for mean in &card.means {
        let Some(ratio) = mean.ratio else { continue };
        let class = match mean.look {
            Look::Better => "improved",
            Look::Worse => "regressed",
            Look::Even => "even",
            Look::None => "none",
        };
        out.raw(&format!("<p class=\"mean {class}\"><b>"));
        out.text(&typeset(&mean_change(ratio)));
        out.raw("</b> ");
        if several {
            out.raw("<bdi>");
            out.text(&column_label(table, mean.column));
            out.raw("</bdi>");
        } else {
            out.text("geometric mean");
        }
        out.raw("</p>\n");
    }
    if 0 < card.more {
        out.element("p", "rows", &format!("and {}", plural(card.more as u64, "more column")));
    }
}
