//! GET /: the state of the server.

use super::base::Base;
use super::view;
use super::{Horizon, Problem};
use crate::xlm::rules::{PASSPHRASE, PROTOCOL};
use axum::extract::State;
use axum::response::Response;
use serde_json::json;

pub async fn get(State(horizon): State<Horizon>, base: Base) -> Result<Response, Problem> {
    let lookup = move |ledger: &crate::xlm::ledger::Ledger| {
        let tip = &ledger.tip().header;
        Ok(json!({
            "_links": {
                "account": base.template("/accounts/{account_id}"),
                "account_transactions": base.template("/accounts/{account_id}/transactions{?cursor,limit,order}"),
                "claimable_balances": base.template("/claimable_balances{?asset,sponsor,claimant,cursor,limit,order}"),
                "fee_stats": base.link("/fee_stats"),
                "friendbot": base.template("/friendbot{?addr}"),
                "ledger": base.template("/ledgers/{sequence}"),
                "ledgers": base.template("/ledgers{?cursor,limit,order}"),
                "offer": base.template("/offers/{offer_id}"),
                "offers": base.template("/offers{?selling,buying,seller,sponsor,cursor,limit,order}"),
                "operations": base.template("/operations{?cursor,limit,order,include_failed}"),
                "self": base.link("/"),
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
