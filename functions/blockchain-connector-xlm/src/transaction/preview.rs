//! POST /api/transaction/preview/{chain}

use crate::{Services, facts};
use axum::extract::State;
use futures::stream::{self, StreamExt, TryStreamExt};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;
use wallet_core::model::{AssetValue, Network};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::{Warning, XlmAddressText};
use wallet_http::{
    Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, ResultExt, UpstreamBudget,
};
use wallet_xlm::contract::{
    Allowance, Approval, Authorization, AuthorizationEntry, ContractInvocation, Simulation, SimulationQuery,
};
use wallet_xlm::operation::memo_recipients;
use wallet_xlm::operation::schema::AnyAsset;
use wallet_xlm::{
    Asset, Bound, Chain, Change, DECIMALS, DecodedOperation, DecodedTransaction, Envelope, FailedOperation, Preview,
    PreviewFacts, PreviewOutcome, Reason, RequiredFacts, StoredBalance,
};

wallet_core::request! {
    /// A transaction to preview.
    #[schema(as = PreviewRequest)]
    pub struct Request {
        /// The transaction, signed or unsigned: XDR in base64.
        transaction: Required<Envelope>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// The effects of a transaction in the next ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewResponse)]
pub struct Response {
    /// `success`, `reverted` if the network rejects the transaction or an operation fails, or `unknown` if the outcome
    /// depends on facts that `source.partial` names.
    #[schema(pattern = "^(success|reverted|unknown)$", example = "success")]
    outcome: &'static str,
    /// The reason of a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ReasonRecord, required = false)]
    reason: Option<ReasonRecord>,
    /// The first operation that fails. Absent if the transaction is rejected before the operations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FailedRecord, required = false)]
    failed_operation: Option<FailedRecord>,
    /// The changes of balances by the operations, without the fee; those of the source accounts first. Empty if the
    /// transaction fails. With the outcome `unknown`, the changes of the operations before the first unknown one.
    changes: Vec<ChangeRecord>,
    /// The approvals of spenders that a called contract reports; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    approvals: Vec<ApprovalRecord>,
    /// The accounts that the transaction creates; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    created: Vec<XlmAddressText>,
    /// The fee at the minimum rate, which a ledger charges unless it is full.
    fee: AssetValue,
    /// The maximum fee of the transaction.
    max_fee: AssetValue,
    /// The fee of the resources of a contract call, a part of both fees. Absent for other transactions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AssetValue, required = false)]
    resource_fee: Option<AssetValue>,
    /// The calls that the simulated contract requires the signers to authorize; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    authorizations: Vec<Authorization>,
    /// The account that pays the fee.
    fee_payer: XlmAddressText,
    /// Warnings about the transaction. `new_account`: it creates an account. `memo_recommended`: a recipient requires or
    /// recommends a memo, and the transaction has none.
    warnings: Vec<Warning>,
    /// The source of the facts.
    source: PreviewSource,
}

/// The reason of a failure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewReason)]
pub struct ReasonRecord {
    /// The reason: one sentence of plain text.
    #[schema(example = "An operation of the transaction fails.")]
    text: &'static str,
    /// The result code of the transaction as Horizon names it.
    #[schema(example = "tx_failed")]
    code: &'static str,
}

/// An operation that fails.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FailedOperation)]
pub struct FailedRecord {
    /// The index in the transaction.
    #[schema(example = 0)]
    index: usize,
    /// The type of the operation.
    #[serde(rename = "type")]
    #[schema(example = "payment")]
    kind: &'static str,
    /// The result code of the operation as Horizon names it.
    #[schema(example = "op_underfunded")]
    code: &'static str,
}

/// A change of a balance.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewChange)]
pub struct ChangeRecord {
    /// The account, an address G….
    address: XlmAddressText,
    /// `coin` for the lumen, `asset` for an issued asset.
    #[schema(pattern = "^(coin|asset)$", example = "coin")]
    kind: &'static str,
    /// The asset of the changed balance.
    #[schema(value_type = AnyAsset)]
    asset: Asset,
    /// The change, negative if the account pays.
    delta: AssetValue,
    /// Absent for an exact change. `atMost`: the account pays at most this amount, and `atLeast`: the account receives at
    /// least this amount, both by a path payment, the exact amount of which depends on the offers of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(atMost|atLeast)$", example = "atMost")]
    bound: Option<&'static str>,
}

/// The approval of a spender of a token, which replaces the previous one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewApproval)]
pub struct ApprovalRecord {
    /// The standard of the token.
    #[schema(pattern = "^sep41$", example = "sep41")]
    kind: &'static str,
    /// The contract of the token: C….
    #[schema(example = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA")]
    token: String,
    /// The asset, if the contract is that of an asset.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyAsset, required = false)]
    asset: Option<Asset>,
    /// The owner of the tokens: an account or a contract.
    #[schema(example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    owner: String,
    /// The account or the contract that may withdraw.
    #[schema(example = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA")]
    spender: String,
    /// The amount that the spender may withdraw before the transaction, in the base unit of the token. Absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, pattern = "^(0|[1-9][0-9]*)$", example = "0")]
    before: Option<String>,
    /// The amount that the spender may withdraw after the transaction, in the base unit of the token; 0 ends the approval.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2500000")]
    after: String,
    /// The last ledger in which the spender may withdraw.
    #[schema(example = 60_000_000)]
    expiration_ledger: u32,
    /// True if the spender may withdraw all tokens.
    #[schema(example = false)]
    unlimited: bool,
}

/// The source of the facts of a preview.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewSource {
    /// The protocol of the upstreams.
    #[schema(example = "horizon")]
    upstream: &'static str,
    /// The sequence number of the latest ledger, in decimal digits.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "53312000")]
    block: String,
    /// The facts that the preview lacks: `paths` and `offers` (the effect of the order book), `contracts` (the effect of
    /// a contract call), `pools` (liquidity pools), `accounts` (more accounts than one preview reads, or unreadable
    /// entries), `claimable-balances` (more than one preview reads), `sponsorships` (the sponsor of a data entry),
    /// `signatures` (those of extra signers), `preconditions` (the age of the sequence number), `fee` (the outcome
    /// depends on the charged fee), `operations` (of an unsupported type), and `approvals` (an amount before an approval,
    /// which the outcome does not depend on).
    /// Absent if nothing is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    partial: Vec<&'static str>,
}

/// The maximum number of accounts and of claimable balances that a preview reads. The effects on others are unknown.
const MAX_ACCOUNTS: usize = 100;
const MAX_BALANCES: usize = 20;

/// The maximum number of amounts before approvals that a preview reads, one simulation each.
const MAX_ALLOWANCES: usize = 4;

/// The maximum number of concurrent queries of claimable balances, and of simulations.
const MAX_CONCURRENT: usize = 4;

/// Returns the effects of a transaction in the next ledger: which balances change, and which operation fails.
///
/// The operations are applied in order by the rules of the protocol to the accounts as of the latest ledger. Signatures
/// are checked if the transaction has any. The exact amounts of offers and path payments depend on the offers of others,
/// and are not guessed: a path payment has its limits, and `source.partial` names the gap. A merge transfers less
/// if the ledger charges more than `fee`. A contract call is simulated by a Stellar RPC upstream; the events of
/// the contracts of assets are its changes, approvals of spenders are its `approvals`, and other events are named as
/// `contracts` in `source.partial`. The amounts before at most four approvals are read, from the contract itself.
#[utoipa::path(
    post, path = "/api/transaction/preview/{chain}", operation_id = "previewTransaction",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidTransaction]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let name = request.transaction.name();
    let envelope = request.transaction.get()?;
    let network = request.network.or_default()?;
    envelope.check_network(network).at(name)?;
    let mut required = RequiredFacts::of(&envelope);
    required.balances.truncate(MAX_BALANCES);
    required.limit_accounts(&envelope, MAX_ACCOUNTS);
    let simulations = usize::from(required.call.is_some());
    budget.spend(Cost::requests(
        required.accounts.len() + required.balances.len() + simulations + 1,
    ))?;
    let facts = read(&services, network, required, deadline).await?;
    budget.settle(
        Cost::default(),
        Cost::requests(approved(facts.simulation.as_ref(), network).len()),
    );
    let preview = Preview::of(&envelope, network, &facts);
    Ok(Data(Response::new(
        &preview,
        &facts,
        warnings(&services, &envelope, &preview, &facts),
    )))
}

/// Reads the accounts, balances and ledger.
async fn read(
    services: &Services,
    network: Network,
    required: RequiredFacts,
    deadline: Deadline,
) -> Result<PreviewFacts, UpstreamError> {
    let node = &*services.node;
    let balances = stream::iter(required.balances.iter().copied());
    let balances = balances.map(|id| async move { Ok((id, node.claimable_balance(network, id, deadline).await?)) });
    let accounts = async {
        let balances: HashMap<_, Option<StoredBalance>> = balances.buffered(MAX_CONCURRENT).try_collect().await?;
        // A claim needs the trustline of the asset of the balance.
        let claimed = balances.values().flatten().map(|balance| &balance.asset);
        let accounts = facts::accounts(node, network, required.queries(claimed), deadline).await?;
        Ok((accounts, balances))
    };
    let (ledger, (accounts, balances)) = tokio::try_join!(node.ledger(network, deadline), accounts)?;
    let found = |id| accounts.iter().find(|account| account.id == id).cloned();
    let simulation = match &required.call {
        Some(query) => simulate(services, network, query, deadline).await,
        None => None,
    };
    let allowances = allowances(services, network, required.call.as_ref(), simulation.as_ref(), deadline).await;
    Ok(PreviewFacts {
        simulation,
        allowances,
        accounts: required.accounts.iter().map(|id| (*id, found(*id))).collect(),
        balances,
        // The ledger that contains the transaction closes later than now.
        now: services.clock.now().as_secs().max(ledger.closed_at),
        ledger,
    })
}

/// Returns the outcome of a contract call, `None` if no upstream simulates it: the preview names the gap.
async fn simulate(
    services: &Services,
    network: Network,
    query: &SimulationQuery,
    deadline: Deadline,
) -> Option<Simulation> {
    services.contracts.simulate(network, query, deadline).await.ok()
}

/// Returns the rights that a simulated call approves, of which the amounts before are read.
fn approved(simulation: Option<&Simulation>, network: Network) -> Vec<Allowance> {
    let mut allowances = simulation.map_or_else(Vec::new, |simulation| simulation.allowances(network));
    allowances.truncate(MAX_ALLOWANCES);
    allowances
}

/// Reads the amounts that spenders may withdraw before a simulated call. An amount that cannot be read is left out.
async fn allowances(
    services: &Services,
    network: Network,
    call: Option<&SimulationQuery>,
    simulation: Option<&Simulation>,
    deadline: Deadline,
) -> HashMap<Allowance, i128> {
    let Some(SimulationQuery { source, .. }) = call else {
        return HashMap::new();
    };
    let mut reads = Vec::new();
    for allowance in approved(simulation, network) {
        let query = SimulationQuery {
            source: *source,
            invocation: ContractInvocation::allowance(allowance.token, allowance.owner, allowance.spender),
        };
        reads.push(async move {
            let simulation = simulate(services, network, &query, deadline).await?;
            let outcome = simulation.outcome.map(|simulated| simulated.result);
            Some((allowance, Allowance::amount(&outcome)?))
        });
    }
    let read: Vec<_> = stream::iter(reads).buffered(MAX_CONCURRENT).collect().await;
    read.into_iter().flatten().collect()
}

fn warnings(services: &Services, envelope: &Envelope, preview: &Preview, facts: &PreviewFacts) -> Vec<Warning> {
    let decoded = DecodedTransaction::of(envelope);
    let known = decoded.operations.iter().filter_map(|operation| match operation {
        DecodedOperation::Known(operation) => Some(operation),
        DecodedOperation::Other { .. } => None,
    });
    let recipients = if decoded.memo.is_none() {
        memo_recipients(known)
    } else {
        Vec::new()
    };
    let requires = |id| matches!(facts.accounts.get(id), Some(Some(account)) if account.requires_memo);
    let is_recommended = services.memo_list.contains_any(&recipients) || recipients.iter().any(requires);
    let mut warnings = Warning::of_memo(is_recommended);
    if !preview.created.is_empty() {
        warnings.push(Warning::NEW_ACCOUNT);
    }
    warnings
}

impl Response {
    fn new(preview: &Preview, facts: &PreviewFacts, warnings: Vec<Warning>) -> Self {
        let reason = match preview.outcome {
            PreviewOutcome::Fails(reason) => Some(reason),
            PreviewOutcome::Success | PreviewOutcome::Unknown => None,
        };
        let partial: BTreeSet<_> = preview.partial.iter().copied().collect();
        Self {
            outcome: match preview.outcome {
                PreviewOutcome::Success => "success",
                PreviewOutcome::Fails(_) => "reverted",
                PreviewOutcome::Unknown => "unknown",
            },
            reason: reason.map(ReasonRecord::from),
            failed_operation: reason.and_then(|reason| reason.operation).map(FailedRecord::from),
            changes: preview.changes.iter().map(ChangeRecord::from).collect(),
            approvals: preview
                .approvals
                .iter()
                .map(|approval| ApprovalRecord::new(approval, facts.before(approval)))
                .collect(),
            created: preview.created.iter().map(|id| XlmAddressText::of(*id)).collect(),
            fee: AssetValue::new(preview.fee, DECIMALS),
            max_fee: AssetValue::new(preview.max_fee, DECIMALS),
            resource_fee: preview.resource_fee.map(|fee| AssetValue::new(fee, DECIMALS)),
            authorizations: authorizations(facts),
            fee_payer: XlmAddressText::of(preview.payer),
            warnings,
            source: PreviewSource {
                upstream: facts.ledger.upstream,
                block: facts.ledger.sequence.to_string(),
                partial: partial.into_iter().collect(),
            },
        }
    }
}

/// Returns the authorizations that a simulated call requires.
fn authorizations(facts: &PreviewFacts) -> Vec<Authorization> {
    let simulated = facts
        .simulation
        .iter()
        .filter_map(|simulation| simulation.outcome.as_ref().ok());
    let entries = simulated.flat_map(|simulated| &simulated.authorizations);
    entries.map(AuthorizationEntry::shown).collect()
}

impl From<&Change> for ChangeRecord {
    fn from(change: &Change) -> Self {
        Self {
            address: XlmAddressText::of(change.account),
            kind: match change.asset {
                Asset::Native => "coin",
                Asset::Credit(_) => "asset",
            },
            asset: change.asset,
            delta: AssetValue::new(change.delta, DECIMALS),
            bound: change.bound.map(|bound| match bound {
                Bound::AtMost => "atMost",
                Bound::AtLeast => "atLeast",
            }),
        }
    }
}

impl ApprovalRecord {
    fn new(approval: &Approval, before: Option<i128>) -> Self {
        Self {
            kind: "sep41",
            token: approval.token.to_string(),
            asset: approval.asset,
            owner: approval.owner.to_string(),
            spender: approval.spender.to_string(),
            before: before.map(|amount| amount.to_string()),
            after: approval.amount.to_string(),
            expiration_ledger: approval.expiration_ledger,
            unlimited: approval.is_unlimited(),
        }
    }
}

impl From<FailedOperation> for FailedRecord {
    fn from(failed: FailedOperation) -> Self {
        Self {
            index: failed.index,
            kind: failed.name,
            code: failed.code,
        }
    }
}

impl From<Reason> for ReasonRecord {
    fn from(reason: Reason) -> Self {
        let text = match reason.code {
            "tx_too_early" => "The transaction is not valid yet.",
            "tx_too_late" => "The time bounds of the transaction have passed.",
            "tx_insufficient_fee" => "The maximum fee is below the minimum of the network.",
            "tx_no_source_account" => "The account that pays the fee or provides the sequence number does not exist.",
            "tx_bad_seq" => "The sequence number does not follow that of the source account.",
            "tx_bad_minseq_age_or_gap" => "The sequence number of the source account was set too recently.",
            "tx_bad_auth" => "The signatures do not reach the weight that the account requires.",
            "tx_bad_auth_extra" => "The transaction has a signature that no account requires.",
            "tx_insufficient_balance" => "The account that pays the fee has too few lumens for the fee.",
            "tx_bad_sponsorship" => "The transaction does not end a sponsorship that it begins.",
            _ => "An operation of the transaction fails.",
        };
        Self {
            text,
            code: reason.code,
        }
    }
}
