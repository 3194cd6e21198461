//! The network of a request.

use super::Field;
use crate::error::{ApiError, ErrorCode, ResultExt};
use std::ops::Deref;
use wallet_core::model::Network;

/// Parses the field `network`; livenet if it is absent.
pub fn network<T: Deref<Target = str>>(field: Field<T>) -> Result<Network, ApiError> {
    let name = field.optional("network")?;
    name.map_or(Ok(Network::default()), |name| name.parse()).at("network")
}

/// Returns the error for a network that a chain does not have in this service.
pub fn network_not_supported(chain: &str, network: Network) -> ApiError {
    let message = format!("Use another network: {chain} has no {network} in this service.");
    ApiError::new(ErrorCode::NetworkNotSupported, message).at("network")
}
