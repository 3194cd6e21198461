//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value
//! that costs more than the response.

use super::account::WireAccount;
use super::claimable::WireBalance;
use super::claims::WireEffect;
use super::fills::WireTrade;
use super::history::{HistoryScan, Record, WireListed, WireRecord, merge};
use super::ledger::{WireFees, WireLedger, WireRoot};
use super::ledger_contents::{List, WireClosed, WireIncluded, WireStep};
use super::market::{WireBook, WireOffer, WirePath};
use super::response::Page;
use super::submission::{WireReply, asynchronous, synchronous};
use super::transaction::WireTransaction;
use super::{claims, fills, ledger, market};
use serde::de::DeserializeOwned;
use wallet_upstream::ListRow;
use wallet_xlm::AccountId;
use wallet_xlm::history::{Position, View};

/// Feeds the text to every decoder; panics if a decoder accepts an impossible value.
pub fn read_all(text: &str) {
    for read in [
        accounts,
        roots,
        ledgers,
        closed,
        included,
        steps,
        fees,
        claimable,
        effects,
        trades,
        offers,
        books,
        paths,
        transactions,
        history,
        listed,
        submitted,
        applied,
    ] {
        read(text);
    }
}

fn read_as<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Requested account: the key of 32 zeros, which has no known owner.
const ACCOUNT: AccountId = AccountId([0; 32]);

// Each function returns true if the decoder accepts the text.

fn accounts(text: &str) -> bool {
    read_as::<WireAccount>(text).is_some_and(|account| account.decode(ACCOUNT).is_ok())
}

fn roots(text: &str) -> bool {
    read_as::<WireRoot>(text).is_some()
}

fn ledgers(text: &str) -> bool {
    read_as::<Page<WireLedger>>(text).is_some_and(|page| ledger::decode(page).is_ok())
}

fn closed(text: &str) -> bool {
    read_as::<WireClosed>(text).is_some_and(|closed| closed.merge(Vec::new(), &[]).is_ok())
}

fn included(text: &str) -> bool {
    let page = read_as::<Page<WireIncluded>>(text).and_then(|page| page.records(200).ok());
    page.is_some_and(|records| {
        let is_read = records.iter().all(|record| record.decode(0).is_ok());
        is_read && List::new(59_000_000, 200).take(records, 200).is_ok()
    })
}

fn steps(text: &str) -> bool {
    let page = read_as::<Page<WireStep>>(text).and_then(|page| page.records(200).ok());
    page.is_some_and(|records| List::new(59_000_000, 200).take(records, 200).is_ok())
}

fn fees(text: &str) -> bool {
    read_as::<WireFees>(text).is_some_and(|fees| fees.decode().is_ok())
}

fn claimable(text: &str) -> bool {
    let page = read_as::<Page<WireBalance>>(text).and_then(|page| page.records(200).ok());
    page.is_some_and(|records| records.iter().all(|record| record.decode(ACCOUNT).is_ok()))
}

fn effects(text: &str) -> bool {
    read_as::<Page<WireEffect>>(text).is_some_and(|page| claims::decode(page).is_ok())
}

fn trades(text: &str) -> bool {
    read_as::<Page<WireTrade>>(text).is_some_and(|page| fills::decode(page).is_ok())
}

fn offers(text: &str) -> bool {
    let page = read_as::<Page<WireOffer>>(text).and_then(|page| page.records(200).ok());
    page.is_some_and(|records| records.iter().all(|record| record.decode(ACCOUNT).is_ok()))
}

fn books(text: &str) -> bool {
    read_as::<WireBook>(text).is_some_and(|book| book.decode().is_ok())
}

fn paths(text: &str) -> bool {
    let page = read_as::<Page<WirePath>>(text).and_then(|page| page.records(200).ok());
    page.is_some_and(|records| records.iter().all(|record| market::decode(record).is_ok()))
}

fn transactions(text: &str) -> bool {
    read_as::<WireTransaction>(text).is_some_and(|transaction| transaction.decode([0; 32]).is_ok())
}

fn history(text: &str) -> bool {
    scan(text).is_some_and(|operations| is_complete(text, operations, empty()))
}

fn listed(text: &str) -> bool {
    scan(text).is_some_and(|listed| is_complete(text, empty(), listed))
}

fn scan<R: Record>(text: &str) -> Option<HistoryScan<R>> {
    let records = read_as::<Page<ListRow<R>>>(text)?.records(200).ok()?;
    let mut scan = HistoryScan::new(Position::Start);
    scan.take(records, 200).ok().map(|()| scan)
}

fn empty<R: Record>() -> HistoryScan<R> {
    let mut scan = HistoryScan::new(Position::Start);
    scan.take(Vec::new(), 200).expect("an empty page");
    scan
}

/// Returns true if the page lacks no row.
fn is_complete(text: &str, operations: HistoryScan<WireRecord>, listed: HistoryScan<WireListed>) -> bool {
    let Ok(facts) = merge(ACCOUNT, operations, listed, 200).facts() else {
        return false;
    };
    let view = View::new(ACCOUNT, ACCOUNT.to_string());
    for entry in &facts.entries {
        let shown = view.transaction(entry, 170);
        assert!(entry.succeeded || shown.transaction.actions.is_empty(), "{text}");
        assert!(!entry.succeeded || shown.failed_actions.is_empty(), "{text}");
    }
    !facts.lacks_rows
}

fn submitted(text: &str) -> bool {
    read_as::<WireReply>(text).is_some_and(|reply| asynchronous(400, reply).is_ok())
}

fn applied(text: &str) -> bool {
    read_as::<WireReply>(text).is_some_and(|reply| synchronous(reply).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    const HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";
    const OTHER: &str = "GDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIG54";
    const ISSUER: &str = "GDJKBIYIPBE2NC5XIZX6GCFZHVWFUA7ONMQUOOVTLIM3BESTI4BYADAN";
    const POOL: &str = "2c0bfa623845dd101cbf074a1ca1ae4b2458cc8d0104ad65939ebe2cd9054355";

    proptest! {
        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
            read_all(&body.to_string());
            read_all(&page(&body).to_string());
        }
    }

    fn page(record: &Value) -> Value {
        json!({ "_links": {}, "_embedded": { "records": [record] } })
    }

    #[test]
    fn mutated_accounts() {
        let own = ACCOUNT.to_string();
        let account = json!({ "id": own, "account_id": own, "sequence": "103720918407102567", "subentry_count": 3,
        "num_sponsoring": 1, "num_sponsored": 2, "sponsor": OTHER,
        "balances": [
            { "balance": "5.0000000", "limit": "7.0000000", "buying_liabilities": "0.0000000",
                "selling_liabilities": "1.0000000", "is_authorized": true, "asset_type": "credit_alphanum4",
                "asset_code": "USD", "asset_issuer": ISSUER },
            { "balance": "1.0000000", "limit": "9.0000000", "liquidity_pool_id": POOL,
                "asset_type": "liquidity_pool_shares" },
            { "balance": "99.9999900", "buying_liabilities": "0.0000000", "selling_liabilities": "0.0000000",
                "asset_type": "native" },
        ],
        "signers": [{ "weight": 1, "key": own, "type": "ed25519_public_key", "sponsor": OTHER }],
        "thresholds": { "low_threshold": 0, "med_threshold": 2, "high_threshold": 3 },
        "flags": { "auth_required": false, "auth_revocable": true, "auth_immutable": false,
            "auth_clawback_enabled": false },
        "home_domain": "example.com",
        "data": { "config.memo_required": "MQ==" } });
        Document::new(&account).fuzz_mutations(accounts);
    }

    #[test]
    fn mutated_open_offers() {
        let offer = json!({ "id": "7", "paging_token": "7", "seller": ACCOUNT.to_string(), "amount": "5.0000000",
        "price": "0.2500000", "price_r": { "n": 1, "d": 4 }, "selling": { "asset_type": "native" },
        "buying": { "asset_type": "credit_alphanum4", "asset_code": "USD", "asset_issuer": ISSUER } });
        Document::new(&page(&offer)).fuzz_mutations(offers);
    }

    #[test]
    fn mutated_paths() {
        let path = json!({ "source_asset_type": "native", "source_amount": "5.0000000", "destination_amount": "7.0000000",
        "destination_asset_type": "credit_alphanum4", "destination_asset_code": "USD",
        "destination_asset_issuer": ISSUER, "path": [
            { "asset_type": "credit_alphanum12", "asset_code": "LONGER", "asset_issuer": ISSUER } ] });
        Document::new(&page(&path)).fuzz_mutations(paths);
    }

    #[test]
    fn mutated_ledgers() {
        let ledger = json!({ "sequence": 59_000_000, "closed_at": "2026-11-21T20:00:00Z", "base_fee_in_stroops": 100,
        "base_reserve_in_stroops": 5_000_000, "protocol_version": 25 });
        Document::new(&page(&ledger)).fuzz_mutations(ledgers);
    }

    #[test]
    fn mutated_fees() {
        let stats = json!({ "last_ledger": "59000000", "last_ledger_base_fee": "100", "ledger_capacity_usage": "0.97",
        "fee_charged": { "max": "20000", "min": "100", "mode": "100" }, "max_fee": { "max": "9000", "min": "100", "p10": "100", "p50": "200", "p95": "3000" } });
        Document::new(&stats).fuzz_mutations(fees);
    }

    #[test]
    fn mutated_claimable_balances() {
        let balance = json!({ "id": format!("00000000{HASH}"), "asset": format!("USD:{ISSUER}"), "amount": "5.0000000",
        "sponsor": OTHER, "last_modified_time": "2026-11-21T20:00:00Z", "paging_token": "1-00",
        "claimants": [{ "destination": ACCOUNT.to_string(), "predicate": { "and": [
            { "not": { "abs_before": "2026-11-21T20:00:00Z", "abs_before_epoch": "1795291200" } },
            { "or": [{ "rel_before": "5" }, { "unconditional": true }] },
        ] } }] });
        Document::new(&page(&balance)).fuzz_mutations(claimable);
    }

    #[test]
    fn mutated_effects() {
        let claimed = json!({ "id": "0253403070464000001-0000000001", "paging_token": "253403070464000001-1",
        "account": OTHER, "type": "claimable_balance_claimed", "type_i": 52, "created_at": "2026-11-21T20:00:00Z",
        "balance_id": format!("00000000{HASH}"), "asset": format!("USD:{ISSUER}"), "amount": "5.0000000" });
        Document::new(&page(&claimed)).fuzz_mutations(effects);
    }

    fn transaction() -> Value {
        json!({ "id": HASH, "hash": HASH, "ledger": 59_000_000, "created_at": "2026-11-21T20:00:00Z", "successful": true,
        "source_account": OTHER, "fee_charged": "100", "max_fee": "1000", "operation_count": 1,
        "result_xdr": "AAAAAAAAAGQAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAA=",
        "inner_transaction": { "hash": HASH, "max_fee": "1000" } })
    }

    #[test]
    fn mutated_transactions() {
        Document::new(&transaction()).fuzz_mutations(transactions);
    }

    #[test]
    fn mutated_order_books() {
        let level =
            json!({ "price_r": { "n": 4_638_606, "d": 1_914_900_241 }, "price": "0.0024224", "amount": "31.4007644" });
        let book = json!({ "bids": [level], "asks": [level], "base": { "asset_type": "native" } });
        Document::new(&book).fuzz_mutations(books);
    }

    #[test]
    fn mutated_lists_of_transactions() {
        let mut record = transaction();
        record["paging_token"] = "253403070464000000".into();
        record["fee_account"] = ACCOUNT.to_string().into();
        Document::new(&page(&record)).fuzz_mutations(listed);
    }

    #[test]
    fn mutated_ledgers_with_their_lists() {
        let ledger = json!({ "sequence": 59_000_000, "hash": HASH, "prev_hash": HASH, "closed_at": "2026-11-21T20:00:00Z",
        "successful_transaction_count": 0, "failed_transaction_count": 0, "operation_count": 0,
        "tx_set_operation_count": 0 });
        Document::new(&ledger).fuzz_mutations(closed);
        let mut record = transaction();
        record["paging_token"] = "253403070464000000".into();
        record["source_account_sequence"] = "7".into();
        record["fee_bump_transaction"] = json!({ "hash": HASH });
        Document::new(&page(&record)).fuzz_mutations(included);
        let step = json!({ "id": "253403070464004097", "type": "bump_sequence", "transaction_hash": HASH,
        "source_account": OTHER, "bump_to": "9" });
        Document::new(&page(&step)).fuzz_mutations(steps);
    }

    /// Builds the record of an operation with the transaction.
    fn record(kind: &str, mut fields: Value) -> Value {
        fields["id"] = "253403070464000001".into();
        fields["type"] = kind.into();
        fields["source_account"] = OTHER.into();
        fields["transaction_successful"] = true.into();
        fields["transaction"] = transaction();
        fields
    }

    #[test]
    fn mutated_payments() {
        let payment = json!({ "asset_type": "credit_alphanum4", "asset_code": "USD", "asset_issuer": ISSUER,
        "from": OTHER, "to": ACCOUNT.to_string(), "amount": "5.0000000" });
        Document::new(&page(&record("payment", payment))).fuzz_mutations(history);
    }

    #[test]
    fn mutated_offers() {
        let offer = json!({ "amount": "5.0000000", "price": "0.2500000", "price_r": { "n": 1, "d": 4 }, "offer_id": "7",
        "buying_asset_type": "native", "selling_asset_type": "credit_alphanum4", "selling_asset_code": "USD",
        "selling_asset_issuer": ISSUER });
        Document::new(&page(&record("manage_sell_offer", offer))).fuzz_mutations(history);
    }

    #[test]
    fn mutated_deposits() {
        let deposit = json!({ "liquidity_pool_id": POOL, "min_price": "1.0000000", "max_price": "2.0000000",
        "shares_received": "9.0000000", "reserves_deposited": [
            { "asset": "native", "amount": "5.0000000" }, { "asset": format!("USD:{ISSUER}"), "amount": "6.0000000" } ] });
        Document::new(&page(&record("liquidity_pool_deposit", deposit))).fuzz_mutations(history);
    }

    #[test]
    fn mutated_contract_calls() {
        let call = json!({ "function": "HostFunctionTypeHostFunctionTypeInvokeContract", "asset_balance_changes": [
        { "asset_type": "native", "type": "transfer", "from": OTHER, "to": ACCOUNT.to_string(), "amount": "5.0000000",
            "destination_muxed_id": "7" } ] });
        Document::new(&page(&record("invoke_host_function", call))).fuzz_mutations(history);
    }

    #[test]
    fn mutated_submissions() {
        let rejected = json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": "AAAAAAAAAGT////7AAAAAA==" });
        Document::new(&rejected).fuzz_mutations(submitted);
        let failed = json!({ "type": "https://stellar.org/horizon-errors/transaction_failed", "title": "T", "status": 400,
        "extras": { "result_codes": { "transaction": "tx_bad_seq" }, "result_xdr": "AAAAAAAAAGT////7AAAAAA==" } });
        Document::new(&failed).fuzz_mutations(applied);
    }
}
