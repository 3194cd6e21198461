//! GET /api/validate-address/{chain}

use crate::Services;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{EthLikeAddressText, Warning};
use wallet_eth_like::{Address, AddressError, Chain};
use wallet_http::{
    ApiError, Cost, Data, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Address to validate.
    pub struct Request {
        /// The string to validate.
        address: Required<EthLikeAddressText>,
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Validation result. All fields except `reason` are always present
/// (docs/decisions/api.md#validation-and-status-without-data).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ValidateAddressResponse)]
pub struct Response {
    /// True if the string is a valid address.
    #[schema(example = true)]
    valid: bool,
    /// The address with its checksum (ERC-55); empty if it is invalid.
    #[schema(pattern = "^(0x[0-9a-fA-F]{40})?$", example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    address: String,
    /// `contract` if the address currently has code, otherwise `account`; empty if the address is invalid. An
    /// account that delegates to a contract (EIP-7702) has code as well.
    #[schema(pattern = "^(account|contract)?$", example = "account")]
    kind: &'static str,
    /// The reason why the address is invalid, as a readable sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Address must be 0x and 40 hex digits.")]
    reason: Option<String>,
    /// Warnings about payments to the address; absent without any. `contract_recipient`: it has code.
    /// `recipient_is_token_contract`: it is an ERC-20 contract.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Validates an address and returns its type: account or contract.
///
/// The network is queried only for the code at a valid address, so the result does not show if the address has
/// been used.
#[utoipa::path(get, path = "/api/validate-address/{chain}", operation_id = "validateAddress")]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let text = request.address.get()?;
    let params = wire::params(chain, request.network)?;
    let address = match text.parse::<Address>() {
        Ok(address) => address,
        Err(error) => return Ok(Data(Response::invalid(error))),
    };
    budget.spend(Cost::FACT)?;
    let is_contract = services.node.has_code(params, address, deadline).await?;
    // The warning is an addition: without the metadata the result is the same.
    let metadata = services.node.token_metadata(params, address, deadline);
    let is_token = is_contract && matches!(metadata.await, Ok(Some(_)));
    Ok(Data(Response::valid(address, is_contract, is_token)))
}

impl Response {
    fn valid(address: Address, is_contract: bool, is_token: bool) -> Self {
        let warnings = [
            (is_contract, Warning::CONTRACT_RECIPIENT),
            (is_token, Warning::RECIPIENT_IS_TOKEN_CONTRACT),
        ];
        Self {
            valid: true,
            address: address.to_string(),
            kind: if is_contract { "contract" } else { "account" },
            reason: None,
            warnings: warnings
                .into_iter()
                .filter_map(|(applies, warning)| applies.then_some(warning))
                .collect(),
        }
    }

    fn invalid(error: AddressError) -> Self {
        Self {
            valid: false,
            address: String::new(),
            kind: "",
            // The same sentence as in the error of a payment to this address.
            reason: Some(ApiError::from(error).message.into_owned()),
            warnings: Vec::new(),
        }
    }
}
