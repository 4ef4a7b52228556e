//! Parts and orders of a finished report, and the noise floors of one.

pub(super) mod calibrate;
pub(super) mod focus;
pub(super) mod order;
