//! Query parameters.

use crate::error::ApiError;
use axum::extract::FromRequestParts;
use http::request::Parts;
use wallet_core::wire::{Fields, FromFields};

/// The parameters of the query string.
#[derive(Clone, Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: FromFields> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let parameters = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).ok();
        let fields = parameters.and_then(|parameters| Fields::of_query::<T>(parameters.0));
        let invalid = || ApiError::invalid_request("Send each query parameter at most once, percent-encoded as UTF-8.");
        fields
            .map(|mut fields| Self(T::take("", &mut fields)))
            .ok_or_else(invalid)
    }
}
