//! The errors of texts that are expected to be one of a few words.

/// Declares the error of a text that is not what was expected.
macro_rules! parse_error {
    ($(#[$doc:meta])* $name:ident, $expected:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("expected ", $expected))
            }
        }

        impl core::error::Error for $name {}
    };
}
