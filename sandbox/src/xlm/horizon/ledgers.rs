//! GET /ledgers and /ledgers/{sequence}.

use super::base::Base;
use super::page::PageQuery;
use super::view;
use super::{Horizon, Problem};
use crate::xlm::codec;
use crate::xlm::ledger::Closed;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde_json::{Value, json};

pub async fn list(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let page = query.page()?;
    let lookup = move |ledger: &crate::xlm::ledger::Ledger| {
        let token = |closed: &&Closed| view::token(closed.header.ledger_seq, 0, 0);
        page.list(&base, ledger.closed().iter(), token, |closed| show(&base, closed))
    };
    horizon.lookup(lookup).await
}

pub async fn get(
    State(horizon): State<Horizon>,
    base: Base,
    Path(sequence): Path<String>,
) -> Result<Response, Problem> {
    let number = sequence
        .parse()
        .map_err(|_| Problem::bad_request("ledger_id", "use a number"))?;
    let lookup = move |ledger: &crate::xlm::ledger::Ledger| {
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
