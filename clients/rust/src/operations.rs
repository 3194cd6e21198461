//! The declaration of endpoints.

use crate::operation::Operation;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;

/// Reads a value as a record, and returns the record as a value and in `Debug` form.
pub type RoundTrip = fn(Value) -> Result<(Value, String), serde_json::Error>;

/// The part of a request that has the request record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// The query of the URL.
    Query,
    /// The body of the request.
    Body,
}

/// An endpoint with records, for the comparison with the OpenAPI documents, and for the API reference.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Contract {
    /// The endpoint.
    pub operation: Operation,
    /// The path of the module.
    pub module: &'static str,
    /// The name of the function.
    pub function: &'static str,
    /// The part of the request that has the request record.
    pub input: Option<Input>,
    /// The query or body.
    pub request: Option<RoundTrip>,
    /// The response.
    pub response: RoundTrip,
}

/// Reads a value as a record.
pub(crate) fn round_trip<T>(value: Value) -> Result<(Value, String), serde_json::Error>
where
    T: Serialize + DeserializeOwned + Debug,
{
    let record: T = serde_json::from_value(value)?;
    Ok((serde_json::to_value(&record)?, format!("{record:?}")))
}

/// Declares the endpoints of a module: a function each, and the table `CONTRACTS`.
///
/// A function has the parameters of the path in order, then the query or body. `once` marks requests that are
/// not repeated without a response, because a repetition would have a different effect or outcome. `flat` marks
/// responses without `data`.
macro_rules! operations {
    ($service:literal; $(
        $(#[$doc:meta])*
        $method:ident $(($mode:ident))? $path:literal $name:ident ($($parameter:ident),*)
            $($input:ident: $request:ty)? => $($kind:ident)? <$response:ty>;
    )*) => {
        /// The endpoints of this module.
        #[doc(hidden)]
        pub const CONTRACTS: &[$crate::operations::Contract] = &[$($crate::operations::Contract {
            operation: operations!(@operation $service, $method, $($mode)?, $path),
            module: module_path!(),
            function: stringify!($name),
            input: operations!(@place $($input)?),
            request: operations!(@request $($request)?),
            response: $crate::operations::round_trip::<$response>,
        },)*];

        $(
            #[doc = concat!("`", stringify!($method), " ", $path, "`")]
            ///
            $(#[$doc])*
            pub async fn $name(
                client: &$crate::Client,
                $($parameter: &str,)*
                $(request: operations!(@reference $request),)?
            ) -> Result<$response, $crate::CallError> {
                const OPERATION: $crate::Operation = operations!(@operation $service, $method, $($mode)?, $path);
                let path = OPERATION.url_path(&[$($parameter),*]);
                let call = $crate::client::Call::new(&OPERATION, path);
                $(let call = operations!(@input call, $input, request, $request);)?
                operations!(@send client, call, $($kind)?)
            }
        )*
    };
    (@operation $service:literal, $method:ident, $($mode:ident)?, $path:literal) => {
        $crate::Operation {
            service: $service,
            method: $crate::Method::$method,
            path: $path,
            is_repeatable: operations!(@repeatable $($mode)?),
        }
    };
    (@place query) => { Some($crate::operations::Input::Query) };
    (@place body) => { Some($crate::operations::Input::Body) };
    (@place) => { None };
    (@request $request:ty) => { Some($crate::operations::round_trip::<$request>) };
    (@request) => { None };
    (@repeatable once) => { false };
    (@repeatable) => { true };
    (@reference $request:ty) => { &$request };
    (@input $call:ident, query, $value:ident, $request:ty) => { $call.with_query($value) };
    (@input $call:ident, body, $value:ident, $request:ty) => { $call.with_body($value) };
    (@send $client:ident, $call:ident, flat) => { $client.flat($call).await };
    (@send $client:ident, $call:ident,) => { $client.data($call).await };
}
