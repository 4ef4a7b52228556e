//! Enums that are stored as numbers.

/// Declares an enum without data; each variant has its index as its number in stored bytes.
macro_rules! coded {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// Returns a number for stored bytes.
            #[doc(hidden)]
            pub fn code(self) -> u8 {
                self as u8
            }

            /// Returns the variant with a code.
            #[doc(hidden)]
            pub fn of_code(code: u8) -> Option<$name> {
                // The list is made from the declaration, so no variant can be missing.
                const ALL: &[$name] = &[$($name::$variant),*];
                ALL.get(usize::from(code)).copied()
            }

            /// Returns the word in data, which never changes.
            pub fn word(self) -> &'static str {
                const WORDS: &[&str] = &[$(stringify!($variant)),*];
                WORDS[usize::from(self.code())]
            }

            /// Returns the variant of a word, if there is one.
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
