//! GET /api/validate-address/{chain}

use crate::ChainTable;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::{Address, AddressError, Chain};
use wallet_core::model::Network;
use wallet_core::wire::BtcLikeAddressText;
use wallet_http::{ApiError, Bearer, Data, ErrorCode, Field, HandlerResult, PathChain, Query, Read, Required};

wallet_core::request! {
    /// Address to validate.
    pub struct Request {
        /// The string to validate.
        address: Required<BtcLikeAddressText>,
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Validation result. All fields except `reason` are always present
/// (docs/decisions/api.md#validation-and-status-without-data).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ValidateAddressResponse)]
pub struct Response {
    /// True if the string is a supported address of the chain and network.
    #[schema(example = true)]
    valid: bool,
    /// The address in its canonical form, on bch with its prefix; empty if it is invalid.
    address: BtcLikeAddressText,
    /// The output type: p2pkh, p2sh, p2wpkh, p2wsh, p2tr or p2a (pay to anchor); empty if the address is invalid.
    #[schema(pattern = "^(p2pkh|p2sh|p2wpkh|p2wsh|p2tr|p2a)?$", example = "p2wpkh")]
    kind: &'static str,
    /// The reason why the address is invalid, as a readable sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Invalid address checksum: a character is mistyped or missing.")]
    reason: Option<String>,
}

/// Validates an address and returns its type.
///
/// The endpoint accepts the same addresses as `to` of a payment, and the pay-to-anchor address of btc, whose outputs
/// require no signature: payments to it are rejected. No request is sent to the network, so the result
/// does not show if the address has been used.
#[utoipa::path(
    get, path = "/api/validate-address/{chain}", operation_id = "validateAddress",
    extensions(("x-error-codes" = json!([ErrorCode::NetworkNotSupported]))),
)]
pub async fn get(
    State(chains): State<ChainTable>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let text = request.address.get()?;
    let params = wire::params(&chains, chain, request.network)?;
    Ok(Data(Address::parse(params, &text).into()))
}

impl From<Result<Address, AddressError>> for Response {
    fn from(read: Result<Address, AddressError>) -> Self {
        match read {
            Ok(address) => Self {
                valid: true,
                address: BtcLikeAddressText::of(&address),
                kind: address.kind().name(),
                reason: None,
            },
            Err(error) => Self {
                valid: false,
                address: BtcLikeAddressText::default(),
                kind: "",
                // The same sentence as in the error of a payment to this address.
                reason: Some(ApiError::from(error).message.into_owned()),
            },
        }
    }
}
