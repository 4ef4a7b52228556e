//! Methods that set the fields of a specification, so that a new field breaks no program.

/// Implements a method for each field. It returns the value with this field replaced. Fields after `texts` are
/// `String`, fields after `lists` are `Vec<String>`, and fields after `options` are optional.
macro_rules! setters {
    (
        $type:ident { texts: $($text:ident)*; lists: $($list:ident)*;
            options: $($option:ident: $optional:ty),*; $($field:ident: $kind:ty,)* }
    ) => {
        impl $type {
            $(
                #[doc = concat!("Sets [`", stringify!($text), "`](field@Self::", stringify!($text), ").")]
                #[must_use]
                pub fn $text(mut self, $text: impl Into<String>) -> Self {
                    self.$text = $text.into();
                    self
                }
            )*
            $(
                #[doc = concat!("Sets [`", stringify!($list), "`](field@Self::", stringify!($list), ").")]
                #[must_use]
                pub fn $list(mut self, $list: impl IntoIterator<Item: Into<String>>) -> Self {
                    self.$list = $list.into_iter().map(Into::into).collect();
                    self
                }
            )*
            $(
                #[doc = concat!("Sets [`", stringify!($option), "`](field@Self::", stringify!($option), ").")]
                #[must_use]
                pub fn $option(mut self, $option: impl Into<Option<$optional>>) -> Self {
                    self.$option = $option.into();
                    self
                }
            )*
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
                #[must_use]
                pub fn $field(mut self, $field: $kind) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}

pub(crate) use setters;
