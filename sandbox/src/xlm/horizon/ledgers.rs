//! GET /, the state of the server, GET /ledgers and /ledgers/{sequence}, and GET `/fee_stats`, the charged and maximum
//! fees per operation in the last ledgers, in stroops.

use super::request::{Base, ListRequest};
use super::{Horizon, Problem, view};
use crate::xlm::codec;
use crate::xlm::ledger::{Closed, Included, Ledger};
use crate::xlm::rules::{BASE_FEE, MAX_LEDGER_OPERATIONS, PASSPHRASE, PROTOCOL};
use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::{Map, Value, json};

pub async fn list(request: ListRequest) -> Result<Response, Problem> {
    let page = request.query.page()?;
    let lookup = move |ledger: &Ledger, ListRequest { base, .. }: &ListRequest| {
        let token = |closed: &&Closed| view::token(closed.header.ledger_seq, 0, 0);
        page.list(base, ledger.closed().iter(), token, |closed| show(base, closed))
    };
    request.respond(lookup).await
}

pub async fn get(
    State(horizon): State<Horizon>,
    base: Base,
    Path(sequence): Path<String>,
) -> Result<Response, Problem> {
    let number = sequence
        .parse()
        .map_err(|_| Problem::bad_request("ledger_id", "use a number"))?;
    let lookup = move |ledger: &Ledger| {
        let closed = ledger.with_number(number).ok_or_else(Problem::not_found)?;
        Ok(show(&base, closed))
    };
    horizon.lookup(lookup).await
}

fn show(base: &Base, closed: &Closed) -> Value {
    let header = &closed.header;
    let count = |success: bool| {
        closed
            .transactions
            .iter()
            .filter(|included| included.is_success == success)
            .count()
    };
    let operations = |only_successful: bool| -> usize {
        let counted = closed
            .transactions
            .iter()
            .filter(|included| included.is_success || !only_successful);
        counted
            .map(|included| included.transaction.inner.operations.len())
            .sum()
    };
    let page = |name: &str| {
        let number = header.ledger_seq;
        base.template(&format!("/ledgers/{number}/{name}{{?cursor,limit,order}}"))
    };
    json!({
        "_links": {
            "self": base.link(&format!("/ledgers/{}", header.ledger_seq)),
            "transactions": page("transactions"),
            "operations": page("operations"),
            "payments": page("payments"),
            "effects": page("effects"),
        },
        "id": hex::encode(closed.hash),
        "paging_token": view::token(header.ledger_seq, 0, 0).to_string(),
        "hash": hex::encode(closed.hash),
        "prev_hash": hex::encode(header.previous_ledger_hash.0),
        "sequence": header.ledger_seq,
        "successful_transaction_count": count(true),
        "failed_transaction_count": count(false),
        "operation_count": operations(true),
        "tx_set_operation_count": operations(false),
        "closed_at": view::time(header.scp_value.close_time.0),
        "total_coins": view::amount(header.total_coins),
        "fee_pool": view::amount(header.fee_pool),
        "base_fee_in_stroops": header.base_fee,
        "base_reserve_in_stroops": header.base_reserve,
        "max_tx_set_size": header.max_tx_set_size,
        "protocol_version": header.ledger_version,
        "header_xdr": codec::base64(header),
    })
}

pub async fn root(State(horizon): State<Horizon>, base: Base) -> Result<Response, Problem> {
    let lookup = move |ledger: &Ledger| {
        let tip = &ledger.tip().header;
        Ok(json!({
            "_links": {
                "account": base.template("/accounts/{account_id}"),
                "accounts": base.template("/accounts{?signer,sponsor,asset,cursor,limit,order}"),
                "account_transactions": base.template("/accounts/{account_id}/transactions{?cursor,limit,order}"),
                "assets": base.template("/assets{?asset_code,asset_issuer,cursor,limit,order}"),
                "claimable_balances": base.template("/claimable_balances{?asset,sponsor,claimant,cursor,limit,order}"),
                "effects": base.template("/effects{?cursor,limit,order}"),
                "fee_stats": base.link("/fee_stats"),
                "friendbot": base.template("/friendbot{?addr}"),
                "ledger": base.template("/ledgers/{sequence}"),
                "ledgers": base.template("/ledgers{?cursor,limit,order}"),
                "offer": base.template("/offers/{offer_id}"),
                "offers": base.template("/offers{?selling,buying,seller,sponsor,cursor,limit,order}"),
                "operations": base.template("/operations{?cursor,limit,order,include_failed}"),
                "order_book": base.template("/order_book{?selling_asset_type,selling_asset_code,selling_asset_issuer,buying_asset_type,buying_asset_code,buying_asset_issuer,limit}"),
                "payments": base.template("/payments{?cursor,limit,order,include_failed}"),
                "self": base.link("/"),
                "strict_receive_paths": base.template("/paths/strict-receive{?source_assets,source_account,destination_account,destination_asset_type,destination_asset_issuer,destination_asset_code,destination_amount}"),
                "strict_send_paths": base.template("/paths/strict-send{?destination_account,destination_assets,source_asset_type,source_asset_issuer,source_asset_code,source_amount}"),
                "trades": base.template("/trades{?base_asset_type,base_asset_code,base_asset_issuer,counter_asset_type,counter_asset_code,counter_asset_issuer,offer_id,trade_type,cursor,limit,order}"),
                "transaction": base.template("/transactions/{hash}"),
                "transactions": base.template("/transactions{?cursor,limit,order}"),
            },
            "horizon_version": concat!("wallet-cloud-sandbox-", env!("CARGO_PKG_VERSION")),
            "core_version": concat!("wallet-cloud-sandbox ", env!("CARGO_PKG_VERSION")),
            "ingest_latest_ledger": tip.ledger_seq,
            "history_latest_ledger": tip.ledger_seq,
            "history_latest_ledger_closed_at": view::time(tip.scp_value.close_time.0),
            "history_elder_ledger": 1,
            "core_latest_ledger": tip.ledger_seq,
            "network_passphrase": PASSPHRASE,
            "current_protocol_version": PROTOCOL,
            "supported_protocol_version": PROTOCOL,
            "core_supported_protocol_version": PROTOCOL,
        }))
    };
    horizon.lookup(lookup).await
}

/// The number of ledgers in the statistics.
const LEDGERS: usize = 5;
const PERCENTILES: [usize; 11] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];

pub async fn fee_stats(State(horizon): State<Horizon>) -> Result<Response, Problem> {
    horizon.lookup(|ledger| Ok(shown_stats(ledger))).await
}

fn shown_stats(ledger: &Ledger) -> Value {
    let last = ledger.closed().iter().rev().take(LEDGERS);
    let transactions: Vec<_> = last.clone().flat_map(|closed| &closed.transactions).collect();
    let operations: usize = transactions
        .iter()
        .map(|included| included.transaction.inner.operations.len())
        .sum();
    let room = last.count() * usize::try_from(MAX_LEDGER_OPERATIONS).unwrap_or(1);
    let hundredths = operations * 100 / room.max(1);
    let distribution = |fee: fn(&Included) -> i64| spread(transactions.iter().map(|included| fee(included)).collect());
    json!({
        "last_ledger": ledger.tip().header.ledger_seq.to_string(),
        "last_ledger_base_fee": BASE_FEE.to_string(),
        "ledger_capacity_usage": format!("{}.{:02}", hundredths / 100, hundredths % 100),
        "fee_charged": distribution(Included::fee_per_operation),
        "max_fee": distribution(Included::max_fee_per_operation),
    })
}

fn spread(mut fees: Vec<i64>) -> Value {
    if fees.is_empty() {
        fees.push(BASE_FEE);
    }
    fees.sort_unstable();
    let at = |percent: usize| fees[(fees.len() * percent).div_ceil(100).saturating_sub(1)];
    let mut fields = Map::new();
    let mut put = |name: String, fee: i64| fields.insert(name, fee.to_string().into());
    put("max".to_owned(), at(100));
    put("min".to_owned(), fees[0]);
    put("mode".to_owned(), mode(&fees));
    for percent in PERCENTILES {
        put(format!("p{percent}"), at(percent));
    }
    Value::Object(fields)
}

/// Returns the most frequent fee, the lowest of several.
fn mode(sorted: &[i64]) -> i64 {
    let groups = sorted.chunk_by(|one, other| one == other);
    groups
        .rev()
        .max_by_key(|group| group.len())
        .map_or(BASE_FEE, |group| group[0])
}
