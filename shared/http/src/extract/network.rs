//! The network that a request names.

use super::Field;
use crate::error::{ApiError, ErrorCode, ResultExt};
use wallet_core::model::Network;

/// The network in the field `network`, livenet when it names none.
pub fn network(field: Field<String>) -> Result<Network, ApiError> {
    let name = field.optional("network")?;
    name.map_or(Ok(Network::default()), |name| name.parse()).at("network")
}

/// The refusal of a network that a chain does not have here.
pub fn network_not_supported(chain: &str, network: Network) -> ApiError {
    let message = format!("Use another network: {chain} has no {network} here.");
    ApiError::new(ErrorCode::NetworkNotSupported, message).at("network")
}
