//! POST /api/prepare-transaction/estimate/{chain}

use crate::wire::AssetObject;
use crate::{Services, facts};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Network, Surveyed, is_fee_share};
use wallet_core::wire::Warning;
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::wire::{AccountField, OperationCount, Recipient, Spend};
use wallet_xlm::{
    Account, AccountId, AccountQuery, Asset, Chain, Estimate, EstimateQuery, FeeStats, MemoList, Modes,
    RequestedAmount, Stroops,
};

wallet_core::request! {
    /// A payment to estimate.
    #[schema(as = EstimateRequest)]
    pub struct Request {
        /// The address of the sender: G….
        address: Required<AccountField>,
        /// The recipient: G…, or M… for one user of a multiplexed account. If absent, only the funds of the sender are
        /// checked.
        to: Field<Recipient>,
        /// The amount, in stroops, or `max` for the maximum that the sender can pay and the recipient can receive. If absent,
        /// no amount is checked.
        amount: Field<Spend>,
        /// The asset. The lumen if absent.
        asset: Field<AssetObject>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
        /// The number of operations of the transaction, 1 to 100. Its fee is proportional to it.
        #[schema(value_type = Option<u64>, default = 1, minimum = 1, maximum = 100, example = 1)]
        operations: Field<OperationCount>,
    }
}

/// Fees of a transaction, and the amounts of a payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EstimateResponse)]
pub struct Response {
    /// The maximum fee of the whole transaction for each mode, in stroops, for `fee` of get-hash. The network charges
    /// only as much as its load requires.
    fees: ModeSet,
    /// The amount of the asset that the sender can pay now, in stroops. Of lumens, including the fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "79999900")]
    spendable: String,
    /// The maximum amount for each fee, in stroops; `0` if the funds do not cover the fee. Present with `max` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ModeSet, required = false)]
    amounts: Option<ModeSet>,
    /// The sequence number of the next transaction of the sender.
    #[schema(pattern = "^[1-9][0-9]*$", example = "128920000000009")]
    sequence: String,
    /// True if the payment creates the account of the recipient, absent otherwise. The amount must then be at least two
    /// base reserves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false, example = true)]
    creates_account: bool,
    /// Warnings about the payment; absent without any. `new_account`: it creates the account of the recipient.
    /// `fee_share`: the normal fee exceeds a fifth of the amount. `memo_recommended`: the recipient requires or recommends
    /// a memo. `fee_outlier`: the fees of several servers differ by more than a factor of 4.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// A number of stroops for each mode.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModeSet {
    /// For inclusion soon, also under moderate load.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "10000")]
    normal: String,
    /// For inclusion in the next ledger.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "100000")]
    fast: String,
    /// For inclusion if ledgers have room.
    #[schema(pattern = "^[1-9][0-9]*$", example = "100")]
    slow: String,
}

wallet_core::mode_texts!(ModeSet);

/// A validated request.
struct ParsedRequest {
    sender: AccountId,
    network: Network,
    query: EstimateQuery,
    operations: usize,
}

/// Returns the fees of a transaction, the spendable amount and the next sequence number.
///
/// A ledger accepts exactly the amounts of `max` if it charges the whole fee, and up to the fee more if it charges less.
/// For several operations, the estimate covers their fee and one payment, not the effects of the other operations. The
/// funds of the sender must cover the payment and the slow fee.
#[utoipa::path(
    post, path = "/api/prepare-transaction/estimate/{chain}", operation_id = "estimate",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::InsufficientFunds,
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
    services.lists.check(parsed.query.to.map(|to| to.account)).await?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let (node, network) = (&services.node, parsed.network);
    let recipient = async {
        match parsed.query.to {
            Some(to) => node.account(network, parsed.account(to.account), deadline).await,
            None => Ok(None),
        }
    };
    let (sender, recipient, ledger, stats) = tokio::try_join!(
        node.account(network, parsed.account(parsed.sender), deadline),
        recipient,
        node.ledger(network, deadline),
        node.fee_stats(network, deadline)
    )?;
    let sender = facts::existing(sender, "address")?;
    let stats = FeeStats::survey(&stats);
    let fees = stats.value.of_transaction(parsed.operations);
    let estimate = parsed
        .query
        .estimate(&sender, recipient.as_ref(), ledger.base_reserve, fees)?;
    Ok(Data(Response {
        fees: fees.into(),
        spendable: estimate.spendable.to_string(),
        amounts: estimate.amounts.map(ModeSet::from),
        sequence: sender.sequence_of_transaction(None)?.to_string(),
        creates_account: estimate.creates_account,
        warnings: parsed.warnings(&services.memo_list, recipient.as_ref(), &estimate, &stats, fees),
    }))
}

impl Request {
    fn read(self) -> Result<ParsedRequest, ApiError> {
        let sender = self.address.get()?;
        let to = self.to.get()?;
        let amount = self.amount.get()?.unwrap_or(RequestedAmount::Open);
        let asset = self.asset.get()?.unwrap_or(Asset::Native);
        let network = self.network.or_default()?;
        let operations = self.operations.get()?.unwrap_or(1);
        Ok(ParsedRequest {
            sender,
            network,
            query: EstimateQuery { to, asset, amount },
            operations,
        })
    }
}

impl ParsedRequest {
    /// Returns the query of an account with the trustline of the asset.
    fn account(&self, id: AccountId) -> AccountQuery {
        AccountQuery::from(id).with_assets([&self.query.asset])
    }

    fn warnings(
        &self,
        memo_list: &MemoList,
        recipient: Option<&Account>,
        estimate: &Estimate,
        stats: &Surveyed<FeeStats>,
        fees: Modes<Stroops>,
    ) -> Vec<Warning> {
        let without_id = self.query.to.filter(|to| to.id.is_none());
        let is_listed = without_id.is_some_and(|to| memo_list.contains_any(&[to.account]));
        let requires_memo = without_id.is_some() && recipient.is_some_and(|recipient| recipient.requires_memo);
        [
            (estimate.creates_account, Warning::NEW_ACCOUNT),
            (self.has_high_fee(fees.normal), Warning::FEE_SHARE),
            (is_listed || requires_memo, Warning::MEMO_RECOMMENDED),
            (stats.has_outlier, Warning::PRICES_DIFFER),
        ]
        .into_iter()
        .filter_map(|(applies, warning)| applies.then_some(warning))
        .collect()
    }

    /// Returns true if the fee exceeds a fifth of a fixed amount of lumens.
    fn has_high_fee(&self, fee: Stroops) -> bool {
        match (self.query.asset, self.query.amount) {
            (Asset::Native, RequestedAmount::Fixed(amount)) => {
                is_fee_share(fee.get().unsigned_abs(), amount.get().unsigned_abs())
            }
            _ => false,
        }
    }
}
