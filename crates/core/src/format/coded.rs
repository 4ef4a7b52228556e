//! Enums that are stored as numbers.

/// Declares an enum without data; each variant has its place as its number in stored bytes.
macro_rules! coded {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// A number for stored bytes.
            pub(crate) fn code(self) -> u8 {
                self as u8
            }

            pub(crate) fn of_code(code: u8) -> Option<$name> {
                // Made of the declaration, so that none can be missing.
                const ALL: &[$name] = &[$($name::$variant),*];
                ALL.get(usize::from(code)).copied()
            }

            /// Its word in data, which never changes.
            pub fn word(self) -> &'static str {
                const WORDS: &[&str] = &[$(stringify!($variant)),*];
                WORDS[usize::from(self.code())]
            }

            /// The one of a word, if there is one.
            pub fn of_word(word: &str) -> Option<$name> {
                match word {
                    $(stringify!($variant) => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

pub(super) use coded;
