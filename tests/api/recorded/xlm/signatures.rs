//! Signatures of a hardware wallet with published keys.

use super::data::{self, Fact};
use super::differences::Differences;
use crate::blockchain_connector_xlm::App;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use stellar_xdr::{
    BytesM, DecoratedSignature, Limits, ReadXdr, Signature, SignatureHint, TransactionEnvelope, WriteXdr,
};
use wallet_core::model::Network;

/// The service's clock, in Unix seconds.
const NOW: u64 = 1_800_000_000;

fn signature_of(fact: &Fact) -> Vec<u8> {
    BASE64.decode(fact.text("signature")).expect("base64")
}

/// Returns the envelope with the recorded signature.
fn signed(fact: &Fact) -> Value {
    let mut envelope =
        TransactionEnvelope::from_xdr_base64(fact.text("envelope_xdr"), Limits::none()).expect("an envelope");
    let key = hex::decode(fact.text("public_key")).expect("hex");
    let signature: BytesM<64> = signature_of(fact).try_into().expect("64 bytes");
    let signature = DecoratedSignature {
        hint: SignatureHint(key[28..].try_into().expect("4 bytes")),
        signature: Signature(signature),
    };
    let signatures = match &mut envelope {
        TransactionEnvelope::TxV0(envelope) => &mut envelope.signatures,
        TransactionEnvelope::Tx(envelope) => &mut envelope.signatures,
        TransactionEnvelope::TxFeeBump(envelope) => &mut envelope.signatures,
    };
    *signatures = vec![signature].try_into().expect("one signature");
    json!(envelope.to_xdr_base64(Limits::none()).expect("base64"))
}

fn compare_fields(fact: &Fact, parsed: &Value, differences: &mut Differences) {
    let place = |name: &str| format!("{name}: {fact}");
    differences.compare(&place("from"), &parsed["from"], fact.get("source_account"));
    for name in ["fee", "sequence"] {
        differences.compare(&place(name), &parsed[name], fact.get(name).to_string());
    }
    for (name, field) in [("validFrom", "valid_from"), ("validUntil", "valid_until")] {
        let recorded = fact.get(field).as_u64().unwrap_or_default();
        differences.compare(&place(name), &parsed[name], recorded);
    }
    let kind = match fact.text("memo_type") {
        "NONE" => Value::Null,
        kind => json!(kind.to_lowercase()),
    };
    differences.compare(&place("memoType"), &parsed["memoType"], kind);
    let memo = match fact.get("memo") {
        Value::Number(id) => json!(id.to_string()),
        memo => memo.clone(),
    };
    differences.compare(&place("memo"), &parsed["memo"], memo);
}

#[tokio::test]
async fn signatures_of_a_hardware_wallet_are_attached_and_identify_the_network() {
    let app = App::new();
    let mut differences = Differences::default();
    let mut sent = Vec::new();
    for fact in data::of("signatures") {
        let signature = hex::encode(signature_of(&fact));
        let (r, s) = signature.split_at(64);
        let body = json!({ "publicKey": fact.get("public_key"), "network": fact.get("network"),
            "unsignedMessage": fact.get("envelope_xdr"), "signature": { "R": r, "s": s } });
        let response = app.post("transaction/attach-signature/xlm", &body).await;
        let txdata = signed(&fact);
        let until = fact.get("valid_until").as_u64().unwrap_or_default();
        if until == 0 || until >= NOW {
            differences.compare(&fact.to_string(), &response.json["data"], json!({ "txdata": txdata }));
        } else {
            differences.compare(
                &fact.to_string(),
                &response.json["error"]["code"],
                "invalid_transaction",
            );
        }

        let body = json!({ "txdata": txdata, "network": fact.get("network") });
        let response = app.post("transaction/parse/xlm", &body).await;
        assert!(response.status.is_success(), "{fact}: {}", response.text);
        compare_fields(&fact, response.data(), &mut differences);

        let key = json!({ "publicKey": fact.get("public_key") });
        let is_source = app.post("get-address/xlm", &key).await.data()["address"] == fact.text("source_account");
        let other = json!({ "txdata": txdata, "network": "livenet" });
        let response = app.post("transaction/parse/xlm", &other).await;
        differences.compare(&fact.to_string(), response.status.is_success(), !is_source);
        let response = app.post("transaction/send/xlm", &json!({ "txdata": txdata })).await;
        differences.compare(&fact.to_string(), response.status.is_success(), is_source);
        if is_source {
            sent.push((Network::Testnet, txdata.as_str().expect("base64").to_owned()));
        }
    }
    differences.assert_none();
    assert!(sent.len() >= 45, "{} signed by the source", sent.len());
    assert_eq!(app.fixture().sent, sent);
}
