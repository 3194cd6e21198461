//! POST /api/transaction/preview/{chain}

use super::calls::CallRecord;
use super::preview_record::{ApprovalRecord, ChangeRecord, Labels, ReasonRecord};
use crate::Services;
use crate::wire;
use axum::extract::State;
use futures::future::join_all;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use utoipa::ToSchema;
use wallet_core::model::{AssetValue, ChainName, Network, Source};
use wallet_core::ports::deadline::Deadline;
use wallet_core::wire::Warning;
use wallet_eth_like::preview::{Approval, Asset, Ending, Preview, RevertReason, Simulated};
use wallet_eth_like::wire::OptionalCallData;
use wallet_eth_like::{
    Address, Amount, Call, Chain, ContractLabel, DecodedTransaction, GasPrice, GasPrices, NamedCall, Params,
    TokenMetadata, TransactionFields,
};
use wallet_http::{
    ApiError, Body, Cost, Data, EntryDeadline, ErrorCode, Field, HandlerResult, PathChain, UpstreamBudget,
};

/// The number of decimal places of the coin.
const COIN_DECIMALS: u8 = 18;
/// The maximum number of contracts whose names and decimal places are read.
const MAX_TOKENS: usize = 50;
/// The maximum number of tokens that are read separately.
const MAX_SEPARATE: usize = 8;

wallet_core::request! {
    /// Transaction in `txdata`, or its parts.
    #[schema(as = PreviewRequest)]
    pub struct Request {
        /// The transaction in hex, signed or unsigned.
        txdata: Field<DecodedTransaction>,
        /// The network: livenet or testnet.
        network: Field<Network>,
        /// The sender; required unless `txdata` is signed, whose signer it must be.
        from: Field<Address>,
        /// The recipient of a payment, or the called contract. `null` deploys a contract.
        to: Field<Address>,
        /// The amount for the recipient in wei; 0 by default.
        value: Field<Amount>,
        /// Calldata in hex, or the code of a contract deployment; empty by default.
        data: Field<OptionalCallData>,
    }
}

/// Effects of a transaction on the latest block.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewResponse)]
pub struct Response {
    /// `unknown` if no upstream can simulate the transaction.
    #[schema(pattern = "^(success|reverted|unknown)$", example = "success")]
    outcome: &'static str,
    /// The reason of a reverted transaction; absent if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ReasonRecord, required = false)]
    reason: Option<ReasonRecord>,
    /// The data that a contract returned with a revert; absent if empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^0x([0-9a-f]{2})*$", example = "0x08c379a0")]
    revert_data: Option<String>,
    /// The changes of balances without the fee, the changes of the sender first.
    changes: Vec<ChangeRecord>,
    /// The approvals that the transaction sets, the approvals of the sender first.
    approvals: Vec<ApprovalRecord>,
    /// The calls in the calldata, as `parse` returns them; present if the outcome is `unknown`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    calls: Vec<CallRecord>,
    /// The used gas in the simulation; absent if the outcome is `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "46109")]
    gas_used: Option<String>,
    /// The used gas times the price: the maximum price of `txdata`, otherwise the normal price. Absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AssetValue, required = false)]
    fee: Option<AssetValue>,
    /// The fee for the data on L1 in addition; present on rollups with such a fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AssetValue, required = false)]
    l1_fee: Option<AssetValue>,
    /// The address of the contract that `txdata` deploys, or the contracts that a called contract creates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["0xCd234A471b72ba2F1Ccf0A70FCABA648a5eeCD8d"]))]
    created: Vec<String>,
    /// Warnings. `transfer_mismatch`: a token logs one transfer and moves another amount. `preview_disagreement`: upstreams
    /// report different effects. `unlimited_approval`: a spender may withdraw all tokens.
    warnings: Vec<Warning>,
    /// The upstream and the block of the simulation; block 0 if the outcome is `unknown`. `partial`: `preview` if no
    /// upstream can simulate, `balances` and `approvals` if they are known by logs only, `decimals` of a token, `fee`,
    /// `l1-fees`, `assets` if the asset list cannot be read, and `created` if contracts may have created contracts.
    source: Source,
}

/// The transaction to simulate.
struct Query {
    params: Params,
    call: Call,
    /// The fields of `txdata`.
    fields: Option<TransactionFields>,
}

/// Executes a transaction on the latest block without sending it, and returns the changes of balances and approvals.
///
/// Nothing is signed, sent or changed. The effects are those of the latest block; later transactions can change them.
/// Two upstreams that can simulate are compared.
#[utoipa::path(
    post, path = "/api/transaction/preview/{chain}", operation_id = "preview",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::InvalidSignature,
        ErrorCode::InvalidTransaction, ErrorCode::FeeTooHigh, ErrorCode::NotConfigured,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    EntryDeadline(deadline): EntryDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let query = read(chain, request)?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let gas_limit = query.fields.as_ref().map(|fields| fields.gas_limit);
    let simulate = services.node.simulate(query.params, &query.call, gas_limit, deadline);
    let simulated = simulate.await?;
    let Some(first) = simulated.first() else {
        return Ok(Data(Response::unknown(&query)));
    };
    let preview = Preview::of(&query.call, first);
    let is_disputed = is_disputed(&query, &simulated);
    let facts = Facts::fetch(&services, &query, &preview, first.execution.gas_used, deadline).await;
    Ok(Data(Response::new(&query, first, &preview, &facts, is_disputed)))
}

fn read(chain: Chain, request: Request) -> Result<Query, ApiError> {
    let parts = [
        (!request.to.is_absent()).then(|| request.to.error(ONE_FORM)),
        (!request.value.is_absent()).then(|| request.value.error(ONE_FORM)),
        (!request.data.is_absent()).then(|| request.data.error(ONE_FORM)),
    ];
    let params = wire::params(chain, request.network)?;
    if request.txdata.is_absent() {
        let from = request.from.required().get()?;
        let to = wire::recipient(request.to)?;
        let value = request.value.get()?.unwrap_or(Amount::ZERO);
        let data = request.data.get()?.unwrap_or_default();
        wire::check_data(to, &data)?;
        let from = Some(from);
        return Ok(Query {
            params,
            call: Call { from, to, value, data },
            fields: None,
        });
    }
    if let Some(error) = parts.into_iter().flatten().next() {
        return Err(error.into());
    }
    let transaction = request.txdata.required().get_in(params)?;
    let other_sender = request.from.error("from must be the signer of txdata.");
    let from = match transaction.from() {
        Some(signer) => {
            if request.from.get()?.is_some_and(|from| from != signer) {
                return Err(other_sender.into());
            }
            signer
        }
        None => request.from.required().get()?,
    };
    let fields = transaction.fields().clone();
    let call = Call {
        from: Some(from),
        to: fields.to,
        value: fields.amount,
        data: fields.data.clone(),
    };
    Ok(Query {
        params,
        call,
        fields: Some(fields),
    })
}

const ONE_FORM: &str = "Send either txdata or to, value and data, not both.";

/// Returns true if two upstreams report different effects on one block, and logs the heights. The effects on different
/// blocks may differ without an error of a node.
fn is_disputed(query: &Query, simulated: &[Simulated]) -> bool {
    let mut previews: HashMap<u64, Preview> = HashMap::new();
    let is_disputed = simulated.iter().any(|simulated| {
        let preview = Preview::of(&query.call, simulated);
        let first = previews.entry(simulated.block).or_insert_with(|| preview.clone());
        (&first.ending, &first.changes, &first.approvals) != (&preview.ending, &preview.changes, &preview.approvals)
    });
    if is_disputed {
        let chain = query.params.chain.name();
        let blocks: Vec<u64> = simulated.iter().map(|simulated| simulated.block).collect();
        tracing::warn!(chain, ?blocks, "nodes disagree about the effects of a transaction");
    }
    is_disputed
}

/// Facts that complete a response.
struct Facts {
    /// The names and decimal places by contract.
    labels: Labels,
    /// The contracts in the asset list; `None` if the list cannot be read.
    listed: Option<HashSet<Address>>,
    /// The fee in wei.
    fee: Option<Amount>,
    /// The L1 fee in wei.
    l1_fee: Option<Amount>,
}

impl Facts {
    /// Fetches the facts concurrently. A failure leaves a fact out.
    async fn fetch(services: &Services, query: &Query, preview: &Preview, gas_used: u64, deadline: Deadline) -> Self {
        let price = price(services, query, deadline);
        let contracts = contracts(preview);
        let (labels, listed, price) = tokio::join!(
            labels(services, query.params, preview, &contracts, deadline),
            listed(services, query.params, &contracts),
            price
        );
        let l1_fee = match price {
            Some(price) if query.params.is_rollup() => l1_fee(services, query, price, gas_used, deadline).await,
            _ => None,
        };
        Self {
            labels,
            listed,
            fee: price.and_then(|price| price.max_fee_per_gas().checked_mul(gas_used.into())),
            l1_fee,
        }
    }
}

/// Returns the price of `txdata`, or the normal price; `None` if no upstream reports prices.
async fn price(services: &Services, query: &Query, deadline: Deadline) -> Option<GasPrice> {
    if let Some(fields) = &query.fields {
        return Some(fields.price);
    }
    let facts = services.node.fee_facts(query.params, deadline).await.ok()?;
    let prices = GasPrices::survey(query.params, services.tip_floors.of(query.params), &facts);
    let gas_price = prices.value.prices.normal;
    Some(GasPrice::Legacy { gas_price })
}

async fn l1_fee(
    services: &Services,
    query: &Query,
    price: GasPrice,
    gas_used: u64,
    deadline: Deadline,
) -> Option<Amount> {
    let fields = query.fields.clone().unwrap_or_else(|| TransactionFields {
        params: query.params,
        nonce: 0,
        to: query.call.to,
        amount: query.call.value,
        data: query.call.data.clone(),
        gas_limit: gas_used,
        price,
    });
    let unsigned = fields.encode();
    let fee = services.node.rollup_fee(query.params, &unsigned, gas_used, deadline);
    fee.await.ok()
}

/// Returns the contracts of the changed balances in order.
fn contracts(preview: &Preview) -> Vec<Address> {
    let mut contracts: Vec<Address> = Vec::new();
    for contract in preview.changes.iter().filter_map(|change| change.asset.contract()) {
        if !contracts.contains(&contract) {
            contracts.push(contract);
        }
    }
    contracts
}

/// Returns the contracts in the asset list, `None` if the list cannot be read.
async fn listed(services: &Services, params: Params, contracts: &[Address]) -> Option<HashSet<Address>> {
    let listed = services.tokens.are_listed(params.chain, contracts).await;
    let listed = listed.inspect_err(|error| tracing::warn!(%error, "asset list unavailable for a preview"));
    let of_contracts = contracts.iter().zip(listed.ok()?);
    Some(
        of_contracts
            .filter(|(_, is_listed)| *is_listed)
            .map(|(contract, _)| *contract)
            .collect(),
    )
}

/// Returns the names and decimal places of the first contracts, as the contracts report them, in one call.
async fn labels(
    services: &Services,
    params: Params,
    preview: &Preview,
    contracts: &[Address],
    deadline: Deadline,
) -> Labels {
    let contracts = &contracts[..contracts.len().min(MAX_TOKENS)];
    if contracts.is_empty() {
        return Labels::new();
    }
    let labels = services.node.contract_labels(params, contracts, deadline).await;
    let labels = labels.unwrap_or_else(|error| {
        tracing::debug!(%error, "names of tokens unavailable");
        Vec::new()
    });
    let mut labels: Labels = contracts.iter().copied().zip(labels).collect();
    // A contract that uses all gas of the common call hides the decimal places of further contracts.
    let hidden = preview.changes.iter().filter_map(|change| match change.asset {
        Asset::Erc20(token) => Some(token),
        _ => None,
    });
    let hidden = hidden.filter(|token| labels.get(token).is_none_or(|label| label.decimals.is_none()));
    let hidden: BTreeSet<_> = hidden.collect();
    let reads = hidden.into_iter().take(MAX_SEPARATE).map(|token| async move {
        let metadata = services.node.token_metadata(params, token, deadline).await;
        (token, metadata.ok().flatten())
    });
    for (token, metadata) in join_all(reads).await {
        if let Some(TokenMetadata { name, ticker, decimals }) = metadata {
            let decimals = Some(decimals);
            labels.insert(token, ContractLabel { name, ticker, decimals });
        }
    }
    labels
}

impl Response {
    /// Returns the response without a simulation.
    fn unknown(query: &Query) -> Self {
        let to = query.call.to;
        let calls = to.map(|to| NamedCall::of(to, &query.call.data)).unwrap_or_default();
        let is_unlimited = calls.iter().any(NamedCall::is_unlimited_approval);
        Self {
            outcome: "unknown",
            reason: None,
            revert_data: None,
            changes: Vec::new(),
            approvals: Vec::new(),
            calls: calls.into_iter().map(CallRecord::from).collect(),
            gas_used: None,
            fee: None,
            l1_fee: None,
            created: Vec::new(),
            warnings: is_unlimited
                .then_some(Warning::UNLIMITED_APPROVAL)
                .into_iter()
                .collect(),
            source: Source {
                upstream: "jsonrpc",
                block: "0".to_owned(),
                partial: vec!["preview"],
            },
        }
    }

    fn new(query: &Query, simulated: &Simulated, preview: &Preview, facts: &Facts, is_disputed: bool) -> Self {
        let wei = |amount: Amount| AssetValue::new(amount, COIN_DECIMALS);
        let revert_data = match &preview.ending {
            Ending::Reverted(data) if !data.is_empty() => Some(data.clone()),
            _ => None,
        };
        let lacks_decimals = |change: &ChangeRecord| change.lacks_decimals;
        let changes = preview.changes.iter();
        let changes: Vec<_> = changes
            .map(|change| ChangeRecord::of(change, &facts.labels, facts.listed.as_ref()))
            .collect();
        let succeeds = preview.ending == Ending::Success;
        let partial = [
            (preview.lacks_balances, "balances"),
            (preview.lacks_approvals, "approvals"),
            (changes.iter().any(lacks_decimals), "decimals"),
            (facts.fee.is_none(), "fee"),
            (query.params.is_rollup() && facts.l1_fee.is_none(), "l1-fees"),
            (facts.listed.is_none(), "assets"),
            (succeeds && query.lacks_created(simulated), "created"),
        ];
        let is_unlimited = preview.approvals.iter().any(Approval::is_unlimited);
        let warnings = [
            (preview.has_mismatch, Warning::TRANSFER_MISMATCH),
            (is_disputed, Warning::PREVIEW_DISAGREEMENT),
            (is_unlimited, Warning::UNLIMITED_APPROVAL),
        ];
        let created = query.created(simulated);
        let created = created.into_iter().filter(|_| succeeds);
        Self {
            outcome: if succeeds { "success" } else { "reverted" },
            reason: reason(&preview.ending),
            revert_data: revert_data.map(|data| wire::hex(&data)),
            changes,
            approvals: preview.approvals.iter().map(ApprovalRecord::of).collect(),
            calls: Vec::new(),
            gas_used: Some(simulated.execution.gas_used.to_string()),
            fee: facts.fee.map(wei),
            l1_fee: facts.l1_fee.map(wei),
            created: created.map(|address| address.to_string()).collect(),
            warnings: applying(warnings),
            source: Source {
                upstream: simulated.upstream,
                block: simulated.block.to_string(),
                partial: applying(partial),
            },
        }
    }
}

impl Query {
    /// Returns the address of the contract that `txdata` deploys, or the contracts that the called contracts create.
    fn created(&self, simulated: &Simulated) -> Vec<Address> {
        if self.call.to.is_some() {
            return simulated.execution.created.clone().unwrap_or_default();
        }
        let deployed = self
            .fields
            .as_ref()
            .and_then(|fields| Some(self.call.from?.deployed(fields.nonce)));
        deployed.into_iter().collect()
    }

    /// Returns true if the transaction may create more contracts. A node executes a deployment with the next nonce, so
    /// the addresses are those of `txdata` only if the nonces are equal.
    fn lacks_created(&self, simulated: &Simulated) -> bool {
        let is_deployment = self.call.to.is_none();
        let is_unknown = match &simulated.execution.created {
            None => !self.call.data.is_empty(),
            Some(created) => is_deployment && !created.is_empty(),
        };
        is_unknown || (is_deployment && self.fields.is_none())
    }
}

fn applying<T, const N: usize>(all: [(bool, T); N]) -> Vec<T> {
    let applying = all.into_iter().filter(|(applies, _)| *applies);
    applying.map(|(_, item)| item).collect()
}

fn reason(ending: &Ending) -> Option<ReasonRecord> {
    match ending {
        Ending::Success => None,
        Ending::InsufficientFunds => Some(ReasonRecord::text("insufficient funds")),
        Ending::Reverted(data) => RevertReason::of(data).map(ReasonRecord::from),
    }
}
