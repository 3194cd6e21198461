//! Records in Horizon's format, including the fields that the service does not read.

use super::fixture::{ISSUER, OTHER, OWN};
use super::horizon::LEDGER;
use serde_json::{Value, json};

/// Returns the address in an account record.
pub fn account_of(account: &Value) -> String {
    account["account_id"].as_str().expect("an address").to_owned()
}

/// Returns an account record with this lumen balance and nothing else.
pub fn account(address: &str, lumens: &str) -> Value {
    json!({
        "_links": { "self": { "href": "https://evil.example" } },
        "id": address,
        "account_id": address,
        "sequence": "103720918407102567",
        "sequence_ledger": LEDGER - 7,
        "sequence_time": "1799999900",
        "subentry_count": 0,
        "home_domain": "secret words",
        "last_modified_ledger": LEDGER - 7,
        "last_modified_time": "2027-01-15T07:59:00Z",
        "thresholds": { "low_threshold": 0, "med_threshold": 0, "high_threshold": 0 },
        "flags": { "auth_required": false, "auth_revocable": false, "auth_immutable": false,
            "auth_clawback_enabled": false },
        "balances": [{ "balance": lumens, "buying_liabilities": "0.0000000", "selling_liabilities": "0.0000000",
            "asset_type": "native" }],
        "signers": [{ "weight": 1, "key": address, "type": "ed25519_public_key" }],
        "data": { "secret words": "c2VjcmV0" },
        "num_sponsoring": 0,
        "num_sponsored": 0,
        "paging_token": address,
    })
}

/// Returns a trustline record for an asset of the issuer.
pub fn trustline(code: &str, balance: &str) -> Value {
    let kind = if code.len() > 4 {
        "credit_alphanum12"
    } else {
        "credit_alphanum4"
    };
    json!({ "balance": balance, "limit": "922337203685.4775807", "buying_liabilities": "0.0000000",
        "selling_liabilities": "0.0000000", "last_modified_ledger": 7, "is_authorized": true,
        "is_authorized_to_maintain_liabilities": true, "asset_type": kind, "asset_code": code,
        "asset_issuer": ISSUER })
}

/// Returns a trustline record for pool shares.
pub fn shares(pool: &str, balance: &str) -> Value {
    json!({ "balance": balance, "liquidity_pool_id": pool, "limit": "922337203685.4775807",
        "last_modified_ledger": 7, "is_authorized": false, "is_authorized_to_maintain_liabilities": false,
        "asset_type": "liquidity_pool_shares" })
}

/// Returns the record of a trade by the operation with this id, as far as read by the service.
pub fn trade(operation: u64, index: u32) -> Value {
    let id = format!("{operation}-{index}");
    json!({ "id": id, "paging_token": id, "trade_type": "orderbook" })
}

/// Returns the operation id (SEP-35) in ledger `LEDGER` for the 1-based transaction and operation positions.
pub fn number(transaction: u64, index: u64) -> u64 {
    (u64::from(LEDGER) << 32) | (transaction << 12) | index
}

/// Returns the transaction hash.
pub fn hash(transaction: u64) -> String {
    format!("{transaction:064x}")
}

/// Returns the record of an operation in a successful transaction that the account signed.
pub fn record(transaction: u64, index: u64, kind: &str, fields: &Value) -> Value {
    let number = number(transaction, index).to_string();
    let mut record = json!({
        "_links": { "self": { "href": "https://evil.example" } },
        "id": number,
        "paging_token": number,
        "transaction_successful": true,
        "source_account": OWN,
        "type": kind,
        "type_i": 99,
        "created_at": "2027-01-15T07:59:57Z",
        "transaction_hash": hash(transaction),
        "transaction": {
            "_links": { "self": { "href": "https://evil.example" } },
            "id": hash(transaction),
            "paging_token": super::records::number(transaction, 0).to_string(),
            "successful": true,
            "hash": hash(transaction),
            "ledger": LEDGER,
            "created_at": "2027-01-15T07:59:57Z",
            "source_account": OWN,
            "source_account_sequence": "103720918407102567",
            "fee_account": OWN,
            "fee_charged": "200",
            "max_fee": "1000",
            "operation_count": 1,
            "envelope_xdr": "AAAA",
            "result_xdr": "AAAA",
            "fee_meta_xdr": "AAAA",
            "memo_type": "none",
            "signatures": ["c2VjcmV0"],
            "preconditions": { "timebounds": { "min_time": "0", "max_time": "1799999999" } },
        },
    });
    merge(&mut record, fields);
    record
}

/// Returns a list with the only operation of a transaction.
pub fn only(kind: &str, fields: &Value) -> Vec<Value> {
    vec![record(7, 1, kind, fields)]
}

/// Returns a payment of lumens from the account to the other, with an amount of 1 stroop.
pub fn payment(transaction: u64, index: u64) -> Value {
    let fields = json!({ "from": OWN, "to": OTHER, "asset_type": "native", "amount": "0.0000001" });
    record(transaction, index, "payment", &fields)
}

/// Merges `fields` into a record, recursively for objects.
pub fn merge(record: &mut Value, fields: &Value) {
    for (name, value) in fields.as_object().expect("an object") {
        match &mut record[name] {
            inner if inner.is_object() && value.is_object() => merge(inner, value),
            index => *index = value.clone(),
        }
    }
}

/// Returns the asset fields of the issuer's asset, with this prefix of the field names.
pub fn usd_fields(prefix: &str) -> Value {
    json!({
        (format!("{prefix}asset_type")): "credit_alphanum4",
        (format!("{prefix}asset_code")): "USD",
        (format!("{prefix}asset_issuer")): ISSUER,
    })
}

/// Returns the fields of both objects.
pub fn and(mut fields: Value, more: &Value) -> Value {
    merge(&mut fields, more);
    fields
}

/// Returns the asset in the format of the specification.
pub fn usd() -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": ISSUER })
}

/// Returns lumens in the format of the specification.
pub fn xlm() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

/// Returns a `Value` of the specification.
pub fn amount(amount: &str) -> Value {
    json!({ "amount": amount, "decimals": 7 })
}
