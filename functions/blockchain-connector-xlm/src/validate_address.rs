//! GET /api/validate-address/{chain}

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{Warning, XlmAddressText};
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::wire::{AccountField, AssetCodeField};
use wallet_xlm::{Account, AccountQuery, AddressError, Asset, Chain, Credit, MemoPolicy, MuxedAccount};

wallet_core::request! {
    /// The address to validate.
    pub struct Request {
        /// The string to validate as an address.
        address: Required<XlmAddressText>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
        /// The code of an asset to be received at the address. Requires `issuer`.
        code: Field<AssetCodeField>,
        /// The account that issues the asset. Requires `code`.
        issuer: Field<AccountField>,
    }
}

/// The result of a validation. All fields except `trusts`, `reason` and `warnings` are always present
/// (docs/decisions/api.md#validation-and-status-without-data).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ValidateAddressResponse)]
pub struct Response {
    /// True if the string is a valid address.
    #[schema(example = true)]
    valid: bool,
    /// The address. Empty if the string is not valid.
    #[schema(
        pattern = "^(G[A-Z2-7]{55}|M[A-Z2-7]{68})?$",
        example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    )]
    address: String,
    /// `account` for G…, `muxed` for M…. Empty if the string is not valid.
    #[schema(pattern = "^(account|muxed)?$", example = "account")]
    kind: &'static str,
    /// True if the account exists. A payment of lumens to a missing G… account creates it.
    #[schema(example = true)]
    exists: bool,
    /// True if a payment to this address requires a memo, by the account itself (SEP-29) or by the operator's list.
    /// Always false for a muxed address.
    #[schema(example = false)]
    memo_required: bool,
    /// True if the account issues the requested asset or has a trustline for it. Absent without an
    /// asset in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    trusts: Option<bool>,
    /// The reason why the string is not valid, in one sentence of plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Value is a strkey but not of an account; an account address starts with G or M.")]
    reason: Option<String>,
    /// Warnings about the address; absent without any. `memo_recommended`: the operator's list recommends a memo.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Validates an address and reports the conditions for a payment to its account.
///
/// The endpoint queries the network only for a valid address.
#[utoipa::path(
    get, path = "/api/validate-address/{chain}", operation_id = "validateAddress",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let text = request.address.get()?;
    let network = request.network.or_default()?;
    let asset = asset(request.code, request.issuer)?;
    let address = match text.parse::<MuxedAccount>() {
        Ok(address) => address,
        Err(error) => return Ok(Data(Response::invalid(error))),
    };
    budget.spend(Cost::FACT)?;
    let query = AccountQuery::from(address.account).with_assets(&asset);
    let account = services.node.account(network, query, deadline).await?;
    let policy = services.memo_list.policy(address.account);
    Ok(Data(Response::valid(address, account.as_ref(), asset.as_ref(), policy)))
}

/// Parses the asset of the request, if present.
fn asset(code: Field<AssetCodeField>, issuer: Field<AccountField>) -> Result<Option<Asset>, ApiError> {
    if code.is_absent() && issuer.is_absent() {
        return Ok(None);
    }
    let credit = Credit {
        code: code.required().get()?,
        issuer: issuer.required().get()?,
    };
    Ok(Some(credit.into()))
}

impl Response {
    fn valid(
        address: MuxedAccount,
        account: Option<&Account>,
        asset: Option<&Asset>,
        policy: Option<MemoPolicy>,
    ) -> Self {
        let is_muxed = address.id.is_some();
        let policy = policy.filter(|_| !is_muxed);
        let by_account = !is_muxed && account.is_some_and(|account| account.requires_memo);
        Self {
            valid: true,
            address: address.to_string(),
            kind: if is_muxed { "muxed" } else { "account" },
            exists: account.is_some(),
            memo_required: by_account || policy == Some(MemoPolicy::Required),
            trusts: asset.map(|asset| account.is_some_and(|account| account.trusts(asset))),
            reason: None,
            warnings: Warning::of_memo(policy == Some(MemoPolicy::Recommended)),
        }
    }

    fn invalid(error: AddressError) -> Self {
        Self {
            valid: false,
            address: String::new(),
            kind: "",
            exists: false,
            memo_required: false,
            trusts: None,
            // The same message as in the rejection of a payment to this string.
            reason: Some(ApiError::from(error).message.into_owned()),
            warnings: Vec::new(),
        }
    }
}
