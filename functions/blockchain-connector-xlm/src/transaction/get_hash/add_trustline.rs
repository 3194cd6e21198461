//! POST /api/transaction/get-hash/{chain}/add-trustline

use super::claimable_balance::claim;
use super::terms::TermsRequest;
use super::{Response, build};
use crate::wire::AssetObject;
use crate::{Services, facts};
use axum::extract::State;
use wallet_core::error::ErrorInfo;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_http::{
    Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::operation::Operations;
use wallet_xlm::wire::{BalanceIdField, Units};
use wallet_xlm::{AccountId, AccountQuery, Asset, BalanceId, Chain, PublicKey, Stroops, Trust};

wallet_core::request! {
    /// A trustline change or, since the specification allows it at this path, the claim of a claimable
    /// balance.
    #[schema(as = AddTrustlineRequest)]
    pub struct Request {
        /// The public key of the account with the trustline: 64 hex digits, or its address.
        public_key: Required<PublicKey>,
        /// The network: `livenet` or `testnet`. The hash is valid only on this network.
        network: Field<Network>,
        /// The maximum balance of the asset, in stroops. 0 deletes the trustline. Defaults to the maximum
        /// amount.
        #[schema(value_type = Option<String>, default = "9223372036854775807", pattern = "^(0|[1-9][0-9]*)$",
            example = "10000000000")]
        amount: Field<Units>,
        /// The trusted asset, which must be an issued asset. Required unless `claimableBalanceId` is
        /// present.
        asset: Field<AssetObject>,
        /// The id of the balance to claim, as an alternative to `asset`. See the path claimable-balance.
        #[schema(value_type = Option<String>)]
        claimable_balance_id: Field<BalanceIdField>,
        #[serde(flatten)]
        terms: TermsRequest,
    }
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
    let source = request.public_key.get()?.account();
    let network = request.network.or_default()?;
    let terms = request.terms;
    let query = read(request.amount, request.asset, request.claimable_balance_id)?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    match query {
        TrustlineQuery::Trustline(change) => trust(&services, source, network, change, terms, deadline).await,
        TrustlineQuery::Claim(balance) => claim(&services, source, network, balance, terms, deadline).await,
    }
}

fn read(
    amount: Field<Units>,
    asset: Field<AssetObject>,
    claimable_balance_id: Field<BalanceIdField>,
) -> Result<TrustlineQuery, ErrorInfo> {
    let limit = amount.get()?.unwrap_or(Stroops::MAX);
    match (asset.is_present::<()>()?, claimable_balance_id.is_present()?) {
        (true, false) => {
            let not_issued = asset.error("Send an issued asset; the lumen needs no trustline.");
            match asset.required().get()? {
                Asset::Credit(asset) => Ok(TrustlineQuery::Trustline(Trust { asset, limit })),
                Asset::Native => Err(not_issued),
            }
        }
        (false, true) => claimable_balance_id.required().get().map(TrustlineQuery::Claim),
        (false, false) => Err(asset.error("Send asset, or claimableBalanceId to claim a balance.")),
        (true, true) => Err(claimable_balance_id.error("Send either asset or claimableBalanceId, not both.")),
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
    let query = AccountQuery::from(source).with_assets([&change.asset.into()]);
    let (source, ledger) = tokio::try_join!(
        services.node.account(network, query, deadline),
        services.node.ledger(network, deadline)
    )?;
    let source = facts::existing(source, "publicKey")?;
    let operations = Operations::one(change.operation(&source, ledger.base_reserve)?);
    Ok(Data(build(services, &source, network, &operations, &terms)?))
}
