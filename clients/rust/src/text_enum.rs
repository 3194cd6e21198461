//! Strings with a known set of values, to which a later version of a service may add more.

/// Declares an enum of known strings with the variant `Other` for the values of later versions.
macro_rules! text_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(from = "String", into = "String")]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$about])* $variant,)*
            /// A value that this version of the client does not know.
            Other(String),
        }

        impl $name {
            /// Returns the string in requests and responses.
            pub fn name(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Other(text) => text,
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                match &*text {
                    $($text => Self::$variant,)*
                    _ => Self::Other(text),
                }
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.name().to_owned()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
