//! Request and response types of several endpoints, and their conversion to domain values.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::error::ErrorInfo;
use wallet_core::model::Network;
use wallet_eth_like::{Address, BoundsError, Chain, GasPrices, MAX_DATA, Params};
use wallet_http::{ApiError, Field};

/// One price or fee per mode in wei: slow ≤ normal ≤ fast.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeeSet {
    /// Inclusion within the next blocks, with a margin for changes of the base fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "31500000000")]
    normal: String,
    /// Inclusion in the next block.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "42000000000")]
    fast: String,
    /// Inclusion within a few minutes.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "26000000000")]
    slow: String,
}

wallet_core::mode_texts!(FeeSet);

/// Gas prices.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceSet {
    /// The `gasPrice` of a legacy transaction for each mode, which is paid in full. Also accepted as
    /// `maxFeePerGas`, with at most the margin of `maxFees`.
    gas_prices: FeeSet,
    /// The `maxFeePerGas` of an EIP-1559 transaction for each mode, with a margin for a rising base fee that is only
    /// paid if the base fee rises; present if the chain has a base fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FeeSet, required = false)]
    max_fees: Option<FeeSet>,
    /// The base fee of the next block in wei; present if the chain has one (EIP-1559).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "20000000000")]
    base_fee_per_gas: Option<String>,
    /// The `maxPriorityFeePerGas` for each mode, for use with `maxFees`; present if the chain has a base fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FeeSet, required = false)]
    priority_fees: Option<FeeSet>,
}

impl From<GasPrices> for PriceSet {
    fn from(prices: GasPrices) -> Self {
        Self {
            gas_prices: prices.prices.into(),
            max_fees: prices.max_fees.map(FeeSet::from),
            base_fee_per_gas: prices.base_fee_per_gas.map(|fee| fee.to_string()),
            priority_fees: prices.priority_fees.map(FeeSet::from),
        }
    }
}

/// Returns the chain on the requested network; the default is livenet.
pub fn params(chain: Chain, network: Field<Network>) -> Result<Params, ApiError> {
    Ok(Params::of(chain, network.or_default()?))
}

/// Reads the recipient: an address, or `null` for a contract deployment. The field must be present.
pub fn recipient(to: Field<Address>) -> Result<Option<Address>, ErrorInfo> {
    if to.is_null() {
        return Ok(None);
    }
    to.required().get().map(Some)
}

/// Checks the length of the data, and that a deployment has code (400 at `data`).
pub fn check_data(to: Option<Address>, data: &[u8]) -> Result<(), ApiError> {
    if data.len() > MAX_DATA {
        return Err(BoundsError::DataTooLong { maximum: MAX_DATA }.into());
    }
    if to.is_none() && data.is_empty() {
        return Err(BoundsError::EmptyDeployment.into());
    }
    Ok(())
}

/// Encodes bytes as lower-case hex with `0x`.
pub fn hex(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}
