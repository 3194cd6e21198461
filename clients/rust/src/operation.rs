//! The declaration of endpoints.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
    /// `PUT`
    Put,
    /// `DELETE`
    Delete,
}

impl Method {
    /// Returns the name in upper case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// An endpoint of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The name of the service, the first part of its base path.
    pub service: &'static str,
    /// The method.
    pub method: Method,
    /// The path relative to the base path, with its parameters in braces.
    pub path: &'static str,
    /// True if the request may be sent again although a first one may have been processed.
    pub is_repeatable: bool,
}

impl Operation {
    /// Returns the path of the URL with the parameters in the order of the path.
    pub(crate) fn url_path(&self, parameters: &[&str]) -> String {
        let mut path = format!("/{}/v1", self.service);
        let mut parameters = parameters.iter();
        for segment in self.path.split('/').skip(1) {
            path.push('/');
            if segment.starts_with('{') {
                let value = parameters.next().copied().unwrap_or_default();
                path.push_str(&crate::encoding::segment(value));
            } else {
                path.push_str(segment);
            }
        }
        path
    }
}

/// Reads a value as a record, and returns the record as a value and in its `Debug` form.
pub type RoundTrip = fn(Value) -> Result<(Value, String), serde_json::Error>;

/// An endpoint with its records, for the comparison with the OpenAPI documents.
#[derive(Clone, Copy, Debug)]
pub struct Contract {
    /// The endpoint.
    pub operation: Operation,
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

/// Declares the endpoints of a module: one function each, and the table `CONTRACTS`.
///
/// A function has the parameters of its path in their order, then its query or body. `once` marks requests that are
/// not repeated without a response, because a second one would have another effect or outcome. `flat` marks
/// responses without `data`.
macro_rules! operations {
    ($service:literal; $(
        $(#[$doc:meta])*
        $method:ident $(($mode:ident))? $path:literal $name:ident ($($parameter:ident),*)
            $($input:ident: $request:ty)? => $($kind:ident)? <$response:ty>;
    )*) => {
        /// The endpoints of this module.
        #[doc(hidden)]
        pub const CONTRACTS: &[$crate::operation::Contract] = &[$($crate::operation::Contract {
            operation: operations!(@operation $service, $method, $($mode)?, $path),
            request: operations!(@request $($request)?),
            response: $crate::operation::round_trip::<$response>,
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
    (@request $request:ty) => { Some($crate::operation::round_trip::<$request>) };
    (@request) => { None };
    (@repeatable once) => { false };
    (@repeatable) => { true };
    (@reference $request:ty) => { &$request };
    (@input $call:ident, query, $value:ident, $request:ty) => { $call.with_query($value) };
    (@input $call:ident, body, $value:ident, $request:ty) => { $call.with_body($value) };
    (@send $client:ident, $call:ident, flat) => { $client.flat($call).await };
    (@send $client:ident, $call:ident,) => { $client.data($call).await };
}
