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
