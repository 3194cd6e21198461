//! Declaration of the structs of requests.

/// The context of an object with fields that the reader of the list reads.
#[derive(Clone, Copy, Debug)]
pub struct AsReceived;

/// Declares the struct of a request, or of an object in a request, with the schema. The name of a field in JSON is that of the
/// struct in camel case, unless `as "name"` states a different name.
#[macro_export]
macro_rules! request {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident {
        $($(#[$of_field:meta])* $field_vis:vis $field:ident $(as $wire:tt)?: $content:ty,)*
    }) => {
        #[derive($crate::wire::utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        $(#[$attribute])*
        $vis struct $name {
            $($(#[$of_field])* $(#[serde(rename = $wire)])? $field_vis $field: $content,)*
        }

        impl $crate::wire::FromFields for $name {
            fn knows(_: &str, key: &str) -> bool {
                $(<$content as $crate::wire::FromFields>::knows($crate::request!(@$field $($wire)?), key) ||)* false
            }

            fn repeats(_: &str, key: &str) -> bool {
                $(<$content as $crate::wire::FromFields>::repeats($crate::request!(@$field $($wire)?), key) ||)* false
            }

            fn take(_: &'static str, fields: &mut $crate::wire::Fields) -> Self {
                Self {
                    $($field: $crate::wire::FromFields::take($crate::request!(@$field $($wire)?), fields),)*
                }
            }
        }

        impl $crate::wire::Json for $name {
            fn of(value: $crate::wire::Value) -> ::std::result::Result<Self, $crate::wire::WrongType> {
                let mut fields = $crate::wire::Fields::of(value)?;
                Ok($crate::wire::FromFields::take("", &mut fields))
            }
        }

        impl $crate::wire::Wire<$crate::wire::AsReceived> for $name {
            type Json = Self;
            type Value = Self;
            type Error = ::std::convert::Infallible;

            fn read(
                object: Self,
                _: $crate::wire::AsReceived,
            ) -> ::std::result::Result<Self, ::std::convert::Infallible> {
                Ok(object)
            }
        }
    };
    (@$field:ident) => { stringify!($field) };
    (@$field:ident $wire:tt) => { $wire };
}

#[cfg(test)]
mod tests {
    use crate::error::ErrorInfo;
    use crate::wire::{Field, Fields, FromFields, Json, Known, List, Object, Repeated, Required, Value, Wire};
    use serde::de::DeserializeSeed;
    use serde_json::json;

    crate::request! {
        /// A request.
        struct Outer {
            /// A text.
            public_key: Required<String>,
            /// A number.
            r#type as "R": Field<u32>,
            /// A list.
            utxo: Field<Items>,
        }
    }

    crate::request! {
        /// An item.
        struct Item {
            /// A text.
            value: Required<String>,
        }
    }

    crate::request! {
        /// A query.
        struct Query {
            /// Repeatable texts.
            of_item: Repeated<String, 3>,
            /// A text.
            after: Field<String>,
        }
    }

    type Items = List<Object<Item>, 1, 10>;

    impl Wire for Item {
        type Json = Self;
        type Value = String;
        type Error = ErrorInfo;

        fn read(item: Self, (): ()) -> Result<String, ErrorInfo> {
            item.value.get()
        }
    }

    fn outer(json: Value) -> Outer {
        Outer::of(json).expect("an object")
    }

    fn error<T>(result: Result<T, ErrorInfo>) -> (String, String) {
        let error = result.err().expect("an error");
        (error.field.unwrap_or_default(), error.message.into_owned())
    }

    fn pair(field: &str, message: &str) -> (String, String) {
        (field.to_owned(), message.to_owned())
    }

    #[test]
    fn null_is_the_same_as_absent() {
        let missing = pair("publicKey", "publicKey is required.");
        for json in [json!({ "publicKey": null }), json!({})] {
            assert_eq!(error(outer(json).public_key.get()), missing);
        }
        assert_eq!(outer(json!({ "R": null })).r#type.get(), Ok(None));
        assert_eq!(outer(json!({ "R": 7, "type": 8 })).r#type.get(), Ok(Some(7)));
        assert!(outer(json!({ "R": null })).r#type.is_null());
        assert!(!outer(json!({})).r#type.is_null());
    }

    #[test]
    fn error_in_a_list_has_the_full_path() {
        let value = |item: Value| error(outer(json!({ "utxo": [{ "value": "1" }, item] })).utxo.get());
        assert_eq!(value(json!({})), pair("utxo[1].value", "value is required."));
        assert_eq!(
            value(json!({ "value": 5 })),
            pair("utxo[1].value", "value must be a string.")
        );
        assert_eq!(value(json!(["1"])), pair("utxo[1]", "utxo[1] must be an object."));
        let other = outer(json!({ "utxo": "a" })).utxo.get();
        assert_eq!(error(other), pair("utxo", "utxo must be a list."));
    }

    #[test]
    fn types_of_all_items_precede_their_content() {
        let items = outer(json!({ "utxo": [{}, 7] })).utxo;
        assert_eq!(error(items.get()), pair("utxo[1]", "utxo[1] must be an object."));
    }

    #[test]
    fn repeated_field_is_an_error_and_an_unknown_one_is_ignored() {
        let read = |text: &str| Known::of::<Outer>().deserialize(&mut serde_json::Deserializer::from_str(text));
        assert!(read(r#"{"publicKey":"a","publicKey":"b"}"#).is_err());
        let mut fields = read(r#"{"other":1,"other":2,"publicKey":"a"}"#).expect("fields");
        assert_eq!(Outer::take("", &mut fields).public_key.get().as_deref(), Ok("a"));
        let query = |keys: [&str; 2]| {
            let parameters = keys.map(|key| (key.to_owned(), "1".to_owned()));
            Fields::of_query::<Outer>(parameters).is_some()
        };
        assert!(query(["publicKey", "R"]) && query(["other", "other"]));
        assert!(!query(["publicKey", "publicKey"]));
    }

    #[test]
    fn repeatable_parameter_is_a_list_of_limited_length() {
        let query = |text: &str| {
            let parameters = text.split('&').filter_map(|pair| pair.split_once('='));
            let parameters = parameters.map(|(key, value)| (key.to_owned(), value.to_owned()));
            Fields::of_query::<Query>(parameters).map(|mut fields| Query::take("", &mut fields))
        };
        let read = |text: &str| query(text).expect("a query").of_item.get();
        let after = query("ofItem=a&ofItem=b&after=1").expect("a query").after;
        assert_eq!(after.get().expect("a text").as_deref(), Some("1"));
        assert_eq!(read(""), Ok(Vec::new()));
        assert_eq!(read("after=1&ofItem=a"), Ok(vec!["a".to_owned()]));
        assert_eq!(read("ofItem=b&after=1&ofItem=a").expect("texts"), ["b", "a"]);
        let many = "ofItem=a&ofItem=b&ofItem=c&ofItem=d";
        assert_eq!(error(read(many)), pair("ofItem", "Send ofItem at most 3 times."));
        assert!(query("after=1&ofItem=a&after=1").is_none());
    }
}
