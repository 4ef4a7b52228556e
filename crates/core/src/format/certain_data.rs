//! Lines that are data in whatever text they are.

use super::{gobench, gojson, libtest};

/// Whether a line is data of a format of lines, whatever stands around it.
pub(super) fn is_certain_data(line: &[u8]) -> bool {
    gobench::is_data(line) || gojson::is_event(line) || libtest::is_result(line)
}
