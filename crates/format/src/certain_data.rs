//! Lines that are data in any text.

use super::{gobench, gojson, libtest};

/// Returns whether a line is data of a line format, regardless of the text around it.
pub(super) fn is_certain_data(line: &[u8]) -> bool {
    gobench::is_data(line) || gojson::is_event(line) || libtest::is_result(line)
}
