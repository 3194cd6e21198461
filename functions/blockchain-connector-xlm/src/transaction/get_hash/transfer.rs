//! POST /api/transaction/get-hash/{chain}/transfer

use super::terms::{Terms, TermsRequest};
use super::{Response, build};
use crate::wire::AssetObject;
use crate::{Services, facts};
use axum::extract::State;
use wallet_core::model::Network;
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::operation::Operations;
use wallet_xlm::wire::{PositiveUnits, Recipient};
use wallet_xlm::{AccountId, AccountQuery, Asset, Chain, PublicKey, Transfer};

wallet_core::request! {
    /// A payment.
    #[schema(as = TransferRequest)]
    pub struct Request {
        /// The public key of the sender: 64 hex digits, or its address.
        public_key: Required<PublicKey>,
        /// The network: `livenet` or `testnet`. The hash is valid only on this network.
        network: Field<Network>,
        /// The recipient: G…, or M… for one user of a multiplexed account.
        to: Required<Recipient>,
        /// The amount, in stroops.
        amount: Required<PositiveUnits>,
        /// The asset. The lumen if absent.
        asset: Field<AssetObject>,
        #[serde(flatten)]
        terms: TermsRequest,
    }
}

/// A validated request.
struct ParsedRequest {
    source: AccountId,
    network: Network,
    transfer: Transfer,
    terms: Terms,
}

/// Builds a payment and returns the hash to sign.
///
/// A payment of lumens to a missing account creates that account. For other assets, sender and
/// recipient need authorized trustlines unless they are the issuer. If the recipient requires a memo
/// (SEP-29) and the transaction has none, the response is status 400 with `details.memoRequired`.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}/transfer", operation_id = "getHashTransfer",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::InsufficientFunds, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh,
        ErrorCode::DestinationUnusable, ErrorCode::AccountNotFound, ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let parsed = request.read()?;
    services.lists.check([parsed.transfer.to.account]).await?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let (node, network) = (&services.node, parsed.network);
    let query = |id: AccountId| AccountQuery::from(id).with_assets([&parsed.transfer.asset]);
    let (source, recipient, ledger) = tokio::try_join!(
        node.account(network, query(parsed.source), deadline),
        node.account(network, query(parsed.transfer.to.account), deadline),
        node.ledger(network, deadline)
    )?;
    let source = facts::existing(source, "publicKey")?;
    let (memo, reserve) = (&parsed.terms.memo, ledger.base_reserve);
    let operation = parsed.transfer.operation(&source, recipient.as_ref(), memo, reserve)?;
    let operations = Operations::one(operation);
    Ok(Data(build(&services, &source, network, &operations, &parsed.terms)?))
}

impl Request {
    fn read(self) -> Result<ParsedRequest, ApiError> {
        let source = self.public_key.get()?.account();
        let network = self.network.or_default()?;
        let to = self.to.get()?;
        let amount = self.amount.get()?;
        let asset = self.asset.get()?.unwrap_or(Asset::Native);
        Ok(ParsedRequest {
            source,
            network,
            transfer: Transfer { to, asset, amount },
            terms: self.terms.read(1)?,
        })
    }
}
