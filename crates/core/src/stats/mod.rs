//! The statistics: slices of numbers in, numbers out.
