//! The declaration of request and response records.

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
