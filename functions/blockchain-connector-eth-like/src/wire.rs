//! Request and response types of several endpoints, and their conversion to domain values.
//!
//! The functions read fields in the order of the specification, so that the error identifies the first invalid
//! one.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, Schema};
use utoipa::{PartialSchema, ToSchema};
use wallet_core::model::{AmountError, parse_hex};
use wallet_core::wire::{
    AmountText, DataText, EthLikeAddressText, NetworkName, OptionalDataText, PositiveAmountText, PublicKeyText,
    whole_number,
};
use wallet_eth_like::{Address, Amount, BoundsError, Chain, GasPrices, MAX_DATA, MAX_NONCE, Modes, Params, PublicKey};
use wallet_http::{ApiError, Field, Required, ResultExt};

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

impl From<Modes<Amount>> for FeeSet {
    fn from(modes: Modes<Amount>) -> Self {
        Self {
            normal: modes.normal.to_string(),
            fast: modes.fast.to_string(),
            slow: modes.slow.to_string(),
        }
    }
}

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

/// Nonce supplied by the client: an integer from 0 to 2^53 − 1.
#[derive(Clone, Copy, Debug)]
pub struct Nonce(pub u64);

impl PartialSchema for Nonce {
    fn schema() -> RefOr<Schema> {
        whole_number(KnownFormat::Int64, 0, Some(MAX_NONCE), 7).build().into()
    }
}

impl ToSchema for Nonce {}

impl<'de> Deserialize<'de> for Nonce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)
            .ok()
            .filter(|number| *number <= MAX_NONCE);
        let expected = || D::Error::custom(format!("expected a whole number from 0 to {MAX_NONCE}"));
        number.map(Self).ok_or_else(expected)
    }
}

/// Returns the chain on the requested network; the default is livenet.
pub fn params(chain: Chain, network: Field<NetworkName>) -> Result<Params, ApiError> {
    Ok(Params::of(chain, wallet_http::network(network)?))
}

/// Reads the sender's public key.
pub fn public_key(field: Required<PublicKeyText>) -> Result<PublicKey, ApiError> {
    PublicKey::parse(&field.required("publicKey")?).at("publicKey")
}

/// Reads a required address.
pub fn address(field: Required<EthLikeAddressText>, name: &str) -> Result<Address, ApiError> {
    field.required(name)?.parse::<Address>().at(name)
}

/// Reads the recipient: an address, or `null` for a contract deployment. The field must be present.
pub fn recipient(to: Field<String>) -> Result<Option<Address>, ApiError> {
    match to {
        Field::Null => Ok(None),
        to => to.required("to")?.parse::<Address>().at("to").map(Some),
    }
}

/// Reads a required amount in wei or in a token's base units.
pub fn amount(field: impl Into<Field<AmountText>>, name: &str) -> Result<Amount, ApiError> {
    field.into().required(name)?.parse::<Amount>().at(name)
}

/// Reads required calldata: hex or empty (`""` or `"0x"`).
pub fn data(field: Required<DataText>) -> Result<Vec<u8>, ApiError> {
    read_data(&field.required("data")?)
}

/// Reads optional calldata; an absent field is empty data.
pub fn optional_data(field: Field<OptionalDataText>) -> Result<Vec<u8>, ApiError> {
    field.optional("data")?.map_or(Ok(Vec::new()), |text| read_data(&text))
}

fn read_data(text: &str) -> Result<Vec<u8>, ApiError> {
    let not_hex = || ApiError::invalid_request("data must be an even number of hex digits, or empty.").at("data");
    parse_hex(text).map_err(|_| not_hex())
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

/// Reads a required gas limit. The core validates its range.
pub fn gas_limit(field: Required<PositiveAmountText>) -> Result<u64, ApiError> {
    let not_digits = |_| ApiError::invalid_request("gasLimit must be a string of decimal digits.").at("gasLimit");
    let gas = field.required("gasLimit")?.parse::<Amount>();
    match gas {
        Ok(gas) => Ok(gas.as_u64().unwrap_or(u64::MAX)),
        Err(AmountError::TooLarge { .. }) => Ok(u64::MAX),
        Err(error) => Err(not_digits(error)),
    }
}

/// Encodes bytes as lower-case hex with `0x`.
pub fn hex(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}
