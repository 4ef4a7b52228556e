//! The receiver of tidy data.

/// The type of a column's fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TidyKind {
    /// Texts. An empty text is a missing value.
    Text,
    /// Doubles, including infinities.
    Number,
    /// Integers from 0.
    Count,
    /// Booleans.
    Flag,
}

/// Receives records: the fields of each in the order of [`tidy_columns`](super::tidy_columns), then its end.
pub trait TidySink {
    /// Receives a field of [`TidyKind::Text`].
    fn text(&mut self, text: &[u8]);

    /// Receives a field of [`TidyKind::Number`].
    fn number(&mut self, value: f64);

    /// Receives a field of [`TidyKind::Count`].
    fn count(&mut self, value: u32);

    /// Receives a field of [`TidyKind::Flag`].
    fn flag(&mut self, value: bool);

    /// Receives a missing value of any type.
    fn nothing(&mut self);

    /// Ends the record.
    fn end(&mut self);
}
