//! The chain in the path.

use crate::error::{ApiError, ErrorCode};
use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use wallet_core::model::ChainName;

/// The chain in the path segment `{chain}`. Any other value is 404 `chain_not_supported`.
#[derive(Clone, Copy, Debug)]
pub struct PathChain<C>(pub C);

impl<S: Send + Sync, C: ChainName> FromRequestParts<S> for PathChain<C> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, state).await;
        chain(&name.map(|Path(name)| name).unwrap_or_default()).map(Self)
    }
}

/// Parses the name of a chain of a service. Any other name is 404 `chain_not_supported`.
pub fn chain<C: ChainName>(name: &str) -> Result<C, ApiError> {
    C::from_name(name).ok_or_else(|| {
        let supported: Vec<_> = C::ALL.iter().map(|chain| chain.name()).collect();
        let message = format!("Use one of the chains of this service: {}.", supported.join(", "));
        ApiError::new(ErrorCode::ChainNotSupported, message).detail("supported", supported)
    })
}
