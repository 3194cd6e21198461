//! POST /api/transaction/get-hash/{chain}/claimable-balance

use super::terms::TermsRequest;
use super::{Response, build};
use crate::{Services, facts};
use axum::extract::State;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_http::{
    Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::operation::{ClaimClaimableBalance, Operation, OperationBody, Operations};
use wallet_xlm::wire::BalanceIdField;
use wallet_xlm::{AccountId, BalanceId, Chain, PublicKey};

wallet_core::request! {
    /// The claim of a claimable balance.
    #[schema(as = ClaimableBalanceRequest)]
    pub struct Request {
        /// The public key of the claimant: 64 hex digits, or its address.
        public_key: Required<PublicKey>,
        /// The network: `livenet` or `testnet`. The hash is valid only on this network.
        network: Field<Network>,
        /// The balance id: 72 hex digits as returned by address info, or B….
        claimable_balance_id: Required<BalanceIdField>,
        #[serde(flatten)]
        terms: TermsRequest,
    }
}

/// Builds the claim of a claimable balance and returns the hash to sign.
///
/// The endpoint does not check that the account may claim the balance now; address info reports this.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}/claimable-balance", operation_id = "getHashClaimableBalance",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh,
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
    let id = request.claimable_balance_id.get()?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    claim(&services, source, network, id, request.terms, deadline).await
}

/// Builds the claim of a balance.
pub async fn claim(
    services: &Services,
    source: AccountId,
    network: Network,
    balance_id: BalanceId,
    terms: TermsRequest,
    deadline: Deadline,
) -> HandlerResult<Response> {
    let terms = terms.read(1)?;
    let source = services.node.account(network, source.into(), deadline).await?;
    let source = facts::existing(source, "publicKey")?;
    let claim = OperationBody::ClaimClaimableBalance(ClaimClaimableBalance { balance_id });
    let operations = Operations::one(Operation::of_source(claim));
    Ok(Data(build(services, &source, network, &operations, &terms)?))
}
