//! Where tidy data go.

/// What the fields of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TidyKind {
    /// Texts. An empty one is nothing.
    Text,
    /// Doubles; infinities are numbers, too.
    Number,
    /// Whole numbers from 0.
    Count,
    /// Yes or no.
    Flag,
}

/// Takes records: the fields of each in the order of [`tidy_columns`](super::tidy_columns), then its end.
pub trait TidySink {
    /// A field of [`TidyKind::Text`].
    fn text(&mut self, text: &[u8]);

    /// A field of [`TidyKind::Number`].
    fn number(&mut self, value: f64);

    /// A field of [`TidyKind::Count`].
    fn count(&mut self, value: u32);

    /// A field of [`TidyKind::Flag`].
    fn flag(&mut self, value: bool);

    /// A field of any kind that has nothing.
    fn nothing(&mut self);

    /// The record ends.
    fn end(&mut self);
}
