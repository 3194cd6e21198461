//! POST /api/transaction/get-hash/{chain}/add-trustline

use super::claimable_balance::{balance_id, claim};
use super::terms::TermsRequest;
use super::{Response, build};
use crate::wire::{self, AssetObject};
use crate::{Services, facts};
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::wire::{NetworkName, XlmPublicKeyText};
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, Object, PathChain, RequestDeadline, Required,
    ResultExt, UpstreamBudget, network,
};
use wallet_xlm::operation::Operations;
use wallet_xlm::{AccountId, Asset, BalanceId, Chain, Stroops, Trust};

/// A trustline change or, since the specification allows it at this path, the claim of a claimable
/// balance.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddTrustlineRequest)]
pub struct Request {
    /// The public key of the account with the trustline: 64 hex digits, or its address.
    public_key: Required<XlmPublicKeyText>,
    /// The network: `livenet` or `testnet`. The hash is valid only on this network.
    network: Field<NetworkName>,
    /// The maximum balance of the asset, in stroops. 0 deletes the trustline. Defaults to the maximum
    /// amount.
    #[schema(value_type = Option<String>, default = "9223372036854775807", pattern = "^(0|[1-9][0-9]*)$",
        example = "10000000000")]
    amount: Field<String>,
    /// The trusted asset, which must be an issued asset. Required unless `claimableBalanceId` is
    /// present.
    asset: Field<AssetObject>,
    /// The id of the balance to claim, as an alternative to `asset`. See the path claimable-balance.
    claimable_balance_id: Field<String>,
    #[serde(flatten)]
    terms: TermsRequest,
}

/// The two kinds of requests.
enum TrustlineQuery {
    Trustline(Trust),
    Claim(BalanceId),
}

/// Builds a transaction that creates, changes or deletes a trustline, and returns the hash to sign.
///
/// A new trustline requires a base reserve of the account. With `claimableBalanceId` in place of
/// `asset`, the request is equivalent to the path claimable-balance.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}/add-trustline", operation_id = "getHashAddTrustline",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::InsufficientFunds, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh,
        ErrorCode::AccountNotFound,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let source = wire::public_key(request.public_key)?.account();
    let network = network(request.network)?;
    let terms = request.terms;
    let query = read(request.amount, request.asset, request.claimable_balance_id)?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    match query {
        TrustlineQuery::Trustline(change) => trust(&services, source, network, change, terms, deadline).await,
        TrustlineQuery::Claim(balance) => claim(&services, source, network, balance, terms, deadline).await,
    }
}

fn read(
    amount: Field<String>,
    asset: Field<AssetObject>,
    claimable_balance_id: Field<String>,
) -> Result<TrustlineQuery, ApiError> {
    let limit = amount
        .optional("amount")?
        .map_or(Ok(Stroops::MAX), |text| wire::amount(&text))?;
    let asset = asset.optional("asset")?;
    let balance = claimable_balance_id.optional("claimableBalanceId")?;
    match (asset, balance) {
        (Some(Object(asset)), None) => match asset.read().at("asset")? {
            Asset::Credit(asset) => Ok(TrustlineQuery::Trustline(Trust { asset, limit })),
            Asset::Native => {
                let message = "Send an issued asset; the lumen needs no trustline.";
                Err(ApiError::invalid_request(message).at("asset"))
            }
        },
        (None, Some(id)) => balance_id(&id).map(TrustlineQuery::Claim),
        (None, None) => {
            Err(ApiError::invalid_request("Send asset, or claimableBalanceId to claim a balance.").at("asset"))
        }
        (Some(_), Some(_)) => {
            let message = "Send either asset or claimableBalanceId, not both.";
            Err(ApiError::invalid_request(message).at("claimableBalanceId"))
        }
    }
}

async fn trust(
    services: &Services,
    source: AccountId,
    network: Network,
    change: Trust,
    terms: TermsRequest,
    deadline: Deadline,
) -> HandlerResult<Response> {
    let terms = terms.read(1)?;
    let (source, ledger) = tokio::try_join!(
        services.node.account(network, source, deadline),
        services.node.ledger(network, deadline)
    )?;
    let source = facts::existing(source, "publicKey")?;
    let operations = Operations::one(change.operation(&source, ledger.base_reserve)?);
    Ok(Data(build(services, &source, network, &operations, &terms)?))
}
