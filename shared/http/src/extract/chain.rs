//! Chain, network and transaction of a request.

use crate::error::{ApiError, ErrorCode, ResultExt};
use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use std::ops::Deref;
use wallet_core::model::{ChainName, Network};
use wallet_core::wire::{Field, Required, Wire};

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
fn chain<C: ChainName>(name: &str) -> Result<C, ApiError> {
    C::from_name(name).ok_or_else(|| {
        let supported: Vec<_> = C::ALL.iter().map(|chain| chain.name()).collect();
        let message = format!("Use one of the chains of this service: {}.", supported.join(", "));
        ApiError::new(ErrorCode::ChainNotSupported, message).detail("supported", supported)
    })
}

/// Reads the chain of an entry of a batch.
///
/// # Errors
/// The field is invalid, or the service does not have the chain.
pub fn chain_of<C: ChainName, T>(field: Required<T>) -> Result<C, ApiError>
where
    T: Wire<Value: Deref<Target = str>>,
{
    let name = field.name();
    chain(&field.get()?).at(name)
}

/// Returns the error for a network that a chain does not have in this service.
pub fn network_not_supported(chain: &str, network: Network) -> ApiError {
    let message = format!("Use another network: {chain} has no {network} in this service.");
    ApiError::new(ErrorCode::NetworkNotSupported, message).at("network")
}

/// Returns the transaction of a request with two fields for the transaction, of which exactly a single field must be present.
///
/// # Errors
/// Neither or both fields are present, or a field has a different type.
pub fn one_of<C, T: Wire<C>>(txdata: Field<T>, unsigned_message: Field<T>) -> Result<Required<T>, ApiError> {
    match (txdata.is_present()?, unsigned_message.is_present()?) {
        (true, false) => Ok(txdata.required()),
        (false, true) => Ok(unsigned_message.required()),
        (false, false) => Err(txdata.error("Send txdata or unsignedMessage.").into()),
        (true, true) => {
            let message = "Send either txdata or unsignedMessage, not both.";
            Err(unsigned_message.error(message).into())
        }
    }
}
