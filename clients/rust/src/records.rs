//! The declaration of request and response records, and of strings with a known set of values, to which a later version of a
//! service may add more.

/// Declares the records of responses. Unknown fields are ignored; absent optional fields are `None`.
macro_rules! responses {
    ($($(#[$meta:meta])* $name:ident { $($fields:tt)* })*) => {$(
        $(#[$meta])*
        #[serde_with::skip_serializing_none]
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct $name { $($fields)* }
    )*};
}

/// Declares the records of requests. Optional fields are omitted if they are `None`.
macro_rules! requests {
    ($($(#[$meta:meta])* $name:ident { $($fields:tt)* })*) => {$(
        $(#[$meta])*
        #[serde_with::skip_serializing_none]
        #[derive(Clone, Debug, Default, PartialEq, Eq, bon::Builder, serde::Serialize, serde::Deserialize)]
        #[builder(on(String, into))]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct $name { $($fields)* }
    )*};
}

/// Declares records with secrets, with a `Debug` form of only the name.
macro_rules! secrets {
    ($($(#[$meta:meta])* $name:ident { $($fields:tt)* })*) => {$(
        $(#[$meta])*
        #[serde_with::skip_serializing_none]
        #[derive(Clone, Default, PartialEq, Eq, bon::Builder, serde::Serialize, serde::Deserialize)]
        #[builder(on(String, into))]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct $name { $($fields)* }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}

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
