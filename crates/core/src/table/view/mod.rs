//! Parts and orders of a finished report.

pub(super) mod focus;
pub(super) mod order;
