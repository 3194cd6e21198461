//! GET /api/{chain}/approvals

use crate::Services;
use crate::info::{OwnerPage, OwnerRequest, log_missing, next_cursor};
use axum::extract::State;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;
use wallet_core::model::{AssetValue, Source};
use wallet_core::ports::deadline::Deadline;
use wallet_core::wire::{ContractText, EthLikeTxidText};
use wallet_eth_like::{
    Address, ApprovalKind, ApprovalLogs, Chain, ContractLabel, Granted, GrantedApprovals, LoggedApproval, PERMIT2,
    Params,
};
use wallet_http::{Cost, Data, ErrorCode, HandlerResult, PathChain, Query, RequestDeadline, UpstreamBudget};

/// `source.partial` entry if rights may be missing.
const NO_APPROVALS: &str = "approvals";
/// `source.partial` entry if names of unlisted tokens are missing.
const NO_NAMES: &str = "names";

/// The logs in a warning.
const LOGS: &str = "logs of approvals";

/// Maximum number of contracts with names that are read.
const MAX_NAMES: usize = 200;

/// Requests of a page: the logs of each event at an index, and a call of Multicall3 for the rights and for the names.
const REQUESTS: usize = 6;

/// The rights of spenders to move assets of an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApprovalsResponse)]
pub struct Response {
    /// The rights, those that changed last first.
    approvals: Vec<Approval>,
    /// The `cursor` of the next page, with later rights; absent on the last page. A page may be empty before the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AAAAAAEStaw")]
    next_cursor: Option<String>,
    /// The source of the amounts, and the missing parts of the response: `approvals` if the upstreams do not list all
    /// rights, or not on this page, and `names` if names of unlisted tokens are missing.
    source: Source,
}

/// A right of a spender.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    /// `erc20` for the allowance of a token, `operator` for the right to move all tokens of an ERC-721 or ERC-1155
    /// contract, `permit2` for the allowance of a token within Permit2.
    #[schema(pattern = "^(erc20|operator|permit2)$", example = "erc20")]
    kind: &'static str,
    /// The contract of the token or of the collection.
    token: ContractText,
    /// True if the contract is not in the asset list. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false, example = true)]
    unlisted: bool,
    /// The name that an unlisted contract returns, without invisible characters and at most 64 characters long. Anyone can
    /// choose the name. Absent for tokens of the asset list, and if the name is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 64, example = "Some Token")]
    name: Option<String>,
    /// The ticker of an unlisted contract, like the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 64, example = "SOME")]
    ticker: Option<String>,
    /// The spender or the operator.
    #[schema(example = "0x000000000022D473030F116dDEE9F6B43aC78BA3")]
    spender: ContractText,
    /// The name of a spender that is the same contract on every chain: `Permit2`. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "Permit2")]
    spender_name: Option<&'static str>,
    /// The amount that the spender can still move; with the decimals 0 if the contract returns none. Absent for operators.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AssetValue, required = false)]
    amount: Option<AssetValue>,
    /// True for an operator, and for an amount that no balance reaches: 2^127 or more, or 2^96 − 1.
    #[schema(example = false)]
    unlimited: bool,
    /// The time in Unix seconds until which an allowance within Permit2 is valid. Absent for other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false, example = 1_767_225_600)]
    expires: Option<u64>,
    /// The last transaction that granted or changed the right.
    since: Since,
}

/// The transaction that granted or changed a right.
#[derive(Debug, Serialize, ToSchema)]
pub struct Since {
    /// The hash of the transaction.
    txid: EthLikeTxidText,
    /// The time of the block in Unix seconds. Absent if the upstream does not report the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false, example = 1_700_000_000)]
    at: Option<u64>,
}

/// Returns the rights of spenders to move assets of an address that are not zero now.
///
/// The rights are found in the logs of `Approval`, `ApprovalForAll` and the events of Permit2, oldest first, and each is
/// read from the contract at the block of `source`: a right that was used up, revoked or has expired is not listed, nor one
/// that a contract only logs. A right that changed again after a page is on a later page as well, with the later `since`.
///
/// Rights without such a log are not listed: allowances of tokens whose events have no indexed owner, and approvals of a
/// single ERC-721 token. If neither an index nor a node lists logs, the list is empty and `source.partial` contains
/// `approvals`.
///
/// A right is revoked by a transaction to `token` with the calldata of `erc20-approve-data` (amount 0) or
/// `set-approval-for-all-data`, and within Permit2 by one to Permit2 with the calldata of `permit2-lockdown-data`.
#[utoipa::path(
    get, path = "/api/{chain}/approvals", operation_id = "approvals",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<OwnerRequest>,
) -> HandlerResult<Response> {
    let OwnerPage { params, owner, block } = request.read(chain)?;
    budget.spend(Cost::requests(REQUESTS))?;
    let listed = services.tokens.erc20(chain).await?;
    let mut listed_names = HashMap::new();
    listed_names.extend(listed.iter().map(|token| (token.contract, token.decimals)));
    let logs = logs(&services, params, owner, block.unwrap_or_default(), deadline).await;
    let mut partial = Vec::from_iter(logs.is_partial.then_some(NO_APPROVALS));
    let keys: Vec<_> = logs.rows.iter().map(|row| row.key).collect();
    let granted = services.node.granted_approvals(params, owner, &keys, deadline).await?;
    if granted.is_partial && partial.is_empty() {
        partial.push(NO_APPROVALS);
    }
    let rights = in_force(&logs, &granted);
    let unlisted = rights.iter().map(|(row, _)| row.key.token);
    let unlisted: BTreeSet<_> = unlisted.filter(|token| !listed_names.contains_key(token)).collect();
    let names = names(&services, params, unlisted, deadline).await;
    let contracts: Vec<_> = rights.iter().map(|(row, _)| row.key.token).collect();
    let are_listed = services.tokens.are_listed(chain, &contracts).await?;
    partial.extend(names.is_partial.then_some(NO_NAMES));
    Ok(Data(Response {
        approvals: rights
            .iter()
            .zip(are_listed)
            .map(|(right, is_listed)| approval(right, is_listed, &listed_names, &names.by_contract))
            .collect(),
        next_cursor: next_cursor(logs.next),
        source: Source {
            upstream: granted.upstream,
            block: granted.block.to_string(),
            partial,
        },
    }))
}

/// Returns a page of the logs: from an index, or else from a node. Without either the page is empty and partial.
async fn logs(services: &Services, params: Params, owner: Address, from: u64, deadline: Deadline) -> ApprovalLogs {
    let found = match services.index.approval_logs(params, owner, from, deadline).await {
        Ok(found) => Ok(found),
        Err(error) => {
            log_missing(&error, LOGS);
            services.node.approval_logs(params, owner, from, deadline).await
        }
    };
    let found = found.unwrap_or_else(|error| {
        log_missing(&error, LOGS);
        ApprovalLogs {
            is_partial: true,
            ..ApprovalLogs::default()
        }
    });
    found.page()
}

/// Returns the rights that can be used now.
fn in_force<'a>(logs: &'a ApprovalLogs, granted: &GrantedApprovals) -> Vec<(&'a LoggedApproval, Granted)> {
    let rights = logs.rows.iter().zip(&granted.rights);
    let rights = rights.filter_map(|(row, right)| Some((row, (*right)?)));
    rights.filter(|(_, right)| right.is_in_force(granted.time)).collect()
}

/// Names of unlisted contracts.
#[derive(Default)]
struct Names {
    by_contract: HashMap<Address, ContractLabel>,
    is_partial: bool,
}

/// Reads the names of contracts, without which the rights are still useful.
async fn names(services: &Services, params: Params, contracts: BTreeSet<Address>, deadline: Deadline) -> Names {
    if contracts.is_empty() {
        return Names::default();
    }
    let total = contracts.len();
    let contracts: Vec<_> = contracts.into_iter().take(MAX_NAMES).collect();
    match services.node.contract_labels(params, &contracts, deadline).await {
        Ok(labels) => Names {
            is_partial: total > contracts.len(),
            by_contract: contracts.into_iter().zip(labels).collect(),
        },
        Err(error) => {
            tracing::debug!(%error, "names of tokens unavailable");
            Names {
                is_partial: true,
                ..Names::default()
            }
        }
    }
}

fn approval(
    (row, granted): &(&LoggedApproval, Granted),
    is_listed: bool,
    decimals: &HashMap<Address, u8>,
    names: &HashMap<Address, ContractLabel>,
) -> Approval {
    let key = row.key;
    let is_operator = key.kind == ApprovalKind::Operator;
    let label = names.get(&key.token);
    let decimals = decimals.get(&key.token).copied();
    let decimals = decimals.or_else(|| label.and_then(|label| label.decimals)).unwrap_or(0);
    let text = |read: fn(&ContractLabel) -> &String| label.map(read).filter(|text| !text.is_empty()).cloned();
    Approval {
        kind: key.kind.name(),
        token: ContractText::of(key.token),
        unlisted: !is_listed,
        name: text(|label| &label.name),
        ticker: text(|label| &label.ticker),
        spender: ContractText::of(key.spender),
        spender_name: (key.spender == PERMIT2).then_some("Permit2"),
        amount: (!is_operator).then(|| AssetValue::new(granted.amount, decimals)),
        unlimited: is_operator || granted.amount.is_unlimited(),
        expires: granted.expires,
        since: Since {
            txid: EthLikeTxidText(row.at.txid.to_string()),
            at: row.at.time,
        },
    }
}
